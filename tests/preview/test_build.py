"""The committed script and style are what the sources build, byte for byte."""

from pathlib import Path

import pytest

from preview.peers import packages, program, run_node

pytestmark = pytest.mark.node


def test_the_sources_build_the_committed_page(tmp_path: Path) -> None:
    program("node")
    folder = packages()
    run_node("build.mjs", str(tmp_path), cwd=folder)
    for name in ("page.js", "page.css"):
        built, committed = tmp_path / name, folder / name
        assert built.read_bytes() == committed.read_bytes(), f"{name}: run `npm run build`"


def test_the_page_has_no_code_that_makes_code() -> None:
    text = (packages() / "page.js").read_text(encoding="ascii")
    assert "new Function(" not in text
    assert "eval(" not in text.replace("retrieval(", "")
    assert "dangerouslySetInnerHTML:" not in text
