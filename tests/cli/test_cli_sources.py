"""Folders -> projects and their definition files."""

import os
from pathlib import Path

import pytest

from interruptgen.diagnostics import Diagnostic
from interruptgen.project import locate, sources
from interruptgen.project.locate import Project, Unusable
from interruptgen.project.sources import References
from interruptgen.rules.files import MAX_SIZE


def make(root: Path, *files: str, config: str = 'out = "generated"') -> Project:
    root.mkdir(exist_ok=True)
    (root / "interruptgen.toml").write_text(config)
    for file in files:
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(file)
    opened = locate.find(root)
    assert isinstance(opened, Project)
    return opened


def configured(*patterns: str) -> str:
    return f'out = "generated"\nsources = {list(patterns)}'


def codes(findings: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{found.code} {found.place.path}" for found in findings]


class TestFinding:
    def test_the_nearest_folder_above_counts(self, tmp_path: Path) -> None:
        make(tmp_path, "a/b/x.txt")
        opened = locate.find(tmp_path / "a" / "b")
        assert isinstance(opened, Project)
        assert opened.root == tmp_path

    def test_a_pyproject_without_our_table_is_passed_over(self, tmp_path: Path) -> None:
        make(tmp_path, "a/x.txt")
        (tmp_path / "a" / "pyproject.toml").write_text('[project]\nname = "x"')
        opened = locate.find(tmp_path / "a")
        assert isinstance(opened, Project)
        assert opened.root == tmp_path

    def test_a_broken_pyproject_of_somebody_else_is_passed_over(self, tmp_path: Path) -> None:
        make(tmp_path, "a/x.txt")
        (tmp_path / "a" / "pyproject.toml").write_text("[project")
        assert isinstance(locate.find(tmp_path / "a"), Project)

    def test_a_broken_pyproject_that_may_be_ours_is_a_finding(self, tmp_path: Path) -> None:
        (tmp_path / "pyproject.toml").write_text("[tool.interruptgen]\nout = ")
        opened = locate.find(tmp_path)
        assert isinstance(opened, Unusable)
        assert codes(opened.diagnostics) == ["IG602 pyproject.toml"]

    def test_a_named_file_counts_whatever_it_is_called(self, tmp_path: Path) -> None:
        make(tmp_path)
        (tmp_path / "other.toml").write_text('out = "elsewhere"')
        opened = locate.load(tmp_path / "other.toml")
        assert isinstance(opened, Project)
        assert opened.config.out == "elsewhere"

    @pytest.mark.parametrize(
        ("name", "content", "code"),
        [
            ("missing.toml", None, "IG601"),
            ("pyproject.toml", b"", "IG601"),
            ("latin.toml", b'out = "\xe9"', "IG602"),
            ("interruptgen.toml", b"\xef\xbb\xbfout = ", "IG602"),
        ],
    )
    def test_a_named_file_that_is_of_no_use(
        self, tmp_path: Path, name: str, content: bytes | None, code: str
    ) -> None:
        if content is not None:
            (tmp_path / name).write_bytes(content)
        opened = locate.load(tmp_path / name)
        assert isinstance(opened, Unusable)
        assert codes(opened.diagnostics) == [f"{code} {name}"]

    def test_a_folder_is_not_a_configuration(self, tmp_path: Path) -> None:
        opened = locate.load(tmp_path)
        assert isinstance(opened, Unusable)
        assert codes(opened.diagnostics) == [f"IG602 {tmp_path.name}"]


class TestCollecting:
    FILES = (
        "interrupts/a.yaml",
        "interrupts/b.yml",
        "interrupts/c.json",
        "interrupts/deep/er/d.yaml",
        "interrupts/e.schema.json",
        "interrupts/f.txt",
        "interrupts/.hidden.yaml",
        "interrupts/.folder/g.yaml",
        "interrupts/node_modules/h.yaml",
        "interrupts/env/pyvenv.cfg",
        "interrupts/env/i.yaml",
        "interrupts/interrupts.lock.json",
        "generated/j.yaml",
        "top.yaml",
    )

    @pytest.mark.parametrize(
        ("patterns", "expected"),
        [
            (["interrupts"], ["a.yaml", "b.yml", "c.json", "deep/er/d.yaml"]),
            (["interrupts/*.yaml"], ["a.yaml"]),
            (["interrupts/**/*.yaml"], ["a.yaml", "deep/er/d.yaml"]),
            (["interrupts/**"], ["a.yaml", "b.yml", "c.json", "deep/er/d.yaml"]),
            (["interrupts/*/er"], None),
            (["interrupts/*/er/*"], ["deep/er/d.yaml"]),
            (["interrupts/[ab].*"], ["a.yaml", "b.yml"]),
            (["interrupts/a.yaml", "interrupts/*.y*ml"], ["a.yaml", "b.yml"]),
            (["interrupts/f.txt"], ["f.txt"]),
            (["interrupts/e.schema.json"], ["e.schema.json"]),
            (["interrupts/.folder"], [".folder/g.yaml"]),
            (["generated"], None),
            (["generated/j.yaml"], None),
            (["nowhere"], None),
            (["interrupts/" + "x" * 300], None),
            (["interrupts/A.yaml*"], None),
        ],
    )
    def test_patterns(
        self, tmp_path: Path, patterns: list[str], expected: list[str] | None
    ) -> None:
        opened = make(tmp_path, *self.FILES, config=configured(*patterns))
        collected = sources.collect(opened)
        assert list(collected.files) == [f"interrupts/{name}" for name in expected or []]
        assert codes(collected.diagnostics) == ([] if expected else ["IG608 interruptgen.toml"])

    def test_the_root_can_be_searched_and_the_output_is_left_out(self, tmp_path: Path) -> None:
        opened = make(tmp_path, *self.FILES, config=configured("**/*.yaml"))
        assert list(sources.collect(opened).files) == [
            "interrupts/a.yaml",
            "interrupts/deep/er/d.yaml",
            "top.yaml",
        ]

    def test_the_bytes_are_those_of_the_files(self, tmp_path: Path) -> None:
        opened = make(tmp_path, config=configured("a.yaml"))
        (tmp_path / "a.yaml").write_bytes(b"a\r\n\xff")
        assert sources.collect(opened).files == {"a.yaml": b"a\r\n\xff"}

    def test_a_huge_file_is_not_read(self, tmp_path: Path) -> None:
        opened = make(tmp_path, "a.yaml", config=configured("*.yaml"))
        with (tmp_path / "b.yaml").open("wb") as file:
            file.truncate(MAX_SIZE + 1)
        collected = sources.collect(opened)
        assert list(collected.files) == ["a.yaml"]
        assert codes(collected.diagnostics) == ["IG101 b.yaml"]

    def test_pipes_and_devices_are_not_opened(self, tmp_path: Path) -> None:
        opened = make(tmp_path, config=configured("*.yaml"))
        os.mkfifo(tmp_path / "pipe.yaml")
        assert codes(sources.collect(opened).diagnostics) == ["IG609 pipe.yaml"]

    def test_links_inside_are_followed_and_others_are_not(self, tmp_path: Path) -> None:
        opened = make(tmp_path / "p", "a.yaml", "real/b.yaml", config=configured("*.yaml", "in"))
        root = opened.root
        (tmp_path / "outside.yaml").write_text("")
        (root / "inside.yaml").symlink_to("a.yaml")
        (root / "leaves.yaml").symlink_to("../outside.yaml")
        (root / "nowhere.yaml").symlink_to("missing.yaml")
        (root / "circle.yaml").symlink_to("circle.yaml")
        (root / "in").symlink_to("real")
        collected = sources.collect(opened)
        assert list(collected.files) == ["a.yaml", "in/b.yaml", "inside.yaml"]
        assert codes(collected.diagnostics) == [
            "IG610 circle.yaml",
            "IG610 leaves.yaml",
            "IG610 nowhere.yaml",
        ]

    def test_a_folder_that_is_a_link_out_of_the_project(self, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "a.yaml").write_text("")
        opened = make(tmp_path / "p", config=configured("link"))
        (opened.root / "link").symlink_to("../elsewhere")
        collected = sources.collect(opened)
        assert collected.files == {}
        assert codes(collected.diagnostics) == ["IG610 link", "IG608 interruptgen.toml"]

    def test_linked_folders_below_are_skipped_with_a_warning(self, tmp_path: Path) -> None:
        opened = make(tmp_path, "interrupts/a.yaml", config=configured("interrupts"))
        (tmp_path / "interrupts" / "loop").symlink_to("..")
        (tmp_path / "interrupts" / "self").symlink_to("self")
        collected = sources.collect(opened)
        assert list(collected.files) == ["interrupts/a.yaml"]
        assert codes(collected.diagnostics) == ["IG611 interrupts/loop"]

    def test_a_name_that_is_not_unicode(self, tmp_path: Path) -> None:
        opened = make(tmp_path, config=configured("*.yaml"))
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.yaml")).write_text("")
        (found,) = sources.collect(opened).diagnostics
        assert (found.code, found.place.path) == ("IG609", "\udcff.yaml")


class TestReferences:
    def test_contents_and_faults_are_kept(self, tmp_path: Path) -> None:
        (tmp_path / "p").mkdir()
        (tmp_path / "p" / "a.json").write_bytes(b"{}")
        (tmp_path / "b.json").write_bytes(b"{}")
        (tmp_path / "p" / "b.json").symlink_to("../b.json")
        read = References(tmp_path / "p")
        assert read("a.json") == b"{}"
        assert read("missing.json") is None
        assert read("b.json") is None
        assert read("../b.json") is None
        assert read.contents == {"a.json": b"{}"}
        assert codes(tuple(read.findings)) == ["IG610 b.json", "IG610 ../b.json"]
