"""Kinds of bad input: files of instances for `validate`, and arguments of the command line."""

import json

from hostile.breaking import (
    Content,
    both,
    file,
    folder,
    link,
    locked,
    nothing,
    schema,
    sparse,
)
from hostile.kind import Kind, Spoil

_SLOT = "choose.response"


def _instance(name: str, content: Content, slot: str = _SLOT) -> Kind:
    return Kind(f"validate: {name}", file("x.json", content), ("validate", slot, "x.json"))


def _placed(name: str, spoil: Spoil, *, privileged: bool = True) -> Kind:
    arguments = ("validate", _SLOT, "x.json")
    return Kind(f"validate: {name}", spoil, arguments, privileged=privileged)


def _by_pattern(pattern: str, instance: str) -> Spoil:
    text = json.dumps({"type": "string", "pattern": pattern})
    return both(schema(text), file("x.json", json.dumps(instance)))


_MORE = ("validate", "more.response", "x.json")

INSTANCES = [
    _instance("nothing", ""),
    _instance("not JSON", "{"),
    _instance("refused", '{"choice": -1}'),
    _instance("of another type", "[]"),
    _instance("NaN", '{"choice": NaN}'),
    _instance("10^5000", '{"choice": 1' + "0" * 5_000 + "}"),
    _instance("10^400", '{"choice": 1' + "0" * 400 + "}"),
    _instance("2^53 + 1", '{"choice": 9007199254740993}'),
    _instance("1e400", '{"choice": 1e400}'),
    _instance("half of a character", '{"choice": 1, "note": "\\ud83d"}'),
    _instance("half of a character as a key", '{"choice": 1, "\\ud83d": 1}'),
    _instance("the same key twice", '{"choice": 1, "choice": 2}'),
    _instance("a NUL", "\0"),
    _instance("an escape sequence of a terminal", '{"\x1b[2J": 1}'),
    _instance("UTF-16", '{"choice": 1}'.encode("utf-16")),
    _instance("invalid UTF-8", b'{"choice": 1, "note": "\xff"}'),
    _instance("binary data", bytes(range(256))),
    _instance("100 levels deep", '{"choice": 1, "x": ' + "[" * 100 + "]" * 100 + "}"),
    _instance("300 levels deep", '{"choice": 1, "x": ' + "[" * 300 + "]" * 300 + "}"),
    _instance("1,000 levels deep", "[" * 1_000 + "]" * 1_000),
    _instance("100,000 levels deep", "[" * 100_000 + "]" * 100_000),
    _instance("100,000 levels deep, in lines", "1\n" + "[" * 100_000 + "]" * 100_000),
    _instance("a bad line among good ones", '{"choice": 1}\n{"choice": 1\n{"choice": 1}\n'),
    _instance("100,000 values", lambda: '{"choice": 1}\n' * 100_000),
    _instance("100,000 refused values", lambda: '{"choice": "x"}\n' * 100_000),
    _instance(
        "100,000 faults", lambda: '{"options": ' + json.dumps([1] * 100_000) + "}", "choose.payload"
    ),
    _instance(
        "100,000 unknown keys",
        lambda: json.dumps({"choice": 1, **{f"k{n}": n for n in range(100_000)}}),
    ),
    _instance("15 MB in one text", lambda: '{"choice": 1, "note": "' + "x" * 15_000_000 + '"}'),
    _placed(
        "120 levels deep and recursive",
        both(
            schema('{"type": "array", "items": {"$ref": "#"}}'),
            file("x.json", "[" * 120 + "]" * 120),
        ),
    ),
    _placed("100 MB", sparse("x.json", 100 * 2**20)),
    _placed("a folder", folder("x.json")),
    _placed("/dev/zero", link("x.json", "/dev/zero")),
    _placed("/dev/null", link("x.json", "/dev/null")),
    _placed("a link to itself", link("x.json", "x.json")),
    _placed("no such file", nothing),
    _placed(
        "may not be read",
        both(file("x.json", "1"), locked("x.json")),
        privileged=False,
    ),
    Kind(
        "validate: a text on which a pattern explodes",
        _by_pattern("^(a+)+$", "a" * 40 + "!"),
        _MORE,
    ),
    Kind(
        "validate: a text on which a look-ahead explodes",
        _by_pattern("^(?=(a+)+$)", "a" * 40 + "!"),
        _MORE,
    ),
    Kind(
        "validate: a text on which a back-reference explodes",
        _by_pattern("^(a)(?:(?:b|bb)+c?)+\\1$", "a" + "b" * 40 + "!"),
        _MORE,
    ),
    Kind(
        "validate: a name that makes a path", file("x.json", "1"), ("validate", "../../x", "x.json")
    ),
    Kind("validate: standard input is empty", nothing, ("validate", _SLOT, "-")),
]


def _call(name: str, *arguments: str | bytes) -> Kind:
    return Kind(f"arguments: {name}", nothing, arguments)


ARGUMENTS = [
    _call("none"),
    _call("empty", ""),
    _call("an unknown command", "built"),
    _call("a command that is no Unicode", b"\xff"),
    _call("an unknown option", "build", "--hurry"),
    _call("an unknown format", "lint", "--format", "x"),
    _call("two ways that exclude each other", "build", "--check", "--watch"),
    _call("explain a path", "explain", "../../x"),
    _call("explain nothing", "explain", ""),
    _call("explain what is no Unicode", "explain", b"\xff\xfe"),
    _call("explain an escape sequence", "explain", "\x1b[2J"),
    _call("explain 100,000 characters", "explain", "I" * 100_000),
    _call("explain two", "explain", "IG101", "IG102"),
    _call("validate nothing", "validate", "", ""),
    _call("validate an unknown id", "validate", "x.response", "x.json"),
    _call("validate an unknown slot", "validate", "choose.input", "x.json"),
    _call("validate an id alone", "validate", "choose", "x.json"),
    _call("validate what is no Unicode", "validate", b"\xff.response", b"\xff"),
    _call("validate 100,000 characters", "validate", "x" * 100_000, "x.json"),
    _call("validate a file of 10,000 characters", "validate", _SLOT, "x" * 10_000),
    _call("a project that is not there", "build", "--project", "x"),
    _call("a project that is a file", "build", "--project", "interruptgen.toml"),
    _call("a project that is empty", "build", "--project", ""),
    _call("a project that is no Unicode", "build", "--project", b"\xff"),
    _call("a project of 10,000 characters", "build", "--project", "x" * 10_000),
    _call(
        "a project and a configuration", "build", "--project", ".", "--config", "interruptgen.toml"
    ),
    _call("a configuration that is not there", "build", "--config", "x.toml"),
    _call("a configuration that is a folder", "build", "--config", "shared"),
    _call("a configuration that is another file", "build", "--config", "shared/price.json"),
    _call("a configuration that is no Unicode", "build", "--config", b"\xff"),
    _call("a configuration of 10,000 characters", "build", "--config", "x" * 10_000),
    _call("init where there is a project", "init"),
]
