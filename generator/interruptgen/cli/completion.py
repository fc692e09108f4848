"""What has been typed of an argument -> what it can become, for the completion of a shell."""

from collections.abc import Iterator
from typing import TypeAlias

import typer

from interruptgen.rules import RULES

Choices: TypeAlias = Iterator[tuple[str, str]]
"""What an argument can become, each with a few words on what it is."""


def codes(incomplete: str) -> Choices:
    """Yield the codes of the findings, and their names where a name has been begun."""
    for rule in RULES.values():
        if rule.code.startswith(incomplete):
            yield rule.code, rule.name
        elif rule.name.startswith(incomplete):
            yield rule.name, rule.code


def slots(context: typer.Context, incomplete: str) -> Choices:
    """Yield the slots of the definitions of the project, nothing where it does not compile.

    The scripts of some shells evaluate what they are given, and definitions may be anybody's: an
    id with a character that means something to a shell is not offered.
    """
    from interruptgen.cli.workspace import Where, Workspace
    from interruptgen.instances.checking import targets

    try:
        where = Where(context.params.get("project"), context.params.get("config"))
    except typer.BadParameter:
        return
    workspace = Workspace.open(where)
    model = workspace.check().model if isinstance(workspace, Workspace) else None
    for target in targets(model) if model else ():
        slot = f"{target.definition}.{target.role}"
        if slot.startswith(incomplete) and _is_harmless(slot):
            yield slot, f"{target.role} of {target.definition}"


def _is_harmless(text: str) -> bool:
    return all(character.isalnum() or character in "._-/@" for character in text)
