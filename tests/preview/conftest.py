"""A browser for each module, and pages in it that must neither ask for anything nor complain."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from preview.peers import browser, missing
from preview.showing import Shower

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def chromium() -> "Iterator[Browser]":
    """A browser that runs as long as the tests of a module.

    As long as it does, an event loop runs: the tests of other rooms could not start theirs.
    """
    path = browser()
    if find_spec("playwright") is None:
        missing("needs playwright")
    starting: Any = import_module("preview.chromium")
    with starting.started(path) as running:
        yield running


@pytest.fixture
def shower(chromium: "Browser", tmp_path: Path) -> Iterator[Shower]:
    """Shows pages; whatever goes wrong in them fails the test at its end."""
    showing = Shower(chromium, tmp_path)
    yield showing
    showing.close()
