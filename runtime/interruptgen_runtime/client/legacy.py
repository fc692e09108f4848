"""Approvals that older servers ask for by a custom event instead of an interrupt."""

from dataclasses import dataclass

from interruptgen_runtime.core.json_types import JsonObject


@dataclass(slots=True, kw_only=True)
class LegacyApproval:
    """A tool call that waits for a person's yes or no; there are neither payloads nor edits."""

    id: str
    tool_call_id: str
    tool_name: str
    input: JsonObject
    approved: bool | None = None
    """The decision that was staged, if one was."""

    def approve(self) -> None:
        """Stage that the call may run."""
        self.approved = True

    def reject(self) -> None:
        """Stage that the call may not run."""
        self.approved = False

    def clear(self) -> None:
        """Take the decision back."""
        self.approved = None
