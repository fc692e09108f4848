"""Runs one after another, until a person is asked or nothing is left to do."""

import asyncio
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.failure import Busy, RunFailed
from interruptgen_runtime.client.options import OnEvent
from interruptgen_runtime.client.run_record import RunRecord
from interruptgen_runtime.client.session import Session
from interruptgen_runtime.client.staging import Submission
from interruptgen_runtime.core.json_types import JsonObject

B = TypeVar("B", bound=BoundInterrupt)

Outcome: TypeAlias = Literal["finished", "interrupted", "stopped"]


@dataclass(frozen=True, slots=True)
class Conversed:
    """How a series of runs ended; `records` has one for each."""

    outcome: Outcome
    run_id: str
    records: Sequence[RunRecord]

    @property
    def text(self) -> str:
        """What the assistant wrote, with an empty line between two messages."""
        return "\n\n".join(record.text for record in self.records if record.text)

    @property
    def finish_reason(self) -> str | None:
        """The model's reason to end, if the server told it."""
        return self.records[-1].finish_reason if self.records else None


class Conversation(Generic[B]):
    """Holds the session, sees to it that it does one thing after another, and stops it."""

    def __init__(self, session: Session[B]) -> None:
        self.session = session
        self._scope: asyncio.Timeout | None = None
        self._busy = False

    @contextmanager
    def alone(self) -> Generator[Session[B]]:
        """Give the session to one caller at a time; raises `Busy`."""
        if self._busy:
            raise Busy("a run of this chat is still going on")
        self._busy = True
        try:
            yield self.session
        finally:
            self._busy = False

    def stop(self) -> None:
        """End the runs that go on, or else drop what is pending at once."""
        if self._scope is None:
            self.session.drop()
        else:
            self._scope.reschedule(asyncio.get_running_loop().time())

    async def converse(
        self, submission: Submission | None, props: JsonObject, listeners: Sequence[OnEvent]
    ) -> Conversed:
        """Make runs, the first of them with a submission; raises `ChatFailure`."""
        records: list[RunRecord] = []
        scope = asyncio.timeout(None)
        try:
            async with scope:
                self._scope = scope
                run_id = await self._rounds(submission, props, listeners, records)
        except TimeoutError:
            if not scope.expired():
                raise
            self.session.drop()
            return Conversed("stopped", "", records)
        finally:
            self._scope = None
        return Conversed("interrupted" if self.session.is_paused else "finished", run_id, records)

    async def _rounds(
        self,
        submission: Submission | None,
        props: JsonObject,
        listeners: Sequence[OnEvent],
        records: list[RunRecord],
    ) -> str:
        session = self.session
        request = session.new_request(submission, props)
        for _ in range(session.options.max_rounds):
            records.append(RunRecord())
            await session.run(request, records[-1], listeners)
            if await session.tools.run_pending(session.history) and session.staging.is_complete:
                request = session.new_request(session.staging.take_submission(), props)
            elif await self._run_legacy(records[-1]) and not session.is_paused:
                request = session.new_request(None, props)
            else:
                return request.run_id
        raise session.given_up(
            request,
            RunFailed(f"the server asked for tools {session.options.max_rounds} times in a row"),
        )

    async def _run_legacy(self, record: RunRecord) -> bool:
        return await self.session.tools.run_legacy(record.legacy, self.session.history)
