"""Fingerprints stay while a change is the same, and accepting by them."""

from pathlib import Path
from typing import Any

import pytest

from diff.states import DESK, STRICTER, Captured, Project, codes, new_project
from interruptgen.cli import accepting, main
from interruptgen.diff.accepted import Accept, dump_accepts, load_accepts

pytestmark = pytest.mark.usefixtures("plain")

ACCEPTS = "interrupts.accepted.toml"
OTHER = "interruptgen: 1\ninterrupts: {say: {message: Well?}}\n"


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return new_project(tmp_path, desk=DESK, other=OTHER)


def prints(document: Any) -> dict[str, str]:
    """Return the fingerprints of what fails, by code."""
    return {one["code"]: one["fingerprint"] for one in document["findings"] if one["fails"]}


class TestStability:
    @pytest.fixture
    def before(self, project: Project, capsys: Captured) -> dict[str, str]:
        project.change(*STRICTER)
        return prints(project.diff(capsys))

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("interruptgen: 1\n", "interruptgen: 1\n# a comment\n\n\n"),
            ("package: desk\n", "package: desk\ndescription: Something else.\n"),
            ("message: Which seat?", "message: Which one?"),
            ("remark: {type: string}", "remark: {type: string, description: x}"),
            ("Refund {amount}?", "Refund {amount} now?"),
            ("{amount: {type: number}}", "{amount: {type: number, maximum: 9}}"),
        ],
    )
    def test_another_change_does_not_matter(
        self, project: Project, capsys: Captured, before: dict[str, str], old: str, new: str
    ) -> None:
        project.change(old, new)
        document = project.diff(capsys)
        mine = {
            one["code"]: one["fingerprint"]
            for one in document["findings"]
            if one["fails"] and one["id"] == "choose-seat"
        }
        assert mine == before

    def test_nor_does_a_moved_file(
        self, project: Project, capsys: Captured, before: dict[str, str]
    ) -> None:
        folder = project.root / "interrupts"
        (folder / "desk.yaml").rename(folder / "a.yaml")
        assert prints(project.diff(capsys)) == before

    def test_another_value_is_another_change(
        self, project: Project, capsys: Captured, before: dict[str, str]
    ) -> None:
        project.change("minimum: 1", "minimum: 2")
        after = prints(project.diff(capsys))
        assert after.keys() == before.keys()
        assert not set(after.values()) & set(before.values())

    def test_all_are_different(self, project: Project, capsys: Captured) -> None:
        project.change("type: string", "type: boolean")
        project.change("type: number", "type: string")
        project.change("message: Well?", "message: Hm?", "other")
        found = [one["fingerprint"] for one in project.diff(capsys)["findings"]]
        assert len(found) == len(set(found)) > 5


class TestAccept:
    def accept(self, project: Project, *arguments: str) -> int:
        return main(["accept", "--project", str(project.root), *arguments])

    def test_what_is_accepted_does_not_fail(self, project: Project, capsys: Captured) -> None:
        project.change(*STRICTER)
        found = prints(project.diff(capsys, code=1))
        assert self.accept(project, *found.values(), "--reason", 'so "be" it') == 0
        document = project.diff(capsys, code=0)
        assert codes(document) == ["IG705", "IG761"]
        assert {one["accepted"] for one in document["findings"]} == {'so "be" it'}
        main(["diff", "--project", str(project.root)])
        assert 'accepted: so "be" it' in capsys.readouterr().out

    def test_each_is_accepted_for_itself(self, project: Project, capsys: Captured) -> None:
        project.change(*STRICTER)
        found = prints(project.diff(capsys))
        assert self.accept(project, found["IG705"], "--reason", "x") == 0
        assert list(prints(project.diff(capsys, code=1))) == ["IG761"]
        assert self.accept(project, found["IG761"], "--reason", "y") == 0
        assert project.diff(capsys, code=0)["faults"] == []

    def test_accepts_that_are_not_used_are_told_and_can_be_dropped(
        self, project: Project, capsys: Captured
    ) -> None:
        project.change(*STRICTER)
        found = prints(project.diff(capsys))
        self.accept(project, *found.values(), "--reason", "x")
        project.change(*reversed(STRICTER))
        document = project.diff(capsys, code=0)
        assert [one["code"] for one in document["faults"]] == ["IG790", "IG790"]
        assert self.accept(project, "--prune") == 0
        assert project.diff(capsys, code=0)["faults"] == []

    @pytest.mark.parametrize(
        ("old", "new"), [("IG705", "IG781"), ("interrupts.choose-seat", "interrupts.say")]
    )
    def test_an_entry_has_to_say_what_it_accepts(
        self, old: str, new: str, project: Project, capsys: Captured
    ) -> None:
        """Whoever reviews the file reads the code and the definition, not the fingerprint."""
        project.change(*STRICTER)
        found = prints(project.diff(capsys))
        self.accept(project, found["IG705"], "--reason", "x")
        path = project.root / ACCEPTS
        path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
        document = project.diff(capsys, code=1)
        assert prints(document) == found
        assert [one["code"] for one in document["faults"]] == ["IG790"]
        assert self.accept(project, "--prune") == 0
        assert found["IG705"] not in path.read_text("utf-8")

    @pytest.mark.parametrize(
        "arguments",
        [[], ["0123456789abcdef"], ["0123456789abcdef", "--reason", " "], ["x", "--reason", "y"]],
    )
    def test_what_makes_no_sense(self, project: Project, arguments: list[str]) -> None:
        assert self.accept(project, *arguments) == 2
        assert not (project.root / ACCEPTS).exists()

    @pytest.mark.parametrize("content", ["=", "x = 1", '["x"]\n', b"\xff", None])
    def test_a_broken_file(
        self, project: Project, capsys: Captured, content: str | bytes | None
    ) -> None:
        path = project.root / ACCEPTS
        if content is None:
            path.mkdir()
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
        found = project.refused(capsys)
        assert {one["code"] for one in found} == {"IG609" if content is None else "IG623"}
        assert self.accept(project, "--prune") == 2

    def test_a_disk_that_refuses(
        self, project: Project, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(path: Path, text: str) -> None:
            raise OSError(28, "No space left on device", str(path), text)

        monkeypatch.setattr(accepting, "replace", refuse)
        project.change(*STRICTER)
        found = prints(project.diff(capsys))
        assert self.accept(project, *found.values(), "--reason", "x") == 2
        assert "No space left on device" in capsys.readouterr().err

    def test_a_side_that_does_not_compile(self, project: Project, capsys: Captured) -> None:
        project.change("message", "mesage")
        assert self.accept(project, "--prune") == 2
        assert "IG201" in capsys.readouterr().err

    def test_the_text_says_what_was_said(self) -> None:
        odd = 'a "quote", a \\, a \x7f, \u2028 and\nmore'
        accepts = {key: Accept(key, "IG751", "interrupts.x", odd) for key in ("b" * 16, "a" * 16)}
        text = dump_accepts(accepts)
        assert load_accepts(text) == accepts
        assert text.index("aaaa") < text.index("bbbb")
        assert dump_accepts(dict(reversed(accepts.items()))) == text
