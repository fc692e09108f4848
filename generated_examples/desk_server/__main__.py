"""`python -m desk_server`: serves the desk on this machine until it is interrupted."""

import argparse
import os
import sys
from contextlib import suppress

import uvicorn

from desk_server.app import make_app

WELCOME = """\
The desk is at {address}. Say refund, transfer, rate or train:

curl -sN {address} -H 'content-type: application/json' -d '{{
  "threadId": "t1", "runId": "r1", "tools": [],
  "messages": [{{"id": "u1", "role": "user", "content": "A refund, please."}}]
}}'

"""


def main() -> None:
    """Serve; `DESK_TOKEN` in the environment is the token that clients have to show, if any."""
    parser = argparse.ArgumentParser(prog="desk_server", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="0 takes one that is free")
    port: int = parser.parse_args().port
    config = uvicorn.Config(make_app(os.environ.get("DESK_TOKEN")), host="127.0.0.1", port=port)
    listening = config.bind_socket()
    listening.listen()  # Who reads the address may connect at once.
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/api/chat"
    sys.stdout.write(WELCOME.format(address=address))
    sys.stdout.flush()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
