"""The words of a command line that both commands have -> a chat that is ready to be used."""

import argparse
import math
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn
from urllib.parse import urlsplit

from interruptgen_runtime.client import Bindings, BlockingChat, HttpTransport, Timeouts
from interruptgen_runtime.client.options import OnEvent
from interruptgen_runtime.terminal.modules import NoBindings, load_bindings
from interruptgen_runtime.terminal.text import one_line

USAGE: Final = 2
"""The exit code for what is wrong with the command line or the environment."""

_NAME: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""A field name of HTTP (RFC 9110, section 5.6.2)."""


class UsageError(Exception):
    """The command line, or what is around it, is not as it has to be."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong as the rest of the program does."""

    def error(self, message: str) -> NoReturn:
        """Leave with the exit code for usage."""
        self.print_usage(sys.stderr)
        self.exit(USAGE, f"{self.prog}: {one_line(message)}\n")


@dataclass(frozen=True, slots=True)
class Connection:
    """How to reach an agent, and what is known of its decisions."""

    bindings: Bindings[Any]
    headers: dict[str, str]
    timeout: float

    def chat(self, url: str, on_event: OnEvent | None = None) -> BlockingChat[Any]:
        """Return a chat; nothing is sent yet. Raises `UsageError` for what is no address."""
        transport = HttpTransport(
            checked_url(url), headers=self.headers, timeouts=Timeouts(silence=self.timeout)
        )
        return BlockingChat(transport, bindings=self.bindings, on_event=on_event)


def add_connection(parser: argparse.ArgumentParser) -> None:
    """Add the options that `connection` reads."""
    parser.add_argument(
        "--bindings",
        action="append",
        default=[],
        metavar="MODULE",
        help="a generated client module or package, such as app.interrupts.bookings.client; "
        "several times for several",
    )
    parser.add_argument(
        "--header",
        action="append",
        default=[],
        metavar="'NAME: VALUE'",
        help="a header for each request, such as 'Authorization: Bearer …'; several times for "
        "several; the value @NAME is read from the environment",
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=120.0,
        metavar="SECONDS",
        help="how long the server may be silent (120)",
    )


def connection(options: argparse.Namespace, environment: dict[str, str]) -> Connection:
    """Return what the options say; raises `UsageError`."""
    names: Sequence[str] = options.bindings
    lines: Sequence[str] = options.header
    timeout: float = options.timeout
    try:
        bindings = load_bindings(names)
    except NoBindings as error:
        raise UsageError(str(error)) from None
    return Connection(bindings, dict(_header(text, environment) for text in lines), timeout)


def checked_url(url: str) -> str:
    """Return an address as it is; raises `UsageError` if it is none that a chat can use."""
    parts = urlsplit("")
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        usable = usable and url.isprintable() and " " not in url
    except ValueError:
        usable = False
    if not usable:
        raise UsageError(f"{one_line(url, 200)} is no address of the form https://host/path")
    if "@" in parts.netloc:
        raise UsageError("an address has no credentials here: give them with --header")
    return url


def _header(text: str, environment: dict[str, str]) -> tuple[str, str]:
    name, colon, value = text.partition(":")
    name, value = name.strip(), value.strip()
    if value.startswith("@"):
        if value[1:] not in environment:
            raise UsageError(f"--header {name}: {value[1:]} is not set in the environment")
        value = environment[value[1:]].strip()
    if not colon or not _NAME.fullmatch(name):
        raise UsageError(f"--header takes 'Name: value', not {one_line(name, 80)!r}")
    if not (value.isascii() and value.isprintable()):
        raise UsageError(f"--header {name}: its value has characters that a header cannot have")
    return name, value


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError("has to be a number of seconds above 0")
    return seconds
