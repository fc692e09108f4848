"""Findings -> text for people, JSON, GitHub annotations, SARIF."""

from collections.abc import Callable, Sequence

from interruptgen.diagnostics import Diagnostic
from interruptgen.report import github, machine, sarif, text
from interruptgen.report.formats import DiffFormat, Format
from interruptgen.report.paint import Paint
from interruptgen.report.text import SourceText, summary

__all__ = ["DiffFormat", "Format", "Paint", "SourceText", "render", "summary"]


def render(
    format: Format,
    findings: Sequence[Diagnostic],
    *,
    source: SourceText,
    paint: Paint,
    prefix: str = "",
) -> str:
    """Return findings in a format, ready to print; empty where there is nothing to print.

    `source` gives the text of a file for excerpts. `prefix` leads from the root of the repository
    to the project (empty, or ending in a slash), where a format's paths start there.
    """
    by_format: dict[Format, Callable[[], str]] = {
        Format.TEXT: lambda: text.render(findings, source, paint),
        Format.JSON: lambda: machine.render(findings),
        Format.GITHUB: lambda: github.render(findings, prefix),
        Format.SARIF: lambda: sarif.render(findings, prefix),
    }
    return by_format[format]()
