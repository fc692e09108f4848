"""`interruptgen preview`: where the page goes, and what keeps it from being written."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
import typer

from interruptgen.cli import main

pytestmark = pytest.mark.usefixtures("plain")

Captured = pytest.CaptureFixture[str]

SOURCE = """\
interruptgen: 1
interrupts:
  ask:
    message: Shall we?
    responseSchema: {type: object, properties: {yes: {type: boolean}}}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "desk"
    folder.mkdir()
    (folder / "interruptgen.toml").write_text('sources = ["*.yaml"]\nout = "generated"\n')
    (folder / "desk.yaml").write_text(SOURCE)
    monkeypatch.chdir(folder)
    return folder


def content(page: str) -> Any:
    """Return what a page shows."""
    start = page.index('id="content">') + len('id="content">')
    return json.loads(page[start : page.index("</script>", start)])


def test_the_page_is_written_beside_the_project(project: Path, capsys: Captured) -> None:
    assert main(["preview"]) == 0
    assert capsys.readouterr().err == "wrote interruptgen-preview.html\n"
    page = (project / "interruptgen-preview.html").read_text(encoding="ascii")
    assert page.startswith("<!doctype html>")
    assert content(page)["title"] == "Decisions of desk"
    assert [one["id"] for one in content(page)["decisions"]] == ["ask"]


def test_the_page_is_the_same_in_every_run(project: Path) -> None:
    assert main(["preview", "-q", "-o", "one.html"]) == 0
    assert main(["preview", "-q", "-o", "two.html"]) == 0
    assert (project / "one.html").read_bytes() == (project / "two.html").read_bytes()


@pytest.mark.usefixtures("project")
def test_the_page_may_be_printed(capsys: Captured) -> None:
    assert main(["preview", "--output", "-"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("<!doctype html>")
    assert said.out.endswith("</html>\n")
    assert said.err == ""


def test_an_earlier_page_is_replaced_and_nothing_else(project: Path, capsys: Captured) -> None:
    assert main(["preview", "-q"]) == 0
    assert main(["preview", "-q"]) == 0
    (project / "notes.html").write_text("<!doctype html>\nmine\n")
    assert main(["preview", "-o", "notes.html"]) == 2
    assert "is there already and no such page" in capsys.readouterr().err
    assert (project / "notes.html").read_text() == "<!doctype html>\nmine\n"


def test_broken_sources_are_findings(project: Path, capsys: Captured) -> None:
    (project / "desk.yaml").write_text(SOURCE.replace("boolean", "bool"))
    assert main(["preview"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "desk.yaml:5:" in said.err
    assert not (project / "interruptgen-preview.html").exists()


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["-o", "desk.yaml/page.html"], "cannot be written"),
        (["-o", "folder"], "cannot be written"),
        (["--open", "-o", "-"], "cannot be opened"),
        (["--against", "nowhere"], ""),
    ],
)
def test_what_cannot_be_done_is_2(
    project: Path, capsys: Captured, arguments: list[str], reason: str
) -> None:
    (project / "folder").mkdir()
    assert main(["preview", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_without_a_project_it_is_2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["preview"]) == 2


@pytest.mark.parametrize(("code", "told"), [(0, False), (1, True)])
def test_a_browser_is_started_or_it_is_said_that_none_is(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured, code: int, told: bool
) -> None:
    started: list[str] = []

    def launch(url: str) -> int:
        started.append(url)
        return code

    monkeypatch.setattr(typer, "launch", launch)
    assert main(["preview", "--open"]) == 0
    assert started == [(project / "interruptgen-preview.html").as_uri()]
    assert ("no browser could be started" in capsys.readouterr().err) is told


@pytest.mark.usefixtures("project")
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full", "pipe"])
def test_what_is_no_file_is_neither_read_nor_replaced(
    device: str, project: Path, capsys: Captured
) -> None:
    """Reading it to see whether it is a page would not end."""
    path = Path(device)
    if device == "pipe":
        path = project / "pipe"
        os.mkfifo(path)
    if not path.exists():
        pytest.skip(f"there is no {device}")
    assert main(["preview", "--output", str(path)]) == 2
    assert "is there already and no such page" in " ".join(capsys.readouterr().err.split())
    assert not path.is_file()
