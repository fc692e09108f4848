"""An `Outcome` -> a comment for a pull request: per definition what changed, the proof, the advice.

However much has changed, the comment fits: GitHub takes 65,536 characters.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from interruptgen.diagnostics import Diagnostic, Severity
from interruptgen.diff.changes import Category, Subject
from interruptgen.diff.comparing import Outcome
from interruptgen.diff.findings import Finding
from interruptgen.diff.show.escaping import code, fence, prose
from interruptgen.diff.show.words import by_subject, release, witness_text
from interruptgen.report.text import plural

LIMIT = 60_000
"""The most characters of a comment: some are left for whoever posts it."""

_MOST_ROWS = 40
_MOST_WITNESSES = 5
_WITNESS = 1_500
_SEVERITIES = {Severity.ERROR: "**breaking**", Severity.WARNING: "warning", Severity.NOTE: "note"}
_RELEASES = {
    "major": "a **major** release: callers, clients or pending decisions break",
    "minor": "a **minor** release: nothing breaks, and something is new or different",
    "patch": "a **patch** release: nothing depends on what has changed",
    "none": "no release: nothing has changed",
}


def render(outcome: Outcome) -> str:
    """Return the comment, without a line end at its end."""
    if outcome.broken:
        return "\n\n".join(["### The definitions do not compile", *_faults(outcome.broken)])
    head = [f"### {_title(outcome)}", _overview(outcome)]
    groups = groupby(by_subject(outcome.findings), lambda finding: finding.change.subject)
    sections = [list(findings) for _, findings in groups]
    sections.sort(key=lambda findings: not any(one.fails for one in findings))
    tail = list(_faults(outcome.unused))
    return _fitting(head, ["\n\n".join(_section(one)) for one in sections], tail)


def render_refusal(faults: Sequence[Diagnostic]) -> str:
    """Return the comment that says why there is nothing to compare."""
    return "\n\n".join(["### The definitions cannot be compared", *_faults(faults)])


def _fitting(head: list[str], sections: list[str], tail: list[str]) -> str:
    """Put as many sections into the comment as there is room for."""
    room = LIMIT - sum(len(part) + 2 for part in (*head, *tail))
    kept: list[str] = []
    for section in sections:
        room -= len(section) + 2
        if room < 200:
            left = plural(len(sections) - len(kept), "more part")
            kept.append(f"*{left} of the change left out here; `interruptgen diff` shows all.*")
            break
        kept.append(section)
    return "\n\n".join([*head, *kept, *tail])[:LIMIT]


def _title(outcome: Outcome) -> str:
    failing = sum(finding.fails for finding in outcome.findings)
    if failing:
        return f"{plural(failing, 'breaking change')} in the decisions"
    return "No breaking change in the decisions"


def _overview(outcome: Outcome) -> str:
    between = f"Compared {code(outcome.old.name)} with {code(outcome.new.name)}"
    return f"{between}. By semantic versioning, this is {_RELEASES[release(outcome.findings)]}."


def _section(findings: list[Finding]) -> Iterator[str]:
    subject = findings[0].change.subject
    yield f"#### {prose(subject.label)}{_home(subject)}"
    yield "\n".join(_table(findings))
    shown = [finding for finding in findings if finding.change.witness]
    for finding in _distinct(shown)[:_MOST_WITNESSES]:
        yield _witness(finding)
    advice = dict.fromkeys(one.change.hint for one in findings if one.change.hint and one.fails)
    if advice:
        yield "\n".join(["What makes it safe:", "", *(f"- {prose(hint)}" for hint in advice)])
    failing = [finding.fingerprint for finding in findings if finding.fails]
    if failing:
        yield f"To accept: `interruptgen accept {' '.join(failing)} --reason …`"


def _home(subject: Subject) -> str:
    return f" in {code(subject.package)}" if subject.kind != "packages" else ""


def _table(findings: list[Finding]) -> Iterator[str]:
    yield "| | category | change | before | after |"
    yield "|---|---|---|---|---|"
    for finding in findings[:_MOST_ROWS]:
        change = finding.change
        state = "accepted" if finding.accepted is not None else _SEVERITIES[finding.severity]
        said = f"{change.rule.code} {prose(change.message)}"
        if finding.accepted is not None:
            said += f" (accepted: {code(finding.accepted)})"
        cells = [state, finding.category.value, said, code(change.before or "")]
        yield f"| {' | '.join([*cells, code(change.after or '')])} |"
    if len(findings) > _MOST_ROWS:
        yield f"| | | {plural(len(findings) - _MOST_ROWS, 'more finding')} left out here | | |"


def _distinct(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings with one for each witness: the wire's, where the same shows a pending one."""
    by_text: dict[str, Finding] = {}
    for finding in findings:
        if finding.change.witness:
            text = json.dumps(finding.change.witness.value, sort_keys=True)
            before = by_text.get(text)
            if before is None or before.category is Category.IN_FLIGHT:
                by_text[text] = finding
    return list(by_text.values())


def _witness(finding: Finding) -> str:
    witness = finding.change.witness
    if witness is None:
        return ""
    said, text = witness_text(witness, _WITNESS)
    if not text.endswith("…"):
        pretty = json.dumps(witness.value, indent=2, ensure_ascii=False)
        text = pretty if len(pretty) <= _WITNESS else text
    about = f"{finding.change.slot}, " if finding.change.slot else ""
    return f"{finding.change.rule.code}: {about}{said}:\n\n{fence(text, 'json')}"


def _fault(one: Diagnostic) -> str:
    hint = f" ({prose(one.hint)})" if one.hint else ""
    return f"- {one.code} {code(str(one.place))} {prose(one.message)}{hint}"


def _faults(found: Iterable[Diagnostic]) -> Iterator[str]:
    lines = [_fault(one) for one in found]
    if lines:
        left = len(lines) - _MOST_ROWS
        more = [f"- {plural(left, 'more finding')}"] if left > 0 else []
        yield "\n".join([*lines[:_MOST_ROWS], *more])
