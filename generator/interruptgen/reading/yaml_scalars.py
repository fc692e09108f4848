"""The events of YAML scalars -> their values and keys, or findings."""

import re
from dataclasses import dataclass

from yaml.events import ScalarEvent

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json
from interruptgen.reading.findings import shortened, unrepresentable
from interruptgen.reading.source import Source
from interruptgen.reading.yaml_core import Unreadable, key_text, plain, tagged
from interruptgen.rules.files import LONE_SURROGATE
from interruptgen.rules.yaml_syntax import MERGE_KEY, NON_TEXT_KEY, UNUSABLE_TAG

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class Scalars:
    """Reads the scalars of a file; what is wrong with them is added to `findings`."""

    source: Source
    findings: list[Diagnostic]

    def value(self, event: ScalarEvent, start: int) -> Json:
        """Return the value, or None after a finding."""
        if event.tag is not None:
            value = tagged(event.tag, event.value)
        else:
            value = plain(event.value) if event.implicit[0] else event.value
        if isinstance(value, Unreadable):
            self.findings.append(self._unreadable(value, event, start))
            return None
        if isinstance(value, str) and not value.isascii() and _SURROGATE.search(value):
            finding = LONE_SURROGATE.at(self.source.place(start), "the text has a lone surrogate")
            self.findings.append(finding)
        return value

    def key(self, event: ScalarEvent, value: Json, start: int) -> str:
        """Return the text of a key with this value, or the text as written after a finding."""
        is_plain = event.tag is None and event.implicit[0]
        if is_plain and event.value == "<<":
            hint = "refer to a shared schema with `$ref` instead"
            message = "YAML 1.2 has no merge keys"
            self.findings.append(MERGE_KEY.at(self.source.place(start), message, hint=hint))
        text = key_text(value, event.value) if is_plain or isinstance(value, str) else None
        if text is None:
            message = f"readers disagree on which text the key `{shortened(event.value)}` is"
            place = self.source.place(start)
            self.findings.append(NON_TEXT_KEY.at(place, message, hint="quote the key"))
        return event.value if text is None else text

    def _unreadable(self, why: Unreadable, event: ScalarEvent, start: int) -> Diagnostic:
        tag = tag_name(event.tag)
        place = self.source.place(start)
        match why:
            case Unreadable.NUMBER:
                return unrepresentable(self.source, event.value, start)
            case Unreadable.TAG:
                message = f"`{shortened(event.value)}` is not what the tag `{tag}` says"
                return UNUSABLE_TAG.at(place, message, hint="remove the tag, or correct the value")
            case Unreadable.FOREIGN_TAG:
                message = f"JSON has no values of the kind `{tag}`"
                return UNUSABLE_TAG.at(place, message, hint="remove the tag and quote the text")


def tag_name(tag: str | None) -> str:
    """Return a tag as it is written in a file."""
    return (tag or "").replace("tag:yaml.org,2002:", "!!")
