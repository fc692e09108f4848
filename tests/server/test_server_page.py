"""What docs/server.md shows is what happens."""

import os
import subprocess
import sys

from docs.markdown import ROOT, blocks


def test_the_example() -> None:
    example, output = (
        next(block.text for block in blocks(ROOT / "docs/server.md") if block.language == language)
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
    assert (done.stdout, done.stderr) == (output, "")
