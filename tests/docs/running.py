"""The programs of a page, and what they print."""

import os
import subprocess
import sys
from pathlib import Path

from docs.markdown import ROOT, Block, blocks


def programs(page: Path, *, with_text: str = "") -> list[tuple[Block, Block]]:
    """Return the blocks of Python that have a text, each with the block behind it."""
    listed = list(blocks(page))
    return [
        (block, listed[place + 1])
        for place, block in enumerate(listed)
        if block.language == "python" and with_text in block.text
    ]


def printed(program: Block) -> tuple[str, str]:
    """Run a program beside the examples; returns what it prints, and what it complains of."""
    roots = [str(ROOT / name) for name in ("runtime", "generated_examples")]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program.text],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(roots)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout, done.stderr
