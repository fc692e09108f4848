"""What one comparison remembers: compiled schemas and patterns, and what effort it may take."""

from functools import lru_cache

from interruptgen.compat.nodes import Node
from interruptgen.model import Json
from interruptgen.schema.judge import Judge


class World:
    """Judges values by the subschemas of both documents; what is compiled, it keeps."""

    def __init__(self, steps: int) -> None:
        self._judges: dict[int, Judge] = {}
        self._steps = steps

    @property
    def is_exhausted(self) -> bool:
        """Whether the comparison has taken all the steps that it may take."""
        return self._steps <= 0

    def step(self) -> None:
        """Count a step."""
        self._steps -= 1

    def renew(self, steps: int) -> None:
        """Allow more steps, for something else than was counted before."""
        self._steps = steps

    def accepts(self, node: Node, value: Json) -> bool:
        """Tell whether a subschema accepts a value, formats being annotations."""
        if not isinstance(node.schema, dict):
            return node.schema is not False
        key = node.key
        if key not in self._judges:
            self._judges[key] = Judge(node.alone())
        return self._judges[key].accepts(value)


@lru_cache(maxsize=4096)
def matches(pattern: str, text: str) -> bool:
    """Tell whether a text has a match of a pattern, as validators see it."""
    return _of_pattern(pattern).accepts(text)


@lru_cache(maxsize=512)
def _of_pattern(pattern: str) -> Judge:
    return Judge({"pattern": pattern})
