"""How much a request may hold."""

from dataclasses import dataclass

from interruptgen_runtime.core.reading import MAX_DEPTH


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much a request may hold; more of anything is refused before it is looked at.

    `depth` is how many containers stand inside one another; inside of `resume` there are never
    more than 128. `history_items` are the messages and the tool calls in them, `resume_entries` the
    answers, and `id_length` the characters of an id: of the thread, of a run, of an interrupt.
    """

    body_bytes: int = 4_000_000
    depth: int = MAX_DEPTH
    history_items: int = 10_000
    resume_entries: int = 1_000
    id_length: int = 1_000
