"""The spans that a test's runs make, and how they hang together."""

from collections.abc import Sequence
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Tracer


class Traces:
    """Collects spans; `tracer` is one that an application could have."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._exporter = InMemorySpanExporter()
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(self._exporter))
        self.tracer: Tracer = provider.get_tracer("application")
        monkeypatch.setattr(
            "interruptgen_runtime.server.tracing.spans.get_tracer_provider", lambda: provider
        )

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        """The spans that have ended, in the order in which they began."""
        return sorted(self._exporter.get_finished_spans(), key=lambda span: span.start_time or 0)

    @property
    def trees(self) -> list[str]:
        """The names of all spans, each indented below its parent, one text for each root."""
        return ["\n".join(self._lines(span, 0)) for span in self.spans if span.parent is None]

    def _lines(self, span: ReadableSpan, depth: int) -> list[str]:
        lines = ["  " * depth + span.name]
        for child in self.spans:
            if child.parent is not None and child.parent == span.context:
                lines += self._lines(child, depth + 1)
        return lines

    @property
    def recorded(self) -> str:
        """All that the spans tell of the runs, without their own ids and times."""
        return "\n".join(_told(span) for span in self.spans)

    def named(self, name: str) -> list[ReadableSpan]:
        """Return the spans of a name."""
        return [span for span in self.spans if span.name == name]

    def take(self) -> list[str]:
        """Return the trees so far, and forget them."""
        trees = self.trees
        self._exporter.clear()
        return trees


def _told(span: ReadableSpan) -> str:
    events = [(event.name, dict(event.attributes or {})) for event in span.events]
    links = [dict(link.attributes or {}) for link in span.links]
    return repr((span.name, attributes(span), span.status.description, events, links))


def attributes(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


def happened(span: ReadableSpan, name: str) -> list[dict[str, Any]]:
    """Return the attributes of the events of a name."""
    return [dict(event.attributes or {}) for event in span.events if event.name == name]
