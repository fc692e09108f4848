"""How many tests of the official JSON Schema suite a compiled schema judges as they say.

    python benchmarks/suite.py SUITE.jsonl.gz [--verbose]

Each line of the file is one group of the suite for draft 2020-12: an object with `id`, `group`
(the keyword), `schema` and `tests` (each with `data`, `valid` and `description`). The schema becomes
the `responseSchema` of a definition; what the compiler makes of it judges the data in the runtime.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from interruptgen.diagnostics import Severity
from interruptgen.pipeline import compile_sources
from interruptgen_runtime import Schema

SOURCE: Final = "suite.json"
HONEST: Final = frozenset({"IG203", "IG315"})
"""Refusals that TanStack AI demands: of booleans, and of objects that have no keyword it knows."""


@dataclass(frozen=True)
class Group:
    """A schema of the suite, and what it must say to each of some values."""

    id: str
    keyword: str
    schema: Any
    tests: tuple[tuple[Any, bool, str], ...]


@dataclass(frozen=True)
class Outcome:
    """What came of a group: the codes that refused its schema, or the tests judged wrongly."""

    group: Group
    refused: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()

    @property
    def is_honest(self) -> bool:
        """Whether the schema was refused for nothing but what TanStack AI demands."""
        return bool(self.refused) and HONEST.issuperset(self.refused)


def groups(path: Path) -> Iterator[Group]:
    """Read the suite."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            one: dict[str, Any] = json.loads(line)
            tests = tuple(
                (test["data"], test["valid"], test["description"]) for test in one["tests"]
            )
            yield Group(one["id"], one["group"], one["schema"], tests)


def judge(group: Group) -> Outcome:
    """Compile the schema of a group and judge its data by what came of it."""
    definition = {"responseSchema": group.schema}
    source = {"interruptgen": 1, "interrupts": {"case": definition}}
    compiled = compile_sources({SOURCE: json.dumps(source).encode()}, lambda _: None)
    if compiled.model is None:
        errors = (one for one in compiled.diagnostics if one.severity is Severity.ERROR)
        return Outcome(group, refused=tuple(dict.fromkeys(one.code for one in errors)))
    response = compiled.model.packages[0].interrupts[0].response
    if response is None:
        raise AssertionError(f"{group.id} was compiled without its schema")
    schema = Schema(view=lambda: object, hash=response.schema.hash, text=response.schema.text)
    wrong = (text for data, valid, text in group.tests if schema.accepts(data) is not valid)
    return Outcome(group, wrong=tuple(wrong))


def share(right: int, total: int) -> str:
    """Return a share as text."""
    return f"{right} of {total} ({right / total:.2%})" if total else "none"


def report(outcomes: list[Outcome]) -> None:
    """Print the figures."""
    size = {one.group.id: len(one.group.tests) for one in outcomes}
    total = sum(size.values())
    wrong = sum(len(one.wrong) for one in outcomes)
    honest = sum(size[one.group.id] for one in outcomes if one.is_honest)
    refused = sum(size[one.group.id] for one in outcomes if one.refused)
    right = total - refused - wrong
    print(f"groups                          {len(outcomes)}")
    print(f"groups compiled                 {sum(not one.refused for one in outcomes)}")
    print(f"right, of compiled schemas      {share(right, total - refused)}")
    print(f"right, honest refusals left out {share(right, total - honest)}")
    print(f"right, of all tests             {share(right, total)}")
    print_refusals(outcomes)
    misses = Counter(one.group.keyword for one in outcomes for _ in one.wrong)
    for keyword, count in misses.most_common():
        print(f"wrong verdicts, {keyword:20} {count}")


def print_refusals(outcomes: list[Outcome]) -> None:
    """Print how many groups and tests each combination of codes has refused."""
    refusals = [one for one in outcomes if one.refused]
    for codes, count in Counter(one.refused for one in refusals).most_common():
        tests = sum(len(one.group.tests) for one in refusals if one.refused == codes)
        print(f"refused, {' '.join(codes):20} {count} groups, {tests} tests")


def main() -> None:
    """Judge the whole suite and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("suite", type=Path)
    parser.add_argument(
        "--verbose", action="store_true", help="name each refusal and wrong verdict"
    )
    arguments = parser.parse_args()
    outcomes = [judge(group) for group in groups(arguments.suite)]
    if arguments.verbose:
        for one in outcomes:
            for said in (*one.refused, *one.wrong):
                print(f"{one.group.id}: {said}: {json.dumps(one.group.schema)}")
    report(outcomes)


if __name__ == "__main__":
    main()
