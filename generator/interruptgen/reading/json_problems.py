"""What is wrong with a JSON text, and where -> findings."""

from interruptgen.diagnostics import Diagnostic, Note
from interruptgen.reading.findings import shortened
from interruptgen.reading.source import Source
from interruptgen.rules.files import JSON_SYNTAX_ERROR, LONE_SURROGATE

_OPENING = {"}": "{", "]": "["}
_OTHER_WORDS = {
    "True": "write `true`",
    "False": "write `false`",
    "None": "write `null`",
    "undefined": "write `null`, or leave the key out",
}


def missing(source: Source, start: int, expected: str, text: str) -> Diagnostic:
    """Find `text` where only `expected` may stand."""
    if text == "/":
        return _comment(source, start)
    message = f"here {expected} was expected, not `{shortened(text)}`"
    return JSON_SYNTAX_ERROR.at(source.place(start), message)


def closed_after_comma(source: Source, comma: int, end: str) -> Diagnostic:
    """Find a comma before the end of an object or array."""
    message = f"a `,` stands before the closing `{end}`"
    return JSON_SYNTAX_ERROR.at(source.place(comma), message, hint="remove the comma")


def malformed_value(source: Source, start: int, text: str) -> Diagnostic:
    """Find what is no value where a value must stand."""
    if text == "/":
        return _comment(source, start)
    hint = _OTHER_WORDS.get(text)
    if text == "'":
        hint = "use double quotes"
    message = f"`{shortened(text)}` is not a JSON value"
    return JSON_SYNTAX_ERROR.at(source.place(start), message, hint=hint)


def bad_text(source: Source, start: int, stop: int) -> Diagnostic:
    """Find what keeps a text that begins at `start` from going on at `stop`."""
    character = source.text[stop : stop + 1]
    if character == "\\":
        message, hint = "the escape sequence is unknown", "double the backslash"
    elif character in ("", "\n", "\r"):
        stop, message, hint = start, "the text has no closing quote on its line", 'add a `"`'
    else:
        message = f"a control character (U+{ord(character):04X}) stands in a text"
        hint = f"write `\\u{ord(character):04X}`"
    return JSON_SYNTAX_ERROR.at(source.place(stop), message, hint=hint)


def unfinished(source: Source, end: int, opened: tuple[int, str] | None) -> Diagnostic:
    """Find the end of the file inside of an object or array: where it was opened, and its end."""
    if opened is None:
        return JSON_SYNTAX_ERROR.at(source.place(end), "the file ends before its value")
    start, closing = opened
    notes = [Note(source.place(start), f"the `{_OPENING[closing]}` stands here")]
    message = f"the file ends before the closing `{closing}`"
    return JSON_SYNTAX_ERROR.at(source.place(end), message, notes=notes)


def lone_surrogate(source: Source, start: int) -> Diagnostic:
    """Find an escape sequence for half of a character."""
    message = "the escape sequence names half of a character"
    return LONE_SURROGATE.at(source.place(start), message, hint="write the character itself")


def _comment(source: Source, start: int) -> Diagnostic:
    hint = "remove it, or write the file as YAML"
    return JSON_SYNTAX_ERROR.at(source.place(start), "JSON has no comments", hint=hint)
