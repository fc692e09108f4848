"""What a run does -> OpenTelemetry spans, where OpenTelemetry is there and set up.

No message, argument, result or payload is recorded, and no principal.
"""

from interruptgen_runtime.server.tracing.off import OFF, Tracing

try:
    from interruptgen_runtime.server.tracing.spans import tracing
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] != "opentelemetry":
        raise
    from interruptgen_runtime.server.tracing.off import tracing

__all__ = ["OFF", "Tracing", "tracing"]
