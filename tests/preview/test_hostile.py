"""Hostile definitions do no harm: nothing runs, nothing is fetched, and the page stays usable."""

import json
from typing import Any

import pytest

from interruptgen.model import Json, JsonObject
from interruptgen.preview import page
from preview.attacks import TEXTS, responses
from preview.showing import Shower, asking, listed, mount_all, payload, several

pytestmark = pytest.mark.slow

RESPONSES = dict(responses())


def hostile(name: str, schema: JsonObject) -> JsonObject:
    """Return the page of a question whose texts are hostile wherever the language allows it."""
    text = TEXTS.get(name.removeprefix("text: "), "<img src=x onerror=alert(1)>")
    shown: Json = {"a": text, text[:50]: [text], "__proto__": text, "constructor": {"x": text}}
    (one,) = listed(asking(schema, payloadSchema={"type": "object"}, examples=[{"payload": shown}]))
    texts: JsonObject = dict.fromkeys(("message", "reason", "source", "description"), text)
    after = listed(several({"after": {"responseSchema": {"type": "string"}}}))
    shown_ones: list[Json] = [{**one, **texts}, *after]
    return {"title": text[:500], "decisions": shown_ones}


def test_there_are_fifty() -> None:
    assert len(RESPONSES) == 50


@pytest.mark.parametrize("name", RESPONSES)
def test_a_hostile_definition_does_no_harm(shower: Shower, name: str) -> None:
    shown = shower.show(hostile(name, RESPONSES[name]))
    mount_all(shown)
    shown.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
    for field in shown.locator("#interrupt-ask .answer").locator("input, textarea").all()[:3]:
        field.fill("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")
    assert shown.evaluate("Object.keys(Object.prototype).length") == 0
    assert shown.evaluate("document.scripts.length") == 2
    assert shown.locator("main img, main iframe, main svg, main link, main base").count() == 0
    other = shown.locator("#interrupt-after")
    other.get_by_role("textbox").fill("still here")
    assert payload(other) == "still here"


def test_a_megabyte_of_text_is_shown_in_part(shower: Shower) -> None:
    text = "<b>" + "x" * 1_000_000
    content = asking(
        {"type": "string"}, payloadSchema={"type": "string"}, examples=[{"payload": text}]
    )
    shown = shower.show(content)
    assert len(shown.locator(".shown").inner_text()) < 3_000
    shown.get_by_role("button", name="Show 998,003 more characters").click()
    assert len(shown.locator(".shown").inner_text()) > 1_000_000


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_text_can_end_what_it_stands_in(text: str) -> None:
    html = page(text, {"title": text, "decisions": [text]})
    assert html.isascii()
    harmless = page("", None)
    for tag in ("<script", "</script>", "<style", "</style>", "<img", "<iframe", "<base", "<meta"):
        assert html.count(tag) == harmless.count(tag)
    assert "<!--" not in html
    start = html.index('id="content">') + len('id="content">')
    embedded: Any = json.loads(html[start : html.index("</script>", start)])
    assert embedded == {"title": text, "decisions": [text]}


def test_the_browser_refuses_every_other_code(shower: Shower) -> None:
    shown = shower.show(asking({"type": "string"}))
    policy = shown.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    parts = dict(part.split(" ", 1) for part in (policy or "").split("; "))
    assert parts["default-src"] == "'none'"
    assert parts["script-src"].startswith("'sha256-")
    assert parts["style-src"].startswith("'sha256-")
    assert "unsafe" not in (policy or "")
    tried = shown.evaluate(
        """async () => {
          const before = window.violations.length
          // What the test itself runs may make code: only what runs later is the page's own.
          setTimeout("window.ran = true", 0)
          setTimeout(() => { new Function('window.ran = true')() }, 0)
          const script = document.createElement('script')
          script.textContent = 'window.ran = true'
          document.body.append(script)
          const image = document.createElement('img')
          image.src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='
          document.body.append(image)
          document.body.setAttribute('style', 'color: red')
          await new Promise((done) => setTimeout(done, 200))
          const found = window.violations.splice(before)
          return { ran: window.ran === true, found: found.length }
        }"""
    )
    assert tried["ran"] is False
    assert tried["found"] >= 4
    shower.reports.clear()


def test_json_that_is_nested_beyond_all_measure_is_refused(shower: Shower) -> None:
    shown = shower.show(asking({"minProperties": 0, "type": ["array", "object"]}))
    shown.get_by_role("button", name="JSON", exact=True).click()
    field = shown.get_by_label("Answer as JSON")
    field.fill("[" * 50_000 + "]" * 50_000)
    assert "nested too deeply" in shown.inner_text(".answer")
    field.fill("[]")
    assert payload(shown) == []
