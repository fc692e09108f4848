"""The real server of TanStack AI in a process of its own: setups go in, chats talk to it."""

import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import httpx

from interop.definitions import EXAMPLES, from_lock
from interop.peers import HERE, require_node

EXAMPLE_NAMES = ("payments", "travel_desk", "field_service")
KNOWN: Mapping[str, Any] = {
    one.id: one.for_peer()
    for example in EXAMPLE_NAMES
    for one in from_lock(EXAMPLES / example / "generated/interrupts.lock.json")
}


@dataclass
class Server:
    """A server with one setup; `log` is what it did."""

    client: httpx.Client
    address: str
    name: str

    @property
    def url(self) -> str:
        """Where chats are served."""
        return f"{self.address}/chat/{self.name}"

    @property
    def log(self) -> Any:
        """What the server did so far."""
        return self.client.get(f"{self.address}/log/{self.name}").json()


@dataclass
class Node:
    """A process that serves any number of setups."""

    client: httpx.Client
    address: str

    def __post_init__(self) -> None:
        self._numbers = count()

    def set_up(self, setup: Mapping[str, Any]) -> Server:
        """Return a server with a setup."""
        server = Server(self.client, self.address, f"s{next(self._numbers)}")
        empty: dict[str, Any] = {name: [] for name in ("tools", "interrupts", "hooks", "model")}
        body = {**empty, **setup}
        self.client.post(f"{self.address}/setup/{server.name}", json=body).raise_for_status()
        return server


@contextmanager
def node_server() -> Generator[Node]:
    """Start the server; it ends when its input does."""
    process = subprocess.Popen(
        [require_node(), "server.mjs"],
        cwd=HERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process, httpx.Client(timeout=20) as client:
        port = process.stdout.readline().strip()
        try:
            yield Node(client, f"http://127.0.0.1:{port}")
        finally:
            process.stdin.close()
            process.wait(10)


def tool(name: str, side: str = "server", **more: Any) -> Mapping[str, Any]:
    """Return a tool of the examples for a setup."""
    return {**KNOWN[name], "side": side, **more}


def definition(name: str, **more: Any) -> Mapping[str, Any]:
    """Return a definition of the examples for a setup."""
    return {**KNOWN[name], **more}


def request(name: str, key: str, **more: Any) -> Mapping[str, Any]:
    """Return what a hook asks."""
    return {"definition": name, "key": key, "reason": "r", "message": f"About {key}", **more}


def turn(*calls: Sequence[Any], text: str = "One moment.") -> Mapping[str, Any]:
    """Return a turn of the scripted model."""
    listed = [{"id": id, "name": name, "args": args} for id, name, args in calls]
    return {"text": text, "calls": listed}
