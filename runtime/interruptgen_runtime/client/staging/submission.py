"""All answers to a pause -> what the request that continues the run carries."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from interruptgen_runtime.core.canonical import digest
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.ordering import locale_key
from interruptgen_runtime.core.resume.entry import ResumeEntry


@dataclass(frozen=True, slots=True)
class DecidedCall:
    """A tool call that the submission decides; the history repeats that in a tool message.

    Only calls that were announced as approvals are among them, and cancelled ones are not.
    """

    tool_call_id: str
    approved: bool


@dataclass(frozen=True)
class Submission:
    """The answers to a pause, in TanStack AI's order (`canonicalizeInterruptResolutions`).

    The request goes to the thread `correlation.thread_id` and has
    `correlation.interrupted_run_id` as its `parentRunId`.
    """

    correlation: Correlation
    entries: tuple[ResumeEntry, ...]
    decided_calls: tuple[DecidedCall, ...] = ()

    @property
    def interrupt_ids(self) -> tuple[str, ...]:
        """The interrupts that are answered."""
        return tuple(entry.interrupt_id for entry in self.entries)

    @property
    def resume(self) -> list[Json]:
        """The member `resume` of the request."""
        return [entry.to_json() for entry in self.entries]

    @cached_property
    def canonical(self) -> str:
        """The canonical text of `resume`."""
        return "[" + ",".join(entry.canonical for entry in self.entries) + "]"

    @property
    def fingerprint(self) -> str:
        """The digest of that text: two submissions with the same one are the same answers."""
        return digest(self.canonical)


def submission(
    correlation: Correlation, entries: Iterable[ResumeEntry], decided: Iterable[DecidedCall]
) -> Submission:
    """Put the answers in order."""
    ordered = sorted(entries, key=lambda entry: locale_key(entry.interrupt_id))
    return Submission(correlation, tuple(ordered), tuple(decided))
