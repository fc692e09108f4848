"""The names of the forms that a report can have."""

from enum import StrEnum


class Format(StrEnum):
    """How findings are shown."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


class DiffFormat(StrEnum):
    """How a comparison is shown."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"
    MARKDOWN = "markdown"
