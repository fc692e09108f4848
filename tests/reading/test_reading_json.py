"""JSON files: RFC 8259 to the letter, and where a text departs from it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interruptgen import reading
from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json


def findings(text: str) -> tuple[Diagnostic, ...]:
    found = reading.read("d.json", text.encode())
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        (' {"a": [1, -2.5e3, true, "\\u00e9\\ud83d\\ude00"]}\n', {"a": [1, -2500.0, True, "é😀"]}),
        ("9223372036854775807", 9223372036854775807),
        ("1.0", 1.0),
        ('"\u2028"', "\u2028"),
        (r'"\\ud83d"', r"\ud83d"),
    ],
)
def test_values(text: str, value: Json) -> None:
    document = reading.read("d.json", text.encode())
    assert isinstance(document, reading.Document)
    assert document.data == value
    assert type(document.data) is type(value)


@pytest.mark.parametrize(
    ("text", "code", "column", "fragment"),
    [
        ("", "IG106", 1, "no content"),
        ('{"a":1,"b":2,"a":3}', "IG107", 14, "`a` stands twice"),
        (r'{"a":1,"\u0061":3}', "IG107", 8, "`a` stands twice"),
        ("[1e400]", "IG109", 2, "`1e400`"),
        (f"[{'9' * 400}]", "IG109", 2, "99999…`"),
        (f"[-{'9' * 5000}]", "IG109", 2, "99999…`"),
        (r'["\ud83d"]', "IG110", 3, "half of a character"),
        (r'["a\ude00"]', "IG110", 4, "half of a character"),
        (r'{"\ud800": 1}', "IG110", 3, "half of a character"),
        ('{"a":1,}', "IG111", 7, "`,` stands before the closing `}`"),
        ("[1,]", "IG111", 3, "`,` stands before the closing `]`"),
        ('{"a":1 "b":2}', "IG111", 8, "`,` or `}` was expected"),
        ("[1 2]", "IG111", 4, "`,` or `]` was expected"),
        ('{"a" 1}', "IG111", 6, "`:` was expected"),
        ("{a:1}", "IG111", 2, "a key in double quotes was expected, not `a`"),
        ("{'a':1}", "IG111", 2, "a key in double quotes was expected"),
        ("['a']", "IG111", 2, "`'` is not a JSON value"),
        ("{,}", "IG111", 2, "a key in double quotes was expected"),
        ("[,1]", "IG111", 2, "`,` is not a JSON value"),
        ("[NaN]", "IG111", 2, "`NaN`"),
        ("[-Infinity]", "IG111", 2, "`-Infinity`"),
        ("[01]", "IG111", 2, "`01`"),
        ("[+1]", "IG111", 2, "`+1`"),
        ("[.5]", "IG111", 2, "`.5`"),
        ("[1.]", "IG111", 2, "`1.`"),
        ("[True]", "IG111", 2, "`True`"),
        ("[1] 2", "IG111", 5, "the end of the file was expected"),
        ("// a\n{}", "IG111", 1, "no comments"),
        ("[1 /* a */]", "IG111", 4, "no comments"),
        ("[", "IG111", 2, "before the closing `]`"),
        ('{"a"', "IG111", 5, "before the closing `}`"),
        ('{"a":1,', "IG111", 8, "before the closing `}`"),
        ('["a', "IG111", 2, "no closing quote"),
        ('["a\nb"]', "IG111", 2, "no closing quote"),
        (r'["\q"]', "IG111", 3, "escape sequence"),
        (r'["\u12"]', "IG111", 3, "escape sequence"),
        ('["a\x01"]', "IG111", 4, "control character (U+0001)"),
        ("\u00a0[]", "IG111", 1, "`U+00A0`"),
    ],
)
def test_refused(text: str, code: str, column: int, fragment: str) -> None:
    (finding,) = findings(text)
    assert (finding.code, finding.place.line, finding.place.column) == (code, 1, column)
    assert fragment in finding.message


def test_faults_that_allow_reading_on_are_found_together() -> None:
    text = '{"a": 1e999,\n "a": "\\ud800",\n "b": [1,]}'
    assert [(one.code, str(one.place)) for one in findings(text)] == [
        ("IG109", "d.json:1:7"),
        ("IG107", "d.json:2:2"),
        ("IG110", "d.json:2:8"),
        ("IG111", "d.json:3:9"),
    ]


def test_the_end_of_the_file_names_what_is_open() -> None:
    (finding,) = findings('{"a": [\n  1, 2')
    assert str(finding.place) == "d.json:2:7"
    assert [str(note.place) for note in finding.notes] == ["d.json:1:7"]


def strictly(text: str) -> Json:
    """Read JSON with the standard library; raises `ValueError` for what it takes too much."""

    def unique(members: list[tuple[str, Json]]) -> dict[str, Json]:
        if len({key for key, _ in members}) < len(members):
            raise ValueError("duplicate key")
        return dict(members)

    value: Json = json.loads(text, object_pairs_hook=unique)
    json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    return value


PUNCTUATION = ["{", "}", "[", "]", ",", ":", " ", "\n", '"', "\\", "\x01", "/", "'"]
WORDS = ['"a"', '"a":', "1", "-", "0", ".5", "e9", "1e999", "true", "nul", "NaN", "é"]
ESCAPES = [r"\u00e9", r"\ud83d", r"\ude00"]
TOKENS = st.sampled_from([*PUNCTUATION, *WORDS, *ESCAPES])


@given(st.lists(TOKENS, max_size=15).map("".join))
def test_the_verdict_is_that_of_the_standard_library(text: str) -> None:
    found = reading.read("d.json", text.encode())
    try:
        expected = strictly(text)
    except ValueError:
        assert isinstance(found, tuple)
        assert found
    else:
        assert isinstance(found, reading.Document)
        assert found.data == expected
