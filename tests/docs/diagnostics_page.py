"""The table of rules -> docs/diagnostics.md: every code with its explanation."""

from collections.abc import Callable
from pathlib import Path

from docs.regions import Region, anchor, fill
from interruptgen.diagnostics import Rule
from interruptgen.rules import RULES

PAGE = Path(__file__).parents[2] / "docs/diagnostics.md"


def render(page: str) -> str:
    """Return the page with the rules as the compiler has them."""
    return fill(page, lambda region: _MAKERS[region.name](region))


def _table(region: Region) -> str:
    rows = (
        f"| [{rule.code}]({anchor(_heading(rule))}) | {rule.name} | {rule.severity} |"
        for rule in RULES.values()
    )
    return "\n".join(["| code | fault | severity |", "|---|---|---|", *rows])


def _explanations(region: Region) -> str:
    return "\n\n".join(_section(rule) for rule in RULES.values())


def _section(rule: Rule) -> str:
    return f"### {_heading(rule)}\n\n{rule.severity.capitalize()}. {rule.explanation.strip()}"


def _heading(rule: Rule) -> str:
    return f"{rule.code} {rule.name}"


_MAKERS: dict[str, Callable[[Region], str]] = {"table": _table, "explanations": _explanations}
