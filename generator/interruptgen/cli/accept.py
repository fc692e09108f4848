"""`interruptgen accept`: fingerprints of changes -> the reviewed file that accepts them."""

from typing import Annotated, TypeAlias

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.diff import AgainstOption
from interruptgen.cli.options import ConfigOption, ProjectOption, QuietOption

EXAMPLES = """
Examples:

\b
  interruptgen accept 3f2a9c0d1e4b5a67 --reason "nothing uses it since March"
  interruptgen accept --prune           drop the entries that accept nothing any more
"""

FingerprintsArgument: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FINGERPRINT",
        help="What `interruptgen diff` shows beside a breaking change.",
        show_default=False,
    ),
]
ReasonOption: TypeAlias = Annotated[
    str | None,
    typer.Option("--reason", metavar="TEXT", help="Why, for whoever reviews it."),
]
PruneOption: TypeAlias = Annotated[
    bool, typer.Option("--prune", help="Drop the entries that accept nothing.")
]


def accept(
    fingerprints: FingerprintsArgument = None,
    *,
    reason: ReasonOption = None,
    prune: PruneOption = False,
    against: AgainstOption = None,
    project: ProjectOption = None,
    config: ConfigOption = None,
    quiet: QuietOption = False,
) -> None:
    """Accept changes that a comparison finds: they are shown, and do not fail any more.

    Writes interrupts.accepted.toml beside the configuration; commit it, so that it is reviewed.
    """
    from interruptgen.cli.accepting import Acceptance
    from interruptgen.cli.comparing import Request
    from interruptgen.cli.workspace import Where

    request = Request(Where(project, config), against=against)
    asked = Acceptance(request, tuple(fingerprints or ()), reason, prune)
    raise typer.Exit(asked.run(Console(quiet)))
