"""The page for people who use the keyboard alone, a screen reader, the dark, or paper."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from interruptgen.cli import main
from interruptgen.model import Json, JsonObject
from preview.peers import packages
from preview.shapes import CARD_OR_TRANSFER, SHAPES, do
from preview.showing import Shower, asking, mount_all, payload, sent

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.parent for path in ROOT.glob("generated_examples/*/interruptgen.toml"))

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "choice": {"title": "Choice", "type": "integer", "minimum": 0},
        "seat": {"title": "Seat", "enum": ["aisle", "window"]},
    },
    "required": ["choice"],
}


def violations(shown: "Page") -> list[str]:
    """Return what axe-core holds to be serious or worse."""
    source = packages() / "node_modules" / "axe-core" / "axe.min.js"
    shown.evaluate(source.read_text(encoding="utf-8"))
    found: Any = shown.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['impact']} {one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:2]
    ]


@pytest.mark.node
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("project", EXAMPLES, ids=lambda path: path.name)
def test_axe_finds_nothing_serious(
    shower: Shower, tmp_path: Path, project: Path, scheme: Any
) -> None:
    file = tmp_path / "page.html"
    assert main(["preview", "-q", "--project", str(project), "-o", str(file)]) == 0
    shown = shower.open(file, color_scheme=scheme)
    mount_all(shown)
    for button in shown.get_by_role("button", name="Fill in the example").all():
        button.click()
    for box in shown.get_by_label("Change the arguments first").all():
        box.check()
    shown.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert violations(shown) == []


@pytest.mark.node
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["list of lists", "map", "one of several", "any value", "tree"])
def test_axe_finds_nothing_serious_in_a_form(shower: Shower, name: str, scheme: Any) -> None:
    schema, steps, _ = SHAPES[name]
    shown = shower.show(asking(schema), color_scheme=scheme)
    do(shown, steps[:-1])
    assert violations(shown) == []


def focused(shown: "Page") -> str:
    """Return what has the focus, by its label or text."""
    found: str = shown.evaluate(
        """() => {
          const one = document.activeElement
          return (one.labels?.[0] ?? one).textContent.trim()
        }"""
    )
    return found


def tab_to(shown: "Page", label: str) -> None:
    """Go on with the keyboard until something of a label has the focus."""
    for _ in range(40):
        shown.keyboard.press("Tab")
        if focused(shown) == label:
            outline = "getComputedStyle(document.activeElement).outlineStyle"
            assert shown.evaluate(outline) != "none"
            return
    raise AssertionError(f"{label} cannot be reached")


def test_the_keyboard_alone_is_enough(shower: Shower) -> None:
    shown = shower.show(asking(SCHEMA))
    tab_to(shown, "Choice")
    shown.keyboard.type("-1")
    assert "Must be at least 0." in shown.locator(".answer").inner_text()
    assert sent(shown) is None
    shown.keyboard.press("ControlOrMeta+A")
    shown.keyboard.type("2")
    tab_to(shown, "Seat")
    shown.keyboard.type("w")
    assert payload(shown) == {"choice": 2, "seat": "window"}
    tab_to(shown, "Cancel instead")
    shown.keyboard.press("Space")
    assert sent(shown)["status"] == "cancelled"
    shown.keyboard.press("Space")
    for _ in range(10):
        shown.keyboard.press("Tab")
        if shown.evaluate("document.activeElement.tagName") == "PRE":
            break
    read = shown.evaluate("document.activeElement.innerText")
    assert json.loads(read)["payload"] == {"choice": 2, "seat": "window"}


def test_lists_are_edited_with_the_keyboard(shower: Shower) -> None:
    shown = shower.show(asking({"type": "array", "items": {"type": "string"}}))
    tab_to(shown, "Add an item to Answer")
    shown.keyboard.press("Enter")
    shown.keyboard.press("Enter")
    shown.get_by_label("Item 1", exact=True).focus()
    shown.keyboard.type("a")
    shown.get_by_label("Item 2", exact=True).focus()
    shown.keyboard.type("b")
    tab_to(shown, "Remove Item 2")
    shown.keyboard.press("Enter")
    shown.locator("button:focus", has_text="Add an item to Answer").wait_for()
    assert payload(shown) == ["a"]


def test_every_control_has_a_name_and_a_visible_label(shower: Shower) -> None:
    shown = shower.show(asking(CARD_OR_TRANSFER))
    shown.get_by_label("Answer: which kind").select_option(label="By card")
    unnamed: Json = shown.evaluate(
        """() => [...document.querySelectorAll('input, select, textarea')]
          .filter((one) => !one.labels?.[0]?.innerText.trim()).map((one) => one.outerHTML)"""
    )
    assert unnamed == []
    repeated: Json = shown.evaluate(
        """() => {
          const ids = [...document.querySelectorAll('[id]')].map((one) => one.id)
          return ids.filter((id, at) => ids.indexOf(id) !== at)
        }"""
    )
    assert repeated == []


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_moves_by_itself(shower: Shower, wish: Any) -> None:
    shown = shower.show(asking(SCHEMA), reduced_motion=wish)
    moving = """[...document.querySelectorAll('*')].filter((one) => {
      const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one)
      return transitionDuration !== '0s' || animationName !== 'none' || scrollBehavior !== 'auto'
    }).length"""
    assert shown.evaluate(moving) == 0


def test_paper_has_the_decisions_alone_in_black(shower: Shower) -> None:
    shown = shower.show(asking(SCHEMA), color_scheme="dark")
    shown.emulate_media(media="print")
    assert not shown.get_by_label("Find a decision").is_visible()
    assert not shown.get_by_role("button", name="JSON", exact=True).is_visible()
    assert shown.get_by_label("Choice").is_visible()
    assert shown.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert shown.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_narrow_window_needs_no_scrolling_sideways(shower: Shower) -> None:
    shown = shower.show(asking(SCHEMA), viewport={"width": 360, "height": 640})
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360
