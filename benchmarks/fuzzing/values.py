"""Changes to JSON values, in place: each breaks something that a compiler may rely on."""

import copy
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from fuzzing.keywords import KEYWORDS, LANGUAGE
from fuzzing.nasty import KEYS, VALUES
from fuzzing.slots import Slot
from interruptgen.model import Json

Change: TypeAlias = Callable[[Slot, Random, Callable[[], Json]], None]
"""Changes what stands at or around a place; the last argument gives a value from elsewhere."""


def _nasty(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    slot.put(copy.deepcopy(random.choice(VALUES)))


def _other(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    slot.put(fragment())


def _rename(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    if isinstance(slot.holder, dict):
        names: Sequence[str] = random.choice((KEYS, LANGUAGE, tuple(KEYWORDS)))
        slot.holder[random.choice(names)] = slot.holder.pop(str(slot.key))


def _remove(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    if isinstance(slot.holder, dict):
        del slot.holder[str(slot.key)]
    elif slot.key != 0:
        del slot.holder[int(slot.key)]


def _swap(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    if isinstance(slot.holder, dict):
        other = Slot(slot.holder, random.choice(list(slot.holder)))
    else:
        other = Slot(slot.holder, random.randrange(len(slot.holder)))
    value = slot.get()
    slot.put(other.get())
    other.put(value)


def _repeat(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    value = slot.get()
    for number in range(random.choice((1, 2, 40))):
        if isinstance(slot.holder, dict):
            slot.holder[f"{slot.key}{number}"] = copy.deepcopy(value)
        else:
            slot.holder.append(copy.deepcopy(value))


def _wrap(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    key = random.choice(KEYS)
    shapes: tuple[Callable[[Json], Json], ...] = (
        lambda value: [value],
        lambda value: {key: value},
        lambda value: {"type": "object", "properties": {"a": value}},
        lambda value: {"type": "array", "items": value},
        lambda value: {"allOf": [value]},
        lambda value: {"anyOf": [value, {"type": "null"}]},
        lambda value: {"oneOf": [value, {"type": "object"}]},
        lambda value: {"not": value},
    )
    shape = random.choice(shapes)
    for _ in range(random.choice((1, 1, 1, 2, 30, 150, 250))):
        slot.put(shape(slot.get()))


def _keyword(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    target = slot.object()
    if target is not None:
        keyword = random.choice(list(KEYWORDS))
        target[keyword] = copy.deepcopy(random.choice(KEYWORDS[keyword]))


def _definition_key(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    target = slot.object()
    if target is not None:
        target[random.choice(LANGUAGE)] = copy.deepcopy(random.choice(VALUES))


def _definition(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    """Refer to a definition that is put beside the reference."""
    target = slot.object()
    if target is not None:
        target["$defs"] = {"Price": fragment()}
        target["$ref"] = "#/$defs/Price"


def _reference(slot: Slot, random: Random, fragment: Callable[[], Json]) -> None:
    """Refer to something that is inside of the same object."""
    target = slot.object()
    if target is None:
        slot.put({"$ref": "#/$defs/Price"})
        return
    inner = [(key, list(value)) for key, value in target.items() if isinstance(value, dict)]
    if inner:
        key, names = random.choice(inner)
        tokens = [key, *random.sample(names, min(1, len(names)))]
        escaped = (token.replace("~", "~0").replace("/", "~1") for token in tokens)
        target[random.choice(("$ref", "$dynamicRef"))] = "#/" + "/".join(escaped)


CHANGES: Final[tuple[Change, ...]] = (
    _nasty,
    _other,
    _rename,
    _remove,
    _swap,
    _repeat,
    _wrap,
    _definition_key,
    _definition,
    _reference,
    *(_keyword,) * 6,
)
