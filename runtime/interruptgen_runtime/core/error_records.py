"""Errors of a resume as they stand on the wire, with TanStack AI's codes."""

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.wire import written

ItemErrorCode: TypeAlias = Literal[
    "invalid-payload",
    "invalid-edited-args",
    "invalid-tool-output",
    "invalid-response-schema",
    "unknown-interrupt",
    "expired",
    "stale",
    "conflict",
    "legacy-unsupported",
]
BatchErrorCode: TypeAlias = Literal[
    "incomplete-batch",
    "item-validation-failed",
    "unsupported-bulk-operation",
    "async-resolver",
    "inactive-transaction",
    "mixed-provenance",
    "transport",
    "server",
    "protocol",
    "invalid-response-schema",
    "expired",
    "stale",
    "conflict",
    "legacy-submit-failed",
]
ItemErrorSource: TypeAlias = Literal["client", "server"]
BatchErrorSource: TypeAlias = Literal["client", "server", "transport"]


@record()
class Correlation:
    """The pause that an error is about."""

    thread_id: str
    interrupted_run_id: str
    generation: int = 0

    def to_json(self) -> JsonObject:
        """Return the members that every error repeats."""
        return {
            "threadId": self.thread_id,
            "interruptedRunId": self.interrupted_run_id,
            "generation": self.generation,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemError:
    """What is wrong with the answer to one interrupt.

    `source` says whose fault it is; `path` leads to the place inside the answer.
    """

    scope: ClassVar[Literal["item"]] = "item"

    correlation: Correlation
    interrupt_id: str
    code: ItemErrorCode
    message: str
    source: ItemErrorSource = "client"
    retryable: bool = False
    path: tuple[str, ...] | None = None

    def to_json(self) -> JsonObject:
        """Return the error as it stands on the wire."""
        path: list[Json] | None = None if self.path is None else list(self.path)
        return written(
            {
                "scope": self.scope,
                **self.correlation.to_json(),
                "interruptId": self.interrupt_id,
                "code": self.code,
                "message": self.message,
                "source": self.source,
                "retryable": self.retryable,
                "path": ABSENT if path is None else path,
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchError:
    """What is wrong with all answers to a pause together."""

    scope: ClassVar[Literal["batch"]] = "batch"

    correlation: Correlation
    interrupt_ids: tuple[str, ...]
    code: BatchErrorCode
    message: str
    source: BatchErrorSource = "client"
    retryable: bool = False

    def to_json(self) -> JsonObject:
        """Return the error as it stands on the wire."""
        return {
            "scope": self.scope,
            **self.correlation.to_json(),
            "code": self.code,
            "message": self.message,
            "source": self.source,
            "retryable": self.retryable,
            "interruptIds": list(self.interrupt_ids),
        }


SubmissionError: TypeAlias = ItemError | BatchError
