"""What a run asks of a language model: a request in, a stream of deltas out.

A model is anything with a `stream` method. It speaks neither of pauses nor of tools that run: the
run does all of that.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, runtime_checkable

from interruptgen_runtime.core.json_types import JsonObject

FinishReason: TypeAlias = Literal["stop", "length", "content_filter", "tool_calls"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """A tool as the model sees it; `parameters` is the JSON Schema of its arguments."""

    name: str
    description: str
    parameters: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One call of a model.

    `messages` are AG-UI messages in wire form, and each tool call in them has exactly one result.
    `system` are texts that come before them.
    """

    thread_id: str
    run_id: str
    messages: tuple[JsonObject, ...]
    tools: tuple[ToolSpec, ...] = ()
    system: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallStarted:
    """The model begins to call a tool; `call_id` is unique in the thread."""

    call_id: str
    name: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A piece of the JSON text of a call's arguments; the call has started."""

    call_id: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens that the call used; those of several deltas add up."""

    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Finished:
    """Why the model stopped; without this delta it is `stop`, or `tool_calls` after calls."""

    reason: FinishReason


Delta: TypeAlias = TextDelta | ToolCallStarted | ToolCallDelta | Usage | Finished


class ModelFailure(Exception):
    """The model cannot answer; message and code are shown to the client as they are."""

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


class Model(Protocol):
    """A language model."""

    def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Answer a request piece by piece.

        Raises `ModelFailure` for what the client may know; of any other exception the client
        learns only that the model failed. If the iterator is an asynchronous generator, it is
        closed when the run ends early.
        """
        ...


@runtime_checkable
class Described(Protocol):
    """A model that says what it is; traces then tell."""

    @property
    def model_name(self) -> str:
        """The name of the model, such as its provider knows it."""
        ...

    @property
    def provider_name(self) -> str:
        """The name of the provider, such as `openai`."""
        ...
