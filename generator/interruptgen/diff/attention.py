"""A pair of definitions -> what is not as it was of what stands outside of their schemas."""

from collections.abc import Iterator, Mapping

from interruptgen.diagnostics import Rule
from interruptgen.diff.changes import Change, Pair, SideName
from interruptgen.diff.places import Sources
from interruptgen.model import Json
from interruptgen.rules.changes_for_people import (
    CHANGED_DESCRIPTION,
    CHANGED_EXAMPLES,
    CHANGED_EXPIRY,
    CHANGED_MESSAGE,
    CHANGED_REASON,
)
from interruptgen.schema.canonical import canonical

_KEYS: Mapping[str, tuple[Rule, str | None]] = {
    "message": (CHANGED_MESSAGE, "people decide on this text: see that it still says what happens"),
    "reason": (CHANGED_REASON, "clients may choose what they show by it"),
    "expiresAfter": (
        CHANGED_EXPIRY,
        "decisions that are pending keep the time that they were given",
    ),
    "title": (CHANGED_DESCRIPTION, None),
    "description": (CHANGED_DESCRIPTION, None),
    "annotations": (CHANGED_DESCRIPTION, None),
    "icons": (CHANGED_DESCRIPTION, None),
    "_meta": (CHANGED_DESCRIPTION, None),
    "examples": (CHANGED_EXAMPLES, None),
    "rejects": (CHANGED_EXAMPLES, None),
}
"""The keys outside of schemas, what a change of each is, and what to think of."""

_SHOWN = 200


def compare_attention(pair: Pair, sources: Sources) -> Iterator[Change]:
    """Find changes of what is shown, and of what says how."""
    before, after = sources.block("old", pair.old), sources.block("new", pair.new)
    for key in _KEYS:
        if before.get(key) != after.get(key):
            yield _text(pair, key, before.get(key), after.get(key))


def _text(pair: Pair, key: str, before: Json, after: Json) -> Change:
    rule, hint = _KEYS[key]
    done = "was added" if before is None else "was removed" if after is None else "was changed"
    side: SideName = "old" if after is None else "new"
    return Change(
        rule,
        pair.subject,
        f"`{key}` of {pair.subject.label} {done}",
        pair.inside(side, key),
        identity=(key, _shown(before) or "", _shown(after) or ""),
        hint=hint,
        before=_shown(before),
        after=_shown(after),
        other=None if before is None or after is None else pair.inside("old", key),
    )


def _shown(value: Json) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
