"""Interrupts that our server emits, typed by our client for schemas of every kind."""

import asyncio
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interruptgen.pipeline import Inputs, build
from interruptgen_runtime import JsonObject
from interruptgen_runtime.client import Chat, InProcess, UntypedInterrupt
from interruptgen_runtime.server import read_run_input
from server.test_hash_parity import SCHEMAS, agent, compiled, source_of


def bindings(folder: Path, name: str, documents: Sequence[JsonObject]) -> Any:
    """Generate the client's side of definitions, and return its bindings."""
    sources = {"parity.json": source_of(documents)}
    for path, text in build(Inputs(sources, lambda _: None, lambda _: None)).files.items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    client: Any = importlib.import_module(f"{name}.parity.client")
    importlib.import_module(f"{name}.parity.models")
    sys.path.remove(str(folder))
    return client.bindings


def shown(known: Any) -> list[Any]:
    """Let our server ask everything, and return what a client with these bindings shows."""

    async def conversation() -> list[Any]:
        asking = agent(compiled([document for document, _ in SCHEMAS]))
        async with Chat(InProcess(asking, read_run_input), bindings=known) as chat:
            return list((await chat.send("Go")).interrupts)

    return asyncio.run(conversation())


def test_r12_hash_parity(tmp_path: Path) -> None:
    found = shown(bindings(tmp_path, "same", [document for document, _ in SCHEMAS]))
    assert len(found) == 2 * len(SCHEMAS) == 40
    for item in found:
        assert not isinstance(item, UntypedInterrupt)
        assert item.can_resolve


def test_r12_another_schema_on_the_client(tmp_path: Path) -> None:
    """One more word, and nothing is typed; what is answered then, the server judges."""
    changed: list[JsonObject] = [{**document, "description": "."} for document, _ in SCHEMAS]
    found = shown(bindings(tmp_path, "changed", changed))
    assert len(found) == 40
    for item in found:
        assert isinstance(item, UntypedInterrupt)
        assert item.can_resolve
