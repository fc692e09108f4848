"""Declarations -> the Python sources of their fields and types, by way of schemas of shapes."""

from collections.abc import Callable

from interruptgen.model import Json, JsonObject
from interruptgen.naming import field_names
from interruptgen.python.views.adapter import FieldSchema, Sources, generate
from interruptgen.python.views.declarations import Declarations
from interruptgen.python.views.exposure import Exposure
from interruptgen.python.views.overlap import is_ambiguous
from interruptgen.python.views.shapes import (
    NULL,
    Array,
    Atom,
    Constant,
    Field,
    Key,
    Map,
    Ref,
    Scalar,
    Shape,
    Tuple,
    join,
    single,
)


def spell(declarations: Declarations) -> Sources:
    """Return the sources of all that a module declares."""
    own = list(declarations.own())
    exposure = Exposure(declarations)
    exposed = exposure.exposed()
    reserved = declarations.names()
    spelling = _Spelling(declarations.name, exposure)
    classes: dict[str, list[FieldSchema]] = {}
    types: dict[str, JsonObject] = {}
    for one in own:
        if one.object:
            names = field_names([field.key for field in one.object.fields], reserved)
            classes[one.name] = [
                FieldSchema(
                    key=field.key,
                    name=names[field.key],
                    schema=spelling.field(field, is_exposed=one.key in exposed),
                    is_required=field.required,
                )
                for field in one.object.fields
            ]
        else:
            types[one.name] = spelling.type(one.shape, is_exposed=one.key in exposed)
    known = [name for name, _ in declarations.imports.values()]
    return generate(classes, types, spelling.tuples, [*types, *known])


class _Spelling:
    """Spells shapes as schemas.

    Exposed ones are spelled such that they give back unchanged whatever they accept: their
    optional fields have the sentinel for their default, and there are no literals of booleans.
    `tuples` gathers the types of tuples, which are spelled apart.
    """

    def __init__(self, name: Callable[[Key], str], exposure: Exposure) -> None:
        self._name = name
        self._omits_none = exposure.omits_none
        self._overlap = exposure.overlap
        self.tuples: dict[str, JsonObject] = {}

    def field(self, field: Field, *, is_exposed: bool) -> JsonObject:
        """Return the schema of the type of a field."""
        if is_exposed or not self._omits_none(field):
            return self.type(field.shape, is_exposed=is_exposed)
        nullable = Shape((*field.shape.atoms, NULL))
        return {**self.type(nullable, is_exposed=False), "default": None}

    def type(self, shape: Shape, *, is_exposed: bool) -> JsonObject:
        """Return the schema of a type."""
        if is_exposed or self._overlap.confuses_truth(shape):
            shape = join(single(_widened(atom)) for atom in shape.atoms)
        is_exposed = is_exposed or any(self._overlap.rivals(shape))
        values: list[Json] = [atom.value for atom in shape.atoms if isinstance(atom, Constant)]
        others = (atom for atom in shape.atoms if not isinstance(atom, Constant))
        branches = [self._atom(atom, is_exposed) for atom in others]
        if values:
            branches.insert(0, {"enum": values})
        return branches[0] if len(branches) == 1 else {"anyOf": [*branches]} if branches else {}

    def _atom(self, atom: Atom, is_exposed: bool) -> JsonObject:
        match atom:
            case Scalar(kind):
                return {"type": ["integer", "number"] if kind == "number" else kind}
            case Array(items):
                return {"type": "array", "items": self.type(items, is_exposed=is_exposed)}
            case Tuple(items):
                inner = [self.type(item, is_exposed=is_exposed) for item in items]
                return {"$ref": f"#/$defs/{self._tuple(inner)}"}
            case Map(values):
                value = self.type(values, is_exposed=is_exposed)
                return {"type": "object", "additionalProperties": value or True}
            case Ref(key):
                return {"$ref": f"#/$defs/{self._name(key)}"}
            case _:
                return {}

    def _tuple(self, items: list[JsonObject]) -> str:
        """Put the type of a tuple aside; only there can the generator spell it."""
        name = f"Tuple_{len(self.tuples)}"
        self.tuples[name] = {
            "type": "array",
            "prefixItems": [*items],
            "items": False,
            "minItems": len(items),
            "maxItems": len(items),
        }
        return name


def _widened(atom: Atom) -> Atom:
    return Scalar(atom.kind) if isinstance(atom, Constant) and is_ambiguous(atom) else atom
