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
  interruptgen build --watch         while you edit: again after every change
  interruptgen build --check         in CI: is the committed output up to date?
  interruptgen build --prune         forget the earlier versions of definitions
"""

CheckOption = Annotated[
    bool,
    typer.Option("--check", help="Write nothing; exit with 1 where a build would change a file."),
]
WatchOption = Annotated[
    bool,
    typer.Option("--watch", help="Build, and build again after every change, until Ctrl-C."),
]
PruneOption = Annotated[
    bool, typer.Option("--prune", help="Drop the earlier versions that the lock keeps.")
]


def build(
    *,
    check: CheckOption = False,
    watch: WatchOption = False,
    prune: PruneOption = False,
    format: FormatOption = Format.TEXT,
    project: ProjectOption = None,
    config: ConfigOption = None,
    quiet: QuietOption = False,
) -> None:
    """Compile the definitions into the output folder.

    Nothing is written where a finding is an error. Files are overwritten and removed only where
    an earlier build wrote them. One build of a project runs at a time; others wait for it.
    """
    from interruptgen.cli.job import Job
    from interruptgen.cli.workspace import Where

    if check and watch:
        raise typer.BadParameter("give one of them, not both", param_hint="--check, --watch")
    job = Job(Where(project, config), Console(quiet), format, check, prune)
    if watch:
        from interruptgen.cli import watch as watching

        raise typer.Exit(watching.watch(job))
    raise typer.Exit(job.run().code)
