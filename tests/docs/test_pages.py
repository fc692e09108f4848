"""The generated regions of the documentation are what the schema and the rules say."""

from pathlib import Path

import pytest

from docs import generate, language_page
from docs.regions import anchor, fill, regions

PAGE = """\
# One

by hand

<!-- keys: a -->
old
<!-- end -->

## Two `b`!
<!-- keys: b -->
<!-- end -->
"""
FILLED = """\
# One

by hand

<!-- keys: a -->

keys a #one

<!-- end -->

## Two `b`!
<!-- keys: b -->

keys b #two-b

<!-- end -->
"""


def newer(text: str) -> str:
    return text.replace("old", "new")


def test_pages_are_up_to_date(update: bool) -> None:
    if update:
        generate.write()
    assert [path.name for path, _ in generate.stale()] == []


def test_the_script_writes_and_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("old", encoding="utf-8")
    monkeypatch.setattr(generate, "PAGES", {page: newer})
    assert generate.main(["--check"]) == 1
    assert capsys.readouterr().out == "stale: page.md\n"
    assert page.read_text(encoding="utf-8") == "old"
    assert generate.main([]) == 0
    assert capsys.readouterr().out == "wrote: page.md\n"
    assert page.read_text(encoding="utf-8") == "new"
    assert generate.main(["--check"]) == 0
    assert capsys.readouterr().out == ""


def test_regions_are_filled_and_the_rest_stays() -> None:
    for page in (PAGE, FILLED):
        filled = fill(page, lambda region: f"{region.kind} {region.name} {anchor(region.heading)}")
        assert filled == FILLED


def test_every_block_of_the_language_is_on_the_page() -> None:
    page = language_page.PAGE.read_text(encoding="utf-8")
    assert {region.name for region in regions(page)} == language_page.load().keys()
    missing = page.replace("<!-- keys: condition -->", "<!-- keys: conditions -->")
    with pytest.raises(ValueError, match=r"\['condition', 'conditions'\]"):
        language_page.render(missing)


def test_every_key_is_on_the_page() -> None:
    page = language_page.PAGE.read_text(encoding="utf-8")
    for name, block in language_page.load().items():
        table = page.split(f"<!-- keys: {name} -->")[1].split("<!-- end -->")[0]
        for key, value in block["properties"].items():
            assert f"\n| `{key}` | " in table
            assert value["description"].split("|")[0] in table
