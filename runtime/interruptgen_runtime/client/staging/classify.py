"""The descriptors of a pause -> what each of them is to this client.

The rules are those of TanStack AI's `InterruptManager.hydrate`. What decides is the binding, the
run and the hashes, never a reason or a message.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from interruptgen_runtime.client.answers import Status
from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.staging.facts import Facts
from interruptgen_runtime.client.staging.item import Item, Kind, Received
from interruptgen_runtime.client.terms import (
    ApprovalTerms,
    QuestionTerms,
    ToolTerms,
    forbids_edits,
)
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.binding import (
    ClientToolBinding,
    FirstPartyBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.error_records import Correlation, ItemError
from interruptgen_runtime.core.schema import Schema

INCOMPLETE: Final = "its binding cannot be read, or lacks a part"
FOREIGN_QUESTION: Final = "its binding does not belong to this run, or not to this question"
DUPLICATE: Final = "two questions of the pause claim the same place in it"
FOREIGN: Final = "it belongs to another run, or its response schema was changed on the way"

Rule: TypeAlias = Callable[[Facts], Received | None]


def classify(
    descriptors: Sequence[InterruptDescriptor],
    correlation: Correlation,
    bindings: Bindings[BoundInterrupt],
) -> tuple[Item, ...]:
    """Say what each interrupt is to this client; the first rule that applies decides."""
    contents = [one.binding.content for one in descriptors if one.binding is not None]
    places = Counter(one.batch_index for one in contents if isinstance(one, FirstPartyBinding))
    facts = (Facts(one, correlation, places, bindings) for one in descriptors)
    return tuple(_item(_received(one), correlation) for one in facts)


def _received(facts: Facts) -> Received:
    found = (rule(facts) for rule in RULES)
    return next((received for received in found if received is not None), _invalid(facts, FOREIGN))


def _item(received: Received, correlation: Correlation) -> Item:
    """Make the item; what is ours and broken starts with an error, as in TanStack AI's client."""
    item = Item(received)
    if received.problem in (None, FOREIGN):
        return item
    error = ItemError(
        correlation=correlation, interrupt_id=received.id, code="stale", message=received.problem
    )
    return Item(received, Status.ERROR, errors=(error,))


def _without_binding(facts: Facts) -> Received | None:
    if facts.binding is not None or facts.is_older_than_bindings:
        return None
    if facts.is_marked_as_ours:
        return _invalid(facts, INCOMPLETE)
    return Received(descriptor=facts.descriptor, kind=Kind.UNBOUND)


def _foreign_question(facts: Facts) -> Received | None:
    if facts.binding is None or facts.kind != "generic" or not facts.has_question_marks:
        return None
    if facts.fits and isinstance(facts.content, FirstPartyBinding):
        return None
    return _invalid(facts, FOREIGN_QUESTION)


def _approval(facts: Facts) -> Received | None:
    content = facts.content if facts.fits else None
    if not isinstance(content, ToolApprovalBinding) or content.original_args is ABSENT:
        return None
    bound = facts.bindings.approvals.get(content.tool_name)
    terms = None if bound is None else bound.terms()
    if not isinstance(terms, ApprovalTerms):
        return None
    theirs = (
        content.tool_call_id,
        content.input_schema_hash,
        content.approval_schema_hash,
        content.response_schema_hash,
    )
    ours = (
        facts.descriptor.tool_call_id,
        terms.input_hash,
        terms.approval_hash,
        terms.response_hash,
    )
    if theirs != ours:
        return None
    if forbids_edits(facts.descriptor.metadata):
        terms = replace(terms, allow_edits=False)
    return _typed(facts, Kind.APPROVAL, content.tool_name, terms)


def _client_tool(facts: Facts) -> Received | None:
    content = facts.content if facts.fits else None
    if not isinstance(content, ClientToolBinding):
        return None
    bound = facts.bindings.client_tools.get(content.tool_name)
    terms = None if bound is None else bound.terms()
    if not isinstance(terms, ToolTerms) or terms.output_hash != content.output_schema_hash:
        return None
    if facts.descriptor.tool_call_id != content.tool_call_id:
        return None
    return _typed(facts, Kind.CLIENT_TOOL, content.tool_name, terms)


def _question(facts: Facts) -> Received | None:
    content = facts.content
    if not isinstance(content, FirstPartyBinding):
        return None
    if facts.places[content.batch_index] > 1:
        return _invalid(facts, DUPLICATE)
    bound = facts.bindings.interrupts.get(content.definition_id)
    terms = None if bound is None else bound.terms()
    if not isinstance(terms, QuestionTerms) or not (facts.is_of_this_run and facts.is_exact):
        return None
    theirs = (content.payload_schema_hash, content.response_schema_hash)
    if theirs != (_hash(terms.payload), _hash(terms.response)):
        return None
    return _typed(facts, Kind.QUESTION, content.definition_id, terms)


def _untyped(facts: Facts) -> Received | None:
    """Accept what can be answered without a type; only questions depend on their own schema."""
    if not facts.is_older_than_bindings:
        if not facts.is_of_this_run:
            return None
        is_call = facts.kind != "generic"
        if not (is_call or facts.response_hash is None or facts.is_exact):
            return None
    return Received(
        descriptor=facts.descriptor,
        kind=Kind.UNTYPED,
        expires_at=facts.expires_at,
        is_question=facts.is_question,
    )


RULES: Final[tuple[Rule, ...]] = (
    _without_binding,
    _foreign_question,
    _approval,
    _client_tool,
    _question,
    _untyped,
)
"""In order; what no rule takes is of another run."""


def _typed(
    facts: Facts, kind: Kind, bound_to: str, terms: ApprovalTerms | QuestionTerms | ToolTerms
) -> Received:
    return Received(
        descriptor=facts.descriptor,
        kind=kind,
        bound_to=bound_to,
        terms=terms,
        expires_at=facts.expires_at,
        is_question=facts.is_question,
    )


def _invalid(facts: Facts, problem: str) -> Received:
    return Received(descriptor=facts.descriptor, kind=Kind.INVALID, problem=problem)


def _hash(schema: Schema[Any] | None) -> str | None:
    return None if schema is None else schema.hash
