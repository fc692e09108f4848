"""What a module may do beside computing: the house's rules on effects, checked by reading code."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COMPILER = ROOT / "generator" / "interruptgen"
RUNTIME = ROOT / "runtime" / "interruptgen_runtime"

PURE = [
    path
    for folder in ("core", "client/staging", "client/history", "client/stream")
    for path in sorted((RUNTIME / folder).rglob("*.py"))
]
"""These have no clock, no chance, no I/O and nothing asynchronous in them."""

EFFECTS = {
    "reads": {"cli", "data", "output", "project"},
    "writes": {"output"},
    "prints": {"cli"},
    "starts processes": {"project"},
}
"""What some rooms of the compiler do, and no other."""

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

CALLS = {
    "reads": {
        *("exists", "glob", "is_dir", "is_file", "iterdir", "lstat", "open", "read_bytes"),
        *("read_text", "readlink", "rglob", "scandir", "stat"),
    },
    "writes": {
        *("fsync", "link", "makedirs", "mkdir", "mkstemp", "rename", "rmdir", "rmtree"),
        *("symlink_to", "touch", "unlink", "write_bytes", "write_text"),
    },
    "prints": {"echo", "print", "secho"},
    "starts processes": {"Popen", "check_call", "check_output"},
}
MEMBERS = {
    ("os", "remove"): "writes",
    ("os", "replace"): "writes",
    ("subprocess", "run"): "starts processes",
    ("sys", "stderr"): "prints",
    ("sys", "stdout"): "prints",
}


def impurities(source: str) -> Iterator[str]:
    """Yield what code does that a function of its arguments does not do."""
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


def effects(source: str) -> Iterator[tuple[str, str]]:
    """Yield the kinds of effects that code has, each with what is called for it."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
                yield from ((kind, name) for kind, names in CALLS.items() if name in names)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if (module, name) in MEMBERS:
                yield MEMBERS[module, name], name
            case _:
                pass


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(RUNTIME)))
def test_pure_modules(path: Path) -> None:
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
def test_the_check_of_pure_modules_can_fail(source: str) -> None:
    assert list(impurities(source))


def test_rooms_of_the_compiler_have_the_effects_that_they_may_have() -> None:
    found: dict[str, set[str]] = {kind: set() for kind in EFFECTS}
    for path in sorted(COMPILER.rglob("*.py")):
        room = path.relative_to(COMPILER).parts[0].removesuffix(".py")
        for kind, name in effects(path.read_text(encoding="utf-8")):
            assert room in EFFECTS[kind], f"{path.relative_to(COMPILER)} {kind}: {name}"
            found[kind].add(room)
    assert found == EFFECTS


def test_the_modules_were_found() -> None:
    assert len(PURE) > 70
