"""Schemas that code generators stumble over: the classes import, load and give back."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from interruptgen.model import JsonObject, Model
from interruptgen.naming import pascal_case
from interruptgen.python.format import format_python
from interruptgen.python.views import render_views
from views.harness import View, execute, package_of, views

FOLDER = Path(__file__).parents[1] / "schema_cases"


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def others(case: JsonObject) -> dict[str, JsonObject]:
    """Return the further files of a case, by the path that its schema knows them by."""
    names = case.get("extra_files")
    folder = (FOLDER / str(case["schema"])).parent
    return {
        str(name): read(folder / str(name)) for name in (names if isinstance(names, list) else ())
    }


CASES: dict[str, JsonObject] = {
    path.stem: case
    for path in sorted(FOLDER.glob("*.json"))
    if not path.name.endswith(".schema.json")
    for case in [read(path)]
    if case.get("expect") != "reject"
}


def text_of(name: str) -> str:
    case = CASES[name]
    schema = read(FOLDER / str(case["schema"]))
    package = package_of(schema, "CaseRoot", others=others(case))
    return format_python(render_views(Model((package,)), package).text)


def test_there_are_cases() -> None:
    assert len(CASES) > 70


@pytest.mark.parametrize("name", CASES)
def test_valid_instances_come_back(name: str) -> None:
    view = View(execute(text_of(name), f"case_{pascal_case(name)}").CaseRoot)
    for instance in read(FOLDER / f"{name}.json")["valid_instances"]:
        assert view.changed(instance) is None


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.get("check_order")])
def test_fields_keep_their_order(name: str) -> None:
    model = execute(text_of(name), f"order_{pascal_case(name)}").CaseRoot
    assert issubclass(model, BaseModel)
    assert list(model.model_fields) == CASES[name]["check_order"]


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("additional-false", {"a": "x", "zz": 1}),
        ("boolean-strict", {"approved": "true"}),
        ("enum-nullable", {"a": None, "b": None}),
        ("integer-strict", {"n": "3"}),
        ("names-defs-collide", {"w": {"a": 1}, "x": {"b": 1}, "y": {"c": True}, "z": {"d": 1}}),
        ("number-strict", {"n": True}),
        ("oneof-const-tag", {"kind": "bank", "last4": "1234"}),
        ("required-nullable", {}),
        ("root-enum-boolean", 1),
        ("unevaluated-properties", {"id": "1", "zz": 1}),
    ],
)
def test_form_is_checked(name: str, refused: Any) -> None:
    view = View(execute(text_of(name), f"refusing_{pascal_case(name)}").CaseRoot)
    with pytest.raises(ValueError, match="validation error"):
        view.load(refused)


USES = """
from typing import assert_type

from approval_envelope import CaseRoot as Envelope, CaseRootFalse, CaseRootTrue
from enum_mixed_types import CaseRoot as Mixed
from names_python_keywords import CaseRoot as Keywords
from number_int_roundtrip import CaseRoot as Numbers
from pydantic import MISSING
from ref_cycle_tree import CaseRoot as Tree
from required_nullable import CaseRoot as Nullable

keywords = Keywords(class_="a", from_="b")
assert_type(keywords.class_, str)
assert_type(keywords.lambda_, str | None)
assert_type(Numbers(amount=3).amount, int | float)
envelope = Envelope(CaseRootTrue(approved=True, edited_args={"x": 1}))
Envelope(False)
if isinstance(envelope.root, CaseRootFalse):
    assert_type(envelope.root.reason, str | None)
memo = Nullable(manager=None).memo
if memo is not MISSING and memo is not None:
    assert_type(memo, str)
Tree(v=1, kids=[Tree(v=2)])
Keywords(class_="a")  # wrong: `from_` is missing
Keywords(**{"class": 1}, from_="b")  # wrong: not a field name of its type
Tree(v="1")  # wrong: not an integer
CaseRootTrue(approved=False)  # wrong: another branch
Mixed(e="other")  # wrong: not one of the values
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the module of every case, and one that uses some of them."""
    path = tmp_path_factory.mktemp("cases")
    for name in CASES:
        (path / f"{name.replace('-', '_')}.py").write_text(text_of(name), encoding="utf-8")
    (path / "uses.py").write_text(USES, encoding="utf-8")
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    settings = "[tool.mypy]\nstrict = true\npython_version = '3.11'\n"
    (path / "pyproject.toml").write_text(settings, encoding="utf-8")
    return path


def wrong_lines() -> set[tuple[str, int]]:
    lines = USES.splitlines()
    return {("uses.py", number) for number, line in enumerate(lines, 1) if "# wrong" in line}


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout


@pytest.mark.slow
def test_mypy_strict(folder: Path) -> None:
    output = run(folder, "mypy", "--no-error-summary", "--no-pretty", ".")
    errors = [line.split(":", 2) for line in output.splitlines() if ": error:" in line]
    assert {(path, int(line)) for path, line, _ in errors} == wrong_lines(), output


@pytest.mark.slow
def test_pyright_strict(folder: Path) -> None:
    output = run(folder, "pyright", "--outputjson", ".")
    report = json.loads(output)
    assert report["summary"]["filesAnalyzed"] == len(CASES) + 1
    found = {
        (Path(one["file"]).name, one["range"]["start"]["line"] + 1)
        for one in report["generalDiagnostics"]
    }
    assert found == wrong_lines(), output


@pytest.mark.slow
def test_hash_seeds_do_not_show(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import hashlib, sys\n"
        f"sys.path[:0] = {[str(FOLDER.parent), *sys.path]!r}\n"
        "from views.test_views_cases import CASES, text_of\n"
        "names = [name for name in CASES if not name.startswith('deep')]\n"
        "print(hashlib.sha256(''.join(map(text_of, names)).encode()).hexdigest())\n",
        encoding="utf-8",
    )
    outputs = {
        subprocess.run(
            [sys.executable, str(script)],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_a_description_is_the_docstring() -> None:
    text = 'Say "yes".\n\nA second \\ paragraph, ending in """'
    schema: JsonObject = {
        "description": text,
        "type": "object",
        "properties": {"a": {"type": "string", "description": "What a is."}},
    }
    formatted = format_python(views(schema).text)
    model = execute(formatted, "described").CaseRoot
    assert model.__doc__.split() == text.split()
    assert '"""What a is."""' in formatted
