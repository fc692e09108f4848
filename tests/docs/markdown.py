"""Markdown files -> their code blocks, links and tables, each with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

_FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#+ (?P<title>.+)$", re.MULTILINE)
_ROW = re.compile(r"^\|(?P<cells>.+)\|$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block; `path` is below the repository, `line` is that of the fence."""

    path: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


def pages() -> list[Path]:
    """Return every page that people read, sorted."""
    folders = (ROOT, ROOT / "docs", ROOT / "runtime", *(ROOT / "generated_examples").iterdir())
    return sorted(page for folder in folders for page in folder.glob("*.md"))


def blocks(page: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        path = page.relative_to(ROOT).as_posix()
        yield Block(path, line, found["language"], found["text"])


def links(page: Path) -> Iterator[str]:
    """Yield the targets of the links of a page, those in blocks and code aside."""
    for found in _LINK.finditer(prose(page)):
        yield found["target"]


def headings(page: Path) -> list[str]:
    """Return the headings of a page, without those in blocks."""
    return [found["title"] for found in _HEADING.finditer(_FENCE.sub("", page.read_text("utf-8")))]


def rows(page: Path) -> list[list[str]]:
    """Return the cells of every table row of a page."""
    cells = (found["cells"].split("|") for found in _ROW.finditer(page.read_text("utf-8")))
    return [[cell.strip() for cell in row] for row in cells]


def prose(page: Path) -> str:
    """Return a page without its blocks and its code."""
    return re.sub(r"`[^`\n]*`", "", _FENCE.sub("", page.read_text("utf-8")))
