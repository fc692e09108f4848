"""Two files or folders, and the diff driver that git calls."""

import shlex
import sys
from pathlib import Path

import pytest

from diff.states import CONFIG, DESK, STRICTER, Captured, Project, codes, compared, git, new_project
from interruptgen.cli import main

pytestmark = pytest.mark.usefixtures("plain")

BROKEN_CODES = ["IG705", "IG761"]
STRICT = DESK.replace(*STRICTER)


class TestPaths:
    def test_two_files_under_any_names(self, tmp_path: Path, capsys: Captured) -> None:
        before, after = tmp_path / "before.yaml", tmp_path / "after.yaml"
        text = DESK.replace("package: desk\n", "")
        before.write_text(text, encoding="utf-8")
        after.write_text(text.replace(*STRICTER), encoding="utf-8")
        assert main(["diff", str(before), str(after)]) == 1
        said = capsys.readouterr().out
        assert f"{after}:12:42: error IG705" in said
        assert f"note: {before}:12:42: before: 0" in said
        assert "IG750" not in said

    def test_a_file_reads_what_stands_beside_it(self, tmp_path: Path, capsys: Captured) -> None:
        text = DESK.replace("{type: integer, minimum: 0}", "{$ref: choice.json}")
        for name, least in (("old", 0), ("new", 1)):
            folder = tmp_path / name
            folder.mkdir()
            (folder / "desk.yaml").write_text(text, encoding="utf-8")
            part = f'{{"type": "integer", "minimum": {least}}}'
            (folder / "choice.json").write_text(part, encoding="utf-8")
        paths = [str(tmp_path / name / "desk.yaml") for name in ("old", "new")]
        assert main(["diff", *paths]) == 1
        assert "IG705" in capsys.readouterr().out

    def test_folders_without_a_configuration(self, tmp_path: Path, capsys: Captured) -> None:
        assert codes(compared(tmp_path, capsys, DESK, STRICT)) == BROKEN_CODES

    def test_a_folder_with_a_configuration_is_a_project(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        for name in ("old", "new"):
            (tmp_path / name / "unused").mkdir(parents=True)
            (tmp_path / name / "unused/x.yaml").write_text("no: definitions", encoding="utf-8")
            text = CONFIG.replace("interrupts", "desk.yaml")
            (tmp_path / name / "interruptgen.toml").write_text(text, encoding="utf-8")
        assert codes(compared(tmp_path, capsys, DESK, STRICT)) == BROKEN_CODES

    def test_a_configuration_above_is_not_meant(self, tmp_path: Path, capsys: Captured) -> None:
        (tmp_path / "interruptgen.toml").write_text(CONFIG, encoding="utf-8")
        assert codes(compared(tmp_path, capsys, DESK, STRICT)) == BROKEN_CODES

    def test_a_broken_configuration(self, tmp_path: Path, capsys: Captured) -> None:
        for name in ("old", "new"):
            (tmp_path / name).mkdir()
        (tmp_path / "old/interruptgen.toml").write_text("=", encoding="utf-8")
        assert main(["diff", str(tmp_path / "old"), str(tmp_path / "new")]) == 2
        assert "IG602" in capsys.readouterr().out

    @pytest.mark.parametrize(
        "arguments",
        [
            ["one"],
            [".", ".", "."],
            [".", "nowhere"],
            [".", ".", "--against", "HEAD"],
            [".", ".", "--project", "."],
            [".", ".", "--git-driver"],
            ["--fail-on", "nothing"],
        ],
    )
    def test_wrong_usage(self, arguments: list[str]) -> None:
        assert main(["diff", *arguments]) == 2


class TestDriver:
    @pytest.fixture
    def project(self, tmp_path: Path) -> Project:
        made = new_project(tmp_path)
        attributes = "interrupts/*.yaml diff=interruptgen\n"
        (tmp_path / ".gitattributes").write_text(attributes, encoding="utf-8")
        made.commit()
        command = f"{shlex.quote(sys.executable)} -m interruptgen diff --git-driver"
        git(tmp_path, "config", "diff.interruptgen.command", command)
        return made

    def test_git_diff(self, project: Project) -> None:
        project.change(*STRICTER)
        said = git(project.root, "diff")
        assert "b/interrupts/desk.yaml:13:42: error IG705" in said
        assert "note: a/interrupts/desk.yaml:13:42: before: 0" in said
        assert "1 wire, 1 in-flight (2 breaking changes), from a to b" in said

    def test_history_from_a_subfolder(self, project: Project) -> None:
        project.change(*STRICTER)
        project.commit()
        said = git(project.root / "interrupts", "log", "-1", "--ext-diff", "--patch")
        assert "error IG705" in said

    def test_new_removed_and_renamed_files(self, project: Project) -> None:
        folder = project.root / "interrupts"
        (folder / "desk.yaml").rename(folder / "moved.yaml")
        project.change(*STRICTER, "moved")
        git(project.root, "add", "--all")
        assert "error IG705" in git(project.root, "diff", "--cached", "--find-renames=10%")
        said = git(project.root, "diff", "--cached", "--no-renames")
        assert "error IG751" in said
        assert "note IG780" in said

    def test_a_comment_changes_nothing(self, project: Project) -> None:
        project.change("interruptgen: 1\n", "interruptgen: 1\n# why\n")
        assert "no changes, from a to b" in git(project.root, "diff")

    def test_a_fault_does_not_stop_git(self, project: Project) -> None:
        project.change("message", "mesage")
        said = git(project.root, "diff")
        assert "b/interrupts/desk.yaml:5:5: error IG201" in said

    def test_it_can_be_left_out(self, project: Project) -> None:
        project.change(*STRICTER)
        assert "+        choice: {type: integer, minimum: 1}" in git(
            project.root, "diff", "--no-ext-diff"
        )


def test_two_paths_need_no_git(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert codes(compared(tmp_path, capsys, DESK, STRICT)) == BROKEN_CODES
