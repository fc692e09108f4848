"""What becomes of pending decisions where the lock has a say."""

import json
from pathlib import Path
from typing import Any

import pytest

from diff.states import DESK, STRICTER, Captured, Project, codes, new_project

pytestmark = pytest.mark.usefixtures("plain")

TEXT = ("remark: {type: string}", "remark: {type: string, description: Anything.}")
LOCK = "generated/interrupts.lock.json"


def fate(document: Any) -> list[tuple[str, str]]:
    found = [one for one in document["findings"] if one["category"] == "in-flight"]
    return [(one["code"], one["message"].partition(": ")[2]) for one in found]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = new_project(tmp_path)
    made.build()
    made.commit("built")
    return made


@pytest.mark.parametrize("built", [False, True])
def test_a_text_inside_of_a_schema_is_accepted(
    project: Project, capsys: Captured, built: bool
) -> None:
    project.change(*TEXT)
    if built:
        project.build()
    assert fate(project.diff(capsys, code=0)) == [
        ("IG760", "the schemas accept the same as before")
    ]


def test_a_wider_schema_is_told_from_a_text(project: Project, capsys: Captured) -> None:
    project.change("minimum: 0", "minimum: -1")
    assert fate(project.diff(capsys)) == [("IG760", "every answer satisfies the present version")]


def test_a_decision_is_bound_to_all_schemas_of_its_tool(project: Project, capsys: Captured) -> None:
    """The proof of a pause has the digest of the output's schema too."""
    project.change(
        "    needsApproval: true", "    needsApproval: true\n    outputSchema: {type: object}"
    )
    assert fate(project.diff(capsys)) == [("IG760", "every answer satisfies the present version")]


def test_a_decision_on_a_tool_that_runs_elsewhere_is_stale(
    project: Project, capsys: Captured
) -> None:
    project.change("    needsApproval: true", "    needsApproval: true\n    runsOn: client")
    assert fate(project.diff(capsys)) == [("IG761", "it runs on the client now")]


@pytest.mark.parametrize(
    "schema", ["{type: object}", "{approve: {type: object}}", "{reject: {type: object}}"]
)
def test_a_decision_without_a_payload_satisfies_no_schema(
    schema: str, project: Project, capsys: Captured
) -> None:
    project.change(
        "    needsApproval: true", f"    needsApproval: true\n    approvalSchema: {schema}"
    )
    document = project.diff(capsys, code=1)
    (found,) = [one for one in document["findings"] if one["category"] == "in-flight"]
    assert (found["code"], found["witness"]["value"]) == ("IG761", {})


def test_a_pruned_version_is_stale(project: Project, capsys: Captured) -> None:
    project.change(*TEXT)
    project.build()
    lock: Any = json.loads((project.root / LOCK).read_text("utf-8"))
    lock["interrupts"]["choose-seat"]["earlier"] = []
    (project.root / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    found = fate(project.diff(capsys, code=1))
    assert found == [("IG761", "the lock has forgotten the version")]


def test_a_stale_lock_decides_nothing(project: Project, capsys: Captured) -> None:
    """The build that is still to come remembers the version."""
    (project.root / LOCK).write_text("{", encoding="utf-8")
    project.change(*TEXT)
    assert codes(project.diff(capsys, code=0)) == ["IG760"]


def test_approvals_are_pending_too(project: Project, capsys: Captured) -> None:
    project.change("{amount: {type: number}}", "{amount: {type: number, maximum: 100}}")
    document = project.diff(capsys, code=1)
    (found,) = [one for one in document["findings"] if one["category"] == "in-flight"]
    assert (found["code"], found["slot"]) == ("IG761", "input")
    assert found["witness"]["value"]["amount"] > 100
    assert {part.split()[0] for part in found["before"].split(", ")} == {
        "input",
        "approvalResponse",
    }


def test_a_tool_without_approval_has_nothing_pending(tmp_path: Path, capsys: Captured) -> None:
    text = DESK.replace("needsApproval: true", "needsApproval: false")
    project = new_project(tmp_path, desk=text)
    project.change("{amount: {type: number}}", "{amount: {type: number, maximum: 100}}")
    assert fate(project.diff(capsys)) == []


def test_an_upgrade_has_to_be_kept_for(project: Project, capsys: Captured) -> None:
    project.change(*STRICTER)
    project.change("    message: Which seat?", "    keepVersions: 1\n    message: Which seat?")
    assert [code for code, _ in fate(project.diff(capsys))] == ["IG762"]
