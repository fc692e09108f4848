"""A `$ref` and where it stands -> the schema that it names, or why there is none."""

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from urllib.parse import unquote

from interruptgen.diagnostics import Rule
from interruptgen.model import Json, Pointer
from interruptgen.rules.references import (
    DANGLING_REFERENCE,
    OUTSIDE_REFERENCE,
    REMOTE_REFERENCE,
)
from interruptgen.schema.index import Index, index_schema, joined
from interruptgen.schema.library import Library
from interruptgen.schema.walk import DEFINITIONS

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_ITEM = re.compile(r"0|[1-9][0-9]{0,9}")
"""A token of a JSON Pointer that can name an item of an array (RFC 6901, section 4)."""


@dataclass(frozen=True, order=True)
class Location:
    """A value in a file of the project."""

    path: str
    pointer: Pointer


@dataclass(frozen=True)
class Failure:
    """Why a reference leads nowhere, in the words of a finding.

    `known` is true where the file that it leads to has findings of its own that say why;
    `keyword` is what the finding points at.
    """

    rule: Rule
    message: str
    hint: str | None = None
    known: bool = False
    keyword: str = "$ref"


class References:
    """Resolves the references of a build; what it has indexed, it keeps.

    Names that a schema has in its own dialect come first; where a reference leads nowhere by these,
    an `is_lenient` resolver is asked, for which those of every dialect are names.
    """

    def __init__(self, library: Library, *, is_lenient: bool = False) -> None:
        self._library = library
        self._is_lenient = is_lenient
        self._fallback = None if is_lenient else References(library, is_lenient=True)
        self._indexes: dict[Location, Index] = {}

    def resolve(self, reference: str, at: Location) -> Location | Failure:
        """Return the schema that `reference`, standing in the subschema `at`, names.

        An embedded schema is looked into before the file around it, so that a pasted schema
        keeps its own definitions and may use the file's.
        """
        found = self._resolved(reference, at)
        if isinstance(found, Failure) and self._fallback:
            other = self._fallback.resolve(reference, at)
            return found if isinstance(other, Failure) else other
        return found

    def _resolved(self, reference: str, at: Location) -> Location | Failure:
        file, _, fragment = reference.partition("#")
        root = self._library.root(at.path, at.pointer) or ()
        index = self._index(at.path, root)
        resource = index.resource(at.pointer)
        if not file:
            return self._within(Location(at.path, resource), root, unquote(fragment))
        known = index.uris.get(joined(index.bases[resource], file))
        if known is not None and len(known) > 1:
            return _ambiguous(file, at.path)
        if known is not None:
            return self._within(Location(at.path, known[0]), root, unquote(fragment))
        return self._in_file(file, unquote(fragment), at.path)

    def resource(self, at: Location) -> Location:
        """Return the innermost schema resource that holds a schema."""
        root = self._library.root(at.path, at.pointer) or ()
        return Location(at.path, self._index(at.path, root).resource(at.pointer))

    def dynamic_anchor(self, resource: Location, name: str) -> Location | None:
        """Find the schema that bears a name as its `$dynamicAnchor` in a resource."""
        root = self._library.root(resource.path, resource.pointer) or ()
        index = self._index(resource.path, root)
        pointer = index.dynamic_anchors.get((resource.pointer, name))
        return None if pointer is None else Location(resource.path, pointer)

    def _in_file(self, file: str, fragment: str, from_path: str) -> Location | Failure:
        if _SCHEME.match(file) or file.startswith("//"):
            hint = "keep a copy of the document in the project and refer to the file"
            return Failure(REMOTE_REFERENCE, f"`{file}` is not a file of the project", hint)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(from_path), unquote(file)))
        if path.startswith(("../", "/")) or path == "..":
            hint = "move the file below the project's folder"
            return Failure(OUTSIDE_REFERENCE, f"`{file}` is outside the project", hint)
        if self._library.document(path) is None:
            known = self._library.is_broken(path)
            return Failure(DANGLING_REFERENCE, f"there is no file `{path}`", known=known)
        if not fragment and self._library.is_definition_file(path):
            hint = f'name one of its shared schemas: "{file}#/$defs/NAME"'
            message = f"`{path}` is a file of definitions, not a schema"
            return Failure(DANGLING_REFERENCE, message, hint)
        return self._within(Location(path, ()), (), fragment)

    def _within(self, resource: Location, root: Pointer, fragment: str) -> Location | Failure:
        if not fragment:
            return self._schema_at(resource, fragment)
        if not fragment.startswith("/"):
            return self._anchor(resource, root, fragment)
        tokens = [part.replace("~1", "/").replace("~0", "~") for part in fragment[1:].split("/")]
        for start in dict.fromkeys((resource.pointer, root, ())):
            pointer = self._descend(resource.path, start, tokens)
            if pointer is not None:
                return self._schema_at(Location(resource.path, pointer), fragment)
        return Failure(
            DANGLING_REFERENCE,
            f"there is nothing at `#{fragment}` in {resource.path}",
            self._suggestion(resource, tokens) or self._definition_like(resource, root, tokens[-1]),
        )

    def _anchor(self, resource: Location, root: Pointer, name: str) -> Location | Failure:
        roots = [root, *sorted(self._library.roots(resource.path) - {root}, key=str)]
        for candidate in roots:
            if self._library.root(resource.path, candidate) is None:
                continue
            found = self._index(resource.path, candidate).anchor(resource.pointer, name)
            if len(found) > 1:
                return _ambiguous(f"#{name}", resource.path)
            if found:
                return Location(resource.path, found[0])
        message = f"no schema in {resource.path} has `$anchor: {name}`"
        return Failure(DANGLING_REFERENCE, message, self._definition_like(resource, root, name))

    def _schema_at(self, location: Location, fragment: str) -> Location | Failure:
        value = self._library.value(location.path, location.pointer)
        if self._library.root(location.path, location.pointer) is None:
            return Failure(DANGLING_REFERENCE, f"`#{fragment}` is not inside a schema")
        if not isinstance(value, dict | bool):
            return Failure(DANGLING_REFERENCE, f"what stands at `#{fragment}` is not a schema")
        return location

    def _descend(self, path: str, start: Pointer, tokens: Sequence[str]) -> Pointer | None:
        value = self._library.value(path, start)
        pointer = start
        for token in tokens:
            step = _step(value, token)
            if step is None:
                return None
            pointer = (*pointer, step)
            value = self._library.value(path, pointer)
        return pointer

    def _suggestion(self, resource: Location, tokens: Sequence[str]) -> str | None:
        for start in dict.fromkeys((resource.pointer, ())):
            parent = self._descend(resource.path, start, tokens[:-1])
            value = None if parent is None else self._library.value(resource.path, parent)
            if isinstance(value, dict):
                close = get_close_matches(tokens[-1], value, n=1)
                if close:
                    return f"did you mean `{close[0]}`?"
        return None

    def _definition_like(self, resource: Location, root: Pointer, name: str) -> str | None:
        """Name the definition that was probably meant, wherever it is kept."""
        found: dict[str, str] = {}
        for start in ((), root, resource.pointer):
            schema = self._library.value(resource.path, start)
            for keyword in sorted(DEFINITIONS):
                members = schema.get(keyword) if isinstance(schema, dict) else None
                for key in members if isinstance(members, dict) else ():
                    found[key.casefold()] = f"#/{keyword}/{key}"
        close = get_close_matches(name.casefold(), found, n=1)
        return f"did you mean `{found[close[0]]}`?" if close else None

    def _index(self, path: str, root: Pointer) -> Index:
        location = Location(path, root)
        if location not in self._indexes:
            schema = self._library.value(path, root)
            self._indexes[location] = index_schema(schema, root, is_lenient=self._is_lenient)
        return self._indexes[location]


def _ambiguous(reference: str, path: str) -> Failure:
    message = f"`{reference}` names more than one schema in {path}"
    return Failure(DANGLING_REFERENCE, message, "give each of them a name of its own")


def _step(value: Json, token: str) -> str | int | None:
    if isinstance(value, dict):
        return token if token in value else None
    if isinstance(value, list) and _ITEM.fullmatch(token):
        return int(token) if int(token) < len(value) else None
    return None
