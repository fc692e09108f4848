"""The agent over HTTP: an ASGI application, whom it lets in, and which web pages."""

from hmac import compare_digest
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware

from desk_server.agent import make_agent
from interruptgen_runtime.server import Authenticate, Denied, Scope, anybody
from interruptgen_runtime.server.routes import interrupt_route

LOCAL_PAGES: Final = r"http://(localhost|127\.0\.0\.1):\d+"
"""The origins of a front end that is being developed on this machine."""


def bearer(token: str) -> Authenticate:
    """Return what lets in whoever shows a token, as the principal `desk`."""
    wanted = f"Bearer {token}".encode()

    async def authenticate(scope: Scope) -> str:
        shown = dict(scope["headers"]).get(b"authorization", b"")
        if not compare_digest(shown, wanted):
            raise Denied(401, "the token is missing or wrong")
        return "desk"

    return authenticate


def make_app(token: str | None = None) -> Starlette:
    """Return the application; without a token it lets everybody in."""
    authenticate = anybody if token is None else bearer(token)
    route = interrupt_route("/api/chat", make_agent(), authenticate=authenticate)
    cors = Middleware(
        CORSMiddleware,
        allow_origin_regex=LOCAL_PAGES,
        allow_methods=["POST"],
        allow_headers=["authorization", "content-type"],
    )
    return Starlette(routes=[route], middleware=[cors])
