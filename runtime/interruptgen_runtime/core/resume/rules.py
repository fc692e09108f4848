"""The rules that answers have to keep, each a function; the tables at the end are their order.

The order, the codes and the texts are those of TanStack AI's `validateInterruptResumeBatch`. What
goes beyond it: schemas always validate, and `allow_edits` is enforced.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import FirstPartyBinding
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.dates import parse_date
from interruptgen_runtime.core.errors import NotJson
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.resume.answer import ApprovalAnswer, ClientToolAnswer, GenericAnswer
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.core.resume.finding import Finding, Findings, findings_of
from interruptgen_runtime.core.resume.pending import PendingInterrupt, ResumeBatch

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Rule(Generic[S]):
    """A check, and whether the checks after it make no sense once it has found something."""

    check: Callable[[S], Findings]
    stops: bool = False


def apply(rules: Iterable[Rule[S]], subject: S) -> tuple[Findings, bool]:
    """Return what the rules find, and whether one of them stopped."""
    found: Findings = ()
    for rule in rules:
        new = rule.check(subject)
        if new:
            found += new
            if rule.stops:
                return found, True
    return found, False


@record()
class Waiting:
    """A pending interrupt in its batch, whether or not there is an entry for it."""

    batch: ResumeBatch
    pending: PendingInterrupt


def stale_correlation(waiting: Waiting) -> Findings:
    """The binding belongs to another run, generation or interrupt."""
    binding, expected = waiting.pending.binding, waiting.batch.correlation
    actual = (binding.interrupted_run_id, binding.generation, binding.content.interrupt_id)
    interrupt_id = waiting.pending.interrupt_id
    if actual != (expected.interrupted_run_id, expected.generation, interrupt_id):
        message = f"Interrupt {interrupt_id} has stale correlation metadata."
        return (Finding("stale", message, "server"),)
    return ()


def past_expiry(waiting: Waiting) -> Findings:
    """The time for an answer is over, also for a cancellation, or cannot be read."""
    expires_at = waiting.pending.binding.content.expires_at
    if expires_at is None:
        return ()
    moment = parse_date(expires_at)
    subject = f"Interrupt {waiting.pending.interrupt_id}"
    if moment is None:
        return (Finding("invalid-payload", f"{subject} has an invalid expiresAt.", "server"),)
    if moment <= waiting.batch.now:
        return (Finding("expired", f"{subject} has expired.", "server"),)
    return ()


def changed_response_schema(waiting: Waiting) -> Findings:
    """The descriptor's response schema is not the one that the binding was made for."""
    pending = waiting.pending
    if pending.response_schema_hash != pending.binding.content.response_schema_hash:
        message = f"Interrupt {pending.interrupt_id} response schema no longer matches its binding."
        return (Finding("invalid-response-schema", message, "server"),)
    return ()


def not_json(entry: ResumeEntry) -> Findings:
    """The entry holds something that JavaScript cannot carry."""
    if entry.is_plain:
        return ()
    try:
        _ = entry.canonical
    except NotJson as error:
        message = f"Interrupt {entry.interrupt_id} answer is not JSON: {error}"
        return (Finding("invalid-payload", message),)
    return ()


def unknown_status(entry: ResumeEntry) -> Findings:
    """The entry is neither resolved nor cancelled."""
    if entry.status not in ("resolved", "cancelled"):
        status = _status_text(entry.status)
        message = f"Interrupt {entry.interrupt_id} has invalid status {status}."
        return (Finding("invalid-payload", message),)
    return ()


def _status_text(status: Json | Absent) -> str:
    if status is ABSENT:
        return "undefined"
    return status if isinstance(status, str) else canonical(status)


def stale_definition(pending: PendingInterrupt) -> Findings:
    """The binding of a generic interrupt names another definition, key or place."""
    binding, contract = pending.binding.content, pending.generic
    if contract is None:
        return ()
    if (
        not isinstance(binding, FirstPartyBinding)
        or (binding.definition_id, binding.key) != (contract.definition_id, contract.key)
        or binding.interrupt_id != pending.interrupt_id
        or binding.batch_index < 0
    ):
        message = f"Generic interrupt {pending.interrupt_id} has stale definition metadata."
        return (Finding("stale", message, "server"),)
    return ()


def payload_of_cancelled(entry: ResumeEntry) -> Findings:
    """A cancellation carries a payload; null is one."""
    if entry.payload is not ABSENT:
        message = f"Cancelled interrupt {entry.interrupt_id} must not include a payload."
        return (Finding("invalid-payload", message),)
    return ()


def refused_response(answer: GenericAnswer) -> Findings:
    """The response schema refuses the answer."""
    label = f"Interrupt {answer.entry.interrupt_id} payload is invalid"
    return findings_of(answer.response, "invalid-payload", label)


def changed_output_schema(answer: ClientToolAnswer) -> Findings:
    """The tool has another output schema than at the pause."""
    if answer.tool.output_hash != answer.binding.output_schema_hash:
        message = f"Tool {answer.binding.tool_name} output schema has changed."
        return (Finding("stale", message, "server"),)
    return ()


def refused_output(answer: ClientToolAnswer) -> Findings:
    """The output schema refuses the output."""
    label = f"Tool {answer.binding.tool_name} output is invalid"
    return findings_of(answer.output, "invalid-tool-output", label)


def changed_approval_schema(answer: ApprovalAnswer) -> Findings:
    """The tool has another input, approval or decision schema than at the pause."""
    tool, binding = answer.tool, answer.binding
    if (tool.input_hash, tool.approval_hash, tool.response_hash) != (
        binding.input_schema_hash,
        binding.approval_schema_hash,
        binding.response_schema_hash,
    ):
        message = f"Tool {binding.tool_name} approval schema has changed."
        return (Finding("stale", message, "server"),)
    return ()


def unknown_decision(answer: ApprovalAnswer) -> Findings:
    """The answer is neither a boolean nor an envelope with one."""
    if answer.decision is None:
        message = f"Approval {answer.entry.interrupt_id} must be a boolean or decision envelope."
        return (Finding("invalid-payload", message),)
    return ()


def refused_edits(answer: ApprovalAnswer) -> Findings:
    """The arguments may not be edited, or the input schema refuses the edited ones."""
    subject = f"Approval {answer.entry.interrupt_id}"
    if answer.edited_args is None:
        return ()
    if answer.tool.input is None:
        message = f"{subject} cannot edit arguments without an input schema."
        return (Finding("invalid-edited-args", message),)
    if not answer.tool.allow_edits:
        message = f"{subject} does not allow its arguments to be edited."
        return (Finding("invalid-edited-args", message),)
    label = f"{subject} edited arguments are invalid"
    return findings_of(answer.edited_args, "invalid-edited-args", label)


def refused_payload(answer: ApprovalAnswer) -> Findings:
    """The decision needs a payload and has none, or its schema refuses the payload."""
    if answer.branch is None:
        return ()
    if answer.payload is None:
        decision = "approve" if answer.decision and answer.decision.approved else "reject"
        message = (
            f"Approval {answer.entry.interrupt_id} requires a payload for the {decision} decision."
        )
        return (Finding("invalid-payload", message),)
    label = f"Approval {answer.entry.interrupt_id} payload is invalid"
    return findings_of(answer.payload, "invalid-payload", label)


WAITING_RULES: Final = (
    Rule(stale_correlation),
    Rule(past_expiry),
    Rule(changed_response_schema),
)
ENTRY_RULES: Final = (Rule(not_json, stops=True), Rule(unknown_status, stops=True))
DEFINITION_RULES: Final = (Rule(stale_definition),)
CANCELLATION_RULES: Final = (Rule(payload_of_cancelled),)
GENERIC_RULES: Final = (Rule(refused_response),)
CLIENT_TOOL_RULES: Final = (Rule(changed_output_schema, stops=True), Rule(refused_output))
APPROVAL_RULES: Final = (
    Rule(changed_approval_schema, stops=True),
    Rule(unknown_decision, stops=True),
    Rule(refused_edits),
    Rule(refused_payload),
)
