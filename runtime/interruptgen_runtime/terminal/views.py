"""A pending decision, and a list of them -> the lines that a person reads before deciding."""

from collections.abc import Sequence
from typing import Final

from interruptgen_runtime.client import Status
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.dates import parse_date
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.terminal.difference import difference
from interruptgen_runtime.terminal.form.telling import place_text
from interruptgen_runtime.terminal.lines import Line, Lines, Span, Style, line
from interruptgen_runtime.terminal.pending.asked import Asked, Kind
from interruptgen_runtime.terminal.text import one_line, several_lines
from interruptgen_runtime.terminal.values import limited, value_lines

MOST_PAYLOAD: Final = 60
"""Lines of a display payload that are shown at first."""

MOST_MESSAGE: Final = 40
"""Lines of a message that are shown at first."""

_WORDS: Final = {
    Kind.APPROVAL: "approve or reject a call",
    Kind.QUESTION: "a question",
    Kind.TOOL: "a call for this side to run",
    Kind.BROKEN: "broken",
    Kind.FOREIGN: "somebody else's",
}


def asked_lines(asked: Asked, now: int, *, whole: bool = False) -> Lines:
    """Show a decision: arguments always in full, all else in full where `whole`."""
    lines = [line(""), _heading(asked, now)]
    message = [line(text, indent=2) for text in several_lines(asked.message or "") if text]
    lines += message if whole else limited(message, MOST_MESSAGE)
    if asked.problem is not None:
        lines.append(line(f"✗ {one_line(asked.problem)}", Style.BAD, 2))
    if asked.payload is not ABSENT:
        shown = value_lines(asked.payload, indent=4)
        lines += [_part("shown with it"), *(shown if whole else limited(shown, MOST_PAYLOAD))]
    if asked.arguments is not ABSENT:
        lines += [_part("arguments"), *value_lines(asked.arguments, indent=4)]
    return lines


def answer_lines(asked: Asked) -> Lines:
    """Show the answer that a decision has by now, with what is wrong with it."""
    handle = asked.handle
    if handle is None:
        return []
    lines: Lines = []
    if handle.draft is not ABSENT:
        lines += [_part("your answer"), *_draft_lines(asked, handle.draft)]
    elif handle.status is Status.STAGED:
        lines.append(line("your answer: none, it is cancelled", Style.FAINT, 2))
    for problem in handle.problems:
        place = f"{place_text(problem.path)}: " if problem.path else ""
        lines.append(line(f"✗ {place}{one_line(problem.message, 400)}", Style.BAD, 2))
    return lines


def edit_lines(asked: Asked, edited: Json) -> Lines:
    """Show what an edit changes in the arguments of a call."""
    before: Json = None if asked.arguments is ABSENT else asked.arguments
    changed = difference(before, edited, indent=4)
    return [_part("edited arguments"), *(changed or [line("nothing is changed", indent=4)])]


def overview_lines(decisions: Sequence[Asked], now: int) -> Lines:
    """List decisions with the state of their answers, counted from 1."""
    lines = [line(""), line(f"{len(decisions)} pending", Style.TITLE)]
    for number, asked in enumerate(decisions, 1):
        mark, style = _mark(asked)
        spans = (
            Span(f"{number:>2} ", Style.FAINT),
            Span(f"{mark:<10} ", style),
            Span(one_line(asked.name, 40), Style.KEY),
            Span(f"  {one_line(asked.message or '', 80)}{_edited(asked)}{_expiry(asked, now)}"),
        )
        lines.append(Line(spans, 2))
    return lines


def _heading(asked: Asked, now: int) -> Line:
    untyped = "" if asked.typed or asked.handle is None else ", without bindings"
    return Line(
        (
            Span(one_line(asked.name, 80), Style.TITLE),
            Span(f"  {_WORDS[asked.kind]}{untyped}{_expiry(asked, now)}", Style.FAINT),
        )
    )


def _edited(asked: Asked) -> str:
    """Say that a call is not going to run as its message says."""
    draft = None if asked.handle is None else asked.handle.draft
    is_edited = asked.kind is Kind.APPROVAL and isinstance(draft, dict) and "editedArgs" in draft
    return " (arguments edited)" if is_edited else ""


def _expiry(asked: Asked, now: int) -> str:
    """Say how long there is still time, in whole minutes, or days and hours if it is long."""
    moment = None if asked.expires_at is None else parse_date(asked.expires_at)
    if moment is None:
        return ""
    minutes = -(-(moment - now) // 60_000)
    if minutes <= 0:
        return ", expired"
    if minutes < 120:
        return f", {minutes} min left"
    hours = minutes // 60
    return f", {hours} h left" if hours < 72 else f", {hours // 24} days left"


def _mark(asked: Asked) -> tuple[str, Style]:
    handle = asked.handle
    if handle is None:
        return "—", Style.FAINT
    if handle.status is Status.ERROR:
        return "✗ refused", Style.BAD
    if not asked.is_staged:
        return "open", Style.PLAIN
    draft = handle.draft
    approved = draft.get("approved") if isinstance(draft, dict) else None
    if draft is ABSENT:
        return "cancelled", Style.BAD
    if asked.kind is Kind.APPROVAL:
        return ("approved", Style.GOOD) if approved is True else ("rejected", Style.BAD)
    return "answered", Style.GOOD


def _draft_lines(asked: Asked, draft: Json) -> Lines:
    if asked.kind is not Kind.APPROVAL or not isinstance(draft, dict):
        return value_lines(draft, indent=4)
    approved = draft.get("approved") is True
    word, style = ("approve", Style.GOOD) if approved else ("reject", Style.BAD)
    lines = [line(word, style, 4)]
    if "payload" in draft:
        lines += value_lines(draft["payload"], indent=4)
    if "editedArgs" in draft:
        lines += edit_lines(asked, draft["editedArgs"])
    return lines


def _part(name: str) -> Line:
    return line(name, Style.FAINT, 2)
