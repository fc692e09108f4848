"""What docs/server.md shows is what happens."""

import os
import subprocess
import sys

import pytest

from docs.markdown import ROOT, Block, blocks

PAGE = ROOT / "docs/server.md"


def examples() -> list[tuple[Block, Block]]:
    """Return the programs of the page, each with the block behind it, which it prints."""
    listed = list(blocks(PAGE))
    return [
        (block, listed[place + 1])
        for place, block in enumerate(listed)
        if block.language == "python"
    ]


@pytest.mark.parametrize(("example", "output"), examples(), ids=str)
def test_the_example(example: Block, output: Block) -> None:
    roots = [str(ROOT / name) for name in ("runtime", "generated_examples")]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example.text],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(roots)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == (output.text, "")


def test_there_are_examples() -> None:
    assert len(examples()) == 3
