"""`interruptgen init`: a folder -> a starter file, the configuration, the editor's schema."""

from pathlib import Path
from typing import Annotated

import typer

from interruptgen.cli.console import Console

EXAMPLES = """
Examples:

\b
  interruptgen init
  interruptgen init --out src/app/interrupts
"""

OutOption = Annotated[
    str,
    typer.Option("--out", metavar="DIR", help="The folder to generate into.", show_default=True),
]
FolderOption = Annotated[
    Path | None,
    typer.Option("--project", metavar="DIR", help="Set up DIR, not the working directory."),
]


def init(out: OutOption = "generated", project: FolderOption = None) -> None:
    """Set up a project: a starter file, the configuration, and the schema for your editor.

    The configuration goes into pyproject.toml where there is one, else into interruptgen.toml.
    Nothing that is there already is overwritten.
    """
    from interruptgen.cli.reporting import complain
    from interruptgen.cli.setup import STARTER, set_up, settings
    from interruptgen.cli.workspace import Where
    from interruptgen.project.config import DEDICATED, parse

    console = Console()
    where = Where(project)
    faults = parse(DEDICATED, settings(out)).diagnostics
    if faults:
        raise typer.BadParameter(faults[0].message, param_hint="--out")
    done = set_up(project or Path.cwd(), out)
    if isinstance(done, tuple):
        raise typer.Exit(complain(console, done))
    begin = (where.project or Path.cwd()) / STARTER
    first = f"edit {STARTER}, then run" if begin.exists() else "run"
    console.out("\n".join([*done, f"next: {first} `{where.command('build')}`"]))
