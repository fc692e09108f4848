"""Types of fields as sets of names -> does one take all that the other one takes."""

import re
from collections.abc import Mapping

_NAME = re.compile(r'"(?:[^"\\]|\\.)*"|\w+')
_LITERAL = re.compile(r"Literal\[(?P<value>.*)\]", re.DOTALL)
_INSIDE = re.compile(r"(?P<kind>list|dict)\[(?:str, )?(?P<items>.*)\]", re.DOTALL)


def renamed(type: tuple[str, ...], names: Mapping[str, str]) -> tuple[str, ...]:
    """Return a type with the names of its classes replaced, sorted; texts in it stay."""
    return tuple(
        sorted(_NAME.sub(lambda found: names.get(found[0], found[0]), one) for one in type)
    )


def is_wider(type: tuple[str, ...], than: tuple[str, ...]) -> bool:
    """Tell whether every value of the type `than` is one of `type`, as far as names tell."""
    return all(any(_covers(wide, narrow) for wide in type) for narrow in than)


def _covers(wide: str, narrow: str) -> bool:
    if wide == narrow:
        return True
    if narrow == "absent":
        return False
    if wide == "Json" or (wide, narrow) == ("float", "int"):
        return True
    literal = _LITERAL.fullmatch(narrow)
    if literal:
        return wide in _kinds(literal["value"])
    outer, inner = _INSIDE.fullmatch(wide), _INSIDE.fullmatch(narrow)
    if outer and inner and outer["kind"] == inner["kind"]:
        return is_wider(_members(outer["items"]), _members(inner["items"]))
    return False


def _kinds(value: str) -> tuple[str, ...]:
    if value.startswith('"'):
        return ("str",)
    return ("bool",) if value in ("True", "False") else ("int", "float")


def _members(union: str) -> tuple[str, ...]:
    """Split a union at its bars, those inside of brackets and texts aside."""
    found, depth, start = list[str](), 0, 0
    for part in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[\]]| \| ', union):
        depth += {"[": 1, "]": -1}.get(part[0], 0)
        if part[0] == " | " and not depth:
            found.append(union[start : part.start()])
            start = part.end()
    return (*found, union[start:])
