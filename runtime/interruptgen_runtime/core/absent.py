"""The difference between a key that is not there and one whose value is `null`."""

from enum import Enum
from typing import Final, Literal, TypeAlias


class Absence(Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


Absent: TypeAlias = Literal[Absence.ABSENT]
ABSENT: Final = Absence.ABSENT
"""Stands where a JSON object has no such key; the protocol tells that apart from `null`."""
