"""A definition as it was at a pause and as it is now -> what is told of the difference."""

from interruptgen_runtime.core.continuation import Continuation
from interruptgen_runtime.core.registry import AnyInterrupt


def drift(subject: str, then: bytes, now: bytes | None) -> str:
    """Name what has changed since the pause, by the beginnings of its digests then and now."""
    if now is None:
        return f"is about {subject} ({_short(then)}), which is not there any more"
    return f"is about {subject}, which has changed since from {_short(then)} to {_short(now)}"


def _short(digest: bytes) -> str:
    return digest.hex()[:8]


def repeats_hashes(asked: Continuation, definition: AnyInterrupt) -> bool:
    """Tell whether the client took the question for one of the schemas that it has."""
    hashes = (
        definition.response.hash if definition.response else None,
        definition.payload.hash if definition.payload else None,
    )
    return (asked.response_schema_hash, asked.payload_schema_hash) == hashes
