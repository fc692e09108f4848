"""What a conversation with a person needs of a screen and a keyboard."""

from typing import Protocol

from interruptgen_runtime.terminal.lines import Line


class Left(Exception):
    """The person left a question without an answer, with Ctrl+C or Ctrl+D."""


class EditorFailed(Exception):
    """The editor could not be started, or ended with an error."""


class Dialog(Protocol):
    """Shows lines, and asks for text."""

    def show(self, *lines: Line) -> None:
        """Show lines."""
        ...

    def ask(self, label: str, text: str = "", *, fresh: bool = False) -> str:
        """Ask for a text, beginning with one that can be changed; raises `Left`.

        Where `fresh`, what was typed before the question was there does not count. The end of a
        line that came together with text, as from a clipboard, never does.
        """
        ...

    def edit(self, text: str, suffix: str = ".json") -> str:
        """Let the person change a text in an editor; raises `EditorFailed`.

        The suffix tells the editor what kind of text it is.
        """
        ...
