"""A schema in its file -> the same schema standing alone, every reference inside it.

All that the schema reaches becomes a member of its own `$defs`; members that nothing reaches are
left out, so that unrelated edits leave its hash alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.model import Json, JsonObject, Origin, Schema
from interruptgen.rules.references import ENDLESS_REFERENCE, UNTRANSLATABLE_DIALECT
from interruptgen.schema.canonical import canonical, digest
from interruptgen.schema.copy import Copy
from interruptgen.schema.dialects import REFERENCE_STANDS_ALONE, Dialect, untranslatable
from interruptgen.schema.dynamic import DynamicReferences
from interruptgen.schema.library import Library
from interruptgen.schema.limits import excess
from interruptgen.schema.references import Failure, Location, References
from interruptgen.schema.walk import DEFINITIONS, SAME_VALUE, children

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

    def bundle(self, at: Location) -> Schema | tuple[Diagnostic, ...]:
        """Return the schema at `at` standing alone, or the findings about its references."""
        reach = self._reach(at)
        if reach.is_whole:
            reach.diagnostics.extend(self._endless(reach))
        if reach.diagnostics or not reach.is_whole:
            return tuple(reach.diagnostics)
        names = self._names(reach.found, at)
        copy = Copy(self._library, reach.targets, names)
        members: JsonObject = {
            name: copy.of(target, ("$defs", name)) for target, name in names.items()
        }
        root: Json = {"$ref": f"#/$defs/{names[at]}"} if at in names else copy.of(at, ())
        document: JsonObject = {**root} if isinstance(root, dict) else {}
        if members:
            document["$defs"] = members
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
            class_names=copy.class_names,
        )

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
        """Resolve the references at and below a schema, its own definitions left out."""
        schema = self._library.value(location.path, location.pointer)
        if not isinstance(schema, dict):
            return
        dialect = self._dialect(schema, location, reach)
        reach.dynamic.come_through(location)
        for keyword, target in self._targets(schema, location, reach):
            if isinstance(target, Location):
                reach.targets[location, keyword] = target
                yield target
            else:
                self._fail(target, location, reach)
        if "$ref" in schema and dialect in REFERENCE_STANDS_ALONE:
            return
        for below, _ in children(schema):
            if below[0] not in DEFINITIONS:
                yield from self._visit(reach, Location(location.path, location.pointer + below))

    def _dialect(self, schema: JsonObject, at: Location, reach: _Reach) -> Dialect | None:
        dialect = self._library.dialect(at.path, at.pointer)
        keyword = untranslatable(schema, dialect) if dialect else None
        if dialect and keyword:
            message = f"what `{keyword}` means in {dialect} cannot be said in 2020-12"
            failure = Failure(UNTRANSLATABLE_DIALECT, message, keyword=keyword)
            self._fail(failure, at, reach)
        return dialect

    def _targets(
        self, schema: JsonObject, at: Location, reach: _Reach
    ) -> Iterator[tuple[str, Location | Failure]]:
        """Yield what each reference of a schema leads to."""
        if "$ref" in schema:
            yield "$ref", self._references.resolve(str(schema["$ref"]), at)
        dialect = self._library.dialect(at.path, at.pointer)
        if "$dynamicRef" in schema and dialect is Dialect.DRAFT_2020_12:
            yield "$dynamicRef", reach.dynamic.resolve(str(schema["$dynamicRef"]), at)

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
        schema = self._library.value(location.path, location.pointer)
        for keyword in ("$ref", "$dynamicRef"):
            if (location, keyword) in reach.targets:
                yield reach.targets[location, keyword]
        if isinstance(schema, dict):
            for below, _ in children(schema):
                if below[0] in SAME_VALUE:
                    inner = Location(location.path, location.pointer + below)
                    yield from self._same_value(reach, inner)
