"""Two schemas -> does the second accept all that the first accepts; each question is asked once."""

from functools import lru_cache

from interruptgen.compat.comparing import compare
from interruptgen.compat.comparison import Comparison, Verdict
from interruptgen.model import JsonObject, Schema
from interruptgen.schema.canonical import canonical

_HOLDS = Comparison(Verdict.HOLDS)


def accepts_all(new: Schema | None, old: Schema | None) -> Comparison:
    """Tell whether `new` accepts every value that `old` accepts; None accepts everything."""
    if new is None or (old and old.text == new.text):
        return _HOLDS
    return includes(new.document, old.document if old else {})


def includes(new: JsonObject, old: JsonObject) -> Comparison:
    """Tell whether `new` accepts every value that `old` accepts, both of them documents."""
    return _compared(_Question(old, new))


class _Question:
    """Two documents, the same question as others with the same texts."""

    def __init__(self, old: JsonObject, new: JsonObject) -> None:
        self.old, self.new = old, new
        self._texts = canonical(old), canonical(new)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Question) and self._texts == other._texts

    def __hash__(self) -> int:
        return hash(self._texts)


@lru_cache(maxsize=4096)
def _compared(question: _Question) -> Comparison:
    return compare(question.old, question.new)
