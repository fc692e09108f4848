"""Reading a project as it was at a revision: where, by which name, and what hinders it."""

import shutil
from pathlib import Path

import pytest

from diff.states import (
    CONFIG,
    DESK,
    STRICTER,
    Captured,
    Project,
    add_project,
    codes,
    git,
    new_project,
)
from interruptgen.cli import main

pytestmark = pytest.mark.usefixtures("plain")

BROKEN_CODES = ["IG705", "IG761"]
"""What a stricter bound in a response comes to."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return new_project(tmp_path)


def test_nothing_has_changed(project: Project, capsys: Captured) -> None:
    document = project.diff(capsys, code=0)
    assert (document["findings"], document["release"]) == ([], "none")
    assert document["old"] == git(project.root, "rev-parse", "HEAD")[:7]


def test_the_working_tree_is_compared_with_the_last_commit(
    project: Project, capsys: Captured
) -> None:
    project.change(*STRICTER)
    document = project.diff(capsys, code=1)
    assert codes(document) == BROKEN_CODES
    assert document["new"] == "the working tree"


@pytest.mark.parametrize("name", ["HEAD~1", "v1", "main~1", "@{-1}~1"])
def test_any_name_of_a_revision(project: Project, capsys: Captured, name: str) -> None:
    git(project.root, "tag", "--annotate", "v1", "--message", "one")
    project.change(*STRICTER)
    project.commit()
    git(project.root, "switch", "--quiet", "--create", "other")
    assert codes(project.diff(capsys, "--against", name)) == BROKEN_CODES
    assert project.diff(capsys)["findings"] == []


def test_nothing_in_the_repository_is_touched(project: Project, capsys: Captured) -> None:
    project.change(*STRICTER)
    before = git(project.root, "status", "--porcelain", "--untracked-files=all")
    project.diff(capsys)
    assert git(project.root, "status", "--porcelain", "--untracked-files=all") == before
    assert git(project.root, "worktree", "list").count("\n") == 0


class TestFolders:
    def test_a_subfolder_of_a_repository(self, tmp_path: Path, capsys: Captured) -> None:
        git(tmp_path, "init", "--quiet")
        project = add_project(tmp_path / "services/desk")
        add_project(tmp_path / "services/other")
        project.change(*STRICTER)
        document = project.diff(capsys)
        assert codes(document) == BROKEN_CODES
        assert {one["path"] for one in document["findings"]} == {"interrupts/desk.yaml"}

    def test_annotations_begin_at_the_root_of_the_repository(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        git(tmp_path, "init", "--quiet")
        project = add_project(tmp_path / "services/desk")
        project.change(*STRICTER)
        main(["diff", "--format", "github", "--project", str(project.root)])
        assert "::error file=services/desk/interrupts/desk.yaml,line=13," in capsys.readouterr().out

    def test_a_worktree(self, project: Project, tmp_path: Path, capsys: Captured) -> None:
        linked = tmp_path / "linked"
        git(project.root, "worktree", "add", "--quiet", str(linked))
        other = Project(linked)
        other.change(*STRICTER)
        assert codes(other.diff(capsys)) == BROKEN_CODES

    def test_a_hook_of_git_does_not_move_the_repository(
        self, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        git(tmp_path, "init", "--quiet")
        project = add_project(tmp_path / "services/desk")
        project.change(*STRICTER)
        monkeypatch.setenv("GIT_DIR", str(tmp_path / ".git"))
        monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / ".git/index"))
        assert codes(project.diff(capsys)) == BROKEN_CODES

    def test_a_moved_project_has_to_be_named(self, tmp_path: Path, capsys: Captured) -> None:
        git(tmp_path, "init", "--quiet")
        add_project(tmp_path / "old place")
        (tmp_path / "old place").rename(tmp_path / "new")
        moved = Project(tmp_path / "new")
        moved.change(*STRICTER)
        (finding,) = moved.refused(capsys)
        assert finding["code"] == "IG622"
        assert (
            "--against 'HEAD:old place';" in moved.refused(capsys, "--against", "HEAD")[0]["hint"]
        )
        assert codes(moved.diff(capsys, "--against", "HEAD:old place")) == BROKEN_CODES

    def test_a_new_project_is_all_new(self, tmp_path: Path, capsys: Captured) -> None:
        git(tmp_path, "init", "--quiet")
        add_project(tmp_path / "one")
        other = tmp_path / "two"
        shutil.copytree(tmp_path / "one", other)
        assert codes(Project(other).diff(capsys, code=0)) == ["IG780", "IG780"]


class TestSources:
    def test_a_moved_file_with_the_same_package_is_the_same(
        self, project: Project, capsys: Captured
    ) -> None:
        folder = project.root / "interrupts"
        (folder / "deep").mkdir()
        (folder / "desk.yaml").rename(folder / "deep/other.yaml")
        assert project.diff(capsys, code=0)["findings"] == []

    def test_a_renamed_and_changed_file(self, project: Project, capsys: Captured) -> None:
        project.change(*STRICTER)
        folder = project.root / "interrupts"
        (folder / "desk.yaml").rename(folder / "other.yaml")
        document = project.diff(capsys)
        assert codes(document) == BROKEN_CODES

    def test_the_configuration_is_that_of_the_revision(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        project = new_project(tmp_path)
        (tmp_path / "interrupts").rename(tmp_path / "decisions")
        text = CONFIG.replace("interrupts", "decisions")
        (tmp_path / "interruptgen.toml").write_text(text, encoding="utf-8")
        assert project.diff(capsys, code=0)["findings"] == []

    def test_the_configuration_may_have_been_in_another_file(
        self, project: Project, capsys: Captured
    ) -> None:
        (project.root / "interruptgen.toml").unlink()
        text = f"[tool.interruptgen]\n{CONFIG}"
        (project.root / "pyproject.toml").write_text(text, encoding="utf-8")
        assert project.diff(capsys, code=0)["findings"] == []

    def test_patterns_mean_what_they_mean_on_the_disk(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        git(tmp_path, "init", "--quiet")
        config = CONFIG.replace('"interrupts"', '"*/in*/**/*.yaml", "extra.yaml"')
        (tmp_path / "interruptgen.toml").write_text(config, encoding="utf-8")
        used = ["a/interrupts/desk.yaml", "a/in/deep/er/two.yaml", "extra.yaml"]
        unused = ["a/interrupts/.hidden/x.yaml", "a/in/node_modules/x.yaml", "a/in/x.schema.yaml"]
        unused += ["a/in/venv/pyvenv.cfg", "a/in/venv/x.yaml", "generated/in/x.yaml", "b.yaml"]
        for number, name in enumerate([*used, *unused]):
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            text = f"interruptgen: 1\ninterrupts: {{ask-{number}: {{message: Well?}}}}\n"
            path.write_text(text, encoding="utf-8")
        project = Project(tmp_path)
        project.commit()
        assert project.diff(capsys, code=0)["findings"] == []
        (tmp_path / used[1]).unlink()
        text = (tmp_path / used[2]).read_text("utf-8")
        (tmp_path / used[2]).write_text(text.replace("ask-2", "other"), encoding="utf-8")
        removed = [one for one in project.diff(capsys)["findings"] if one["code"] == "IG751"]
        assert [one["id"] for one in removed] == ["ask-1", "ask-2"]

    def test_a_link_is_followed_in_the_revision(self, tmp_path: Path, capsys: Captured) -> None:
        project = new_project(tmp_path)
        (tmp_path / "shared").mkdir()
        (tmp_path / "interrupts/desk.yaml").rename(tmp_path / "shared/desk.yaml")
        (tmp_path / "interrupts/desk.yaml").symlink_to("../shared/desk.yaml")
        project.commit()
        assert project.diff(capsys, code=0)["findings"] == []
        project.change(*STRICTER)
        assert codes(project.diff(capsys)) == BROKEN_CODES

    @pytest.mark.parametrize("sources", ["linked", "way/defs", "way/*/desk.yaml"])
    def test_linked_folders_are_followed_in_the_revision(
        self, tmp_path: Path, capsys: Captured, sources: str
    ) -> None:
        """Else nothing would have been there before, and nothing could be broken."""
        git(tmp_path, "init", "--quiet")
        text = CONFIG.replace("interrupts", sources)
        (tmp_path / "interruptgen.toml").write_text(text, encoding="utf-8")
        folder = tmp_path / "real/defs"
        folder.mkdir(parents=True)
        (folder / "desk.yaml").write_text(DESK, encoding="utf-8")
        (tmp_path / "linked").symlink_to("way/defs")
        (tmp_path / "way").symlink_to("real")
        project = Project(tmp_path)
        project.commit()
        assert project.diff(capsys, code=0)["findings"] == []
        (folder / "desk.yaml").write_text(DESK.replace(*STRICTER), encoding="utf-8")
        assert codes(project.diff(capsys)) == BROKEN_CODES

    @pytest.mark.parametrize("target", ["../../outside", "/etc", "interrupts", "nowhere"])
    def test_a_link_that_leads_out_or_nowhere(
        self, tmp_path: Path, capsys: Captured, target: str
    ) -> None:
        git(tmp_path, "init", "--quiet")
        (tmp_path / "interruptgen.toml").write_text(CONFIG, encoding="utf-8")
        (tmp_path / "interrupts").symlink_to(target)
        Project(tmp_path).commit()
        (tmp_path / "interrupts").unlink()
        project = Project(tmp_path)
        project.write(desk=DESK)
        assert codes(project.diff(capsys, code=0)) == ["IG780", "IG780"]

    def test_references_are_read_from_the_revision(self, tmp_path: Path, capsys: Captured) -> None:
        text = DESK.replace("{type: integer, minimum: 0}", "{$ref: ../parts/choice.json}")
        project = new_project(tmp_path, desk=text)
        (tmp_path / "parts").mkdir()
        part = tmp_path / "parts/choice.json"
        part.write_text('{"type": "integer", "minimum": 0}', encoding="utf-8")
        project.build()
        project.commit()
        part.write_text('{"type": "integer", "minimum": 1}', encoding="utf-8")
        document = project.diff(capsys)
        assert codes(document) == BROKEN_CODES
        assert "parts/choice.json" in {one["path"] for one in document["findings"]}

    def test_crlf_in_the_working_tree_is_no_change(
        self, project: Project, capsys: Captured
    ) -> None:
        path = project.root / "interrupts/desk.yaml"
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        assert project.diff(capsys, code=0)["findings"] == []


class TestSidesThatDoNotCompile:
    def test_the_new_one(self, project: Project, capsys: Captured) -> None:
        project.change("message", "mesage")
        document = project.diff(capsys, code=2)
        assert (document["compared"], document["fails"]) == (False, True)
        assert {one["path"] for one in document["faults"]} == {"interrupts/desk.yaml"}

    def test_the_old_one(self, tmp_path: Path, capsys: Captured) -> None:
        project = new_project(tmp_path, desk=DESK.replace("message", "mesage"))
        project.write(desk=DESK)
        document = project.diff(capsys, code=2)
        short = git(tmp_path, "rev-parse", "HEAD")[:7]
        assert {one["path"] for one in document["faults"]} == {f"{short}:interrupts/desk.yaml"}

    @pytest.mark.parametrize("format", ["text", "github", "sarif", "markdown"])
    def test_every_format_says_so(self, project: Project, capsys: Captured, format: str) -> None:
        project.change("message", "mesage")
        assert main(["diff", "--format", format, "--project", str(project.root)]) == 2
        assert "IG201" in capsys.readouterr().out

    def test_a_broken_configuration_of_the_revision(
        self, project: Project, capsys: Captured
    ) -> None:
        (project.root / "interruptgen.toml").write_text("out =", encoding="utf-8")
        project.commit()
        (project.root / "interruptgen.toml").write_text(CONFIG, encoding="utf-8")
        assert [one["code"] for one in project.refused(capsys)] == ["IG602"]


class TestWithoutARevision:
    def test_no_repository(self, tmp_path: Path, capsys: Captured) -> None:
        (tmp_path / "interruptgen.toml").write_text(CONFIG, encoding="utf-8")
        Project(tmp_path).write(desk=DESK)
        (finding,) = Project(tmp_path).refused(capsys)
        assert finding["code"] == "IG620"

    def test_no_git(
        self, project: Project, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", "")
        (finding,) = project.refused(capsys)
        assert "not installed" in finding["message"]

    def test_somebody_elses_repository(
        self, project: Project, capsys: Captured, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
        (finding,) = project.refused(capsys)
        assert "dubious ownership" in finding["message"]
        assert "git config --global --add safe.directory" in finding["hint"]

    def test_no_commit(self, tmp_path: Path, capsys: Captured) -> None:
        git(tmp_path, "init", "--quiet")
        (tmp_path / "interruptgen.toml").write_text(CONFIG, encoding="utf-8")
        project = Project(tmp_path)
        project.write(desk=DESK)
        assert codes(project.diff(capsys, code=0)) == ["IG780", "IG780"]
        (finding,) = project.refused(capsys, "--against", "HEAD")
        assert finding["code"] == "IG621"

    @pytest.mark.parametrize(
        "name", ["nowhere", "--help", "-x", "a\nb", "", "HEAD^{tree}", "v1..v2"]
    )
    def test_what_names_no_commit(self, project: Project, capsys: Captured, name: str) -> None:
        (finding,) = project.refused(capsys, f"--against={name}")
        assert finding["code"] == "IG621"

    @pytest.mark.parametrize("name", ["v1..v2", "main...HEAD", "HEAD~1.."])
    def test_a_range_is_no_revision(self, project: Project, capsys: Captured, name: str) -> None:
        (finding,) = project.refused(capsys, f"--against={name}")
        assert finding["message"].endswith("is a range, and a comparison is with one revision")
        assert finding["hint"] == "name the older one: the newer state is the working tree"

    @pytest.mark.parametrize("folder", ["nowhere", "../elsewhere", "interrupts/desk.yaml"])
    def test_a_folder_without_a_project_is_not_taken_for_a_new_one(
        self, project: Project, capsys: Captured, folder: str
    ) -> None:
        project.change(*STRICTER)
        (finding,) = project.refused(capsys, f"--against=HEAD:{folder}")
        assert (finding["code"], finding["message"].partition("there is ")[2]) == (
            "IG622",
            f"no configuration in `{folder}`",
        )

    def test_what_is_not_compared_is_not_said_to_be_the_same(
        self, project: Project, capsys: Captured
    ) -> None:
        project.change("interruptgen: 1", "interruptgen: 2")
        assert main(["diff", "--project", str(project.root)]) == 2
        said = capsys.readouterr().err
        assert "not compared, " in said
        assert "no changes" not in said


class TestClones:
    """What is compared with by default, and the line that fetches what is not there."""

    @pytest.fixture
    def origin(self, tmp_path: Path) -> Project:
        (tmp_path / "origin").mkdir()
        project = new_project(tmp_path / "origin")
        project.commit("second")
        return project

    def clone(self, origin: Project, *options: str) -> Project:
        target = origin.root.parent / "clone"
        git(origin.root.parent, "clone", "--quiet", *options, f"file://{origin.root}", str(target))
        return Project(target)

    def test_where_the_default_branch_was_left(self, origin: Project, capsys: Captured) -> None:
        project = self.clone(origin)
        git(project.root, "switch", "--quiet", "--create", "feature")
        project.change(*STRICTER)
        project.commit()
        origin.change("Which seat?", "Which one?")
        origin.commit()
        git(project.root, "fetch", "--quiet")
        document = project.diff(capsys)
        assert codes(document) == BROKEN_CODES
        assert document["old"] == git(project.root, "rev-parse", "HEAD~1")[:7]

    def test_a_branch_without_the_name_of_the_default(
        self, origin: Project, capsys: Captured
    ) -> None:
        project = self.clone(origin)
        git(project.root, "remote", "set-head", "origin", "--delete")
        project.change(*STRICTER)
        project.commit()
        assert codes(project.diff(capsys)) == BROKEN_CODES

    def checkout(self, origin: Project) -> Project:
        """Make what a continuous integration makes: one commit, and no branch."""
        target = origin.root.parent / "checkout"
        target.mkdir()
        git(target, "init", "--quiet")
        git(target, "remote", "add", "origin", f"file://{origin.root}")
        git(target, "fetch", "--quiet", "--depth=1", "origin", "HEAD")
        git(target, "checkout", "--quiet", "--detach", "FETCH_HEAD")
        return Project(target)

    def run_line(self, project: Project, hint: str) -> None:
        line = hint.partition("`")[2].partition("`")[0]
        words = line.split()
        assert words[:2] == ["git", "fetch"]
        git(project.root, *(word.strip("'") for word in words[1:]))

    @pytest.mark.parametrize("kind", ["branch", "remote branch", "commit", "ancestor"])
    def test_the_line_fetches_what_is_missing(
        self, origin: Project, capsys: Captured, kind: str
    ) -> None:
        first = git(origin.root, "rev-parse", "HEAD~1")
        git(origin.root, "branch", "stable", first)
        git(origin.root, "config", "uploadpack.allowAnySHA1InWant", "true")
        project = self.checkout(origin)
        project.change(*STRICTER)
        asked = {"branch": "stable", "remote branch": "origin/stable", "commit": first}
        name = asked.get(kind, "HEAD~1")
        (finding,) = project.refused(capsys, "--against", name)
        assert finding["code"] == "IG621"
        self.run_line(project, finding["hint"])
        again = "origin/stable" if kind == "branch" else name
        assert codes(project.diff(capsys, "--against", again, code=1)) == BROKEN_CODES

    @pytest.mark.parametrize("kind", ["branch", "remote branch", "commit"])
    def test_the_line_leaves_a_whole_clone_whole(
        self, origin: Project, capsys: Captured, kind: str
    ) -> None:
        project = self.clone(origin)
        count = git(project.root, "rev-list", "--count", "HEAD")
        git(origin.root, "switch", "--quiet", "--create", "stable")
        origin.commit("three")
        git(origin.root, "config", "uploadpack.allowAnySHA1InWant", "true")
        last = git(origin.root, "rev-parse", "HEAD")
        name = {"branch": "stable", "remote branch": "origin/stable"}.get(kind, last)
        (finding,) = project.refused(capsys, "--against", name)
        self.run_line(project, finding["hint"])
        assert git(project.root, "rev-parse", "--is-shallow-repository") == "false"
        assert git(project.root, "rev-list", "--count", "HEAD") == count
        again = "origin/stable" if kind == "branch" else name
        assert project.diff(capsys, "--against", again, code=0)["findings"] == []

    def test_a_whole_clone_has_nothing_to_fetch_for_an_ancestor(
        self, origin: Project, capsys: Captured
    ) -> None:
        (finding,) = self.clone(origin).refused(capsys, "--against", "HEAD~99")
        assert finding["code"] == "IG621"
        assert "hint" not in finding or finding["hint"] is None

    def test_a_single_commit_is_not_compared_with_itself(
        self, origin: Project, capsys: Captured
    ) -> None:
        project = self.checkout(origin)
        (finding,) = project.refused(capsys)
        assert "shallow" in finding["message"]
        self.run_line(project, finding["hint"])
        assert project.diff(capsys, "--against", "origin/main", code=0)["findings"] == []

    def test_history_that_does_not_reach_far_enough(
        self, origin: Project, capsys: Captured
    ) -> None:
        git(origin.root, "switch", "--quiet", "--create", "feature", "HEAD~1")
        origin.commit("three")
        git(origin.root, "switch", "--quiet", "main")
        project = self.clone(origin, "--depth=1", "--no-single-branch", "--branch=feature")
        (finding,) = project.refused(capsys)
        assert "--unshallow" in finding["hint"]
        self.run_line(project, finding["hint"])
        assert project.diff(capsys, code=0)["findings"] == []
