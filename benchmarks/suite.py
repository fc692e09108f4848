"""How many tests of the official JSON Schema suite a compiled schema judges as they say.

    python benchmarks/suite.py SUITE.jsonl.gz [--verbose]

Each line of the file is one group of the suite for draft 2020-12: an object with `id`, `group`
(the keyword), `schema` and `tests` (each with `data`, `valid` and `description`). The schema
becomes the `responseSchema` of a definition; what the compiler makes of it judges the data in the
runtime. TanStack AI takes no boolean for a schema, and no object without a keyword that it knows:
such a schema is judged a second time with a keyword added that changes no verdict.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from interruptgen.diagnostics import Severity
from interruptgen.model import Json
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
    schema: Json
    tests: tuple[tuple[Json, bool, str], ...]


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

    @property
    def tests(self) -> int:
        """How many tests the group has."""
        return len(self.group.tests)


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
    definition: Json = {"responseSchema": group.schema}
    source: Json = {"interruptgen": 1, "interrupts": {"case": definition}}
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


def recognisable(group: Group) -> Group:
    """Return the group with a keyword in its schema that TanStack AI knows and nobody notices."""
    if isinstance(group.schema, dict):
        return replace(group, schema={**group.schema, "allOf": [True]})
    return replace(group, schema={"allOf": [group.schema]})


def share(right: int, total: int) -> str:
    """Return a share as text."""
    return f"{right} of {total} ({right / total:.2%})" if total else "none"


def report(outcomes: list[Outcome]) -> None:
    """Print the figures of one pass over the suite."""
    total = sum(one.tests for one in outcomes)
    wrong = sum(len(one.wrong) for one in outcomes)
    honest = sum(one.tests for one in outcomes if one.is_honest)
    refused = sum(one.tests for one in outcomes if one.refused)
    right = total - refused - wrong
    compiled = sum(not one.refused for one in outcomes)
    print(f"  schemas compiled                {share(compiled, len(outcomes))}")
    print(f"  right, of compiled schemas      {share(right, total - refused)}")
    print(f"  right, honest refusals left out {share(right, total - honest)}")
    print(f"  right, of all tests             {share(right, total)}")
    for codes, count in Counter(one.refused for one in outcomes if one.refused).most_common():
        tests = sum(one.tests for one in outcomes if one.refused == codes)
        print(f"  refused by {' '.join(codes)}: {count} schemas, {tests} tests")
    misses = Counter(one.group.keyword for one in outcomes for _ in one.wrong)
    for keyword, count in misses.most_common():
        print(f"  wrong verdicts about {keyword}: {count}")


def main() -> None:
    """Judge the whole suite and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("suite", type=Path)
    parser.add_argument(
        "--verbose", action="store_true", help="name each refusal and wrong verdict"
    )
    arguments = parser.parse_args()
    first = [judge(group) for group in groups(arguments.suite)]
    second = [judge(recognisable(one.group)) if one.is_honest else one for one in first]
    if arguments.verbose:
        for one in second:
            for said in (*one.refused, *one.wrong):
                print(f"{one.group.id}: {said}: {json.dumps(one.group.schema)}")
    print("as the schemas stand")
    report(first)
    print("with a keyword that TanStack AI knows")
    report(second)


if __name__ == "__main__":
    main()
