"""`interruptgen preview`: every decision as a person will see it, as one HTML page."""

from pathlib import Path
from typing import Annotated

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.options import ConfigOption, ProjectOption, QuietOption

EXAMPLES = """
Examples:

\b
  interruptgen preview                        write interruptgen-preview.html
  interruptgen preview --open                 and show it
  interruptgen preview --output - > page.html
"""

STANDARD_OUTPUT = "-"

OutputOption = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write the page; - prints it."),
]
OpenOption = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]


def preview(
    output: OutputOption = "interruptgen-preview.html",
    open: OpenOption = False,
    project: ProjectOption = None,
    config: ConfigOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write one page that shows every decision as a person will see it.

    The page needs no network. It has what is shown with each question, the form of the answer,
    judged while it is filled in as the server judges it, and the JSON that would be sent.
    """
    from interruptgen.cli.reporting import complain
    from interruptgen.cli.workspace import Where, Workspace
    from interruptgen.preview import decisions, page

    if open and output == STANDARD_OUTPUT:
        raise typer.BadParameter("what is printed cannot be opened", param_hint="--open")
    console = Console(quiet)
    workspace = Workspace.open(Where(project, config))
    if not isinstance(workspace, Workspace):
        raise typer.Exit(complain(console, workspace.diagnostics, workspace.texts.get))
    result = workspace.check()
    if result.model is None:
        raise typer.Exit(complain(console, result.diagnostics, workspace.source))
    title = f"Decisions of {workspace.project.root.resolve().name}"
    shown = decisions(workspace.recalled(result.model))
    content = page(title, {"title": title, "decisions": [*shown]})
    if output == STANDARD_OUTPUT:
        console.out(content)
        return
    _write(Path(output), content)
    console.note(f"wrote {output}")
    if open:
        typer.launch(Path(output).resolve().as_uri())


def _write(path: Path, content: str) -> None:
    """Write the page over an earlier one, and over nothing else."""
    from interruptgen.output.write import replace
    from interruptgen.preview.page import is_page

    try:
        if path.exists() and not is_page(path.read_bytes()):
            message = f"{path} is there already and no such page"
            raise typer.BadParameter(message, param_hint="--output")
        replace(path, content)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise typer.BadParameter(message, param_hint="--output") from None
