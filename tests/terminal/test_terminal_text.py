"""Nothing that a server sends moves the cursor, hides, reorders, or passes for something else."""

import json
import unicodedata

import pytest
from prompt_toolkit.utils import get_cwidth

from interruptgen_runtime import Json
from interruptgen_runtime.terminal.difference import difference
from interruptgen_runtime.terminal.lines import Line, Span, Style
from interruptgen_runtime.terminal.prose import MARGIN, Prose
from interruptgen_runtime.terminal.screen import folded
from interruptgen_runtime.terminal.text import json_text, name_text, one_line, prose, several_lines
from interruptgen_runtime.terminal.transcript import Break, Piece, Transcript
from interruptgen_runtime.terminal.values import in_short, limited, value_lines

ATTACKS = {
    "moves the cursor": "\x1b[2J\x1b[H",
    "sets the title": "\x1b]0;owned\x07",
    "fills the clipboard": "\x1b]52;c;cm0gLXJm\x07",
    "C1 control": "\x9b31m",
    "goes back": "harmless\rharmful",
    "deletes": "a\x08\x08b\x7f",
    "reorders": "pay \u202e001 EUR",
    "isolates": "\u2066a\u2069",
    "hides": "a\u200bb\u2060c\ufeff",
    "a tag character": "a\U000e0041",
    "half a character": "a\ud800",
    "a line separator": "a\u2028b",
    "bell": "\x07",
}


def is_plain(text: str) -> bool:
    return all(
        character == "\n" or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Cn", "Zl")
        for character in text
    )


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
class TestAttacks:
    def test_texts(self, attack: str) -> None:
        assert is_plain(one_line(attack)) and "\n" not in one_line(attack)
        assert is_plain(prose(attack))
        assert all(map(is_plain, several_lines(attack)))

    def test_values_and_names(self, attack: str) -> None:
        value: Json = {attack: [attack, {"deep": attack}]}
        assert all(is_plain(line.text) for line in value_lines(value))
        assert is_plain(in_short(value))
        assert is_plain(name_text(attack))
        changed: Json = {attack: 1}
        assert all(is_plain(line.text) for line in difference(value, changed))

    def test_json_reads_back_as_the_same(self, attack: str) -> None:
        text = json_text({attack: attack})
        assert is_plain(text)
        assert json.loads(text) == {attack: attack}

    def test_streamed_text(self, attack: str) -> None:
        lines = Prose(40, get_cwidth)
        written = "".join(lines.feed(character) for character in f"see {attack} there")
        assert is_plain(written + lines.end())

    def test_events_of_a_run(self, attack: str) -> None:
        transcript = Transcript()
        events: list[dict[str, Json]] = [
            {"type": "TOOL_CALL_START", "toolCallId": attack, "toolCallName": attack},
            {"type": "TOOL_CALL_ARGS", "toolCallId": attack, "delta": attack},
            {"type": "TOOL_CALL_END", "toolCallId": attack},
            {"type": "TOOL_CALL_RESULT", "toolCallId": attack, "content": attack},
        ]
        for written in (one for event in events for one in transcript.take(event)):
            assert isinstance(written, Break) or (
                isinstance(written, Line) and is_plain(written.text)
            )


def test_a_name_cannot_look_like_another_line() -> None:
    assert name_text("amount") == "amount"
    assert name_text("größe") == "größe"
    assert name_text("approved  true") == '"approved  true"'
    assert name_text("") == '""'
    assert name_text("you") == '"you"' and name_text("decide") == '"decide"'


def test_values_are_exact() -> None:
    value: Json = {"a": "1", "b": 1, "c": "", "d": None, "e": [], "f": {}, "g": ["x", {"y": True}]}
    assert [line.text for line in value_lines(value)] == [
        'a  "1"',
        "b  1",
        'c  ""',
        "d  null",
        "e  []",
        "f  {}",
        "g",
        '  [0]  "x"',
        "  [1]",
        "    y  true",
    ]


def test_a_text_of_several_lines_is_shown_as_such() -> None:
    assert [line.text for line in value_lines({"a": "one\ntwo\x1b[2J"})] == [
        "a",
        "  | one",
        "  | two\\u001b[2J",
    ]


def test_a_deep_value_ends_as_json() -> None:
    value: Json = 1
    for _ in range(100):
        value = {"in": value}
    lines = value_lines(value)
    assert len(lines) == 10
    assert lines[-1].text.count("in") == 91


def test_many_lines_are_cut_and_counted() -> None:
    shown = limited(value_lines([*range(5_000)]), 60)
    assert len(shown) == 61
    assert shown[-1].text == "… and 4,940 more lines"


def test_a_long_line_goes_on_below_where_nothing_else_begins() -> None:
    line = Line((Span("name  ", Style.KEY), Span("x" * 40)), 4)
    assert [row.plain for row in folded(line, 30)] == [
        "    name  " + "x" * 20,
        "      ┆ " + "x" * 20,
    ]


def test_a_wide_character_takes_two_cells() -> None:
    rows = folded(Line((Span("価" * 30),)), 20)
    assert all(get_cwidth(row.plain) <= 20 for row in rows)
    assert sum(row.plain.count("価") for row in rows) == 30


def test_a_difference_shows_everything() -> None:
    before: Json = {"amount": {"value": 25, "currency": "EUR"}, "to": "AT"}
    after: Json = {"amount": {"value": 250, "currency": "EUR"}, "to": "AT"}
    assert [line.text for line in difference(before, after)] == [
        "  amount",
        "-   value     25",
        "+   value     250",
        '    currency  "EUR"',
        '  to  "AT"',
    ]
    assert difference(before, before) == []


def test_a_long_difference_does_not_take_for_ever() -> None:
    before: Json = [*range(3_000)]
    after: Json = [*range(1, 3_001)]
    assert len(difference(before, after)) == 6_000


class TestProse:
    def test_words_are_kept_together(self) -> None:
        lines = Prose(20, get_cwidth)
        written = "".join(lines.feed(part) for part in ("The qui", "ck brown fox jum", "ps over"))
        assert written + lines.end() == f"{MARGIN}The quick brown \n{MARGIN}fox jumps over\n"

    def test_no_text_leaves_the_margin(self) -> None:
        lines = Prose(20, get_cwidth)
        written = lines.feed("x" * 50 + "\n\nyou> ") + lines.feed("approve") + lines.end()
        assert all(line.startswith(MARGIN.strip()) for line in written.splitlines())
        assert all(len(line) <= 20 for line in written.splitlines())

    def test_an_end_without_a_beginning_is_nothing(self) -> None:
        assert Prose(20, get_cwidth).end() == ""


def test_a_result_has_the_name_of_its_call() -> None:
    transcript = Transcript()
    events: list[dict[str, Json]] = [
        {"type": "TEXT_MESSAGE_CONTENT", "delta": "Hello"},
        {"type": "TOOL_CALL_START", "toolCallId": "c", "toolCallName": "rate"},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": '{"from":'},
        {"type": "TOOL_CALL_ARGS", "toolCallId": "c", "delta": '"EUR"}'},
        {"type": "TOOL_CALL_END", "toolCallId": "c"},
        {"type": "TOOL_CALL_RESULT", "toolCallId": "c", "content": "1.08"},
        {"type": "SOMETHING_NEW"},
    ]
    written = [one for event in events for one in transcript.take(event)]
    assert written[0] == Piece("Hello", Style.PLAIN)
    assert [one.text for one in written if isinstance(one, Line)] == [
        '→ rate {"from": "EUR"}',
        "← rate 1.08",
    ]
