"""What the comparison of schemas says of random edits, judged by sampled values, and its time.

    python benchmarks/compat.py [--edits N] [--seed N] [--values N] [--peers FOLDER] [--asked N]

The schemas of the repository's cases and examples are edited at random, and both versions are
compared in both directions. Values are drawn from both versions by other code than the compiler's,
and judged: one that the sender's schema accepts and the receiver's refuses, where the comparison
says `holds`, is a miss. Each witness is given to both validators. With `--peers`, other libraries
are asked about the first `--asked` comparisons: FOLDER has a `node_modules` with json-schema-diff
and json-schema-diff-validator, and `bin/python` of an environment with jsoncompat and
jsonsubschema. At the end, a large schema is compared with a copy that has one change. Exits with 1
where there is a miss, an unconfirmed witness, or more than 2 % that is undecided.
"""

import argparse
from pathlib import Path
from time import process_time

from compatibility.peers import answers, present
from compatibility.report import known, report, table
from compatibility.seeds import seeds
from compatibility.trying import Trial, trials
from interruptgen.compat import Verdict, compare
from interruptgen.model import JsonObject


def parse() -> argparse.Namespace:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--edits", type=int, default=2_000, help="how many edits")
    parser.add_argument("--seed", type=int, default=1, help="which edits")
    parser.add_argument("--values", type=int, default=150, help="how many values for each edit")
    parser.add_argument("--peers", type=Path, help="where the other libraries are")
    parser.add_argument("--asked", type=int, default=1_000, help="how many comparisons for them")
    return parser.parse_args()


def large(maximum: int) -> JsonObject:
    """Return a schema of more than 10,000 subschemas, whose last one has a bound."""
    row: JsonObject = {
        "type": "object",
        "properties": {f"p{number}": {"type": "string", "maxLength": 9} for number in range(100)},
    }
    tables: JsonObject = {f"t{number}": {**row, "title": f"T{number}"} for number in range(105)}
    last: JsonObject = {
        "type": "object",
        "properties": {"n": {"type": "integer", "maximum": maximum}},
    }
    return {"type": "object", "properties": {**tables, "last": last}}


def in_time() -> str:
    """Compare a large schema with a copy that has one change."""
    before, after = large(10), large(5)
    started = process_time()
    comparison = compare(before, after)
    seconds = process_time() - started
    findings = [one.rule.name for one in comparison.findings]
    return f"10,000 subschemas, one changed: {seconds:.2f} seconds, {', '.join(findings)}"


def main() -> int:
    """Run the whole, print the figures and return the exit code."""
    given = parse()
    found = seeds()
    print(f"{len(found)} schemas")
    tried: list[Trial] = []
    for number in range(given.edits):
        tried.extend(trials(number, found, given.seed, given.values))
    for line in report(tried):
        print(line)
    print(in_time())
    asked = known(tried)[: given.asked]
    pairs = [(one.sent, one.received) for one in asked]
    libraries = [*present(given.peers)] if given.peers else []
    told = [(name, [*answers(command, pairs)]) for name, command in libraries]
    for line in table(asked, told) if told else ():
        print(line)
    undecided = sum(one.comparison.verdict is Verdict.UNDECIDED for one in tried)
    wrong = any(one.is_missed or not one.is_confirmed for one in tried)
    return int(wrong or undecided > 0.02 * len(tried))


if __name__ == "__main__":
    raise SystemExit(main())
