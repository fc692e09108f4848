"""An agent and a path -> a route of Starlette, which FastAPI takes as well.

The only module of the server that needs Starlette, and so not imported by any other.
"""

from interruptgen_runtime.server.agent import Agent
from interruptgen_runtime.server.endpoint import Authenticate, ChatEndpoint, anybody
from interruptgen_runtime.server.limits import Limits

try:
    from starlette.routing import Route
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "interrupt_route needs Starlette: install `interruptgen-runtime[starlette]`, or mount "
        "interruptgen_runtime.server.ChatEndpoint, which is a plain ASGI application",
        name=error.name,
    ) from error


def interrupt_route(
    path: str,
    agent: Agent,
    *,
    authenticate: Authenticate = anybody,
    limits: Limits | None = None,
) -> Route:
    """Return the route that serves an agent at a path.

    It goes into the `routes` of an application or a router of Starlette or FastAPI. The options are
    those of `ChatEndpoint`; without `limits` the usual ones count. Other methods than POST are left
    to other routes of the path.
    """
    endpoint = ChatEndpoint(agent=agent, authenticate=authenticate, limits=limits or Limits())
    return Route(path, endpoint, methods=["POST"])
