"""What the entries of a resume answer: the records that the core validates them against."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, TypeAlias

from interruptgen_runtime.core.binding import (
    Binding,
    ClientToolBinding,
    ExternalBinding,
    FirstPartyBinding,
    OpenBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.continuation import Continuation
from interruptgen_runtime.core.contract import GenericContract, ToolContract
from interruptgen_runtime.core.definition import InterruptDefinition
from interruptgen_runtime.core.earlier import AnswerSlot, Upgrade
from interruptgen_runtime.core.envelope import EMPTY_SCHEMA_HASH
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.registry import AnyInterrupt, AnyTool
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.core.resume.pending import PendingInterrupt
from interruptgen_runtime.server.conversation import Conversation, ToolCall
from interruptgen_runtime.server.toolbox import Toolbox
from interruptgen_runtime.server.versions import (
    AnyEarlier,
    AnyEarlierInterrupt,
    AnyEarlierTool,
    InterruptAsked,
)

Upgrades: TypeAlias = Mapping[tuple[AnyEarlier, AnswerSlot], Upgrade]
"""The upgrades that an application registers, by what they are of."""


@record(kw_only=True)
class ResumeRequest:
    """Answers, and what this server knows; `now` is in milliseconds since 1970.

    `entries` are all answers, and `ours` those of them that have to be to interrupts of this
    server: all but those to interrupts of other producers that the application knows of.
    """

    correlation: Correlation
    entries: tuple[ResumeEntry, ...]
    ours: tuple[ResumeEntry, ...]
    conversation: Conversation
    toolbox: Toolbox
    interrupts: Mapping[str, AnyInterrupt]
    now: int
    upgrades: Upgrades = field(default_factory=dict[tuple[AnyEarlier, AnswerSlot], Upgrade])


@record()
class Question:
    """A question that was asked: its definition, its key, and its place in the batch.

    `version` is the one that it was asked with, where that is not the present one.
    """

    definition: InterruptDefinition[Any, Any]
    key: str
    place: int
    version: AnyEarlierInterrupt | None = None


@record()
class EarlierCall:
    """A call that waits since an earlier version of its tool, and the interrupt about it."""

    interrupt_id: str
    version: AnyEarlierTool


@record()
class Ticket:
    """What identifies a pause to the replay guard, and until when."""

    nonce: bytes
    expires: int


@record(kw_only=True)
class Opened:
    """What the entries answer.

    `calls` are those that were open at the pause; `approved` are the ids of those that a person
    has agreed to in an earlier pause, and `edited` of those whose arguments were changed there;
    `earlier_calls` are those, by id, whose tools have changed since. Without a `ticket` nobody
    watches for replays.
    """

    pending: tuple[PendingInterrupt, ...]
    calls: tuple[ToolCall, ...]
    tools: Mapping[str, ToolContract]
    questions: Mapping[str, Question] = field(default_factory=dict[str, Question])
    approved: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
    earlier_calls: Mapping[str, EarlierCall] = field(default_factory=dict[str, EarlierCall])
    ticket: Ticket | None = None

    @property
    def has_earlier(self) -> bool:
        """Tell whether something was asked with an earlier version of its definition."""
        questions = self.questions.values()
        return bool(self.earlier_calls) or any([each.version for each in questions])


@record()
class Place:
    """The id of an interrupt, the pause that it was part of, and when it expires."""

    interrupt_id: str
    correlation: Correlation
    expires_at: str | None = None

    def approval(self, call: ToolCall, tool: AnyTool) -> PendingInterrupt:
        """Return the record of an approval, with the hashes of the tool as it was asked."""
        response_hash = tool.response_hash or ""
        binding = ToolApprovalBinding(
            interrupt_id=self.interrupt_id,
            tool_name=tool.name,
            tool_call_id=call.id,
            original_args=call.arguments,
            input_schema_hash=tool.input_hash,
            approval_schema_hash=tool.approval_hash,
            response_schema_hash=response_hash,
            expires_at=self.expires_at,
        )
        return self._pending(binding, response_hash)

    def client_tool(self, call: ToolCall, tool: AnyTool) -> PendingInterrupt:
        """Return the record of a client tool, with the hashes of the tool as it was asked."""
        response_hash = tool.output.hash if tool.output else EMPTY_SCHEMA_HASH
        binding = ClientToolBinding(
            interrupt_id=self.interrupt_id,
            tool_name=tool.name,
            tool_call_id=call.id,
            output_schema_hash=tool.output_hash,
            response_schema_hash=response_hash,
            expires_at=self.expires_at,
        )
        return self._pending(binding, response_hash)

    def question(self, asked: Continuation, version: InterruptAsked) -> PendingInterrupt:
        """Return the record of a question, with the hashes of the definition as it was asked."""
        payload_hash, response_hash = version.hashes
        binding = FirstPartyBinding(
            interrupt_id=self.interrupt_id,
            definition_id=asked.definition_id,
            key=asked.key,
            batch_index=asked.batch_index,
            response_schema_hash=response_hash,
            payload_schema_hash=payload_hash,
            expires_at=self.expires_at,
        )
        contract = GenericContract(
            definition_id=asked.definition_id, key=asked.key, response=version.response
        )
        return self._pending(binding, response_hash, contract)

    def external(self) -> PendingInterrupt:
        """Return the record of another producer's interrupt: its answer is taken as it comes."""
        return self._pending(ExternalBinding(interrupt_id=self.interrupt_id), None)

    def _pending(
        self,
        binding: Binding,
        response_hash: str | None,
        generic: GenericContract | None = None,
    ) -> PendingInterrupt:
        opened = OpenBinding(
            binding, self.correlation.interrupted_run_id, self.correlation.generation
        )
        return PendingInterrupt(
            interrupt_id=self.interrupt_id,
            binding=opened,
            response_schema_hash=response_hash,
            generic=generic,
        )
