"""A pair of definitions -> what sides that were built before and after refuse of each other.

The only place that knows how the schemas of two versions are compared.
"""

from collections.abc import Iterator, Mapping

from interruptgen.compat.comparison import Finding
from interruptgen.compat.slots import SlotFinding, compare_definitions
from interruptgen.diff.changes import Change, Definition, Pair, SideName, Where, Witness, where_in
from interruptgen.diff.signatures import decides_alike
from interruptgen.model import Json, Schema, SlotName, Tool
from interruptgen.rules.compatibility import (
    CHANGED_FORMAT,
    MISSING_PROPERTY,
    REFUSED_PROPERTY,
    UNDECIDED_COMPATIBILITY,
    UNDECLARED_PROPERTY,
    WIDER_INPUT,
)
from interruptgen.schema.canonical import canonical

_SHOWN = 200
_LOOK = "look at both schemas and judge for yourself"
_FORMAT = "formats are not checked: code that relies on one has to be looked at"
_UNDECLARED = "a value under that key was never promised to be anything"
_FORM = "clients of the version before show a form for the older schema"

_ADVICE: Mapping[str, tuple[str, str]] = {
    MISSING_PROPERTY.code: (
        "leave it out of `required` until no side of the version before is left",
        "keep it in `required` until no client of the version before is left",
    ),
    REFUSED_PROPERTY.code: (
        "keep the property, deprecated, until nobody sends it any more",
        "first deploy clients whose schema has the property, then servers that send it",
    ),
    UNDECIDED_COMPATIBILITY.code: (_LOOK, _LOOK),
    CHANGED_FORMAT.code: (_FORMAT, _FORMAT),
    UNDECLARED_PROPERTY.code: (_UNDECLARED, _UNDECLARED),
    WIDER_INPUT.code: (_FORM, _FORM),
}
"""By the code of a rule: what helps where the newer side receives, and where the older one does."""

_ELSE = (
    "accept what was accepted before, beside what is accepted now",
    "first deploy clients that accept it, then servers that send it",
)


def compare_wire(pair: Pair) -> Iterator[Change]:
    """Find what one side may send and the other one refuses."""
    is_same = all(decides_alike(one) for one in (pair.old, pair.new))
    for found in compare_definitions(pair.old, pair.new):
        is_idle = found.flow.is_advice and found.finding.rule is UNDECIDED_COMPATIBILITY
        if not is_idle and not (is_same and found.slot == "reject"):
            yield _change(pair, found)


def _change(pair: Pair, found: SlotFinding) -> Change:
    finding, sender = found.finding, found.flow.sender
    receiver: SideName = "new" if sender == "old" else "old"
    have, want = (_shown(value) for value in _stated(finding))
    witness = finding.witness
    return Change(
        finding.rule,
        pair.subject,
        f"{found.slot}, {found.flow.route}: {found.message}",
        _where(pair, "new", found),
        slot=found.slot,
        identity=(found.fingerprint,),
        hint=_ADVICE.get(finding.rule.code, _ELSE)[sender == "new"],
        before=have if sender == "old" else want,
        after=want if sender == "old" else have,
        witness=Witness(witness.value, sender, receiver) if witness else None,
        other=_where(pair, "old", found),
    )


def _stated(finding: Finding) -> tuple[Json, Json]:
    """Return what both sides say, as a reader can compare it.

    Where one takes nothing, there is nothing to be said.
    """
    if finding.keyword == "false":
        return None, None
    if finding.suspected is MISSING_PROPERTY and isinstance(finding.want, str):
        return "not required", "required"
    return finding.have, finding.want


def _where(pair: Pair, side: SideName, found: SlotFinding) -> Where:
    schema = _schema(pair.old if side == "old" else pair.new, found.slot)
    if schema is None:
        return pair.at_old if side == "old" else pair.at_new
    return where_in(schema, found.old if side == "old" else found.new, side)


def _schema(definition: Definition, name: SlotName) -> Schema | None:
    slots = {slot.name: slot.schema for slot in definition.slots()}
    approval = definition.approval if isinstance(definition, Tool) else None
    if approval and approval.reject:
        slots["reject"] = approval.reject.schema
    return slots.get(name)


def _shown(value: Json) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
