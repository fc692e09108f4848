"""Only what differs is compiled, and whatever depends on it."""

from pathlib import Path
from typing import Any

import pytest

from diff.states import Captured, Project, codes, new_project
from interruptgen.diff import compiling
from interruptgen.pipeline import Compiled, compile_sources

pytestmark = pytest.mark.usefixtures("plain")

PARTS = """\
interruptgen: 1
package: parts
$defs:
  Seat: {type: integer, minimum: 0}
"""
USER = """\
interruptgen: 1
package: user{n}
interrupts:
  ask-{n}: {{responseSchema: {{type: object, properties: {{seat: {{$ref: "{target}"}}}}}}}}
"""
ALONE = "interruptgen: 1\ninterrupts: {say: {message: Well?, responseSchema: {type: integer}}}\n"
SEAT = "parts.yaml#/$defs/Seat"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    files = {f"user{n}": USER.format(n=n, target=SEAT) for n in (1, 2)}
    made = new_project(tmp_path, parts=PARTS, alone=ALONE, **files)
    made.build()
    made.commit("built")
    return made


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The files of each compilation that was done."""
    seen: list[set[str]] = []

    def watched(sources: dict[str, bytes], read: Any) -> Compiled:
        seen.append({Path(path).stem for path in sources})
        return compile_sources(sources, read)

    monkeypatch.setattr(compiling, "compile_sources", watched)
    return seen


def test_nothing_for_nothing(project: Project, capsys: Captured, compiled: list[set[str]]) -> None:
    assert project.diff(capsys, code=0)["findings"] == []
    assert compiled == [set(), set()]


def test_what_has_changed(project: Project, capsys: Captured, compiled: list[set[str]]) -> None:
    project.change("type: integer", "type: string", "alone")
    assert codes(project.diff(capsys)) == ["IG703", "IG756", "IG761"]
    assert compiled == [{"alone"}, {"alone"}]


def test_what_uses_what_has_changed(
    project: Project, capsys: Captured, compiled: list[set[str]]
) -> None:
    project.change("minimum: 0", "minimum: 1", "parts")
    document = project.diff(capsys)
    assert {one["id"] for one in document["findings"]} == {"ask-1", "ask-2"}
    assert set().union(*compiled) == {"parts", "user1", "user2"}


def test_what_a_changed_file_uses(
    project: Project, capsys: Captured, compiled: list[set[str]]
) -> None:
    project.change("type: object", "type: object, description: x", "user1")
    assert codes(project.diff(capsys)) == ["IG760"]
    assert compiled[-1] == {"parts", "user1"}


def test_a_new_use(project: Project, capsys: Captured, compiled: list[set[str]]) -> None:
    text = USER.format(n="-new", target=SEAT).replace("user-new", "alone2")
    project.write(new=text)
    assert codes(project.diff(capsys)) == ["IG780"]
    assert compiled[-1] == {"parts", "new"}


@pytest.mark.parametrize("lock", [None, "{", "[]", '{"packages": 3}'])
def test_without_a_lock_everything_is_compiled(
    project: Project, capsys: Captured, compiled: list[set[str]], lock: str | None
) -> None:
    path = project.root / "generated/interrupts.lock.json"
    path.unlink()
    if lock is not None:
        path.write_text(lock, encoding="utf-8")
    project.commit()
    project.change("minimum: 0", "minimum: 1", "parts")
    document = project.diff(capsys)
    assert {one["id"] for one in document["findings"]} == {"ask-1", "ask-2"}
    assert compiled[-1] == {"parts", "user1", "user2", "alone"}


def test_a_lock_that_was_not_built_again_is_not_believed(
    project: Project, capsys: Captured
) -> None:
    """A file came to use another one after the last build; only the other one changes then."""
    text = USER.format(n=3, target=SEAT)
    project.write(alone=text)
    project.commit("forgot to build")
    project.change("minimum: 0", "minimum: 1", "parts")
    document = project.diff(capsys)
    assert {one["id"] for one in document["findings"]} == {"ask-1", "ask-2", "ask-3"}
