"""What PyYAML says about malformed YAML -> a finding in our words."""

import re

import yaml

from interruptgen.diagnostics import Diagnostic, Note
from interruptgen.reading.findings import too_deep
from interruptgen.reading.source import Source
from interruptgen.rules.files import LONE_SURROGATE
from interruptgen.rules.yaml_syntax import YAML_SYNTAX_ERROR

_NO_KEY = "did not find expected key"
_PROBLEMS: tuple[tuple[str, str, str | None], ...] = (
    (
        "mapping values are not allowed",
        "a `:` stands where no key can end",
        "quote a text that contains `: `, or check the indentation",
    ),
    (
        "sequence entries are not allowed",
        "a `- ` stands where no list item can begin",
        "begin the list on a line of its own",
    ),
    (
        _NO_KEY,
        "here a key of the mapping was expected",
        "give all keys of one mapping the same indentation",
    ),
    (
        "did not find expected '-' indicator",
        "here an item of the list, `- `, was expected",
        "give all items of one list the same indentation",
    ),
    ("did not find expected ',' or '}'", "the `{` is not closed properly", "add a `,` or a `}`"),
    ("did not find expected ',' or ']'", "the `[` is not closed properly", "add a `,` or a `]`"),
    ("did not find expected node content", "here a value was expected", None),
    (
        "did not find expected <document start>",
        "the file goes on after its only value has ended",
        "check the indentation, or quote a text of several lines",
    ),
    ("could not find expected ':'", "the key is not followed by `:`", "add a `:`"),
    ("unexpected end of stream", "the file ends inside of a quoted text", "close the quotation"),
    ("unexpected document indicator", "a document ends inside of a quoted text", None),
    (
        "unknown escape character",
        "the escape sequence in the quoted text is unknown",
        "double the backslash, or use single quotes",
    ),
    ("undefined tag handle", "the tag is not defined", "remove the tag"),
    (
        "expected alphabetic or numeric character",
        "`&` and `*` must be followed by a name",
        "quote a text that begins with `&` or `*`",
    ),
    (
        "found incompatible YAML document",
        "the file asks for another version of YAML",
        "remove the line: files are read as YAML 1.2",
    ),
    ("comment or line break", "after `|` or `>` only a comment may follow on the same line", None),
    (
        "found a tab character",
        "a tab stands where only spaces may be",
        "indent with spaces",
    ),
)
_NO_TOKEN = "that cannot start any token"
_TOO_DEEP = "exceeded maximum nesting depth"
_BAD_CODE_POINT = "found invalid Unicode character escape code"
_BEYOND_UNICODE = re.compile(r"(?<=\\U)(?!000|0010)[0-9a-fA-F]{8}")
_SURROGATE_ESCAPE = re.compile(r"(?:0000)?[dD][89a-fA-F][0-9a-fA-F]{2}")


def syntax_error(source: Source, error: yaml.MarkedYAMLError) -> Diagnostic:
    """Say what is wrong where the parser stopped, and where the construct begins."""
    problem = error.problem or ""
    mark = error.problem_mark or error.context_mark
    offset = min(mark.index, len(source.text)) if mark else 0
    if problem == _TOO_DEEP:
        return too_deep(source, offset)
    if problem == _BAD_CODE_POINT:
        return _bad_code_point(source, offset)
    message, hint = _explained(problem, source.text[offset : offset + 1])
    if _NO_KEY in problem and _is_inside_line(source, offset):
        message = "the value before this has ended already"
        hint = "check the quotation marks: quote the whole text, and double a quote inside of it"
    notes: list[Note] = []
    start = error.context_mark.index if error.context and error.context_mark else offset
    if start != offset:
        notes.append(Note(source.place(start), "what is not finished begins here"))
    return YAML_SYNTAX_ERROR.at(source.place(offset), message, hint=hint, notes=notes)


def _is_inside_line(source: Source, offset: int) -> bool:
    return bool(source.text[:offset].rpartition("\n")[2].strip())


def beyond_unicode(source: Source) -> Diagnostic:
    """Find the escape sequence that PyYAML's own parser stumbles over without saying where."""
    found = _BEYOND_UNICODE.search(source.text)
    return _bad_code_point(source, found.start() if found else 0)


def _explained(problem: str, character: str) -> tuple[str, str | None]:
    if _NO_TOKEN in problem:
        if character == "\t":
            return "a tab cannot indent YAML", "indent with spaces"
        return f"a plain text cannot begin with `{character}`", "quote the text"
    for part, message, hint in _PROBLEMS:
        if part in problem:
            return message, hint
    return f"the YAML is malformed: {problem}", None


def _bad_code_point(source: Source, offset: int) -> Diagnostic:
    place = source.place(offset)
    if _SURROGATE_ESCAPE.match(source.text, offset):
        hint = "write the character itself; YAML has no surrogate pairs"
        return LONE_SURROGATE.at(place, "the escape sequence names half of a character", hint=hint)
    return YAML_SYNTAX_ERROR.at(place, "the escape sequence names no character of Unicode")
