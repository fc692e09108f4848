"""`interruptgen build`: the sources -> the files of the output folder, or how they differ."""

from typing import Annotated

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.options import ConfigOption, FormatOption, ProjectOption, QuietOption
from interruptgen.report import Format

EXAMPLES = """
Examples:

\b
  interruptgen build
  interruptgen build --check         in CI: is the committed output up to date?
  interruptgen build --prune         forget the earlier versions of definitions
"""

CheckOption = Annotated[
    bool,
    typer.Option("--check", help="Write nothing; exit with 1 where a build would change a file."),
]
PruneOption = Annotated[
    bool, typer.Option("--prune", help="Drop the earlier versions that the lock keeps.")
]


def build(
    check: CheckOption = False,
    prune: PruneOption = False,
    format: FormatOption = Format.TEXT,
    project: ProjectOption = None,
    config: ConfigOption = None,
    quiet: QuietOption = False,
) -> None:
    """Compile the definitions into the output folder.

    Nothing is written where a finding is an error. Files are overwritten and removed only where
    an earlier build wrote them.
    """
    from interruptgen.cli.output import differing, write
    from interruptgen.cli.reporting import refuse, report
    from interruptgen.cli.workspace import Where, Workspace

    console = Console(quiet)
    where = Where(project, config)
    workspace = Workspace.open(where)
    if not isinstance(workspace, Workspace):
        raise typer.Exit(refuse(console, format, workspace))
    result = workspace.build(committed=not check, prune=prune)
    if check:
        command = where.command("build", prune=prune)
        findings, done = differing(workspace, result, command)
    else:
        findings, done = write(workspace, result)
    if format is Format.TEXT and not quiet:
        console.out("\n".join(done))
    raise typer.Exit(report(console, format, findings, workspace))
