"""Every case goes all the way: refused where that is right, or built, imported and exact."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel

from cases_exact.pasting import SLOTS, cases
from interop.definitions import Definition, of_model
from interop.peers import run_node
from interruptgen.diagnostics import Severity
from interruptgen.pipeline import Inputs, Result, build
from interruptgen.schema.canonical import canonical as expected_text
from interruptgen_runtime import InvalidValue, Schema, canonical
from views.harness import exact, whole

RESULTS = Path(__file__).parent / "results.md"
ROOT = "exact_cases"
CASES = {case.name: case for case in cases()}

REFUSED: Mapping[str, str] = {
    "yaml-anchors-merge": "YAML 1.2 has no merge keys: what `<<` means depends on the reader",
}
"""Cases that are refused although they need not be, each with the reason."""

KEPT = [name for name, case in CASES.items() if not case.must_be_refused and name not in REFUSED]

TEXTS: Mapping[str, list[str]] = {
    "number-int-roundtrip": [
        '{"amount":10}',
        '{"amount":0}',
        '{"amount":1e+21}',
        '{"amount":1e-7}',
        '{"amount":0.1,"rate":5e-324}',
        '{"amount":-0.5}',
    ],
}
"""What `JSON.stringify` writes for the valid instances of the cases that are about it."""


@cache
def result(name: str) -> Result:
    """Build a case through the pipeline that the command line has."""
    case = CASES[name]
    return build(Inputs({case.path: case.source}, case.others.get, lambda _: None))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Write the package of every case that is built below one that can be imported."""
    folder = tmp_path_factory.mktemp("cases")
    for name in KEPT:
        for path, text in result(name).files.items():
            file = folder / ROOT / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def module(name: str, part: str) -> ModuleType:
    return importlib.import_module(f"{ROOT}.{CASES[name].package}.{part}")


def slots(name: str) -> Iterator[Schema[Any]]:
    """Yield what generated code holds for the slots of a case."""
    schemas = module(name, "schemas")
    for slot in SLOTS:
        schema = getattr(schemas, slot)
        assert isinstance(schema, Schema)
        yield schema


def test_there_are_cases() -> None:
    assert len(CASES) == 79
    assert len(REFUSED) <= 8
    assert not [name for name in REFUSED if CASES[name].must_be_refused]


@pytest.mark.parametrize("name", [name for name in CASES if name not in KEPT])
def test_a_refusal_has_a_place(name: str) -> None:
    found = result(name)
    assert not found.files
    errors = [one for one in found.diagnostics if one.severity is Severity.ERROR]
    assert errors
    for error in errors:
        source = {**CASES[name].others, CASES[name].path: CASES[name].source}[error.place.path]
        line = source.decode().splitlines()[error.place.line - 1]
        assert 1 <= error.place.column <= len(line)
        assert (error.place.line, error.place.column) != (1, 1)


@pytest.mark.parametrize("name", KEPT)
def test_valid_instances_come_back_and_invalid_ones_do_not(name: str, root: Path) -> None:
    told = CASES[name].told
    assert told["valid_instances"] or told["invalid_instances"]
    for schema in slots(name):
        for instance in told["valid_instances"]:
            dumped = schema.dump(schema.parse(instance))
            assert canonical(dumped) == expected_text(instance)
            assert exact(dumped) == exact(whole(instance))
        for instance in told["invalid_instances"]:
            assert not schema.accepts(instance)
            with pytest.raises(InvalidValue):
                schema.parse(instance)


@pytest.mark.parametrize("name", KEPT)
def test_every_module_imports(name: str, root: Path) -> None:
    server, client = module(name, "server"), module(name, "client")
    assert (list(server.registry.interrupts), list(server.registry.tools)) == (["ask"], ["act"])
    assert (list(client.bindings.interrupts), list(client.bindings.approvals)) == (["ask"], ["act"])


@pytest.mark.parametrize("name", [name for name in KEPT if "check_order" in CASES[name].told])
def test_fields_keep_their_order(name: str, root: Path) -> None:
    models = module(name, "models")
    for model in (models.AskPayload, models.AskResponse, models.ActInput, models.ActReject):
        assert issubclass(model, BaseModel)
        assert list(model.model_fields) == CASES[name].told["check_order"]


@pytest.mark.parametrize("name", [name for name in KEPT if "exact_text" in CASES[name].told])
def test_texts_are_those_of_javascript(name: str, root: Path) -> None:
    for schema in slots(name):
        dumped = [schema.dump(schema.parse(one)) for one in CASES[name].told["valid_instances"]]
        assert [canonical(one) for one in dumped] == TEXTS[name]


def definitions() -> Iterator[Definition]:
    for name in KEPT:
        model = result(name).model
        assert model
        yield from of_model(model)


def test_hashes_are_those_of_the_real_packages() -> None:
    found = list(definitions())
    answers = run_node("hashes.mjs", [one.for_peer() for one in found])
    assert len(answers) == len(found) == 2 * len(KEPT)
    for definition, answer in zip(found, answers, strict=True):
        assert answer["wrapped"] == definition.hashes, definition.id


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout


@pytest.mark.slow
def test_mypy_strict(root: Path) -> None:
    files = len(list(root.rglob("*.py")))
    output = run(root, "mypy", "--strict", ROOT)
    assert output == f"Success: no issues found in {files} source files\n"


@pytest.mark.slow
def test_pyright_strict(root: Path) -> None:
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "include": [ROOT]}
    (root / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    report = json.loads(run(root, "pyright", "--outputjson"))
    assert report["summary"]["filesAnalyzed"] == len(list(root.rglob("*.py")))
    assert report["generalDiagnostics"] == []


def table() -> str:
    """Lay out what came of each case."""
    head = "# What comes of the cases\n\n| case | verdict | findings |\n|---|---|---|\n"
    return head + "".join(
        f"| {name} | {'exact' if result(name).files else 'refused'} | {codes(name)} |\n"
        for name in CASES
    )


def codes(name: str) -> str:
    return ", ".join(sorted({one.code for one in result(name).diagnostics}))


def test_results(update: bool) -> None:
    if update:
        RESULTS.write_text(table(), encoding="utf-8", newline="\n")
    assert RESULTS.read_text(encoding="utf-8") == table()
