"""Kinds of bad input: the output folder."""

import os
import subprocess
from pathlib import Path

from hostile.breaking import both, fifo, file, folder, gone, link, locked, mode, unlocked
from hostile.kind import CHANGED, MODELS, YAML, Kind, Spoil
from hostile.sandbox import write


def _changed(spoil: Spoil) -> Spoil:
    """Break something, and change a source, so that something has to be written."""
    return both(file(YAML, CHANGED), spoil)


def _full_disk(root: Path) -> None:
    """Mount a small disk over the output folder, put the output there, and fill the rest."""
    out = root / "generated"
    content = {
        path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()
    }
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(out)]
    done = subprocess.run(mount, capture_output=True, check=False)
    if done.returncode:
        raise OSError(f"no disk can be mounted: {done.stderr.decode().strip()}")
    for path, text in content.items():
        write(out / path, text)
    with (out / "filler").open("wb") as filler:
        try:
            while True:
                os.write(filler.fileno(), bytes(512))
        except OSError:
            pass


def _unmount(root: Path) -> None:
    subprocess.run(["umount", str(root / "generated")], check=True)


OUTPUTS = [
    Kind(
        "output: a file",
        _changed(both(gone("generated"), file("generated", "x"))),
    ),
    Kind("output: a link out of the project", _changed(link("generated", "/tmp"))),
    Kind("output: a link to itself", _changed(link("generated", "generated"))),
    Kind(
        "output: a file in the way of a folder",
        _changed(both(gone("generated/bookings"), file("generated/bookings", "x"))),
    ),
    Kind(
        "output: a folder in the way of a file",
        _changed(folder(MODELS)),
    ),
    Kind("output: a FIFO in the way of a file", _changed(fifo(MODELS))),
    Kind("output: a FIFO, and nothing changed", fifo(MODELS)),
    Kind("output: a link in the way of a file", _changed(link(MODELS, "/etc/passwd"))),
    Kind("output: a link to /dev/zero", _changed(link(MODELS, "/dev/zero"))),
    Kind("output: a linked folder", _changed(link("generated/bookings", "/tmp"))),
    Kind(
        "output: foreign files",
        _changed(both(gone("generated"), file(MODELS, "mine\n"))),
    ),
    Kind(
        "output: may not be written",
        _changed(mode("generated", 0o555)),
        privileged=False,
        undo=unlocked("generated"),
    ),
    Kind(
        "output: a folder of it may not be written",
        _changed(mode("generated/bookings", 0o555)),
        privileged=False,
        undo=unlocked("generated/bookings"),
    ),
    Kind(
        "output: may not be read",
        _changed(locked("generated")),
        privileged=False,
        undo=unlocked("generated"),
    ),
    Kind("output: a full disk", _changed(_full_disk), undo=_unmount),
    Kind("output: files may only have 100 bytes", file(YAML, CHANGED), most=100),
]
