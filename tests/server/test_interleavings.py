"""Any interleaving of pauses, answers, retries, duplicates and reorderings of a batch."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from interruptgen_runtime import InterruptDescriptor, Json, JsonObject
from interruptgen_runtime.server import ModelFailure
from interruptgen_runtime.testing import Call, Thread, cancelled, resolved
from interruptgen_runtime.testing.scripted_model import Step
from server.bank import APPROVE, RATE, REFUND, REJECT, Bank, outcome, results, turn

Decision: TypeAlias = Literal["approve", "reject", "cancel"]
Move: TypeAlias = Literal["same", "reordered", "with-results", "other", "part", "twice-at-once"]

DECISIONS: st.SearchStrategy[Decision] = st.sampled_from(("approve", "reject", "cancel"))
MOVES: st.SearchStrategy[Move] = st.sampled_from(
    ("same", "reordered", "with-results", "other", "part", "twice-at-once")
)
OTHER: dict[Decision, Decision] = {"approve": "reject", "reject": "cancel", "cancel": "approve"}


@dataclass(frozen=True)
class Story:
    """The calls of one turn, what a person decides, and what is sent in which order."""

    decisions: tuple[Decision, ...]
    siblings: int
    failures: int
    moves: tuple[Move, ...]

    def script(self) -> list[Step]:
        gated = [Call(f"g{place}", "refund", REFUND) for place in range(len(self.decisions))]
        ungated = [Call(f"u{place}", "exchange-rate", RATE) for place in range(self.siblings)]
        failing: list[Step] = [ModelFailure("overloaded")] * self.failures
        return [turn(*gated, *ungated), *failing, *(["Done."] * 30)]

    def runs(self) -> set[str]:
        approved = {f"g{place}" for place, each in enumerate(self.decisions) if each == "approve"}
        return approved | {f"u{place}" for place in range(self.siblings)}

    def calls(self) -> set[str]:
        return {f"g{place}" for place in range(len(self.decisions))} | self.runs()


STORIES = st.builds(
    Story,
    decisions=st.lists(DECISIONS, min_size=1, max_size=4).map(tuple),
    siblings=st.integers(0, 2),
    failures=st.integers(0, 2),
    moves=st.lists(MOVES, min_size=1, max_size=6).map(tuple),
)


def answers(interrupts: Sequence[InterruptDescriptor], decisions: Sequence[Decision]) -> list[Json]:
    return [_answer(*pair) for pair in zip(interrupts, decisions, strict=True)]


def _answer(interrupt: InterruptDescriptor, decision: Decision) -> JsonObject:
    if decision == "cancel":
        return cancelled(interrupt)
    return resolved(interrupt, APPROVE if decision == "approve" else REJECT)


def moved(move: Move, honest: JsonObject, other: list[Json], thread: Thread) -> JsonObject:
    resume, history = honest["resume"], [*thread.messages]
    assert isinstance(resume, list)
    match move:
        case "reordered":
            return {**honest, "resume": resume[::-1]}
        case "with-results":
            messages: list[Json] = [*history]
            return {**honest, "messages": messages}
        case "other":
            return {**honest, "resume": other}
        case "part":
            return {**honest, "resume": resume[1:]} if len(resume) > 1 else honest
        case _:
            return honest


@settings(max_examples=200, deadline=None)
@given(STORIES)
def test_answers_have_their_effects_once_and_are_not_lost(story: Story) -> None:
    async def play() -> None:
        bank = Bank(story.script())
        thread = bank.thread()
        await thread.say("Go")
        interrupts = thread.interrupts
        honest = thread.answering([])
        honest["resume"] = answers(interrupts, story.decisions)
        other = answers(interrupts, [OTHER[each] for each in story.decisions])
        await thread.send(honest)
        for number, move in enumerate(story.moves):
            body: JsonObject = {
                **moved(move, honest, other, thread),
                "runId": f"again-{number}",
            }
            copies = 2 if move == "twice-at-once" else 1
            for events in await asyncio.gather(*(thread.send(body) for _ in range(copies))):
                refused = outcome(events) == "error" and not results(events)
                assert refused == (move == "other" or is_part(move, story))
                assert refused or set(results(events)) == story.calls()
        while outcome(events := await thread.send({**honest, "runId": "last"})) != "success":
            assert events[-1]["message"] == "overloaded"
        assert Counter(each.call_id for each in bank.contexts) == Counter(story.runs())

    asyncio.run(play())


def is_part(move: Move, story: Story) -> bool:
    return move == "part" and len(story.decisions) > 1


@settings(max_examples=100, deadline=None)
@given(STORIES, st.integers(2, 5))
def test_racing_answers_have_their_effects_once(story: Story, racers: int) -> None:
    async def play() -> None:
        bank = Bank([*story.script()[:1], *(["Done."] * 30)])
        thread = bank.thread()
        await thread.say("Go")
        honest = thread.answering([])
        honest["resume"] = answers(thread.interrupts, story.decisions)
        other: JsonObject = {**honest}
        other["resume"] = answers(thread.interrupts, [OTHER[each] for each in story.decisions])
        bodies = [honest, other] * racers
        await asyncio.gather(*(thread.send(body) for body in bodies))
        assert Counter(each.call_id for each in bank.contexts) == Counter(story.runs())

    asyncio.run(play())
