"""Trials -> the lines of the report."""

from collections import Counter
from collections.abc import Iterator, Sequence

from compatibility.trying import Trial
from interruptgen.compat import Verdict


def report(trials: Sequence[Trial]) -> Iterator[str]:
    """Yield the figures: what was said, what sampling says, and how long it took."""
    count = len(trials)
    said = Counter(_said(one) for one in trials)
    yield f"{count} comparisons of {len({one.number for one in trials})} edits"
    for name, number in sorted(said.items()):
        yield f"  {name:<34}{number:>7}  {_share(number, count)}"
    missed = [one for one in trials if one.is_missed]
    undecided = [one for one in trials if one.comparison.verdict is Verdict.UNDECIDED]
    shown = sum(bool(one.counterexample) for one in undecided)
    unconfirmed = sum(not one.is_confirmed for one in trials)
    partly = sum(_has_open(one) for one in trials if one.comparison.verdict is Verdict.FAILS)
    yield f"said to be safe, and sampling finds a value that breaks: {len(missed)}"
    yield f"said to break, and the validators do not confirm it: {unconfirmed}"
    yield f"undecided: {len(undecided)} ({_share(len(undecided), count)})"
    yield f"  of which sampling finds a value that breaks: {shown}"
    yield f"shown to break, with other findings that are undecided: {partly}"
    found = [one for one in trials if one.comparison.verdict is Verdict.FAILS]
    lucky = sum(bool(one.counterexample) for one in found)
    yield f"shown to break: {len(found)}, of which sampling finds a value too: {lucky}"
    yield _times(sorted(one.seconds for one in trials))
    for one in missed:
        yield f"MISSED {one.number} {one.name} {one.kinds} {one.counterexample[0]!r:.200}"


def table(
    trials: Sequence[Trial], told: Sequence[tuple[str, Sequence[bool | None]]]
) -> Iterator[str]:
    """Yield who finds what: the truth is a value that breaks, or a proof that there is none."""
    own = [_own(one) for one in trials]
    heads = ("breaks: found", "missed", "safe: passed", "false alarm", "no answer")
    yield f"{'':<30}" + "".join(f"{head:>15}" for head in heads)
    for name, answers in (("interruptgen", own), *told):
        cells = Counter(_cell(_breaks(t), said) for t, said in zip(trials, answers, strict=True))
        yield f"{name:<30}" + "".join(f"{cells[head]:>15}" for head in heads)


def known(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials whose truth is known."""
    return [
        one
        for one in trials
        if one.comparison.verdict is not Verdict.UNDECIDED or one.counterexample
    ]


def _own(trial: Trial) -> bool | None:
    verdict = trial.comparison.verdict
    return None if verdict is Verdict.UNDECIDED else verdict is Verdict.HOLDS


def _breaks(trial: Trial) -> bool:
    return trial.comparison.verdict is Verdict.FAILS or bool(trial.counterexample)


def _cell(breaks: bool, said: bool | None) -> str:
    if said is None:
        return "no answer"
    if breaks:
        return "missed" if said else "breaks: found"
    return "safe: passed" if said else "false alarm"


def _said(trial: Trial) -> str:
    verdict = trial.comparison.verdict
    if verdict is Verdict.FAILS:
        return "breaks" if trial.comparison.is_breaking else "breaks for undeclared keys only"
    if verdict is Verdict.UNDECIDED:
        return "undecided"
    return "holds, with advice" if trial.comparison.findings else "holds"


def _has_open(trial: Trial) -> bool:
    return any(
        one.witness is None and one.rule.code == "IG725" for one in trial.comparison.findings
    )


def _share(number: int, count: int) -> str:
    return f"{100 * number / max(1, count):.2f} %"


def _times(seconds: Sequence[float]) -> str:
    if not seconds:
        return "no times"
    total, worst = sum(seconds), seconds[-1]
    middle, high = seconds[len(seconds) // 2], seconds[len(seconds) * 99 // 100]
    return (
        f"seconds of CPU for one comparison: median {middle:.4f}, 99 % {high:.3f}, "
        f"worst {worst:.2f}; together {total:.1f}"
    )
