"""Servers for the tests: the desk in its own process, and one that says whatever it is told."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from interruptgen_runtime import Json, JsonObject, hash_json

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "generated_examples"

Pause = Callable[[str], list[Json]]
"""The id of a run -> the interrupts that end it, or the RUN_ERROR that does."""


@contextmanager
def desk_server(port: int = 0, **environment: str) -> Generator[str]:
    """Run the desk; yields its address."""
    path = str(ROOT / "runtime")
    server = subprocess.Popen(
        [sys.executable, "-m", "desk_server", "--port", str(port)],
        cwd=EXAMPLES,
        env={**os.environ, "PYTHONPATH": path, **environment},
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


@contextmanager
def streaming(*texts: str, ends: bool = True, asks: Sequence[str] = ()) -> Generator[str]:
    """Serve runs that say some texts, and then end or go on for ever; yields the address.

    Where it `asks`, a run without answers says nothing and pauses with these questions.
    """
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            run = {"threadId": body["threadId"], "runId": body["runId"]}
            events: list[JsonObject] = [{"type": "RUN_STARTED", **run}]
            outcome: JsonObject = {"type": "success"}
            asked = "resume" not in body and asks
            if asked:
                questions = (question(body["runId"], name, {"type": "string"}) for name in asks)
                outcome = {"type": "interrupt", "interrupts": [*questions]}
            for text in () if asked else texts:
                part: JsonObject = {"messageId": "m", "delta": text}
                events.append({"type": "TEXT_MESSAGE_CONTENT", **part})
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            if ends:
                events.append({"type": "RUN_FINISHED", **run, "outcome": outcome})
            for event in events:
                self.wfile.write(f"data: {json.dumps(event)}\n\n".encode())
            self.wfile.flush()
            if not ends:
                over.wait()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()


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
        events = [one for one in interrupts if isinstance(one, dict) and "type" in one]
        for event in events:
            yield event
        if any(event["type"] == "RUN_ERROR" for event in events):
            return
        interrupts = [one for one in interrupts if one not in events]
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
