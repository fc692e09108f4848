"""`schemas/interruptgen.schema.json`: what editors and our own check read."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator

from interruptgen import data, reading
from interruptgen.language.keywords import KNOWN

SCHEMA: dict[str, Any] = json.loads(data.read("schemas/interruptgen.schema.json"))
EXAMPLES = sorted((Path(__file__).parents[2] / "generated_examples").glob("*/interrupts/*"))


DEFINITIONS: list[tuple[str, dict[str, Any]]] = [("top", SCHEMA), *SCHEMA["definitions"].items()]


def test_it_is_a_schema_of_draft_07() -> None:
    metaschema = {"$ref": SCHEMA["$schema"]}
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert list(Draft7Validator(metaschema, offline=True).iter_errors(SCHEMA)) == []


@pytest.mark.parametrize(("name", "definition"), DEFINITIONS)
def test_every_key_is_described(name: str, definition: dict[str, Any]) -> None:
    assert definition["description"], name
    for key, schema in definition["properties"].items():
        assert schema["description"].endswith("."), f"{name}.{key}"


@pytest.mark.parametrize(("name", "definition"), DEFINITIONS)
def test_only_our_own_mappings_are_closed(name: str, definition: dict[str, Any]) -> None:
    assert (definition.get("additionalProperties") is False) == (name != "schema")
    assert ("^x-" in definition.get("patternProperties", {})) == (name != "schema")


def test_it_completes_every_keyword_of_json_schema() -> None:
    dynamic = {"$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef", "$vocabulary"}
    assert KNOWN - set(SCHEMA["definitions"]["schema"]["properties"]) == dynamic | {"id"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_examples_are_valid(path: Path) -> None:
    document = reading.read(path.name, path.read_bytes())
    assert isinstance(document, reading.Document)
    assert list(Draft7Validator(SCHEMA, offline=True).iter_errors(document.data)) == []


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"schemas/none\.json is missing"):
        data.read("schemas/none.json")
