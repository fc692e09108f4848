"""`interruptgen diff`: two states of the definitions -> what the change means, and to whom."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.memory import patient_memory
from interruptgen.cli.options import ConfigOption, ProjectOption, QuietOption
from interruptgen.project.fail_on import FailOn
from interruptgen.report import DiffFormat

EXAMPLES = """
Examples:

\b
  interruptgen diff                       since the default branch was left
  interruptgen diff --against v1.4
  interruptgen diff before.yaml after.yaml
  interruptgen diff --format markdown > comment.md
"""


PathsArgument: TypeAlias = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="OLD NEW",
        help="Two files or folders to compare, instead of a revision and the working tree.",
        show_default=False,
    ),
]
AgainstOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--against",
        metavar="REV[:DIR]",
        help="The revision to compare with, and where the project was in it, if elsewhere.",
        show_default="where the default branch was left, or HEAD",
    ),
]
FailOnOption: TypeAlias = Annotated[
    FailOn | None,
    typer.Option(
        "--fail-on",
        help="The mildest category of changes that fails.",
        show_default="what the configuration says, or in-flight",
    ),
]
DiffFormatOption: TypeAlias = Annotated[
    DiffFormat, typer.Option("--format", help="How to show the changes.", show_default=True)
]
DriverOption: TypeAlias = Annotated[
    bool,
    typer.Option("--git-driver", help="Take the arguments that git gives to a diff driver."),
]


def diff(
    paths: PathsArgument = None,
    *,
    against: AgainstOption = None,
    fail_on: FailOnOption = None,
    format: DiffFormatOption = DiffFormat.TEXT,
    git_driver: DriverOption = False,
    project: ProjectOption = None,
    config: ConfigOption = None,
    quiet: QuietOption = False,
) -> None:
    """Say what a change of the definitions breaks: for code, on the wire, and in flight.

    Exits with 1 where a change is breaking and nobody has accepted it, and with 2 where a side
    cannot be read or compiled.
    """
    with patient_memory():
        from interruptgen.cli.comparing import Request, compare
        from interruptgen.cli.workspace import Where

        where = Where(project, config)
        request = Request(where, tuple(paths or ()), against, git_driver)
        code = compare(Console(quiet), request, format, fail_on)
    raise typer.Exit(code)
