"""The only adapter to datamodel-code-generator: schemas of shapes -> the source of Python types.

The generator is asked for types and defaults alone. It sees neutral names, so that it has no
reason to change any; the real ones are put in afterwards, and so are the aliases of fields.
"""

import ast
import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from interruptgen.model import Json, JsonObject

_ELSEWHERE = "elsewhere"
"""The package from which the generated text imports what it is told to know."""

_VOCABULARY = frozenset("Any Literal MISSING bool dict float int list str tuple".split())
"""What types are made of, besides classes."""


@dataclass(frozen=True)
class FieldSchema:
    """A field to generate: the key that it stands for, its name, and the schema of its type."""

    key: str
    name: str
    schema: JsonObject
    is_required: bool


@dataclass(frozen=True)
class Sources:
    """Python sources by class name: of each field, in order, and of each type."""

    fields: Mapping[str, Sequence[str]]
    types: Mapping[str, str]


def generate(
    classes: Mapping[str, Sequence[FieldSchema]],
    types: Mapping[str, JsonObject],
    inlined: Mapping[str, JsonObject],
    known: Iterable[str],
) -> Sources:
    """Generate the fields of `classes` and spell `types`.

    Schemas refer to `#/$defs/NAME`, a name being one of `classes`, of `known`, or of `inlined`:
    these are types that stand wherever their name is referred to, because the generator cannot
    spell them there.
    """
    if not classes and not types:
        return Sources({}, {})
    stubs = [*known, *inlined]
    tokens = {name: f"Class{index}" for index, name in enumerate([*stubs, *classes])}
    held = {**inlined, **types}
    bodies = {tokens[name]: fields for name, fields in classes.items()}
    bodies["Held"] = [FieldSchema(name, name, schema, True) for name, schema in held.items()]
    generated = _generated(bodies, [tokens[name] for name in stubs], tokens)
    spelled = dict(zip(held, generated["Held"], strict=True))
    names = {token: name for name, token in tokens.items()}
    writer = _Writer(names, {name: spelled[name].annotation for name in inlined})
    return Sources(
        fields={
            name: [
                writer.field(node, field)
                for node, field in zip(generated[tokens[name]], fields, strict=True)
            ]
            for name, fields in classes.items()
        },
        types={name: writer.type(spelled[name].annotation) for name in types},
    )


class _Writer(ast.NodeTransformer):
    """Puts names, or the types to spell in their place, where the neutral names are."""

    def __init__(self, names: Mapping[str, str], inlined: Mapping[str, ast.expr]) -> None:
        self._names = names
        self._inlined = inlined

    def field(self, node: ast.AnnAssign, wanted: FieldSchema) -> str:
        """Return the source of a field."""
        type_ = self.type(node.annotation)
        if wanted.key != wanted.name:
            type_ = f"Annotated[{type_}, Field(alias={wanted.key!r})]"
        default = f" = {ast.unparse(node.value)}" if node.value else ""
        return f"{wanted.name}: {type_}{default}"

    def type(self, node: ast.expr) -> str:
        """Return the source of a type."""
        return ast.unparse(self.visit(copy.deepcopy(node)))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Replace a name; what is neither neutral nor of the vocabulary is nobody's."""
        name = self._names.get(node.id)
        if name is None:
            if node.id not in _VOCABULARY:
                raise AssertionError(f"a type was generated that nobody declares: {node.id}")
            return node
        inlined = self._inlined.get(name)
        return self.generic_visit(copy.deepcopy(inlined)) if inlined else ast.Name(name)


def _generated(
    bodies: Mapping[str, Sequence[FieldSchema]],
    stubs: Sequence[str],
    tokens: Mapping[str, str],
) -> Mapping[str, Sequence[ast.AnnAssign]]:
    """Generate classes by their neutral names; the fields come in the order they are given in."""
    definitions: JsonObject = {token: {} for token in stubs}
    definitions |= {token: _class_schema(fields, tokens) for token, fields in bodies.items()}
    text = _written({"$defs": definitions}, {token: f"{_ELSEWHERE}.{token}" for token in stubs})
    return {
        node.name: [line for line in node.body if isinstance(line, ast.AnnAssign)]
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef)
    }


def _written(document: JsonObject, overrides: Mapping[str, str]) -> str:
    """Import the generator when something has to be generated: it takes a while to start."""
    library: Any = import_module("datamodel_code_generator")
    enums = _of("enums")
    return str(
        library.generate(
            document,
            input_file_type=enums.InputFileType.JsonSchema,
            output_model_type=enums.DataModelType.PydanticV2BaseModel,
            target_python_version=_of("format").PythonVersion.PY_311,
            target_pydantic_version=enums.TargetPydanticVersion.V2_14,
            formatters=[],
            disable_timestamp=True,
            enum_field_as_literal=_of("parser").LiteralType.All,
            use_missing_sentinel=True,
            use_standard_collections=True,
            use_union_operator=True,
            strict_nullable=True,
            type_overrides=dict(overrides),
        )
    )


def _of(module: str) -> Any:
    return import_module(f"datamodel_code_generator.{module}")


def _class_schema(fields: Sequence[FieldSchema], tokens: Mapping[str, str]) -> JsonObject:
    names = [f"field{index}" for index in range(len(fields))]
    schemas = [_neutral(field.schema, tokens) for field in fields]
    required = [name for name, field in zip(names, fields, strict=True) if field.is_required]
    return {
        "type": "object",
        "properties": dict(zip(names, schemas, strict=True)),
        "required": [*required],
    }


def _neutral(schema: Json, tokens: Mapping[str, str]) -> Json:
    """Let the references of a schema name what they refer to neutrally."""
    match schema:
        case {"$ref": str(reference)}:
            return {"$ref": f"#/$defs/{tokens[reference.removeprefix('#/$defs/')]}"}
        case dict():
            return {keyword: _neutral(value, tokens) for keyword, value in schema.items()}
        case list():
            return [_neutral(item, tokens) for item in schema]
        case _:
            return schema
