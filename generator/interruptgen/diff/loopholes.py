"""A tool's input before and after, and a condition -> calls that are new and not asked about.

A condition asks about what it names. Where the input has that no longer, or takes more there than
it did, calls can pass that nobody thought of when the condition was written.
"""

import json
from collections.abc import Iterator

from interruptgen.compat.applied import all_in_place, certain
from interruptgen.compat.comparison import Verdict
from interruptgen.compat.nodes import Interner, Node, Side
from interruptgen.diff.judging import includes
from interruptgen.model import Json, JsonObject

_SHOWN = 60


def loopholes(before: JsonObject, after: JsonObject, condition: JsonObject) -> Iterator[str]:
    """Yield a sentence for each property that the condition names and that has become one."""
    had, has = set(_mentioned(before)), set(_mentioned(after))
    for name in dict.fromkeys(_mentioned(condition)):
        if name in had and name not in has:
            yield f"the condition asks about `{name}`, which the input has no longer"
    old, new = _properties(before), _properties(after)
    for name, asked in _properties(condition).items():
        if name in old and name in new:
            yield from _wider(name, (before, after, condition), old[name], new[name], asked)
            is_free = _requires(before, name) and not _requires(after, name)
            if is_free and _requires(condition, name):
                yield f"`{name}` may be missing now, and nobody is asked about such a call"


def _wider(
    name: str,
    documents: tuple[JsonObject, JsonObject, JsonObject],
    old: Json,
    new: Json,
    asked: Json,
) -> Iterator[str]:
    """Yield a value that a property may have now, and that is neither asked about nor old."""
    before, after, condition = (_members(one) for one in documents)
    if (old, before) == (new, after) or before.keys() & condition.keys():
        return
    known: JsonObject = {"anyOf": [old, asked], "$defs": {**before, **condition}}
    found = includes(known, {"allOf": [new], "$defs": after})
    if found.verdict is Verdict.FAILS:
        shown = next(one.witness for one in found.findings if one.witness)
        text = json.dumps(shown.value, ensure_ascii=False)
        cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        yield f"`{name}` may be `{cut}` now, and nobody is asked about such a call"


def _requires(document: JsonObject, name: str) -> bool:
    return any(name in _listed(node.keywords.get("required")) for node in certain(_root(document)))


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _mentioned(document: JsonObject) -> Iterator[str]:
    """Yield the properties that a document names, in one of its alternatives at least."""
    root = _root(document)
    for node in (root, *all_in_place(root)):
        yield from node.named("properties")


def _properties(document: JsonObject) -> JsonObject:
    """Return the schemas of the properties that are judged in any case."""
    found: dict[str, list[Json]] = {}
    for node in certain(_root(document)):
        for name, inner in node.named("properties").items():
            found.setdefault(name, []).append(inner.schema)
    return {name: {"allOf": schemas} for name, schemas in found.items()}


def _root(document: JsonObject) -> Node:
    return Side(document, Interner()).root()


def _members(document: JsonObject) -> JsonObject:
    members = document.get("$defs")
    return members if isinstance(members, dict) else {}
