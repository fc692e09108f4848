"""Hostile and broken files: always findings or a document, quickly, never an exception."""

import sys
import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from interruptgen import reading
from interruptgen.model import Json
from interruptgen.reading import yaml_text

YAML_SAMPLE = b"""\
%YAML 1.2
---
interruptgen: 1  # the version
$defs: {Price: &price {type: object, "a\\u00e9": [1, -2.5e3, ~, .5]}}
interrupts:
  ? choose-itinerary
  : message: >-
      Book it,
      or not?
    payloadSchema: *price
    more: !!str 'it''s'
    list:
    - |
      text
    - - nested
...
"""
JSON_SAMPLE = '{"a": [1, -2.5e3, true, null, "\\u00e9\\ud83d\\ude00 é"], "b": {"c": {}}}'.encode()


def outcome(path: str, content: bytes) -> str:
    """Return the codes of the findings, or `read`; findings must have places in the file."""
    found = reading.read(path, content)
    if isinstance(found, reading.Document):
        found.place(())
        return "read"
    assert found
    lines = content.decode("utf-8", "replace").replace("\r", "\n").count("\n") + 1
    assert all(1 <= one.place.line <= lines and one.place.column >= 1 for one in found)
    return " ".join(one.code for one in found)


@pytest.mark.parametrize(("path", "sample"), [("d.yaml", YAML_SAMPLE), ("d.json", JSON_SAMPLE)])
def test_files_cut_off_at_every_byte(path: str, sample: bytes) -> None:
    assert outcome(path, sample) == "read"
    for length in range(len(sample)):
        outcome(path, sample[:length])
        outcome(path, sample[length:])


@given(st.sampled_from(["d.yaml", "d.json"]), st.binary(max_size=60))
def test_random_bytes(path: str, content: bytes) -> None:
    outcome(path, content)


INDICATORS = ["&a ", "*a", "!!int ", "!x ", "- ", "? ", ": ", "<<: ", "|\n", ">", "#", "\t"]
BRACKETS = ["{", "}", "[", "]", ", ", '"', "'"]
WORDS = ["\n", "  ", "a", "1", "~", "---\n", "...\n", "%YAML 1.1\n", "\\ud800"]
PIECES = st.sampled_from([*INDICATORS, *BRACKETS, *WORDS])


@given(st.lists(PIECES, max_size=20).map("".join))
def test_random_yaml(text: str) -> None:
    outcome("d.yaml", text.encode())


@given(st.sampled_from([YAML_SAMPLE, JSON_SAMPLE]), st.data())
def test_changed_samples(sample: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(sample)))
    end = data.draw(st.integers(start, min(start + 5, len(sample))))
    content = sample[:start] + data.draw(st.binary(max_size=4)) + sample[end:]
    outcome("d.yaml" if sample is YAML_SAMPLE else "d.json", content)


def nested(opening: str, closing: str, depth: int) -> bytes:
    return (opening * depth + closing * depth).encode()


@pytest.mark.parametrize(
    ("path", "opening", "closing"),
    [
        ("d.json", "[", "]"),
        ("d.json", '{"a":', "}"),
        ("d.yaml", "[", "]"),
        ("d.yaml", "{a: ", "}"),
        ("d.yaml", "- ", ""),
    ],
)
def test_nesting_has_a_limit(path: str, opening: str, closing: str) -> None:
    leaf = "1" if "a" in opening else ""
    shallow = (opening * 200 + leaf + closing * 200).encode()
    assert outcome(path, shallow) == "read"
    for depth in (201, 900, 1100, 100_000):
        assert outcome(path, nested(opening, closing, depth)) == "IG108"


def test_block_mappings_have_the_same_limit() -> None:
    def deep(depth: int) -> bytes:
        return "".join(f"{' ' * level}a:\n" for level in range(depth)).encode()

    assert outcome("d.yaml", deep(200)) == "read"
    assert outcome("d.yaml", deep(201)) == "IG108"


def test_reading_does_not_depend_on_the_stack() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(250)
    try:
        assert outcome("d.yaml", nested("[", "]", 200)) == "read"
        assert outcome("d.json", nested("[", "]", 900)) == "IG108"
    finally:
        sys.setrecursionlimit(limit)


def bomb(levels: int) -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, levels):
        lines.append(f"a{level}: &a{level} [{', '.join([f'*a{level - 1}'] * 10)}]")
    return "\n".join(lines).encode()


def test_aliases_may_repeat_much_but_not_without_bound() -> None:
    assert outcome("d.yaml", bomb(4)) == "read"
    start = time.process_time()
    assert outcome("d.yaml", bomb(40)) == "IG101"
    assert time.process_time() - start < 2


def test_long_texts_repeated_by_aliases_have_the_same_bound() -> None:
    text = "a: &a " + "x" * 100_000 + "\nb: [" + ", ".join(["*a"] * 200) + "]"
    assert outcome("d.yaml", text.encode()) == "IG101"


@pytest.mark.parametrize("text", ["&a [*a]", "a: &a {b: *a}", "- &a [&b [*a, *b]]"])
def test_endless_values(text: str) -> None:
    assert outcome("d.yaml", text.encode()) == "IG124"


def test_wide_files_are_read_in_time_that_grows_with_them() -> None:
    start = time.process_time()
    assert outcome("d.json", b"[" + b"{}," * 100_000 + b"1]") == "read"
    assert outcome("d.json", b"[" + b"{}," * 100_000 + b"]") == "IG111"
    assert outcome("d.json", b'["' + b"\\u00e9" * 200_000 + b'"]') == "read"
    assert outcome("d.yaml", b"a: " + b"x" * 1_000_000) == "read"
    assert time.process_time() - start < 10


SOURCES = [YAML_SAMPLE.decode(), "a: [1, {b: c}]\n", "a: &x |\n  t\nb: *x\n", "- 1\n- é: 😀\n"]
BROKEN = ["a: b: c", "a: [1", "a:\n\tb", 'a: "x', "a: @x", "a: \x07", "a: &x [*x]"]
ESCAPES = [r'a: "\ud800"', r'a: "\U00110000"', r'a: "\UFFFFFFFF"']


def values(texts: list[str]) -> list[Json]:
    documents = [reading.read("d.yaml", text.encode()) for text in texts]
    return [one.data for one in documents if isinstance(one, reading.Document)]


def codes(texts: list[str]) -> list[str]:
    return [outcome("d.yaml", text.encode()) for text in texts]


def test_the_parser_without_libyaml_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = (values(SOURCES), codes([*BROKEN, *ESCAPES]))
    monkeypatch.setattr(yaml_text, "LOADER", yaml.SafeLoader)
    assert (values(SOURCES), codes([*BROKEN, *ESCAPES])) == expected
