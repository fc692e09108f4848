"""A page with marked regions -> the same page with the regions filled in.

A region begins with a line `<!-- KIND: NAME -->` and ends with a line `<!-- end -->`. What stands
between them is generated; everything else on the page is written by hand and stays as it is.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_REGION = re.compile(
    r"^<!-- (?P<kind>[a-z]+): (?P<name>\S+) -->\n(?P<text>.*?)^<!-- end -->\n", re.M | re.S
)
_HEADING = re.compile(r"^#+ (?P<title>.+)$", re.M)


@dataclass(frozen=True)
class Region:
    """A place for generated text; `heading` is that of the section it stands in."""

    kind: str
    name: str
    heading: str


def regions(page: str) -> Iterator[Region]:
    """Yield the regions of a page from top to bottom."""
    for found in _REGION.finditer(page):
        yield _region(page, found)


def fill(page: str, make: Callable[[Region], str]) -> str:
    """Put what `make` gives for each region in its place; it ends with a line end."""

    def filled(found: re.Match[str]) -> str:
        start, end = found[0].split("\n", 1)[0], "<!-- end -->"
        return f"{start}\n\n{make(_region(page, found)).strip()}\n\n{end}\n"

    return _REGION.sub(filled, page)


def anchor(heading: str) -> str:
    """Return the link to a heading, as GitHub makes it."""
    kept = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
    return "#" + kept.replace(" ", "-")


def _region(page: str, found: re.Match[str]) -> Region:
    before = [heading["title"] for heading in _HEADING.finditer(page, 0, found.start())]
    return Region(found["kind"], found["name"], before[-1] if before else "")
