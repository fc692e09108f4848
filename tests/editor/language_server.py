"""A client of the real YAML language server, which editors talk to over its standard streams."""

import json
import os
import queue
import shutil
import subprocess
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import pytest

HERE = Path(__file__).parent
PROGRAM = HERE / "node_modules/yaml-language-server/bin/yaml-language-server"
SECONDS = 30.0


@dataclass
class LanguageServer:
    """A running server; every message of it is read by a thread of its own."""

    process: "subprocess.Popen[bytes]"
    settings: dict[str, Any]
    messages: "queue.Queue[Any]" = field(default_factory=queue.Queue[Any])
    diagnostics: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    requests: int = 0

    def __post_init__(self) -> None:
        assert self.process.stdout
        self.reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self.reader.start()

    def start(self, folder: Path) -> None:
        documents = {"completion": {"completionItem": {"documentationFormat": ["markdown"]}}}
        capabilities = {"workspace": {"configuration": True}, "textDocument": documents}
        self.request(
            "initialize",
            {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": capabilities},
        )
        self.notify("initialized", {})
        self.notify("workspace/didChangeConfiguration", {"settings": self.settings})

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file as an editor does, with another text than it has on disk if one is given."""
        content = path.read_text(encoding="utf-8") if text is None else text
        document = {"languageId": "yaml", "version": 1, "uri": path.as_uri(), "text": content}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return path.as_uri()

    def faults(self, uri: str) -> list[Any]:
        """Return what the server finds wrong with an open file, as soon as it says so."""
        while uri not in self.diagnostics:
            self._handle(self._next())
        return self.diagnostics[uri]

    def completions(self, uri: str, line: int, column: int) -> dict[str, str]:
        """Return what may stand at a place (both from 0), each with its documentation."""
        answer = self.request("textDocument/completion", _at(uri, line, column))
        items: list[Any] = answer["items"]
        return {item["label"]: _text(item.get("documentation", "")) for item in items}

    def hover(self, uri: str, line: int, column: int) -> str:
        """Return what the server tells about a place."""
        answer = self.request("textDocument/hover", _at(uri, line, column))
        return "" if answer is None else _text(answer["contents"])

    def request(self, method: str, parameters: object) -> Any:
        self.requests += 1
        self._write({"id": self.requests, "method": method, "params": parameters})
        while True:
            message = self._next()
            if message.get("id") == self.requests and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            self._handle(message)

    def notify(self, method: str, parameters: object) -> None:
        self._write({"method": method, "params": parameters})

    def stop(self) -> None:
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(SECONDS)
        self.reader.join(SECONDS)

    def _handle(self, message: Any) -> None:
        """Take note of a notification, answer a request."""
        if message.get("method") == "textDocument/publishDiagnostics":
            parameters = message["params"]
            self.diagnostics[parameters["uri"]] = parameters["diagnostics"]
        elif "id" in message:
            self._write({"id": message["id"], "result": self._answer(message)})

    def _answer(self, message: Any) -> object:
        if message["method"] != "workspace/configuration":
            return None
        return [self.settings.get(item["section"]) for item in message["params"]["items"]]

    def _next(self) -> Any:
        try:
            message = self.messages.get(timeout=SECONDS)
        except queue.Empty:
            pytest.fail("the language server says nothing")
        assert message is not None, "the language server has ended"
        return message

    def _write(self, message: dict[str, object]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _read(self, stream: IO[bytes]) -> None:
        length = 0
        for line in iter(stream.readline, b""):
            name, _, value = line.decode("ascii").partition(":")
            if name.lower() == "content-length":
                length = int(value)
            elif not name.strip():
                self.messages.put(json.loads(stream.read(length)))
        self.messages.put(None)


@contextmanager
def language_server(folder: Path, **yaml: object) -> Generator[LanguageServer]:
    """Run the server for a folder; skips where it is missing, fails where that is forbidden.

    `yaml` are settings of the editor's YAML support. No schema comes from anywhere but the disk.
    """
    node = shutil.which("node")
    if node is None or not PROGRAM.is_file():
        reason = "needs node and `npm ci --prefix tests/editor`"
        if os.environ.get("INTERRUPTGEN_REQUIRE_PEERS"):
            pytest.fail(reason)
        pytest.skip(reason)
    stores = {"schemaStore": {"enable": False}, "kubernetesCRDStore": {"enable": False}}
    command = [node, str(PROGRAM), "--stdio"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        server = LanguageServer(process, {"yaml": {"validate": True, **stores, **yaml}})
        try:
            server.start(folder)
            yield server
            server.stop()
        finally:
            process.kill()


def _at(uri: str, line: int, column: int) -> dict[str, object]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": column}}


def _text(content: Any) -> str:
    return content if isinstance(content, str) else str(content["value"])
