"""A model over `pydantic_ai.direct`: every provider that pydantic-ai knows, without its agents."""

try:
    from interruptgen_runtime.models.pydantic_ai.model import PydanticAIModel
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "pydantic_ai":
        raise
    raise ImportError(
        "PydanticAIModel needs pydantic-ai: install interruptgen-runtime[pydantic-ai], and the "
        "extra of your provider, such as pydantic-ai-slim[openai]"
    ) from missing

__all__ = ["PydanticAIModel"]
