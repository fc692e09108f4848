"""A definition and the digest in a proof -> the version that the pause was made with."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

from interruptgen_runtime.core.earlier import EarlierInterrupt, EarlierTool
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.registry import AnyInterrupt, AnyTool
from interruptgen_runtime.core.schema import Schema
from interruptgen_runtime.server.sealing import (
    interrupt_digest,
    interrupt_version_digest,
    tool_digest,
    tool_version_digest,
)

_REMEMBERED: Final = 1024
"""How many definitions are remembered as they are now."""

AnyEarlierInterrupt: TypeAlias = EarlierInterrupt[Any]
AnyEarlierTool: TypeAlias = EarlierTool[Any, Any, Any, Any]
AnyEarlier: TypeAlias = AnyEarlierInterrupt | AnyEarlierTool


@record()
class ToolAsked:
    """A tool as it was at a pause; `version` is nothing if it has not changed since."""

    tool: AnyTool
    version: AnyEarlierTool | None = None


@record()
class InterruptAsked:
    """A definition as it was at a pause; `version` is nothing if it has not changed since."""

    payload_hash: str | None
    response: Schema[Any] | None
    version: AnyEarlierInterrupt | None = None

    @property
    def hashes(self) -> tuple[str | None, str | None]:
        """The hashes of the payload's and the response's schema."""
        return self.payload_hash, self.response.hash if self.response else None


def tool_asked(tool: AnyTool, then: bytes) -> ToolAsked | None:
    """Find the version of a tool with a digest; nothing if none that is known has it."""
    if tool_digest(tool) == then:
        return ToolAsked(tool)
    for version in tool.earlier:
        if tool_version_digest(tool, version) == then:
            return ToolAsked(tool.as_of(version), version)
    return None


def interrupt_asked(definition: AnyInterrupt, then: bytes) -> InterruptAsked | None:
    """Find the version of a definition with a digest; nothing if none that is known has it."""
    if interrupt_digest(definition) == then:
        return _present(definition)
    for asked in _earlier(definition):
        if interrupt_version_digest(definition.id, *asked.hashes) == then:
            return asked
    return None


def interrupt_with(
    definition: AnyInterrupt, payload_hash: str | None, response_hash: str | None
) -> InterruptAsked | None:
    """Find the version of a definition whose schemas have these hashes."""
    versions = (_present(definition), *_earlier(definition))
    hashes = (payload_hash, response_hash)
    return next((asked for asked in versions if asked.hashes == hashes), None)


@lru_cache(_REMEMBERED)
def _present(definition: AnyInterrupt) -> InterruptAsked:
    payload = definition.payload.hash if definition.payload else None
    return InterruptAsked(payload, definition.response)


def _earlier(definition: AnyInterrupt) -> Iterator[InterruptAsked]:
    for version in definition.earlier:
        yield InterruptAsked(version.payload_hash, version.response, version)
