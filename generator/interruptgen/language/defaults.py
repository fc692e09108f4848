"""An embedded schema -> the defaults and examples in it that it refuses itself."""

from collections.abc import Iterator
from urllib.parse import quote

from jsonschema_rs import Registry

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.metaschemas import DRAFTS, VALIDATORS
from interruptgen.language.subschemas import Subschema
from interruptgen.language.violations import Judge
from interruptgen.language.wording import shown
from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.rules.schemas import REFUSED_DEFAULT
from interruptgen.schema.dialects import DYNAMIC_REFERENCES

_ROOT = "urn:interruptgen:root"


def check_defaults(root: Subschema, inside: list[Subschema]) -> Iterator[Diagnostic]:
    """Find the refused values of `inside`, the schemas at and inside of the embedded `root`.

    Where a schema refers to something outside of `root`, nothing is said about its values; nor
    where dialects are mixed or references dynamic, on some of which jsonschema-rs panics.
    """
    if any(_is_doubtful(one, root) for one in inside):
        return
    suspects = [(one, list(_values(one.schema))) for one in inside]
    if not any(values for _, values in suspects):
        return
    registry = _registry(root)
    for subschema, values in suspects:
        judge = _judge(root, subschema, registry) if values else None
        for at, value in values if judge else ():
            if judge and not _accepts(judge, value):
                what = "default" if at == ("default",) else "example"
                message = f"the {what} {shown(value)} is refused by its own schema"
                yield REFUSED_DEFAULT.at(subschema.place(*at), message)


def _is_doubtful(one: Subschema, root: Subschema) -> bool:
    is_dynamic = not one.schema.keys().isdisjoint(DYNAMIC_REFERENCES.values())
    return is_dynamic or one.dialect is not root.dialect


def _values(schema: JsonObject) -> Iterator[tuple[Pointer, Json]]:
    if "default" in schema:
        yield ("default",), schema["default"]
    examples = schema.get("examples")
    for index, value in enumerate(examples if isinstance(examples, list) else []):
        yield ("examples", index), value


def _registry(root: Subschema) -> Registry | None:
    try:
        return Registry([(_ROOT, root.schema)], draft=DRAFTS[root.dialect])
    except ValueError:  # something in it refers to another file
        return None


def _judge(root: Subschema, subschema: Subschema, registry: Registry | None) -> Judge | None:
    """Make a validator of one schema; None where a reference in it leads outside of the root."""
    schema = subschema.schema
    if registry is not None:
        tokens = subschema.pointer[len(root.pointer) :]
        schema = {"$ref": _ROOT + "#" + "".join(f"/{_escaped(token)}" for token in tokens)}
    try:
        return VALIDATORS[root.dialect](
            schema, registry=registry, validate_formats=False, offline=True
        )
    except ValueError:
        return None


def _escaped(token: str | int) -> str:
    return quote(str(token).replace("~", "~0").replace("/", "~1"), safe="")


def _accepts(judge: Judge, value: Json) -> bool:
    try:
        return judge.is_valid(value)
    except ValueError:  # a pattern that backtracks without end
        return True
