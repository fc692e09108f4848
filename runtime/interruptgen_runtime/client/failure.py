"""How a run can fail, what is known about its effects, and whether to send it again."""

from enum import StrEnum

from interruptgen_runtime.core.error_records import SubmissionError
from interruptgen_runtime.core.errors import LocalError, PeerError


class Retry(StrEnum):
    """Whether the request of a run that failed may be sent again."""

    SAFE = "safe"
    """The server did nothing with it."""
    UNSURE = "unsure"
    """The server may have acted on it. One that knows an answer again, as interruptgen's does,
    goes on from the recorded results; another one may act twice."""
    POINTLESS = "pointless"
    """The server refuses these answers, whenever they come."""


class ChatFailure(PeerError):
    """A run did not end as it should; pending decisions and their drafts are still there."""

    def __init__(self, message: str, retry: Retry) -> None:
        super().__init__(message)
        self.retry = retry


class Unreachable(ChatFailure):
    """No connection to the server was made, so that it knows nothing of the request."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Retry.SAFE)


class ConnectionLost(ChatFailure):
    """The connection broke, or nothing came for too long, before the run had ended."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Retry.UNSURE)


class Refused(ChatFailure):
    """The server answered with a status of HTTP that is no success.

    What begins no run is told by a status below 500; one of 500 or more may come from a proxy
    that gave up on a run.
    """

    def __init__(self, status: int, reason: str) -> None:
        retry = Retry.UNSURE if status >= 500 else Retry.SAFE
        super().__init__(f"the server answered {status}: {reason}", retry)
        self.status = status
        self.reason = reason


class BrokenStream(ChatFailure):
    """What the server sent is no stream of events; `event` and `line` count from 1."""

    def __init__(self, message: str, event: int | None = None, line: int | None = None) -> None:
        place = "" if event is None else f"event {event}, line {line}: "
        super().__init__(place + message, Retry.UNSURE)
        self.event = event
        self.line = line


class RunFailed(ChatFailure):
    """The server ended the run with RUN_ERROR.

    `errors` are those of single answers and of the batch, if the server said what is wrong with
    the answers.
    """

    def __init__(
        self,
        message: str,
        code: str | None = None,
        errors: tuple[SubmissionError, ...] = (),
        retry: Retry = Retry.UNSURE,
    ) -> None:
        super().__init__(message, retry)
        self.code = code
        self.errors = errors


class PendingDecisions(LocalError):
    """A message cannot be sent while decisions are pending: answer, cancel or drop them first."""


class Busy(LocalError):
    """A chat does one thing after another, and a run is still going on."""
