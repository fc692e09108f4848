"""What docs/models.md shows is what happens."""

import re

from docs.markdown import ROOT, rows
from docs.running import printed, programs
from interruptgen_runtime.models.pydantic_ai.failures import CODES

PAGE = ROOT / "docs/models.md"


def test_the_example() -> None:
    program, output = programs(PAGE)[0]
    assert printed(program) == (output.text, "")


def test_the_page_names_every_code() -> None:
    assert re.findall(r"`(model-[a-z-]+)`", " ".join(row[0] for row in rows(PAGE))) == list(CODES)
