"""Which bundled documents TanStack AI accepts as a schema, and how it reads `approvalSchema`."""

from interruptgen.model import Json, JsonObject

RECOGNISED = frozenset(
    "$schema $id $ref $defs type properties required additionalProperties items oneOf anyOf allOf "
    "enum const format minimum maximum minLength maxLength pattern".split()
)
"""A raw JSON Schema must have at least one of these at its top (`hashSchemaInput`)."""

BRANCHES = ("approve", "reject")


def is_accepted(document: JsonObject) -> bool:
    """Tell whether TanStack AI takes the document for a JSON Schema."""
    return not RECOGNISED.isdisjoint(document)


def has_branches(approval_schema: Json) -> bool:
    """Tell whether an `approvalSchema` is a schema for each decision, not one for both.

    An object with any keyword that makes it a schema is one schema; `x-` keys are not looked at.
    """
    if not isinstance(approval_schema, dict):
        return False
    keys = {key for key in approval_schema if not key.startswith("x-")}
    return bool(keys) and keys <= set(BRANCHES)
