"""The target `python`: the compiled model -> the files of the generated packages."""

from collections.abc import Mapping
from dataclasses import dataclass

from interruptgen.model import Model, Package
from interruptgen.python.format import format_python
from interruptgen.python.render import header, render_modules
from interruptgen.python.views import render_views


@dataclass(frozen=True)
class Rendered:
    """The files of one package by path below the output folder, and its views' names."""

    files: Mapping[str, str]
    view_names: Mapping[str, str]


def file_names(package: Package) -> tuple[str, ...]:
    """Return the paths of the package's files below the output folder."""
    modules = ["__init__.py", "models.py"]
    if package.definitions():
        modules += ["schemas.py", "server.py", "client.py"]
    return tuple(f"{package.name}/{module}" for module in modules)


def render_package(model: Model, package: Package) -> Rendered:
    """Render and format every module of a package."""
    views = render_views(model, package)
    modules = {**render_modules(package), "models.py": f"{header(package)}\n{views.text}"}
    files = {f"{package.name}/{name}": format_python(modules[name]) for name in sorted(modules)}
    return Rendered(files, views.names)
