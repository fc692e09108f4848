"""The text of a configuration -> `Config`, or findings with their places."""

import pytest

from interruptgen.project.config import Config, parse
from interruptgen.project.toml_places import position

SHARED = "pyproject.toml"
DEDICATED = "interruptgen.toml"


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (DEDICATED, 'out = "generated"', Config(("interrupts",), "generated")),
        (
            DEDICATED,
            'out = "./src/app//interrupts/"\nsources = ["a/**/*.yaml", "b/"]\ntargets = ["python"]',
            Config(("a/**/*.yaml", "b"), "src/app/interrupts"),
        ),
        (SHARED, '[tool.interruptgen]\nout = "x"', Config(("interrupts",), "x")),
        (SHARED, 'tool.interruptgen.out = "x"', Config(("interrupts",), "x")),
        (SHARED, '[tool]\ninterruptgen = {out = "x"}', Config(("interrupts",), "x")),
    ],
)
def test_a_configuration_is_read(path: str, text: str, expected: Config) -> None:
    parsed = parse(path, text)
    assert parsed.diagnostics == ()
    assert parsed.config == expected


@pytest.mark.parametrize("text", ["", '[project]\nname = "x"', "tool = 3", "[tool.ruff]"])
def test_a_pyproject_without_our_table_says_nothing(text: str) -> None:
    parsed = parse(SHARED, text)
    assert parsed.config is None
    assert parsed.diagnostics == ()


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (DEDICATED, "", ["IG604 1:1 `out` is missing"]),
        (DEDICATED, "out = 3", ["IG604 1:1 `out` must be a text"]),
        (DEDICATED, "out = 1979-05-27", ["IG604 1:1 `out` must be a text"]),
        (DEDICATED, "out = nan", ["IG604 1:1 `out` must be a text"]),
        (DEDICATED, 'out = ""', ["IG604 1:1 `out` must not be empty"]),
        (
            DEDICATED,
            'out = "./"',
            ["IG604 1:1 `out` is the folder of the configuration itself"],
        ),
        (DEDICATED, 'out = "a"\nsources = []', ["IG604 2:1 `sources` must not be empty"]),
        (DEDICATED, 'out = "a"\nsources = "b"', ["IG604 2:1 `sources` must be a list"]),
        (
            DEDICATED,
            'out = "a"\r\nsources = [\r\n  "b", # "no"\r\n  "b",\r\n]',
            ["IG604 2:1 `sources` says the same thing twice"],
        ),
        (
            DEDICATED,
            'out = "a"\nsources = [\n  "b", # "no"\n  "",\n]',
            ["IG604 4:3 item 2 of `sources` must not be empty"],
        ),
        (DEDICATED, "out = \n", ["IG602 1:7 Invalid value"]),
        (DEDICATED, 'out = "a', ["IG602 1:9 Unterminated string"]),
        (DEDICATED, 'out = "a"\nout = "b"', ["IG602 2:10 Cannot overwrite a value"]),
        (DEDICATED, 'out = "a"\nsuorces = ["b"]', ["IG603 2:1 unknown setting `suorces`"]),
        (
            SHARED,
            '[tool.ruff]\nsorces = 1\n[tool.interruptgen]\nout = "a"\nsorces = []',
            ["IG603 5:1 unknown setting `sorces`"],
        ),
        (
            SHARED,
            '[tool]\ninterruptgen = {out = "a", x = 1}',
            ["IG603 2:28 unknown setting `x`"],
        ),
        (SHARED, "[tool]\ninterruptgen = 3", ["IG604 2:1 the configuration must be a table"]),
        (
            DEDICATED,
            'out = "a"\ntargets = ["python", "typescript", "pyton"]',
            [
                'IG606 2:22 the target "typescript" is not available yet',
                'IG606 2:36 there is no target "pyton"',
            ],
        ),
        (
            DEDICATED,
            'out = "/a"\nsources = ["../b", "C:c", "~/d", "e/../f"]',
            [
                'IG607 1:1 `out` "/a" is not relative to the folder of the configuration',
                'IG607 2:12 item 1 of `sources` "../b" leaves the folder of the configuration',
                'IG607 2:20 item 2 of `sources` "C:c" is not relative to the folder of the '
                "configuration",
                'IG607 2:27 item 3 of `sources` "~/d" is not relative to the folder of the '
                "configuration",
                'IG607 2:34 item 4 of `sources` "e/../f" leaves the folder of the configuration',
            ],
        ),
        (
            DEDICATED,
            'out = "a\\u0000b"',
            ['IG607 1:1 `out` "a\0b" has a control character'],
        ),
    ],
)
def test_faults_have_places(path: str, text: str, expected: list[str]) -> None:
    parsed = parse(path, text)
    assert parsed.config is None
    assert [
        f"{found.code} {found.place.line}:{found.place.column} {found.message}"
        for found in parsed.diagnostics
    ] == expected
    assert {found.place.path for found in parsed.diagnostics} == {path}


def test_a_near_miss_is_named() -> None:
    (found,) = parse(DEDICATED, 'out = "a"\ntarget = ["python"]').diagnostics
    assert found.hint == "did you mean `targets`?"


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        (("a",), (1, 1)),
        (("t", "b"), (6, 1)),
        (("t", "list", 0), (8, 3)),
        (("t", "list", 1), (9, 3)),
        (("t", "list", 7), (7, 1)),
        (("t",), (5, 2)),
        (("t", "u", "v", "w"), (11, 5)),
        (("t", "u", "x"), (11, 1)),
        (("x",), (1, 1)),
    ],
)
def test_positions_are_found_between_decoys(way: tuple[str | int, ...], expected: object) -> None:
    text = '''a = """
[t]
b = "no"
"""
[t]
b = 'yes' # b = "no"
list = [
  "one", # "no"
  'two',
]
u.v.w = 3
'''
    assert position(text, way) == expected
