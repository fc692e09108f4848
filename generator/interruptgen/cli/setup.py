"""A folder and the name of an output folder -> a project that builds, or findings."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

from interruptgen import data
from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.output import write
from interruptgen.project import config
from interruptgen.project.config import DEDICATED, SHARED
from interruptgen.rules.configuration import CONFIGURATION_SYNTAX
from interruptgen.rules.output import OUTPUT_NOT_WRITABLE

STARTER = "interrupts/decisions.yaml"
EDITOR_SCHEMA = "interrupts/.interruptgen.schema.json"

_TEXTS = {
    STARTER: "templates/init/decisions.yaml",
    EDITOR_SCHEMA: "schemas/interruptgen.schema.json",
}
_BOM = "\ufeff"


def settings(out: str) -> str:
    """Return the text of a configuration that compiles `interrupts` into `out`."""
    return f'sources = ["interrupts"]\nout = {json.dumps(out, ensure_ascii=False)}\n'


def set_up(folder: Path, out: str) -> list[str] | tuple[Diagnostic, ...]:
    """Write what a project needs and is not there; return a line for each step.

    The configuration comes last, so that whatever hinders it can be put right and `init` run
    again. A folder that is configured already is left alone.
    """
    try:
        present = _configured(folder)
        if isinstance(present, str):
            return [f"{present} configures this folder already: nothing to do"]
        return present or list(_write_all(folder, out))
    except OSError as error:
        path = Path(error.filename or folder).name
        message = f"cannot be read or written: {error.strerror}"
        return (OUTPUT_NOT_WRITABLE.at(Place(path), message),)


def _configured(folder: Path) -> str | tuple[Diagnostic, ...]:
    """Return the file that configures the folder, or faults; nothing where there is neither."""
    if (folder / DEDICATED).exists():
        return DEDICATED
    if not (folder / SHARED).exists():
        return ()
    try:
        text = _text(folder / SHARED)
    except UnicodeDecodeError:
        return (CONFIGURATION_SYNTAX.at(Place(SHARED), "cannot be read: it is not UTF-8"),)
    parsed = config.parse(SHARED, text.removeprefix(_BOM))
    return parsed.diagnostics or (SHARED if parsed.config else ())


def _write_all(folder: Path, out: str) -> Iterator[str]:
    for path, name in _TEXTS.items():
        written = write.create(folder / path, data.read(name))
        yield f"created {path}" if written else f"kept {path}, which was there already"
    shared = folder / SHARED
    extended = _extended(_text(shared), settings(out)) if shared.exists() else None
    if extended:
        write.replace(shared.resolve(), extended)
        yield f"added [tool.interruptgen] to {SHARED}"
    else:
        write.create(folder / DEDICATED, settings(out))
        yield f"created {DEDICATED}"


def _text(path: Path) -> str:
    return path.read_bytes().decode()


def _extended(text: str, keys: str) -> str | None:
    """Add our table at the end of a `pyproject.toml`; None where that would change its meaning."""
    newline = "\r\n" if "\r\n" in text else "\n"
    gap = newline if text.endswith("\n") else newline * 2
    table = f"[tool.interruptgen]\n{keys}".replace("\n", newline)
    extended = f"{text}{gap}{table}" if text.removeprefix(_BOM).strip() else f"{text}{table}"
    try:
        document = tomllib.loads(extended.removeprefix(_BOM))
    except tomllib.TOMLDecodeError:  # `tool` is an inline table, which takes no further keys
        return None
    before = tomllib.loads(text.removeprefix(_BOM))
    del document["tool"]["interruptgen"]
    if "tool" not in before and not document["tool"]:
        del document["tool"]
    return extended if document == before else None
