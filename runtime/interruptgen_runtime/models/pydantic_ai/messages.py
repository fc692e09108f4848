"""A request to a model -> the messages that pydantic-ai sends to a provider.

Activities and reasoning are left out: the former are for people, and the latter means something
only to the provider that wrote it, which AG-UI's messages do not name.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final, TypeAlias

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from interruptgen_runtime.core.errors import LocalError, PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.models.pydantic_ai.content import read_part
from interruptgen_runtime.models.pydantic_ai.texts import read_text
from interruptgen_runtime.server.model import ModelRequest as Request

_UNSEEN: Final = frozenset({"reasoning", "activity"})
_NO_CONTENT: Final = frozenset({"", "null"})

_Placed: TypeAlias = tuple[str, JsonObject]


def to_messages(request: Request) -> list[ModelMessage]:
    """Return the messages of a request, with neighbours of one side in one message.

    They end with a request, an empty one after an answer that is to go on: some of pydantic-ai's
    models insist on that, and providers get nothing of it. The arguments of tool calls stay the
    texts that the history has. Raises `PeerError`, with the place, for what a client may send and
    no provider gets.
    """
    placed: list[_Placed] = [("system", _system(text)) for text in request.system]
    for index, message in enumerate(request.messages):
        if message.get("role") not in _UNSEEN:
            placed.append((f"messages[{index}]", message))
    messages = list(_grouped(placed))
    is_answered = bool(messages) and isinstance(messages[-1], ModelResponse)
    return [*messages, ModelRequest([])] if is_answered else messages


def has_media(message: ModelMessage) -> bool:
    """Tell whether a message has anything but texts."""
    return any(
        not isinstance(item, str)
        for part in message.parts
        if isinstance(part, UserPromptPart)
        for item in part.content
    )


def _system(text: str) -> JsonObject:
    return {"role": "system", "content": text}


def _grouped(placed: Iterable[_Placed]) -> Iterator[ModelMessage]:
    names: dict[str, str] = {}
    for is_answer, group in groupby(placed, lambda each: each[1].get("role") == "assistant"):
        if is_answer:
            said = [part for where, message in group for part in _said(message, where)]
            calls = (part for part in said if isinstance(part, ToolCallPart))
            names.update({call.tool_call_id: call.tool_name for call in calls})
            if said:
                yield ModelResponse(said)
        else:
            yield ModelRequest([_asked(message, where, names) for where, message in group])


def _said(message: JsonObject, where: str) -> Iterator[ModelResponsePart]:
    if message.get("content"):
        yield TextPart(read_text(message, "content", where))
    calls = message.get("toolCalls", [])
    if not isinstance(calls, list):
        raise PeerError(f"{where}.toolCalls has to be an array")
    for index, raw in enumerate(calls):
        yield _call(raw, f"{where}.toolCalls[{index}]")


def _call(raw: Json, where: str) -> ToolCallPart:
    if not isinstance(raw, dict):
        raise PeerError(f"{where} has to be an object")
    function = raw.get("function")
    if not isinstance(function, dict):
        raise PeerError(f"{where}.function has to be an object")
    name = read_text(function, "name", f"{where}.function")
    return ToolCallPart(
        name, read_text(function, "arguments", f"{where}.function"), read_text(raw, "id", where)
    )


def _asked(message: JsonObject, where: str, names: Mapping[str, str]) -> ModelRequestPart:
    match message.get("role"):
        case "system" | "developer":
            return SystemPromptPart(read_text(message, "content", where))
        case "user":
            return _user(message, where)
        case "tool":
            return _result(message, where, names)
        case role:
            raise PeerError(f"{where} has the role {role!r}, which no model reads")


def _user(message: JsonObject, where: str) -> UserPromptPart:
    content = message.get("content")
    if not isinstance(content, list):
        return UserPromptPart(read_text(message, "content", where))
    parts = [read_part(raw, f"{where}.content[{index}]") for index, raw in enumerate(content)]
    return UserPromptPart(parts)


def _result(message: JsonObject, where: str, names: Mapping[str, str]) -> ToolReturnPart:
    """Read a result; one with an error is a failure, of which the content may tell a part."""
    call_id, content = read_text(message, "toolCallId", where), read_text(message, "content", where)
    if call_id not in names:
        raise LocalError(f"{where} is the result of {call_id!r}, which no message calls")
    if "error" not in message:
        return ToolReturnPart(names[call_id], content, call_id)
    error = read_text(message, "error", where)
    text = error if content in {*_NO_CONTENT, error} else f"{content}\n\n{error}"
    return ToolReturnPart(names[call_id], text, call_id, outcome="failed")
