"""A person, a screen and a chat -> a conversation, with the decisions that it asks for."""

from collections.abc import Callable
from typing import Any, Final

from interruptgen_runtime.client import (
    BlockingTurn,
    ChatFailure,
    IncompleteBatch,
    PendingDecisions,
    Retry,
)
from interruptgen_runtime.core.errors import InterruptError
from interruptgen_runtime.terminal.deciding import Visit
from interruptgen_runtime.terminal.dialog import Left
from interruptgen_runtime.terminal.failures import failure_lines
from interruptgen_runtime.terminal.lines import Line, Span, Style, line
from interruptgen_runtime.terminal.pending.asked import Asked, pending
from interruptgen_runtime.terminal.pending.handles import AnyChat
from interruptgen_runtime.terminal.screen import Screen
from interruptgen_runtime.terminal.text import one_line
from interruptgen_runtime.terminal.views import overview_lines

HELP: Final = (
    ("/decide", "go back to what is pending"),
    ("/drop", "drop what is pending, without an answer"),
    ("/retry", "send what failed once more"),
    ("/new", "begin a new thread"),
    ("/quit", "leave, as Ctrl+D does"),
    ("//…", "send a message that begins with /"),
)

AnyTurn = BlockingTurn[Any]
Start = Callable[[], AnyTurn]


class Conversation:
    """Goes on until the person leaves; `save` is called whenever there is something to keep."""

    def __init__(
        self, screen: Screen, chat: AnyChat, save: Callable[[], None], clock: Callable[[], int]
    ) -> None:
        self._screen = screen
        self._chat = chat
        self._save = save
        self._clock = clock
        self._turn: AnyTurn | None = None

    def run(self, turn: AnyTurn | None) -> None:
        """Talk; `turn` is where a saved thread stands."""
        self._turn = turn
        self._decide()
        while (message := self._screen.ask_message()) is not None:
            word = message.strip()
            if word == "/quit":
                return
            if word.startswith("/") and not word.startswith("//"):
                self._obey(word)
            elif word:
                self._send(message[1:] if word.startswith("//") else message)

    # -- messages ----------------------------------------------------------------------------------

    def _send(self, message: str) -> None:
        if self._make(lambda: self._chat.send(message)):
            self._decide()

    def _obey(self, word: str) -> None:
        match word:
            case "/decide":
                self._decide()
            case "/drop":
                self._chat.stop()
                self._turn = None
                self._save()
                self._screen.show(line("dropped here; the agent may ask again", Style.FAINT))
            case "/retry":
                if self._make(self._chat.retry):
                    self._decide()
            case "/new":
                self._chat.new_thread()
                self._turn = None
                self._screen.show(line("a new thread", Style.FAINT))
            case _:
                for command, meaning in HELP:
                    spans = (Span(f"{command:<9}", Style.KEY), Span(meaning, Style.FAINT))
                    self._screen.show(Line(spans, 2))

    def _make(self, start: Start) -> bool:
        """Make a run and say what became of it; returns whether it came to its end."""
        try:
            self._turn = start()
        except ChatFailure as failure:
            self._screen.show(*failure_lines(failure))
        except KeyboardInterrupt:
            self._screen.show(line("stopped", Style.BAD))
        except PendingDecisions:
            self._screen.show(line("✗ Answer what is pending first: /decide or /drop", Style.BAD))
        except IncompleteBatch as error:
            missing = f"✗ {len(error.interrupt_ids)} without an answer"
            self._screen.show(line(missing, Style.BAD))
        except InterruptError as error:
            self._screen.show(line(f"✗ {one_line(str(error), 400)}", Style.BAD))
        else:
            self._screen.close_text()
            self._save()
            return True
        self._save()
        return False

    # -- decisions ---------------------------------------------------------------------------------

    def _decide(self) -> None:
        """Go through rounds of decisions until none is pending, or the person leaves them."""
        while self._turn is not None and (decisions := pending(self._chat, self._turn)):
            if not any(asked.handle for asked in decisions):
                self._screen.show(*overview_lines(decisions, self._clock()))
                return
            if not self._round(decisions, self._turn):
                return

    def _round(self, decisions: tuple[Asked, ...], turn: AnyTurn) -> bool:
        """Have decisions answered and sent; returns whether the conversation went on."""
        if len(decisions) == 1:
            self._visit(decisions[0])
        while True:
            self._screen.show(*overview_lines(decisions, self._clock()), self._offer(decisions))
            try:
                word = self._screen.ask("decide", fresh=True).strip().lower()
            except Left:
                self._screen.show(line("left for now: /decide comes back to it", Style.FAINT))
                return False
            if word in ("s", "send") and self._make(turn.continued):
                return True
            if word in ("t", "try again") and self._can_retry and self._make(self._chat.retry):
                return True
            self._act(decisions, word)

    def _act(self, decisions: tuple[Asked, ...], word: str) -> None:
        if word in ("x", "cancel all"):
            for asked in decisions:
                if asked.handle is not None:
                    asked.handle.cancel()
            self._save()
        elif word.isdecimal() and 1 <= int(word[:9]) <= len(decisions):
            self._visit(decisions[int(word[:9]) - 1])
        elif word not in ("s", "send", "t", "try again"):
            self._screen.show(line("choose one of these", Style.BAD, 2))

    def _visit(self, asked: Asked) -> None:
        Visit(self._screen, asked, self._clock).run()
        self._save()

    @property
    def _can_retry(self) -> bool:
        failure = self._chat.failure
        return failure is not None and failure.retry is not Retry.POINTLESS

    def _offer(self, decisions: tuple[Asked, ...]) -> Line:
        spans = [Span("1" if len(decisions) == 1 else f"1-{len(decisions)}", Style.KEY)]
        spans.append(Span(" look at it   ", Style.FAINT))
        offers = [("s", "send"), ("x", "cancel all")]
        if self._can_retry:
            offers.insert(0, ("t", "try again"))
        for key, words in offers:
            spans += [Span(key, Style.KEY), Span(f" {words}   ", Style.FAINT)]
        return Line((*spans, Span("Ctrl+C", Style.KEY), Span(" later", Style.FAINT)), 2)
