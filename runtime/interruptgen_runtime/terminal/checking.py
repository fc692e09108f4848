"""A JSON Schema that came from a server -> what it says about an answer, as far as it can be asked.

Nothing in it is trusted: it may be broken, or so made that checking would take for ever.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from interruptgen_runtime.core.canonical import canonical, digest
from interruptgen_runtime.core.errors import BrokenSchema, Issue, NotJson
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.schema import UntypedSchema
from interruptgen_runtime.terminal.form.resolving import Node, keywords, target

_MOST_TEXT: Final = 500_000
_MOST_WORK: Final = 200_000
"""How many subschemas a schema may have, each counted as often as it is referred to."""


Path: TypeAlias = tuple[str, ...]
"""Names of members and places of items, from the whole answer to a part of it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with an answer, and where in it; another answer may not help."""

    path: Path
    message: str
    mendable: bool = True


Check: TypeAlias = Callable[[Json], tuple[Problem, ...]]


def check_of(schema: Json) -> Check | None:
    """Return the check that a schema asks for; `None` where it cannot be used."""
    try:
        text = canonical(schema)
    except NotJson:
        return None
    return _compiled(text)


def leaf_check(node: Node) -> Check | None:
    """Return the check of one value without its surroundings; `None` where it needs them."""
    rules = keywords(node)
    return None if rules is None else check_of(rules)


@lru_cache(maxsize=256)
def _compiled(text: str) -> Check | None:
    schema = UntypedSchema(text=text, hash=digest(text))
    if len(text) > _MOST_TEXT or not _is_affordable(schema.document):
        return None
    try:
        schema.check(None)
    except BrokenSchema:
        return None

    def check(value: Json) -> tuple[Problem, ...]:
        return tuple(map(_problem, schema.issues(value)))

    return check


def _problem(issue: Issue) -> Problem:
    return Problem(tuple(map(str, issue.path)), issue.message)


def _is_affordable(schema: Json) -> bool:
    try:
        return _Work(schema).of(schema) <= _MOST_WORK
    except RecursionError:
        return False


class _Work:
    """Counts the subschemas that checking visits; one inside itself counts once."""

    def __init__(self, root: Json) -> None:
        self._root = root
        self._known: dict[str, int] = {}

    def of(self, value: Json) -> int:
        """Return how many subschemas a part of the document leads to."""
        if isinstance(value, list):
            return sum(map(self.of, value))
        if not isinstance(value, dict):
            return 0
        reference = value.get("$ref")
        there = self._behind(reference) if isinstance(reference, str) else 0
        return 1 + there + sum(self.of(one) for name, one in value.items() if name != "$defs")

    def _behind(self, reference: str) -> int:
        if reference not in self._known:
            self._known[reference] = 1
            self._known[reference] = self.of(target(reference, self._root))
        return self._known[reference]
