"""A model of pydantic-ai -> a model for runs.

Only `pydantic_ai.direct` is used: one request, one streamed answer. The run itself, with its tools
and pauses, stays this package's.
"""

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import KnownModelName, Model, StreamedResponse, infer_model
from pydantic_ai.settings import ModelSettings

from interruptgen_runtime.models.pydantic_ai.failures import failing, refusing_media
from interruptgen_runtime.models.pydantic_ai.messages import to_messages
from interruptgen_runtime.models.pydantic_ai.reading import AnswerReader
from interruptgen_runtime.models.pydantic_ai.tools import to_parameters
from interruptgen_runtime.server.model import Delta, ModelRequest, ToolSpec


class PydanticAIModel:
    """A model of any provider that pydantic-ai knows.

    `model` is one of pydantic-ai's models, or a name such as `openai:gpt-5-mini`; `settings` go
    with every request. Raises pydantic-ai's `UserError` for a name that it does not know and for
    a missing API key, and `ImportError` if the provider's own package is missing.
    """

    def __init__(
        self, model: Model | KnownModelName | str, *, settings: ModelSettings | None = None
    ) -> None:
        self._model = infer_model(model)
        self._settings = settings

    @property
    def model_name(self) -> str:
        """The name of the model, for traces."""
        return self._model.model_name

    @property
    def provider_name(self) -> str:
        """The name of its provider, for traces."""
        return self._model.system

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        """Answer a request piece by piece.

        Raises `ModelFailure` if the provider fails, and `PeerError` for messages that cannot be
        sent to any. Closing the generator closes the connection to the provider.
        """
        messages, reader = to_messages(request), AnswerReader()
        with failing(self.model_name):
            async with AsyncExitStack() as stack:
                with refusing_media(messages):
                    answer = await stack.enter_async_context(self._ask(messages, request.tools))
                events = aiter(answer)
                stack.push_async_callback(_close, events)
                async for event in events:
                    for delta in reader.take(event):
                        yield delta
                for delta in reader.end(answer):
                    yield delta

    def _ask(
        self, messages: Sequence[ModelMessage], tools: Iterable[ToolSpec]
    ) -> AbstractAsyncContextManager[StreamedResponse]:
        return model_request_stream(
            self._model,
            messages,
            model_settings=self._settings,
            model_request_parameters=to_parameters(tools),
        )


async def _close(events: object) -> None:
    if isinstance(events, AsyncGenerator):
        await events.aclose()
