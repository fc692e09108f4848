"""A schema in its file -> a copy for a bundle: its references rewritten, nothing of ours in it.

`$schema`, `$id`, anchors, definitions and `x-` keywords do not leave the compiler.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.schema.dialects import DYNAMIC_REFERENCES, Dialect, moved, translate
from interruptgen.schema.library import Library
from interruptgen.schema.references import Location
from interruptgen.schema.walk import DEFINITIONS, rebuild

_DROPPED = DEFINITIONS | {
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$schema",
    "$vocabulary",
}


@dataclass(frozen=True)
class Copied:
    """A copy, which many bundles share, so that nobody may change it.

    `class_names` are the names that the source asks for with `x-name`, by the pointer of the
    subschema in the copy.
    """

    value: Json
    class_names: Mapping[Pointer, str] = field(default_factory=dict[Pointer, str])


def copied(
    library: Library, location: Location, names: Mapping[tuple[Location, str], str]
) -> Copied:
    """Copy the schema at `location`.

    `names` are the members of the bundle that the references in it lead to, by the location of
    the schema that refers and the keyword by which it does.
    """
    copy = _Copy(library, names)
    return Copied(copy.of(location, ()), copy.class_names)


@dataclass(frozen=True)
class _Copy:
    library: Library
    names: Mapping[tuple[Location, str], str]
    class_names: dict[Pointer, str] = field(default_factory=dict[Pointer, str])

    def of(self, location: Location, to: Pointer) -> Json:
        """Copy the schema at `location` to the pointer `to` of the copy."""
        schema = self.library.value(location.path, location.pointer)
        if not isinstance(schema, dict):
            return schema
        wanted = schema.get("x-name")
        if isinstance(wanted, str):
            self.class_names[to] = wanted
        kept = {
            keyword: value
            for keyword, value in schema.items()
            if keyword not in _DROPPED and not keyword.startswith("x-")
        }
        dialect = self.library.dialect(location.path, location.pointer) or Dialect.DRAFT_2020_12
        copy = rebuild(
            kept,
            lambda below, _: self.of(
                Location(location.path, location.pointer + below), to + moved(below, kept, dialect)
            ),
        )
        self._refer(copy, location)
        return translate(copy, dialect)

    def _refer(self, copy: JsonObject, location: Location) -> None:
        """Let the copy of a schema refer to members of the bundle."""
        for keyword in ("$ref", *DYNAMIC_REFERENCES.values()):
            name = self.names.get((location, keyword))
            if name is None:
                continue
            reference = f"#/$defs/{name}"
            if keyword != "$ref" and "$ref" in copy:
                parts = copy.get("allOf", [])
                others = parts if isinstance(parts, list) else []
                copy["allOf"] = [*others, {"$ref": reference}]
            else:
                copy["$ref"] = reference
