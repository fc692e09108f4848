"""Kinds of bad input: where the sources stand, there is something else; references go astray."""

import os
import socket
from pathlib import Path

from hostile.breaking import (
    both,
    fifo,
    file,
    folder,
    gone,
    link,
    locked,
    reference,
    sparse,
    unlocked,
)
from hostile.kind import JSON, YAML, Kind, Spoil
from hostile.sandbox import SOURCE, write

_CHAIN = 10_000


def _socket(root: Path) -> None:
    here = Path.cwd()
    os.chdir(root / "interrupts")  # the path of a socket has to be short
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind("more.yaml")
    finally:
        os.chdir(here)


def _named(name: bytes) -> Spoil:
    return file(f"interrupts/{os.fsdecode(name)}", SOURCE)


def _two_sources(root: Path) -> None:
    write(root / "outside.yaml", SOURCE)
    for name in ("a", "b"):
        (root / f"interrupts/{name}.yaml").symlink_to("../outside.yaml")


PLACES = [
    Kind("a link to itself", link(YAML, "bookings.yaml")),
    Kind("a link that leads nowhere", link(YAML, "nowhere.yaml")),
    Kind("a link out of the project", link(YAML, "/etc/passwd")),
    Kind("a link to /dev/zero", link(YAML, "/dev/zero")),
    Kind("a link to /dev/null", link(YAML, "/dev/null")),
    Kind("a FIFO", fifo(YAML)),
    Kind("a socket", _socket),
    Kind("a folder named like a file", folder(YAML)),
    Kind("two links to one file", _two_sources),
    Kind("a source that may not be read", locked(YAML), privileged=False),
    Kind(
        "a folder that may not be read",
        locked("interrupts"),
        privileged=False,
        undo=unlocked("interrupts"),
    ),
    Kind(
        "the folder of the sources is a file", both(gone("interrupts"), file("interrupts", SOURCE))
    ),
    Kind("the folder of the sources is a link out", link("interrupts", "/usr")),
    Kind("the folder of the sources is a link to itself", link("interrupts", "interrupts")),
    Kind("the folder of the sources is gone", gone("interrupts")),
    Kind("a loop of folders", link("interrupts/loop", "..")),
    Kind("a name of 250 characters", _named(b"x" * 245 + b".yaml")),
    Kind("a name that is no Unicode", _named(b"\xff.yaml")),
    Kind("a name with a line end", _named(b"a\nb.yaml")),
    Kind("a name with an escape sequence", _named(b"\x1b[2J.yaml")),
    Kind("a name that turns the direction of text", _named("\u202egnp.yaml".encode())),
    Kind("a name of a module of Python", _named(b"pydantic.yaml")),
    Kind("a name of a keyword of Python", _named(b"class.yaml")),
]


def _to(text: str, put: Spoil) -> Spoil:
    """Refer to something that is put into the project."""
    return both(put, reference(text))


def _linked_folder(root: Path) -> None:
    (root / "etc").symlink_to("/etc")


def _chain(last: str) -> Spoil:
    """Let each of many definitions of another file refer to the next, and refer to the first."""

    def content() -> str:
        links = (f'"a{n}": {{"$ref": "#/$defs/a{n + 1}"}}' for n in range(_CHAIN))
        return f'{{"$defs": {{{", ".join(links)}, "a{_CHAIN}": {last}}}}}'

    return _to("../shared/chain.json#/$defs/a0", file("shared/chain.json", content))


def _files(root: Path) -> None:
    for number in range(1_000):
        write(root / f"shared/f{number}.json", f'{{"$ref": "f{(number + 1) % 1_000}.json"}}')


REFERENCES = [
    Kind("a reference above the project", reference("../../x.json")),
    Kind("a reference to an absolute path", reference("/etc/passwd")),
    Kind("a reference above the project, escaped", reference("%2e%2e/%2e%2e/x.json")),
    Kind("a reference with backslashes", reference("..\\\\..\\\\x.json")),
    Kind("a reference through a link", _to("../etc/hostname.json", _linked_folder)),
    Kind(
        "a reference to a link out",
        _to("../shared/out.json", link("shared/out.json", "/etc/passwd")),
    ),
    Kind("a reference to a folder", reference("../shared")),
    Kind(
        "a reference to a folder named like a file",
        _to("../shared/x.json", folder("shared/x.json")),
    ),
    Kind("a reference to nothing", reference("lost.json")),
    Kind("a reference to the network", reference("https://example.com/x.json")),
    Kind("a reference that is no URI", reference("http://[")),
    Kind("a reference to a file of another machine", reference("file:///etc/passwd")),
    Kind("a reference with a NUL", reference("a%00b.json")),
    Kind("a reference of 10,000 characters", reference("x" * 10_000)),
    Kind("a reference to an item of 5,000 digits", reference("#/allOf/" + "9" * 5_000)),
    Kind(
        "a reference to binary data",
        _to("../shared/x.json", file("shared/x.json", bytes(range(256)))),
    ),
    Kind(
        "a reference to a file of 100 MB",
        _to("../shared/huge.json", sparse("shared/huge.json", 100 * 2**20)),
    ),
    Kind("a reference to a FIFO", _to("../shared/pipe.json", fifo("shared/pipe.json"))),
    Kind(
        "a reference to /dev/zero",
        _to("../shared/zero.json", link("shared/zero.json", "/dev/zero")),
    ),
    Kind("a reference to another kind of file", _to("../README.md", file("README.md", "# x\n"))),
    Kind(
        "a reference to a file that may not be read", locked("shared/price.json"), privileged=False
    ),
    Kind("a reference to a file of definitions", reference("bookings.yaml")),
    Kind("a reference to a definition", reference("bookings.yaml#/interrupts/choose")),
    Kind("a reference to a text", file("shared/price.json", '"number"')),
    Kind("a reference to an invalid schema", file("shared/price.json", '{"type": "money"}')),
    Kind(
        "a reference to a schema of an unknown dialect",
        file("shared/price.json", '{"$schema": "https://example.com/"}'),
    ),
    Kind("a reference to a broken file", file("shared/price.json", "{")),
    Kind(
        "a reference into a broken definition file",
        _to(
            "bookings.yaml#/$defs/Note",
            file(YAML, SOURCE.replace("string, maxLength", "strin, maxLength")),
        ),
    ),
    Kind("a reference to itself", reference("#")),
    Kind(
        "a circle of references",
        file(
            JSON,
            '{"interruptgen": 1,'
            ' "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}',
        ),
    ),
    Kind("a circle of 1,000 files", _to("../shared/f0.json", _files)),
    Kind("a chain of 10,000 references", _chain('{"type": "string"}')),
    Kind("a circle of 10,000 references", _chain('{"$ref": "#/$defs/a0"}')),
    Kind("a circle of 10,000 objects", _chain('{"properties": {"a": {"$ref": "#/$defs/a0"}}}')),
]
