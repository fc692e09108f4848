"""A place in a schema -> the keywords that hold there, its references followed."""

from dataclasses import dataclass
from typing import Final

from interruptgen_runtime.core.json_types import Json, JsonObject

_FARTHEST: Final = 32
"""How many references are followed from one place."""


@dataclass(frozen=True, slots=True)
class Node:
    """A schema, and the document that its references lead into."""

    schema: Json
    root: Json

    def at(self, schema: Json) -> "Node":
        """Return another schema of the same document."""
        return Node(schema, self.root)


def document(schema: Json) -> Node:
    """Return the node of a whole document."""
    return Node(schema, schema)


def keywords(node: Node) -> JsonObject | None:
    """Return what holds at a node: references and `allOf` are followed as far as they can be.

    `None` where there is more to it than a form can ask for, and for a boolean schema.
    """
    schema = node.schema
    for _ in range(_FARTHEST):
        if not isinstance(schema, dict) or "$dynamicRef" in schema:
            return None
        if "$ref" in schema:
            schema = _followed(schema, node.root)
        elif "allOf" in schema:
            schema = _joined(schema, node)
        else:
            return schema
    return None


def merged(first: JsonObject, second: JsonObject) -> JsonObject:
    """Return the keywords of two schemas that both hold; of one that both have, the second's."""
    both: JsonObject = {**first, **second}
    ours, theirs = first.get("properties"), second.get("properties")
    if isinstance(ours, dict) and isinstance(theirs, dict):
        both["properties"] = {**ours, **theirs}
    mine, yours = first.get("required"), second.get("required")
    if isinstance(mine, list) and isinstance(yours, list):
        both["required"] = [*mine, *(name for name in yours if name not in mine)]
    return both


def _followed(schema: JsonObject, root: Json) -> Json:
    beside: JsonObject = {name: value for name, value in schema.items() if name != "$ref"}
    found = target(schema["$ref"], root)
    return merged(found, beside) if isinstance(found, dict) else None


def target(reference: Json, root: Json) -> Json:
    """Return what a JSON Pointer leads to; `None` for other references and for what is missing."""
    if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
        return None
    found = root
    for step in reference.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        found = found.get(name) if isinstance(found, dict) else None
    return found


def _joined(schema: JsonObject, node: Node) -> Json:
    both: JsonObject = {name: value for name, value in schema.items() if name != "allOf"}
    parts = schema["allOf"]
    if not isinstance(parts, list) or len(parts) > _FARTHEST:
        return None
    for part in parts:
        if not isinstance(part, dict):
            return None
        one = _followed(part, node.root) if "$ref" in part else part
        if not isinstance(one, dict) or "allOf" in one or "$ref" in one:
            return None
        both = merged(one, both)
    return both
