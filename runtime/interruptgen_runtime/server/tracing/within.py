"""A span around what happens in pieces -> each piece inside of it, and nobody else's.

An asynchronous generator runs in the context of whoever takes its next value. A span that stayed
the current one while it waits to be asked would become the parent of spans that others start
meanwhile, such as another run in the same task; so it is current from one value to the next only.
"""

from asyncio import CancelledError
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from contextlib import contextmanager
from contextvars import Token
from typing import TypeVar

from opentelemetry.context import Context, attach, detach
from opentelemetry.trace import Span, StatusCode, set_span_in_context

from interruptgen_runtime.server.model import ModelFailure
from interruptgen_runtime.server.refusal import ResumeRefused

T = TypeVar("T")


class Current:
    """Makes a span the parent of those that start in a `with` block; not to be nested in itself.

    A class of its own, since the library's context manager costs several times as much, and a run
    enters one or two for each delta of the model.
    """

    __slots__ = ("_span", "_token")

    def __init__(self, span: Span) -> None:
        self._span = span
        self._token: Token[Context] | None = None

    def __enter__(self) -> None:
        self._token = attach(set_span_in_context(self._span))

    def __exit__(self, *raised: object) -> None:
        if self._token is not None:
            detach(self._token)


async def within(span: Span, source: AsyncIterator[T]) -> AsyncGenerator[T, None]:
    """Yield what a source yields, which runs inside of the span, and close it in the end."""
    current = Current(span)
    try:
        while True:
            with current:
                try:
                    item = await anext(source)
                except StopAsyncIteration:
                    return
            yield item
    finally:
        if isinstance(source, AsyncGenerator):
            with current:
                await source.aclose()


@contextmanager
def marking(span: Span) -> Generator[None]:
    """Mark a span with how its step ends, and end it, whatever that is.

    A span that has ended before keeps what it has.
    """
    try:
        yield
    except (CancelledError, GeneratorExit):
        if span.is_recording():
            span.set_attribute("interruptgen.cancelled", True)
        raise
    except Exception as error:
        fail(span, kind_of(error))
        raise
    finally:
        if span.is_recording():
            span.end()


def fail(span: Span, kind: str) -> None:
    """Mark a span as one of a failure, of a kind that has nothing of the data in it."""
    span.set_status(StatusCode.ERROR)
    span.set_attribute("error.type", kind)


def kind_of(error: BaseException) -> str:
    """Return what kind of an error it is: its code if it has one, else its class."""
    if isinstance(error, ResumeRefused):
        return error.errors[0].code
    if isinstance(error, ModelFailure) and error.code is not None:
        return error.code
    kind = type(error)
    return (
        kind.__qualname__
        if kind.__module__ == "builtins"
        else f"{kind.__module__}.{kind.__qualname__}"
    )
