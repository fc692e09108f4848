"""Interrupt ids that come back -> what they prove about the answers, or why they prove nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from interruptgen_runtime.core.continuation import Continuation, read_continuation
from interruptgen_runtime.core.contract import ToolContract
from interruptgen_runtime.core.dates import date_text
from interruptgen_runtime.core.keys import KeyRing
from interruptgen_runtime.core.proof import OUTSIDE, Claim, ProofKind, Scope, open_id
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.core.resume.pending import PendingInterrupt
from interruptgen_runtime.server.conversation import Conversation, ToolCall
from interruptgen_runtime.server.drift import interrupt_drift, tool_drift
from interruptgen_runtime.server.opened import (
    EarlierCall,
    Opened,
    Place,
    Question,
    ResumeRequest,
    Ticket,
)
from interruptgen_runtime.server.refusal import Complaints
from interruptgen_runtime.server.sealing import (
    call_digest,
    display_digest,
    repeated_question_digest,
    turn_digest,
)
from interruptgen_runtime.server.versions import ToolAsked, interrupt_asked, tool_asked


@record()
class _Found:
    """An entry whose proof holds, with the call or the question that it is about."""

    claim: Claim
    record: PendingInterrupt
    call: ToolCall | None = None
    asked: ToolAsked | None = None
    question: Question | None = None


def open_sealed(request: ResumeRequest, scope: Scope, ring: KeyRing) -> Opened:
    """Find out what the entries answer from the proofs in their ids.

    Raises `ResumeRefused`; until all proofs hold, it says the same about every id.
    """
    complaints = Complaints(request.correlation, request.entries)
    if not request.ours:
        return _without_proofs(request, complaints)
    entries = {entry.interrupt_id: entry for entry in reversed(request.ours)}
    claims = _claims(entries, scope, ring, complaints)
    found = _look_up(request, entries, claims, complaints)
    calls = _open_calls(request.conversation, found)
    if calls is None:
        raise complaints.every_item("conflict", "was about other tool calls than the history has")
    _check_complete(list(claims.values()), complaints)
    return _opened(request, found, calls)


def _without_proofs(request: ResumeRequest, complaints: Complaints) -> Opened:
    """Open answers to other producers' interrupts alone: they prove nothing about any call.

    Where an approval is due in the history, its answer has been left out.
    """
    if any(map(request.toolbox.is_gated, request.conversation.unfinished())):
        raise complaints.incomplete()
    return Opened(pending=(), calls=(), tools={})


def _claims(
    entries: Mapping[str, ResumeEntry], scope: Scope, ring: KeyRing, complaints: Complaints
) -> dict[str, Claim]:
    claims: dict[str, Claim] = {}
    for interrupt_id in entries:
        claim = open_id(interrupt_id, scope, ring)
        if claim is None:
            complaints.item(interrupt_id, "unknown-interrupt", "is not known here")
        else:
            claims[interrupt_id] = claim
    complaints.raise_if_any()
    return claims


def _look_up(
    request: ResumeRequest,
    entries: Mapping[str, ResumeEntry],
    claims: Mapping[str, Claim],
    complaints: Complaints,
) -> dict[str, _Found]:
    calls = _calls_by_digest(request.conversation, claims.values())
    found: dict[str, _Found] = {}
    for interrupt_id, claim in claims.items():
        if claim.expires <= request.now:
            complaints.item(interrupt_id, "expired", "has expired")
            continue
        place = Place(interrupt_id, request.correlation, date_text(claim.expires))
        if claim.kind is ProofKind.GENERIC:
            result = _look_up_question(request, entries[interrupt_id], claim, place, complaints)
        else:
            result = _look_up_call(request, calls.get(claim.subject), claim, place, complaints)
        if result is not None:
            found[interrupt_id] = result
    complaints.raise_if_any()
    return found


def _calls_by_digest(conversation: Conversation, claims: Iterable[Claim]) -> dict[bytes, ToolCall]:
    """Find the calls that claims are about, the most recent first."""
    wanted = {claim.subject for claim in claims if claim.kind is not ProofKind.GENERIC}
    found: dict[bytes, ToolCall] = {}
    for call in reversed(conversation.calls.values()):
        if len(found) == len(wanted):
            break
        digest = call_digest(call)
        if digest in wanted:
            found[digest] = call
    return found


def _look_up_call(
    request: ResumeRequest,
    call: ToolCall | None,
    claim: Claim,
    place: Place,
    complaints: Complaints,
) -> _Found | None:
    if call is None:
        complaints.item(place.interrupt_id, "conflict", "was about another tool call")
        return None
    tool = request.toolbox.definition(call)
    asked = tool_asked(tool, claim.definition) if tool else None
    if asked is None:
        text = tool_drift(call.name, tool, claim.definition)
        complaints.item(place.interrupt_id, "stale", text)
        return None
    if claim.kind is ProofKind.APPROVAL:
        return _Found(claim, place.approval(call, asked.tool), call, asked)
    if asked.tool.asks(call.arguments) and not claim.approved:
        complaints.item(place.interrupt_id, "conflict", "was never approved")
        return None
    return _Found(claim, place.client_tool(call, asked.tool), call, asked)


def _look_up_question(
    request: ResumeRequest,
    entry: ResumeEntry,
    claim: Claim,
    place: Place,
    complaints: Complaints,
) -> _Found | None:
    asked = read_continuation(entry.metadata)
    if not isinstance(asked, Continuation) or not _is_asked(asked, claim, entry.is_plain):
        complaints.item(place.interrupt_id, "conflict", "was another question")
        return None
    definition = request.interrupts.get(asked.definition_id)
    version = interrupt_asked(definition, claim.definition) if definition else None
    if definition is None or version is None:
        text = interrupt_drift(asked.definition_id, definition, claim.definition)
        complaints.item(place.interrupt_id, "stale", text)
        return None
    if version.hashes != (asked.payload_schema_hash, asked.response_schema_hash):
        text = f"repeats other schemas than interrupt {asked.definition_id} has"
        complaints.item(place.interrupt_id, "stale", text)
        return None
    question = Question(definition, asked.key, claim.index, version.version)
    return _Found(claim, place.question(asked, version), question=question)


def _is_asked(asked: Continuation, claim: Claim, plain: bool) -> bool:
    """Tell whether a claim is about this question; `plain` says that it is known to be plain."""
    subject, display = repeated_question_digest(asked, plain), display_digest(asked.payload, plain)
    return (subject, display) == (claim.subject, claim.display)


def _open_calls(
    conversation: Conversation, found: Mapping[str, _Found]
) -> tuple[ToolCall, ...] | None:
    """Return the calls that were open at the pause, or nothing if the history has others.

    Those are the calls without a result and those that entries are about. An answer that is sent
    again after a failure finds results of their siblings in the history, too.
    """
    turns = {item.claim.turn for item in found.values()}
    about = {item.call.id for item in found.values() if item.call is not None}
    about |= {call.id for call in conversation.unfinished()}
    calls = _with_ids(conversation, about)
    if turns == {turn_digest(calls)}:
        return calls
    calls = _with_ids(conversation, about | {call.id for call in conversation.last_turn()})
    return calls if turns == {turn_digest(calls)} else None


def _with_ids(conversation: Conversation, ids: set[str]) -> tuple[ToolCall, ...]:
    return tuple([call for call in conversation.calls.values() if call.id in ids])


def _check_complete(claims: Sequence[Claim], complaints: Complaints) -> None:
    due = {claim.index for claim in claims if claim.index != OUTSIDE}
    batches = {(claim.nonce, claim.size) for claim in claims}
    if len(batches) != 1 or due != set(range(claims[0].size)):
        raise complaints.incomplete()


def _opened(
    request: ResumeRequest, found: Mapping[str, _Found], calls: tuple[ToolCall, ...]
) -> Opened:
    claim = next(iter(found.values())).claim
    approved = {
        item.call.id: item.claim for item in found.values() if item.call and item.claim.approved
    }
    return Opened(
        pending=tuple([item.record for item in found.values()]),
        calls=calls,
        tools=_contracts(found),
        questions={key: item.question for key, item in found.items() if item.question},
        approved=frozenset(approved),
        edited=frozenset([call_id for call_id, claim in approved.items() if claim.edits]),
        earlier_calls=_earlier_calls(found),
        ticket=Ticket(claim.nonce, max([item.claim.expires for item in found.values()])),
    )


def _earlier_calls(found: Mapping[str, _Found]) -> dict[str, EarlierCall]:
    return {
        item.call.id: EarlierCall(interrupt_id, item.asked.version)
        for interrupt_id, item in found.items()
        if item.call and item.asked and item.asked.version
    }


def _contracts(found: Mapping[str, _Found]) -> dict[str, ToolContract]:
    """Return the contracts of the tools; edits need the proof's leave and the definition's."""
    contracts: dict[str, ToolContract] = {}
    for item in found.values():
        tool = item.asked.tool if item.asked else None
        if tool is not None and item.claim.kind is ProofKind.APPROVAL:
            edits = tool.allow_edits and item.claim.edits
            unchanged = edits == tool.contract.allow_edits
            contract = tool.contract if unchanged else replace(tool.contract, allow_edits=edits)
            contracts[tool.name] = contract
        elif tool is not None:
            contracts.setdefault(tool.name, tool.contract)
    return contracts
