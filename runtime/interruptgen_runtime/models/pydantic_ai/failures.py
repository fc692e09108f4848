"""What pydantic-ai raises -> what a client may know of it, and what to do about it.

Nothing of a provider's words is passed on: they can hold parts of keys, and addresses with secrets.
"""

import logging
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Final, TypeAlias

from pydantic_ai.exceptions import (
    AgentRunError,
    ConcurrencyLimitExceeded,
    ContentFilterError,
    FallbackExceptionGroup,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestRejectedError,
    ModelRequestTimeout,
    ModelServerError,
    ModelTimeoutError,
    ModelUnavailableError,
    OutputTokenLimitExceeded,
    UnexpectedModelBehavior,
    UserError,
)
from pydantic_ai.messages import ModelMessage

from interruptgen_runtime.models.pydantic_ai.messages import has_media
from interruptgen_runtime.server.model import ModelFailure

_log: Final = logging.getLogger("interruptgen_runtime")

Failed: TypeAlias = AgentRunError | FallbackExceptionGroup

_FAILURES: Final[tuple[tuple[type[AgentRunError], str, str], ...]] = (
    (
        ModelAuthenticationError,
        "model-authentication",
        "The model's provider refused the server's credentials. Check its API key, and what the "
        "key may use",
    ),
    (
        ModelNotFoundError,
        "model-not-found",
        "The model's provider does not know the model. Check its name, and the provider's address",
    ),
    (
        ModelContextWindowExceededError,
        "model-context-window",
        "The conversation is too long for the model. Start a new one, or use a model that reads "
        "more",
    ),
    (
        ModelQuotaExceededError,
        "model-quota",
        "The quota at the model's provider is used up. Check its plan and billing",
    ),
    (
        ModelRateLimitError,
        "model-rate-limit",
        "The model's provider gets too many requests. Try again later",
    ),
    (
        ModelUnavailableError,
        "model-unavailable",
        "The model is not available right now. Try again later",
    ),
    (
        ModelServerError,
        "model-server-error",
        "The model's provider failed. Try again",
    ),
    (
        ModelRequestTimeout,
        "model-timeout",
        "The model took too long to answer. Try again, or allow it more time",
    ),
    (
        ModelTimeoutError,
        "model-timeout",
        "The model took too long to answer. Try again, or allow it more time",
    ),
    (
        ModelConnectionError,
        "model-connection",
        "The connection to the model's provider failed. Try again, or check the network and the "
        "provider's address",
    ),
    (
        ModelRequestRejectedError,
        "model-rejected",
        "The model's provider rejected the request. The server's log has its reason",
    ),
    (
        ContentFilterError,
        "model-content-filter",
        "The model's provider refused to answer this. Say it in another way",
    ),
    (
        OutputTokenLimitExceeded,
        "model-output-limit",
        "The model was cut off in the middle of a tool call. Ask for less, or allow it more tokens",
    ),
    (
        ConcurrencyLimitExceeded,
        "model-rate-limit",
        "Too many requests to the model are running. Try again later",
    ),
    (
        UnexpectedModelBehavior,
        "model-behavior",
        "The model's provider gave an answer that makes no sense. Try again",
    ),
)
"""Classes of errors, the most special first, with codes and what to tell."""

_MEDIA: Final = (
    "model-media",
    "The model cannot take a file of this conversation: its provider does not know the kind, or "
    "it could not be fetched. Send it in another form, or without it",
)
_OTHERS: Final = ("model-failure", "The model failed. The server's log has the reason")

CODES: Final = tuple(dict.fromkeys([*(code for _, code, _ in _FAILURES), _MEDIA[0], _OTHERS[0]]))
"""The codes of all failures."""


@contextmanager
def failing(model_name: str) -> Generator[None]:
    """Turn the errors of a provider into `ModelFailure`, and log what is not told."""
    try:
        yield
    except (AgentRunError, FallbackExceptionGroup) as error:
        _log.warning("the model %s failed", model_name, exc_info=True)
        raise to_failure(error) from error


@contextmanager
def refusing_media(messages: Iterable[ModelMessage]) -> Generator[None]:
    """Turn what goes wrong before an answer begins into `ModelFailure`, if media may be the cause.

    Of kinds that a provider does not take, and of URLs that cannot be fetched, pydantic-ai tells
    by errors of many classes; without media these are mistakes of a program, and stay.
    """
    try:
        yield
    except (AgentRunError, FallbackExceptionGroup, UserError):
        raise
    except Exception as error:
        if not any(map(has_media, messages)):
            raise
        _log.warning("a file of a conversation was not sent to the model", exc_info=True)
        code, text = _MEDIA
        raise ModelFailure(f"{text}.", code) from error


def to_failure(error: Failed) -> ModelFailure:
    """Return what a client may know of an error; of several models that failed, of the last one."""
    last = _last(error)
    code, text = next(
        ((code, text) for kind, code, text in _FAILURES if isinstance(last, kind)), _OTHERS
    )
    return ModelFailure(f"{text}{_details(last)}.", code)


def _last(error: BaseException) -> BaseException:
    while isinstance(error, FallbackExceptionGroup):
        error = error.exceptions[-1]
    return error


def _details(error: BaseException) -> str:
    """Return the numbers that an error comes with: the status of HTTP and how long to wait."""
    details: list[str] = []
    if isinstance(error, ModelHTTPError):
        details.append(f"HTTP {error.status_code}")
    if isinstance(error, ModelAPIError) and error.retry_after is not None:
        details.append(f"wait {error.retry_after:g} s")
    return f" ({', '.join(details)})" if details else ""
