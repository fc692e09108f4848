"""The names that the configuration and the command line have for what fails a comparison."""

from typing import Literal, TypeAlias

FailOn: TypeAlias = Literal["source", "wire", "in-flight", "advisory", "safe", "never"]
"""The mildest category of changes that fails, or never."""
