"""The only adapter to datamodel-code-generator: schemas of shapes -> the source of Python types.

The generator is asked for types and field declarations alone; names, docstrings, order and
layout are ours.
"""

import ast
import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
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

_VOCABULARY = frozenset(
    "Annotated Any Field Literal MISSING bool dict float int list str tuple".split()
)
"""What types are made of, besides classes."""


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
    classes: Mapping[str, ClassSchema],
    types: Mapping[str, JsonObject],
    inlined: Mapping[str, JsonObject],
    known: Iterable[str],
) -> Sources:
    """Generate the fields of `classes` and spell `types`.

    Schemas refer to `#/$defs/NAME`, a name being one of `classes`, of `known`, or of `inlined`:
    these are types that stand wherever their name is referred to, which the generator cannot
    spell there.
    """
    if not classes and not types:
        return Sources({}, {})
    held = {**inlined, **types}
    imported = [*known, *inlined]
    definitions: JsonObject = {name: {} for name in imported}
    definitions |= {name: one.schema for name, one in classes.items()}
    definitions[_HOLDER] = _holder(held.values())
    text = _generated({"$defs": definitions}, imported, dict(_aliases(classes)))
    found = dict(_classes(text))
    annotations = [field.annotation for field in found[_HOLDER]]
    spelled = dict(zip(held, annotations, strict=True))
    writer = _Writer({name: spelled[name] for name in inlined}, {*classes, *known})
    return Sources(
        fields={
            name: [writer.source(field) for field in _fields(name, one, found[name])]
            for name, one in classes.items()
        },
        types={name: writer.source(spelled[name]) for name in types},
    )


class _Writer(ast.NodeTransformer):
    """Writes annotations: inlined types in place of their names, and no name that is unknown."""

    def __init__(self, inlined: Mapping[str, ast.expr], known: Set[str]) -> None:
        self._inlined = inlined
        self._known = _VOCABULARY | known

    def source(self, node: ast.AST) -> str:
        """Return the source of a field or of a type."""
        return ast.unparse(self.visit(node))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AnnAssign:
        """Rewrite the type of a field, and leave its name alone."""
        node.annotation = self.visit(node.annotation)
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace the name of an inlined type."""
        if node.id in self._inlined:
            return self.generic_visit(copy.deepcopy(self._inlined[node.id]))
        if node.id not in self._known:
            raise AssertionError(f"a type was generated that nobody declares: {node.id}")
        return node


def _holder(types: Iterable[JsonObject]) -> JsonObject:
    held: JsonObject = {f"type_{index}": schema for index, schema in enumerate(types)}
    return {"type": "object", "properties": held, "required": [*held]}


def _aliases(classes: Mapping[str, ClassSchema]) -> Iterator[tuple[str, str]]:
    """Name every field, also where nothing changes: what is named here is never renamed."""
    for name, one in classes.items():
        yield from ((f"{name}.{key}", field) for key, field in one.fields.items())


def _classes(text: str) -> Iterator[tuple[str, list[ast.AnnAssign]]]:
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            yield node.name, [line for line in node.body if isinstance(line, ast.AnnAssign)]


def _fields(
    name: str, wanted: ClassSchema, found: Sequence[ast.AnnAssign]
) -> Iterator[ast.AnnAssign]:
    """Yield the fields of a class, without the aliases that say what the name says already."""
    names = [ast.unparse(field.target) for field in found]
    if names != [*wanted.fields.values()]:
        raise AssertionError(f"the fields of {name} were generated as {names}")
    for field, (key, field_name) in zip(found, wanted.fields.items(), strict=True):
        if key == field_name:
            field.annotation = _plain(field.annotation)
        yield field


def _plain(annotation: ast.expr) -> ast.expr:
    """Return the type inside of `Annotated[type, Field(alias=...)]`."""
    match annotation:
        case ast.Subscript(value=ast.Name("Annotated"), slice=ast.Tuple(elts=[type_, _])):
            return type_
        case _:
            return annotation


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
