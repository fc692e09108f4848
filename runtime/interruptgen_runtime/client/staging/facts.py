"""A descriptor -> what the rules that classify it ask about it."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.binding import (
    BINDING_KEY,
    BINDING_VERSION,
    Binding,
    ExternalBinding,
    FirstPartyBinding,
    OpenBinding,
)
from interruptgen_runtime.core.canonical import hash_json
from interruptgen_runtime.core.dates import parse_date
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_count, read_text

_KINDS: Final = ("generic", "tool-approval", "client-tool-execution")
_QUESTION_MARKS: Final = ("definitionId", "key", "batchIndex", "payloadSchemaHash")
_ANNOUNCED: Final = ("approval", "client_tool")


@dataclass(frozen=True)
class Facts:
    """One descriptor, and everything that the rules ask about it."""

    descriptor: InterruptDescriptor
    correlation: Correlation
    places: Counter[int]
    bindings: Bindings[BoundInterrupt]

    @cached_property
    def binding(self) -> OpenBinding | None:
        """The binding, if it can be read."""
        return self.descriptor.binding

    @property
    def content(self) -> Binding | None:
        """The binding without its run."""
        return None if self.binding is None else self.binding.content

    @property
    def is_question(self) -> bool:
        """Whether the binding is that of a question, of a definition or of another producer."""
        return isinstance(self.content, FirstPartyBinding | ExternalBinding)

    @cached_property
    def _mark(self) -> JsonObject:
        """What stands where a binding would stand; empty unless it could be one of ours."""
        raw = self.descriptor.metadata.get(BINDING_KEY)
        if not isinstance(raw, dict):
            return {}
        return raw if "v" not in raw or read_count(raw, "v") == BINDING_VERSION else {}

    @property
    def kind(self) -> Json:
        """The kind that the binding claims."""
        return self._mark.get("kind")

    @property
    def is_marked_as_ours(self) -> bool:
        """Whether the binding claims to be ours, readable or not."""
        return self.kind in _KINDS or self.has_question_marks

    @cached_property
    def response_hash(self) -> str | None:
        """The digest of the response schema that was received; `null` is a schema too."""
        schema = self.descriptor.response_schema
        return None if schema is ABSENT else hash_json(schema)

    @property
    def has_question_marks(self) -> bool:
        """Whether the binding claims a definition, be it with null."""
        return any(name in self._mark for name in _QUESTION_MARKS)

    @property
    def is_older_than_bindings(self) -> bool:
        """Whether the descriptor says in its metadata what is asked, as all did before bindings."""
        metadata = self.descriptor.metadata
        return (
            self.binding is None
            and metadata.get("kind") in _ANNOUNCED
            and read_text(metadata, "toolName") is not None
            and "input" in metadata
        )

    @property
    def is_of_this_run(self) -> bool:
        """Whether the binding names the run and the generation of this pause."""
        binding, correlation = self.binding, self.correlation
        return (
            binding is not None
            and binding.interrupted_run_id == correlation.interrupted_run_id
            and binding.generation == correlation.generation
        )

    @property
    def is_exact(self) -> bool:
        """Whether the response schema is the one that the binding names, or both have none."""
        return self.binding is not None and (
            self.response_hash == self.binding.content.response_schema_hash
        )

    @property
    def fits(self) -> bool:
        """Whether it is of this run, and has no other response schema than its binding names."""
        return self.is_of_this_run and (self.response_hash is None or self.is_exact)

    @property
    def expires_at(self) -> int | None:
        """The earlier of the moments that the descriptor and its binding name."""
        bound = None if self.content is None else self.content.expires_at
        texts = (self.descriptor.expires_at, bound)
        moments = [parse_date(text) for text in texts if text is not None]
        return min((moment for moment in moments if moment is not None), default=None)
