"""What docs/server.md shows is what happens."""

import pytest

from docs.markdown import ROOT, Block
from docs.running import printed, programs

PROGRAMS = programs(ROOT / "docs/server.md")


@pytest.mark.parametrize(("program", "output"), PROGRAMS, ids=str)
def test_the_example(program: Block, output: Block) -> None:
    assert printed(program) == (output.text, "")


def test_there_are_examples() -> None:
    assert len(PROGRAMS) == 3
