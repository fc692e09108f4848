"""The entries of a resume -> those to interrupts of other producers, and those that are ours."""

from collections.abc import Collection, Sequence

from interruptgen_runtime.core.continuation import CONTINUATION_KEY
from interruptgen_runtime.core.external import is_reserved_id
from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.server.answers import ExternalAnswer
from interruptgen_runtime.server.context import RunContext
from interruptgen_runtime.server.middleware import Middleware, accept_external


async def external_answers(
    entries: Sequence[ResumeEntry],
    interrupted_run_id: str | None,
    middleware: Sequence[Middleware],
    ctx: RunContext,
) -> tuple[ExternalAnswer, ...]:
    """Return the answers to interrupts of other producers that the application knows of.

    Neither is an entry whose id has a form of ours, nor one that says which of our questions it
    answers: those have to prove it.
    """
    foreign = [_answer(entry, interrupted_run_id) for entry in entries if not _claims_ours(entry)]
    return await accept_external(middleware, ctx, foreign) if foreign else ()


def without(
    entries: Sequence[ResumeEntry], external: Collection[ExternalAnswer]
) -> tuple[ResumeEntry, ...]:
    """Return the entries that have to be answers to interrupts of ours."""
    if not external:
        return tuple(entries)
    ids = {answer.id for answer in external}
    return tuple(entry for entry in entries if entry.interrupt_id not in ids)


def _claims_ours(entry: ResumeEntry) -> bool:
    return is_reserved_id(entry.interrupt_id) or CONTINUATION_KEY in _metadata(entry)


def _answer(entry: ResumeEntry, interrupted_run_id: str | None) -> ExternalAnswer:
    return ExternalAnswer(
        id=entry.interrupt_id,
        resolved=entry.status == "resolved",
        payload=entry.payload,
        metadata=_metadata(entry),
        interrupted_run_id=interrupted_run_id,
    )


def _metadata(entry: ResumeEntry) -> JsonObject:
    return entry.metadata if isinstance(entry.metadata, dict) else {}
