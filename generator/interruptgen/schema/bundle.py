"""A schema in its file -> the same schema standing alone, every reference inside it.

All that the schema reaches becomes a member of its own `$defs`; members that nothing reaches are
left out, so that unrelated edits leave its hash alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.model import JsonObject, Origin, Pointer, Schema
from interruptgen.rules.references import ENDLESS_REFERENCE
from interruptgen.schema.canonical import canonical, digest
from interruptgen.schema.copy import Copied, copied
from interruptgen.schema.dialects import DYNAMIC_REFERENCES
from interruptgen.schema.dynamic import DynamicReferences
from interruptgen.schema.library import Library
from interruptgen.schema.limits import excess
from interruptgen.schema.references import Failure, Location, References
from interruptgen.schema.visits import Visits
from interruptgen.schema.walk import DEFINITIONS

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass
class _Reach:
    """What one schema reaches: the targets of its references, and each of them once, in order.

    `targets` are by the location of the schema that refers, and the keyword by which it does.
    """

    root: Location
    dynamic: DynamicReferences
    targets: dict[tuple[Location, str], Location] = field(
        default_factory=dict[tuple[Location, str], Location]
    )
    found: dict[Location, None] = field(default_factory=dict[Location, None])
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    is_whole: bool = True


class Bundler:
    """Bundles the schemas of one build; the references of all of them are resolved once.

    `is_sound` tells whether what a reference leads to is a schema that can be used; where it is
    not, somebody else has the finding that says why.
    """

    def __init__(
        self, library: Library, is_sound: Callable[[Location], bool] = lambda _: True
    ) -> None:
        self._library = library
        self._is_sound = is_sound
        self._references = References(library)
        self._visits = Visits(library, self._references)
        self._copies: dict[tuple[Location, tuple[str, ...]], Copied] = {}

    def bundle(self, at: Location) -> Schema | tuple[Diagnostic, ...]:
        """Return the schema at `at` standing alone, or the findings about its references."""
        reach = self._reach(at)
        if reach.is_whole:
            reach.diagnostics.extend(self._endless(reach))
        if reach.diagnostics or not reach.is_whole:
            return tuple(reach.diagnostics)
        names = self._names(reach.found, at)
        copies = {name: self._copy(target, reach, names) for target, name in names.items()}
        if at in names:
            root = Copied({"$ref": f"#/$defs/{names[at]}"})
        else:
            root = self._copy(at, reach, names)
        document: JsonObject = {**root.value} if isinstance(root.value, dict) else {}
        if copies:
            document["$defs"] = {name: copy.value for name, copy in copies.items()}
        text = canonical(document)
        too_much = excess(document, text)
        if too_much:
            return (too_much.rule.at(self._place(at), too_much.message),)
        return Schema(
            document=document,
            text=text,
            hash=digest(text),
            origin=self._origin(at),
            origins={name: self._origin(target) for target, name in names.items()},
            class_names=_class_names(root, copies),
        )

    def _copy(self, at: Location, reach: _Reach, names: Mapping[Location, str]) -> Copied:
        """Copy a schema, or take the copy for another bundle that calls the same things alike."""
        visit = self._visits.visit(at)
        keys = [*((one, "$ref") for one in visit.targets)]
        keys += [(one, keyword) for one, (keyword, _) in visit.dynamic.items()]
        called = {key: names[reach.targets[key]] for key in keys}
        known = (at, tuple(called.values()))
        if known not in self._copies:
            self._copies[known] = copied(self._library, at, called)
        return self._copies[known]

    def _place(self, at: Location) -> Place:
        document = self._library.document(at.path)
        return document.place(at.pointer) if document else Place(at.path)

    def _names(self, found: Iterable[Location], root: Location) -> dict[Location, str]:
        """Name the members of a bundle's `$defs`: by their last word, the root's file first."""
        names: dict[Location, str] = {}
        taken: set[str] = set()
        for location in sorted(found, key=lambda at: (at.path != root.path, at.path, str(at))):
            base = _UNSAFE.sub("_", self._word(location)).strip("_") or "schema"
            name, count = base, 1
            while name in taken:
                count += 1
                name = f"{base}_{count}"
            taken.add(name)
            names[location] = name
        return names

    def _word(self, location: Location) -> str:
        if len(location.pointer) >= 2 and location.pointer[-2] in DEFINITIONS:
            return str(location.pointer[-1])
        start = self._library.root(location.path, location.pointer) or ()
        words = [str(token) for token in location.pointer[len(start) :] if token != "properties"]
        if words:
            return "_".join(words)
        return "root" if start else PurePosixPath(location.path).name.partition(".")[0]

    def _origin(self, location: Location) -> Origin:
        shared = self._library.is_definition_file(location.path) and (
            len(location.pointer) == 2 and location.pointer[0] == "$defs"
        )
        return Origin(location.path, location.pointer, shared)

    def _reach(self, root: Location) -> _Reach:
        reach = _Reach(root, DynamicReferences(self._references, root))
        waiting = [root]
        seen = {root}
        while waiting:
            location = waiting.pop(0)
            for target in self._visit(reach, location):
                reach.found[target] = None
                if not self._is_sound(target):
                    reach.is_whole = False
                elif target not in seen:
                    seen.add(target)
                    waiting.append(target)
        shares = any(self._origin(found).shared for found in reach.found if found != root)
        for location, failure in reach.dynamic.failures(shares=shares):
            self._fail(failure, location, reach)
        return reach

    def _visit(self, reach: _Reach, location: Location) -> Iterator[Location]:
        """Yield what the references at and below a schema lead to."""
        visit = self._visits.visit(location)
        reach.dynamic.come_through(visit.resources)
        for at, failure in visit.failures:
            self._fail(failure, at, reach)
        for at, target in visit.targets.items():
            reach.targets[at, "$ref"] = target
            yield target
        for at, (keyword, reference) in visit.dynamic.items():
            found = reach.dynamic.resolve(keyword, reference, at)
            if isinstance(found, Location):
                reach.targets[at, keyword] = found
                yield found
            else:
                self._fail(found, at, reach)

    def _fail(self, failure: Failure, at: Location, reach: _Reach) -> None:
        reach.is_whole = False
        document = self._library.document(at.path)
        if document and not failure.known:
            place = document.place((*at.pointer, failure.keyword))
            reach.diagnostics.append(failure.rule.at(place, failure.message, hint=failure.hint))

    def _endless(self, reach: _Reach) -> Iterator[Diagnostic]:
        """Find references that come back to themselves without reading a smaller value."""
        steps: dict[Location, tuple[Location, ...]] = {}
        for location in (reach.root, *reach.found):
            steps[location] = tuple(self._same_value(reach, location))
        try:
            TopologicalSorter(steps).prepare()
        except CycleError as error:
            loop: Location = error.args[1][0]
            document = self._library.document(loop.path)
            if document:
                message = "the schema refers to itself without reading a smaller value"
                hint = "recur through `properties`, `items` or another keyword that goes down"
                place = document.key_place(loop.pointer)
                yield ENDLESS_REFERENCE.at(place, message, hint=hint)

    def _same_value(self, reach: _Reach, location: Location) -> Iterator[Location]:
        for at in self._visits.visit(location).same_value:
            for keyword in ("$ref", *DYNAMIC_REFERENCES.values()):
                if (at, keyword) in reach.targets:
                    yield reach.targets[at, keyword]


def _class_names(root: Copied, members: Mapping[str, Copied]) -> dict[Pointer, str]:
    names = dict(root.class_names)
    for name, copy in members.items():
        for pointer, wanted in copy.class_names.items():
            names["$defs", name, *pointer] = wanted
    return names
