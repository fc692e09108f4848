"""`interruptgen preview`: every decision as a person will see it, as one HTML page."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.options import ConfigOption, ProjectOption, QuietOption

EXAMPLES = """
Examples:

\b
  interruptgen preview                        write interruptgen-preview.html
  interruptgen preview --open                 and show it
  interruptgen preview --against main         before and after, side by side
  interruptgen preview --output - > page.html
"""

STANDARD_OUTPUT = "-"

_LOOKED_AT = 1000

OutputOption: TypeAlias = Annotated[
    str,
    typer.Option("--output", "-o", metavar="FILE", help="Where to write the page; - prints it."),
]
OpenOption: TypeAlias = Annotated[
    bool, typer.Option("--open", help="Open the page in the browser.")
]
AgainstOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="REV[:DIR]",
        help="A revision to compare with: the page has both states, and the findings of `diff`.",
        show_default=False,
    ),
]


def preview(
    output: OutputOption = "interruptgen-preview.html",
    open: OpenOption = False,
    against: AgainstOption = None,
    project: ProjectOption = None,
    config: ConfigOption = None,
    quiet: QuietOption = False,
) -> None:
    """Write one page that shows every decision as a person will see it.

    The page needs no network. It has what is shown with each question, the form of the answer,
    judged while it is filled in as the server judges it, and the JSON that would be sent.
    """
    from interruptgen.cli.previewing import Refused, content_of
    from interruptgen.cli.reporting import complain
    from interruptgen.cli.workspace import Where
    from interruptgen.preview import page

    if open and output == STANDARD_OUTPUT:
        raise typer.BadParameter("what is printed cannot be opened", param_hint="--open")
    console = Console(quiet)
    content = content_of(Where(project, config), against)
    if isinstance(content, Refused):
        code = complain(console, content.diagnostics, content.source)
        raise typer.Exit(max(code, content.code))
    text = page(content.title, content.data)
    if output == STANDARD_OUTPUT:
        console.out(text.rstrip("\n"))
        return
    _write(Path(output), text)
    console.note(f"wrote {output}")
    if open and typer.launch(Path(output).resolve().as_uri()) != 0:
        console.note(f"no browser could be started: open {output} in one")


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LOOKED_AT)


def _write(path: Path, content: str) -> None:
    """Write the page over an earlier one, and over nothing else."""
    from interruptgen.output.write import replace
    from interruptgen.preview import is_page

    try:
        is_there = path.exists() and not path.is_dir()
        if is_there and not (path.is_file() and is_page(_beginning(path))):
            message = f"{path} is there already and no such page"
            raise typer.BadParameter(message, param_hint="--output")
        replace(path, content)
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        raise typer.BadParameter(message, param_hint="--output") from None
