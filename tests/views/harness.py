"""Sources -> a model -> running classes, for the tests of the views."""

import importlib
import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from pydantic import TypeAdapter

from interruptgen import reading
from interruptgen.model import Interrupt, Json, JsonObject, Model, Origin, Package, Pointer, Slot
from interruptgen.python.format import format_python
from interruptgen.python.views import Views, render_views
from interruptgen.reading import Document
from interruptgen.resolve import resolve
from interruptgen.schema.bundle import Bundler
from interruptgen.schema.library import Library
from interruptgen.schema.references import Location

_SCHEMAS = ("payloadSchema", "responseSchema", "inputSchema", "outputSchema")


def parse(path: str, value: Json) -> Document:
    document = reading.read(path, json.dumps(value).encode())
    assert isinstance(document, Document), document
    return document


def embedded(document: Document) -> Iterator[Pointer]:
    """Yield where the schemas of a definition file stand."""
    assert isinstance(document.data, dict)
    for section in ("interrupts", "tools"):
        blocks = document.data.get(section, {})
        assert isinstance(blocks, dict)
        for name, block in blocks.items():
            assert isinstance(block, dict)
            yield from ((section, name, key) for key in _SCHEMAS if key in block)
    shared = document.data.get("$defs", {})
    assert isinstance(shared, dict)
    yield from (("$defs", name) for name in shared)


def library(sources: Mapping[str, Document], others: Mapping[str, JsonObject]) -> Library:
    def load(path: str) -> Document | None:
        return parse(path, others[path]) if path in others else None

    return Library(sources, load, embedded)


def compiled(
    sources: Mapping[str, JsonObject], others: Mapping[str, JsonObject] | None = None
) -> Model:
    """Compile definition files, by path; `others` are plain JSON Schema files."""
    documents = {path: parse(path, source) for path, source in sorted(sources.items())}
    resolution = resolve(list(documents.values()), library(documents, others or {}))
    assert resolution.model, resolution.diagnostics
    return resolution.model


def package_of(
    schema: Json,
    class_name: str,
    name: str = "case",
    others: Mapping[str, JsonObject] | None = None,
) -> Package:
    """Make a package with one slot, whose schema may be anything."""
    path = f"{name}.json"
    block: JsonObject = {"payloadSchema": schema}
    documents = {path: parse(path, {"interrupts": {"ask": block}})}
    at = Location(path, ("interrupts", "ask", "payloadSchema"))
    bundled = Bundler(library(documents, others or {})).bundle(at)
    assert not isinstance(bundled, tuple), bundled
    interrupt = Interrupt(
        id="ask",
        class_name="Ask",
        variable="ask",
        origin=Origin(path, ("interrupts", "ask")),
        description=None,
        phases=(),
        reason=None,
        message=None,
        expires_after=None,
        payload=Slot("payload", class_name, bundled),
        response=None,
    )
    return Package(name, path, None, (), (interrupt,), ())


def views(schema: Json, class_name: str = "CaseRoot") -> Views:
    package = package_of(schema, class_name)
    return render_views(Model((package,)), package)


def execute(text: str, name: str) -> ModuleType:
    """Run the text of a module that imports no sibling."""
    module = ModuleType(name)
    sys.modules[name] = module
    exec(compile(text, name, "exec", dont_inherit=True), vars(module))
    return module


@dataclass(frozen=True)
class Modules:
    """The written packages of a model below `root`, by package name."""

    root: Path
    texts: Mapping[str, str]

    def load(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self.root.name}.{name}.models")


def written(model: Model, root: Path) -> Modules:
    """Write the models of every package below `root`, which can then be imported."""
    texts = {one.name: format_python(render_views(model, one).text) for one in model.packages}
    for name, text in texts.items():
        folder = root / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("", encoding="utf-8")
        (folder / "models.py").write_text(text, encoding="utf-8")
    (root / "__init__.py").write_text("", encoding="utf-8")
    return Modules(root, texts)


def whole(value: Json) -> Json:
    """Read whole numbers as integers, as everything does that reads JSON for a view."""
    match value:
        case float():
            return int(value) if value.is_integer() else value
        case list():
            return [whole(item) for item in value]
        case dict():
            return {key: whole(item) for key, item in value.items()}
        case _:
            return value


def exact(value: Json) -> object:
    """Make values comparable such that 1, 1.0 and true differ, and key order does not count."""
    match value:
        case list():
            return ("list", tuple(exact(item) for item in value))
        case dict():
            return ("dict", frozenset((key, exact(item)) for key, item in value.items()))
        case _:
            return (type(value).__name__, value)


class View:
    """Loads and dumps by a generated class as the runtime does."""

    def __init__(self, model: type[object]) -> None:
        self._adapter = TypeAdapter(model)

    def load(self, value: Json) -> object:
        return self._adapter.validate_json(
            json.dumps(whole(value)), strict=True, by_alias=True, by_name=False
        )

    def dump(self, value: object) -> object:
        return self._adapter.dump_python(
            value, mode="json", by_alias=True, exclude_defaults=True, warnings="error"
        )

    def changed(self, value: Json) -> tuple[object, object] | None:
        """Return what a round trip makes of `value`, or None where it comes back unchanged."""
        before = exact(whole(value))
        after = exact(whole_object(self.dump(self.load(value))))
        return None if before == after else (before, after)


def whole_object(value: object) -> Json:
    return whole(json.loads(json.dumps(value)))
