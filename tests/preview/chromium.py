"""The path of a browser -> the browser, as long as the block runs; needs playwright."""

from collections.abc import Generator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright


@contextmanager
def started(path: str) -> Generator[Browser]:
    """Start a browser, and end it with the block."""
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
