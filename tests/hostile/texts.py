"""Kinds of bad input: what stands in a definition file is not what it should be."""

from random import Random

from hostile.breaking import file, sparse
from hostile.kind import JSON, YAML, Kind
from hostile.sandbox import SOURCE

_WHOLE = SOURCE.encode()
_JSON = b'{"interruptgen": 1, "interrupts": {"more": {"message": "ok?", "expiresAfter": "PT1M"}}}'
_LAUGHS = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)


def _block(depth: int) -> str:
    """Nest mappings by indentation, one space a level."""
    return "".join(f"{' ' * level}a:\n" for level in range(depth))


def _truncated(path: str, whole: bytes) -> list[Kind]:
    places = {"a quarter": len(whole) // 4, "half": len(whole) // 2, "all but a byte": -2}
    kind = path.rpartition(".")[2].upper()
    return [
        Kind(f"{kind} cut off after {name}", file(path, whole[:at])) for name, at in places.items()
    ]


def _deep() -> list[Kind]:
    kinds: list[Kind] = []
    for depth in (1_000, 100_000):
        texts = {
            "YAML flow lists": (YAML, "[" * depth + "]" * depth),
            "YAML flow mappings": (YAML, "{a: " * depth + "}" * depth),
            "YAML list items": (YAML, "- " * depth + "x"),
            "JSON arrays": (JSON, "[" * depth + "]" * depth),
            "JSON objects": (JSON, '{"a":' * depth + "1" + "}" * depth),
            "JSON arrays, never closed": (JSON, "[" * depth),
        }
        if depth < 100_000:
            texts["YAML block mappings"] = (YAML, _block(depth))
        kinds += [Kind(f"{depth:,} {name}", file(*text)) for name, text in texts.items()]
    # As many bytes as a file may have allow no more than this: each level is one space longer.
    return [*kinds, Kind("5,000 YAML block mappings", file(YAML, lambda: _block(5_000)))]


ENCODING = [
    *_truncated(YAML, _WHOLE),
    *_truncated(JSON, _JSON),
    Kind("random bytes", file(YAML, Random(1).randbytes(5_000))),
    Kind("an image", file(YAML, b"\x89PNG\r\n\x1a\n" + bytes(100))),
    Kind("UTF-16 with a mark", file(YAML, SOURCE.encode("utf-16"))),
    Kind("UTF-16 without a mark", file(YAML, SOURCE.encode("utf-16-le"))),
    Kind("UTF-32", file(YAML, SOURCE.encode("utf-32"))),
    Kind("a byte order mark", file(YAML, b"\xef\xbb\xbf" + _WHOLE)),
    Kind("a byte order mark in JSON", file(JSON, b"\xef\xbb\xbf" + _JSON)),
    Kind("invalid UTF-8", file(YAML, _WHOLE.replace(b"Which", b"\xc3\x28"))),
    Kind("an encoded surrogate", file(YAML, _WHOLE.replace(b"Which", b"\xed\xa0\x80"))),
    Kind("an overlong slash", file(YAML, _WHOLE.replace(b"Which", b"\xc0\xaf"))),
    Kind("a NUL", file(YAML, _WHOLE.replace(b"Which", b"a\0b"))),
    Kind("an escape sequence of a terminal", file(YAML, _WHOLE.replace(b"Which", b"\x1b[2J"))),
    Kind("100 MB of nothing", sparse(YAML, 100 * 2**20)),
    Kind("100 MB of text", file(YAML, lambda: b"# filler\n" * (100 * 2**20 // 9))),
    Kind("16 MB of comments", file(YAML, lambda: _WHOLE + b"# filler\n" * 1_800_000)),
    Kind("16 MB in one text", file(YAML, lambda: _WHOLE.replace(b"Which", b"x" * 16_000_000))),
]

SYNTAX = [
    *_deep(),
    Kind("a billion laughs", file(YAML, _LAUGHS)),
    Kind("a billion laughs of text", file(YAML, f"a: &a {'x' * 100_000}\nb: [{'*a, ' * 10_000}]")),
    Kind("an alias inside of itself", file(YAML, "a: &a [*a]\n")),
    Kind("an alias without an anchor", file(YAML, "a: *a\n")),
    Kind("a merge key", file(YAML, "a: &a {b: 1}\nc: {<<: *a}\n")),
    Kind("a tag of Python", file(YAML, 'a: !!python/object/apply:os.system ["exit 1"]\n')),
    Kind("a tag of somebody", file(YAML, "a: !secret x\n")),
    Kind("binary data", file(YAML, "a: !!binary aGVsbG8=\n")),
    Kind("a set", file(YAML, "a: !!set {b, c}\n")),
    Kind("a list as a key", file(YAML, "? [a]\n: b\n")),
    Kind("YAML 1.1", file(YAML, f"%YAML 1.1\n---\n{SOURCE}")),
    Kind("two documents", file(YAML, f"{SOURCE}---\n{SOURCE}")),
    Kind("two values in JSON", file(JSON, _JSON + _JSON)),
    Kind("the same key twice", file(YAML, f"{SOURCE}interrupts: {{}}\n")),
    Kind("the same key twice in JSON", file(JSON, b'{"interruptgen": 1, "interruptgen": 1}')),
    Kind("tabs", file(YAML, SOURCE.replace("  ", "\t"))),
    Kind("line separators", file(YAML, SOURCE.replace("Which", "a\u2028b"))),
    Kind("an open quotation", file(YAML, SOURCE.replace("Which", '"Which'))),
    Kind("comments in JSON", file(JSON, b"// x\n" + _JSON)),
    Kind("a comma too many in JSON", file(JSON, _JSON.replace(b"}}}", b"}},}"))),
    Kind("single quotes in JSON", file(JSON, _JSON.replace(b'"', b"'"))),
    Kind("YAML in a JSON file", file(JSON, SOURCE)),
    Kind("nothing", file(YAML, "")),
    Kind("nothing but comments", file(YAML, "# nothing\n# to see\n")),
    Kind("nothing but a line of dashes", file(YAML, "---\n")),
    Kind("null", file(YAML, "null\n")),
    Kind("a list at the top", file(YAML, "- interruptgen: 1\n")),
    Kind("a text at the top", file(YAML, "interruptgen\n")),
]


def _number(text: str) -> str:
    return f'{{"interruptgen": 1, "$defs": {{"More": {{"const": {text}}}}}}}'


VALUES = [
    Kind("10^5000", file(JSON, _number("1" + "0" * 5_000))),
    Kind("10^5000 in YAML", file(YAML, SOURCE.replace("200", "1" + "0" * 5_000))),
    Kind(
        "a hexadecimal number of 5,000 digits",
        file(YAML, SOURCE.replace("200", "0x" + "F" * 5_000)),
    ),
    Kind("a number of 1,000,000 digits", file(JSON, lambda: _number("1" * 1_000_000))),
    Kind("a fraction of 1,000,000 digits", file(JSON, lambda: _number("0." + "1" * 1_000_000))),
    Kind("1e400", file(JSON, _number("1e400"))),
    Kind("1e400 in YAML", file(YAML, SOURCE.replace("200", "1e400"))),
    Kind("an exponent of 1,000,000 digits", file(JSON, lambda: _number("1e" + "9" * 1_000_000))),
    Kind("NaN", file(JSON, _number("NaN"))),
    Kind(".nan in YAML", file(YAML, SOURCE.replace("200", ".nan"))),
    Kind("-Infinity", file(JSON, _number("-Infinity"))),
    Kind("-.inf in YAML", file(YAML, SOURCE.replace("200", "-.inf"))),
    Kind("2^53 + 1", file(JSON, _number("9007199254740993"))),
    Kind("half of a character", file(JSON, _number('"\\ud83d"'))),
    Kind("half of a character as a key", file(JSON, _JSON.replace(b"message", b"\\udc00"))),
    Kind("half of a character in YAML", file(YAML, SOURCE.replace("Which one?", '"\\ud83d"'))),
    Kind("beyond Unicode", file(YAML, SOURCE.replace("Which one?", '"\\U00110000"'))),
]
