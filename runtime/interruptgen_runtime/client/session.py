"""A thread and the runs in it: requests go out, events come in, tools of the client run."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Generic, TypeVar

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.client_tools import ImplementedClientTool
from interruptgen_runtime.client.failure import (
    BrokenStream,
    ChatFailure,
    ConnectionLost,
    Retry,
    RunFailed,
)
from interruptgen_runtime.client.history.history import History
from interruptgen_runtime.client.history.reading import objects, record, text_member
from interruptgen_runtime.client.legacy import LegacyApproval
from interruptgen_runtime.client.options import ChatOptions, OnEvent
from interruptgen_runtime.client.request import Request
from interruptgen_runtime.client.run_record import RunRecord
from interruptgen_runtime.client.staging import Staging, Submission
from interruptgen_runtime.client.state import next_state
from interruptgen_runtime.client.tool_runs import ToolRuns
from interruptgen_runtime.client.transport.transport import Transport
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject

B = TypeVar("B", bound=BoundInterrupt)


@dataclass(frozen=True, slots=True)
class FailedRun:
    """A run that did not end as it should, with what was sent."""

    request: Request
    failure: ChatFailure


class Session(Generic[B]):
    """What a chat holds of one thread, and the steps that its conversations consist of."""

    def __init__(
        self,
        transport: Transport,
        bindings: Bindings[B],
        tools: Sequence[ImplementedClientTool],
        options: ChatOptions,
    ) -> None:
        self.options = options
        self.thread_id = options.thread_id or options.outside.new_id("thread")
        self.history = History(options.outside)
        self.state: Json = {}
        self.legacy: list[LegacyApproval] = []
        self.failed: FailedRun | None = None
        self.staging = Staging(bindings, clock=options.outside.clock)
        self._transport = transport
        self.tools = ToolRuns(bindings, tools, self.staging)

    @property
    def is_paused(self) -> bool:
        """Whether decisions are pending."""
        return self.staging.correlation is not None or bool(self.legacy)

    def drop(self) -> None:
        """Forget what is pending, with its answers; none of them stays in the thread."""
        self.staging.reset()
        self.history.withdraw()
        self.tools.forget()
        self.legacy, self.failed = [], None

    def new_request(self, submission: Submission | None, props: JsonObject) -> Request:
        """Return a request with an id of its own."""
        return Request(
            thread_id=self.thread_id,
            run_id=self.options.outside.new_id("run"),
            forwarded_props={**self.options.forwarded_props, **props},
            submission=submission,
        )

    async def run(self, request: Request, seen: RunRecord, on_event: Sequence[OnEvent]) -> None:
        """Make one run, and take over what it asks; raises `ChatFailure` if it does not end well.

        Whatever ends it otherwise leaves the answers that it carried as a failed submission.
        """
        self.failed = None
        if request.submission is not None:
            self._write_decisions(request.submission)
        try:
            await self._receive(request, seen, on_event)
        except BaseException as error:
            self._fail(request, seen, error)
            raise
        if request.submission is not None:
            self.staging.submitted_ok(request.submission)
        if self.staging.correlation is None:
            self.staging.reset()  # forgets the errors of answers that were corrected
        self._take_pause(request, seen)

    def _write_decisions(self, submission: Submission) -> None:
        """Write the decisions of a submission into the thread, in the place of earlier ones."""
        self.history.withdraw(submission.interrupt_ids)
        for decided in submission.decided_calls:
            self.history.decide(decided.tool_call_id, decided.approved)
            self.tools.decided(decided.tool_call_id, decided.approved)

    def decide_legacy(self) -> None:
        """Write the decisions that older servers look for into the thread."""
        for one in self.legacy:
            self.history.decide(one.tool_call_id, one.approved is True, told=True)
            self.tools.decided(one.tool_call_id, one.approved is True)
        self.legacy = []

    async def _receive(
        self, request: Request, seen: RunRecord, on_event: Sequence[OnEvent]
    ) -> None:
        limit = self.options.run_timeout
        scope = asyncio.timeout(limit)
        broken: ChatFailure | None = None
        try:
            async with scope:
                await self._take_events(request, seen, on_event)
        except ChatFailure as failure:
            broken = failure
        except TimeoutError:
            if not scope.expired():
                raise
            broken = ConnectionLost(f"the run took more than {limit} seconds")
        problem = seen.failure(broken)
        if problem is not None and problem is broken:
            raise problem
        if problem is not None:
            raise problem from broken

    async def _take_events(
        self, request: Request, seen: RunRecord, on_event: Sequence[OnEvent]
    ) -> None:
        self.history.begin_stream()
        body = request.body(self.history.wire, self.tools.declared)
        async with aclosing(self._transport.run(body)) as events:
            async for event in events:
                seen.take(event)
                self.history.apply(event)
                self._take_state(event)
                for callback in on_event:
                    callback(event)
        self.history.end_stream()

    def _take_state(self, event: JsonObject) -> None:
        try:
            self.state = next_state(self.state, event)
        except PeerError as error:
            raise BrokenStream(str(error)) from None

    def _take_pause(self, request: Request, seen: RunRecord) -> None:
        self._take_legacy(seen)
        if not seen.interrupts:
            return
        try:
            self.staging.hydrate(
                seen.interrupts, thread_id=request.thread_id, run_id=request.run_id
            )
        except PeerError as error:
            problem = BrokenStream(f"the pause of the run cannot be read: {error}")
            raise self.given_up(request, problem) from error
        self.mark_approvals(seen.interrupts)

    def _take_legacy(self, seen: RunRecord) -> None:
        """Take over approvals that came by events, unless they are interrupts as well."""
        known = {text_member(item, "id") for item in objects(seen.interrupts)}
        known |= {approval.id for approval in self.legacy}
        for call in seen.legacy:
            if call.approval_id is not None and call.approval_id not in known:
                known.add(call.approval_id)
                approval = LegacyApproval(
                    id=call.approval_id,
                    tool_call_id=call.tool_call_id,
                    tool_name=call.tool_name,
                    input=call.input,
                )
                self.legacy.append(approval)

    def given_up(self, request: Request, failure: ChatFailure) -> ChatFailure:
        """Remember why a run whose answers the server took is given up nevertheless."""
        if request.submission is not None:
            failure.retry = Retry.POINTLESS
        self.failed = FailedRun(request, failure)
        return failure

    def mark_approvals(self, interrupts: Sequence[Json]) -> None:
        """Mark the calls that wait for the decisions of a pause."""
        for item in objects([*interrupts]):
            kind = text_member(record(item.get("metadata")) or {}, "kind")
            if kind == "approval" or item.get("reason") == "approval_required":
                self.history.ask_approval(text_member(item, "toolCallId"), text_member(item, "id"))

    def _fail(self, request: Request, seen: RunRecord, error: BaseException) -> None:
        failure = error if isinstance(error, ChatFailure) else ConnectionLost(_words(error))
        self.failed = FailedRun(request, failure)
        if request.submission is None:
            return
        errors = seen.errors_about(request.submission.correlation)
        self.staging.submission_failed(request.submission, str(failure), errors)
        if errors is not None and isinstance(failure, RunFailed):
            failure.errors = (
                *(found for shown in self.staging.interrupts for found in shown.errors),
                *self.staging.errors,
            )
            failure.retry = Retry.SAFE if self.staging.can_retry else Retry.POINTLESS
        elif failure.retry is Retry.UNSURE and self._all_have_run(request.submission):
            failure.retry = Retry.SAFE

    def _all_have_run(self, submission: Submission) -> bool:
        """Tell whether every approved call has its result: no server runs it once more then."""
        approved = [call for call in submission.decided_calls if call.approved]
        calls = [self.history.call(call.tool_call_id) for call in approved]
        return bool(calls) and all(
            call is not None and call.state in ("complete", "error") for call in calls
        )


def _words(error: BaseException) -> str:
    return f"the run was given up: {str(error) or type(error).__name__}"
