"""The exceptions of staging: what was asked for cannot be done in the state that it is in."""

from interruptgen_runtime.core.errors import LocalError


class StagingClosed(LocalError):
    """An operation comes too late or too early: its pause, or its transaction, is not open."""


class IncompleteBatch(LocalError):
    """Not everything that waits for an answer has one; `interrupt_ids` names what has not."""

    def __init__(self, interrupt_ids: tuple[str, ...], explanation: str) -> None:
        super().__init__(explanation)
        self.interrupt_ids = interrupt_ids
