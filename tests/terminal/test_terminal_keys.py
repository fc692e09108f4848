"""What is no answer in a real terminal: pasted and hostile text, interruptions, poor screens."""

import base64
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from terminal.servers import desk_server, streaming
from terminal.tmux import chatting, last_line


@pytest.fixture
def desk() -> Generator[str]:
    with desk_server() as url:
        yield url


PASTED = "a\nT-1\n\ns\ns\n"
"""Approves a refund and sends that, if each line of it were typed."""


@pytest.mark.parametrize("bracketed", [False, True], ids=["raw", "bracketed"])
def test_what_is_pasted_answers_nothing(desk: str, tmp_path: Path, bracketed: bool) -> None:
    with chatting(tmp_path, desk) as terminal:
        terminal.enter("you", "A refund, please.")
        terminal.at("refund>")
        terminal.paste(PASTED, bracketed=bracketed)
        screen = terminal.until(lambda now: now.rstrip().endswith("s"), "the pasted text")
        assert "ticket" not in screen
        terminal.press("Enter")
        screen = terminal.wait("choose one of these")
        assert "your answer" not in screen


def test_what_is_typed_too_early_answers_nothing(desk: str, tmp_path: Path) -> None:
    with chatting(tmp_path, desk) as terminal:
        terminal.at("you>")
        terminal.type("you> ", "A refund, please.")
        terminal.press("Enter", "a", "Enter")
        screen = terminal.until(lambda now: last_line(now).startswith("refund>"), "refund>")
        assert "ticket" not in screen


def test_streamed_text_cannot_act(tmp_path: Path) -> None:
    attack = "be\x1b[2J\x1b]0;owned\x07\x1b]52;c;b3duZWQ=\x07\x9b31m\rfore\u202e \nyou> approve\n"
    with streaming("Hello ", attack, "the end") as url, chatting(tmp_path, url) as terminal:
        terminal.run("set", "-s", "set-clipboard", "on")
        terminal.enter("you", "Hi")
        screen = terminal.until(lambda now: last_line(now) == "you>", "you>")
        assert "│ Hello be\\u001b[2J\\u001b]0;owned\\u0007\\u001b]52;c;" in screen
        assert "│ you> approve" in screen and "│ the end" in screen
        assert "owned" not in terminal.run("display-message", "-p", "#{pane_title}")
        assert terminal.run("list-buffers") == ""


def test_ctrl_c_stops_a_run_and_the_conversation_stays(tmp_path: Path) -> None:
    with streaming("This goes on ", ends=False) as url, chatting(tmp_path, url) as terminal:
        terminal.enter("you", "Hi")
        terminal.wait("│ This goes on")
        terminal.press("C-c")
        terminal.until(lambda now: "stopped" in now and last_line(now) == "you>", "stopped")
        terminal.press("C-d")
        terminal.end()


def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    with chatting(tmp_path, "http://127.0.0.1:9/") as terminal:
        terminal.enter("you", "Hi")
        terminal.wait("✗ No connection: ")
        terminal.enter("you", "/retry")
        terminal.until(lambda now: now.count("trying again is safe") == 2, "again")
        terminal.enter("you", "/help")
        terminal.wait("/quit")
        terminal.enter("you", "/quit")
        terminal.end()


def test_a_server_that_comes_back(tmp_path: Path) -> None:
    keys = base64.b64encode(bytes(range(32))).decode()
    with ExitStack() as stack:
        with desk_server(INTERRUPTGEN_KEYS=keys) as url:
            terminal = stack.enter_context(chatting(tmp_path, url, "--thread", "thread.json"))
            terminal.enter("you", "A refund, please.")
            terminal.enter("refund", "a")
            terminal.enter("ticket", "T-42")
            terminal.enter("notifyTraveller")
            terminal.at("decide>")
        terminal.enter("decide", "s")
        terminal.wait("✗ No connection: ")
        terminal.wait("t try again")
        with desk_server(urlsplit(url).port or 0, INTERRUPTGEN_KEYS=keys):
            terminal.enter("decide", "t")
            terminal.wait('That gave {"refundId":"T-42/1"}.')


def test_a_token_that_is_missing(tmp_path: Path) -> None:
    with desk_server(DESK_TOKEN="secret") as url, chatting(tmp_path, url) as terminal:
        terminal.enter("you", "Hi")
        terminal.wait("✗ Refused: the server answered 401")
        terminal.at("you>")


def test_a_message_waits_for_decisions_until_they_are_dropped(desk: str, tmp_path: Path) -> None:
    with chatting(tmp_path, desk) as terminal:
        terminal.enter("you", "A refund, please.")
        terminal.enter("refund", "b")
        terminal.enter("decide", "s")
        terminal.wait("✗ 1 without an answer")
        terminal.at("decide>")
        terminal.press("C-d")
        terminal.enter("you", "What is the rate?")
        terminal.wait("✗ Answer what is pending first")
        terminal.enter("you", "/drop")
        terminal.wait("dropped here; the agent may ask again")
        terminal.enter("you", "/new")
        terminal.enter("you", "What is the rate?")
        terminal.wait("That gave 1.08.")


def test_a_dumb_terminal(desk: str, tmp_path: Path) -> None:
    with chatting(tmp_path, desk, TERM="dumb") as terminal:
        terminal.enter("you", "A refund, please.")
        terminal.enter("refund", "r")
        terminal.enter("reason", "fraud")
        terminal.enter("note")
        terminal.enter("decide", "s")
        terminal.until(lambda now: last_line(now) == "you>", "you>")
        assert "\x1b[1m" not in terminal.styled()
