"""The names of modules -> bindings."""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from interruptgen_runtime.terminal.modules import NoBindings, load_bindings
from payments.generated.payments.client import bindings as payments

MODULES = {
    "app/__init__.py": "",
    "app/fails.py": "raise RuntimeError('not today\\x1b[2J')",
    "app/needs.py": "import a_module_that_nobody_has",
    "app/other.py": "bindings = {}",
    "app/pair/__init__.py": "",
    "app/pair/one/__init__.py": "",
    "app/pair/one/client.py": "from payments.generated.payments.client import bindings",
    "app/pair/two/__init__.py": "",
    "app/pair/two/client.py": "from travel_desk.generated.bookings.client import bindings",
    "app/wrong/__init__.py": "",
    "app/wrong/client.py": "bindings = 1",
}


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    for name, text in MODULES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    before = [*sys.path]
    yield
    assert sys.path == before
    for name in [name for name in sys.modules if name == "app" or name.startswith("app.")]:
        del sys.modules[name]


@pytest.mark.parametrize(
    "names",
    [
        ["payments.generated.payments.client"],
        ["payments.generated.payments"],
        ["payments.generated"],
        ["app.pair.one"],
    ],
)
def test_the_module_and_the_packages_around_it(names: list[str]) -> None:
    assert load_bindings(names).approvals == payments.approvals


@pytest.mark.parametrize(
    "names", [["app.pair"], ["app.pair.one", "app.pair.two.client"], ["app.pair", "app.pair"]]
)
def test_several_are_combined(names: list[str]) -> None:
    bindings = load_bindings(names)
    assert "refund" in bindings.approvals and "choose-itinerary" in bindings.interrupts


def test_none_are_empty() -> None:
    bindings = load_bindings([])
    assert not bindings.approvals and not bindings.interrupts


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("app.nothing", "there is no module app.nothing: it is looked for in "),
        ("nothing.at.all", "there is no module nothing.at.all"),
        ("app.needs", "app.needs cannot be imported: No module named 'a_module_that_nobody_has'"),
        ("app.fails", "app.fails cannot be imported: RuntimeError: not today"),
        ("app.other", "app.other has no `bindings`"),
        ("app.wrong", "app.wrong.client has no `bindings`"),
        ("app", "app.wrong.client has no `bindings`"),
        ("json", "json has no `bindings`"),
        ("not a name", "there is no module not a name"),
        ("", "is no name of a module"),
        (".client", "is no name of a module"),
    ],
)
def test_what_is_no_module_with_bindings(name: str, problem: str) -> None:
    with pytest.raises(NoBindings) as caught:
        load_bindings([name])
    assert problem in str(caught.value)
