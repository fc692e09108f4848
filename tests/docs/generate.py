"""Writes the generated regions of the documentation, or says with `--check` which are stale.

`python -m pytest tests/docs --update` writes them as well. As a script it needs the folders that
pytest imports from: `PYTHONPATH=tests:generator python -m docs.generate`.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from docs import diagnostics_page, language_page, types_page

PAGES: Mapping[Path, Callable[[str], str]] = {
    language_page.PAGE: language_page.render,
    types_page.PAGE: types_page.render,
    diagnostics_page.PAGE: diagnostics_page.render,
}


def stale() -> Iterator[tuple[Path, str]]:
    """Yield the pages whose generated regions are out of date, each with what it should be."""
    for path, render in PAGES.items():
        present = path.read_text(encoding="utf-8")
        wanted = render(present)
        if wanted != present:
            yield path, wanted


def write() -> list[Path]:
    """Bring all pages up to date and return those that changed."""
    changed = list(stale())
    for path, text in changed:
        path.write_bytes(text.encode())
    return [path for path, _ in changed]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the script: 0 where all is well afterwards, 1 where a check finds a stale page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check: bool = parser.parse_args(arguments).check
    paths = [path for path, _ in stale()] if check else write()
    for path in paths:
        sys.stdout.write(f"{'stale' if check else 'wrote'}: {path.name}\n")
    return int(check and bool(paths))


if __name__ == "__main__":
    sys.exit(main())
