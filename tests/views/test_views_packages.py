"""Shared schemas: one class for all packages, also where the packages refer to each other."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from interruptgen.model import Json, JsonObject
from interruptgen.python.views import view_sources
from views.harness import Modules, View, compiled, written

PRICE: JsonObject = {
    "type": "object",
    "properties": {"amount": {"type": "number"}, "note": {"type": "string"}},
    "required": ["amount"],
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder whose packages are importable for the time of a test."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    folder = tmp_path / f"generated_{abs(hash(tmp_path))}"
    yield folder
    for name in [name for name in sys.modules if name.startswith(folder.name)]:
        del sys.modules[name]


def build(root: Path, **sources: JsonObject) -> Modules:
    return written(compiled({f"{name}.json": source for name, source in sources.items()}), root)


def source(*, shared: JsonObject | None = None, **payloads: Json) -> JsonObject:
    interrupts: JsonObject = {
        name: {"message": "?", "payloadSchema": schema} for name, schema in payloads.items()
    }
    return {"interruptgen": 1, "interrupts": interrupts, "$defs": shared or {}}


def ref(name: str, file: str = "") -> JsonObject:
    return {"$ref": f"{file}#/$defs/{name}"}


def properties(**schemas: Json) -> JsonObject:
    return {"type": "object", "properties": dict(schemas)}


def test_a_shared_class_is_imported(root: Path) -> None:
    modules = build(
        root,
        common=source(shared={"Price": PRICE}),
        desk=source(ask=properties(price=ref("Price", "common.json"))),
    )
    desk = modules.load("desk")
    assert "from ..common.models import Price\n" in modules.texts["desk"]
    assert desk.Price is modules.load("common").Price
    assert desk.AskPayload.model_fields["price"].annotation == desk.Price | None
    assert "class Price" not in modules.texts["desk"]


def test_a_slot_that_is_a_shared_class_extends_it(root: Path) -> None:
    modules = build(
        root,
        common=source(shared={"Price": PRICE, "Currency": {"enum": ["EUR", "USD"]}}),
        desk=source(ask=ref("Price", "common.json"), choose=ref("Currency", "common.json")),
    )
    desk = modules.load("desk")
    assert issubclass(desk.AskPayload, modules.load("common").Price)
    assert View(desk.ChoosePayload).changed("EUR") is None
    assert desk.ChoosePayload("USD").root == "USD"


@pytest.mark.parametrize("first", ["a", "b", "c"])
def test_packages_in_a_circle(root: Path, first: str) -> None:
    modules = build(
        root,
        a=source(shared={"A": properties(b=ref("B", "b.json"))}),
        b=source(shared={"B": properties(c=ref("C", "c.json"))}, ask=ref("B")),
        c=source(shared={"C": properties(a=ref("A", "a.json"))}, tell=ref("A", "a.json")),
    )
    modules.load(first)
    a, b, c = (modules.load(name) for name in "abc")
    assert a.B is b.B
    assert a.C is c.C
    assert "from ..a.models import B as B" in modules.texts["b"]
    instance: JsonObject = {"b": {"c": {"a": {"b": {}}}, "extra": None}}
    assert View(a.A).changed(instance) is None
    assert View(c.TellPayload).changed(instance) is None


def test_one_name_twice_in_a_circle(root: Path) -> None:
    modules = build(
        root,
        a=source(shared={"Price": properties(other=ref("Price", "b.json"))}),
        b=source(shared={"Price": properties(other=ref("Price", "a.json"))}),
    )
    assert modules.load("b").Price is modules.load("a").BPrice
    assert modules.load("a").Price is not modules.load("b").Price
    assert "from ..a.models import BPrice as Price" in modules.texts["b"]


def test_an_imported_name_that_is_taken(root: Path) -> None:
    modules = build(
        root,
        common=source(shared={"Price": PRICE}),
        desk=source(
            shared={"Price": {"type": "object", "properties": {"net": ref("Price", "common.json")}}}
        ),
    )
    assert "from ..common.models import Price as CommonPrice" in modules.texts["desk"]
    assert View(modules.load("desk").Price).changed({"net": {"amount": 1}}) is None


def test_a_field_that_is_called_like_an_imported_class(root: Path) -> None:
    named: JsonObject = {**PRICE, "x-name": "price"}
    modules = build(
        root,
        common=source(shared={"Price": named, "値段": PRICE}),
        desk=source(
            ask=properties(price=ref("Price", "common.json"), 値段=ref("値段", "common.json"))
        ),
    )
    desk = modules.load("desk")
    assert list(desk.AskPayload.model_fields) == ["price_", "値段_"]
    value: Json = {"price": {"amount": 1}, "値段": {"amount": 2, "note": "x"}}
    assert View(desk.AskPayload).changed(value) is None


def test_null_by_other_names(root: Path) -> None:
    """`None | None` is an error at run time, and so is what stands for it."""
    nothing: JsonObject = {"type": "null"}
    either: Json = {"anyOf": [ref("Nothing", "common.json"), ref("Void"), {"type": "null"}]}
    modules = build(
        root,
        common=source(shared={"Nothing": nothing}),
        desk=source(
            shared={"Void": ref("Nothing", "common.json"), "Empty": nothing},
            ask=properties(a=either, b=ref("Void"), c={"anyOf": [ref("Empty"), ref("Void")]}),
            tell=ref("Void"),
        ),
    )
    desk = modules.load("desk")
    values: list[Json] = [{}, {"a": None, "b": None, "c": None}]
    for value in values:
        assert View(desk.AskPayload).changed(value) is None
    assert View(desk.TellPayload).changed(None) is None
    assert desk.Empty is desk.Void is None


def test_a_foreign_class_that_would_lose_something_is_copied(root: Path) -> None:
    either: Json = {"anyOf": [ref("Price", "common.json"), properties(note={"type": "null"})]}
    modules = build(
        root,
        common=source(shared={"Price": PRICE}),
        desk=source(
            ask=properties(either=either), plain=properties(price=ref("Price", "common.json"))
        ),
    )
    desk, common = modules.load("desk"), modules.load("common")
    assert View(desk.AskPayload).changed({"either": {"amount": 1, "note": None}}) is None
    assert View(desk.AskPayload).changed({"either": {"note": None}}) is None
    assert desk.PlainPayload.model_fields["price"].annotation == common.Price | None
    assert "note: str | None = None" in modules.texts["common"]
    assert "note: str | MISSING = MISSING" in modules.texts["desk"]


def test_recursion_without_a_class(root: Path) -> None:
    tree: Json = {"anyOf": [{"type": "string"}, {"type": "array", "items": ref("Tree")}]}
    modules = build(
        root,
        common=source(shared={"Tree": tree}),
        desk=source(ask=properties(tree=ref("Tree", "common.json"))),
    )
    instance: Json = {"tree": ["a", ["b", []]]}
    assert View(modules.load("desk").AskPayload).changed(instance) is None
    assert 'class Tree(RootModel["str | list[Tree]"]):' in modules.texts["common"]


def test_an_alias_of_classes_that_use_it(root: Path) -> None:
    expression: Json = {
        "oneOf": [
            {"type": "string"},
            {
                "type": "object",
                "properties": {"all": {"type": "array", "items": ref("Expression")}},
                "required": ["all"],
                "additionalProperties": False,
            },
        ]
    }
    modules = build(
        root,
        common=source(shared={"Expression": expression}),
        desk=source(ask=properties(when=ref("Expression", "common.json"))),
    )
    instance: Json = {"when": {"all": ["a", {"all": ["b"]}]}}
    assert View(modules.load("desk").AskPayload).changed(instance) is None
    assert "Expression: TypeAlias = str | ExpressionObject" in modules.texts["common"]


def sources_of(name: str, files: Mapping[str, JsonObject]) -> frozenset[str]:
    model = compiled(files)
    package = next(package for package in model.packages if package.name == name)
    return view_sources(model, package)


def test_what_a_module_is_made_from() -> None:
    files: dict[str, JsonObject] = {
        "a.json": source(shared={"A": properties(b=ref("B", "b.json"))}),
        "b.json": source(shared={"B": {"type": "object"}, "B2": properties(c=ref("C", "c.json"))}),
        "c.json": source(shared={"C": {"type": "object"}}),
        "d.json": source(shared={"D": properties(a=ref("A", "a.json"))}),
    }
    assert sources_of("a", files) == {"a.json", "b.json", "c.json"}
    assert sources_of("c", files) == {"c.json"}
