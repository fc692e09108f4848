"""Findings -> text for people: `path:line:col: error IG201 message`, an excerpt, hint and notes."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from typing import TypeAlias

from interruptgen.diagnostics import Diagnostic, Place, Severity
from interruptgen.report.paint import Paint

SourceText: TypeAlias = Callable[[str], str | None]
"""Gives the text of a file of the project by its path, or None where there is none to show."""

_WIDTH = 100
_LEAD = 30
_UNSAFE = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})


def render(findings: Sequence[Diagnostic], source: SourceText, paint: Paint) -> str:
    """Return the findings as lines; a hint that the next finding repeats is shown once."""

    @cache
    def lines_of(path: str) -> list[str]:
        return _lines(source(path) or "")

    lines: list[str] = []
    for finding, following in zip_longest(findings, findings[1:]):
        lines.append(_headline(finding, paint))
        if finding.severity is not Severity.NOTE:
            lines += _excerpt(finding.place, lines_of(finding.place.path), paint)
        for note in finding.notes:
            lines.append(f"  {paint.faint('note:')} {safe(str(note.place))}: {safe(note.message)}")
        if finding.hint and (following is None or following.hint != finding.hint):
            lines.append(f"  {paint.cyan('hint:')} {safe(finding.hint)}")
    return "\n".join(lines)


def summary(findings: Sequence[Diagnostic], files: int | None) -> str:
    """Return one line that counts: `2 errors, 1 warning in 3 files`.

    `files` is the number of definition files, or None where none could be looked for.
    """
    counted = Counter(finding.severity for finding in findings)
    parts = [
        plural(counted[severity], severity.value) for severity in Severity if counted[severity]
    ]
    where = "" if files is None else f" in {plural(files, 'file')}"
    return (", ".join(parts) or "no findings") + where


def plural(count: int, noun: str) -> str:
    """Return a number with its noun: `1 file`, `2 files`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def safe(text: str) -> str:
    """Return a text on one line, with no character that a terminal could act on."""
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _UNSAFE:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _headline(finding: Diagnostic, paint: Paint) -> str:
    colours = {Severity.ERROR: paint.red, Severity.WARNING: paint.yellow, Severity.NOTE: paint.cyan}
    kind = colours[finding.severity](f"{finding.severity} {finding.code}")
    return f"{paint.bold(safe(str(finding.place)))}: {kind} {safe(finding.message)}"


def _lines(text: str) -> list[str]:
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _excerpt(place: Place, lines: Sequence[str], paint: Paint) -> Iterator[str]:
    """Yield the line that a finding is about and a mark below its column."""
    if not 1 <= place.line <= len(lines):
        return
    line, at = lines[place.line - 1].replace("\t", " "), place.column - 1
    if not line.strip() or not 0 <= at <= len(line):
        return
    start = max(0, at - _LEAD) if len(line) > _WIDTH else 0
    before, after = safe(line[start:at]), safe(line[at : start + _WIDTH])
    number = f"{place.line:>5} | "
    margin = " " * (len(number) - 2) + "| "
    yield paint.faint(number) + before + after
    yield paint.faint(margin) + " " * _columns(before) + paint.red("^")


def _columns(text: str) -> int:
    """Return how many columns of a terminal a text fills."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    combining = sum(unicodedata.combining(character) > 0 for character in text)
    return len(text) + wide - combining
