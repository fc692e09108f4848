"""The schema of the language -> the tables of docs/language.md: every key of every block."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from docs.regions import Region, anchor, fill, regions
from interruptgen.model import Json

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "schemas/interruptgen.schema.json"
PAGE = ROOT / "docs/language.md"
FILE = "file"
"""What the page calls the schema's root, which has no name of its own."""

_Schema: TypeAlias = Mapping[str, Any]

_TYPES = {
    "array": "a list",
    "boolean": "`true` or `false`",
    "integer": "a whole number",
    "number": "a number",
    "object": "a mapping",
    "string": "text",
}
_HEAD = "| key | value | meaning |\n|---|---|---|\n"


def load() -> dict[str, _Schema]:
    """Return the blocks of the language by name, the file itself first."""
    root: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    definitions: dict[str, _Schema] = root["definitions"]
    return {FILE: root, **definitions}


def render(page: str) -> str:
    """Return the page with its tables as the schema has them.

    Raises `ValueError` where the page lacks a block of the schema, or has one that it lacks.
    """
    blocks = load()
    there = {region.name: anchor(region.heading) for region in regions(page)}
    if there.keys() != blocks.keys():
        raise ValueError(f"blocks that only one side has: {sorted(there.keys() ^ blocks.keys())}")

    def make(region: Region) -> str:
        block = blocks[region.name]
        places = _places(region.name, blocks, there)
        rows = "".join(_rows(block, there))
        return "\n\n".join(part for part in (block["description"], places, _HEAD + rows) if part)

    return fill(page, make)


def _places(name: str, blocks: Mapping[str, _Schema], anchors: Mapping[str, str]) -> str:
    """Say where a block may stand: the keys of the other blocks that take it."""
    found: list[str] = []
    for owner, block in blocks.items():
        keys = [key for key, value in block["properties"].items() if name in _references(value)]
        if keys and owner != name:
            found.append(f"{_listed(_codes(keys))} of [{_name(owner)}]({anchors[owner]})")
    return f"Stands under {'; '.join(found)}." if found else ""


def _rows(block: _Schema, anchors: Mapping[str, str], above: str = "") -> Iterator[str]:
    required = block.get("required", [])
    for key, value in block.get("properties", {}).items():
        notes = [value["description"]]
        notes += ["**Required.**"] if key in required else []
        notes += [f"Default: {_codes([value['default']])[0]}."] if "default" in value else []
        notes += [f"Such as {_listed(_codes(value['examples']))}."] if "examples" in value else []
        yield f"| {_key(above + key)} | {_type(value, anchors)} | {_cell(' '.join(notes))} |\n"
        yield from _rows(value, anchors, f"{above}{key}.")
        items: Json = value.get("items")
        if isinstance(items, dict):
            yield from _rows(items, anchors, f"{above}{key}[].")
    for pattern, value in block.get("patternProperties", {}).items():
        key = pattern.removeprefix("^") + "…"
        yield f"| {_key(key)} | {_type(value, anchors)} | {_cell(value['description'])} |\n"


def _type(schema: _Schema, anchors: Mapping[str, str]) -> str:
    """Say what a value may be."""
    for keyword in ("$ref", "allOf", "anyOf", "enum", "const", "type"):
        if keyword in schema:
            return _BY_KEYWORD[keyword](schema, anchors)
    return "any value"


def _reference(schema: _Schema, anchors: Mapping[str, str]) -> str:
    name = _target(schema["$ref"])
    return f"[{_name(name)}]({anchors[name]})"


def _all_of(schema: _Schema, anchors: Mapping[str, str]) -> str:
    (only,) = schema["allOf"]
    return _type(only, anchors)


def _any_of(schema: _Schema, anchors: Mapping[str, str]) -> str:
    types = list(dict.fromkeys(_type(branch, anchors) for branch in schema["anyOf"]))
    lists = [one.replace(f", each {types[0]}", " of these") for one in types[1:]]
    return ", or ".join([types[0], *lists])


def _enum(schema: _Schema, anchors: Mapping[str, str]) -> str:
    return _listed(_codes(schema["enum"]), "or")


def _const(schema: _Schema, anchors: Mapping[str, str]) -> str:
    return f"`{json.dumps(schema['const'])}`"


def _plain(schema: _Schema, anchors: Mapping[str, str]) -> str:
    kind: str | list[str] = schema["type"]
    if isinstance(kind, list):
        return ", or ".join(_plain({**schema, "type": one}, anchors) for one in kind)
    if kind == "array" and "items" in schema:
        return f"a list, each {_type(schema['items'], anchors)}"
    members: Json = schema.get("additionalProperties")
    if kind == "object" and isinstance(members, dict):
        return f"by name: {_type(members, anchors)}"
    return _TYPES[kind]


_BY_KEYWORD = {
    "$ref": _reference,
    "allOf": _all_of,
    "anyOf": _any_of,
    "enum": _enum,
    "const": _const,
    "type": _plain,
}


def _references(value: Json) -> set[str]:
    """Return the names of the blocks that a part of the schema refers to."""
    if isinstance(value, list):
        return {name for item in value for name in _references(item)}
    if not isinstance(value, dict):
        return set()
    own = {_target(str(value["$ref"]))} if "$ref" in value else set[str]()
    return own.union(*(_references(item) for item in value.values()))


def _target(reference: str) -> str:
    return reference.removeprefix("#/definitions/")


def _name(block: str) -> str:
    """Return what a block is called in a sentence: `interruptValues` is interrupt values."""
    spaced = "".join(f" {char.lower()}" if char.isupper() else char for char in block)
    if spaced.endswith("s"):
        return spaced
    return f"{'an' if spaced[0] in 'aeiou' else 'a'} {spaced}"


def _key(key: str) -> str:
    return f"`{key}`"


def _codes(values: Iterable[object]) -> list[str]:
    return [f"`{value if isinstance(value, str) else json.dumps(value)}`" for value in values]


def _listed(parts: list[str], word: str = "and") -> str:
    """Join parts as a sentence does."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
