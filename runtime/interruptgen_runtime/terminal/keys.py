"""The keyboard: what was typed too early is forgotten, and what was pasted does not press Enter."""

import sys
import time
from contextlib import suppress
from typing import Any, Final

from prompt_toolkit import PromptSession
from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

if sys.platform != "win32":
    import termios

TYPING: Final = 0.01
"""Seconds: nobody presses Enter that soon after another key, but a clipboard does."""


def forget_typed(source: Input) -> None:
    """Forget what was typed before a question was there to be answered."""
    clear_typeahead(source)
    if sys.platform != "win32":
        with suppress(termios.error, OSError, ValueError):
            termios.tcflush(source.fileno(), termios.TCIFLUSH)


class Keyboard:
    """The keys of a prompt; an Enter that was pasted does not end it.

    In the middle of what was pasted it is a line break, and at the end of it nothing. Alt+Enter is
    a line break.
    """

    def __init__(self, session: PromptSession[str]) -> None:
        self.keys = KeyBindings()
        self._typed_at = 0.0
        session.default_buffer.on_text_insert += self._typed
        self.keys.add("escape", "enter")(_line_break)
        self.keys.add("enter")(self._enter)

    def _typed(self, _: Any) -> None:
        self._typed_at = time.monotonic()

    def _enter(self, event: KeyPressEvent) -> None:
        if time.monotonic() - self._typed_at >= TYPING:
            event.current_buffer.validate_and_handle()
        elif event.key_processor.input_queue:
            _line_break(event)


def _line_break(event: KeyPressEvent) -> None:
    event.current_buffer.insert_text("\n")
