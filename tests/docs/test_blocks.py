"""What the documentation shows is what happens: its definitions, commands, files and links."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs.markdown import ROOT, Block, blocks, headings, links, pages, rows
from docs.regions import anchor
from interruptgen import data
from interruptgen.cli import main

pytestmark = pytest.mark.usefixtures("plain")

README = ROOT / "README.md"
EXPLANATIONS = "docs/diagnostics.md"
"""Has wrong definitions as well; `test_explanations.py` tells them apart."""

BLOCKS = [block for page in pages() for block in blocks(page)]
DEFINITIONS = [
    block
    for block in BLOCKS
    if block.text.startswith("interruptgen: 1\n") and block.path != EXPLANATIONS
]

SERVED = """
import asyncio
from app import agent
from interruptgen_runtime.testing import approved, rehearse

async def talk():
    thread = rehearse(agent)
    await thread.say("Please refund it.")
    print(thread.interrupts[0].message)
    await thread.answer([approved(thread.interrupts[0])])
    print(thread.executions[0].arguments.amount)

asyncio.run(talk())
"""


def shell(commands: str, folder: Path) -> str:
    """Run lines of a shell in a folder, with the interruptgen that is installed here."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def readme_block(beginning: str) -> Block:
    (found,) = [one for one in blocks(README) if one.text.startswith(beginning)]
    return found


@pytest.mark.parametrize("block", DEFINITIONS, ids=str)
def test_definitions_have_no_fault(
    block: Block, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert block.language == "yaml"
    (tmp_path / "interruptgen.toml").write_text('out = "generated"\n', encoding="utf-8")
    (tmp_path / "interrupts").mkdir()
    (tmp_path / "interrupts/page.yaml").write_text(block.text, encoding="utf-8")
    assert main(["build", "--project", str(tmp_path)]) == 0
    assert capsys.readouterr().err == "no findings in 1 file\n"


def test_there_are_definitions() -> None:
    assert {block.path for block in DEFINITIONS} >= {"README.md", "docs/language.md"}
    assert len(DEFINITIONS) >= 9


def test_the_first_ten_minutes(tmp_path: Path) -> None:
    """Do what the README tells: start, write the definitions, build, serve, check."""
    shell("interruptgen init", tmp_path)
    (tmp_path / "interrupts/decisions.yaml").unlink()
    definitions = readme_block("interruptgen: 1\n").text
    (tmp_path / "interrupts/bookings.yaml").write_text(definitions, encoding="utf-8")
    shell("interruptgen build", tmp_path)
    listed = [line.split()[0] for line in readme_block("generated/").text.splitlines()]
    written = [path for path in (tmp_path / "generated").rglob("*") if path.is_file()]
    assert sorted(path.relative_to(tmp_path).as_posix() for path in written) == sorted(listed)
    app = readme_block("from generated.bookings")
    (tmp_path / "app.py").write_text(app.text, encoding="utf-8")
    assert shell(f"python -W error -c '{SERVED}'", tmp_path) == "Refund 12 to Ada?\n12\n"
    shell(readme_block("interruptgen build --check").text, tmp_path)


def test_the_examples_are_built_as_the_readme_says(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "generated_examples", tmp_path / "generated_examples")
    install, *commands = readme_block("python -m pip install . ./runtime").text.splitlines()
    assert install.startswith("python -m pip install ")
    said = shell("\n".join(commands), tmp_path)
    assert said.count("generated is up to date") == len(
        list((tmp_path / "generated_examples").glob("*/"))
    )
    assert re.search(r"choose-itinerary +response +sha256:[0-9a-f]{64}\n", said)


def test_the_table_of_commands_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    help = capsys.readouterr().out.partition("Commands:")[2]
    known = set(re.findall(r"^  ([a-z]+)  ", help, re.MULTILINE))
    cells = [row[0] for row in rows(README)]
    shown = {cell.split()[1].strip("`") for cell in cells if cell.startswith("`interruptgen ")}
    assert shown == known


@pytest.mark.parametrize("option", re.findall(r"`(--[a-z-]+)`", README.read_text("utf-8")))
def test_an_option_in_the_readme_is_there(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ([], ["build"], ["lint"]):
        assert main([*command, "--help"]) == 0
    assert option in capsys.readouterr().out


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        if "://" in link:
            continue
        path, _, fragment = link.partition("#")
        target = (page.parent / path) if path else page
        assert target.exists(), link
        if fragment:
            assert f"#{fragment}" in map(anchor, headings(target)), link


def test_the_page_on_the_lock_names_every_key() -> None:
    schema = json.loads(data.read("schemas/lock.schema.json"))
    keys = {*schema["properties"], *schema["$defs"]["Entry"]["properties"]}
    cells = [row[0] for row in rows(ROOT / "docs/lock.md")]
    assert set(re.findall(r"`(\w+)`", " ".join(cells))) == keys
