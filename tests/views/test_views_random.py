"""Random schemas and instances: a view accepts what its schema accepts, and changes nothing."""

import inspect
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import jsonschema_rs
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from interruptgen.model import Json, JsonObject, Model
from interruptgen.naming import field_names
from interruptgen.python.format import format_python
from interruptgen.python.views import Views, render_views
from interruptgen.schema.dialects import Dialect
from views.harness import View, execute, package_of, views, whole
from views.random_dialects import OLDER, aged
from views.random_instances import Instances
from views.random_schemas import Schemas

MODULE = "random_views"


def rendered(document: Json) -> Views | None:
    """Render a random schema; None where it only leads back to itself."""
    try:
        package = package_of(document, "CaseRoot")
    except AssertionError:
        return None
    return render_views(Model((package,)), package)


def view_of(text: str) -> View:
    """Make the view of the module's root; what the module before it declared is gone."""
    sys.modules.pop(MODULE, None)
    return View(execute(text, MODULE).CaseRoot)


@given(st.randoms(use_true_random=True))
@settings(max_examples=100, deadline=None)
def test_never_narrower_never_lossy(random: Random) -> None:
    document = Schemas(random).document()
    found = rendered(document)
    if found is None:
        return
    note(f"{document!r}\n{found.text}")
    view = view_of(found.text)
    validator = jsonschema_rs.Draft202012Validator(document)
    instances = Instances(random, document)
    for _ in range(25):
        value = instances.value(document)
        if validator.is_valid(value):
            assert view.changed(value) is None, value


@given(st.randoms(use_true_random=True), st.sampled_from([*OLDER]))
@settings(max_examples=100, deadline=None)
def test_older_dialects_keep_their_verdicts(random: Random, dialect: Dialect) -> None:
    document = Schemas(random).document()
    old = aged(document, dialect, random)
    note(f"{old!r}")
    try:
        package = package_of(old, "CaseRoot")
    except AssertionError:
        return
    ((slot,),) = [[*one.slots()] for one in package.definitions()]
    note(f"{slot.schema.document!r}")
    validator = jsonschema_rs.Draft202012Validator(slot.schema.document)
    judge = OLDER[dialect][1](old)
    instances = Instances(random, document)
    for _ in range(25):
        value = whole(instances.value(document))
        assert validator.is_valid(value) is judge.is_valid(value), value


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=6) | st.sampled_from(
    ["", "self", "model_config", "copy", "class", "list", "Any", '"""', "\\", "a-b", "a_b", "A B"]
)


@given(keys=st.lists(TEXT, unique=True, max_size=6), text=TEXT, value=TEXT)
@settings(max_examples=100, deadline=None)
def test_any_text_will_do(keys: list[str], text: str, value: str) -> None:
    """Keys, constants and descriptions of every kind are quoted, and field names are found."""
    inner: JsonObject = {"type": "object", "properties": {key: {} for key in keys}}
    properties: JsonObject = {
        key: {"const": value, "description": text} if index % 2 else inner
        for index, key in enumerate(keys)
    }
    schema: JsonObject = {"type": "object", "description": text, "properties": properties}
    formatted = format_python(views(schema).text)
    assert format_python(formatted) == formatted
    view = view_of(formatted)
    instance: JsonObject = {
        key: value if index % 2 else {key: None} for index, key in enumerate(keys)
    }
    extra: JsonObject = {name: [1] for name in field_names(keys).values()}
    assert view.changed({**extra, **instance}) is None
    model = sys.modules[MODULE].CaseRoot
    if text.isprintable() and text.strip():
        assert inspect.cleandoc(model.__doc__).split() == text.split()


@pytest.mark.slow
def test_type_checkers_have_nothing_against_them(tmp_path: Path) -> None:
    texts = {seed: rendered(Schemas(Random(seed)).document()) for seed in range(150)}
    for seed, found in texts.items():
        if found:
            (tmp_path / f"m{seed}.py").write_text(format_python(found.text), encoding="utf-8")
    files = len(list(tmp_path.iterdir()))
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    assert files > 100
    assert checked(tmp_path, "mypy", "--strict", ".") == (
        f"Success: no issues found in {files} source files\n"
    )
    report = json.loads(checked(tmp_path, "pyright", "--outputjson"))
    assert report["summary"]["filesAnalyzed"] == files
    assert report["generalDiagnostics"] == []


def checked(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout
