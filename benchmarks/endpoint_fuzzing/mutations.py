"""A request -> a changed one: its JSON, its bytes, its headers, and how it arrives."""

import copy
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Final, TypeAlias

from endpoint_fuzzing.nasty import CONTENT_TYPES, METHODS, PIECES, TEXTS, VALUES
from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.core.kinds import is_array, is_object

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Request:
    """A request as it arrives; without an end its client leaves in the middle."""

    parts: Sequence[bytes]
    method: str = "POST"
    headers: Sequence[tuple[bytes, bytes]] = ((b"content-type", b"application/json"),)
    ends: bool = True

    @property
    def body(self) -> bytes:
        """All parts together."""
        return b"".join(self.parts)


def mutated(random: Random, bodies: Sequence[JsonObject]) -> Request:
    """Return a changed request; `bodies` are those to start from and to take parts of."""
    body: Any = copy.deepcopy(random.choice(bodies))
    for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
        random.choice(STRUCTURAL)(random, body, bodies)
    data = json.dumps(body, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")
    if random.random() < 0.25:
        for _ in range(random.randint(1, 3)):
            data = random.choice(TEXTUAL)(random, data)
    return _arriving(random, data)


def _arriving(random: Random, data: bytes) -> Request:
    parts, ends = [data], True
    if random.random() < 0.2:
        cuts = sorted(random.randrange(len(data) + 1) for _ in range(random.randint(1, 6)))
        places = [0, *cuts, len(data)]
        parts = [data[start:end] for start, end in pairwise(places)]
        ends = random.random() < 0.9
    if random.random() < 0.95:
        return Request(parts, ends=ends)
    kinds = random.choices(CONTENT_TYPES, k=random.randint(0, 2))
    headers = [(b"content-type", kind) for kind in kinds]
    return Request(parts, random.choice(("POST", *METHODS)), headers, ends)


def _places(value: Json, path: Path = ()) -> Iterator[Path]:
    items: Iterable[tuple[str | int, Json]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, child in items:
        yield (*path, key)
        yield from _places(child, (*path, key))


def _spot(random: Random, body: Any) -> tuple[Any, Any]:
    """Return a container somewhere in a body, and a key of it."""
    path = random.choice(list(_places(body)) or [("threadId",)])
    for key in path[:-1]:
        body = body[key]
    return body, path[-1]


def _delete(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    container, key = _spot(random, body)
    if is_array(container) or key in container:
        del container[key]


def _replace(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    container, key = _spot(random, body)
    container[key] = copy.deepcopy(random.choice(VALUES))


def _transplant(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    """Put a value from anywhere into another place."""
    source, name = _spot(random, random.choice(bodies))
    container, key = _spot(random, body)
    container[key] = copy.deepcopy(source.get(name) if is_object(source) else source[name])


def _rename(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    container, key = _spot(random, body)
    if is_object(container) and key in container:
        container[random.choice((*TEXTS, str(key).upper()))] = container.pop(key)


def _nest(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    container, key = _spot(random, body)
    value: Any = copy.deepcopy(random.choice(VALUES))
    for _ in range(random.choice((1, 3, 100, 127, 130, 400))):
        value = [value] if random.random() < 0.5 else {"a": value}
    container[key] = value


def _alter_text(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    """Change, add or take one character of a text, such as an id."""
    container, key = _spot(random, body)
    text = container.get(key) if is_object(container) else container[key]
    if isinstance(text, str):
        place = random.randrange(len(text) + 1)
        new = random.choice(("", "A", ".", "-", "\ud83d", "é", '"'))
        container[key] = text[:place] + new + text[place + random.randint(0, 1) :]


def _shuffle(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    """Reorder, repeat or drop elements of an array: of answers, if there are any."""
    name = "resume" if "resume" in body and random.random() < 0.8 else "messages"
    listed = body.get(name)
    if is_array(listed) and listed:
        count = random.choice((1, len(listed), len(listed) + 1, 3 * len(listed)))
        body[name] = [copy.deepcopy(random.choice(listed)) for _ in range(count)]


def _flood(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    """Send far more answers than there can be questions."""
    listed = body.get("resume")
    if is_array(listed) and listed and random.random() < 0.1:
        body["resume"] = [listed[0]] * random.choice((100, 1000, 1001))


def _borrow_answers(random: Random, body: Any, bodies: Sequence[JsonObject]) -> None:
    """Answer with what was meant for another pause."""
    other = random.choice(bodies)
    if "resume" in other:
        body["resume"] = copy.deepcopy(other["resume"])
        if random.random() < 0.5:
            body["parentRunId"] = other.get("parentRunId")


STRUCTURAL: Final[tuple[Callable[[Random, Any, Sequence[JsonObject]], None], ...]] = (
    _delete,
    _replace,
    _transplant,
    _rename,
    _nest,
    _alter_text,
    _alter_text,
    _shuffle,
    _flood,
    _borrow_answers,
)


def _insert(random: Random, data: bytes) -> bytes:
    place = random.randrange(len(data) + 1)
    return data[:place] + random.choice(PIECES) + data[place + random.randint(0, 8) :]


def _garble(random: Random, data: bytes) -> bytes:
    place = random.randrange(len(data) + 1)
    return data[:place] + random.randbytes(random.randint(0, 6)) + data[place + 3 :]


def _repeat(random: Random, data: bytes) -> bytes:
    start, place = random.randrange(len(data) + 1), random.randrange(len(data) + 1)
    piece = data[start : start + random.randint(1, 60)]
    return data[:place] + piece + data[place:]


def _cut(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _repeat_key(random: Random, data: bytes) -> bytes:
    """Give an object a second member of a name that it has."""
    place = data.find(b"{", random.randrange(len(data) + 1))
    end = data.find(b":", place)
    if place < 0 or end < 0:
        return data
    return data[: place + 1] + data[place + 1 : end] + b":0," + data[place + 1 :]


TEXTUAL: Final = (_insert, _insert, _garble, _repeat, _cut, _repeat_key)
