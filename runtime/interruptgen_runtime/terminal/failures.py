"""Why a run failed -> lines for a person, with what can be done about it."""

from typing import Final

from interruptgen_runtime.client import (
    BrokenStream,
    ChatFailure,
    ConnectionLost,
    Refused,
    Retry,
    RunFailed,
    Unreachable,
)
from interruptgen_runtime.terminal.lines import Lines, Style, line
from interruptgen_runtime.terminal.text import one_line

_LONGEST: Final = 2_000

_STATUS_HINTS: Final = {
    401: "the server wants to know who you are: --header 'Authorization: Bearer …'",
    403: "the server does not let you in with these headers",
    404: "there is no agent at this address",
    405: "the server does not take messages at this address",
    413: "the conversation is too long for the server",
    429: "the server asks for a pause",
}
_RETRY_WORDS: Final = {
    Retry.SAFE: "The server did nothing with it: trying again is safe.",
    Retry.UNSURE: "The server may have acted on it already; trying again may do it twice.",
    Retry.POINTLESS: "The server does not take these answers: look at them again.",
}


def failure_lines(failure: ChatFailure) -> Lines:
    """Say what happened, and whether trying again is safe."""
    lines = [line(f"✗ {_what(failure)}: {one_line(str(failure), _LONGEST)}", Style.BAD)]
    hint = _STATUS_HINTS.get(failure.status) if isinstance(failure, Refused) else None
    if hint is not None:
        lines.append(line(hint, indent=2))
    return [*lines, line(_RETRY_WORDS[failure.retry], Style.FAINT, 2)]


def _what(failure: ChatFailure) -> str:
    match failure:
        case Unreachable():
            return "No connection"
        case ConnectionLost():
            return "The connection was lost"
        case Refused():
            return "Refused"
        case BrokenStream():
            return "The server does not speak the protocol"
        case RunFailed():
            return "The run failed"
        case _:
            return "The run did not end well"
