"""A pending decision and what a person chooses -> an answer that is staged, or none."""

from collections.abc import Generator
from typing import Any

import pytest

from desk_server.agent import make_agent
from desk_server.generated.calendar import client as calendar
from interruptgen_runtime import Json
from interruptgen_runtime.client import (
    Bindings,
    BlockingChat,
    ChatFailure,
    InProcess,
    Status,
    Transport,
)
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.server import read_run_input
from interruptgen_runtime.terminal.deciding import Visit
from interruptgen_runtime.terminal.pending.asked import Asked, Kind, pending
from interruptgen_runtime.terminal.views import asked_lines, overview_lines
from payments.generated.payments import client as payments
from terminal.scripted import CTRL_C, Scripted, typing
from terminal.servers import Pause, Told, question
from travel_desk.generated.bookings import client as bookings

ALL = payments.bindings | bookings.bindings | calendar.bindings
NONE: Bindings[Any] = Bindings()
NOW = 1_900_000_000_000


OPEN: list[BlockingChat[Any]] = []


@pytest.fixture(autouse=True)
def close_chats() -> Generator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def opened(transport: Transport, bindings: Bindings[Any]) -> BlockingChat[Any]:
    """Return a chat that is closed after the test."""
    chat = BlockingChat(transport, bindings=bindings)
    OPEN.append(chat)
    return chat


def asks(said: str, bindings: Bindings[Any]) -> tuple[BlockingChat[Any], Asked]:
    chat = opened(InProcess(make_agent(), read_run_input), bindings)
    (asked,) = pending(chat, chat.send(said))
    return chat, asked


def visit(asked: Asked, *typed: str | None, saved: tuple[str, ...] = ()) -> Scripted:
    person = typing(*typed, saved=saved)
    Visit(person, asked, lambda: NOW).run()
    assert person.typed == []
    return person


def draft(asked: Asked) -> Json:
    assert asked.handle is not None
    return None if asked.handle.draft is ABSENT else asked.handle.draft


@pytest.mark.parametrize("bindings", [ALL, NONE], ids=["typed", "untyped"])
class TestApproval:
    def test_what_is_seen(self, bindings: Bindings[Any]) -> None:
        _, asked = asks("a refund", bindings)
        assert (asked.kind, asked.name, asked.typed) == (Kind.APPROVAL, "refund", bindings is ALL)
        text = visit(asked, "b").text
        assert "Refund 89.9 EUR to M. Weiss?" in text
        assert '    bookingId  "B-7"' in text
        assert "      amount    89.9" in text

    def test_nothing_is_approved_without_a_choice(self, bindings: Bindings[Any]) -> None:
        _, asked = asks("a refund", bindings)
        person = visit(asked, "", " ", "yes", "1", CTRL_C)
        assert person.text.count("choose one of these") == 4
        assert person.fresh == ["refund"] * 5
        assert not asked.is_staged

    def test_approve_with_a_payload(self, bindings: Bindings[Any]) -> None:
        chat, asked = asks("a refund", bindings)
        visit(asked, "a", "T-42", "")
        assert draft(asked) == {"approved": True, "payload": {"ticket": "T-42"}}
        assert chat.is_answered

    def test_reject_with_a_reason(self, bindings: Bindings[Any]) -> None:
        _, asked = asks("a refund", bindings)
        visit(asked, "reject", "fraud", "never paid")
        assert draft(asked) == {
            "approved": False,
            "payload": {"reason": "fraud", "note": "never paid"},
        }

    def test_edits_are_shown_and_sent(self, bindings: Bindings[Any]) -> None:
        _, asked = asks("a transfer", bindings)
        person = visit(asked, "e", "250", None, None, "", "", "", "a", "123456", "", saved=())
        assert "-   amount    25" in person.text and "+   amount    250" in person.text
        answer = draft(asked)
        assert isinstance(answer, dict)
        assert answer["editedArgs"] == {
            "amount": {"amount": 250, "currency": "EUR"},
            "recipient": {"iban": "AT611904300234573201"},
        }

    def test_edits_hold_until_they_are_edited_again(self, bindings: Bindings[Any]) -> None:
        _, asked = asks("a transfer", bindings)
        edit = ("e", "250", None, None, "", "", "")
        visit(asked, *edit, "a", "123456", "")
        visit(asked, "a", "654321", "")
        answer = draft(asked)
        assert isinstance(answer, dict)
        assert answer["payload"] == {"secondFactor": "654321"}
        assert isinstance(edited := answer["editedArgs"], dict)
        assert edited["amount"] == {"amount": 250, "currency": "EUR"}
        person = visit(asked, "e", "25", None, None, "", "", "", "a", None, "")
        assert "nothing is changed" in person.text
        assert draft(asked) == {"approved": True, "payload": {"secondFactor": "654321"}}

    def test_edits_are_not_offered_where_they_are_not_allowed(
        self, bindings: Bindings[Any]
    ) -> None:
        _, asked = asks("a refund", bindings)
        assert "edit arguments" not in visit(asked, "e", "b").text

    def test_ctrl_c_inside_a_form_leaves_all_as_it_was(self, bindings: Bindings[Any]) -> None:
        _, asked = asks("a refund", bindings)
        visit(asked, "a", "T-42", "")
        assert "left as it was" in visit(asked, "r", CTRL_C, "b").text
        assert draft(asked) == {"approved": True, "payload": {"ticket": "T-42"}}

    def test_json_in_an_editor(self, bindings: Bindings[Any]) -> None:
        _, asked = asks("a refund", bindings)
        wrong = '{"approved": true, "payload": {"ticket": "T-1"}, "edited_args": {}}'
        right = '{"approved": true, "payload": {"ticket": "T-1"}}'
        person = visit(asked, "j", saved=(wrong, right))
        assert "edited_args: is not expected here" in person.text
        assert draft(asked) == {"approved": True, "payload": {"ticket": "T-1"}}

    def test_cancel(self, bindings: Bindings[Any]) -> None:
        _, asked = asks("a refund", bindings)
        visit(asked, "c")
        assert asked.is_staged and draft(asked) is None


@pytest.mark.parametrize("bindings", [ALL, NONE], ids=["typed", "untyped"])
class TestQuestions:
    def test_answer(self, bindings: Bindings[Any]) -> None:
        chat, asked = asks("the train", bindings)
        person = visit(asked, "a", "-1", "0", ":null", "window")
        assert draft(asked) == {"choice": 0, "remark": None, "seat": "window"}
        assert '        train      "RJ 63"' in person.text
        assert "less than the minimum of 0" in person.text
        assert chat.is_answered

    def test_a_tool_of_this_side(self, bindings: Bindings[Any]) -> None:
        chat, asked = asks("the train", bindings)
        visit(asked, "a", "0", "", "")
        turn = _turn(chat).continued()
        (tool,) = pending(chat, turn)
        assert (tool.kind, tool.name) == (Kind.TOOL, "add-to-calendar")
        visit(tool, "a", "perhaps", "yes")
        assert tool.is_staged and chat.is_answered
        assert turn.continued().text == 'That gave {"added":true}.'

    def test_a_tool_of_this_side_that_fails(self, bindings: Bindings[Any]) -> None:
        chat, asked = asks("the train", bindings)
        visit(asked, "a", "0", "", "")
        turn = _turn(chat).continued()
        (tool,) = pending(chat, turn)
        visit(tool, "c")
        assert chat.is_answered
        assert turn.continued().outcome == "finished"


def _turn(chat: BlockingChat[Any]) -> Any:
    return chat.restore(chat.snapshot())


def told(*pauses: Pause) -> tuple[Told, BlockingChat[Any], tuple[Asked, ...]]:
    server = Told(list(pauses))
    chat = opened(server, ALL)
    return server, chat, pending(chat, chat.send("go"))


class TestOthers:
    def test_what_is_broken_or_foreign_is_shown_and_not_answered(self) -> None:
        def pause(run_id: str) -> list[Json]:
            wrong = question("another-run", "broken", True)
            return [wrong, {"id": "foreign", "reason": "x", "message": "Not yours"}]

        _, chat, decisions = told(pause)
        assert [asked.kind for asked in decisions] == [Kind.BROKEN, Kind.FOREIGN]
        assert "another run" in visit(decisions[0], "a", "b").text
        assert chat.unanswered == ()

    def test_an_expired_question(self) -> None:
        def pause(run_id: str) -> list[Json]:
            return [question(run_id, "late", True, expiresAt="2020-01-01T00:00:00Z")]

        _, _, (asked,) = told(pause)
        assert "expired" in asked_lines(asked, NOW)[1].text
        person = visit(asked, "a", "1", "b")
        assert "it expired at 2020-01-01" in person.text
        assert asked.handle is not None and asked.handle.status is Status.ERROR

    def test_an_approval_of_an_older_server(self) -> None:
        def pause(run_id: str) -> list[Json]:
            metadata: Json = {"kind": "approval", "toolName": "wipe", "input": {"disk": "a"}}
            return [{"id": "i", "reason": "tool_call", "toolCallId": "c", "metadata": metadata}]

        server, chat, (asked,) = told(pause)
        assert '"a"' in visit(asked, "a").text
        assert draft(asked) == {"approved": True}
        _turn(chat).continued()
        assert isinstance(server.bodies[1]["resume"], list)

    def test_several_are_listed_with_the_state_of_each(self) -> None:
        def pause(run_id: str) -> list[Json]:
            return [question(run_id, name, {"type": "string"}) for name in ("one", "two", "three")]

        _, chat, decisions = told(pause)
        visit(decisions[2], "a", "yes")
        visit(decisions[0], "c")
        lines = [line.text.strip() for line in overview_lines(decisions, NOW)]
        assert lines == [
            "",
            "3 pending",
            "1 cancelled  question  What about one?",
            "2 open       question  What about two?",
            "3 answered   question  What about three?",
        ]
        assert chat.unanswered == ("two",)

    def test_arguments_are_shown_in_full_and_payloads_on_demand(self) -> None:
        def pause(run_id: str) -> list[Json]:
            lines: Json = [*range(500)]
            metadata: dict[str, Json] = {"tanstack:interruptPayload": lines, "input": lines}
            one = question(run_id, "big", True)
            known = one["metadata"]
            assert isinstance(known, dict)
            return [{**one, "metadata": {**known, **metadata}}]

        _, _, (asked,) = told(pause)
        at_first = [line.text for line in asked_lines(asked, NOW)]
        assert "    … and 440 more lines" in at_first
        assert at_first.count("    [499]  499") == 1
        assert visit(asked, "v", "b").text.count("    [499]  499") == 3

    def test_a_long_message_is_cut_and_shown_on_demand(self) -> None:
        def pause(run_id: str) -> list[Json]:
            message = "\n".join(f"line {number}" for number in range(100))
            return [{**question(run_id, "long", True), "message": message}]

        _, _, (asked,) = told(pause)
        at_first = [line.text for line in asked_lines(asked, NOW)]
        assert "  … and 60 more lines" in at_first and "  line 99" not in at_first
        assert "  line 99" in visit(asked, "v", "b").shown

    @pytest.mark.parametrize("attack", ["\x1b]52;c;eA==\x07", "a\u202eb", "\x9b2J", "\r\nok"])
    def test_a_hostile_server_is_shown_as_it_is(self, attack: str) -> None:
        def pause(run_id: str) -> list[Json]:
            schema: Json = {"type": "object", "properties": {attack: {"enum": [attack]}}}
            metadata: Json = {"kind": "approval", "toolName": attack, "input": {attack: attack}}
            return [
                {**question(run_id, attack, schema), "message": attack, "reason": attack},
                {"id": "i", "reason": attack, "toolCallId": attack, "metadata": metadata},
            ]

        _, _, decisions = told(pause)
        people = [visit(decisions[0], "a", ""), visit(decisions[1], "b")]
        overview = [line.text for line in overview_lines(decisions, NOW)]
        for text in (*overview, *(one for who in people for one in who.shown + who.labels)):
            assert text.isprintable(), text


def refused_by_the_server(code: str) -> Asked:
    """Answer a question, and have the server refuse that."""

    def pause(run_id: str) -> list[Json]:
        schema: Json = {
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a", "b"],
        }
        return [question(run_id, "q", schema)]

    def refuse(run_id: str) -> list[Json]:
        error: dict[str, Json] = {
            "scope": "item",
            "threadId": chat.thread_id,
            "interruptedRunId": str(server.bodies[0]["runId"]),
            "generation": 0,
            "interruptId": "q",
            "code": code,
            "message": "there are only two",
            "source": "server",
            "retryable": False,
            "path": ["a"],
        }
        said: Json = {"threadId": chat.thread_id, "interruptErrors": [error]}
        metadata: Json = {"tanstack": said}
        return [{"type": "RUN_ERROR", "message": "no", "metadata": metadata}]

    server = Told([pause, refuse])
    chat = opened(server, NONE)
    turn = chat.send("go")
    (asked,) = pending(chat, turn)
    visit(asked, "a", "7", "8")
    with pytest.raises(ChatFailure):
        turn.continued()
    return asked


class TestRefusedByTheServer:
    def test_what_it_says_is_shown_and_mended_at_the_field(self) -> None:
        asked = refused_by_the_server("invalid-payload")
        person = visit(asked, "m", "1")
        assert person.text.count("there are only two") == 2
        assert person.labels == ["question", "a"]
        assert person.begun == ["", "7"]
        assert asked.is_staged and draft(asked) == {"a": 1, "b": 8}

    def test_it_can_be_kept(self) -> None:
        asked = refused_by_the_server("invalid-payload")
        visit(asked, "k")
        assert asked.is_staged and draft(asked) == {"a": 7, "b": 8}

    def test_what_no_answer_can_mend_is_not_asked_again(self) -> None:
        asked = refused_by_the_server("stale")
        person = visit(asked, "m", "b")
        assert "mend it" not in person.text
        assert person.labels == ["question", "question"]


class TestOlderServers:
    def test_an_approval_by_a_custom_event(self) -> None:
        def ask(run_id: str) -> list[Json]:
            value: Json = {
                "toolCallId": "c",
                "toolName": "wipe",
                "input": {"disk": "a"},
                "approval": {"id": "ap", "needsApproval": True},
            }
            return [{"type": "CUSTOM", "name": "approval-requested", "value": value}]

        server = Told([ask])
        chat = opened(server, NONE)
        turn = chat.send("go")
        (asked,) = pending(chat, turn)
        assert '"a"' in visit(asked, "r").text
        assert chat.is_answered and draft(asked) == {"approved": False}
        turn.continued()
        assert len(server.bodies) == 2
