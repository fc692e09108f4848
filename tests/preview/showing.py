"""Definitions -> their page in a browser, watched for everything that it must not do."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interruptgen.model import Json, JsonObject
from interruptgen.pipeline import compile_sources
from interruptgen.preview import decisions, page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

_LISTEN = """
window.violations = []
document.addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`)
})
"""


@dataclass
class Shower:
    """Opens pages; `close` asserts that nothing was reported about them."""

    browser: "Browser"
    folder: Path
    reports: list[str] = field(default_factory=list[str])
    _open: "list[tuple[BrowserContext, Page]]" = field(
        default_factory=list["tuple[BrowserContext, Page]"]
    )

    def show(self, content: JsonObject, **context: Any) -> "Page":
        """Open the page with some content."""
        number = len(self._open)
        file = self.folder / f"page-{number}.html"
        file.write_text(page("Decisions", content), encoding="utf-8")
        return self.open(file, **context)

    def open(self, file: Path, **context: Any) -> "Page":
        """Open a file as a page."""
        opened = self.browser.new_context(**context)
        shown = opened.new_page()
        shown.set_default_timeout(4_000)
        shown.on("console", lambda said: self.reports.append(f"{said.type}: {said.text}"))
        shown.on("pageerror", lambda error: self.reports.append(f"error: {error}"))
        shown.on("dialog", lambda dialog: self.reports.append(f"dialog: {dialog.message}"))
        address = file.as_uri()
        shown.on("request", lambda one: self._requested(one.url, address))
        shown.add_init_script(_LISTEN)
        shown.goto(address)
        shown.wait_for_selector("main")
        self._open.append((opened, shown))
        return shown

    def _requested(self, url: str, address: str) -> None:
        if url.partition("#")[0] != address:
            self.reports.append(f"request: {url}")

    def close(self) -> None:
        """Close all pages and assert that nothing was reported about any of them."""
        for context, shown in self._open:
            self.reports.extend(shown.evaluate("window.violations"))
            context.close()
        assert not self.reports, self.reports


def content_of(files: Mapping[str, bytes], others: Mapping[str, bytes] | None = None) -> JsonObject:
    """Compile definition files and return what their page shows."""
    compiled = compile_sources(files, (others or {}).get)
    assert compiled.model, [str(one) for one in compiled.diagnostics]
    return {"title": "Decisions", "decisions": [*decisions(compiled.model)]}


def asking(response: Json, *, examples: list[Json] | None = None, **more: Json) -> JsonObject:
    """Return the content of a page with one question, `ask`, that has a response schema."""
    return several({"ask": {"responseSchema": response, "examples": examples or [], **more}})


def several(interrupts: Mapping[str, JsonObject], tools: JsonObject | None = None) -> JsonObject:
    """Return the content of a page with definitions as they stand in a file."""
    source = {"interruptgen": 1, "interrupts": {**interrupts}, "tools": tools or {}}
    kept = {key: value for key, value in source.items() if value}
    return content_of({"decisions.json": json.dumps(kept).encode()})


def listed(content: JsonObject) -> list[JsonObject]:
    """Return the decisions of a page's content."""
    found = content["decisions"]
    assert isinstance(found, list)
    return [one for one in found if isinstance(one, dict)]


def sent(shown: "Page | Locator") -> Any:
    """Return the entry that would be sent, None where nothing would be."""
    found = shown.get_by_label("The JSON that is sent")
    return json.loads(found.inner_text()) if found.count() else None


def payload(shown: "Page | Locator") -> Any:
    """Return the answer that would be sent; it has to be one that the server accepts."""
    entry = sent(shown)
    assert entry, shown.get_by_role("status").all_inner_texts()
    return entry["payload"]


def mount_all(shown: "Page") -> None:
    """Have the page show all decisions, wherever they stand."""
    shown.evaluate("dispatchEvent(new Event('beforeprint'))")
