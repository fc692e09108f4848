"""The names of modules -> the bindings that they hold, combined."""

import importlib
import pkgutil
import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard

from interruptgen_runtime.client import Bindings
from interruptgen_runtime.core.errors import InterruptError


class NoBindings(Exception):
    """A module cannot be imported, or holds no bindings."""


def load_bindings(names: Iterable[str]) -> Bindings[Any]:
    """Import modules and combine their `bindings`.

    A name is that of a generated `client` module, of the package around it, or of a package of
    such packages; it is looked for in the working directory first. Raises `NoBindings`.
    """
    together: Bindings[Any] = Bindings()
    for name in names:
        with _here_first():
            found = list(_bindings_of(name))
        for one in found:
            try:
                together = together | one
            except InterruptError as error:
                raise NoBindings(f"{name}: {error}") from None
    return together


def _bindings_of(name: str) -> Iterator[Bindings[Any]]:
    module = _imported(name)
    held = vars(module).get("bindings")
    if _is_bindings(held):
        yield held
        return
    inside = _submodules(module)
    clients = [f"{name}.client"] if f"{name}.client" in inside else []
    packages = [one for one, is_package in inside.items() if is_package and not clients]
    clients += [
        f"{one}.client" for one in packages if f"{one}.client" in _submodules(_imported(one))
    ]
    if not clients:
        raise NoBindings(
            f"{name} has no `bindings`: name the client module of a generated package, such as "
            "app.interrupts.bookings.client"
        )
    for client in clients:
        found = vars(_imported(client)).get("bindings")
        if not _is_bindings(found):
            raise NoBindings(f"{client} has no `bindings`, and so is no generated client module")
        yield found


def _imported(name: str) -> ModuleType:
    if not all(name.split(".")):
        raise NoBindings(f"{name!r} is no name of a module")
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            raise NoBindings(
                f"there is no module {name}: it is looked for in {Path.cwd()} and among the "
                "installed packages"
            ) from None
        raise NoBindings(f"{name} cannot be imported: {error}") from None
    except Exception as error:
        raise NoBindings(f"{name} cannot be imported: {type(error).__name__}: {error}") from None


def _submodules(module: ModuleType) -> dict[str, bool]:
    """Return the full names of the modules of a package, and which of them are packages."""
    path = vars(module).get("__path__")
    if path is None:
        return {}
    found = pkgutil.iter_modules(path, f"{module.__name__}.")
    return {one.name: one.ispkg for one in sorted(found, key=lambda one: one.name)}


def _is_bindings(value: object) -> TypeGuard[Bindings[Any]]:
    return isinstance(value, Bindings)


@contextmanager
def _here_first() -> Generator[None]:
    """Look for modules in the working directory, as `python -m` does."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        yield
    finally:
        sys.path.remove(here)
