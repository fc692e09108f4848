"""The messages of a thread, as pydantic-ai gets them."""

from typing import Any

import pytest
from pydantic_ai.messages import (
    AudioUrl,
    BinaryContent,
    DocumentUrl,
    ImageUrl,
    ModelMessage,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    VideoUrl,
)

from interruptgen_runtime import JsonObject, LocalError, PeerError
from interruptgen_runtime.models.pydantic_ai.messages import to_messages
from interruptgen_runtime.models.pydantic_ai.tools import to_parameters
from interruptgen_runtime.server import ModelRequest, ToolSpec

PIXEL = "iVBORw0KGgo="


def convert(*messages: JsonObject, system: tuple[str, ...] = ()) -> list[ModelMessage]:
    return to_messages(ModelRequest(thread_id="t", run_id="r", messages=messages, system=system))


def outline(messages: list[ModelMessage]) -> list[list[tuple[Any, ...]]]:
    """Return kinds and contents, without times and details of providers."""
    return [[_part(part) for part in message.parts] for message in messages]


def _part(part: Any) -> tuple[Any, ...]:
    if isinstance(part, ToolCallPart):
        return ("call", part.tool_call_id, part.tool_name, part.args)
    if isinstance(part, ToolReturnPart):
        return ("result", part.tool_call_id, part.tool_name, part.content, part.outcome)
    if isinstance(part, TextPart):
        return ("text", part.content)
    return (part.part_kind, part.content)


def user(content: Any) -> JsonObject:
    return {"id": "u", "role": "user", "content": content}


def assistant(content: str | None = None, **calls: str) -> JsonObject:
    message: JsonObject = {"id": "a", "role": "assistant"}
    if content is not None:
        message["content"] = content
    if calls:
        message["toolCalls"] = [
            {"id": name, "type": "function", "function": {"name": f"f-{name}", "arguments": text}}
            for name, text in calls.items()
        ]
    return message


def result(call_id: str, content: str, **others: Any) -> JsonObject:
    return {"id": f"tool-{call_id}", "role": "tool", "toolCallId": call_id, "content": content} | (
        others
    )


def test_a_thread_keeps_its_order_and_its_texts() -> None:
    messages = convert(
        user("Hello"),
        {"id": "x", "role": "reasoning", "content": "hm", "encryptedValue": "e"},
        assistant("One moment.", c1='{ "a" : 1.0 }', c2=""),
        result("c1", "done"),
        result("c2", '{"error":"no"}'),
        {"id": "y", "role": "activity", "activityType": "plan", "content": {}},
        user("And now?"),
        assistant("That is all."),
        {"id": "d", "role": "developer", "content": "Be kind."},
        user("Thanks"),
        system=("Be brief.", "Be exact."),
    )
    assert outline(messages) == [
        [("system-prompt", "Be brief."), ("system-prompt", "Be exact."), ("user-prompt", "Hello")],
        [
            ("text", "One moment."),
            ("call", "c1", "f-c1", '{ "a" : 1.0 }'),
            ("call", "c2", "f-c2", ""),
        ],
        [
            ("result", "c1", "f-c1", "done", "success"),
            ("result", "c2", "f-c2", '{"error":"no"}', "success"),
            ("user-prompt", "And now?"),
        ],
        [("text", "That is all.")],
        [("system-prompt", "Be kind."), ("user-prompt", "Thanks")],
    ]


@pytest.mark.parametrize(
    ("content", "error", "expected"),
    [
        ("null", "no network", "no network"),
        ("", "no network", "no network"),
        ("no network", "no network", "no network"),
        ("half of it", "no network", "half of it\n\nno network"),
    ],
)
def test_the_error_of_a_result_is_told(content: str, error: str, expected: str) -> None:
    messages = convert(user("Go"), assistant(c1="{}"), result("c1", content, error=error))
    assert outline(messages)[2] == [("result", "c1", "f-c1", expected, "failed")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a\ud83d\ude00b", "a\U0001f600b"), ("a\ud83d", "a\ufffd"), ("\ude00b", "\ufffdb")],
)
def test_characters_that_were_cut_in_two(text: str, expected: str) -> None:
    messages = convert(user(text), assistant(text, c1=text), result("c1", text))
    said, call, told = "text", ("call", "c1", "f-c1", expected), ("result", "c1", "f-c1")
    assert outline(messages) == [
        [("user-prompt", expected)],
        [(said, expected), call],
        [(*told, expected, "success")],
    ]


def test_an_answer_without_words_and_calls_is_left_out() -> None:
    assert len(convert(user("Go"), assistant(), user("Go on"))) == 2


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ({"type": "text", "text": "Look"}, "Look"),
        (
            {"type": "image", "source": {"type": "url", "value": "https://a.test/i"}},
            ImageUrl("https://a.test/i"),
        ),
        (
            {"type": "audio", "source": {"type": "url", "value": "HTTP://a.test/s.mp3"}},
            AudioUrl("HTTP://a.test/s.mp3"),
        ),
        (
            {"type": "video", "source": {"type": "url", "value": "https://a.test/v.mp4"}},
            VideoUrl("https://a.test/v.mp4"),
        ),
        (
            {"type": "document", "source": {"type": "url", "value": "https://a.test/d.pdf"}},
            DocumentUrl("https://a.test/d.pdf"),
        ),
        (
            {
                "type": "image",
                "source": {"type": "data", "value": PIXEL, "mimeType": "image/png"},
            },
            BinaryContent(b"\x89PNG\r\n\x1a\n", media_type="image/png"),
        ),
        (
            {
                "type": "image",
                "source": {"type": "url", "value": f"data:image/png;base64,{PIXEL}"},
            },
            BinaryContent(b"\x89PNG\r\n\x1a\n", media_type="image/png"),
        ),
    ],
)
def test_parts_of_a_message(part: JsonObject, expected: Any) -> None:
    (message,) = convert(user([part]))
    assert outline([message]) == [[("user-prompt", [expected])]]


def test_the_media_type_of_a_url_is_passed_on() -> None:
    source = {"type": "url", "value": "https://a.test/i", "mimeType": "image/webp"}
    (message,) = convert(user([{"type": "image", "source": source}]))
    (image,) = outline([message])[0][0][1]
    assert isinstance(image, ImageUrl)
    assert image.media_type == "image/webp"


def image(**source: Any) -> JsonObject:
    return {"type": "image", "source": source}


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ("text", "messages[0].content[0] has to be an object"),
        ({"type": "text"}, "messages[0].content[0].text has to be a string"),
        (
            {"type": "binary", "data": PIXEL},
            "messages[0].content[0] is no text, image, audio, video or document",
        ),
        ({"type": "image"}, "messages[0].content[0].source has to be an object"),
        (image(type="url"), "messages[0].content[0].source.value has to be a string"),
        (
            image(type="file", value="file-1"),
            "messages[0].content[0].source has to be a URL or data",
        ),
        (
            image(type="url", value="gs://bucket/secret"),
            "messages[0].content[0].source has to be a URL of https or http",
        ),
        (
            image(type="url", value="https://generativelanguage.googleapis.com/v1beta/files/x"),
            "messages[0].content[0].source names a file that a provider holds",
        ),
        (
            image(type="url", value="file:///etc/passwd"),
            "messages[0].content[0].source has to be a URL of https or http",
        ),
        (
            image(type="url", value="data:image/png,abc"),
            "messages[0].content[0].source has to carry its data with a media type and in base64",
        ),
        (
            image(type="data", value="§", mimeType="image/png"),
            "messages[0].content[0].source.value is not base64",
        ),
        (
            image(type="data", value=PIXEL),
            "messages[0].content[0].source.mimeType has to be a string",
        ),
    ],
)
def test_parts_that_are_refused(part: Any, problem: str) -> None:
    with pytest.raises(PeerError) as raised:
        convert(user([part]))
    assert str(raised.value) == problem


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ({"role": "system", "content": None}, "messages[0].content has to be a string"),
        ({"role": "user"}, "messages[0].content has to be a string"),
        ({"role": "critic"}, "messages[0] has the role 'critic', which no model reads"),
        ({"role": "assistant", "content": [1]}, "messages[0].content has to be a string"),
        ({"role": "assistant", "toolCalls": {}}, "messages[0].toolCalls has to be an array"),
        (
            {"role": "assistant", "toolCalls": ["c1"]},
            "messages[0].toolCalls[0] has to be an object",
        ),
        (
            {"role": "assistant", "toolCalls": [{"id": "c1"}]},
            "messages[0].toolCalls[0].function has to be an object",
        ),
    ],
)
def test_messages_that_are_refused(message: JsonObject, problem: str) -> None:
    with pytest.raises(PeerError) as raised:
        convert(message)
    assert str(raised.value) == problem


def test_a_result_without_a_call_is_a_mistake_of_the_server() -> None:
    with pytest.raises(LocalError, match="which no message calls"):
        convert(user("Go"), result("c1", "done"))


def test_tools_keep_their_schemas() -> None:
    schema: JsonObject = {"type": "object", "properties": {"a": {"type": "integer"}}}
    parameters = to_parameters(
        [
            ToolSpec(name="one", description="First.", parameters=schema),
            ToolSpec(name="two", description="", parameters={"type": "object"}),
        ]
    )
    told = [
        (tool.name, tool.description, tool.parameters_json_schema)
        for tool in parameters.function_tools
    ]
    nothing: JsonObject = {"type": "object", "properties": {}}
    assert told == [("one", "First.", schema), ("two", None, nothing)]
