"""What docs/models.md shows is what happens."""

import re

from docs.markdown import ROOT, rows
from docs.running import run_example
from interruptgen_runtime.models.pydantic_ai.failures import CODES

PAGE = ROOT / "docs/models.md"


def test_the_example() -> None:
    printed, shown = run_example(PAGE)
    assert printed == shown


def test_the_page_names_every_code() -> None:
    assert re.findall(r"`(model-[a-z-]+)`", " ".join(row[0] for row in rows(PAGE))) == list(CODES)
