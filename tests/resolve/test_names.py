"""What a definition may be called: nothing that a generated module binds is bound twice."""

import ast
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from interruptgen.model import Json, JsonObject, Model
from interruptgen.naming import RESERVED_CLASSES
from interruptgen.pipeline import Compiled, compile_sources
from interruptgen.python.render import render_modules
from interruptgen.python.views import render_views

OBJECT: JsonObject = {"type": "object", "properties": {"amount": {"type": "number"}}}
CONDITION: JsonObject = {"when": {"required": ["amount"]}}
INTERRUPTS: JsonObject = {
    "plain": {"message": "?"},
    "timed": {"expiresAfter": "PT1H", "phase": "beforeModel", "responseSchema": OBJECT},
}
TOOLS: JsonObject = {
    "act": {"needsApproval": CONDITION, "inputSchema": OBJECT},
    "show": {"runsOn": "client", "inputSchema": OBJECT},
    "hide": {"runsOn": "client"},
}


def compiled(
    interrupts: Mapping[str, Json], tools: Mapping[str, Json], package: str = "desk"
) -> Compiled:
    source: JsonObject = {
        "interruptgen": 1,
        "package": package,
        "interrupts": {**INTERRUPTS, **interrupts},
        "tools": {**TOOLS, **tools},
    }
    return compile_sources({"desk.json": json.dumps(source).encode()}, lambda _: None)


def bound(text: str) -> Iterator[str]:
    """Yield every name that the top of a module binds, as often as it does."""
    for node in ast.parse(text).body:
        match node:
            case ast.Import(names) | ast.ImportFrom(names=names):
                yield from (one.asname or one.name for one in names)
            case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(name)):
                yield name
            case ast.If(test=ast.Name("TYPE_CHECKING"), body=body):
                yield from bound(ast.unparse(ast.Module(body, [])))
            case _:
                pass


def twice(model: Model) -> set[str]:
    counts = (Counter(bound(text)) for text in render_modules(model.packages[0]).values())
    return {name for count in counts for name, times in count.items() if times > 1}


@cache
def names() -> tuple[str, ...]:
    """Return every name that the modules of a package bind, and what else is special."""
    model = compiled({}, {}).model
    assert model
    found = {name for text in render_modules(model.packages[0]).values() for name in bound(text)}
    return tuple(sorted(found | {"Never", "Tool", "TypeChecking", "earlier"}))


def test_the_names_are_those_of_the_modules() -> None:
    assert {"annotations", "Bindings", "bindings", "models", "Json", "TYPE_CHECKING"} <= {*names()}


def test_what_models_import_is_no_name_of_a_class() -> None:
    every: JsonObject = {"a-b": {"enum": ["x", None]}, "b": {}, "c": {"type": ["null", "array"]}}
    schema: JsonObject = {"type": "object", "properties": every}
    shared: JsonObject = {"payloadSchema": schema, "responseSchema": {"type": "string"}}
    model = compiled({"ask": shared}, {}).model
    assert model
    text = render_views(model, model.packages[0]).text
    imported = {
        alias.name
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert {"annotations", "Any", "Field", "MISSING"} <= imported <= RESERVED_CLASSES


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("key", ["id", "x-name"])
def test_a_name_of_the_modules(name: str, key: str) -> None:
    asked: JsonObject = {"x-name": name} if key == "x-name" else {}
    id = name if key == "id" else "ask"
    ask: JsonObject = {"message": "?", "responseSchema": OBJECT, **asked}
    run: JsonObject = {"needsApproval": CONDITION, "inputSchema": OBJECT, **asked}
    answer: JsonObject = {"responseSchema": {**OBJECT, **asked}}
    for interrupts, tools in (({id: ask}, {}), ({}, {id: {**run, "runsOn": "client"}})):
        found = compiled(interrupts, tools)
        assert found.model is None or not twice(found.model)
        assert {one.code for one in found.diagnostics} <= {"IG213", "IG221"}
    found = compiled({"ask": answer}, {})
    assert found.model is None or not twice(found.model)


def test_a_condition_and_a_schema_of_one_name() -> None:
    schema: JsonObject = {"type": "string", "x-name": "ActNeedsApproval"}
    found = compiled({"ask": {"responseSchema": schema}}, {})
    assert [one.code for one in found.diagnostics] == ["IG221"]


@pytest.mark.parametrize("name", ["é", "日本", "class", "a-b", "__init__", "1", "?"])
def test_the_package_that_is_proposed_can_be_one(name: str) -> None:
    refused = compiled({}, {}, name)
    assert [one.code for one in refused.diagnostics] == ["IG224"]
    hint = refused.diagnostics[0].hint
    assert hint
    assert compiled({}, {}, hint.removeprefix("write `package: ").removesuffix("`")).model
