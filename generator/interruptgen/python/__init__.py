"""The target `python`: the compiled model -> the files of the generated packages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from interruptgen.model import Model, Package
from interruptgen.python.earlier import typed_slots
from interruptgen.python.format import format_python
from interruptgen.python.render import HEADER, header, render_modules, submodules
from interruptgen.python.views import render_slots, render_views

_LAID_OUT = frozenset({"schemas"})
"""Modules that are laid out as black would do it: it need not look at them, and is slow."""

_ROOT_DOCSTRING = '"""Interrupts and tools: one package for each file of definitions."""'


@dataclass(frozen=True)
class Rendered:
    """The files of one package by path below the output folder, and its views' names."""

    files: Mapping[str, str]
    view_names: Mapping[str, str]


def file_names(package: Package) -> tuple[str, ...]:
    """Return the paths of the package's files below the output folder."""
    return tuple(_path(package, name) for name in ("__init__", *submodules(package)))


def render_root(present: Callable[[str], str | None]) -> dict[str, str]:
    """Return the file that makes a package of the output folder.

    Type checkers need it where generated packages import each other. A folder that has one of its
    own, which `present` gives, keeps it.
    """
    text = present("__init__.py")
    if text is not None and HEADER not in text:
        return {}
    return {"__init__.py": f"{HEADER}; run `interruptgen build`.\n{_ROOT_DOCSTRING}\n"}


def render_package(model: Model, package: Package) -> Rendered:
    """Render and format every module of a package."""
    views = render_views(model, package)
    texts = {"models": views.text, "earlier_models": _earlier_models(package)}
    names = [name for name in submodules(package) if name in texts]
    written = {name: f"{header(package)}\n{texts[name]}" for name in names}
    modules = {**render_modules(package), **written}
    files = {
        _path(package, name): text if name in _LAID_OUT else format_python(text)
        for name, text in modules.items()
    }
    return Rendered(files, views.names)


def _earlier_models(package: Package) -> str:
    """Render the classes of earlier versions, which share none with other packages."""
    slots = tuple(typed_slots(package))
    title = f"The models of the earlier versions of {package.name}."
    return render_slots(slots, title).text if slots else ""


def _path(package: Package, module: str) -> str:
    return f"{package.name}/{module}.py"
