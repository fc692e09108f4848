"""The forms of a report: JSON by its schema, SARIF, GitHub's commands, harmless Markdown."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt

from diff.states import DESK, Captured, Project, compared, new_project
from interruptgen import data
from interruptgen.cli import main
from interruptgen.diff.show.escaping import code, fence, prose
from interruptgen.diff.show.markdown import LIMIT

pytestmark = pytest.mark.usefixtures("plain")

GITHUB_LIMIT = 65_536
SCHEMA = json.loads(data.read("schemas/diff.schema.json"))
SARIF = Path(__file__).parents[1] / "cli/sarif-structure.json"

HOSTILE = [
    "<script>alert(1)</script>",
    "<!-- x --> <b>",
    "`code` ``` ~~~",
    "a | b \\| c \\",
    "![x](https://evil.example/x.png)",
    "[x](javascript:alert(1))",
    "https://evil.example www.evil.example",
    "@everyone #1 GH-1",
    "*a* _b_ **c** ~~d~~",
    "&lt;script&gt; &#64;",
    "\u202e\u2066 bidi \u200b",
    "line\nbreak\r\n\n# heading\n---",
    "$x^2$ :smile:",
    "x" * 400,
    "`" * 300,
]


def many(changed: str, texts: list[str]) -> str:
    """Return a file in which a hostile text stands wherever a text can stand."""
    interrupts = {
        f"ask-{number}": {
            "message": f"{text} {changed}",
            "responseSchema": {
                "type": "object",
                "properties": {
                    text: {"enum": [text, f"{text}{changed}"]},
                    f"{text}{changed}": {"type": "string"},
                },
                "required": [f"{text}{changed}"],
            },
        }
        for number, text in enumerate(texts)
    }
    return json.dumps({"interruptgen": 1, "package": "desk", "interrupts": interrupts})


def validate(schema: Any, value: Any) -> None:
    """Raise if a schema refuses a value."""
    validator: Any = Draft202012Validator(schema)
    validator.validate(value)


def run(project: Project, captured: Captured, *options: str) -> str:
    captured.readouterr()
    main(["diff", "--quiet", "--project", str(project.root), *options])
    return captured.readouterr().out


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = new_project(tmp_path)
    made.change("minimum: 0", "minimum: 1")
    made.change("  refund:", "  pay:")
    return made


class TestJson:
    def test_it_is_what_the_schema_says(self, project: Project, capsys: Captured) -> None:
        document = project.diff(capsys)
        assert document["findings"]
        validate(SCHEMA, document)

    def test_so_is_what_could_not_be_compared(self, project: Project, capsys: Captured) -> None:
        project.change("message", "mesage")
        validate(SCHEMA, project.diff(capsys))

    def test_so_is_what_there_is_nothing_to_compare_with(
        self, project: Project, capsys: Captured
    ) -> None:
        document = project.diff(capsys, "--against", "nowhere", code=2)
        validate(SCHEMA, document)
        assert [one["code"] for one in document["faults"]] == ["IG621"]

    def test_every_key_is_described(self, project: Project, capsys: Captured) -> None:
        document = project.diff(capsys)
        assert document.keys() == SCHEMA["properties"].keys()
        assert document["findings"][0].keys() == SCHEMA["$defs"]["Finding"]["properties"].keys()


class TestSarif:
    def test_it_has_fingerprints_and_suppressions(self, project: Project, capsys: Captured) -> None:
        found = [one for one in project.diff(capsys)["findings"] if one["fails"]]
        main(["accept", "--project", str(project.root), found[0]["fingerprint"], "--reason", "y"])
        log: Any = json.loads(run(project, capsys, "--format", "sarif"))
        validate(json.loads(SARIF.read_text("utf-8")), log)
        (sarif,) = log["runs"]
        prints = {one["partialFingerprints"]["interruptgen/v1"] for one in sarif["results"]}
        assert {one["fingerprint"] for one in found} <= prints
        (accepted,) = [one for one in sarif["results"] if "suppressions" in one]
        assert accepted["suppressions"] == [{"kind": "external", "justification": "y"}]

    def test_places_are_in_the_files_as_they_are_now(
        self, project: Project, capsys: Captured
    ) -> None:
        log: Any = json.loads(run(project, capsys, "--format", "sarif"))
        for one in log["runs"][0]["results"]:
            place = one["locations"][0]["physicalLocation"]
            assert place["artifactLocation"]["uri"] == "interrupts/desk.yaml"


def test_annotations_leave_out_what_is_accepted(project: Project, capsys: Captured) -> None:
    found = [one for one in project.diff(capsys)["findings"] if one["fails"]]
    before = run(project, capsys, "--format", "github")
    assert before.count("::error ") == len(found)
    prints = [one["fingerprint"] for one in found]
    main(["accept", "--project", str(project.root), *prints, "--reason", "x"])
    assert "::error " not in run(project, capsys, "--format", "github")


def test_text_shows_the_line_of_the_side_it_is_about(project: Project, capsys: Captured) -> None:
    text = run(project, capsys)
    assert re.search(r"^[0-9a-f]{7}:interrupts/desk\.yaml:17:3: error IG751 ", text, re.MULTILINE)
    assert "   17 |   refund:" in text
    assert "accepted before, refused now: {" in text


def test_text_has_no_character_that_a_terminal_acts_on(tmp_path: Path, capsys: Captured) -> None:
    project = new_project(tmp_path, desk=many("1", ["\u202e\x1b[31m\x07"]))
    project.write(desk=many("2", ["\u202e\x1b[31m\x07"]))
    text = run(project, capsys)
    assert "IG754" in text
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", text)


class _Tags(HTMLParser):
    """Gathers the elements and the attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


class TestMarkdown:
    HARMLESS = frozenset("h3 h4 p table thead tbody tr th td code pre em strong ul li".split())

    def tags(self, text: str) -> _Tags:
        """Return what a page is made of, as GitHub would see it before it cleans it."""
        parsed = _Tags()
        parsed.feed(MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text))
        return parsed

    def test_what_it_says(self, project: Project, capsys: Captured) -> None:
        text = run(project, capsys, "--format", "markdown")
        assert text.startswith("### ")
        assert "#### interrupt <code>choose-seat</code> in <code>desk</code>" in text
        assert "| | category | change | before | after |" in text
        assert '```json\n{\n  "choice": 0\n}\n```' in text
        assert re.search(r"<code>response [0-9a-f]{8}</code> \| <code>response [0-9a-f]{8}", text)
        assert "What makes it safe:" in text
        assert "a **major** release" in text
        assert re.search(r"`interruptgen accept( [0-9a-f]{16})+ --reason …`", text)

    @pytest.mark.parametrize("hostile", HOSTILE)
    def test_hostile_texts_are_only_shown(
        self, hostile: str, tmp_path: Path, capsys: Captured
    ) -> None:
        old, new = many("1", [hostile]), many("2", [hostile])
        compared(tmp_path, capsys, old, new)
        main(["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--format", "markdown"])
        text = capsys.readouterr().out
        parsed = self.tags(text)
        assert "table" in parsed.tags
        assert parsed.tags <= self.HARMLESS
        assert parsed.attributes <= {"class"}
        rows = [line for line in text.splitlines() if line.startswith("|")]
        assert all(re.sub(r"<code>.*?</code>", "", row).count("|") == 6 for row in rows)
        plain = re.sub(r"<code>.*?</code>|^(`{3,}).*?^\1$", "", text, flags=re.M | re.S)
        assert not re.search(r"@\w|https?://|www\.|javascript:", plain)
        assert len(text) < GITHUB_LIMIT

    @pytest.mark.parametrize("count", [50, 700])
    def test_it_always_fits(self, count: int, tmp_path: Path, capsys: Captured) -> None:
        texts = [f"{number}{'*' * 500}" for number in range(count)]
        compared(tmp_path, capsys, many("1", texts), many("2", texts))
        paths = [str(tmp_path / "old"), str(tmp_path / "new")]
        main(["diff", *paths, "--format", "markdown"])
        text = capsys.readouterr().out
        assert len(text) <= LIMIT + 1
        assert "left out here" in text
        assert self.tags(text).tags <= self.HARMLESS

    def test_accepted_ones_say_why(self, project: Project, capsys: Captured) -> None:
        found = [one["fingerprint"] for one in project.diff(capsys)["findings"] if one["fails"]]
        main(["accept", "--project", str(project.root), *found, "--reason", "<b>nobody</b>"])
        text = run(project, capsys, "--format", "markdown")
        assert text.startswith("### No breaking change in the decisions")
        assert "(accepted: <code>&#60;b&#62;nobody&#60;&#47;b&#62;</code>)" in text
        assert "interruptgen accept" not in text


@pytest.mark.parametrize("text", HOSTILE)
def test_escaping(text: str) -> None:
    page = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for escaped in (code(text), prose(text), prose(f"`{text}`"), fence(text, "json")):
        parsed = _Tags()
        parsed.feed(page.render(escaped))
        assert parsed.tags <= {"p", "code", "pre"}


def test_a_mention_in_a_message_is_broken() -> None:
    assert "@everyone" not in prose("hello @everyone")
    assert prose("the `@a` of @b") == "the <code>&#64;a</code> of &#64;&#8203;b"


def test_many_definitions_take_little_longer(tmp_path: Path, capsys: Captured) -> None:
    """A page of findings for each of many definitions is still made, whatever is shown of it."""
    texts = [str(number) for number in range(100)]
    document = compared(tmp_path, capsys, many("1", texts), many("2", texts))
    assert len({one["id"] for one in document["findings"]}) == 100


def test_the_desk_is_what_the_tests_say() -> None:
    assert DESK.splitlines()[16] == "  refund:"
