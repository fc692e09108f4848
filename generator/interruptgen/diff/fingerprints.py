"""Changes -> a fingerprint for each, which stays the same while the change is the same."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from interruptgen.diff.changes import Change
from interruptgen.schema.canonical import canonical

_DIGITS = 16


def fingerprinted(changes: Iterable[Change]) -> Iterator[tuple[str, Change]]:
    """Yield each change with its fingerprint: 16 digits of a hash.

    It is made of the rule, what has changed, and the identity of the change. Lines, the order of
    files and other changes have no part in it. Changes that are alike in all of this are numbered.
    """
    seen = Counter[str]()
    for change in changes:
        subject = change.subject
        parts = [change.rule.code, subject.kind, subject.id, change.slot or "", *change.identity]
        text = canonical([*parts])
        seen[text] += 1
        if seen[text] > 1:
            text += str(seen[text])
        yield hashlib.sha256(text.encode()).hexdigest()[:_DIGITS], change
