"""The events of a YAML parser -> one value and its outline, or findings.

It keeps its own stack instead of calling itself, so no depth of nesting can exhaust Python's.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from yaml import events

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json
from interruptgen.reading.findings import MAX_DEPTH, duplicate_key, too_deep
from interruptgen.reading.outline import NOTHING, Spot
from interruptgen.reading.source import Source
from interruptgen.reading.yaml_core import fits_collection
from interruptgen.reading.yaml_scalars import Scalars, tag_name
from interruptgen.rules.files import MAX_SIZE, OVERSIZED_FILE
from interruptgen.rules.yaml_syntax import (
    CYCLIC_ALIAS,
    NON_TEXT_KEY,
    OTHER_YAML_VERSION,
    SEVERAL_DOCUMENTS,
    UNUSABLE_TAG,
    YAML_SYNTAX_ERROR,
)

_WEIGHT = 16
"""What a value counts besides its text: aliases may make 2**20 values at most."""


class Stop(Exception):
    """Ends the reading of a file that cannot be read any further."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass
class _Open:
    """A collection whose end has not come yet; in a mapping, `key` waits for its value."""

    value: dict[str, Json] | list[Json]
    inside: dict[str | int, Spot]
    start: int
    weight_before: int
    anchor: str | None
    key: tuple[str, int] | None = None


@dataclass(frozen=True)
class _Anchored:
    """What an anchor names; `is_open` while its end has not come yet."""

    value: Json
    inside: Mapping[str | int, Spot]
    weight: int
    is_open: bool = False


class Composer:
    """Takes the events of a file one after the other; `root` is its value and outline in the end.

    A finding leaves a gap and the reading goes on; `Stop` is raised where it cannot.
    """

    def __init__(self, source: Source) -> None:
        self.root: tuple[Json, Spot] | None = None
        self.findings: list[Diagnostic] = []
        self._source = source
        self._scalars = Scalars(source, self.findings)
        self._stack: list[_Open] = []
        self._anchors: dict[str, _Anchored] = {}
        self._weight = 0
        self._documents = 0

    def take(self, event: events.Event) -> None:
        """Take the next event; raises `Stop`."""
        start = event.start_mark.index if event.start_mark else 0
        match event:
            case events.ScalarEvent():
                self._scalar(event, start)
            case events.CollectionStartEvent():
                self._begin(event, start)
            case events.CollectionEndEvent():
                self._end()
            case events.AliasEvent():
                self._alias(event.anchor or "", start)
            case events.DocumentStartEvent():
                self._document(event.version, start)
            case _:
                pass

    def _document(self, version: tuple[int, int] | None, start: int) -> None:
        self._documents += 1
        place = self._source.place(start)
        if self._documents > 1:
            hint = "move it into a file of its own"
            raise Stop(SEVERAL_DOCUMENTS.at(place, "a second document begins here", hint=hint))
        if version not in (None, (1, 2)):
            message = f"the file asks for YAML {'.'.join(map(str, version or ()))}"
            hint = "remove the line: files are read as YAML 1.2"
            self.findings.append(OTHER_YAML_VERSION.at(place, message, hint=hint))

    def _scalar(self, event: events.ScalarEvent, start: int) -> None:
        value = self._scalars.value(event, start)
        weight = len(event.value) + _WEIGHT
        self._weight += weight
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, NOTHING, weight)
        if self._awaits_key():
            self._key(self._scalars.key(event, value, start), start)
        elif self._stack or event.value or not event.implicit[0]:
            self._put(value, start, NOTHING)

    def _begin(self, event: events.CollectionStartEvent, start: int) -> None:
        is_mapping = isinstance(event, events.MappingStartEvent)
        place = self._source.place
        if self._awaits_key():
            what = "mapping" if is_mapping else "list"
            hint = "quote it, if it is meant as a text"
            raise Stop(NON_TEXT_KEY.at(place(start), f"a {what} cannot be a key", hint=hint))
        if len(self._stack) >= MAX_DEPTH:
            raise Stop(too_deep(self._source, start))
        if not fits_collection(event.tag, "map" if is_mapping else "seq"):
            message = f"the tag `{tag_name(event.tag)}` does not fit the value"
            self.findings.append(UNUSABLE_TAG.at(place(start), message, hint="remove the tag"))
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(None, NOTHING, 0, is_open=True)
        value: dict[str, Json] | list[Json] = {} if is_mapping else []
        self._stack.append(_Open(value, {}, start, self._weight, event.anchor))
        self._weight += _WEIGHT

    def _end(self) -> None:
        done = self._stack.pop()
        if done.anchor is not None:
            weight = self._weight - done.weight_before
            self._anchors[done.anchor] = _Anchored(done.value, done.inside, weight)
        self._put(done.value, done.start, done.inside)

    def _alias(self, name: str, start: int) -> None:
        anchored = self._anchored(name, start)
        self._weight += anchored.weight
        if self._weight > MAX_SIZE:
            message = f"with `*{name}` written out, the file would have more than 16 MiB"
            raise Stop(OVERSIZED_FILE.at(self._source.place(start), message))
        if not self._awaits_key():
            self._put(anchored.value, start, anchored.inside)
        elif isinstance(anchored.value, str):
            self._key(anchored.value, start)
        else:
            message = f"`*{name}` is not a text, so it cannot be a key"
            raise Stop(NON_TEXT_KEY.at(self._source.place(start), message))

    def _anchored(self, name: str, start: int) -> _Anchored:
        anchored = self._anchors.get(name)
        if anchored is not None and not anchored.is_open:
            return anchored
        place = self._source.place(start)
        if anchored is None:
            message = f"`*{name}` repeats a value, but nothing before it is marked `&{name}`"
            raise Stop(YAML_SYNTAX_ERROR.at(place, message))
        hint = "use a `$ref`, which may lead to the schema that it stands in"
        message = f"`*{name}` stands inside of the value that it repeats"
        raise Stop(CYCLIC_ALIAS.at(place, message, hint=hint))

    def _awaits_key(self) -> bool:
        top = self._stack[-1] if self._stack else None
        return top is not None and top.key is None and isinstance(top.value, dict)

    def _key(self, key: str, start: int) -> None:
        top = self._stack[-1]
        top.key = (key, start)
        first = top.inside.get(key)
        if first is not None:
            self.findings.append(duplicate_key(self._source, key, start, first.key))

    def _put(self, value: Json, start: int, inside: Mapping[str | int, Spot]) -> None:
        if not self._stack:
            self.root = (value, Spot(start, start, inside))
            return
        top = self._stack[-1]
        if isinstance(top.value, list):
            top.inside[len(top.value)] = Spot(start, start, inside)
            top.value.append(value)
        elif top.key is not None:
            (key, key_start), top.key = top.key, None
            top.inside.setdefault(key, Spot(start, key_start, inside))
            top.value.setdefault(key, value)
