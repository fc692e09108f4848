"""What has not changed is neither rendered nor formatted again."""

from collections.abc import Mapping

import pytest

from interruptgen import pipeline
from interruptgen.lock import LOCK_NAME
from interruptgen.model import Model, Package
from interruptgen.pipeline import Inputs, Result, build
from interruptgen.python import Rendered, render_package

COMMON = b"interruptgen: 1\n$defs:\n  Price: {type: object, properties: {amount: {type: number}}}\n"
BOOK = b"""interruptgen: 1
interrupts:
  book:
    message: Shall we book?
    payloadSchema: {$ref: "common.yaml#/$defs/Price"}
"""
PAY = b"interruptgen: 1\ntools: {pay: {inputSchema: {type: object}}}\n"
SOURCES = {"common.yaml": COMMON, "book.yaml": BOOK, "pay.yaml": PAY}


def run(sources: Mapping[str, bytes], files: Mapping[str, str]) -> Result:
    result = build(Inputs(sources, lambda _: None, files.get))
    assert not result.diagnostics
    return result


def from_scratch(sources: Mapping[str, bytes], first: Result) -> Mapping[str, str]:
    """Build with nothing but the memory of an earlier build."""
    return run(sources, {LOCK_NAME: first.files[LOCK_NAME]}).files


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    packages: list[str] = []

    def watched(model: Model, package: Package) -> Rendered:
        packages.append(package.name)
        return render_package(model, package)

    monkeypatch.setattr(pipeline, "render_package", watched)
    return packages


def test_nothing_changed(rendered: list[str]) -> None:
    first = run(SOURCES, {})
    assert sorted(rendered) == ["book", "common", "pay"]
    rendered.clear()
    assert run(SOURCES, first.files).files == first.files
    assert rendered == []


def test_one_source_changed(rendered: list[str]) -> None:
    first = run(SOURCES, {})
    rendered.clear()
    changed = {**SOURCES, "pay.yaml": PAY.replace(b"object", b"string")}
    again = run(changed, first.files)
    assert rendered == ["pay"]
    assert again.files == from_scratch(changed, first)


def test_a_shared_schema_changed(rendered: list[str]) -> None:
    first = run(SOURCES, {})
    rendered.clear()
    changed = {**SOURCES, "common.yaml": COMMON.replace(b"amount", b"total")}
    again = run(changed, first.files)
    assert sorted(rendered) == ["book", "common"]
    assert again.files == from_scratch(changed, first)


@pytest.mark.parametrize("path", ["pay/server.py", "pay/models.py", "pay/__init__.py"])
def test_an_edited_output_is_rendered_again(rendered: list[str], path: str) -> None:
    first = run(SOURCES, {})
    rendered.clear()
    edited = {**first.files, path: first.files[path] + "\n# mine\n"}
    assert run(SOURCES, edited).files == first.files
    assert rendered == ["pay"]


def test_a_missing_output_is_rendered_again(rendered: list[str]) -> None:
    first = run(SOURCES, {})
    rendered.clear()
    left = {path: text for path, text in first.files.items() if path != "book/client.py"}
    assert run(SOURCES, left).files == first.files
    assert rendered == ["book"]


def test_another_generator_renders_everything(rendered: list[str]) -> None:
    first = run(SOURCES, {})
    rendered.clear()
    lock = first.files[LOCK_NAME].replace('"generator": "', '"generator": "0.0.')
    assert run(SOURCES, {**first.files, LOCK_NAME: lock}).files == first.files
    assert sorted(rendered) == ["book", "common", "pay"]


def test_a_forgotten_version_is_no_longer_rendered(rendered: list[str]) -> None:
    first = run(SOURCES, {})
    changed = {**SOURCES, "book.yaml": BOOK.replace(b"payloadSchema", b"responseSchema")}
    second = run(changed, first.files)
    assert "book/earlier.py" in second.files
    rendered.clear()
    pruned = build(Inputs(changed, lambda _: None, second.files.get, prune=True))
    assert rendered == ["book"]
    assert "book/earlier.py" not in pruned.files
    assert pruned.files == run(changed, {}).files
