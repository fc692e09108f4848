"""The committed script and style are what the sources build, byte for byte."""

import json
from pathlib import Path

import pytest

from preview.peers import HERE, TEMPLATE, missing, packages, program, run_node


@pytest.mark.node
def test_the_sources_build_the_committed_page(tmp_path: Path) -> None:
    program("node")
    folder = packages()
    run_node("build.mjs", str(tmp_path), cwd=folder)
    for name in ("page.js", "page.css"):
        built, committed = tmp_path / name, folder / name
        assert built.read_bytes() == committed.read_bytes(), f"{name}: run `npm run build`"


def test_the_page_says_whose_code_it_has_and_under_which_terms() -> None:
    script = (TEMPLATE / "page.js").read_text(encoding="ascii")
    wanted = json.loads((TEMPLATE / "package.json").read_text(encoding="utf-8"))["dependencies"]
    terms = script[: script.index("*/")]
    for name, version in wanted.items():
        assert f"{name} {version} (" in terms
    assert "Permission is hereby granted, free of charge" in terms
    assert "TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION" in terms


def test_no_package_is_a_range_of_versions() -> None:
    told = json.loads((TEMPLATE / "package.json").read_text(encoding="utf-8"))
    versions = {**told["dependencies"], **told["devDependencies"]}
    assert [version for version in versions.values() if not version[0].isdigit()] == []


@pytest.mark.node
def test_the_sources_are_formatted() -> None:
    prettier = HERE.parent / "editor" / "node_modules" / "prettier" / "bin" / "prettier.cjs"
    if not prettier.is_file():
        missing("needs `npm ci --prefix tests/editor`")
    folder = packages()
    checked = ["src", "build.mjs", *(str(path) for path in HERE.glob("*.mjs"))]
    run_node(str(prettier), "--config", ".prettierrc.json", "--check", *checked, cwd=folder)
