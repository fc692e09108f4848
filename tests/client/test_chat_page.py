"""What docs/client.md says about chats is what happens."""

import os
import subprocess
import sys

import pytest

from client.recorded import names
from client.test_client_transcripts import LOW_LEVEL
from docs.markdown import ROOT, Block, blocks

PAGE = ROOT / "docs/client.md"


def examples() -> list[tuple[Block, Block]]:
    """Return the programs with a chat, each with the block behind it, which it prints."""
    listed = list(blocks(PAGE))
    return [
        (block, listed[place + 1])
        for place, block in enumerate(listed)
        if block.language == "python" and "Chat(" in block.text
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
    assert len(examples()) == 2


def test_the_count_of_recordings() -> None:
    played = len(names()) - len(LOW_LEVEL)
    assert f"{played} recorded conversations" in PAGE.read_text("utf-8")
