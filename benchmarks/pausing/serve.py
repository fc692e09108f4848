"""Serves one of the applications on a free port, which is written as the first line.

python -m pausing.serve (ours | bare RECORDING | starlette RECORDING)
"""

import socket
import sys
from pathlib import Path

import uvicorn

from pausing.apps import App, bare, ours, read_recording, starlette

BACKLOG = 2048


def app_of(name: str, arguments: list[str]) -> App:
    """Return the application of that name."""
    if name == "ours":
        return ours()
    recording = read_recording(Path(arguments[0]))
    return bare(recording) if name == "bare" else starlette(recording)


def main() -> None:
    """Serve until the process is ended."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
    config = uvicorn.Config(
        app_of(sys.argv[1], sys.argv[2:]),
        loop="uvloop",
        http="httptools",
        lifespan="off",
        log_level="warning",
        access_log=False,
        backlog=BACKLOG,
        timeout_keep_alive=60,
    )
    print(listening.getsockname()[1], flush=True)
    uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
