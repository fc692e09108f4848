"""`interruptgen lint`: the sources -> every finding about them."""

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.options import ConfigOption, FormatOption, ProjectOption, QuietOption
from interruptgen.report import Format

EXAMPLES = """
Examples:

\b
  interruptgen lint
  interruptgen lint --format github       annotations of a pull request
  interruptgen lint --format sarif > findings.sarif
"""


def lint(
    format: FormatOption = Format.TEXT,
    project: ProjectOption = None,
    config: ConfigOption = None,
    quiet: QuietOption = False,
) -> None:
    """Say everything there is to say about the definitions; write nothing.

    Exits with 1 where a finding is an error. Warnings alone exit with 0.
    """
    from interruptgen.cli.reporting import refuse, report
    from interruptgen.cli.workspace import Where, Workspace

    console = Console(quiet)
    workspace = Workspace.open(Where(project, config))
    if not isinstance(workspace, Workspace):
        raise typer.Exit(refuse(console, format, workspace))
    raise typer.Exit(report(console, format, workspace.check().diagnostics, workspace))
