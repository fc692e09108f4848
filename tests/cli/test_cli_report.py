"""Findings in their four forms."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from interruptgen.cli.console import wants_colour
from interruptgen.diagnostics import Diagnostic, Note, Place, Rule, Severity
from interruptgen.report import Format, Paint, render, summary

ERROR = Rule("IG901", "bad-thing", Severity.ERROR, "Something is bad.\nReally.\n\nMore.\n")
WARNING = Rule("IG902", "odd-thing", Severity.WARNING, "Something is odd.\n")
SOURCE = {
    "a.yaml": "first:\n\tsecond: 中文 value\r\nthird: " + "x" * 300 + "\n",
    "b.yaml": "\x1b[31mred: \u202e1\n",
}
FINDINGS = (
    ERROR.at(
        Place("a.yaml", 2, 13),
        "is bad",
        hint="make it good",
        notes=[Note(Place("b.yaml", 1, 1), "first here")],
    ),
    WARNING.at(Place("dir with space/ü,1.yaml", 7, 1), "50% odd:\nreally"),
)


def shown(
    *findings: Diagnostic, format: Format = Format.TEXT, paint: bool = False, prefix: str = ""
) -> str:
    return render(format, findings, source=SOURCE.get, paint=Paint(paint), prefix=prefix)


class TestText:
    def test_a_finding_has_place_excerpt_notes_and_hint(self) -> None:
        assert shown(FINDINGS[0]).splitlines() == [
            "a.yaml:2:13: error IG901 is bad",
            "    2 |  second: 中文 value",
            "      |               ^",
            "  note: b.yaml:1:1: first here",
            "  hint: make it good",
        ]

    def test_nothing_reaches_the_terminal_that_it_could_act_on(self) -> None:
        text = shown(ERROR.at(Place("b.yaml", 1, 6), "\x1b]0;x\x07\u2028is bad"))
        assert text.splitlines() == [
            "b.yaml:1:6: error IG901 \\x1b]0;x\\x07\\u2028is bad",
            "    1 | \\x1b[31mred: \\u202e1",
            "      |         ^",
        ]

    def test_nothing_to_say_is_an_empty_text(self) -> None:
        assert shown() == ""

    def test_a_long_line_is_cut_around_the_place(self) -> None:
        line, mark = shown(ERROR.at(Place("a.yaml", 3, 200), "x")).splitlines()[1:]
        assert len(line) <= 8 + 100
        assert mark.index("^") == 8 + 30

    @pytest.mark.parametrize("place", [Place("a.yaml", 99), Place("a.yaml", 1, 99), Place("c")])
    def test_a_place_that_is_not_there_has_no_excerpt(self, place: Place) -> None:
        assert len(shown(ERROR.at(place, "x")).splitlines()) == 1

    def test_a_hint_that_repeats_is_shown_once(self) -> None:
        one, two = (ERROR.at(Place(name), "x", hint="do it") for name in ("c", "d"))
        assert shown(one, two).splitlines()[2:] == ["  hint: do it"]

    def test_colours_are_only_added(self) -> None:
        assert "\x1b" not in shown(*FINDINGS)
        assert "\x1b[1;31merror IG901\x1b[0m" in shown(*FINDINGS, paint=True)
        assert "\x1b[1;33mwarning IG902\x1b[0m" in shown(*FINDINGS, paint=True)

    @pytest.mark.parametrize(
        ("findings", "files", "expected"),
        [
            ((), 1, "no findings in 1 file"),
            (FINDINGS, 3, "1 error, 1 warning in 3 files"),
            (FINDINGS[:1] * 2, 0, "2 errors in 0 files"),
            (FINDINGS[1:], None, "1 warning"),
        ],
    )
    def test_a_summary_counts(
        self, findings: tuple[Diagnostic, ...], files: int | None, expected: str
    ) -> None:
        assert summary(findings, files) == expected


def test_json_has_stable_keys() -> None:
    text = shown(*FINDINGS, format=Format.JSON)
    assert text.isascii()
    assert json.loads(text) == [
        {
            "code": "IG901",
            "name": "bad-thing",
            "severity": "error",
            "path": "a.yaml",
            "line": 2,
            "column": 13,
            "message": "is bad",
            "hint": "make it good",
            "notes": [{"path": "b.yaml", "line": 1, "column": 1, "message": "first here"}],
        },
        {
            "code": "IG902",
            "name": "odd-thing",
            "severity": "warning",
            "path": "dir with space/ü,1.yaml",
            "line": 7,
            "column": 1,
            "message": "50% odd:\nreally",
            "hint": None,
            "notes": [],
        },
    ]
    assert json.loads(shown(format=Format.JSON)) == []


def test_github_annotations_are_escaped() -> None:
    assert shown(*FINDINGS, format=Format.GITHUB, prefix="services/api/").splitlines() == [
        "::error file=services/api/a.yaml,line=2,col=13,title=IG901 bad-thing::is bad"
        "%0Ab.yaml:1:1: first here%0Ahint: make it good",
        "::warning file=services/api/dir with space/ü%2C1.yaml,line=7,col=1,"
        "title=IG902 odd-thing::50%25 odd:%0Areally",
    ]


class TestSarif:
    def test_the_log_has_the_required_structure(self) -> None:
        structure = json.loads((Path(__file__).parent / "sarif-structure.json").read_text())
        validator = Draft202012Validator(structure)
        for findings in ((), FINDINGS):
            log = json.loads(shown(*findings, format=Format.SARIF))
            assert [error.message for error in validator.iter_errors(log)] == []

    def test_results_point_at_their_rules_and_places(self) -> None:
        log: Any = json.loads(shown(*reversed(FINDINGS), format=Format.SARIF, prefix="p/"))
        (run,) = log["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert [rule["id"] for rule in rules] == ["IG901", "IG902"]
        assert rules[0]["fullDescription"]["text"] == "Something is bad. Really."
        assert rules[0]["help"]["markdown"] == ERROR.explanation
        odd, bad = run["results"]
        assert (bad["ruleIndex"], odd["ruleIndex"]) == (0, 1)
        assert (bad["level"], odd["level"]) == ("error", "warning")
        assert bad["message"]["text"] == "is bad\nmake it good"
        (place,) = odd["locations"]
        assert place["physicalLocation"]["artifactLocation"] == {
            "uri": "p/dir%20with%20space/%C3%BC%2C1.yaml",
            "uriBaseId": "%SRCROOT%",
        }
        assert bad["relatedLocations"][0]["message"] == {"text": "first here"}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "environment", "expected"),
    [
        (io.StringIO(), {}, False),
        (Terminal(), {}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (Terminal(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_who_gets_colours(stream: io.StringIO, environment: dict[str, str], expected: bool) -> None:
    assert wants_colour(stream, environment) is expected
