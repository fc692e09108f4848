"""An `Outcome` -> text for people: definition by definition, each finding with its proof."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from interruptgen.diff.changes import Category
from interruptgen.diff.comparing import Outcome
from interruptgen.diff.findings import Finding
from interruptgen.diff.show.words import by_subject, witness_text
from interruptgen.report import Format, Paint, SourceText
from interruptgen.report import render as render_findings
from interruptgen.report.text import plural, safe


def render(outcome: Outcome, source: SourceText, paint: Paint) -> str:
    """Return the findings as text."""

    def text_of(path: str) -> str | None:
        return outcome.sources.text(path) or source(path)

    blocks = [
        "\n".join(_group(label, list(findings), text_of, paint))
        for label, findings in groupby(by_subject(outcome.findings), _label)
    ]
    others = [*outcome.broken, *outcome.unused]
    if others:
        blocks.append(render_findings(Format.TEXT, others, source=text_of, paint=paint))
    return "\n\n".join(blocks)


def summary(outcome: Outcome) -> str:
    """Return one line that counts: `2 wire (1 breaking change; 1 accepted), from A to B`."""
    if outcome.broken:
        return f"not compared, {outcome.old.name} with {outcome.new.name}"
    counted = Counter(finding.category for finding in outcome.findings)
    parts = [f"{counted[one]} {one}" for one in Category if counted[one]]
    accepted = sum(finding.accepted is not None for finding in outcome.findings)
    failing = sum(finding.fails for finding in outcome.findings)
    said = ", ".join(parts) or "no changes"
    extra = [plural(failing, "breaking change")] if failing else []
    extra += [f"{accepted} accepted"] if accepted else []
    aside = f" ({'; '.join(extra)})" if extra else ""
    return f"{said}{aside}, from {outcome.old.name} to {outcome.new.name}"


def _label(finding: Finding) -> str:
    return finding.change.subject.label


def _group(label: str, findings: list[Finding], source: SourceText, paint: Paint) -> Iterator[str]:
    yield paint.bold(safe(label))
    for finding in findings:
        diagnostic = finding.diagnostic(finding.place)
        yield render_findings(Format.TEXT, [diagnostic], source=source, paint=paint)
        if finding.change.witness:
            said, value = witness_text(finding.change.witness)
            yield f"  {paint.faint(said + ':')} {safe(value)}"
        if finding.accepted is not None:
            yield f"  {paint.green('accepted:')} {safe(finding.accepted)}"
        elif finding.fails:
            yield f"  {paint.faint('fingerprint:')} {finding.fingerprint}"
