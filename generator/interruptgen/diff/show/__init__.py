"""An `Outcome` -> text for people, JSON, GitHub annotations, SARIF, or Markdown for a comment."""

from collections.abc import Callable

from interruptgen.diff.comparing import Outcome
from interruptgen.diff.show import annotations, data, markdown, terminal
from interruptgen.report import DiffFormat, Paint, SourceText


def show(
    format: DiffFormat, outcome: Outcome, *, source: SourceText, paint: Paint, prefix: str = ""
) -> str:
    """Return what came of a comparison in a format, ready to print; it may be empty.

    `source` gives texts that the comparison itself has not read. `prefix` leads from the root of
    the repository to the project, where a format's paths start there.
    """
    by_format: dict[DiffFormat, Callable[[], str]] = {
        DiffFormat.TEXT: lambda: terminal.render(outcome, source, paint),
        DiffFormat.JSON: lambda: data.render(outcome),
        DiffFormat.GITHUB: lambda: annotations.render_github(outcome, prefix),
        DiffFormat.SARIF: lambda: annotations.render_sarif(outcome, prefix),
        DiffFormat.MARKDOWN: lambda: markdown.render(outcome),
    }
    return by_format[format]()
