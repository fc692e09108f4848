"""Generated Python texts -> imported modules, without a file on disk."""

import importlib
import itertools
import sys
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import InspectLoader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType

_numbers = itertools.count(1)


class _Texts(MetaPathFinder, InspectLoader):
    """Finds the packages of an output folder below a root package that no other import uses."""

    def __init__(self, root: str, files: Mapping[str, str]) -> None:
        self.root = root
        self.files = files

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Find a module of the root package."""
        del path, target
        if fullname != self.root and self._file(fullname) not in self.files:
            return None
        return spec_from_loader(fullname, self, is_package=self.is_package(fullname))

    def is_package(self, fullname: str) -> bool:
        """Tell whether a name is a folder of the output."""
        return fullname == self.root or self._file(fullname).endswith("/__init__.py")

    def get_source(self, fullname: str) -> str:
        """Return the text of a module."""
        return self.files.get(self._file(fullname), "")

    def _file(self, fullname: str) -> str:
        path = fullname.removeprefix(f"{self.root}.").replace(".", "/")
        package = f"{path}/__init__.py"
        return package if package in self.files else f"{path}.py"


@contextmanager
def imported(files: Mapping[str, str], path: str) -> Generator[ModuleType, None, None]:
    """Import the file at `path` of the generated `files`; it is forgotten again at the end.

    Relative imports between the generated packages work. Whatever the code raises is passed on.
    """
    root = f"_interruptgen_{next(_numbers)}"
    finder = _Texts(root, files)
    sys.meta_path.insert(0, finder)
    try:
        yield importlib.import_module(f"{root}.{path.removesuffix('.py').replace('/', '.')}")
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if name.partition(".")[0] == root]:
            del sys.modules[name]
