"""Definitions -> declarations: every inline object has become a class, and every class a name."""

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from interruptgen import naming
from interruptgen.model import Pointer
from interruptgen.python.views.definitions import Definition, Form
from interruptgen.python.views.homes import Homes, Import
from interruptgen.python.views.shapes import (
    NULL,
    Array,
    Atom,
    Key,
    Map,
    Object,
    Ref,
    Shape,
    Tuple,
    join,
    references,
    single,
)


@dataclass(frozen=True)
class Declaration:
    """Something that this module declares, or that a foreign one does.

    The shape of a class is one object; every other object has become a reference. `owner` is the
    class name of the root of its document, `pointer` the place there.
    """

    key: Key
    owner: str
    pointer: Pointer
    name: str
    form: Form
    shape: Shape
    description: str | None
    is_foreign: bool

    @property
    def object(self) -> Object | None:
        """The object that a class with fields is made from."""
        only = self.shape.only()
        return only if isinstance(only, Object) else None


@dataclass(frozen=True)
class Declarations:
    """What a module declares and imports, by identity, in the order of discovery.

    `imports` has the name of each imported class in this module; those in `offered` are there
    for other modules, whether this one uses them or not.
    """

    declared: Mapping[Key, Declaration]
    imports: Mapping[Key, tuple[str, Import]]
    offered: frozenset[Key]

    def own(self) -> Iterator[Declaration]:
        """Yield what the module itself declares."""
        yield from (one for one in self.declared.values() if not one.is_foreign)

    def names(self) -> frozenset[str]:
        """Return the names of the classes and aliases that the module declares or imports."""
        imported = (name for name, _ in self.imports.values())
        return frozenset((*imported, *(one.name for one in self.own())))

    def name(self, key: Key) -> str:
        """Return the name by which this module knows a class or an alias."""
        return self.imports[key][0] if key in self.imports else self.declared[key].name


def declare(definitions: Mapping[Key, Definition], homes: Homes) -> Declarations:
    """Name all that the definitions need."""
    roots = [one for one in definitions.values() if one.is_root]
    offered = {key: homes.source(key) for key in homes.offered()}
    names = _Names([*(one.wanted for one in roots), *(one.wanted for one in offered.values())])
    imports = {key: (source.wanted, source) for key, source in offered.items()}
    for key in _imported(definitions):
        if key not in imports:
            imports[key] = (names.imported(homes.source(key)), homes.source(key))
    hoist = _Hoist(definitions, names)
    return Declarations(hoist.declarations(), imports, frozenset(offered))


def _imported(definitions: Mapping[Key, Definition]) -> Iterator[Key]:
    """Yield the foreign definitions that own ones refer to."""
    for one in definitions.values():
        if not one.is_foreign:
            found = references(one.shape)
            yield from (key for key in found if definitions[key].is_foreign)


class _Names:
    """The names of a module: those that are given first, then whatever is still free."""

    def __init__(self, given: Iterable[str]) -> None:
        self._taken = set(given)

    def claim(self, wanted: str) -> str:
        """Take the wanted name, or the wanted name with a number."""
        base = f"{wanted}Model" if wanted in naming.RESERVED_CLASSES else wanted
        name = next(free for free in naming.numbered(base) if free not in self._taken)
        self._taken.add(name)
        return name

    def imported(self, source: Import) -> str:
        """Take the name that a class has where it comes from, or that with its package's name."""
        if source.wanted not in self._taken:
            return self.claim(source.wanted)
        return self.claim(naming.pascal_case(source.package) + source.wanted)


class _Hoist:
    """Takes the inline objects out of definitions."""

    def __init__(self, definitions: Mapping[Key, Definition], names: _Names) -> None:
        self._definitions = definitions
        self._claim = names.claim
        self._objects: dict[Key, Object] = {}
        self._declared: dict[Key, Declaration] = {}

    def declarations(self) -> Mapping[Key, Declaration]:
        """Declare every definition that is not spelled inline, and every object inside of them."""
        spelled = [one for one in self._definitions.values() if one.form is not Form.INLINE]
        names = {one.key: self._name(one) for one in spelled}
        for one in spelled:
            self._declared[one.key] = Declaration(
                key=one.key,
                owner=one.owner,
                pointer=() if one.is_root else one.key.pointer,
                name=names[one.key],
                form=one.form,
                shape=self._body(one) if one.form is Form.CLASS else self._of(one.shape, one),
                description=one.description,
                is_foreign=one.is_foreign,
            )
        return {key: self._declared[key] for key in (*names, *self._declared)}

    def _name(self, one: Definition) -> str:
        if one.is_foreign:
            return ""
        return one.wanted if one.is_root else self._claim(one.wanted)

    def _of(self, shape: Shape, within: Definition) -> Shape:
        return join(self._atom(atom, within) for atom in shape.atoms)

    def _atom(self, atom: Atom, within: Definition) -> Shape:
        match atom:
            case Ref():
                return self._reference(atom)
            case Array(items):
                return single(Array(self._of(items, within)))
            case Tuple(items):
                return single(Tuple(tuple(self._of(item, within) for item in items)))
            case Map(values):
                return single(Map(self._of(values, within)))
            case Object():
                return single(Ref(self._hoisted(atom, within)))
            case _:
                return single(atom)

    def _reference(self, atom: Ref) -> Shape:
        target = self._definitions[atom.key]
        if self._is_null(target):
            return single(NULL)
        return self._of(target.shape, target) if target.form is Form.INLINE else single(atom)

    def _is_null(self, one: Definition) -> bool:
        """Tell whether a definition is null by another name, which Python cannot join with null."""
        seen: set[Key] = set()
        while isinstance(only := one.shape.only(), Ref) and one.key not in seen:
            seen.add(one.key)
            one = self._definitions[only.key]
        return one.form in (Form.ALIAS, Form.INLINE) and only == NULL

    def _body(self, one: Definition) -> Shape:
        """Return the shape of a class, its own object left in place."""
        objects = (atom for atom in one.shape.atoms if isinstance(atom, Object))
        return Shape(tuple(self._with_fields(found, one) for found in objects))

    def _with_fields(self, found: Object, within: Definition) -> Object:
        fields = (replace(field, shape=self._of(field.shape, within)) for field in found.fields)
        return replace(found, fields=tuple(fields))

    def _hoisted(self, found: Object, within: Definition) -> Key:
        """Declare an inline object once; others at the same place are told apart by a number."""
        pointer = _pointer(found, within)
        keys = (Key(within.owner, (*pointer, *mark)) for mark in _marks())
        key = next(key for key in keys if self._objects.setdefault(key, found) == found)
        if key not in self._declared:
            self._declare_object(key, found, within)
        return key

    def _declare_object(self, key: Key, found: Object, within: Definition) -> None:
        wanted = f"{found.name}Object" if found.name == within.wanted else found.name
        declaration = Declaration(
            key=key,
            owner=within.owner,
            pointer=key.pointer,
            name="" if within.is_foreign else self._claim(wanted),
            form=Form.CLASS,
            shape=single(found),
            description=found.description,
            is_foreign=within.is_foreign,
        )
        self._declared[key] = declaration
        body = single(self._with_fields(found, within))
        self._declared[key] = replace(declaration, shape=body)


def _marks() -> Iterator[Pointer]:
    yield ()
    yield from ((number,) for number in itertools.count(2))


def _pointer(found: Object, within: Definition) -> Pointer:
    """Return the pointer that identifies an object that is a part of its definition."""
    is_whole = found.pointer == within.key.pointer
    return (*found.pointer, "type") if is_whole else found.pointer
