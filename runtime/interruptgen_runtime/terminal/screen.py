"""The terminal itself: lines are written with styles, and a person is asked for text."""

import re
import sys
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.utils import get_cwidth
from rich.console import Console
from rich.text import Text

from interruptgen_runtime.terminal.dialog import Left
from interruptgen_runtime.terminal.editor import edited
from interruptgen_runtime.terminal.keys import Keyboard, forget_typed
from interruptgen_runtime.terminal.lines import Line, Style
from interruptgen_runtime.terminal.prose import Prose
from interruptgen_runtime.terminal.transcript import Break, Piece, Written

_STYLES: Final = {
    Style.PLAIN: "",
    Style.TITLE: "bold",
    Style.KEY: "cyan",
    Style.FAINT: "dim",
    Style.GOOD: "green",
    Style.BAD: "bold red",
    Style.ADDED: "green",
    Style.REMOVED: "red",
}
_CONTINUED: Final = "┆ "
_NARROWEST: Final = 20
_WORD: Final = re.compile(r"\s*\S+\s*|\s+")


class Screen:
    """A terminal with a person in front of it; it is a `Dialog`."""

    def __init__(self) -> None:
        self._console = Console(markup=False, highlight=False, emoji=False, soft_wrap=True)
        self._session: PromptSession[str] = PromptSession(history=DummyHistory())
        self._keyboard = Keyboard(self._session)
        self._messages: PromptSession[str] = PromptSession()
        self._message_keyboard = Keyboard(self._messages)
        self._prose: Prose | None = None
        self._style = Style.PLAIN

    def show(self, *lines: Line) -> None:
        """Write lines; one that is too long goes on below, marked as such."""
        self.close_text()
        for shown in lines:
            for row in folded(shown, max(self._console.width, _NARROWEST)):
                self._console.print(row)

    def write(self, written: Written) -> None:
        """Write what an event of a run adds."""
        match written:
            case Line():
                self.show(written)
            case Break():
                self.close_text()
            case Piece(text=text, style=style):
                if style is not self._style:
                    self.close_text()
                self._style = style
                prose = self._prose or Prose(self._console.width, get_cwidth)
                self._prose = prose
                self._put(prose.feed(text))

    def close_text(self) -> None:
        """End the running text, if there is any."""
        prose, self._prose = self._prose, None
        if prose is not None:
            self._put(prose.end())

    def ask(self, label: str, text: str = "", *, fresh: bool = False) -> str:
        """Ask for a text; Ctrl+C and Ctrl+D raise `Left`."""
        self.close_text()
        if fresh:
            forget_typed(self._session.input)
        try:
            return self._session.prompt(
                FormattedText([("bold", f"{label}> ")]),
                default=text,
                key_bindings=self._keyboard.keys,
            )
        except (KeyboardInterrupt, EOFError):
            raise Left from None

    def ask_message(self) -> str | None:
        """Ask for a message to the agent; `None` at the end of the conversation, with Ctrl+D."""
        self.close_text()
        forget_typed(self._messages.input)
        label = FormattedText([("bold", "you> ")])
        while True:
            try:
                return self._messages.prompt(label, key_bindings=self._message_keyboard.keys)
            except KeyboardInterrupt:
                continue
            except EOFError:
                return None

    def edit(self, text: str, suffix: str = ".json") -> str:
        """Let the person change a text in an editor; raises `EditorFailed`."""
        return edited(text, suffix)

    def _put(self, text: str) -> None:
        if text:
            self._console.print(Text(text, style=_STYLES[self._style]), end="")
            sys.stdout.flush()


def folded(shown: Line, width: int) -> list[Text]:
    """Break a line into rows of a width in cells, between words where that is possible."""
    first, rest = " " * shown.indent, " " * (shown.indent + 2) + _CONTINUED
    rows, room = [Text(first)], width - len(first)
    whole = max(width - len(rest), _NARROWEST // 2)
    for span in shown.spans:
        for piece in _WORD.findall(span.text):
            if room < get_cwidth(piece.rstrip()) <= whole:
                rows.append(Text(rest))
                room = whole
            for character in piece:
                if get_cwidth(character) > room and not character.isspace():
                    rows.append(Text(rest))
                    room = whole
                rows[-1].append(character, _STYLES[span.style])
                room -= get_cwidth(character)
    return rows
