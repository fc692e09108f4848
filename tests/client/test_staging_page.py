"""What docs/client.md says about decisions is what happens."""

import os
import subprocess
import sys

from docs.markdown import ROOT, blocks, rows
from interruptgen_runtime.client import Status
from interruptgen_runtime.client.staging.item import TRANSITIONS, Event

PAGE = ROOT / "docs/client.md"
EVENTS = (
    Event.ACCEPTED,
    Event.REFUSED,
    Event.DEFERRED,
    Event.CANCELLED,
    Event.CLEARED,
    Event.SUBMITTED,
    Event.FAILED,
    Event.KEPT,
)


def test_the_program() -> None:
    listed = list(blocks(PAGE))
    (place,) = [index for index, block in enumerate(listed) if "Staging(" in block.text]
    roots = [str(ROOT / name) for name in ("runtime", "generated_examples")]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", listed[place].text],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(roots)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (listed[place + 1].text, "")


def test_the_table_of_statuses() -> None:
    """Each column is an event; the two that end a failed submission share the last one."""
    table = {row[0].strip("`"): row[1:] for row in rows(PAGE) if row[0].strip("`") in list(Status)}
    assert set(table) == set(Status)
    for status, cells in table.items():
        reached = [TRANSITIONS.get((Status(status), event)) for event in EVENTS]
        wanted = [f"`{rule.to}`" if rule else "" for rule in reached]
        *single, failed, kept = wanted
        assert cells[:-1] == single
        assert cells[-1].startswith(failed) and kept in cells[-1]
        assert bool(cells[-1]) == bool(failed)
