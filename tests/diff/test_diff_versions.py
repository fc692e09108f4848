"""What a comparison says of earlier versions: their classes, and what the lock remembers."""

import json
from pathlib import Path
from typing import Any

import pytest

from diff.states import Captured, Project, codes, new_project
from interruptgen.cli import main

pytestmark = pytest.mark.usefixtures("plain")

LOCK = "generated/interrupts.lock.json"
KEPT = "    keepVersions: 2\n    message: Which seat?"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project whose definition has two earlier versions, with classes for both."""
    made = new_project(tmp_path)
    made.change("    message: Which seat?", KEPT)
    for bound in (-1, -2):
        made.build()
        made.commit("built")
        made.change(f"minimum: {bound + 1}", f"minimum: {bound}")
    made.build()
    made.commit("built")
    return made


def findings(document: Any) -> list[tuple[str, str, int]]:
    return [(one["code"], one["message"], one["line"]) for one in document["findings"]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "    keepVersions: 1\n",
            ["there are no classes any more for 1 earlier version of interrupt `choose-seat`"],
        ),
        ("", ["there are no classes any more for 2 earlier versions of interrupt `choose-seat`"]),
        ("    keepVersions: 7\n", []),
    ],
)
def test_classes_that_are_dropped(
    line: str, said: list[str], project: Project, capsys: Captured
) -> None:
    project.change("    keepVersions: 2\n", line)
    document = project.diff(capsys, code=int(bool(said)))
    assert [one["message"] for one in document["findings"]] == said
    assert codes(document) == ["IG759"] * len(said)


def test_a_version_that_was_not_there_is_not_missed(project: Project, capsys: Captured) -> None:
    project.change("    keepVersions: 2\n", "    keepVersions: 9\n")
    project.build()
    project.commit("more than there are")
    project.change("    keepVersions: 9\n", "    keepVersions: 2\n")
    assert codes(project.diff(capsys, code=0)) == []


def test_a_lock_that_has_forgotten(project: Project, capsys: Captured) -> None:
    """The sources are as they were, so that nothing else has to be compiled."""
    assert main(["build", "--prune", "--quiet", "--project", str(project.root)]) == 0
    document = project.diff(capsys, code=0)
    message = "the lock has forgotten 2 earlier versions of interrupt `choose-seat`"
    ((code, said, _),) = findings(document)
    assert (code, said) == ("IG764", message)
    assert (document["release"], document["findings"][0]["path"]) == (
        "minor",
        "interrupts/desk.yaml",
    )


def test_a_lock_that_cannot_be_read_has_not_forgotten(project: Project, capsys: Captured) -> None:
    (project.root / LOCK).write_text("{", encoding="utf-8")
    assert codes(project.diff(capsys, code=0)) == []


def test_a_version_that_is_the_present_one_again(project: Project, capsys: Captured) -> None:
    project.change("minimum: -2", "minimum: -1")
    project.build()
    lock: Any = json.loads((project.root / LOCK).read_text("utf-8"))
    assert len(lock["interrupts"]["choose-seat"]["earlier"]) == 2
    assert "IG764" not in codes(project.diff(capsys, code=1))
