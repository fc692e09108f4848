"""One question to a model, and all that it says."""

from interruptgen_runtime import JsonObject
from interruptgen_runtime.models.pydantic_ai import PydanticAIModel
from interruptgen_runtime.server import Delta, ModelRequest, ToolSpec

REFUND = ToolSpec(
    name="refund",
    description="Pays back.",
    parameters={
        "type": "object",
        "properties": {"bookingId": {"type": "string"}},
        "required": ["bookingId"],
    },
)
GO: JsonObject = {"id": "u", "role": "user", "content": "Go"}


def request(*messages: JsonObject, tools: tuple[ToolSpec, ...] = (REFUND,)) -> ModelRequest:
    return ModelRequest(thread_id="t", run_id="r", messages=messages or (GO,), tools=tools)


async def ask(model: PydanticAIModel, asked: ModelRequest | None = None) -> list[Delta]:
    return [delta async for delta in model.stream(asked or request())]
