"""The examples in the explanations of the rules: the wrong ones are found, the right ones not."""

import json
import re
from pathlib import Path

import pytest

from diff.states import Captured, codes
from interruptgen.cli import main
from interruptgen.rules import changes_for_people, changes_in_code, changes_in_flight

pytestmark = pytest.mark.usefixtures("plain")

_BLOCK = re.compile(r"```yaml\n(.*?)```", re.DOTALL)
_RULES = [*changes_in_code.RULES, *changes_in_flight.RULES, *changes_for_people.RULES]
RULES = {rule.code: rule for rule in _RULES if _BLOCK.search(rule.explanation)}


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def whole(fragment: str) -> str:
    """Return a file of definitions with a fragment where its keys belong."""
    if fragment.startswith("interruptgen:"):
        return fragment
    if "inputSchema" not in fragment:
        return f"interruptgen: 1\npackage: desk\ninterrupts:\n  ask:\n{indented(fragment)}"
    text = fragment if "needsApproval" in fragment else f"{fragment}description: Pays.\n"
    return f"interruptgen: 1\npackage: desk\ntools:\n  pay:\n{indented(text)}"


def write(folder: Path, text: str) -> str:
    """Write the files of one state, which three dashes part, and return the folder."""
    folder.mkdir()
    for number, part in enumerate(text.split("---\n")):
        (folder / f"file{number}.yaml").write_text(whole(part), encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize("code", RULES)
def test_wrong_and_right(code: str, tmp_path: Path, capsys: Captured) -> None:
    before, _, after = RULES[code].explanation.partition("\nRight")
    old, wrong = _BLOCK.findall(before)
    states = [write(tmp_path / "old", old), write(tmp_path / "wrong", wrong)]
    main(["diff", *states, "--format", "json"])
    assert code in codes(json.loads(capsys.readouterr().out))
    for number, right in enumerate(_BLOCK.findall(after)):
        state = write(tmp_path / f"right{number}", right)
        main(["diff", states[0], state, "--format", "json"])
        document = json.loads(capsys.readouterr().out)
        assert document["compared"], document["faults"]
        assert code not in codes(document)


def test_most_rules_are_looked_at() -> None:
    assert len(RULES) >= 25
