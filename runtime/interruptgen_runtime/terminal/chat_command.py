"""`interruptgen chat`: the words after it -> a conversation, and an exit code."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from interruptgen_runtime.client import BlockingTurn
from interruptgen_runtime.core.errors import InterruptError
from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.terminal.arguments import (
    USAGE,
    Connection,
    Parser,
    UsageError,
    add_connection,
    checked_url,
    connection,
)
from interruptgen_runtime.terminal.chatting import Conversation
from interruptgen_runtime.terminal.lines import Style, line
from interruptgen_runtime.terminal.pending.handles import AnyChat
from interruptgen_runtime.terminal.screen import Screen
from interruptgen_runtime.terminal.script import Output, make_run
from interruptgen_runtime.terminal.text import one_line
from interruptgen_runtime.terminal.threads import SavedThread, ThreadFile, ThreadFileError
from interruptgen_runtime.terminal.transcript import Transcript

_EPILOG: Final = """\
examples:
  interruptgen chat http://localhost:8000/api/chat
  interruptgen chat http://localhost:8000/api/chat --bindings app.interrupts
  interruptgen chat https://desk.example/api/chat --header 'Authorization: @TOKEN'
  interruptgen chat http://localhost:8000/api/chat --thread trip.json
  interruptgen chat http://localhost:8000/api/chat --thread trip.json --say 'A refund, please.'

With --say, the exit code is 0 if the run finished, 1 if it failed, 2 if the server cannot be
reached or the command line is wrong, and 3 if decisions are pending: `interruptgen answer`
answers them.
"""


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    url: str = options.url
    path: Path | None = options.thread
    said: str | None = options.say
    try:
        checked_url(url)
        if options.json and said is None:
            raise UsageError("--json goes with --say")
        if said is None:
            _require_terminal()
        connected = connection(options, dict(os.environ))
        file = None if path is None else ThreadFile(path)
        saved = file.load() if file is not None and file.path.exists() else None
        if said is not None:
            return _say(connected, _Thread(url, file, saved), said, as_json=bool(options.json))
        return _talk(connected, _Thread(url, file, saved))
    except (UsageError, ThreadFileError, InterruptError) as error:
        sys.stderr.write(f"interruptgen chat: {one_line(str(error))}\n")
        return USAGE


class _Thread:
    """Where a thread is kept, if it is."""

    def __init__(self, url: str, file: ThreadFile | None, saved: SavedThread | None) -> None:
        self.url = url
        self._file = file
        self._saved = saved

    def restore(self, chat: AnyChat) -> BlockingTurn[Any] | None:
        """Take the thread up; raises `ThreadFileError` for another agent's, and `PeerError`."""
        if self._saved is None or self._file is None:
            return None
        if self._saved.url != self.url:
            url = one_line(self._saved.url, 200)
            raise ThreadFileError(f"{self._file.path} is a thread with {url}: give that address")
        return chat.restore(self._saved.snapshot)

    def save(self, chat: AnyChat) -> None:
        """Write the thread, if it is kept; raises `ThreadFileError`."""
        if self._file is not None:
            self._file.save(SavedThread(self.url, chat.snapshot()))


def _say(connected: Connection, thread: _Thread, said: str, *, as_json: bool) -> int:
    output = Output(as_json)
    with closing(connected.chat(thread.url, output.event)) as chat:
        thread.restore(chat)
        thread.save(chat)  # what cannot be kept is not sent
        output.learn(chat.messages)
        _, code = make_run(lambda: chat.send(said), output)
        thread.save(chat)
    return code


def _talk(connected: Connection, thread: _Thread) -> int:
    screen, transcript = Screen(), Transcript()

    def on_event(event: JsonObject) -> None:
        for written in transcript.take(event):
            screen.write(written)

    with closing(connected.chat(thread.url, on_event)) as chat:
        turn = thread.restore(chat)
        thread.save(chat)
        transcript.learn(chat.messages)
        screen.show(line(f"{thread.url}  Ctrl+D leaves, /help helps", Style.FAINT))
        for message in chat.messages[-2:]:
            if message.text:
                screen.show(line(f"{message.role}: {one_line(message.text, 400)}", Style.FAINT))
        Conversation(screen, chat, _saver(thread, chat, screen), _now).run(turn)
    return 0


def _saver(thread: _Thread, chat: AnyChat, screen: Screen) -> Callable[[], None]:
    def save() -> None:
        try:
            thread.save(chat)
        except ThreadFileError as error:
            screen.show(line(f"✗ not saved: {one_line(str(error))}", Style.BAD))

    return save


def _require_terminal() -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "this is not a terminal: --say sends one message, and `interruptgen answer` answers "
            "decisions without a person"
        )


def _now() -> int:
    return time.time_ns() // 1_000_000


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="interruptgen chat",
        description="Talk to an agent, and answer in the terminal what it asks.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("url", metavar="URL", help="where the agent takes its requests")
    add_connection(parser)
    parser.add_argument(
        "--thread", type=Path, metavar="FILE", help="save the thread there, and go on with it"
    )
    parser.add_argument(
        "--say", metavar="TEXT", help="send one message, print the answer, and leave"
    )
    parser.add_argument("--json", action="store_true", help="with --say: print events, one a line")
    return parser
