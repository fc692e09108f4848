"""Servers for the tests: the desk in its own process, and one that says whatever it is told."""

import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from interruptgen_runtime import Json, JsonObject, hash_json

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "generated_examples"

Pause = Callable[[str], list[Json]]
"""The id of a run -> the interrupts that end it."""


@contextmanager
def desk_server(token: str | None = None) -> Generator[str]:
    """Run the desk; yields its address."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'runtime'}"}
    if token is not None:
        environment["DESK_TOKEN"] = token
    server = subprocess.Popen(
        [sys.executable, "-m", "desk_server", "--port", "0"],
        cwd=EXAMPLES,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    try:
        yield server.stdout.readline().split(" at ")[1].split(". Say")[0]
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


@dataclass
class Told:
    """A transport that ends each run with the next pause, or with a text; it keeps the bodies."""

    pauses: list[Pause]
    bodies: list[JsonObject] = field(default_factory=list[JsonObject])

    async def run(self, body: JsonObject) -> AsyncGenerator[JsonObject, None]:
        self.bodies.append(body)
        run_id = str(body["runId"])
        start: JsonObject = {"type": "RUN_STARTED", "threadId": body["threadId"], "runId": run_id}
        yield start
        interrupts = self.pauses.pop(0)(run_id) if self.pauses else []
        outcome: JsonObject = {"type": "success"}
        if interrupts:
            outcome = {"type": "interrupt", "interrupts": interrupts}
        yield {**start, "type": "RUN_FINISHED", "outcome": outcome}

    async def aclose(self) -> None:
        """Hold nothing."""


def question(run_id: str, key: str, schema: Json, **members: Json) -> JsonObject:
    """Return a question of another producer, with a schema for its answer."""
    binding: JsonObject = {
        "v": 1,
        "kind": "generic",
        "interruptId": key,
        "interruptedRunId": run_id,
        "generation": 0,
        "responseSchemaHash": hash_json(schema),
    }
    return {
        "id": key,
        "reason": "question",
        "message": f"What about {key}?",
        "responseSchema": schema,
        "metadata": {"tanstack:interruptBinding": binding},
        **members,
    }
