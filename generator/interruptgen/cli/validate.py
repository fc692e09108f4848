"""`interruptgen validate`: a slot and a file of values -> which are accepted and unchanged."""

from typing import Annotated

import typer

from interruptgen.cli import completion
from interruptgen.cli.console import Console
from interruptgen.cli.options import ConfigOption, DataFormat, DataFormatOption, ProjectOption

EXAMPLES = """
Examples:

\b
  interruptgen validate choose-itinerary.response answer.json
  interruptgen validate refund.input recorded-calls.jsonl --format json
  echo '{"approved": true}' | interruptgen validate refund.decision -
"""

SlotArgument = Annotated[
    str,
    typer.Argument(
        metavar="ID.SLOT",
        help="A definition and one of payload, response, input, output, approve, reject, decision.",
        show_default=False,
        autocompletion=completion.slots,
    ),
]
FileArgument = Annotated[
    str,
    typer.Argument(
        metavar="FILE",
        help="A JSON document, or JSON Lines with one value each; - is standard input.",
        show_default=False,
    ),
]


def validate(
    slot: SlotArgument,
    file: FileArgument,
    format: DataFormatOption = DataFormat.TEXT,
    project: ProjectOption = None,
    config: ConfigOption = None,
) -> None:
    """Tell whether values are accepted by a slot, and whether they come back unchanged.

    Each value is checked against the schema, read into the generated class and written again.
    The result as JSON is a list of objects with index, valid, errors (each with path and message)
    and unchanged. Exits with 1 where a value is refused or changed. Where the definitions do not
    compile, the list is that of the findings instead, as `lint` has it.
    """
    from interruptgen.cli.instances import validate_file
    from interruptgen.cli.reporting import withhold
    from interruptgen.cli.workspace import Where, Workspace

    console = Console()
    workspace = Workspace.open(Where(project, config))
    if not isinstance(workspace, Workspace):
        raise typer.Exit(withhold(console, format, workspace.diagnostics, workspace.texts.get))
    result = workspace.build()
    if result.model is None:
        raise typer.Exit(withhold(console, format, result.diagnostics, workspace.source))
    raise typer.Exit(validate_file(console, format, result, slot, file))
