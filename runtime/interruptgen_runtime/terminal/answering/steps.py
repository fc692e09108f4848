"""The options that answer something -> steps, in the order in which they were given."""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.terminal.form.entries import Unusable, read_document

Verb: TypeAlias = Literal["approve", "reject", "cancel", "resolve"]


@dataclass(frozen=True, slots=True)
class Step:
    """One answer; without a `selector` it is for the only decision, or for all of them."""

    verb: Verb
    selector: str | None = None
    value: Json | Absent = ABSENT
    payload: Json | Absent = ABSENT
    edited: Json | Absent = ABSENT

    @property
    def answer(self) -> Json:
        """The answer in its JSON form; nothing that is of use for a cancellation."""
        if self.value is not ABSENT:
            return self.value
        decision: JsonObject = {"approved": self.verb == "approve"}
        if self.payload is not ABSENT:
            decision["payload"] = self.payload
        if self.edited is not ABSENT:
            decision["editedArgs"] = self.edited
        return decision


def add_steps(parser: argparse.ArgumentParser) -> None:
    """Add the options; the namespace gets a list `steps`."""
    parser.set_defaults(steps=[])
    for verb, words in _VERBS.items():
        parser.add_argument(f"--{verb}", nargs="?", metavar="ID", action=_Begin, help=words)
    parser.add_argument(
        "--resolve",
        metavar="[ID=]JSON",
        action=_Resolve,
        help="answer a question, or give the result of a call; @FILE reads a file, - the input",
    )
    parser.add_argument(
        "--payload",
        metavar="JSON",
        action=_Part,
        help="the payload of the --approve or --reject before it; @FILE and - as above",
    )
    parser.add_argument(
        "--edited-args",
        metavar="JSON",
        action=_Part,
        help="the arguments with which the call of the --approve before it is to run",
    )


_VERBS: Final[dict[Verb, str]] = {
    "approve": "approve a call",
    "reject": "reject a call",
    "cancel": "leave a question without an answer, for good",
}


class _Begin(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        selector = None if values is None else str(values)
        namespace.steps += [Step(verb, selector) for verb in _VERBS if verb == self.dest]


class _Resolve(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        text = str(values)
        selector, _, rest = ("", "", text) if _is_value(text) else text.partition("=")
        namespace.steps.append(Step("resolve", selector or None, _value(self, rest)))


class _Part(argparse.Action):
    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        steps: list[Step] = namespace.steps
        edits = self.dest == "edited_args"
        fitting = ("approve",) if edits else ("approve", "reject")
        if not steps or steps[-1].verb not in fitting:
            wanted = " or ".join(f"--{verb}" for verb in fitting)
            raise argparse.ArgumentError(self, f"has to follow {wanted}")
        value, last = _value(self, str(values)), steps[-1]
        if (last.edited if edits else last.payload) is not ABSENT:
            raise argparse.ArgumentError(self, f"is given twice for one --{last.verb}")
        steps[-1] = replace(last, edited=value) if edits else replace(last, payload=value)


def _is_value(text: str) -> bool:
    """Tell whether a text is a value, with no id before it."""
    if text == "-" or text.startswith("@"):
        return True
    try:
        read_document(text)
    except Unusable:
        return False
    return True


def _value(action: argparse.Action, text: str) -> Json:
    try:
        return read_document(_read(text))
    except Unusable as error:
        raise argparse.ArgumentError(action, error.message) from None
    except OSError as error:
        raise argparse.ArgumentError(action, f"{text[1:]}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise argparse.ArgumentError(action, "is not UTF-8") from None


def _read(text: str) -> str:
    if text == "-":
        return sys.stdin.read()
    return Path(text[1:]).read_text(encoding="utf-8") if text.startswith("@") else text
