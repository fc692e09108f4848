"""The schema of the language in the server that editors use: completion, hover, faults."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from editor.language_server import LanguageServer, language_server
from interruptgen.cli import main

pytestmark = pytest.mark.node

ROOT = Path(__file__).parents[2]
SCHEMA = ROOT / "schemas/interruptgen.schema.json"
EXAMPLES = ROOT / "generated_examples"
SOURCES = sorted(
    path
    for kind in ("yaml", "json")
    for path in EXAMPLES.glob(f"*/*/*.{kind}")
    if path.parent.name not in ("generated", "shared")
)

HEAD = "# yaml-language-server: $schema=.interruptgen.schema.json\ninterruptgen: 1\n"
CURSOR = "|"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Start a project, so that the schema is where the starter file says that it is."""
    folder = tmp_path_factory.mktemp("project")
    assert main(["init", "--project", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def server(project: Path) -> Iterator[LanguageServer]:
    # A JSON file has no place for the line that names the schema: the editor is told.
    schemas = {SCHEMA.as_uri(): [str(path) for path in SOURCES if path.suffix == ".json"]}
    with language_server(project, completion=True, hover=True, schemas=schemas) as running:
        yield running


def opened(server: LanguageServer, project: Path, text: str) -> tuple[str, int, int]:
    """Open a text in which a mark says where the cursor is; return where that is."""
    before, _, after = (HEAD + text).partition(CURSOR)
    number = len(server.diagnostics) + server.requests
    uri = server.open(project / f"interrupts/draft{number}.yaml", before + after)
    return uri, before.count("\n"), len(before) - before.rfind("\n") - 1


def faults(server: LanguageServer, project: Path, text: str) -> list[tuple[str, str]]:
    """Return the text that each fault marks, and what it says."""
    uri, _, _ = opened(server, project, text)
    lines = (HEAD + text).split("\n")
    return [(_marked(lines, fault["range"]), fault["message"]) for fault in server.faults(uri)]


def _marked(lines: list[str], place: Any) -> str:
    start, end = place["start"], place["end"]
    assert start["line"] == end["line"]
    line: str = lines[int(start["line"])]
    return line[int(start["character"]) : int(end["character"])]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|\n", {"interrupts": "Questions of the agent", "tools": "Tools that the model may call"}),
        (
            "interrupts:\n  ask:\n    message: Well?\n    |\n",
            {
                "phase": "Where it may be raised",
                "expiresAfter": "ISO 8601",
                "payloadSchema": "together with the question",
                "responseSchema": "What an answer consists of",
            },
        ),
        (
            "tools:\n  refund:\n    |\n",
            {
                "needsApproval": "Whether a person must approve",
                "inputSchema": "The input of the tool",
                "annotations": "MCP",
            },
        ),
        (
            "tools:\n  refund:\n    inputSchema:\n      type: object\n      |\n",
            {"properties": "of an object's properties", "required": "must be there"},
        ),
    ],
    ids=["file", "interrupt", "tool", "schema"],
)
def test_keys_are_offered_with_what_they_mean(
    server: LanguageServer, project: Path, text: str, expected: dict[str, str]
) -> None:
    offered = server.completions(*opened(server, project, text))
    for key, words in expected.items():
        assert words in offered[key], f"{key}: {offered[key]}"


def test_a_key_that_is_there_is_not_offered_again(server: LanguageServer, project: Path) -> None:
    text = "interrupts:\n  ask:\n    message: Well?\n    |\n"
    offered = server.completions(*opened(server, project, text))
    assert "reason" in offered
    assert "message" not in offered


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "interrupts:\n  ask:\n    phase: |\n",
            ["beforeModel", "afterModel", "beforeTools", "afterTools"],
        ),
        ("tools:\n  refund:\n    runsOn: |\n", ["server", "client"]),
        ("tools:\n  refund:\n    inputSchema:\n      type: |\n", ["object", "string", "null"]),
    ],
)
def test_values_are_offered(
    server: LanguageServer, project: Path, text: str, expected: list[str]
) -> None:
    offered = server.completions(*opened(server, project, text))
    assert set(expected) <= {label.strip('"') for label in offered}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("inter|rupts: {}\n", "Questions of the agent itself"),
        ("tools:\n  refund:\n    allow|Edits: false\n", "may change the input first"),
        ("interrupts:\n  ask:\n    expires|After: PT15M\n", "ISO 8601 duration"),
        ("$defs:\n  Price:\n    multiple|Of: 0.01\n    type: number\n", "multiple of this"),
    ],
)
def test_a_key_is_explained(
    server: LanguageServer, project: Path, text: str, expected: str
) -> None:
    assert expected in server.hover(*opened(server, project, text))


@pytest.mark.parametrize(
    ("text", "marked", "said"),
    [
        ("interupts: {}\n", "interupts", "not allowed"),
        ("interrupts:\n  ask:\n    mesage: Well?\n", "mesage", "not allowed"),
        ("interrupts:\n  ask:\n    phase: before\n", "before", "beforeModel"),
        ("interrupts:\n  ask:\n    message: 7\n", "7", "string"),
        ("interrupts:\n  ask:\n    expiresAfter: 15m\n", "15m", "pattern"),
        ("tools:\n  refund:\n    needsApproval: sometimes\n", "sometimes", "boolean"),
        ("tools:\n  refund:\n    allowEdits: never\n", "never", "boolean"),
        ("tools:\n  refund:\n    inputSchema: {type: text}\n", "text", "object"),
    ],
)
def test_a_fault_is_marked_where_it_is(
    server: LanguageServer, project: Path, text: str, marked: str, said: str
) -> None:
    found = faults(server, project, text)
    assert any(said in message for mark, message in found if mark == marked), found


def test_an_unknown_version_is_a_fault(server: LanguageServer, project: Path) -> None:
    uri = server.open(
        project / "interrupts/version.yaml", HEAD.replace("interruptgen: 1", "interruptgen: 2")
    )
    (fault,) = server.faults(uri)
    assert fault["range"]["start"] == {"line": 1, "character": len("interruptgen: ")}


def test_extensions_are_none(server: LanguageServer, project: Path) -> None:
    assert faults(server, project, "x-owner: desk\ninterrupts:\n  ask: {x-name: Asked}\n") == []


def test_the_starter_file_has_no_fault(server: LanguageServer, project: Path) -> None:
    path = project / "interrupts/decisions.yaml"
    uri = server.open(path)
    line = path.read_text(encoding="utf-8").splitlines().index("interruptgen: 1")
    assert "version of this language" in server.hover(uri, line, 3)
    assert server.faults(uri) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(EXAMPLES).as_posix())
def test_no_example_has_a_fault(server: LanguageServer, path: Path) -> None:
    uri = server.open(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    number = next(at for at, line in enumerate(lines) if line.lstrip(' "').startswith("interruptg"))
    hover = server.hover(uri, number, lines[number].index("interruptgen") + 1)
    assert "version of this language" in hover, "the schema is in force"
    assert server.faults(uri) == []


def test_there_are_examples() -> None:
    assert {path.suffix for path in SOURCES} == {".yaml", ".json"}
    assert len(SOURCES) >= 15
