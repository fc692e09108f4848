"""`interruptgen explain`: the code of a finding -> what it means."""

import difflib
from typing import Annotated

import typer

from interruptgen.cli import completion
from interruptgen.cli.console import Console
from interruptgen.cli.options import DataFormat, DataFormatOption
from interruptgen.diagnostics import Rule
from interruptgen.model import Json
from interruptgen.report.machine import dump
from interruptgen.report.paint import Paint
from interruptgen.rules import RULES

EXAMPLES = """
Examples:

\b
  interruptgen explain              every code with the name of its fault
  interruptgen explain IG601
  interruptgen explain no-configuration
"""

CodeArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="CODE",
        help="A code such as IG601, or the name of a fault.",
        autocompletion=completion.codes,
    ),
]


def explain(code: CodeArgument = None, format: DataFormatOption = DataFormat.TEXT) -> None:
    """Say what a finding means, why it matters, and what is right instead."""
    console = Console()
    if code is None:
        rules = list(RULES.values())
        every: list[Json] = [_as_json(rule) for rule in rules]
        console.out(dump(every) if format is DataFormat.JSON else _list(rules))
        return
    rule = _find(code)
    paint = console.paint()
    console.out(dump(_as_json(rule)) if format is DataFormat.JSON else _text(rule, paint))


def _find(code: str) -> Rule:
    """Find a rule by code or name, in any case. Raises `typer.BadParameter`."""
    by_key = {key: rule for rule in RULES.values() for key in (rule.code.lower(), rule.name)}
    wanted = code.lower()
    if wanted in by_key:
        return by_key[wanted]
    near = difflib.get_close_matches(wanted, by_key, n=1)
    hint = "; `interruptgen explain` lists all codes"
    if near:
        rule = by_key[near[0]]
        hint = f"; did you mean {rule.code} ({rule.name})?"
    raise typer.BadParameter(f"there is no code `{code}`{hint}", param_hint="CODE")


def _list(rules: list[Rule]) -> str:
    width = max((len(rule.severity) for rule in rules), default=0)
    return "\n".join(f"{rule.code}  {rule.severity:{width}}  {rule.name}" for rule in rules)


def _text(rule: Rule, paint: Paint) -> str:
    heading = f"{paint.bold(rule.code)} {rule.name} ({rule.severity})"
    return f"{heading}\n\n{rule.explanation.strip()}"


def _as_json(rule: Rule) -> Json:
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity.value,
        "explanation": rule.explanation,
    }
