"""A seed and a source of randomness -> a changed project: its text changed, or its values."""

import copy
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, TypeAlias

from fuzzing.nasty import KEYS, KEYWORDS, LANGUAGE, TEXTS, VALUES
from fuzzing.seeds import Seed
from interruptgen.reading import Document, read

_TOKEN: Final = re.compile(rb"[\w$-]+|\s+|[^\w\s]")
_MOST_BYTES: Final = 60_000
_CHANGES: Final = (1, 1, 1, 1, 2, 2, 3, 5)
"""How many changes are made to a file: many of them seldom leave something that compiles."""

Slot: TypeAlias = tuple[Any, Any]
"""A container, and the key or index of a value in it."""


@dataclass(frozen=True)
class Pool:
    """The seeds, and the values of those of their files that can be read."""

    seeds: Sequence[Seed]
    values: Mapping[bytes, Any]

    @classmethod
    def of(cls, seeds: Sequence[Seed]) -> "Pool":
        """Read every file of the seeds."""
        files = [file for seed in seeds for file in (*seed.sources.items(), *seed.others.items())]
        documents = ((text, read(path, text)) for path, text in files)
        return cls(seeds, {text: one.data for text, one in documents if isinstance(one, Document)})

    def project(self, random: Random) -> Seed:
        """Return a seed of which one file was changed, or in rare cases all of them."""
        seed = random.choice(self.seeds)
        paths = [*seed.sources, *seed.others]
        chosen = set(paths if random.random() < 0.05 else [random.choice(paths)])

        def changed(files: Mapping[str, bytes]) -> dict[str, bytes]:
            return {
                path: self._changed(text, random) if path in chosen else text
                for path, text in files.items()
            }

        return Seed(seed.name, changed(seed.sources), changed(seed.others))

    def _changed(self, text: bytes, random: Random) -> bytes:
        count = random.choice(_CHANGES)
        if text in self.values and random.random() < 0.8:
            return self._with_other_values(text, random, count)
        for _ in range(count):
            text = random.choice(_TEXT_CHANGES)(text, random, self)
        return text[:_MOST_BYTES]

    def _with_other_values(self, text: bytes, random: Random, count: int) -> bytes:
        root = [copy.deepcopy(self.values[text])]
        try:
            for _ in range(count):
                random.choice(_VALUE_CHANGES)(_slot(root, random), random, self)
            written = json.dumps(root[0], ensure_ascii=random.random() < 0.5)
        except RecursionError:  # several changes have each made it deep
            return _insert(text, random, self)
        return written.encode("utf-8", "surrogatepass")

    def fragment(self, random: Random) -> Any:
        """Return a copy of a value from anywhere in the seeds."""
        holder, key = _slot([random.choice([*self.values.values()])], random)
        return copy.deepcopy(holder[key])

    def lines(self, random: Random) -> bytes:
        """Return some lines from anywhere in the seeds."""
        lines = random.choice([*self.values]).splitlines(keepends=True)
        start = random.randrange(len(lines))
        return b"".join(lines[start : start + random.randint(1, 8)])


def _slots(value: Any) -> Iterator[Slot]:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        inside = one.items() if isinstance(one, dict) else enumerate(one)
        for key, inner in inside:
            yield one, key
            if isinstance(inner, dict | list):
                waiting.append(inner)


def _slot(root: list[Any], random: Random) -> Slot:
    """Choose a value at or below the only item of a list."""
    return random.choice(list(_slots(root)))


def _objects(slot: Slot, random: Random) -> dict[str, Any] | None:
    """Return an object at the chosen place, or the one that holds it."""
    holder, key = slot
    for one in (holder[key], holder):
        if isinstance(one, dict):
            return one
    return None


def _nasty_value(slot: Slot, random: Random, pool: Pool) -> None:
    slot[0][slot[1]] = copy.deepcopy(random.choice(VALUES))


def _fragment(slot: Slot, random: Random, pool: Pool) -> None:
    slot[0][slot[1]] = pool.fragment(random)


def _rename(slot: Slot, random: Random, pool: Pool) -> None:
    holder, key = slot
    if isinstance(holder, dict):
        names = random.choice((KEYS, LANGUAGE, tuple(KEYWORDS)))
        holder[random.choice(names)] = holder.pop(key)


def _remove(slot: Slot, random: Random, pool: Pool) -> None:
    if slot[1] != 0 or isinstance(slot[0], dict):
        del slot[0][slot[1]]


def _swap(slot: Slot, random: Random, pool: Pool) -> None:
    holder, key = slot
    other = random.choice([*holder] if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


def _repeat(slot: Slot, random: Random, pool: Pool) -> None:
    holder, key = slot
    count = random.choice((1, 2, 40))
    if isinstance(holder, dict):
        for number in range(count):
            holder[f"{key}{number}"] = copy.deepcopy(holder[key])
    else:
        holder.extend(copy.deepcopy(holder[key]) for _ in range(count))


def _wrap(slot: Slot, random: Random, pool: Pool) -> None:
    holder, key = slot
    shapes: tuple[Callable[[Any], Any], ...] = (
        lambda value: [value],
        lambda value: {random.choice(KEYS): value},
        lambda value: {"type": "object", "properties": {"a": value}},
        lambda value: {"type": "array", "items": value},
        lambda value: {"allOf": [value]},
        lambda value: {"anyOf": [value, {"type": "null"}]},
        lambda value: {"oneOf": [value, {"type": "object"}]},
        lambda value: {"not": value},
    )
    shape = random.choice(shapes)
    for _ in range(random.choice((1, 1, 1, 2, 30, 150, 250))):
        holder[key] = shape(holder[key])


def _keyword(slot: Slot, random: Random, pool: Pool) -> None:
    target = _objects(slot, random)
    if target is not None:
        keyword = random.choice([*KEYWORDS])
        target[keyword] = copy.deepcopy(random.choice(KEYWORDS[keyword]))


def _reference(slot: Slot, random: Random, pool: Pool) -> None:
    """Refer to something that is there, by a pointer from the root of the file."""
    target = _objects(slot, random)
    fragment = pool.fragment(random)
    if target is None:
        slot[0][slot[1]] = {"$ref": "#/$defs/Price"}
    elif isinstance(fragment, dict) and random.random() < 0.3:
        target["$defs"] = {"Price": fragment}
        target["$ref"] = "#/$defs/Price"
    else:
        keys = [key for key, value in target.items() if isinstance(value, dict)]
        if keys:
            key = random.choice(keys)
            inner: dict[str, Any] = target[key]
            tokens = [key, *random.sample([*inner], min(1, len(inner)))]
            escaped = (token.replace("~", "~0").replace("/", "~1") for token in tokens)
            target[random.choice(("$ref", "x-ref", "allOf"))] = "#/" + "/".join(escaped)


def _definition_key(slot: Slot, random: Random, pool: Pool) -> None:
    target = _objects(slot, random)
    if target is not None:
        target[random.choice(LANGUAGE)] = copy.deepcopy(random.choice(VALUES))


_VALUE_CHANGES: Final[tuple[Callable[[Slot, Random, Pool], None], ...]] = (
    _nasty_value,
    _fragment,
    _rename,
    _remove,
    _swap,
    _repeat,
    _wrap,
    _definition_key,
    *(_keyword,) * 6,
    *(_reference,) * 2,
)


def _flip(text: bytes, random: Random, pool: Pool) -> bytes:
    changed = bytearray(text)
    for _ in range(random.choice((1, 1, 1, 8))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _cut(text: bytes, random: Random, pool: Pool) -> bytes:
    start, end = _span(text, random)
    return text[:start] + text[end:] or b"a"


def _twice(text: bytes, random: Random, pool: Pool) -> bytes:
    start, end = _span(text, random)
    return text[:end] + text[start:end] + text[end:]


def _truncate(text: bytes, random: Random, pool: Pool) -> bytes:
    return text[: random.randint(1, len(text))]


def _swap_tokens(text: bytes, random: Random, pool: Pool) -> bytes:
    tokens: list[bytes] = _TOKEN.findall(text)
    one, other = random.randrange(len(tokens)), random.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return b"".join(tokens)


def _nasty_token(text: bytes, random: Random, pool: Pool) -> bytes:
    tokens: list[bytes] = _TOKEN.findall(text)
    tokens[random.randrange(len(tokens))] = random.choice(TEXTS)
    return b"".join(tokens)


def _insert(text: bytes, random: Random, pool: Pool) -> bytes:
    at = random.randint(0, len(text))
    return text[:at] + random.choice(TEXTS) + text[at:]


def _splice(text: bytes, random: Random, pool: Pool) -> bytes:
    lines = text.splitlines(keepends=True)
    lines.insert(random.randint(0, len(lines)), pool.lines(random))
    return b"".join(lines)


def _span(text: bytes, random: Random) -> tuple[int, int]:
    start = random.randrange(len(text))
    return start, min(len(text), start + random.choice((1, 2, 5, 20, 200)))


_TEXT_CHANGES: Final[tuple[Callable[[bytes, Random, Pool], bytes], ...]] = (
    _flip,
    _cut,
    _twice,
    _truncate,
    _swap_tokens,
    _nasty_token,
    _nasty_token,
    _insert,
    _splice,
)
