"""`interruptgen answer`: a saved pause and answers -> one continuation, and an exit code."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from interruptgen_runtime.client import BlockingTurn
from interruptgen_runtime.core.errors import InterruptError
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.terminal.answering.choosing import (
    NoSuchDecision,
    Refusal,
    assign,
    stage,
)
from interruptgen_runtime.terminal.answering.report import (
    pending_json,
    pending_lines,
    refusal_lines,
)
from interruptgen_runtime.terminal.answering.steps import Step, add_steps
from interruptgen_runtime.terminal.arguments import (
    USAGE,
    Parser,
    UsageError,
    add_connection,
    connection,
)
from interruptgen_runtime.terminal.lines import line
from interruptgen_runtime.terminal.pending.asked import Asked, pending
from interruptgen_runtime.terminal.pending.handles import AnyChat
from interruptgen_runtime.terminal.script import FINISHED, REFUSED, Output, make_run, tell
from interruptgen_runtime.terminal.text import one_line
from interruptgen_runtime.terminal.threads import SavedThread, ThreadFile, ThreadFileError

_EPILOG: Final = """\
ID is the id of a decision, its number in the list, or the name of its tool or definition; it may
be left out where one decision is pending. Nothing is sent before everything is answered.

examples:
  interruptgen answer trip.json                          what is pending
  interruptgen answer trip.json --json | jq '.pending[0].arguments'
  interruptgen answer trip.json --approve --payload '{"ticket": "T-42"}'
  interruptgen answer trip.json --reject refund --payload '{"reason": "fraud"}' --approve transfer
  interruptgen answer trip.json --resolve 'choose-itinerary={"choice": 0}'
  interruptgen answer trip.json --approve --edited-args @corrected.json --dry-run

exit codes:
  0  the answers were sent and the run finished; or only a list or a dry run was asked for
  1  an answer is missing, was refused here or by the server, or the run failed
  2  the command line, a file, the bindings or the connection is not as it has to be
  3  the answers were sent, and the run paused again: the file has the new decisions
"""


@dataclass(frozen=True, slots=True)
class _Task:
    """What the command line asks for."""

    file: ThreadFile
    url: str
    steps: Sequence[Step]
    to_all: bool
    sends: bool
    as_json: bool
    dry: bool


def run(arguments: Sequence[str]) -> int:
    """Run the command."""
    options = _parser().parse_args(arguments)
    try:
        file = ThreadFile(_path(options.thread))
        saved = file.load()
        task = _Task(
            file=file,
            url=options.url or saved.url,
            steps=options.steps,
            to_all=options.all,
            sends=options.send,
            as_json=options.json,
            dry=options.dry_run,
        )
        output = Output(task.as_json)
        connected = connection(options, dict(os.environ))
        with closing(connected.chat(task.url, output.event)) as chat:
            turn = chat.restore(saved.snapshot)
            output.learn(chat.messages)
            return _answer(task, chat, turn, output)
    except (UsageError, ThreadFileError, NoSuchDecision, InterruptError) as error:
        sys.stderr.write(f"interruptgen answer: {one_line(str(error))}\n")
        return USAGE


def _answer(task: _Task, chat: AnyChat, turn: BlockingTurn[Any], output: Output) -> int:
    decisions = pending(chat, turn)
    if not (task.steps or task.sends):
        _list(task, chat, decisions, output)
        return FINISHED
    refusals: list[Refusal] = []
    for step, asked in assign(task.steps, decisions, to_all=task.to_all):
        refusals += stage(step, asked)
    if not decisions:
        raise NoSuchDecision("nothing is pending")
    refusals += _missing(chat, decisions, refusals)
    if refusals:
        _refuse(refusals, output)
        return REFUSED
    if task.dry:
        _list(task, chat, decisions, output)
        return FINISHED
    return _send(task, chat, turn, output)


def _send(task: _Task, chat: AnyChat, turn: BlockingTurn[Any], output: Output) -> int:
    """Send the answers; they are saved before, and the thread is saved after the run."""
    task.file.save(SavedThread(task.url, chat.snapshot()))
    after, code = make_run(turn.continued, output)
    if after is None:
        refused = [
            Refusal(asked.id, asked.name, problem.path, problem.message)
            for asked in pending(chat, turn)
            for problem in (() if asked.handle is None else asked.handle.problems)
        ]
        if refused:
            _refuse(refused, output)
        return code
    task.file.save(SavedThread(task.url, chat.snapshot()))
    if after.outcome == "interrupted" and not output.as_json:
        tell([line("paused again:"), *pending_lines(pending(chat, after), _now())])
    return code


def _missing(
    chat: AnyChat, decisions: Sequence[Asked], refusals: Sequence[Refusal]
) -> list[Refusal]:
    """Name what still has no answer; what was refused has been named."""
    named = {one.interrupt_id for one in refusals}
    names = {asked.id: asked.name for asked in decisions}
    return [
        Refusal(one, names.get(one, one), (), "has no answer")
        for one in chat.unanswered
        if one not in named
    ]


def _list(task: _Task, chat: AnyChat, decisions: Sequence[Asked], output: Output) -> None:
    if output.as_json:
        output.json(pending_json(chat.thread_id, task.url, decisions))
        return
    for shown in pending_lines(decisions, _now()):
        sys.stdout.write(shown.text + "\n")


def _refuse(refusals: Sequence[Refusal], output: Output) -> None:
    if output.as_json:
        listed: list[Json] = [one.to_json() for one in refusals]
        output.json({"refused": listed})
    else:
        tell(refusal_lines(refusals))


def _path(given: str) -> Path:
    if given.startswith(("http://", "https://")):
        raise UsageError(
            "an address has no saved pause: `interruptgen chat URL --thread FILE --say TEXT` "
            "makes one in a file, which is then to be named here"
        )
    return Path(given)


def _now() -> int:
    return time.time_ns() // 1_000_000


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="interruptgen answer",
        description="Answer a saved pause of an agent from a script.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("thread", metavar="THREAD", help="a file of `interruptgen chat --thread`")
    parser.add_argument("--url", metavar="URL", help="the agent's address, if it has moved")
    parser.add_argument(
        "--json", action="store_true", help="print JSON: the list, or the events of the run"
    )
    add_steps(parser)
    parser.add_argument(
        "--all", action="store_true", help="an answer without an ID is for all that is pending"
    )
    parser.add_argument(
        "--send", action="store_true", help="send the answers that the file has already"
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="check the answers, and send and save nothing"
    )
    add_connection(parser)
    return parser
