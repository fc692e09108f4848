"""Two versions of a definition -> what the change breaks for the values that flow between them.

A payload flows from the server to the client: what a new server sends has to please a client of the
version before. A response flows back: what a client of the version before sends has to please the
new server. Each slot has its flows in one table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from interruptgen.compat.comparing import compare
from interruptgen.compat.comparison import Finding
from interruptgen.compat.wording import Version, worded
from interruptgen.diagnostics import Severity
from interruptgen.model import (
    Approval,
    Interrupt,
    Json,
    JsonObject,
    Model,
    Pointer,
    Schema,
    Section,
    SlotName,
    Tool,
)
from interruptgen.rules.compatibility import (
    ADVISORIES,
    UNDECIDED_COMPATIBILITY,
    UNMET_SCHEMA,
    WIDER_INPUT,
)
from interruptgen.schema.canonical import hash_json


@dataclass(frozen=True)
class Flow:
    """A way of a value: which version of the definition its sender knows, and between whom.

    `is_advice` is true where a sender that goes beyond the receiver's schema breaks nothing.
    """

    sender: Version
    route: str
    is_advice: bool = False


_TO_CLIENT: Final = Flow("new", "server to client")
_TO_SERVER: Final = Flow("old", "client to server")
_TO_FORM: Final = Flow("new", "server to the person's form", is_advice=True)

_INTERRUPT: Final[Mapping[SlotName, tuple[Flow, ...]]] = {
    "payload": (_TO_CLIENT,),
    "response": (_TO_SERVER,),
}
_SERVER_TOOL: Final[Mapping[SlotName, tuple[Flow, ...]]] = {
    "input": (Flow("old", "model and person to server"), _TO_FORM),
    "output": (Flow("new", "server to model"),),
    "approve": (_TO_SERVER,),
    "reject": (_TO_SERVER,),
}
_CLIENT_TOOL: Final[Mapping[SlotName, tuple[Flow, ...]]] = {
    **_SERVER_TOOL,
    "input": (_TO_CLIENT,),
    "output": (_TO_SERVER,),
}


@dataclass(frozen=True)
class SlotFinding:
    """A finding about a slot of a definition that both versions have.

    `old` and `new` are the places in the two documents of the slot; `finding.a` is the sender's of
    the two, and `finding.witness` a value that the sender may send and the receiver refuses.
    """

    section: Section
    definition: str
    slot: SlotName
    flow: Flow
    severity: Severity
    message: str
    old: Pointer
    new: Pointer
    finding: Finding

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that stay the same while the same thing is wrong."""
        told = self.finding
        path: list[Json] = ["" if token is None else token for token in told.path]
        where: list[Json] = [self.section, self.definition, self.slot, self.flow.sender]
        what: list[Json] = [told.suspected.code, path, told.keyword, told.have, told.want]
        return hash_json([*where, *what])[7:23]


def compare_models(old: Model, new: Model) -> Iterator[SlotFinding]:
    """Yield the findings about every definition that both models have, in the order of `old`."""
    after = {(one.section, one.id): one for one in _definitions(new)}
    for before in _definitions(old):
        now = after.get((before.section, before.id))
        if now is not None:
            yield from compare_definitions(before, now)


def compare_definitions(old: Interrupt | Tool, new: Interrupt | Tool) -> Iterator[SlotFinding]:
    """Yield the findings about the slots of two versions of one definition.

    The flows are those of the new version, where a tool runs on another side than before.
    """
    before, after = _schemas(old), _schemas(new)
    for slot, flows in _flows(new).items():
        one, other = before.get(slot), after.get(slot)
        if (one and one.hash) == (other and other.hash):
            continue
        for flow in flows:
            for finding in _compared(one, other, slot, flow):
                yield _told(new, slot, flow, finding)


def _definitions(model: Model) -> Iterator[Interrupt | Tool]:
    for package in model.packages:
        yield from package.definitions()


def _flows(definition: Interrupt | Tool) -> Mapping[SlotName, tuple[Flow, ...]]:
    if isinstance(definition, Interrupt):
        return _INTERRUPT
    return _SERVER_TOOL if definition.runs_on == "server" else _CLIENT_TOOL


def _schemas(definition: Interrupt | Tool) -> dict[SlotName, Schema]:
    """Return the schema of each slot; one that serves both decisions is in both places."""
    found: dict[SlotName, Schema] = {slot.name: slot.schema for slot in definition.slots()}
    approval: Approval | None = definition.approval if isinstance(definition, Tool) else None
    if approval and approval.approve:
        found["approve"] = approval.approve.schema
    if approval and approval.reject:
        found["reject"] = approval.reject.schema
    return found


def _compared(
    old: Schema | None, new: Schema | None, slot: SlotName, flow: Flow
) -> Iterator[Finding]:
    sent, received = (old, new) if flow.sender == "old" else (new, old)
    if slot in {"approve", "reject"} and (sent is None or received is None):
        yield from compare(decision(sent), decision(received)).findings
        return
    if received is None:
        return
    found = compare(sent.document if sent else {}, received.document)
    if sent is not None:
        yield from found.findings
        return
    for finding in found.findings[:1]:
        is_shown = finding.witness is not None
        rule = UNMET_SCHEMA if is_shown else finding.rule
        yield replace(finding, rule=rule, suspected=UNMET_SCHEMA, have=None, path=())


def decision(schema: Schema | None) -> JsonObject:
    """Return a document for what a decision carries: a payload if it has a schema, else nothing."""
    if schema is None:
        return {"type": "object", "additionalProperties": False}
    inner = {keyword: value for keyword, value in schema.document.items() if keyword != "$defs"}
    return {
        "type": "object",
        "properties": {"payload": inner},
        "required": ["payload"],
        "additionalProperties": False,
        "$defs": schema.document.get("$defs", {}),
    }


def _told(definition: Interrupt | Tool, slot: SlotName, flow: Flow, found: Finding) -> SlotFinding:
    finding = found
    if flow.is_advice and found.rule not in {*ADVISORIES, UNDECIDED_COMPATIBILITY}:
        finding = replace(found, rule=WIDER_INPUT)
    is_note = flow.is_advice or finding.rule in ADVISORIES
    return SlotFinding(
        section=definition.section,
        definition=definition.id,
        slot=slot,
        flow=flow,
        severity=Severity.NOTE if is_note else finding.rule.severity,
        message=worded(finding, flow.sender),
        old=finding.a if flow.sender == "old" else finding.b,
        new=finding.b if flow.sender == "old" else finding.a,
        finding=finding,
    )
