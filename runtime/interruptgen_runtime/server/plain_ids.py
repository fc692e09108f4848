"""Interrupt ids as TanStack AI makes them, which prove nothing: for `trust="unsafe"` only."""

from collections.abc import Iterator
from typing import Final

from interruptgen_runtime.core.batch import ApprovalAsked, Asked, ClientToolAsked, IdMaker
from interruptgen_runtime.core.continuation import (
    Continuation,
    InvalidContinuation,
    read_continuation,
)
from interruptgen_runtime.core.dates import parse_date
from interruptgen_runtime.core.registry import AnyInterrupt
from interruptgen_runtime.core.resume.pending import PendingInterrupt
from interruptgen_runtime.server.conversation import DENIAL, ToolCall
from interruptgen_runtime.server.opened import Opened, Place, Question, ResumeRequest
from interruptgen_runtime.server.refusal import Complaints
from interruptgen_runtime.server.versions import InterruptAsked, interrupt_with

_APPROVAL: Final = "approval_"
_CLIENT_TOOL: Final = "client_tool_"


def plain_ids(nonce: bytes) -> IdMaker:
    """Return what names the interrupts of a batch after their calls, and questions at random."""

    def make(asked: Asked, index: int) -> str:
        match asked:
            case ApprovalAsked(call_id=call_id):
                return f"{_APPROVAL}{call_id}"
            case ClientToolAsked(call_id=call_id):
                return f"{_CLIENT_TOOL}{call_id}"
            case _:
                return f"interrupt-{nonce.hex()}-{index}"

    return make


def open_unproven(request: ResumeRequest) -> Opened:
    """Rebuild what was pending from the history and the answers, and believe both.

    Raises `ResumeRefused` if a question cannot be rebuilt.
    """
    ids = {entry.interrupt_id for entry in request.ours}
    calls = _pending_calls(request, ids)
    questions, records = _questions(request)
    return Opened(
        pending=(*_call_records(request, calls, ids), *records),
        calls=tuple(call for call in calls if _is_open(request, call, ids)),
        tools={name: tool.contract for name, tool in request.toolbox.definitions.items()},
        questions=questions,
        approved=frozenset(call.id for call in calls if f"{_CLIENT_TOOL}{call.id}" in ids),
    )


def _pending_calls(request: ResumeRequest, ids: set[str]) -> tuple[ToolCall, ...]:
    """Return unfinished calls, and those that answers name whether or not they have a result."""
    conversation = request.conversation
    unfinished = {call.id for call in conversation.unfinished()}
    return tuple(
        call
        for call in conversation.calls.values()
        if call.id in unfinished or f"{_APPROVAL}{call.id}" in ids or _client_id(call) in ids
    )


def _is_open(request: ResumeRequest, call: ToolCall, ids: set[str]) -> bool:
    """Tell whether a call still needs a result: an approved one may have run already."""
    return request.conversation.result(call.id) in (None, DENIAL) or _client_id(call) in ids


def _call_records(
    request: ResumeRequest, calls: tuple[ToolCall, ...], ids: set[str]
) -> Iterator[PendingInterrupt]:
    toolbox = request.toolbox
    for call in calls:
        tool = toolbox.definition(call)
        if tool is None:
            continue
        is_client_s = tool.runs_on == "client"
        if is_client_s and _client_id(call) in ids:
            yield Place(_client_id(call), request.correlation).client_tool(call, tool)
        elif toolbox.is_gated(call):
            yield Place(f"{_APPROVAL}{call.id}", request.correlation).approval(call, tool)
        elif is_client_s and toolbox.problem(call) is None:
            yield Place(_client_id(call), request.correlation).client_tool(call, tool)


def _client_id(call: ToolCall) -> str:
    return f"{_CLIENT_TOOL}{call.id}"


def _questions(
    request: ResumeRequest,
) -> tuple[dict[str, Question], tuple[PendingInterrupt, ...]]:
    questions: dict[str, Question] = {}
    records: list[PendingInterrupt] = []
    complaints = Complaints(request.correlation, request.entries)
    for entry in request.ours:
        asked = read_continuation(entry.metadata)
        if asked is None or entry.interrupt_id in questions:
            continue
        if isinstance(asked, InvalidContinuation):
            raise complaints.whole("stale", asked.message)
        definition = request.interrupts.get(asked.definition_id)
        hashes = (asked.payload_schema_hash, asked.response_schema_hash)
        version = interrupt_with(definition, *hashes) if definition else None
        problem = _problem(asked, definition, version, questions)
        if definition is None or version is None or problem is not None:
            raise complaints.whole("stale", problem or "")
        place = Place(entry.interrupt_id, request.correlation, asked.expires_at)
        questions[entry.interrupt_id] = Question(
            definition, asked.key, asked.batch_index, version.version
        )
        records.append(place.question(asked, version))
    return questions, tuple(records)


def _problem(
    asked: Continuation,
    definition: AnyInterrupt | None,
    version: InterruptAsked | None,
    questions: dict[str, Question],
) -> str | None:
    if definition is None:
        return f"Generic interrupt {asked.definition_id} is not registered."
    if any(question.place == asked.batch_index for question in questions.values()):
        return "Two generic interrupts have the same place in the batch."
    if version is None:
        return f"Generic interrupt {asked.definition_id} does not match its definition."
    texts = (asked.key, asked.reason, asked.message)
    has_date = asked.expires_at is None or parse_date(asked.expires_at) is not None
    if not has_date or not all(text.strip() for text in texts):
        return f"Generic interrupt {asked.definition_id} cannot be rebuilt."
    return None
