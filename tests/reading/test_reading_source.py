"""Bytes: encodings, sizes, and names that say neither YAML nor JSON."""

import pytest

from interruptgen import reading
from interruptgen.reading.source import Source
from interruptgen.rules.files import MAX_SIZE


@pytest.mark.parametrize(
    ("path", "content", "code", "line", "column"),
    [
        ("d.yaml", b"#" * (MAX_SIZE + 1), "IG101", 1, 1),
        ("d.yaml", "a: 1".encode("utf-16"), "IG102", 1, 1),
        ("d.yaml", "a: 1".encode("utf-32"), "IG102", 1, 1),
        ("d.yaml", b"\x89PNG\r\n\x1a\n", "IG102", 1, 1),
        ("d.json", b'{"a": "\xff"}', "IG102", 1, 8),
        ("d.yaml", "é: 1\r\n€b: ".encode() + b"\x80", "IG102", 2, 5),
        ("d.yaml", b"a: \xed\xa0\x80", "IG102", 1, 4),
        ("d.yaml", b"\xef\xbb\xbfa: 1", "IG103", 1, 1),
        ("d.json", b"\xef\xbb\xbf{}", "IG103", 1, 1),
        ("d.yaml", "a: 1".encode("utf-16-le"), "IG104", 1, 2),
        ("d.json", b'["\x00"]', "IG104", 1, 3),
        ("d.txt", b"{}", "IG105", 1, 1),
        ("yaml", b"{}", "IG105", 1, 1),
        ("d.json5", b"{}", "IG105", 1, 1),
        ("d.yml", b"", "IG106", 1, 1),
    ],
)
def test_refused(path: str, content: bytes, code: str, line: int, column: int) -> None:
    found = reading.read(path, content)
    assert isinstance(found, tuple)
    (finding,) = found
    place = finding.place
    assert (finding.code, place.path, place.line, place.column) == (code, path, line, column)


@pytest.mark.parametrize("path", ["d.yaml", "d.yml", "a.b/d.JSON"])
def test_the_largest_file_is_read(path: str) -> None:
    document = reading.read(path, b"[]".ljust(MAX_SIZE))
    assert isinstance(document, reading.Document)
    assert (document.path, document.data) == (path, [])


@pytest.mark.parametrize(
    ("offset", "expected"),
    [(0, "d:1:1"), (2, "d:1:3"), (3, "d:2:1"), (4, "d:3:1"), (6, "d:3:3"), (7, "d:3:4")],
)
def test_lines_end_with_any_line_break(offset: int, expected: str) -> None:
    assert str(Source("d", "a\r\n\r😀\u2028b").place(offset)) == expected
