"""The name of a module -> a stand-in that imports it when an attribute is asked for."""

from importlib import import_module
from typing import Any

from interruptgen_runtime.core.errors import LocalError


class _LazyModule:
    """Looks like a module and imports the real one at first use."""

    def __init__(self, package: str, name: str) -> None:
        self._target = f"{package}.{name}"

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(import_module(self._target), attribute)
        setattr(self, attribute, value)
        return value

    def __repr__(self) -> str:
        return f"<lazy module {self._target!r}>"


def lazy_module(package: str | None, name: str) -> Any:
    """Return a stand-in for the module `name` of a package, imported at first use.

    Generated code uses it to stay cheap to import: type checkers see the real module under
    `TYPE_CHECKING`, and at run time its classes are loaded when a value is given its type.
    Raises `LocalError` where there is no package, as in a file that is run as a script.
    """
    if not package:
        raise LocalError(
            f"the module that uses {name!r} is not part of a package: import it as one instead of "
            "running the file"
        )
    return _LazyModule(package, name)
