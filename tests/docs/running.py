"""The first example of a page -> what it prints, beside what the page says that it prints."""

import os
import subprocess
import sys
from pathlib import Path

from docs.markdown import ROOT, blocks


def run_example(page: Path) -> tuple[str, str]:
    """Run a page's first block of Python; returns its output, and the page's first block of text.

    Whatever it writes to the error stream, warnings too, follows its output.
    """
    example, output = (
        next(block.text for block in blocks(page) if block.language == language)
        for language in ("python", "text")
    )
    roots = [str(ROOT / name) for name in ("runtime", "generated_examples")]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(roots)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr, output
