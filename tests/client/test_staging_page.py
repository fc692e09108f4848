"""What docs/client.md says about decisions is what happens."""

from docs.markdown import ROOT, rows
from docs.running import printed, programs
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
    ((program, output),) = programs(PAGE, with_text="Staging(")
    assert printed(program) == (output.text, "")


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
