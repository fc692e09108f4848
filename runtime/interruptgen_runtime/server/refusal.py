"""Why the answers of a request are not accepted."""

from collections.abc import Sequence

from interruptgen_runtime.core.error_records import (
    BatchError,
    BatchErrorCode,
    Correlation,
    ItemError,
    ItemErrorCode,
    SubmissionError,
)
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.resume.entry import ResumeEntry


class ResumeRefused(PeerError):
    """The answers are refused, all of them: nothing has run and nothing is going to."""

    def __init__(self, errors: Sequence[SubmissionError]) -> None:
        super().__init__(" ".join(error.message for error in errors))
        self.errors = tuple(errors)


class Complaints:
    """Collects what is wrong with the entries of a resume."""

    def __init__(self, correlation: Correlation, entries: Sequence[ResumeEntry]) -> None:
        self._correlation = correlation
        self._entries = entries
        self._items: list[SubmissionError] = []

    def item(self, interrupt_id: str, code: ItemErrorCode, message: str) -> None:
        """Note something about one entry."""
        self._items.append(
            ItemError(
                correlation=self._correlation,
                interrupt_id=interrupt_id,
                code=code,
                message=f"Interrupt {interrupt_id} {message}.",
                source="server",
            )
        )

    def every_item(self, code: ItemErrorCode, message: str) -> ResumeRefused:
        """Note the same thing about every entry, and return the refusal."""
        for interrupt_id in self._ids():
            self.item(interrupt_id, code, message)
        return self._refusal()

    def raise_if_any(self) -> None:
        """Raise `ResumeRefused` if something was noted about an entry."""
        if self._items:
            raise self._refusal()

    def whole(self, code: BatchErrorCode, message: str) -> ResumeRefused:
        """Return the refusal of the whole batch."""
        return ResumeRefused((self._batch(code, message),))

    def incomplete(self) -> ResumeRefused:
        """Return the refusal of answers that leave out others."""
        text = "Resume entries must resolve or cancel the complete interrupt batch."
        return self.whole("incomplete-batch", text)

    def _ids(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(entry.interrupt_id for entry in self._entries))

    def _refusal(self) -> ResumeRefused:
        text = "One or more interrupt resolutions are invalid."
        return ResumeRefused((*self._items, self._batch("item-validation-failed", text)))

    def _batch(self, code: BatchErrorCode, message: str) -> BatchError:
        return BatchError(
            correlation=self._correlation,
            interrupt_ids=self._ids(),
            code=code,
            message=message,
            source="server",
        )
