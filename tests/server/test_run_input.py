"""What a request may say, and how its history is read."""

import json
from typing import Any

import pytest

from interruptgen_runtime import Json, JsonObject, LocalError, PeerError
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.server import Answers, read_run_input
from interruptgen_runtime.server.answers import make_answer
from interruptgen_runtime.server.conversation import Conversation
from interruptgen_runtime.server.replay import ToolResult
from server.test_runs import BODY
from travel_desk.generated.bookings import server as bookings

CALL: JsonObject = {
    "id": "c1",
    "type": "function",
    "function": {"name": "refund", "arguments": "{}"},
}
ASSISTANT: JsonObject = {"id": "a", "role": "assistant", "toolCalls": [CALL]}


def message(**members: Json) -> JsonObject:
    return {"messages": [{"id": "m", **members}]}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"threadId": 1}, "threadId has to be a string"),
        ({"runId": None}, "runId has to be a string"),
        ({"parentRunId": None}, "parentRunId has to be a string"),
        ({"messages": None}, "messages has to be an array"),
        ({"tools": {}}, "tools has to be an array"),
        ({"tools": [1]}, r"tools\[0\] has to be an object"),
        ({"forwardedProps": None}, "forwardedProps has to be an object"),
        ({"messages": ["Hi"]}, r"messages\[0\] has to be an object with a string id"),
        (message(role="ghost"), "unknown role"),
        (message(role=None), "unknown role"),
        (message(role="user", content=None), "string or an array"),
        (message(role="user", content=[1]), "something else than parts"),
        (message(role="user", content=[{"type": "text"}]), "something else than parts"),
        (message(role="user", content=[{"type": "film", "source": {}}]), "something else than"),
        (message(role="user", content=[{"type": "image"}]), "something else than parts"),
        (message(role="user", content="Hi", metadata=None), "metadata has to be an object"),
        (message(role="assistant", content=None), "content has to be a string"),
        (message(role="assistant", toolCalls=None), "toolCalls has to be an array"),
        (message(role="assistant", toolCalls=[1]), "something else than calls"),
        (message(role="assistant", toolCalls=[{**CALL, "id": 1}]), "without id, name or"),
        (message(role="assistant", toolCalls=[{**CALL, "function": "f"}]), "something else"),
        (message(role="assistant", toolCalls=[{**CALL, "type": "x"}]), "something else"),
        (message(role="assistant", toolCalls=[{**CALL, "metadata": 1}]), "metadata has to be an"),
        (message(role="system", content=[1]), "content has to be a string"),
        (message(role="reasoning"), "content has to be a string"),
        (message(role="activity", content={}), "activityType has to be a string"),
        (message(role="activity", activityType="a", content=[]), "content has to be an object"),
        (message(role="user", content="Hi", name=1), "name has to be a string"),
        (
            message(role="user", content=[{"type": "image", "source": {"type": "url"}}]),
            "media without a source",
        ),
        (message(role="tool", content="{}", toolCallId="c1", error=1), "error has to be a string"),
        (message(role="tool", content="{}"), "string toolCallId"),
        (message(role="tool", toolCallId="c1"), "string content"),
        ({"resume": None}, "resume has to be an array"),
        ({"resume": [{"interruptId": "a", "status": "done"}]}, "resolved or cancelled"),
        (
            {"resume": [{"interruptId": "a", "status": "cancelled", "metadata": None}]},
            "metadata has to be an object",
        ),
        ({"resume": [{"interruptId": "\ud800", "status": "cancelled"}]}, "lone surrogate"),
    ],
)
def test_what_is_no_input(change: JsonObject, reason: str) -> None:
    with pytest.raises(PeerError, match=reason):
        read_run_input({**BODY, **change})


def test_what_is_null_counts_as_left_out() -> None:
    call: JsonObject = {**CALL, "encryptedValue": None}
    del call["type"]
    image: JsonObject = {"type": "url", "value": "https://a.test/", "mimeType": None}
    content: list[Json] = [{"type": "image", "id": None, "source": image}]
    messages: list[Json] = [
        {"id": "u", "role": "user", "content": content, "name": None, "unknown": {"a": None}},
        {**ASSISTANT, "toolCalls": [call], "encryptedValue": None},
    ]
    read = read_run_input({**BODY, "messages": messages}).messages
    source: JsonObject = {"type": "url", "value": "https://a.test/"}
    part: JsonObject = {"type": "image", "source": source}
    assert read == (
        {"id": "u", "role": "user", "content": [part], "unknown": {"a": None}},
        ASSISTANT,
    )


def test_a_list_is_no_input() -> None:
    with pytest.raises(PeerError):
        read_run_input([])


def test_a_cut_emoji_does_not_end_the_thread() -> None:
    picture: Json = {"type": "image", "source": {"type": "url", "value": "/a.png"}, "width": 1}
    text: Json = {"type": "text", "text": "a\ud83d"}
    cut: Json = [{"id": "u", "role": "user", "content": [text, picture]}]
    given = read_run_input({**BODY, "threadId": "t\udc00", "messages": cut})
    assert given.thread_id == "t\ufffd"
    assert "a\ufffd" in json.dumps(given.messages, ensure_ascii=False)


def test_a_prototype_may_stand_in_a_text() -> None:
    entry: Json = {"interruptId": "a", "status": "resolved", "payload": ["__proto__"]}
    assert len(read_run_input({**BODY, "resume": [entry]}).resume) == 1
    entry = {"interruptId": "a", "status": "resolved", "payload": [{"__proto__": 1}]}
    with pytest.raises(PeerError, match="__proto__"):
        read_run_input({**BODY, "resume": [entry]})


def result(call_id: str, content: str) -> JsonObject:
    return {"id": f"r-{call_id}", "role": "tool", "toolCallId": call_id, "content": content}


def test_each_call_has_one_result_right_behind_it() -> None:
    second: Any = {**CALL, "id": "c2"}
    both: JsonObject = {**ASSISTANT, "toolCalls": [CALL, second]}
    user: JsonObject = {"id": "u", "role": "user", "content": "Go on"}
    given = [both, user, result("c2", "2"), result("c1", "1"), result("c1", "no"), result("x", "0")]
    conversation = Conversation(given)
    assert conversation.to_wire() == (both, result("c1", "1"), result("c2", "2"), user)
    assert conversation.unfinished() == ()
    conversation.reopen(["c1"])
    assert [call.id for call in conversation.unfinished()] == ["c1"]
    conversation.add_result("c1", ToolResult("new", note="by hand"))
    assert conversation.result("c1") == "new"
    assert [each["content"] for each in conversation.for_model()[1:3]] == ["new\n\nby hand", "2"]
    assert "by hand" not in json.dumps(conversation.to_wire())


@pytest.mark.parametrize(
    ("content", "is_result"),
    [
        ('{"approved":true,"pendingExecution":true,"message":"User approved this action"}', False),
        ('{"pendingExecution":false}', True),
        ('{"pendingExecution":1}', True),
        ("pendingExecution", True),
        ('["pendingExecution"]', True),
        ('{"approved":false,"message":"User denied this action"}', True),
        ("", True),
    ],
)
def test_a_placeholder_is_no_result(content: str, is_result: bool) -> None:
    conversation = Conversation([ASSISTANT, result("c1", content)])
    assert (conversation.unfinished() == ()) == is_result


def test_two_calls_with_one_id_cannot_be_told_apart() -> None:
    with pytest.raises(PeerError, match="two tool calls have the id"):
        Conversation([ASSISTANT, {**ASSISTANT, "id": "b"}])


def test_what_says_nothing_is_not_shown_to_the_model() -> None:
    empty: JsonObject = {"id": "e", "role": "assistant"}
    conversation = Conversation([empty])
    assert conversation.for_model() == ()
    assert conversation.to_wire() == (empty,)
    assert conversation.last_turn() == ()


def test_answers_are_a_sequence() -> None:
    one = make_answer(bookings.pause_for_agent, "a", True, 5)
    other = make_answer(bookings.pause_for_agent, "b", False, ABSENT)
    answers = Answers([one, other])
    assert answers[0].response == 5
    assert make_answer(bookings.pause_for_agent, "a", True, ABSENT).response is None
    assert list(answers[1:]) == [other]
    assert answers.has(bookings.pause_for_agent, "b")
    assert not answers.has(bookings.pause_for_agent, "c")
    with pytest.raises(LocalError, match="was cancelled"):
        _ = other.response
