"""`interruptgen answer` and `chat --say`, as a script runs them, against a real server."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.terminal import commands
from terminal.servers import EXAMPLES, ROOT, desk_server, streaming

PATH = os.pathsep.join(str(ROOT / name) for name in ("runtime", "generator", "generated_examples"))
CODE = "import sys; from interruptgen_runtime.terminal.commands import {} as run; {}"
RUN = "sys.exit(run(sys.argv[1:]))"
ALL = ("--bindings", "payments.generated", "--bindings", "travel_desk.generated.bookings")

FINISHED, REFUSED, ENVIRONMENT, PAUSED = range(4)


@dataclass
class Done:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def command(name: str, *arguments: str, given: str = "", **environment: str) -> Done:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(name, RUN), *arguments],
        cwd=EXAMPLES,
        env={**os.environ, "PYTHONPATH": PATH, **environment},
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def here(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> Done:
    """Run a command in this process, which is quicker; it may leave by itself."""
    capsys.readouterr()
    run: Callable[[Sequence[str]], int] = getattr(commands, name)
    try:
        code = run(arguments)
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else ENVIRONMENT
    said = capsys.readouterr()
    return Done(code, said.out, said.err)


@pytest.fixture(scope="module")
def desk() -> Generator[str]:
    with desk_server() as url:
        yield url


class Paused:
    """A thread in a file, at the pause that a message leads to."""

    def __init__(self, desk: str, path: Path, said: str) -> None:
        self.desk = desk
        self.path = path
        assert commands.chat([desk, "--thread", str(path), "--say", said]) == PAUSED

    def answer(self, *arguments: str, given: str = "") -> Done:
        return command("answer", str(self.path), *arguments, given=given)


@pytest.fixture
def refund(desk: str, tmp_path: Path) -> Paused:
    return Paused(desk, tmp_path / "refund.json", "A refund, please.")


@pytest.fixture
def train(desk: str, tmp_path: Path) -> Paused:
    return Paused(desk, tmp_path / "train.json", "A train to Vienna.")


def test_say_without_a_pause(desk: str) -> None:
    done = command("chat", desk, "--say", "What is the rate?")
    assert (done.code, done.out) == (FINISHED, "I look that up.\nThat gave 1.08.\n")
    assert '→ exchange-rate {"from": "EUR", "to": "USD"}\n← exchange-rate 1.08\n' == done.err


def test_say_with_events(desk: str) -> None:
    done = command("chat", desk, "--say", "rate", "--json")
    events = [json.loads(line) for line in done.out.splitlines()]
    assert events[0]["type"] == "RUN_STARTED" and events[-1]["type"] == "RUN_FINISHED"


def test_what_is_pending(refund: Paused) -> None:
    done = refund.answer("--json")
    assert done.code == FINISHED
    assert done.json["url"] == refund.desk
    (one,) = done.json["pending"]
    assert (one["number"], one["kind"], one["name"]) == (1, "approval", "refund")
    assert one["arguments"]["bookingId"] == "B-7"
    assert one["message"] == "Refund 89.9 EUR to M. Weiss?"
    assert one["responseSchema"]["oneOf"][0]["required"] == ["approved", "payload"]
    assert (one["status"], one["answerable"], one["typed"]) == ("pending", True, False)
    assert "expiresAt" in one
    typed = refund.answer("--json", *ALL).json["pending"][0]
    assert typed["typed"] and typed["responseSchema"]["oneOf"][1]
    assert refund.answer().out.startswith(f"1. {one['id']}\n")


@pytest.mark.parametrize("bindings", [(), ALL], ids=["untyped", "typed"])
class TestAnswers:
    def test_approve(self, refund: Paused, bindings: tuple[str, ...]) -> None:
        done = refund.answer(*bindings, "--approve", "--payload", '{"ticket": "T-42"}')
        assert done.code == FINISHED, done.err
        assert done.out.startswith('That gave {"refundId":"T-42/')
        assert done.err.startswith("← refund ")
        assert refund.answer("--json").json["pending"] == []
        again = refund.answer("--approve")
        assert (again.code, again.err) == (
            ENVIRONMENT,
            "interruptgen answer: nothing is left to answer\n",
        )

    def test_reject(self, refund: Paused, bindings: tuple[str, ...]) -> None:
        payload = '{"reason": "fraud"}'
        done = refund.answer(*bindings, "--reject", "refund", "--payload", "-", given=payload)
        assert done.code == FINISHED, done.err

    def test_cancel(self, refund: Paused, bindings: tuple[str, ...]) -> None:
        assert refund.answer(*bindings, "--cancel", "--all").code == FINISHED

    def test_a_wrong_answer_is_not_sent(self, refund: Paused, bindings: tuple[str, ...]) -> None:
        before = refund.path.read_bytes()
        done = refund.answer(*bindings, "--approve", "1", "--payload", '{"ticket": "42"}')
        assert done.code == REFUSED
        assert done.err == '✗ refund: payload.ticket: the value does not match "^T-[0-9]+$"\n'
        done = refund.answer(*bindings, "--json", "--approve")
        assert done.code == REFUSED
        (refused,) = done.json["refused"]
        assert refused["name"] == "refund" and refused["path"][:1] in (["payload"], [])
        assert refund.path.read_bytes() == before

    def test_edits_are_refused_where_they_are_not_allowed(
        self, refund: Paused, bindings: tuple[str, ...]
    ) -> None:
        edits = ("--payload", '{"ticket": "T-1"}', "--edited-args", "{}")
        done = refund.answer(*bindings, "--approve", *edits)
        assert done.code == REFUSED and "editedArgs" in done.err

    def test_a_dry_run_sends_and_saves_nothing(
        self, refund: Paused, bindings: tuple[str, ...]
    ) -> None:
        before = refund.path.read_bytes()
        approval = ("--approve", "--payload", '{"ticket": "T-42"}')
        done = refund.answer(*bindings, *approval, "--dry-run", "--json")
        assert done.code == FINISHED
        assert done.json["pending"][0]["draft"]["payload"] == {"ticket": "T-42"}
        assert refund.path.read_bytes() == before

    def test_a_question_and_then_a_tool(self, train: Paused, bindings: tuple[str, ...]) -> None:
        done = train.answer(*bindings, "--resolve", 'choose-itinerary={"choice": -1, "x": 1}')
        assert done.code == REFUSED
        assert "✗ choose-itinerary: choice: " in done.err
        assert "✗ choose-itinerary: x: is not expected here" in done.err
        done = train.answer(*bindings, "--resolve", '{"choice": 1}')
        assert (done.code, done.out) == (PAUSED, "RJ 63 is booked.\n")
        assert "paused again:\n1. " in done.err
        done = train.answer(*bindings, "--resolve", 'add-to-calendar={"added": true}', "--json")
        assert done.code == FINISHED
        assert json.loads(done.out.splitlines()[-1])["outcome"] == {"type": "success"}


def test_edited_arguments(desk: str, tmp_path: Path) -> None:
    thread = Paused(desk, tmp_path / "t.json", "a transfer")
    edits = tmp_path / "edits.json"
    arguments = thread.answer("--json").json["pending"][0]["arguments"]
    edits.write_text(json.dumps({**arguments, "reference": "R-1"}), encoding="utf-8")
    approval = ("--approve", "--payload", '{"secondFactor": "123456"}')
    done = thread.answer(*approval, "--edited-args", f"@{edits}", *ALL)
    assert done.code == FINISHED, done.err
    assert "A person edited this call before it ran." in done.out


def test_a_restarted_server_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    with desk_server() as first:
        thread = Paused(first, tmp_path / "t.json", "A refund, please.")
    with desk_server() as second:
        done = thread.answer(
            "--url", second, "--approve", "--payload", '{"ticket": "T-1"}', "--json"
        )
    assert done.code == REFUSED
    assert "✗ The run failed: " in done.err
    assert json.loads(done.out.splitlines()[-1])
    assert command("answer", str(thread.path), "--json").json["pending"][0]["name"] == "refund"


@pytest.fixture(scope="module")
def saved(desk: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a thread at a pause."""
    return Paused(desk, tmp_path_factory.mktemp("saved") / "t.json", "refund").path.read_bytes()


@pytest.fixture
def paused(saved: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "paused.json"
    path.write_bytes(saved)
    return path


class TestEnvironment:
    def test_an_output_that_knows_only_ascii(self, tmp_path: Path) -> None:
        with streaming("Grüße \U0001f600\n") as url:
            done = command("chat", url, "--say", "Hi", PYTHONIOENCODING="ascii")
        assert (done.code, done.out) == (FINISHED, "Gr\\xfc\\xdfe \\U0001f600\n")

    def test_a_server_that_is_not_there(self, refund: Paused) -> None:
        gone = ("--url", "http://127.0.0.1:9/api/chat")
        approval = ("--approve", "--payload", '{"ticket": "T-42"}')
        done = refund.answer(*approval, *gone)
        assert done.code == ENVIRONMENT and "✗ No connection: " in done.err
        assert refund.answer("--json").json["pending"][0]["status"] == "staged"
        done = refund.answer("--send", "--url", refund.desk)
        assert done.code == FINISHED, done.err
        assert refund.answer("--send").err == "interruptgen answer: nothing is pending\n"

    def test_a_token(self, tmp_path: Path) -> None:
        with desk_server(DESK_TOKEN="secret") as url:
            say = (url, "--say", "rate")
            done = command("chat", *say)
            assert done.code == ENVIRONMENT
            assert "✗ Refused: the server answered 401" in done.err and "--header" in done.err
            assert command("chat", *say, "--header", "Authorization: Bearer secret").code == 0
            thread = ("--thread", str(tmp_path / "t.json"))
            header = ("--header", "Authorization: @TOKEN")
            assert command("chat", *say, *thread, *header, TOKEN="Bearer secret").code == FINISHED
        assert "secret" not in (tmp_path / "t.json").read_text()

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["http://x/"], "an address has no saved pause"),
            (["none.json"], "none.json: No such file or directory"),
            ([str(ROOT / "pyproject.toml")], "is no saved thread"),
            (["THREAD", "--payload", "{}"], "has to follow --approve or --reject"),
            (["THREAD", "--reject", "--edited-args", "{}"], "has to follow --approve"),
            (["THREAD", "--approve", "--payload", "{"], "that is no JSON"),
            (["THREAD", "--approve", "--payload", "@none"], "No such file"),
            (["THREAD", "--approve", "other"], "nothing that is pending is called other"),
            (["THREAD", "--approve", "--reject"], "only one answer can go without an id"),
            (["THREAD", "--approve", "1", "--reject", "refund"], "answered twice"),
            (["THREAD", "--bindings", "no.such.module"], "there is no module no.such.module"),
            (["THREAD", "--bindings", "json"], "json has no `bindings`"),
            (["THREAD", "--header", "no colon"], "--header takes"),
            (["THREAD", "--header", "A: @UNSET_NAME"], "is not set in the environment"),
            (["THREAD", "--url", "ftp://x"], "is no address"),
            (["THREAD", "--header", "A: caf\u00e9"], "--header A: its value has characters"),
            (["THREAD", "--url", "http://[x"], "is no address"),
            (["THREAD", "--url", "http://x:99999/"], "is no address"),
            (["THREAD", "--url", "http://me:secret@x/"], "no credentials here"),
            (["THREAD", "--timeout", "0"], "a number of seconds above 0"),
            ([], "THREAD"),
            (["THREAD", "--app"], "unrecognized arguments: --app"),
        ],
    )
    def test_what_is_wrong_with_a_command_line(
        self,
        arguments: list[str],
        said: str,
        paused: Path,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        given = [str(paused) if one == "THREAD" else one for one in arguments]
        done = here(capsys, "answer", *given)
        assert (done.code, done.out) == (ENVIRONMENT, "")
        assert said in done.err

    def test_answers_that_are_not_there_are_not_sent(
        self, paused: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        done = here(capsys, "answer", str(paused), "--send")
        assert (done.code, done.err) == (REFUSED, "✗ refund: has no answer\n")

    def test_chat_without_a_terminal(self, desk: str) -> None:
        done = command("chat", desk)
        assert done.code == ENVIRONMENT
        assert "interruptgen answer" in done.err and "--say" in done.err

    def test_a_thread_with_another_server(
        self, paused: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        other = ("http://127.0.0.1:9/", "--thread", str(paused), "--say", "hi")
        done = here(capsys, "chat", *other)
        assert done.code == ENVIRONMENT and "is a thread with" in done.err

    def test_the_file_is_for_its_owner_alone(self, refund: Paused) -> None:
        assert stat.S_IMODE(refund.path.stat().st_mode) == 0o600

    def test_a_broken_thread(self, paused: Path, capsys: pytest.CaptureFixture[str]) -> None:
        saved: JsonObject = json.loads(paused.read_text())
        snapshots: list[Json] = [None, {}, {"version": 1}]
        wrong: list[Json] = [{**saved, "snapshot": one} for one in snapshots]
        wrong += [[], {}]
        for broken in wrong:
            paused.write_text(json.dumps(broken))
            assert here(capsys, "answer", str(paused)).code == ENVIRONMENT

    def test_a_word_that_could_mean_two(
        self, paused: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        saved = json.loads(paused.read_text())
        saved["snapshot"]["pause"]["pendingInterrupts"].append({"id": "refund", "reason": "x"})
        paused.write_text(json.dumps(saved))
        done = here(capsys, "answer", str(paused), "--approve", "refund")
        assert done.code == ENVIRONMENT and "could mean 2 decisions" in done.err

    @pytest.mark.parametrize("name", ["chat", "answer"])
    def test_help_has_examples_and_exit_codes(
        self, name: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        done = here(capsys, name, "--help")
        assert done.code == 0
        assert "examples:" in done.out and "exit code" in done.out
