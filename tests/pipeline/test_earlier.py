"""Earlier versions of a definition are generated next to it, for pauses that still wait."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from interruptgen.lock import LOCK_NAME
from interruptgen.pipeline import Inputs, build

DESK = """\
interruptgen: 1
$defs:
  Price: {type: object, properties: {amount: {type: NUMBER}}, required: [amount]}
interrupts:
  ask:
    keepVersions: KEPT
    message: Which one?
    payloadSchema: {type: object}
    responseSchema: {type: object, properties: {choice: {type: INTEGER}}, required: [choice]}
tools:
  refund:
    keepVersions: KEPT
    needsApproval: true
    inputSchema: {type: object, properties: {price: {$ref: "#/$defs/Price"}}}
    approvalSchema: {type: object, properties: {ticket: {type: TICKET}}}
  look:
    inputSchema: {type: object, properties: {at: {type: NUMBER}}}
  sign:
    runsOn: client
    inputSchema: {type: object}
    outputSchema: {type: object, properties: {name: {type: TICKET}}}
"""
FIRST = {"NUMBER": "number", "INTEGER": "integer", "TICKET": "string"}
SECOND = {"NUMBER": "integer", "INTEGER": "number", "TICKET": "integer"}


def source(words: Mapping[str, str], kept: int) -> bytes:
    text = DESK.replace("KEPT", str(kept))
    for name, word in words.items():
        text = text.replace(f"type: {name}", f"type: {word}")
    return text.encode()


def build_twice(before: bytes, after: bytes) -> dict[str, str]:
    """Build one source after the other; without a repository the lock on disk counts."""
    files: Mapping[str, str] = {}
    for content in (before, after):
        inputs = Inputs({"desk.yaml": content}, lambda _: None, files.get)
        result = build(inputs)
        assert not result.diagnostics
        files = result.files
    return dict(files)


def run(files: Mapping[str, str], folder: Path, code: str) -> str:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


SHOW = """
import json
from desk import server

def shown(version):
    slots = ("response", "input", "output", "approve", "reject")
    schemas = {slot: getattr(version, slot, None) for slot in slots}
    return {slot: [one.hash, type(one).__name__] for slot, one in schemas.items() if one}

definitions = [*server.registry.interrupts.values(), *server.registry.tools.values()]
print(json.dumps({
    getattr(one, "id", None) or one.name: [shown(version) for version in one.earlier]
    for one in definitions
}))
"""


@pytest.mark.parametrize("kept", [0, 1])
def test_an_earlier_version_has_the_schemas_that_it_was_asked_with(
    kept: int, tmp_path: Path
) -> None:
    files = build_twice(source(FIRST, kept), source(SECOND, kept))
    lock = json.loads(files[LOCK_NAME])
    found = json.loads(run(files, tmp_path, SHOW))
    assert found["look"] == [], "a tool that nobody is asked about cannot wait"
    assert set(found["sign"][0]) == {"input", "output"}
    assert set(found["refund"][0]) == {"input", "approve", "reject"}
    for name, section in (("ask", "interrupts"), ("refund", "tools"), ("sign", "tools")):
        (expected,) = lock[section][name]["earlier"]
        (version,) = found[name]
        for slot in set(version) & set(expected["hashes"]):
            assert version[slot][0] == expected["hashes"][slot]
    changed = [found["ask"][0]["response"], found["refund"][0]["input"]]
    assert {kind for _, kind in changed} == {"Schema" if kept else "UntypedSchema"}
    assert found["sign"][0]["input"][1] == "Schema", "what has not changed keeps its class"
    assert ("desk/earlier_models.py" in files) == bool(kept)


UPGRADE = """
from desk import earlier, earlier_models, models
from desk.server import ask, refund

(asked,), (approved,) = ask.earlier, refund.earlier

@ask.upgrade(from_=asked)
def response(old):
    return models.AskResponse(choice=old.choice + 0.5)

@refund.upgrade_approve(from_=approved)
def approve(old):
    return models.RefundDecision(ticket=int(old.ticket))

print(response.apply({"choice": 1}), approve.apply({"ticket": "7"}))
"""


def test_an_upgrade_gets_the_old_class_and_returns_the_new_one(tmp_path: Path) -> None:
    files = build_twice(source(FIRST, 1), source(SECOND, 1))
    assert run(files, tmp_path, UPGRADE) == "{'choice': 1.5} {'ticket': 7}\n"


def test_without_an_earlier_version_there_is_no_module() -> None:
    files = build_twice(source(FIRST, 1), source(FIRST, 1))
    assert not [path for path in files if "earlier" in path]


def test_names_of_versions_do_not_depend_on_other_versions() -> None:
    third = {**SECOND, "INTEGER": "string"}
    first = build_twice(source(FIRST, 0), source(SECOND, 0))
    inputs = Inputs({"desk.yaml": source(third, 0)}, lambda _: None, first.get)
    again = build(inputs).files
    names = [line.split(":")[0] for line in first["desk/earlier.py"].splitlines()]
    constants = {name for name in names if name.startswith("ASK_V")}
    assert constants and all(f"{name}: Final" in again["desk/earlier.py"] for name in constants)
