"""The pictures in the documentation: `--update` takes them anew, else they have to be there."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from interruptgen.cli import main
from preview.changing import change
from preview.showing import Shower, payload

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
PAGE = ROOT / "docs" / "preview.md"
LARGEST = 150_000
AGAINST = "preview-against.png"


def question(shown: "Page") -> str:
    """Answer a question, with one fault in it."""
    article = shown.locator("#interrupt-choose-itinerary")
    article.get_by_label("choice", exact=True).fill("-1")
    article.get_by_label("seat", exact=True).select_option(label="window")
    assert "Must be at least 0." in article.inner_text()
    return "#interrupt-choose-itinerary"


def approval(shown: "Page") -> str:
    """Approve a call with other arguments."""
    article = shown.locator("#approval-refund")
    article.get_by_role("button", name="Fill in the example").first.click()
    assert payload(article)["approved"] is True
    return "#approval-refund"


PICTURES: Mapping[str, tuple[str, Any, Callable[["Page"], str]]] = {
    "preview-question.png": ("travel_desk", "light", question),
    "preview-approval.png": ("payments", "dark", approval),
}


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_show_what_the_page_is(
    shower: Shower, tmp_path: Path, update: bool, name: str
) -> None:
    project, scheme, prepare = PICTURES[name]
    file = tmp_path / "page.html"
    folder = ROOT / "generated_examples" / project
    assert main(["preview", "-q", "--project", str(folder), "-o", str(file)]) == 0
    shown = shower.open(file, color_scheme=scheme, viewport={"width": 960, "height": 900})
    check(shown.locator(prepare(shown)), name, update)


def test_the_picture_of_a_comparison(shower: Shower, tmp_path: Path, update: bool) -> None:
    change(tmp_path / "desk")
    file = tmp_path / "page.html"
    asked = ["--project", str(tmp_path / "desk"), "--against", "HEAD", "-o", str(file)]
    assert main(["preview", "-q", *asked]) == 0
    shown = shower.open(file, color_scheme="light", viewport={"width": 1240, "height": 900})
    check(shown.locator("#interrupt-ask"), AGAINST, update)


def test_no_picture_is_left_over() -> None:
    kept = {path.name for path in IMAGES.glob("preview-*.png")}
    assert kept == {*PICTURES, AGAINST}


def check(place: "Locator", name: str, update: bool) -> None:
    """Take a picture, or see that there is one and that the documentation shows it."""
    if update:
        IMAGES.mkdir(exist_ok=True)
        place.screenshot(path=IMAGES / name)
    image = (IMAGES / name).read_bytes()
    assert image.startswith(b"\x89PNG")
    assert len(image) < LARGEST
    assert f"](images/{name})" in PAGE.read_text(encoding="utf-8")
