"""The program in a real terminal: keys in, screens out, compared with those that are recorded."""

import json
import re
import sys
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from terminal.pictures import picture
from terminal.servers import ROOT, desk_server, streaming
from terminal.tmux import Terminal, chatting

RECORDED = Path(__file__).parent / "screens"
IMAGES = ROOT / "docs/images"
BINDINGS = ("payments.generated", "travel_desk.generated", "desk_server.generated")
ALL = tuple(word for name in BINDINGS for word in ("--bindings", name))


@pytest.fixture
def desk() -> Generator[str]:
    with desk_server() as url:
        yield url


@dataclass
class Recording:
    """Screens by name, and the pictures that the documentation has of some of them."""

    screens: dict[str, str] = field(default_factory=dict[str, str])
    pictures: dict[str, str] = field(default_factory=dict[str, str])

    def take(self, terminal: Terminal, name: str, prompt: str, title: str | None = None) -> None:
        self.screens[name] = terminal.at(prompt)
        if title is not None:
            self.pictures[f"terminal-{name}.svg"] = picture(terminal.styled(), title)

    def check(self, name: str, update: bool) -> None:
        """Compare with what is recorded, or record it."""
        text = "".join(f"== {one}\n{screen}" for one, screen in self.screens.items())
        expected = {RECORDED / f"{name}.txt": text}
        expected |= {IMAGES / image: drawn for image, drawn in self.pictures.items()}
        for path, content in expected.items():
            if update:
                path.write_bytes(content.encode())
            assert path.read_text(encoding="utf-8") == content, path.name


def test_an_approval(desk: str, tmp_path: Path, update: bool) -> None:
    recording = Recording()
    with chatting(tmp_path, desk, *ALL) as terminal:
        terminal.enter("you", "A refund, please.")
        recording.take(terminal, "refund", "refund>", "A refund that waits for an approval")
        terminal.enter("refund", "a")
        terminal.enter("ticket", "42")
        terminal.wait("✗ the value does not match")
        recording.take(terminal, "refund-mistake", "ticket> 42")
        terminal.press("C-u")
        terminal.enter("ticket", "T-42")
        terminal.enter("notifyTraveller", "no")
        terminal.enter("decide", "s")
        recording.take(terminal, "refund-sent", "you>")
        terminal.press("C-d")
        terminal.end()
    recording.check("refund", update)


def test_an_approval_with_an_edit(desk: str, tmp_path: Path, update: bool) -> None:
    recording = Recording()
    with chatting(tmp_path, desk, *ALL) as terminal:
        terminal.enter("you", "A transfer, please.")
        terminal.enter("transfer", "e")
        terminal.at("amount.amount> 25")
        terminal.type("amount.amount> 25", "0")
        terminal.press("Enter")
        terminal.at("amount.currency> EUR")
        terminal.press("Enter")
        terminal.at("recipient.iban> AT611904300234573201")
        terminal.press("Enter")
        terminal.enter("recipient.name", "Ada Weiss")
        terminal.enter("labels")
        terminal.enter("reference")
        recording.take(terminal, "transfer-edited", "transfer>")
        terminal.clear("transfer")
        terminal.enter("transfer", "a")
        terminal.enter("secondFactor", "123456")
        terminal.enter("remark")
        recording.take(terminal, "transfer", "decide>", "An approval with edited arguments")
        terminal.enter("decide", "s")
        recording.take(terminal, "transfer-sent", "you>")
    recording.check("transfer", update)


def test_an_itinerary(desk: str, tmp_path: Path, update: bool) -> None:
    recording, thread = Recording(), tmp_path / "thread.json"
    with chatting(tmp_path, desk, *ALL, "--thread", "thread.json") as terminal:
        terminal.enter("you", "A train to Vienna.")
        terminal.enter("choose-itinerary", "a")
        terminal.enter("choice", "1")
        terminal.enter("remark", ":null")
        terminal.enter("seat", "1")
        recording.take(terminal, "itinerary-answered", "decide>")
        terminal.press("C-c")
        terminal.at("you>")
        terminal.press("C-d")
        terminal.end()
    drafts = json.loads(thread.read_text())["snapshot"]["pause"]["drafts"]
    assert drafts[0]["payload"] == {"choice": 1, "remark": None, "seat": "window"}
    with chatting(tmp_path, desk, *ALL, "--thread", "thread.json") as terminal:
        title = "A question with its draft, in a thread that goes on where it was left"
        recording.take(terminal, "itinerary", "choose-itinerary>", title)
        terminal.enter("choose-itinerary", "b")
        terminal.enter("decide", "s")
        terminal.enter("add-to-calendar", "a")
        terminal.enter("added", "yes")
        terminal.enter("decide", "s")
        recording.take(terminal, "itinerary-sent", "you>")
    recording.check("itinerary", update)


def test_without_bindings(desk: str, tmp_path: Path, update: bool) -> None:
    recording, editor = Recording(), tmp_path / "editor.py"
    answer = json.dumps({"approved": False, "payload": {"reason": "fraud", "note": "Never paid."}})
    editor.write_text(f"import sys\nopen(sys.argv[1], 'w').write({answer!r})\n", encoding="utf-8")
    command = f"{sys.executable} {editor}"
    with chatting(tmp_path, desk, EDITOR=command, VISUAL=command, NO_COLOR="1") as terminal:
        terminal.enter("you", "A refund, please.")
        terminal.enter("refund", "r")
        terminal.enter("reason", "nothing of these")
        terminal.wait("choose one, by a number from 1 to 4")
        recording.take(
            terminal, "untyped", "reason> nothing of these", "An approval without bindings"
        )
        terminal.press("C-c")
        terminal.enter("refund", "j")
        recording.take(terminal, "untyped-answered", "decide>")
        assert not re.search(r"\x1b\[[0-9;]*\b3[0-7]m", terminal.styled())
        terminal.enter("decide", "s")
        recording.take(terminal, "untyped-sent", "you>")
    recording.check("untyped", update)


def test_several_decisions(tmp_path: Path, update: bool) -> None:
    recording = Recording()
    asks = ("the seat", "the meal", "the hotel")
    with streaming("Thank you. ", asks=asks) as url, chatting(tmp_path, url) as terminal:
        terminal.enter("you", "Book me something.")
        terminal.enter("decide", "2")
        terminal.enter("question", "a")
        terminal.enter("answer", "no nuts, please")
        terminal.enter("decide", "1")
        terminal.enter("question", "c")
        terminal.enter("decide", "9")
        terminal.wait("choose one of these")
        terminal.at("decide>")
        terminal.clear("decide")
        terminal.enter("decide", "send")
        terminal.wait("✗ 1 without an answer")
        recording.take(terminal, "several", "decide>", "Three decisions, and what became of them")
        terminal.enter("decide", "3")
        terminal.enter("question", "a")
        terminal.enter("answer", "with a view")
        terminal.enter("decide", "s")
        recording.take(terminal, "several-sent", "you>")
    recording.check("several", update)
