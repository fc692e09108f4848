"""The steps of a run -> spans, with the names and attributes of OpenTelemetry's GenAI conventions.

What these do not know of is in attributes that begin with `interruptgen.`.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Generator, Sequence
from contextlib import aclosing, contextmanager
from functools import lru_cache
from typing import Final

from opentelemetry.trace import (
    ProxyTracerProvider,
    Span,
    SpanKind,
    Tracer,
    TracerProvider,
    get_current_span,
    get_tracer_provider,
)

from interruptgen_runtime.core.batch import Asked
from interruptgen_runtime.core.definition import Phase
from interruptgen_runtime.server.decisions import Accepted
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.model import Delta, Model
from interruptgen_runtime.server.plan import Execution
from interruptgen_runtime.server.refusal import ResumeRefused
from interruptgen_runtime.server.replay import Outcome
from interruptgen_runtime.server.run_input import RunInput
from interruptgen_runtime.server.tracing.details import (
    AnswerNotes,
    Value,
    asked,
    clip,
    decided,
    ended,
    model_attributes,
)
from interruptgen_runtime.server.tracing.off import OFF, ResumeStep, ToolStep, Tracing
from interruptgen_runtime.server.tracing.within import Current, fail, kind_of, marking, within

_NAME: Final = "interruptgen_runtime"


def tracing() -> Tracing:
    """Return what makes spans, or, while nobody collects them, what takes note of nothing."""
    provider = get_tracer_provider()
    return OFF if isinstance(provider, ProxyTracerProvider) else _spans(provider)


class TracedTool(ToolStep):
    """A tool with a span."""

    def __init__(self, span: Span) -> None:
        self._span = span

    def failed(self, error: BaseException) -> None:
        """Record the error with its message: the only text of others that is in a trace."""
        self._span.record_exception(error)
        fail(self._span, kind_of(error))


class TracedResume(ResumeStep):
    """Answers with a span."""

    def __init__(self, span: Span, run_id: str) -> None:
        self._span = span
        self._run_id = run_id

    def accepted(self, accepted: Accepted, outcome: Outcome) -> None:
        """Record what was decided, and whether these answers were accepted before."""
        replayed = bool(outcome.results) or outcome.run_id != self._run_id
        self._span.set_attribute("interruptgen.replayed", replayed)
        for attributes in decided(accepted):
            self._span.add_event("interruptgen.resolution", attributes)


class Spans(Tracing):
    """Makes a span of each step, below the span that is the current one."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    async def run(
        self, run_input: RunInput, model: Model, events: AsyncGenerator[Event, None]
    ) -> AsyncGenerator[Event, None]:
        """Follow the events of a run; one that pauses has not failed."""
        attributes: dict[str, Value] = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.conversation.id": clip(run_input.thread_id),
            "interruptgen.run_id": clip(run_input.run_id),
            **model_attributes(model),
        }
        if run_input.resume and run_input.parent_run_id is not None:
            attributes["interruptgen.parent_run_id"] = clip(run_input.parent_run_id)
        span = self._tracer.start_span("invoke_agent", attributes=attributes)
        with marking(span):
            async with aclosing(within(span, events)) as steps:
                async for event in steps:
                    _note_end(span, event)
                    yield event

    async def answer(
        self, model: Model, thread_id: str, deltas: AsyncIterator[Delta]
    ) -> AsyncGenerator[Delta, None]:
        """Follow an answer of the model."""
        about = model_attributes(model)
        attributes: dict[str, Value] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.conversation.id": clip(thread_id),
            **about,
        }
        name = f"chat {about['gen_ai.request.model']}" if about else "chat"
        span = self._tracer.start_span(name, kind=SpanKind.CLIENT, attributes=attributes)
        notes = AnswerNotes()
        with marking(span):
            try:
                async with aclosing(within(span, deltas)) as steps:
                    async for delta in steps:
                        notes.take(delta)
                        yield delta
            finally:
                span.set_attributes(notes.attributes())

    @contextmanager
    def tool(self, execution: Execution, description: str | None) -> Generator[ToolStep]:
        """Follow a tool."""
        attributes: dict[str, Value] = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": execution.call.name,
            "gen_ai.tool.type": "function",
            "gen_ai.tool.call.id": clip(execution.call.id),
            "interruptgen.edited": execution.edited,
        }
        if description is not None:
            attributes["gen_ai.tool.description"] = description
        with self._step(f"execute_tool {execution.call.name}", attributes) as span:
            yield TracedTool(span)

    @contextmanager
    def resume(self, run_input: RunInput) -> Generator[ResumeStep]:
        """Follow the check of answers."""
        attributes: dict[str, Value] = {"interruptgen.entries": len(run_input.resume)}
        if run_input.parent_run_id is not None:
            attributes["interruptgen.parent_run_id"] = clip(run_input.parent_run_id)
        with self._step("interruptgen.resume", attributes) as span:
            try:
                yield TracedResume(span, run_input.run_id)
            except ResumeRefused as refusal:
                codes = tuple(error.code for error in refusal.errors)
                span.set_attribute("interruptgen.error_codes", codes)
                raise

    @contextmanager
    def pause(self, items: Sequence[Asked], external: int, phase: Phase | None) -> Generator[None]:
        """Follow the making of a pause; what is asked becomes events of the run's span."""
        run = get_current_span()
        for item in items:
            run.add_event("interruptgen.interrupt", asked(item, phase))
        for _ in range(external):
            run.add_event("interruptgen.interrupt", {"interruptgen.kind": "external"})
        with self._step("interruptgen.pause", {"interruptgen.interrupts": len(items) + external}):
            yield

    @contextmanager
    def _step(self, name: str, attributes: dict[str, Value]) -> Generator[Span]:
        span = self._tracer.start_span(name, attributes=attributes)
        with marking(span), Current(span):
            yield span


@lru_cache(maxsize=1)
def _spans(provider: TracerProvider) -> Spans:
    return Spans(provider.get_tracer(_NAME))


def _note_end(span: Span, event: Event) -> None:
    """End the span of a run with its terminal event, which nothing of the run follows."""
    if event["type"] not in ("RUN_FINISHED", "RUN_ERROR"):
        return
    span.set_attributes(ended(event))
    if event["type"] == "RUN_ERROR":
        fail(span, str(event.get("code", "failed")))
    span.end()
