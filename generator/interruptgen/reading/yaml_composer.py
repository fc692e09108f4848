"""The events of a YAML parser -> one value and its outline, or findings.

It keeps its own stack instead of calling itself, so no depth of nesting can exhaust Python's.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from yaml import events

from interruptgen.diagnostics import Diagnostic, Note, Rule
from interruptgen.model import Json
from interruptgen.reading.outline import NOTHING, Spot
from interruptgen.reading.source import MAX_SIZE, Source
from interruptgen.reading.yaml_scalars import Unreadable, fits_collection, key_text, plain, tagged
from interruptgen.rules.files import (
    LONE_SURROGATE,
    OVERSIZED_FILE,
    UNREPRESENTABLE_NUMBER,
)
from interruptgen.rules.yaml_syntax import (
    CYCLIC_ALIAS,
    MERGE_KEY,
    NON_TEXT_KEY,
    OTHER_YAML_VERSION,
    SEVERAL_DOCUMENTS,
    UNUSABLE_TAG,
    YAML_SYNTAX_ERROR,
)

MAX_DEPTH = 200
"""How deep collections may be nested."""

_WEIGHT = 16
"""What a value counts besides its text: aliases may make 2**20 values at most."""

_SURROGATE = re.compile("[\ud800-\udfff]")


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
    value: Json
    inside: Mapping[str | int, Spot]
    weight: int


@dataclass
class Composer:
    """Takes the events of a file one after the other; `root` is its value and outline in the end.

    A finding leaves a gap and the reading goes on; `Stop` is raised where it cannot.
    """

    source: Source
    findings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    root: tuple[Json, Spot] | None = None
    _stack: list[_Open] = field(default_factory=list[_Open])
    _anchors: dict[str, _Anchored | None] = field(default_factory=dict[str, _Anchored | None])
    _weight: int = 0
    _documents: int = 0

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
        if self._documents > 1:
            hint = "move it into a file of its own"
            raise Stop(self._finding(SEVERAL_DOCUMENTS, start, "a second document begins", hint))
        if version not in (None, (1, 2)):
            message = f"the file asks for YAML {'.'.join(map(str, version or ()))}"
            self._find(OTHER_YAML_VERSION, start, message, "remove the line: files are YAML 1.2")

    def _scalar(self, event: events.ScalarEvent, start: int) -> None:
        value = self._read(event, start)
        weight = len(event.value) + _WEIGHT
        self._weight += weight
        if event.anchor is not None:
            self._anchors[event.anchor] = _Anchored(value, NOTHING, weight)
        if self._awaits_key():
            self._key(self._scalar_key(event, value, start), start)
        elif self._stack or event.value or not event.implicit[0]:
            self._put(value, start, NOTHING)

    def _read(self, event: events.ScalarEvent, start: int) -> Json:
        if event.tag is not None:
            value = tagged(event.tag, event.value)
        else:
            value = plain(event.value) if event.implicit[0] else event.value
        if isinstance(value, Unreadable):
            self._unreadable(value, event, start)
            return None
        if isinstance(value, str) and not value.isascii() and _SURROGATE.search(value):
            self._find(LONE_SURROGATE, start, "the text has a lone surrogate", None)
        return value

    def _unreadable(self, why: Unreadable, event: events.ScalarEvent, start: int) -> None:
        tag = (event.tag or "").replace("tag:yaml.org,2002:", "!!")
        match why:
            case Unreadable.NUMBER:
                message = f"`{event.value[:40]}` is {why.value}"
                hint = "write a number that JSON can carry, or quote it if it is text"
                self._find(UNREPRESENTABLE_NUMBER, start, message, hint)
            case Unreadable.TAG:
                message = f"`{event.value[:40]}` is not what its tag `{tag}` says"
                self._find(UNUSABLE_TAG, start, message, "remove the tag, or correct the value")
            case Unreadable.FOREIGN_TAG:
                message = f"JSON has no values of the type `{tag}`"
                self._find(UNUSABLE_TAG, start, message, "remove the tag and quote the text")

    def _scalar_key(self, event: events.ScalarEvent, value: Json, start: int) -> str:
        is_plain = event.tag is None and event.implicit[0]
        if is_plain and event.value == "<<":
            hint = "refer to a shared schema with `$ref` instead"
            self._find(MERGE_KEY, start, "YAML 1.2 has no merge keys", hint)
        text = key_text(value, event.value) if is_plain or isinstance(value, str) else None
        if text is None:
            message = f"`{event.value[:40]}` is not a text, so it is not clear which key it is"
            self._find(NON_TEXT_KEY, start, message, "quote the key")
        return event.value if text is None else text

    def _begin(self, event: events.CollectionStartEvent, start: int) -> None:
        is_mapping = isinstance(event, events.MappingStartEvent)
        if self._awaits_key():
            what = "mapping" if is_mapping else "list"
            raise Stop(self._finding(NON_TEXT_KEY, start, f"a {what} cannot be a key", None))
        if len(self._stack) >= MAX_DEPTH:
            raise Stop(too_deep(self.source, start))
        if not fits_collection(event.tag, "map" if is_mapping else "seq"):
            tag = (event.tag or "").replace("tag:yaml.org,2002:", "!!")
            message = f"the tag `{tag}` does not fit the value"
            self._find(UNUSABLE_TAG, start, message, "remove the tag")
        if event.anchor is not None:
            self._anchors[event.anchor] = None
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
        anchored = self._anchors.get(name, _Anchored(None, NOTHING, 0))
        if name not in self._anchors:
            message = f"`*{name}` repeats a value that nothing before it names `&{name}`"
            self._find(YAML_SYNTAX_ERROR, start, message, None)
        elif anchored is None:
            hint = "use a `$ref`, which may point at the schema that it stands in"
            message = f"`*{name}` stands inside of the value that it repeats"
            self._find(CYCLIC_ALIAS, start, message, hint)
        anchored = anchored or _Anchored(None, NOTHING, 0)
        self._weight += anchored.weight
        if self._weight > MAX_SIZE:
            message = f"with `*{name}` written out the file would have more than 16 MiB"
            raise Stop(self._finding(OVERSIZED_FILE, start, message, None))
        if not self._awaits_key():
            self._put(anchored.value, start, anchored.inside)
        elif isinstance(anchored.value, str):
            self._key(anchored.value, start)
        else:
            message = f"`*{name}` is not a text, so it cannot be a key"
            raise Stop(self._finding(NON_TEXT_KEY, start, message, None))

    def _awaits_key(self) -> bool:
        top = self._stack[-1] if self._stack else None
        return top is not None and top.key is None and isinstance(top.value, dict)

    def _key(self, key: str, start: int) -> None:
        top = self._stack[-1]
        top.key = (key, start)
        first = top.inside.get(key)
        if first is not None and key != "<<":
            note = Note(self.source.place(first.key), "the first one stands here")
            self.findings.append(duplicate_key(self.source, key, start, note))

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

    def _find(self, rule: Rule, start: int, message: str, hint: str | None) -> None:
        self.findings.append(self._finding(rule, start, message, hint))

    def _finding(self, rule: Rule, start: int, message: str, hint: str | None) -> Diagnostic:
        return rule.at(self.source.place(start), message, hint=hint)
