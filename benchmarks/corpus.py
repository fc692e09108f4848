"""What the compiler makes of a corpus of real tools and schemas, judged by their own dialects.

    python benchmarks/corpus.py FOLDER [--tools N] [--schemas N] [--typed N] [--jobs N]

FOLDER has `tools.jsonl.gz` (objects with `id`, `name`, `description` and `input_schema`),
`schemas.jsonl.gz` (`id`, `name`, `schema`) and `instances.jsonl.gz` (`id`, and `instances` with
`data` and `valid`). Every tool becomes the input of a tool that needs approval, every schema the
payload and the response of an interrupt; each is built alone, imported, and given its instances.
What is right about them is said by python-jsonschema in the dialect that the schema names, with
its patterns run by node. `--typed` packages, drawn with `--seed`, are checked by mypy and pyright.
`--details` writes a line of JSON for each refusal and each instance that went wrong. Exits with 1
where something was raised, misjudged or lost.
"""

import argparse
import dataclasses
import json
import multiprocessing
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import Final

from corpora.entries import Entry, Kind, entries
from corpora.outcomes import Deviation, Fate, Finding, Outcome
from corpora.report import is_clean, report, typing_report
from corpora.trying import package_name, prepare, trial
from corpora.typing_checks import check

BATCH: Final = 600
"""Classes that pydantic has made are never freed: after so many entries come new processes."""


def parse() -> argparse.Namespace:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tools", type=int, help="how many tools; all, if not given")
    parser.add_argument("--schemas", type=int, help="how many schemas; all, if not given")
    parser.add_argument("--typed", type=int, default=500, help="how many packages to type-check")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes")
    parser.add_argument("--seed", type=int, default=1, help="which samples")
    parser.add_argument("--details", type=Path, help="where to write what went wrong")
    return parser.parse_args()


def run(chosen: Sequence[Entry], folder: Path, jobs: int) -> Iterator[Outcome]:
    """Try all entries, in order."""
    spawn = multiprocessing.get_context("spawn")
    for start in range(0, len(chosen), BATCH):
        batch = chosen[start : start + BATCH]
        with ProcessPoolExecutor(jobs, spawn, initializer=prepare, initargs=(folder,)) as pool:
            yield from pool.map(trial, batch, (folder for _ in batch))


def write_details(path: Path, chosen: Sequence[Entry], outcomes: Iterable[Outcome]) -> None:
    """Write what did not go well, a line of JSON each."""
    with path.open("w", encoding="utf-8") as file:
        for one in outcomes:
            entry = chosen[one.number]
            told = {"id": entry.id, "fate": one.fate, "failure": one.failure}
            details: list[Finding | Deviation] = [*one.findings, *one.deviations]
            lines = [{**told, **dataclasses.asdict(detail)} for detail in details]
            lines += [told] if one.failure else []
            file.writelines(json.dumps(line) + "\n" for line in lines)


def main() -> int:
    """Run the whole, print the figures and return the exit code."""
    given = parse()
    sizes: dict[Kind, int | None] = {"tools": given.tools, "schemas": given.schemas}
    chosen = entries(given.folder, sizes, given.seed)
    with tempfile.TemporaryDirectory() as temporary:
        packages = Path(temporary, "packages")
        packages.mkdir()
        outcomes = list(run(chosen, packages, given.jobs))
        for line in report(chosen, outcomes):
            print(line)
        if given.details:
            write_details(given.details, chosen, outcomes)
        built = [one for one in outcomes if one.fate is Fate.IMPORTED]
        sample = Random(given.seed).sample(built, min(given.typed, len(built)))
        names = [package_name(one.number) for one in sample]
        checks = check(packages, names, Path(temporary, "sample")) if names else ()
        for line in typing_report(checks, len(names)):
            print(line)
    is_typed = not any(one.findings for one in checks)
    return 0 if is_clean(outcomes) and is_typed else 1


if __name__ == "__main__":
    raise SystemExit(main())
