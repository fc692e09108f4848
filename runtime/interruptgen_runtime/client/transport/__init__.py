"""A request's body -> the events of the run: over HTTP, or straight to an agent."""

from interruptgen_runtime.client.transport.http import HttpTransport, Timeouts
from interruptgen_runtime.client.transport.in_process import InProcess
from interruptgen_runtime.client.transport.transport import Transport

__all__ = ["HttpTransport", "InProcess", "Timeouts", "Transport"]
