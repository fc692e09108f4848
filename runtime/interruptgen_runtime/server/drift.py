"""A definition as it was at a pause and as it is now -> what is told of the difference.

Of the pause there is only the digest in its proof. Where that is the digest of an earlier version
that the definition keeps, the answer is judged by that version, and the schemas can be named by
the beginnings of their hashes; otherwise there is nothing to name but the two digests.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from interruptgen_runtime.core.registry import AnyInterrupt, AnyTool
from interruptgen_runtime.server.sealing import interrupt_digest, tool_digest
from interruptgen_runtime.server.versions import AnyEarlierInterrupt, AnyEarlierTool

Hashes: TypeAlias = Mapping[str, str | None]
"""The hashes of a version's schemas, by what they are of."""


def tool_drift(name: str, tool: AnyTool | None, then: bytes) -> str:
    """Say that a tool differs from the one whose digest was `then`, which nobody remembers."""
    return _drift(f"tool {name}", then, tool_digest(tool) if tool else None)


def interrupt_drift(definition_id: str, definition: AnyInterrupt | None, then: bytes) -> str:
    """Say that a definition differs from the one whose digest was `then`."""
    now = interrupt_digest(definition) if definition else None
    return _drift(f"interrupt {definition_id}", then, now)


def tool_change(tool: AnyTool, version: AnyEarlierTool) -> str:
    """Name a tool and how it differs from an earlier version."""
    return _change(f"tool {tool.name}", _tool_hashes(version), _tool_hashes(tool))


def interrupt_change(definition: AnyInterrupt, version: AnyEarlierInterrupt) -> str:
    """Name a definition and how it differs from an earlier version."""
    before: Hashes = {"payload": version.payload_hash, "response": version.response_hash}
    after: Hashes = {
        "payload": definition.payload.hash if definition.payload else None,
        "response": definition.response.hash if definition.response else None,
    }
    return _change(f"interrupt {definition.id}", before, after)


def _tool_hashes(version: AnyTool | AnyEarlierTool) -> Hashes:
    return {
        "input": version.input_hash,
        "output": version.output_hash,
        "approval": version.approval_hash,
    }


def _drift(subject: str, then: bytes, now: bytes | None) -> str:
    if now is None:
        return f"is about {subject} ({_short(then.hex())}), which is not there any more"
    return (
        f"is about {subject}, which has changed since "
        f"from {_short(then.hex())} to {_short(now.hex())}"
    )


def _change(subject: str, before: Hashes, after: Hashes) -> str:
    return f"{subject}, which has changed since: {', '.join(_pairs(before, after))}"


def _pairs(before: Hashes, after: Hashes) -> Iterable[str]:
    for slot, old in before.items():
        if old != after[slot]:
            yield f"{slot} from {_short(old)} to {_short(after[slot])}"


def _short(hash: str | None) -> str:
    return "none" if hash is None else hash.removeprefix("sha256:")[:8]
