"""YAML files: values by the core schema of YAML 1.2, and what is refused, where."""

import pytest

from interruptgen import reading
from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json


def read(text: str) -> Json:
    document = reading.read("d.yaml", text.encode())
    assert isinstance(document, reading.Document), document
    return document.data


def findings(text: str) -> tuple[Diagnostic, ...]:
    found = reading.read("d.yaml", text.encode())
    assert isinstance(found, tuple)
    return found


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        ("Null", None),
        ("~", None),
        ("nULL", "nULL"),
        ("true", True),
        ("FALSE", False),
        ("no", "no"),
        ("on", "on"),
        ("Yes", "Yes"),
        ("y", "y"),
        ("0", 0),
        ("-0", 0),
        ("+12", 12),
        ("007", 7),
        ("0o17", 15),
        ("0O17", "0O17"),
        ("0x1F", 31),
        ("-0x1F", "-0x1F"),
        ("0b1", "0b1"),
        ("1_000", "1_000"),
        ("9223372036854775808", 9223372036854775808),
        ("1.5", 1.5),
        ("1.", 1.0),
        (".5", 0.5),
        ("-.5e-3", -0.0005),
        ("1e3", 1000.0),
        (".", "."),
        ("e5", "e5"),
        ("-", [None]),
        ("12:30", "12:30"),
        ("2026-01-01", "2026-01-01"),
        ("!!str 1", "1"),
        ("! 1", "1"),
        ('!!int "3"', 3),
        ("!!float 3", 3.0),
        ("!!bool 'true'", True),
        ("!!null ''", None),
        ('"1"', "1"),
        ("|\n a\n b\n", "a\nb\n"),
        (">-\n a\n b\n", "a b"),
        (r'"\x41\u00e9\U0001F600\/"', "Aé😀/"),
        ("[1, {a: b}]", [1, {"a": "b"}]),
        ("!!seq []", []),
        ("%YAML 1.2\n---\na: 1", {"a": 1}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
        ("a: &x k\n*x : 2", {"a": "k", "k": 2}),
        ("a: &x 1\nb: &x 2\nc: *x", {"a": 1, "b": 2, "c": 2}),
        ('"<<": 1', {"<<": 1}),
    ],
)
def test_values(text: str, value: Json) -> None:
    found = read(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("key", "text"),
    [("1", "1"), ("true", "true"), ("null", "null"), ("on", "on"), ("2026-01-01", "2026-01-01")],
)
def test_plain_keys_that_every_reader_writes_alike_are_texts(key: str, text: str) -> None:
    assert read(f"{key}: 0") == {text: 0}


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "fragment"),
    [
        ("# only a comment\n", "IG106", 1, 1, "no content"),
        ("---\n", "IG106", 1, 1, "no content"),
        (" \n", "IG106", 1, 1, "no content"),
        ("a: 1\nb: 2\na: 3", "IG107", 3, 1, "`a` stands twice"),
        ("1: x\n'1': y", "IG107", 2, 1, "`1` stands twice"),
        ("a: .inf", "IG109", 1, 4, "`.inf`"),
        ("a: -.INF", "IG109", 1, 4, "`-.INF`"),
        ("a: .nan", "IG109", 1, 4, "`.nan`"),
        ("a: 1e400", "IG109", 1, 4, "`1e400`"),
        (f"a: {'9' * 400}", "IG109", 1, 4, "99999…`"),
        (f"a: {'9' * 5000}", "IG109", 1, 4, "99999…`"),
        (f"a: 0x{'f' * 400}", "IG109", 1, 4, "`0xff"),
        (r'a: "\ud83d"', "IG110", 1, 7, "half of a character"),
        ("a:\n\tb: 1", "IG120", 2, 1, "a tab cannot indent"),
        ("a: b: c", "IG120", 1, 5, "a `:` stands"),
        ("a: @b", "IG120", 1, 4, "cannot begin with `@`"),
        ("a: [1", "IG120", 1, 6, "the `[` is not closed"),
        ("a: {b", "IG120", 1, 6, "the `{` is not closed"),
        ('a: "b', "IG120", 1, 6, "inside of a quoted text"),
        ("- a\nb: 1", "IG120", 2, 1, "an item of the list"),
        ("a: 1\n- b", "IG120", 2, 1, "a key of the mapping"),
        ("a: 1\nb: 'it's'", "IG120", 2, 8, "has ended already"),
        ("a: {b} is", "IG120", 1, 8, "has ended already"),
        ("a: - b", "IG120", 1, 4, "no list item can begin"),
        (r'a: "\q"', "IG120", 1, 5, "escape sequence"),
        (r'a: "\U0011FFFF"', "IG120", 1, 7, "no character of Unicode"),
        ("a: *b", "IG120", 1, 4, "nothing before it is marked `&b`"),
        ("a: !y!z 1", "IG120", 1, 4, "the tag is not defined"),
        ("%YAML 2.0\n---\na", "IG120", 1, 1, "another version"),
        ("a: !<x", "IG120", 1, 7, "malformed"),
        ("a\n---\nb", "IG121", 2, 1, "second document"),
        ("a: &b {c: 1}\nd:\n  <<: *b", "IG122", 3, 3, "merge keys"),
        ("a: !!timestamp 2030-01-01", "IG123", 1, 4, "`!!timestamp`"),
        ("a: !!int x", "IG123", 1, 4, "`!!int`"),
        ("a: !!set {b}", "IG123", 1, 4, "`!!set`"),
        ("a: !own [1]", "IG123", 1, 4, "`!own`"),
        ("a: &b [*b]", "IG124", 1, 8, "inside of the value"),
        ("? [a]\n: 1", "IG125", 1, 3, "a list cannot be a key"),
        ("? {a: 1}\n: 1", "IG125", 1, 3, "a mapping cannot be a key"),
        ("a: &x 1\n*x : 1", "IG125", 2, 1, "cannot be a key"),
        ("0x1: a", "IG125", 1, 1, "the key `0x1`"),
        ("1.5: a", "IG125", 1, 1, "the key `1.5`"),
        ("~: a", "IG125", 1, 1, "the key `~`"),
        ("True: a", "IG125", 1, 1, "the key `True`"),
        ("9007199254740993: a", "IG125", 1, 1, "the key `9007199254740993`"),
        ("!!int 1: a", "IG125", 1, 1, "the key `1`"),
        ("%YAML 1.1\n---\na: 1", "IG126", 1, 1, "YAML 1.1"),
    ],
)
def test_refused(text: str, code: str, line: int, column: int, fragment: str) -> None:
    (finding,) = findings(text)
    place = finding.place
    assert (finding.code, place.path, place.line, place.column) == (code, "d.yaml", line, column)
    assert fragment in finding.message


def test_faults_that_allow_reading_on_are_found_together() -> None:
    text = "a: .nan\na: !!set x\n~: &x 1\n<<: *x\nb: [1"
    assert [(one.code, one.place.line) for one in findings(text)] == [
        ("IG109", 1),
        ("IG107", 2),
        ("IG123", 2),
        ("IG125", 3),
        ("IG122", 4),
        ("IG120", 5),
    ]


def test_a_duplicate_key_names_the_first_one() -> None:
    (finding,) = findings("x:\n  a: 1\n  b: 2\n  a: 3")
    assert [str(note.place) for note in finding.notes] == ["d.yaml:2:3"]


def test_an_unfinished_construct_names_its_beginning() -> None:
    (finding,) = findings("a:\n  b: [1,\n    2\nc: 3")
    assert [str(note.place) for note in finding.notes] == ["d.yaml:2:6"]


@pytest.mark.parametrize(
    ("character", "name"), [("\u0085", "U+0085"), ("\u2028", "U+2028"), ("\u2029", "U+2029")]
)
def test_raw_separators_are_refused_and_escaped_ones_are_not(character: str, name: str) -> None:
    (finding,) = findings(f"a: 1\nb: x{character}y\n")
    assert (finding.code, str(finding.place)) == ("IG104", "d.yaml:2:5")
    assert name in finding.message
    assert read(f'b: "x\\u{ord(character):04x}y"') == {"b": f"x{character}y"}


@pytest.mark.parametrize("character", ["\x07", "\x7f", "\ufffe", "\ufeff"])
def test_characters_that_yaml_forbids(character: str) -> None:
    (finding,) = findings(f"é: 1\nb: x{character}")
    assert (finding.code, str(finding.place)) == ("IG104", "d.yaml:2:5")
