"""A build's result, a slot's name and a file of values -> printed verdicts and the exit code."""

import difflib
from collections.abc import Sequence

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.instance_file import Unreadable, read_values
from interruptgen.cli.options import DataFormat
from interruptgen.instances.checking import Target, Verdict, checking, targets
from interruptgen.model import Json, Model
from interruptgen.pipeline import Result
from interruptgen.report.machine import dump
from interruptgen.report.text import plural, safe


def validate_file(
    console: Console, format: DataFormat, result: Result, slot: str, file: str
) -> int:
    """Check every value of a file, print what came of it, and return 0 or 1.

    Raises `typer.BadParameter` for a slot that is not there and a file that cannot be read.
    """
    if result.model is None:
        raise ValueError("a result with errors has nothing to validate against")
    target = _target(result.model, slot)
    values = read_values(file)
    if isinstance(values, Unreadable):
        raise typer.BadParameter(values.message, param_hint="FILE")
    with checking(target, result.files) as check:
        verdicts = [check.value(value) for value in values]
    if format is DataFormat.JSON:
        console.out(dump([_as_json(index, one) for index, one in enumerate(verdicts)]))
    else:
        console.out(_as_text(console, verdicts))
    return 0 if all(verdict.unchanged for verdict in verdicts) else 1


def _target(model: Model, name: str) -> Target:
    """Find a slot: the id may have dots, so the slot is what follows the last one."""
    id, _, role = name.rpartition(".")
    every = list(targets(model))
    found = next((one for one in every if (one.definition, one.role) == (id, role)), None)
    if found:
        return found
    roles = [one.role for one in every if one.definition == id]
    if roles:
        message = f"`{id}` has no slot `{role}`; it has {', '.join(roles)}"
        raise typer.BadParameter(message, param_hint="ID.SLOT")
    known = [f"{one.definition}.{one.role}" for one in every]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"; did you mean `{near[0]}`?" if near else "; `interruptgen hashes` lists what there is"
    raise typer.BadParameter(f"there is no `{name}`{hint}", param_hint="ID.SLOT")


def _as_json(index: int, verdict: Verdict) -> Json:
    errors: list[Json] = [
        {"path": fault.pointer, "message": fault.message} for fault in verdict.errors
    ]
    return {
        "index": index,
        "valid": verdict.valid,
        "errors": errors,
        "unchanged": verdict.unchanged,
    }


def _as_text(console: Console, verdicts: Sequence[Verdict]) -> str:
    paint = console.paint()
    lines: list[str] = []
    for index, verdict in enumerate(verdicts):
        if verdict.unchanged:
            continue
        word = "changed" if verdict.valid else "refused"
        lines.append(f"{paint.bold(f'value {index}')}: {paint.red(word)}")
        lines += [
            f"  {safe(fault.pointer or '/')}: {safe(fault.message)}" for fault in verdict.errors
        ]
    refused = sum(not verdict.valid for verdict in verdicts)
    changed = sum(verdict.valid and not verdict.unchanged for verdict in verdicts)
    accepted = len(verdicts) - refused - changed
    lines.append(f"{plural(accepted, 'value')} accepted, {refused} refused, {changed} changed")
    return "\n".join(lines)
