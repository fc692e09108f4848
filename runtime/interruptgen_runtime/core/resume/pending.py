"""What was pending, and everything that the answers to it are checked with."""

from collections.abc import Mapping

from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.binding import OpenBinding
from interruptgen_runtime.core.canonical import hash_json
from interruptgen_runtime.core.contract import GenericContract, ToolContract
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.resume.entry import ResumeEntry


@record(kw_only=True)
class PendingInterrupt:
    """An interrupt that waits for its answer.

    `response_schema_hash` is the hash of the response schema in the descriptor, `None` where it
    has none. `generic` is what the answer to a first-party generic interrupt is checked against;
    answers to external ones are not checked.
    """

    interrupt_id: str
    binding: OpenBinding
    response_schema_hash: str | None
    generic: GenericContract | None = None


@record(kw_only=True)
class ResumeBatch:
    """A pause and the answers to it; `now` is in milliseconds since 1970."""

    correlation: Correlation
    pending: tuple[PendingInterrupt, ...]
    entries: tuple[ResumeEntry, ...]
    tools: Mapping[str, ToolContract]
    now: int


def pending_from_descriptor(
    descriptor: InterruptDescriptor, generic: GenericContract | None = None
) -> PendingInterrupt:
    """Return the pending interrupt that a stored descriptor announced.

    Raises `LocalError` for a descriptor without a binding: it was never ours to resume.
    """
    binding = descriptor.binding
    if binding is None:
        raise LocalError(f"interrupt {descriptor.id} has no binding")
    schema = descriptor.response_schema
    return PendingInterrupt(
        interrupt_id=descriptor.id,
        binding=binding,
        response_schema_hash=None if schema is ABSENT else hash_json(schema),
        generic=generic,
    )
