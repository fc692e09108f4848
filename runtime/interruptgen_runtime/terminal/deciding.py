"""One pending decision and a person -> an answer that is staged, or none."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from interruptgen_runtime.client import Status
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.errors import InterruptError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.terminal.dialog import Dialog, Left
from interruptgen_runtime.terminal.form.filling import COMMANDS, fill, write_document
from interruptgen_runtime.terminal.form.resolving import document
from interruptgen_runtime.terminal.form.telling import Slot
from interruptgen_runtime.terminal.lines import Line, Span, Style, line
from interruptgen_runtime.terminal.mending import mended, part_slot
from interruptgen_runtime.terminal.pending.asked import Asked, Kind
from interruptgen_runtime.terminal.pending.handles import Handle
from interruptgen_runtime.terminal.text import name_text, one_line
from interruptgen_runtime.terminal.views import answer_lines, asked_lines, edit_lines

Step: TypeAlias = Callable[[], bool]
"""Does what a person chose; returns whether the decision is done with for now."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a person can choose: by the first letter, or by the word."""

    key: str
    words: str
    step: Step


class Visit:
    """Shows one decision, and asks until it has an answer or the person goes back."""

    def __init__(self, dialog: Dialog, asked: Asked, clock: Callable[[], int]) -> None:
        self._dialog = dialog
        self._asked = asked
        self._clock = clock
        self._edited = _edits_of(asked)

    def run(self) -> None:
        """Go on until an answer is staged; Ctrl+C and Ctrl+D go back."""
        self._show()
        done = False
        while not done:
            choices = self._choices()
            spans = [Span("  ")]
            for choice in choices:
                spans += [Span(choice.key, Style.KEY), Span(f" {choice.words}   ", Style.FAINT)]
            self._dialog.show(Line(tuple(spans)))
            try:
                word = self._dialog.ask(one_line(name_text(self._asked.name), 40), fresh=True)
            except Left:
                return
            done = self._chosen(choices, word.strip().lower())

    def _chosen(self, choices: list[Choice], word: str) -> bool:
        for choice in choices:
            if word and word in (choice.key, choice.words):
                try:
                    return choice.step()
                except Left:
                    self._dialog.show(line("left as it was", Style.FAINT, 2))
                    return False
        self._dialog.show(line("choose one of these", Style.BAD, 2))
        return False

    def _choices(self) -> list[Choice]:
        handle, asked = self._asked.handle, self._asked
        choices: list[Choice] = []
        if handle is not None:
            if handle.status is Status.ERROR and handle.draft is not ABSENT:
                choices.append(Choice("k", "keep this answer", lambda: self._keep(handle)))
            mendable = any(problem.mendable for problem in handle.problems)
            if mendable and handle.draft is not ABSENT:
                choices.append(Choice("m", "mend it", lambda: self._mend(handle)))
            choices += self._answers(handle)
            choices.append(Choice("j", "JSON", lambda: self._as_json(handle)))
            words = "it failed" if asked.kind is Kind.TOOL else "cancel"
            choices.append(Choice("c", words, lambda: self._cancel(handle)))
        choices += [Choice("v", "view all", self._view), Choice("b", "back", lambda: True)]
        return choices

    def _answers(self, handle: Handle) -> list[Choice]:
        if self._asked.kind is not Kind.APPROVAL:
            words = "give its result" if self._asked.kind is Kind.TOOL else "answer"
            return [Choice("a", words, lambda: self._respond(handle))]
        choices = [
            Choice("a", "approve", lambda: self._decide(handle, True)),
            Choice("r", "reject", lambda: self._decide(handle, False)),
        ]
        if self._asked.schemas.edited is not ABSENT:
            choices.append(Choice("e", "edit arguments", self._edit))
        return choices

    # -- what can be chosen ------------------------------------------------------------------------

    def _respond(self, handle: Handle) -> bool:
        answer = self._filled(self._asked.schemas.response, "answer", handle.draft)
        return answer is not ABSENT and self._stage(handle, answer)

    def _decide(self, handle: Handle, approved: bool) -> bool:
        schemas = self._asked.schemas
        answer: JsonObject = {"approved": approved}
        payload = self._payload(handle, approved, schemas.approve if approved else schemas.reject)
        if payload is not ABSENT:
            answer["payload"] = payload
        if approved and self._edited is not ABSENT:
            answer["editedArgs"] = self._edited
        return self._stage(handle, answer)

    def _payload(self, handle: Handle, approved: bool, schema: Json | Absent) -> Json | Absent:
        if schema is ABSENT:
            return ABSENT
        before = handle.draft if isinstance(handle.draft, dict) else {}
        current = before.get("payload", ABSENT) if before.get("approved") is approved else ABSENT
        return self._filled(schema, "answer", current)

    def _edit(self) -> bool:
        current = self._asked.arguments if self._edited is ABSENT else self._edited
        edited = self._filled(self._asked.schemas.edited, "arguments", current)
        if edited is not ABSENT:
            self._edited = edited if _differ(edited, self._asked.arguments) else ABSENT
            self._dialog.show(*edit_lines(self._asked, edited))
            self._dialog.show(line("this counts once you approve", Style.FAINT, 2))
        return False

    def _as_json(self, handle: Handle) -> bool:
        start: Json = {"approved": False} if self._asked.kind is Kind.APPROVAL else {}
        current = start if handle.draft is ABSENT else handle.draft
        answer = write_document(self._dialog, Slot(document(True), (), current))
        return self._stage(handle, answer)

    def _keep(self, handle: Handle) -> bool:
        return handle.draft is not ABSENT and self._stage(handle, handle.draft)

    def _mend(self, handle: Handle) -> bool:
        after = ABSENT if handle.draft is ABSENT else self._mended(handle, handle.draft)
        return after is not ABSENT and self._stage(handle, after)

    def _cancel(self, handle: Handle) -> bool:
        if handle.cancel():
            return True
        self._dialog.show(*answer_lines(self._asked))
        return False

    def _view(self) -> bool:
        self._dialog.show(*asked_lines(self._asked, self._clock(), whole=True))
        return False

    # -- staging -----------------------------------------------------------------------------------

    def _filled(self, schema: Json | Absent, title: str, current: Json | Absent) -> Json | Absent:
        self._dialog.show(line(COMMANDS, Style.FAINT, 2))
        return fill(self._dialog, part_slot(schema, title, current))

    def _stage(self, handle: Handle, answer: Json) -> bool:
        """Stage an answer, and ask again for what is wrong with it; Ctrl+C gives that up."""
        while not self._is_taken(handle, answer):
            after = self._mended(handle, answer)
            if after is ABSENT or not _differ(after, answer):
                return False
            answer = after
        return True

    def _is_taken(self, handle: Handle, answer: Json) -> bool:
        try:
            staged = handle.stage(answer)
        except InterruptError as error:
            self._dialog.show(line(f"✗ {one_line(str(error), 400)}", Style.BAD, 2))
            return False
        self._dialog.show(*answer_lines(self._asked))
        return staged

    def _mended(self, handle: Handle, answer: Json) -> Json | Absent:
        if not handle.problems or not all(problem.mendable for problem in handle.problems):
            return ABSENT
        problems = {problem.path: problem.message for problem in handle.problems}
        return mended(self._dialog, self._asked, answer, problems)

    def _show(self) -> None:
        self._dialog.show(*asked_lines(self._asked, self._clock()), *answer_lines(self._asked))


def _edits_of(asked: Asked) -> Json | Absent:
    """Return the edited arguments of the answer so far: they hold until they are edited again."""
    draft = ABSENT if asked.handle is None else asked.handle.draft
    if asked.kind is not Kind.APPROVAL or not isinstance(draft, dict):
        return ABSENT
    return draft.get("editedArgs", ABSENT)


def _differ(one: Json, other: Json | Absent) -> bool:
    return other is ABSENT or canonical(one) != canonical(other)
