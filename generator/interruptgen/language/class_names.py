"""The text of an `x-name` -> whether a generated class can have that name."""

import unicodedata

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.model import Json
from interruptgen.naming import RESERVED_CLASSES
from interruptgen.rules.definitions import UNUSABLE_CLASS_NAME


def check_class_name(name: Json, place: Place) -> Diagnostic | None:
    """Find a name that is no identifier, reserved, private, or not in Python's own form (NFKC)."""
    if not isinstance(name, str):
        return UNUSABLE_CLASS_NAME.at(place, "`x-name` must be a text")
    if not name.isidentifier():
        reason = "it is no Python identifier"
    elif name in RESERVED_CLASSES:
        reason = "Python or the generated module needs it itself"
    elif name.startswith("_"):
        reason = "it begins with an underscore"
    elif unicodedata.normalize("NFKC", name) != name:
        reason = f"Python reads it as `{unicodedata.normalize('NFKC', name)}`"
    else:
        return None
    message = f"`{name}` cannot be the name of a generated class: {reason}"
    hint = "write letters, digits and underscores only, such as `RefundInput`"
    return UNUSABLE_CLASS_NAME.at(place, message, hint=hint)
