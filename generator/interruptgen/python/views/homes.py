"""The model -> which package's `models.py` a shared schema's class is defined in.

Generated modules import each other's shared classes. Where packages refer to each other in a
circle, the classes of all of them are defined in the first of the circle, by name, and the others
import them from there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interruptgen import naming
from interruptgen.model import Model, Origin, Package, SharedSchema
from interruptgen.python.views.shapes import Key


@dataclass(frozen=True)
class Import:
    """A class that a module takes from the module of the package `package`.

    `wanted` is the name that the source gives it, `name` the one it has there.
    """

    package: str
    name: str
    wanted: str


def view_sources(model: Model, package: Package) -> frozenset[str]:
    """Return the files that the module of `package` is made from.

    They are its own, and those of every package that it reaches: one of these may close a circle,
    which moves classes.
    """
    reached = _reached(model.uses, package.path)
    sources = (other.sources() for other in model.packages if other.path in reached)
    return frozenset[str]().union(*sources)


class Homes:
    """Where the shared classes are that the package `package` defines, offers or uses."""

    def __init__(self, model: Model, package: Package) -> None:
        self._packages = {other.path: other for other in model.packages}
        self._package = package
        self._circle = tuple(_circle(model, package))
        self._names = self._hosted_names()

    def hosted(self) -> Iterator[tuple[Key, str, SharedSchema]]:
        """Yield the shared schemas whose classes this package defines, and those names."""
        if self._package is self._circle[0]:
            for package in self._circle:
                for shared in package.shared:
                    key = _key(package, shared)
                    yield key, self._names[key], shared

    def offered(self) -> Iterator[Key]:
        """Yield the package's own shared schemas whose classes another package defines."""
        if self._package is not self._circle[0]:
            yield from (_key(self._package, shared) for shared in self._package.shared)

    def key(self, origin: Origin) -> Key | None:
        """Return the identity of a shared schema; None for any other."""
        package = self._packages.get(origin.path)
        shared = self._shared(origin.pointer[-1], package) if origin.shared and package else None
        return _key(package, shared) if package and shared else None

    def source(self, key: Key) -> Import:
        """Return where this package imports a shared class from."""
        package = self._packages[key.scope]
        shared = self._shared(key.pointer[-1], package)
        wanted = shared.class_name if shared else ""
        if key in self._names:
            return Import(self._circle[0].name, self._names[key], wanted)
        return Import(package.name, wanted, wanted)

    def _hosted_names(self) -> Mapping[Key, str]:
        """Name the shared classes of the circle; the name of a slot or of an earlier one wins."""
        first = self._circle[0]
        taken = {slot.class_name for slot in first.slots()}
        names: dict[Key, str] = {}
        for package in self._circle:
            prefix = "" if package is first else naming.pascal_case(package.name)
            for shared in package.shared:
                wanted = shared.class_name if shared.class_name not in taken else ""
                free = naming.numbered(prefix + shared.class_name)
                name = wanted or next(name for name in free if name not in taken)
                taken.add(name)
                names[_key(package, shared)] = name
        return names

    @staticmethod
    def _shared(name: str | int, package: Package) -> SharedSchema | None:
        return next((shared for shared in package.shared if shared.key == name), None)


def _key(package: Package, shared: SharedSchema) -> Key:
    return Key(package.path, ("$defs", shared.key))


def _circle(model: Model, package: Package) -> Iterator[Package]:
    """Yield the packages that `package` reaches and that reach it, itself included, by name."""
    below = _reached(model.uses, package.path)
    for other in model.packages:
        if other.path in below and package.path in _reached(model.uses, other.path):
            yield other


def _reached(uses: Mapping[str, frozenset[str]], start: str) -> set[str]:
    found = {start}
    waiting = [start]
    while waiting:
        fresh = uses.get(waiting.pop(), frozenset()) - found
        found |= fresh
        waiting.extend(fresh)
    return found
