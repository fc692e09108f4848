"""`interruptgen preview --against`: both states of each decision, with what `diff` finds."""

from pathlib import Path
from typing import Any

import pytest

from interruptgen.cli import main
from preview.changing import AFTER, BEFORE, change, git
from preview.showing import Shower, mount_all, payload
from preview.test_access import violations

pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "desk"
    change(folder)
    monkeypatch.chdir(folder)
    return folder


def test_both_states_stand_side_by_side(project: Path, shower: Shower) -> None:
    assert main(["preview", "-q", "--against", "HEAD"]) == 0
    shown = shower.open(
        project / "interruptgen-preview.html", viewport={"width": 1400, "height": 900}
    )
    assert "since" in shown.inner_text("header")
    links = shown.get_by_role("navigation").get_by_role("listitem")
    assert sorted(links.all_inner_texts()) == [
        "ask changed",
        "elsewhere",
        "fresh added",
        "gone removed",
        "same",
    ]
    shown.get_by_label("Only what changed").check()
    assert links.count() == 3

    ask = shown.locator("#interrupt-ask")
    before, after = ask.locator(".side").all()
    assert "Shall we?" in before.inner_text()
    assert "Shall we really?" in after.inner_text()
    after.get_by_label("count", exact=True).fill("7")
    assert "Must be at most 5." in after.inner_text()
    before.get_by_label("count", exact=True).fill("7")
    assert payload(before) == {"count": 7}

    place = ask.locator(".places tr", has_text="maximum").inner_text().split()
    assert (place[0], place[-3], place[-2:]) == ("response", "maximum", ["10", "5"])
    findings = ask.locator(".findings").inner_text()
    assert "in-flight" in findings
    assert "It is gone." in shown.inner_text("#interrupt-gone")
    assert "It was not there." in shown.inner_text("#interrupt-fresh")
    others = shown.get_by_role("region", name="What else has changed")
    assert "`n` is required now" in others.inner_text()


def test_a_witness_is_shown(project: Path, shower: Shower) -> None:
    assert main(["preview", "-q", "--against", "HEAD"]) == 0
    shown = shower.open(project / "interruptgen-preview.html")
    witness = shown.locator("#interrupt-ask .findings details").first
    witness.locator("summary").click()
    assert "Accepted before, refused after:" in witness.inner_text()


def test_nothing_changed(project: Path, shower: Shower) -> None:
    git(project, "commit", "-aqm", "After")
    assert main(["preview", "-q", "--against", "HEAD"]) == 0
    shown = shower.open(project / "interruptgen-preview.html")
    shown.get_by_label("Only what changed").check()
    assert "0 of 4 decisions" in shown.inner_text("nav")


def test_a_broken_earlier_state_is_told(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "desk.yaml").write_text(BEFORE.replace("integer", "int"))
    git(project, "commit", "-aqm", "Broken")
    (project / "desk.yaml").write_text(AFTER)
    assert main(["preview", "--against", "HEAD"]) == 2
    assert "desk.yaml:" in capsys.readouterr().err


@pytest.mark.node
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_comparison(
    project: Path, shower: Shower, scheme: Any
) -> None:
    assert main(["preview", "-q", "--against", "HEAD"]) == 0
    shown = shower.open(project / "interruptgen-preview.html", color_scheme=scheme)
    mount_all(shown)
    shown.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert violations(shown) == []
