"""`Document` -> what is wrong with the JSON Schemas embedded in it."""

from collections.abc import Callable, Iterator

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.block import embedded
from interruptgen.language.class_names import check_class_name
from interruptgen.language.contradictions import check_bounds, check_choices, check_required
from interruptgen.language.defaults import check_defaults
from interruptgen.language.keywords import check_keywords
from interruptgen.language.metaschemas import METASCHEMAS, check_metaschema
from interruptgen.language.patterns import check_patterns
from interruptgen.language.subschemas import Subschema, subschemas
from interruptgen.language.values import check_numbers
from interruptgen.language.violations import value_at
from interruptgen.language.wording import alternatives, shown
from interruptgen.model import Json, Pointer
from interruptgen.reading import Document
from interruptgen.rules.schemas import INVALID_SCHEMA, UNKNOWN_DIALECT
from interruptgen.schema.dialects import Dialect, dialect_of, inner_dialect, names_dialect
from interruptgen.schema.walk import rebuild


def check_schemas(document: Document) -> Iterator[Diagnostic]:
    """Check every embedded schema by its own dialect.

    Schemas that are sloppy but valid give warnings, and only where they have no errors.
    """
    for pointer in embedded(document):
        yield from check_schema(document, pointer, pointer)


def check_schema(document: Document, pointer: Pointer, root: Pointer) -> Iterator[Diagnostic]:
    """Check the schema at `pointer`, which the one at `root` holds.

    Each part is of the dialect that the innermost schema around it names. What is no mapping has
    nothing wrong with it.
    """
    schema = value_at(document.data, pointer)
    if not isinstance(schema, dict):
        return
    outermost = value_at(document.data, root)
    dialect = dialect_of(outermost)
    if dialect is None:
        yield _unknown_dialect(document, root, outermost)
        return
    inside = subschemas(document, pointer, schema, _inner(document, pointer, root, dialect))
    errors = list(_check_form(inside))
    for subschema in inside:
        for check in _STRICT_CHECKS:
            errors.extend(check(subschema))
    yield from errors
    if errors:
        return
    for subschema in inside:
        for check in _LENIENT_CHECKS:
            yield from check(subschema)
    yield from check_defaults(inside[0], inside)


def _inner(document: Document, pointer: Pointer, root: Pointer, dialect: Dialect) -> Dialect:
    """Return the dialect of the schema at `pointer` in the one at `root`, which is of `dialect`."""
    for length in range(len(root) + 1, len(pointer) + 1):
        dialect = inner_dialect(value_at(document.data, pointer[:length]), dialect) or dialect
    return dialect


def _check_form(inside: list[Subschema]) -> Iterator[Diagnostic]:
    """Hold what names a dialect against its meta-schema, and so the outermost of the schemas."""
    first, *rest = inside
    others = [one for one in rest if names_dialect(one.schema)]
    for start in (first, *others):
        own = _without_others(start.schema) if others else start.schema
        yield from check_metaschema(start.document, start.pointer, own, start.dialect)


def _without_others(schema: Json) -> Json:
    """Copy a schema without what names a dialect itself inside of it."""
    if not isinstance(schema, dict):
        return schema
    return rebuild(schema, lambda _, inner: {} if names_dialect(inner) else _without_others(inner))


def _class_name(subschema: Subschema) -> Iterator[Diagnostic]:
    if "x-name" in subschema.schema:
        place = subschema.place("x-name")
        finding = check_class_name(subschema.schema["x-name"], place)
        if finding:
            yield finding


def _references(subschema: Subschema) -> Iterator[Diagnostic]:
    """Find what the meta-schema of draft 04 has forgotten to forbid."""
    reference = subschema.schema.get("$ref", "")
    if subschema.dialect is Dialect.DRAFT_04 and not isinstance(reference, str):
        message = f"`$ref` must be a text, not {shown(reference)}"
        yield INVALID_SCHEMA.at(subschema.place("$ref"), message)


def _inner_dialect(subschema: Subschema) -> Iterator[Diagnostic]:
    if subschema.pointer != subschema.root and dialect_of(subschema.schema) is None:
        yield _unknown_dialect(subschema.document, subschema.pointer, subschema.schema)


def _unknown_dialect(document: Document, pointer: Pointer, schema: Json) -> Diagnostic:
    uri = schema.get("$schema") if isinstance(schema, dict) else None
    message = f"the dialect {shown(uri)} is unknown"
    hint = f"known are {alternatives(f'`{name}`' for name in METASCHEMAS.values())}"
    return UNKNOWN_DIALECT.at(document.place((*pointer, "$schema")), message, hint=hint)


_Check = Callable[[Subschema], Iterator[Diagnostic]]
_STRICT_CHECKS: tuple[_Check, ...] = (
    _inner_dialect,
    _references,
    check_patterns,
    check_numbers,
    _class_name,
)
_LENIENT_CHECKS: tuple[_Check, ...] = (
    check_keywords,
    check_bounds,
    check_choices,
    check_required,
)
