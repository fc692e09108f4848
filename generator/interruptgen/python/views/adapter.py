"""The only adapter to datamodel-code-generator: schemas of shapes -> the source of Python types.

The generator is asked for types and field declarations alone; names, docstrings, order and
layout are ours.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import datamodel_code_generator
from datamodel_code_generator.enums import (
    DataModelType,
    InputFileType,
    TargetPydanticVersion,
)
from datamodel_code_generator.format import PythonVersion
from datamodel_code_generator.parser import LiteralType

from interruptgen.model import JsonObject

_ELSEWHERE = "elsewhere"
"""The package from which the generated text imports what it is told to know."""

_HOLDER = "Held_types"
"""Holds the types that are no field's. No class of ours has an underscore before a letter."""


@dataclass(frozen=True)
class ClassSchema:
    """A class to generate: `fields` maps the keys of its schema to the names of its fields."""

    fields: Mapping[str, str]
    schema: JsonObject


@dataclass(frozen=True)
class Sources:
    """Python sources by class name: of each field, in order, and of each type."""

    fields: Mapping[str, Sequence[str]]
    types: Mapping[str, str]


def generate(
    classes: Mapping[str, ClassSchema], types: Mapping[str, JsonObject], known: Sequence[str]
) -> Sources:
    """Generate the fields of `classes` and spell `types`.

    Schemas refer to `#/$defs/NAME`, a name being one of `classes` or of `known`.
    """
    if not classes and not types:
        return Sources({}, {})
    held: JsonObject = {f"type_{index}": schema for index, schema in enumerate(types.values())}
    definitions: JsonObject = {name: {} for name in known}
    definitions |= {name: one.schema for name, one in classes.items()}
    definitions[_HOLDER] = {"type": "object", "properties": held, "required": [*held]}
    found = dict(_classes(_generated({"$defs": definitions}, known, dict(_aliases(classes)))))
    for name, one in classes.items():
        _check(name, one, found[name])
    return Sources(
        fields={name: [ast.unparse(field) for field in found[name]] for name in classes},
        types={
            name: ast.unparse(field.annotation)
            for name, field in zip(types, found[_HOLDER], strict=True)
        },
    )


def _aliases(classes: Mapping[str, ClassSchema]) -> Iterator[tuple[str, str]]:
    for name, one in classes.items():
        yield from ((f"{name}.{key}", field) for key, field in one.fields.items())


def _classes(text: str) -> Iterator[tuple[str, list[ast.AnnAssign]]]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            yield node.name, [line for line in node.body if isinstance(line, ast.AnnAssign)]


def _check(name: str, wanted: ClassSchema, found: Sequence[ast.AnnAssign]) -> None:
    """Make sure that no field was left out, renamed or moved."""
    names = [ast.unparse(field.target) for field in found]
    if names != [*wanted.fields.values()]:
        raise AssertionError(f"the fields of {name} were generated as {names}")


def _unchanged(name: str) -> str:
    return name


def _generated(document: JsonObject, known: Sequence[str], aliases: Mapping[str, str]) -> str:
    text = datamodel_code_generator.generate(
        document,
        input_file_type=InputFileType.JsonSchema,
        output_model_type=DataModelType.PydanticV2BaseModel,
        target_python_version=PythonVersion.PY_311,
        target_pydantic_version=TargetPydanticVersion.V2_14,
        formatters=[],
        disable_timestamp=True,
        enum_field_as_literal=LiteralType.All,
        use_annotated=True,
        use_missing_sentinel=True,
        use_standard_collections=True,
        use_union_operator=True,
        strict_nullable=True,
        aliases=aliases,
        custom_class_name_generator=_unchanged,
        type_overrides={name: f"{_ELSEWHERE}.{name}" for name in known},
    )
    return str(text)
