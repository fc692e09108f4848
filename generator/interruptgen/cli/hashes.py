"""`interruptgen hashes`: the definitions -> the hashes that the wire carries for them."""

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.options import ConfigOption, DataFormat, DataFormatOption, ProjectOption

EXAMPLES = """
Examples:

\b
  interruptgen hashes
  interruptgen hashes --format json
"""


def hashes(
    format: DataFormatOption = DataFormat.TEXT,
    project: ProjectOption = None,
    config: ConfigOption = None,
) -> None:
    """Show every definition with the hash of each of its schemas.

    As JSON, a list of objects with source, kind, id, slot and hash. The slots are payload and
    response of an interrupt, input and output of a tool, and for a tool that needs approval also
    approval (the hash of both branches) and approvalResponse (the hash of the decision).
    Where the definitions do not compile, the list is that of the findings instead, as `lint` has
    it.
    """
    from interruptgen.cli.reporting import withhold
    from interruptgen.cli.tables import hash_rows, hash_table
    from interruptgen.cli.workspace import Where, Workspace
    from interruptgen.report.machine import dump

    console = Console()
    workspace = Workspace.open(Where(project, config))
    if not isinstance(workspace, Workspace):
        raise typer.Exit(withhold(console, format, workspace.diagnostics, workspace.texts.get))
    result = workspace.check()
    if result.model is None:
        raise typer.Exit(withhold(console, format, result.diagnostics, workspace.source))
    rows = hash_rows(result.model)
    as_json = [row.as_json() for row in rows]
    console.out(dump(as_json) if format is DataFormat.JSON else hash_table(rows))
