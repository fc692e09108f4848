"""`Document` -> findings about the definition language and the JSON Schemas embedded in it."""

from interruptgen.diagnostics import Diagnostic, in_order
from interruptgen.language.block import embedded
from interruptgen.language.definitions import check_definitions
from interruptgen.language.form import check_form
from interruptgen.language.schemas import check_schema, check_schemas
from interruptgen.language.wording import kind_of
from interruptgen.reading import Document
from interruptgen.rules.language import WRONG_TYPE

__all__ = ["check", "check_schema", "embedded"]


def check(document: Document) -> tuple[Diagnostic, ...]:
    """Check a definition file on its own, in source order; references are not followed."""
    if not isinstance(document.data, dict):
        message = f"a definition file must be a mapping, not {kind_of(document.data)}"
        return (WRONG_TYPE.at(document.place(()), message, hint="begin with `interruptgen: 1`"),)
    found = (*check_form(document), *check_definitions(document), *check_schemas(document))
    return in_order(found)
