"""The core has no clock, no chance, no I/O and nothing asynchronous in it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "runtime" / "interruptgen_runtime" / "core"
MODULES = sorted(CORE.rglob("*.py"))

FORBIDDEN_MODULES = {
    "asyncio",
    "io",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "queue",
    "random",
    "secrets",
    "select",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
    "uuid",
}
FORBIDDEN_NAMES = {"open", "print", "input", "eval", "exec", "breakpoint"}
FORBIDDEN_CALLS = {"now", "today", "utcnow"}


def impurities(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names if is_forbidden(name.name))
            case ast.ImportFrom(module=str(module)) if is_forbidden(module):
                yield module
            case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
                yield type(node).__name__
            case ast.Call(func=ast.Name(id=name)) if name in FORBIDDEN_NAMES:
                yield name
            case ast.Call(func=ast.Attribute(attr=name)) if name in FORBIDDEN_CALLS:
                yield name
            case _:
                pass


def is_forbidden(module: str) -> bool:
    return module.partition(".")[0] in FORBIDDEN_MODULES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(CORE)))
def test_module(path: Path) -> None:
    assert list(impurities(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "import time",
        "from random import random",
        "import os.path",
        "async def f(): ...",
        "from datetime import datetime\ndatetime.now()",
        "open('x')",
        "import asyncio as a",
        "from urllib.request import urlopen",
    ],
)
def test_the_check_can_fail(source: str) -> None:
    assert list(impurities(source))


def test_the_core_was_found() -> None:
    assert len(MODULES) > 30
