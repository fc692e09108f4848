"""Regular expressions as an ECMAScript engine runs them, in the place of Python's."""

import json
import re
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

_SCRIPT: Final = Path(__file__).with_name("patterns.mjs")
_USERS: Final = ("_keywords", "_legacy_keywords", "_utils")
"""The modules of python-jsonschema that match patterns, by `re.search`."""


class Engine:
    """Has the `search` of `re`, answered by node."""

    def __init__(self) -> None:
        node = shutil.which("node")
        if node is None:
            raise FileNotFoundError("node is needed: patterns are ECMAScript's")
        self._process = subprocess.Popen(
            [node, str(_SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.search = lru_cache(maxsize=100_000)(self._search)

    def _search(self, pattern: str, text: str) -> bool:
        """Tell whether a pattern is found in a text; raises `re.error` for what is no pattern."""
        if self._process.stdin is None or self._process.stdout is None:
            raise re.error("node does not listen", pattern)
        self._process.stdin.write(json.dumps([pattern, text]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline().strip()
        if answer not in ("true", "false"):
            raise re.error(answer or "node has ended", pattern)
        return answer == "true"


def install() -> None:
    """Let python-jsonschema match all patterns of this process as ECMAScript does."""
    _use(Engine())


@contextmanager
def python_patterns() -> Generator[None]:
    """Let python-jsonschema match patterns as it would by itself, for a while."""
    engine = _use(re)
    try:
        yield
    finally:
        _use(engine)


def _use(engine: Engine | ModuleType) -> Engine | ModuleType:
    """Change what matches patterns; return what has done so before."""
    spaces = [vars(import_module(f"jsonschema.{name}")) for name in _USERS]
    before: Engine | ModuleType = spaces[0]["re"]
    for space in spaces:
        space["re"] = engine
    return before
