"""What the page knows of two states, and the findings between them -> what it shows of both."""

from collections.abc import Iterable, Mapping, Sequence

from interruptgen.model import Json, JsonObject

_SECTIONS = {"interrupt": "interrupts", "approval": "tools"}

_Key = tuple[Json, Json]


def compared(
    before: Mapping[_Key, JsonObject], after: Sequence[JsonObject], findings: Sequence[JsonObject]
) -> list[JsonObject]:
    """Return each decision of `after`, then those that are only in `before`.

    Each has `before`, `after`, a `change` (`added`, `removed`, `changed` or None) and the findings
    about it. `before` is by `key`, and `findings` are those of `interruptgen diff` as JSON.
    """
    kept = {key(one) for one in after}
    gone = [one for each, one in before.items() if each not in kept]
    pairs = [(before.get(key(one)), one) for one in after]
    return [_both(old, new, findings) for old, new in [*pairs, *((one, None) for one in gone)]]


def elsewhere(decisions: Iterable[JsonObject], findings: Sequence[JsonObject]) -> list[Json]:
    """Return the findings that are about none of the decisions."""
    shown = {(_SECTIONS[str(one["kind"])], one["id"]) for one in decisions}
    return [one for one in findings if (one["kind"], one["id"]) not in shown]


def key(one: JsonObject) -> _Key:
    """Return what tells a decision from all others."""
    return one["kind"], one["id"]


def _both(
    before: JsonObject | None, after: JsonObject | None, findings: Sequence[JsonObject]
) -> JsonObject:
    one = after or before or {}
    about = (_SECTIONS[str(one["kind"])], one["id"])
    found: list[Json] = [each for each in findings if (each["kind"], each["id"]) == about]
    names = ("id", "kind", "title", "description", "package", "message")
    shown: JsonObject = {name: one[name] for name in names if name in one}
    change = _change(before, after) or ("changed" if found else None)
    return {**shown, "before": before, "after": after, "change": change, "findings": found}


def _change(before: JsonObject | None, after: JsonObject | None) -> str | None:
    if before is None:
        return "added"
    if after is None:
        return "removed"
    return None if before == after else "changed"
