"""What type checkers make of generated code: right uses are clean, wrong ones are errors."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

USES = """
from typing import Never, assert_type

from interruptgen_runtime import InterruptRequest, Json, Schema
from interruptgen_runtime.client import Bindings
from runtime.desk import client, models, schemas, server

PAYLOAD = models.ChooseItineraryPayload(options=["x"])

assert_type(schemas.REFUND_OUTPUT, Schema[models.RefundOutput])
assert_type(schemas.REFUND_OUTPUT.parse("x"), models.RefundOutput)
assert_type(
    server.choose_itinerary.interrupt(key="k", payload=PAYLOAD),
    InterruptRequest[models.ChooseItineraryPayload, models.ChooseItineraryResponse],
)
assert_type(
    server.call_desk.interrupt(key="k", reason="r", message="m"), InterruptRequest[None, Json]
)
server.choose_itinerary.interrupt(key="k")  # wrong: no payload
server.choose_itinerary.interrupt(key="k", payload=None)  # wrong: null
server.choose_itinerary.interrupt(key="k", payload={"options": ["x"]})  # wrong: a dict
server.choose_itinerary.interrupt(key="k", payload=models.RefundReject(reason="x"))  # wrong: other
server.choose_itinerary.interrupt(payload=PAYLOAD)  # wrong: no key
server.choose_itinerary.interrupt(key="k", payload=PAYLOAD, extra=1)  # wrong: extra argument
server.call_desk.interrupt(key="k", payload=None)  # wrong: payload without a schema
server.call_desk.interrupt(key="k", payload=PAYLOAD)  # wrong: payload without a schema
schemas.REFUND_OUTPUT.dump(models.RefundReject(reason="x"))  # wrong: another class
server.refund.name = "x"  # wrong: frozen


def read(interrupt: client.Interrupt, tool: client.PickFile) -> None:
    match interrupt:
        case client.ChooseItinerary():
            assert_type(interrupt.payload, models.ChooseItineraryPayload)
            interrupt.payload.price  # wrong: no such field
        case client.CallDesk():
            assert_type(interrupt.payload, None)
        case client.RefundApproval():
            assert_type(interrupt.original_args, models.RefundInput)
    assert_type(tool.input, dict[str, Json])


OTHER: Bindings[client.CallDesk] = Bindings(interrupts=(client.CallDesk,))
NONE: Bindings[Never] = Bindings(client_tools=(client.PickFile,))
assert_type(client.bindings, Bindings[client.Interrupt])
assert_type(NONE | OTHER, Bindings[client.CallDesk])
WIDER: Bindings[client.ChooseItinerary | client.CallDesk] = OTHER
NARROWER: Bindings[client.CallDesk] = client.bindings  # wrong: may find others
Bindings(client_tools=(client.CallDesk,))  # wrong: not a client tool
Bindings(interrupts=(models.RefundReject,))  # wrong: not bound
"""


def wrong_lines() -> set[int]:
    lines = USES.splitlines()
    return {number for number, line in enumerate(lines, start=1) if "# wrong" in line}


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("typing") / "uses.py"
    path.write_text(USES, encoding="utf-8")
    paths = [str(ROOT / "runtime"), str(ROOT / "tests")]
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": paths}
    (path.parent / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    quoted = ", ".join(map(json.dumps, paths))
    (path.parent / "pyproject.toml").write_text(
        f"[tool.mypy]\nstrict = true\npython_version = '3.11'\nmypy_path = [{quoted}]\n"
        "explicit_package_bases = true\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.slow
def test_mypy(module: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", module.name],
        cwd=module.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"^uses\.py:(\d+): error", done.stdout, re.MULTILINE)
    assert set(map(int, found)) == wrong_lines(), done.stdout + done.stderr


@pytest.mark.slow
def test_pyright(module: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", module.name],
        cwd=module.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    report = json.loads(done.stdout)
    found = {
        one["range"]["start"]["line"] + 1
        for one in report["generalDiagnostics"]
        if one["severity"] == "error"
    }
    assert found == wrong_lines(), done.stdout
