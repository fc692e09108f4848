"""Findings that YAML and JSON files share, and the limit behind one of them."""

from interruptgen.diagnostics import Diagnostic, Note
from interruptgen.reading.source import Source
from interruptgen.rules.files import DEEP_NESTING, DUPLICATE_KEY, UNREPRESENTABLE_NUMBER

MAX_DEPTH = 200
"""How deep objects and arrays may be nested."""

_SHOWN = 40


def shortened(text: str) -> str:
    """Return the text, cut where it would make a message long; a blank character by its number."""
    if len(text) == 1 and (text.isspace() or not text.isprintable()):
        return f"U+{ord(text):04X}"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def duplicate_key(source: Source, key: str, start: int, first: int) -> Diagnostic:
    """Find a key that its mapping already has; `first` is where."""
    note = Note(source.place(first), "the first one stands here")
    message = f"the key `{shortened(key)}` stands twice in one mapping"
    hint = "remove one of them, or rename it"
    return DUPLICATE_KEY.at(source.place(start), message, hint=hint, notes=[note])


def too_deep(source: Source, start: int) -> Diagnostic:
    """Find a collection below the deepest level that is read."""
    message = f"values are nested more than {MAX_DEPTH} deep"
    return DEEP_NESTING.at(source.place(start), message)


def unrepresentable(source: Source, text: str, start: int) -> Diagnostic:
    """Find a number that is not finite as a double."""
    message = f"JSON cannot carry the number `{shortened(text)}`"
    hint = "write a smaller number, or quote it if it is text"
    return UNREPRESENTABLE_NUMBER.at(source.place(start), message, hint=hint)
