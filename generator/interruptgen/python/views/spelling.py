"""Declarations -> the Python sources of their fields and types, by way of schemas of shapes."""

from collections.abc import Callable, Sequence

from interruptgen.model import Json, JsonObject
from interruptgen.naming import field_names
from interruptgen.python.views.adapter import ClassSchema, Sources, generate
from interruptgen.python.views.declarations import Declarations
from interruptgen.python.views.exposure import Exposure
from interruptgen.python.views.shapes import (
    NULL,
    Array,
    Atom,
    Constant,
    Field,
    Key,
    Map,
    Object,
    Ref,
    Scalar,
    Shape,
    Tuple,
)


def spell(declarations: Declarations, exposure: Exposure) -> Sources:
    """Return the sources of all that a module declares."""
    own = list(declarations.own())
    exposed = exposure.exposed()
    reserved = frozenset(one.name for one in own)
    careless = _Spelling(declarations.name, exposure.omits_none)
    careful = _Spelling(declarations.name, lambda _: False)
    classes: dict[str, ClassSchema] = {}
    for one in own:
        if one.object:
            fields = field_names([field.key for field in one.object.fields], reserved)
            spelling = careful if one.key in exposed else careless
            classes[one.name] = ClassSchema(fields, spelling.object(one.object))
    types = {one.name: careful.type(one.shape) for one in own if not one.object}
    known = [name for name, _ in declarations.imports.values()]
    return generate(classes, types, [*types, *known])


class _Spelling:
    """Spells shapes as schemas.

    `names` gives what a reference is called; `omits_none` tells which fields have the default
    `None`. Any other field that is not required gets the sentinel for its default.
    """

    def __init__(self, names: Callable[[Key], str], omits_none: Callable[[Field], bool]) -> None:
        self._names = names
        self._omits_none = omits_none

    def object(self, shape: Object) -> JsonObject:
        """Return the schema of a class."""
        return {
            "type": "object",
            "properties": {field.key: self._field(field) for field in shape.fields},
            "required": [field.key for field in shape.fields if field.required],
        }

    def type(self, shape: Shape) -> JsonObject:
        """Return the schema of a type."""
        values: list[Json] = [atom.value for atom in shape.atoms if isinstance(atom, Constant)]
        branches = [self._atom(atom) for atom in shape.atoms if not isinstance(atom, Constant)]
        if values:
            branches.insert(0, {"enum": values})
        return branches[0] if len(branches) == 1 else {"anyOf": [*branches]} if branches else {}

    def _field(self, field: Field) -> JsonObject:
        if not self._omits_none(field):
            return self.type(field.shape)
        return {**self.type(Shape((*field.shape.atoms, NULL))), "default": None}

    def _atom(self, atom: Atom) -> JsonObject:
        match atom:
            case Scalar(kind):
                return {"type": ["integer", "number"] if kind == "number" else kind}
            case Array(items):
                return {"type": "array", "items": self.type(items)}
            case Tuple(items):
                return self._tuple(items)
            case Map(values):
                return {"type": "object", "additionalProperties": self.type(values) or True}
            case Ref(key):
                return {"$ref": f"#/$defs/{self._names(key)}"}
            case _:
                return {}

    def _tuple(self, items: Sequence[Shape]) -> JsonObject:
        return {
            "type": "array",
            "prefixItems": [self.type(item) for item in items],
            "items": False,
            "minItems": len(items),
            "maxItems": len(items),
        }
