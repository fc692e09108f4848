"""The name of a template or schema -> its text, from the wheel or from the checkout."""

from importlib.resources import files
from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[2]


def read(name: str) -> str:
    """Return the text of a file below `templates/` or `schemas/`, such as `schemas/x.json`.

    Raises `FileNotFoundError` where neither the installed package nor the checkout has it, which
    means that the installation is damaged.
    """
    packaged = files("interruptgen").joinpath(name)
    found = packaged if packaged.is_file() else _CHECKOUT / name
    if not found.is_file():
        raise FileNotFoundError(f"interruptgen is not installed completely: {name} is missing")
    return found.read_text(encoding="utf-8")
