"""What importing generated modules costs, and what the packages export."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import interruptgen_runtime
import interruptgen_runtime.client

ROOT = Path(__file__).parents[2]
HEAVY = ("pydantic", "pydantic_core", "jsonschema_rs", "asyncio")


def loaded_by(statements: str) -> set[str]:
    """Run statements in a fresh interpreter and return the modules that they loaded."""
    program = f"import sys\n{statements}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT / 'runtime'}:{ROOT / 'tests'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("module", ["server", "client", "schemas"])
def test_generated_modules_are_cheap_to_import(module: str) -> None:
    loaded = loaded_by(f"import runtime.desk.{module}")
    assert f"runtime.desk.{module}" in loaded
    assert not loaded & {"runtime.desk.models", *HEAVY}


def test_models_are_loaded_when_a_value_is_typed() -> None:
    program = (
        "from runtime.desk.schemas import REFUND_OUTPUT\n"
        "assert 'runtime.desk.models' not in sys.modules\n"
        "assert REFUND_OUTPUT.parse('paid').root == 'paid'"
    )
    assert "runtime.desk.models" in loaded_by(program)


def test_the_client_s_side_is_not_loaded_for_a_server() -> None:
    loaded = loaded_by("import runtime.desk.server")
    assert not [name for name in loaded if name.startswith("interruptgen_runtime.client")]


ALIASES = {"Absent", "Json", "JsonObject"}
"""Of other types, which no documentation can be attached to."""


@pytest.mark.parametrize("package", [interruptgen_runtime, interruptgen_runtime.client])
def test_exports_are_there_sorted_and_documented(package: ModuleType) -> None:
    names: list[str] = package.__all__
    assert names == sorted(names)
    for name in names:
        exported = getattr(package, name)
        assert isinstance(exported, str) or exported.__doc__ or name in ALIASES


def test_the_public_surface_is_small() -> None:
    assert len(interruptgen_runtime.__all__) <= 30
