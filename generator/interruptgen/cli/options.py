"""The options that several commands have."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from interruptgen.report import Format


class DataFormat(StrEnum):
    """How a command shows data that are not findings."""

    TEXT = "text"
    JSON = "json"


FormatOption: TypeAlias = Annotated[
    Format, typer.Option("--format", help="How to show findings.", show_default=True)
]
DataFormatOption: TypeAlias = Annotated[
    DataFormat, typer.Option("--format", help="How to show the result.", show_default=True)
]
ProjectOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--project",
        metavar="DIR",
        help="Look for the configuration in DIR and above, not in the working directory.",
    ),
]
ConfigOption: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--config", metavar="FILE", help="Use this configuration; its folder is the root."
    ),
]
QuietOption: TypeAlias = Annotated[
    bool, typer.Option("--quiet", "-q", help="Print findings and results, nothing else.")
]
