"""Outcomes of a corpus -> figures, as lines of text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from corpora.entries import Entry, Kind
from corpora.outcomes import Fate, Fault, Outcome
from corpora.typing_checks import Checked

GOALS: Final[dict[Kind, float]] = {"tools": 0.995, "schemas": 0.98}
UNCHANGED_GOAL: Final = 0.999
DEMANDED: Final = frozenset({"IG305", "IG315"})
"""What JavaScript cannot carry, and what TanStack AI does not take for a schema."""
_SHOWN: Final = 3


def report(entries: Sequence[Entry], outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the figures of a run; the outcomes are in the order of the entries."""
    for kind in GOALS:
        ours = [one for one in outcomes if entries[one.number].kind == kind]
        if ours:
            yield from _building(kind, ours)
            yield from _refusals(ours, entries)
            yield ""
    yield from _importing(outcomes)
    yield from _judging(outcomes)
    slowest = max(outcomes, key=lambda one: one.seconds)
    total = sum(one.seconds for one in outcomes)
    yield f"slowest build            {slowest.seconds:.1f} s ({entries[slowest.number].id})"
    yield f"all builds               {total:.0f} s of one processor"


def is_clean(outcomes: Iterable[Outcome]) -> bool:
    """Tell whether nothing is wrong: refusals are findings, and no value is misjudged or lost."""
    return all(one.fate in (Fate.REFUSED, Fate.IMPORTED) and not one.deviations for one in outcomes)


def typing_report(checks: Iterable[Checked], packages: int) -> Iterator[str]:
    """Yield the figures of the type checkers."""
    for one in checks:
        read = f"{packages} packages, {one.files} files"
        yield f"{one.checker:8} strict          {len(one.findings)} findings in {read}"
        yield from (f"    {line}" for line in one.findings[:20])


def share(part: int, whole: int) -> str:
    """Return a share as text."""
    return f"{part} of {whole} ({part / whole:.2%})" if whole else "none"


def _building(kind: Kind, outcomes: Sequence[Outcome]) -> Iterator[str]:
    built = sum(one.fate in (Fate.BUILT, Fate.IMPORTED) for one in outcomes)
    demanded = sum(_is_demanded(one) for one in outcomes)
    crashed = sum(one.fate is Fate.CRASHED for one in outcomes)
    yield f"{kind}"
    yield f"  built                  {share(built, len(outcomes))}, goal {GOALS[kind]:.1%}"
    yield f"  without what must go   {share(built, len(outcomes) - demanded)}"
    yield f"  raised                 {crashed}"


def _is_demanded(outcome: Outcome) -> bool:
    codes = {one.code for one in outcome.findings}
    return bool(codes) and codes <= DEMANDED


def _refusals(outcomes: Sequence[Outcome], entries: Sequence[Entry]) -> Iterator[str]:
    by_code: dict[str, list[tuple[str, str]]] = {}
    for one in outcomes:
        for code, message in {finding.code: finding.message for finding in one.findings}.items():
            by_code.setdefault(code, []).append((entries[one.number].id, message))
    for code, refused in sorted(by_code.items(), key=lambda item: -len(item[1])):
        yield f"  refused by {code}       {len(refused)}"
        for id, message in refused[:_SHOWN]:
            yield f"    {message} ({id})"
    warnings = Counter(code for one in outcomes for code in set(one.warnings))
    for code, count in warnings.most_common():
        yield f"  warned by {code}        {count}"


def _importing(outcomes: Sequence[Outcome]) -> Iterator[str]:
    built = [one for one in outcomes if one.fate in (Fate.BUILT, Fate.IMPORTED)]
    imported = sum(one.fate is Fate.IMPORTED for one in built)
    yield f"generated code imports   {share(imported, len(built))}"
    failures = Counter(one.failure.strip().rpartition("\n")[2] for one in outcomes if one.failure)
    for line, count in failures.most_common():
        yield f"    {count} times {line}"


def _judging(outcomes: Sequence[Outcome]) -> Iterator[str]:
    faults = Counter(one.fault for outcome in outcomes for one in outcome.deviations)
    valid, invalid = sum(one.valid for one in outcomes), sum(one.invalid for one in outcomes)
    wrong = faults[Fault.TOO_WIDE] + faults[Fault.TOO_NARROW]
    unchanged = valid - faults[Fault.LOST] - faults[Fault.TOO_NARROW]
    yield f"instances                {valid} valid, {invalid} invalid"
    yield f"  judged as by dialect   {share(valid + invalid - wrong, valid + invalid)}, goal 100%"
    yield f"  valid back unchanged   {share(unchanged, valid)}, goal {UNCHANGED_GOAL:.1%}"
    yield f"  undecided              {sum(one.undecided for one in outcomes)}"
    relabelled = Counter(reason for one in outcomes for reason in one.relabelled)
    yield f"  unlike the corpus      {relabelled.total()}"
    yield from (f"    {count:5} for {reason}" for reason, count in relabelled.most_common())
    for fault in Fault:
        yield f"  {fault:46} {faults[fault]}"
    kinds = Counter(
        (one.fault, " ".join(one.keywords) or one.why.strip().rpartition("\n")[2][:100])
        for outcome in outcomes
        for one in outcome.deviations
    )
    for (fault, why), count in kinds.most_common(40):
        yield f"    {count:5} {fault.name}: {why}"
