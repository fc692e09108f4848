"""The pause that the README walks through: the commands are run, and print what stands there."""

import os
import shutil
from pathlib import Path

import pytest

from docs.markdown import ROOT, blocks
from docs.walk import commands, serving, walk, with_outputs

README = ROOT / "README.md"
HEADING = "## A pause, with curl\n"


def test_the_pause(tmp_path: Path, update: bool) -> None:
    """`--update` writes what the commands print now."""
    if shutil.which("curl") is None:
        assert "INTERRUPTGEN_REQUIRE_PEERS" not in os.environ, "curl is not here"
        pytest.skip("curl is not here")
    page = README.read_text(encoding="utf-8")
    before, _, rest = page.partition(HEADING)
    section, end, after = rest.partition("\n## ")
    (start,) = (one.text for one in blocks(README) if "python -m desk_server" in one.text)
    with serving(start.partition("\n")[2], tmp_path / "log") as server:
        outputs = walk(commands(section), server, tmp_path)
    assert len(outputs) == 4
    filled = with_outputs(section, outputs)
    if update:
        README.write_bytes(f"{before}{HEADING}{filled}{end}{after}".encode())
    assert filled == section or update


PAGE = """\
```sh
echo one
```

```text
1
```

Between.

```sh
alone
```

And

```text
alone
```

```sh
read word <<< two
echo $word
```

```text
```
"""


def test_steps_have_an_output_at_once() -> None:
    assert commands(PAGE) == ["echo one\n", "read word <<< two\necho $word\n"]
    filled = with_outputs(PAGE, ["one\n", "two\n"])
    assert filled == PAGE.replace("text\n1\n", "text\none\n").replace("text\n```", "text\ntwo\n```")


def test_steps_share_a_shell(tmp_path: Path) -> None:
    steps = ["port=127.0.0.1:8000; echo up > file", "cat file; echo $port\n"]
    assert walk(steps, "there:1", tmp_path) == ["", "up\nthere:1\n"]
    with pytest.raises(AssertionError, match="false"):
        walk(["echo false; false", "echo on"], "there:1", tmp_path)
