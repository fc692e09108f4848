"""The schema of a value -> the kind of field that a person fills in for it.

A field is read when its turn comes, so that a schema may contain itself.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text
from interruptgen_runtime.terminal.form.resolving import Node, keywords, merged


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """What all fields have; `rules` are the keywords that hold for the value."""

    rules: JsonObject
    nullable: bool = False

    @property
    def title(self) -> str | None:
        """What the schema calls the value."""
        return read_text(self.rules, "title")

    @property
    def description(self) -> str | None:
        """What the schema says about the value."""
        return read_text(self.rules, "description")

    @property
    def default(self) -> Json | Absent:
        """What the schema says holds where there is no value."""
        return self.rules.get("default", ABSENT)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField(Field):
    """A text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberField(Field):
    """A number; `whole` for one without a fraction."""

    whole: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagField(Field):
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the values that a choice offers."""

    label: str | None
    value: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceField(Field):
    """One of several values."""

    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedField(Field):
    """The only value that is allowed."""

    value: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ListField(Field):
    """A list of values of one kind."""

    items: Node


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object."""

    name: str
    node: Node
    required: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectField(Field):
    """Members with names, those that are required first."""

    members: tuple[Member, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """One of the kinds of value that a union offers; `label` is `None` where it has no name."""

    label: str | None
    node: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class UnionField(Field):
    """A value of one of several kinds."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonField(Field):
    """A value for which there is no form: it is written as JSON."""


def read_field(node: Node) -> Field:
    """Return the field for a schema; whatever there is no form for becomes a `JsonField`."""
    return _read(node, _DEEPEST)


def _read(node: Node, depth: int) -> Field:
    rules = keywords(node)
    if rules is None or depth == 0:
        return JsonField(rules={})
    if "const" in rules:
        return FixedField(rules=rules, value=rules["const"])
    listed = rules.get("enum")
    if isinstance(listed, list) and listed:
        options = tuple(Option(None, value) for value in listed)
        return ChoiceField(rules=rules, options=options)
    for keyword in ("oneOf", "anyOf"):
        branches = rules.get(keyword)
        if isinstance(branches, list) and branches:
            return _union(node, rules, keyword, depth)
    return _by_type(node, rules)


def _by_type(node: Node, rules: JsonObject) -> Field:
    kinds = _types(rules)
    others = [kind for kind in kinds if kind != "null"]
    if len(others) > 1:
        branches = tuple(Branch(kind, node.at({**rules, "type": kind})) for kind in others)
        return UnionField(rules=rules, branches=branches, nullable="null" in kinds)
    if not others:
        return FixedField(rules=rules, value=None) if kinds else JsonField(rules=rules)
    maker = _MAKERS.get(others[0])
    field = JsonField(rules=rules) if maker is None else maker(node, rules)
    return replace(field, nullable="null" in kinds)


def _types(rules: JsonObject) -> list[str]:
    given = rules.get("type")
    if isinstance(given, str):
        return [given]
    if isinstance(given, list):
        return [kind for kind in given if isinstance(kind, str)]
    return ["object"] if isinstance(rules.get("properties"), dict) else []


def _text(node: Node, rules: JsonObject) -> Field:
    return TextField(rules=rules)


def _number(node: Node, rules: JsonObject) -> Field:
    return NumberField(rules=rules, whole=False)


def _integer(node: Node, rules: JsonObject) -> Field:
    return NumberField(rules=rules, whole=True)


def _flag(node: Node, rules: JsonObject) -> Field:
    return FlagField(rules=rules)


def _list(node: Node, rules: JsonObject) -> Field:
    items = rules.get("items")
    if not isinstance(items, dict) or "prefixItems" in rules:
        return JsonField(rules=rules)
    return ListField(rules=rules, items=node.at(items))


def _object(node: Node, rules: JsonObject) -> Field:
    properties, listed = rules.get("properties"), rules.get("required")
    if not isinstance(properties, dict) or not properties:
        return JsonField(rules=rules)
    required = listed if isinstance(listed, list) else []
    members = (Member(name, node.at(one), name in required) for name, one in properties.items())
    ordered = tuple(sorted(members, key=lambda member: not member.required))
    return ObjectField(rules=rules, members=ordered)


_MAKERS: Final[dict[str, Callable[[Node, JsonObject], Field]]] = {
    "string": _text,
    "number": _number,
    "integer": _integer,
    "boolean": _flag,
    "array": _list,
    "object": _object,
}

_DEEPEST: Final = 16
"""Unions of a single kind inside one another; they may lead back to themselves."""

_Branches: TypeAlias = list[tuple[JsonObject, Node]]


def _union(node: Node, rules: JsonObject, keyword: str, depth: int) -> Field:
    listed = rules[keyword]
    around: JsonObject = {name: value for name, value in rules.items() if name != keyword}
    read: _Branches = []
    for schema in listed if isinstance(listed, list) else ():
        known = keywords(node.at(schema))
        if known is None:
            return JsonField(rules=rules)
        read.append((known, node.at(merged(around, known))))
    nullable = any(_is_null(known) for known, _ in read)
    read = [(known, one) for known, one in read if not _is_null(known)]
    if len(read) == 1:
        return replace(_read(read[0][1], depth - 1), nullable=nullable)
    if read and all("const" in known for known, _ in read):
        options = (Option(read_text(known, "title"), known["const"]) for known, _ in read)
        return ChoiceField(rules=around, options=tuple(options), nullable=nullable)
    branches = tuple(Branch(_label(known), one) for known, one in read)
    return UnionField(rules=around, branches=branches, nullable=nullable)


def _is_null(known: JsonObject) -> bool:
    return known.get("type") == "null" or ("const" in known and known["const"] is None)


def _label(known: JsonObject) -> str | None:
    """Name a branch: by its title, else by what tells it apart, else by its type."""
    title = read_text(known, "title")
    if title is not None:
        return title
    properties = known.get("properties")
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        if isinstance(schema, dict) and isinstance(schema.get("const"), str | int | bool):
            return f"{name}: {schema['const']}"
    return read_text(known, "description") or read_text(known, "type")
