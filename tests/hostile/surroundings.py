"""Kinds of bad input: the configuration, the lock and the output folder."""

import json
import os
import subprocess
from dataclasses import replace
from pathlib import Path

from hostile.breaking import (
    Content,
    both,
    fifo,
    file,
    folder,
    gone,
    link,
    locked,
    mode,
    unlocked,
)
from hostile.kind import YAML, Kind, Spoil
from hostile.sandbox import CONFIGURATION, SOURCE, write
from interruptgen.lock import Lock, dump_lock, load_lock

_CONFIG = "interruptgen.toml"
_LOCK = "generated/interrupts.lock.json"
_MODELS = "generated/bookings/models.py"
_CHANGED = SOURCE.replace("Which one?", "Which of them?")


def _config(name: str, text: Content) -> Kind:
    return Kind(f"configuration: {name}", file(_CONFIG, text))


CONFIGURATIONS = [
    _config("not TOML", "sources = ["),
    _config("binary", bytes(range(256))),
    _config("UTF-16", CONFIGURATION.encode("utf-16")),
    _config("100,000 levels deep", "out = " + "[" * 100_000),
    _config("1,000 levels deep", "out = " + "[" * 1_000 + "]" * 1_000),
    _config("a table 100,000 levels deep", "[" + ".".join("a" * 100_000) + "]"),
    _config("a number of 5,000 digits", f"{CONFIGURATION}x = {'1' * 5_000}\n"),
    _config("a day that is none", f"{CONFIGURATION}x = 2024-02-31\n"),
    _config("not a number", f"{CONFIGURATION}x = nan\n"),
    _config("20 MB", lambda: CONFIGURATION + "# filler\n" * (20 * 2**20 // 9)),
    _config(
        "100,000 unknown settings",
        lambda: CONFIGURATION + "".join(f"x{n} = 1\n" for n in range(100_000)),
    ),
    _config(
        "a list over 100,000 lines",
        lambda: 'out = "generated"\nsources = [\n' + '"interrupts",\n' * 100_000 + "]\n",
    ),
    _config("an unknown setting", f"{CONFIGURATION}sauces = []\n"),
    _config("empty", ""),
    _config("no out", 'sources = ["interrupts"]\n'),
    _config("out is empty", 'out = ""\n'),
    _config("out is the project", 'out = "."\n'),
    _config("out is above the project", 'out = "../generated"\n'),
    _config("out is absolute", 'out = "/tmp"\n'),
    _config("out is a number", "out = 1\n"),
    _config("out is the folder of the sources", 'sources = ["interrupts"]\nout = "interrupts"\n'),
    _config("out has a NUL", 'out = "a\\u0000b"\n'),
    _config("out has 10,000 characters", f'out = "{"x" * 10_000}"\n'),
    _config("sources is a text", 'sources = "interrupts"\nout = "generated"\n'),
    _config("sources is empty", 'sources = []\nout = "generated"\n'),
    _config("sources are elsewhere", 'sources = ["/etc", "../x"]\nout = "generated"\n'),
    _config(
        "a source with 10,000 characters", f'sources = ["{"x" * 10_000}"]\nout = "generated"\n'
    ),
    _config("a pattern that explodes", f'sources = ["{"**/" * 40}x.yaml"]\nout = "generated"\n'),
    _config("an unknown target", f'{CONFIGURATION}targets = ["cobol"]\n'),
    Kind("configuration: twice", file("pyproject.toml", '[tool.interruptgen]\nout = "x"\n')),
    Kind("configuration: none", both(gone(_CONFIG), file("pyproject.toml", ""))),
    Kind("configuration: a folder", folder(_CONFIG)),
    Kind("configuration: a FIFO", fifo(_CONFIG)),
    Kind("configuration: a FIFO that is named", fifo("x.toml"), ("build", "--config", "x.toml")),
    Kind("configuration: /dev/zero", link(_CONFIG, "/dev/zero")),
    Kind(
        "configuration: /dev/zero that is named",
        link("x.toml", "/dev/zero"),
        ("build", "--config", "x.toml"),
    ),
    Kind("configuration: a link to itself", link(_CONFIG, _CONFIG)),
    Kind("configuration: may not be read", locked(_CONFIG), privileged=False),
]


def _lock(change: dict[str, object]) -> Spoil:
    """Change members of the lock, and a source, so that something has to be built."""

    def spoil(root: Path) -> None:
        lock = json.loads((root / _LOCK).read_text(encoding="utf-8"))
        write(root / _LOCK, json.dumps({**lock, **change}))
        write(root / YAML, _CHANGED)

    return spoil


def _lock_as_written(name: str, content: Content) -> Kind:
    return Kind(f"lock: {name}", file(_LOCK, content))


def _outputs(name: str, path: str) -> list[Kind]:
    """Let the lock claim a file as ours: while nothing changed, and while it has to be built."""
    outputs = {path: "sha256:" + "0" * 64}

    def unchanged(root: Path) -> None:
        lock = load_lock(_LOCK, (root / _LOCK).read_text(encoding="utf-8"))
        assert isinstance(lock, Lock)
        write(root / _LOCK, dump_lock(replace(lock, outputs={**lock.outputs, **outputs})))

    return [
        Kind(f"lock: claims {name}", unchanged),
        Kind(f"lock: claims {name}, and a source changed", _lock({"outputs": outputs})),
    ]


def _conflicting(root: Path) -> None:
    text = (root / _LOCK).read_text(encoding="utf-8")
    write(root / _LOCK, f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n")


def _cut(root: Path) -> None:
    content = (root / _LOCK).read_bytes()
    write(root / _LOCK, content[: len(content) // 2])


LOCKS = [
    Kind("lock: of a future format", _lock({"lockFormat": 99})),
    Kind("lock: of a format of 300 digits", _lock({"lockFormat": 10**300})),
    Kind("lock: of a future emitter", _lock({"emitterFormat": 99})),
    Kind("lock: with conflict markers", _conflicting),
    Kind("lock: cut off", _cut),
    Kind("lock: without its sections", _lock({"interrupts": None, "tools": []})),
    _lock_as_written("empty", ""),
    _lock_as_written("null", "null"),
    _lock_as_written("binary", bytes(range(256))),
    _lock_as_written("100,000 levels deep", "[" * 100_000 + "]" * 100_000),
    _lock_as_written("900 levels deep", "[" * 900 + "]" * 900),
    _lock_as_written("a number of 5,000 digits", "1" * 5_000),
    _lock_as_written("NaN", "NaN"),
    _lock_as_written("half of a character", '{"lockFormat": "\\ud800"}'),
    _lock_as_written("100 MB", lambda: "x" * (100 * 2**20)),
    *_outputs("a file above the project", "../../../etc/passwd"),
    *_outputs("an absolute path", "/etc/passwd"),
    *_outputs("/dev/zero", "/dev/zero"),
    *_outputs("a path of 10,000 characters", "x" * 10_000),
    *_outputs("a path with a NUL", "a\0b"),
    *_outputs("the configuration", "../interruptgen.toml"),
    Kind("lock: a folder", folder(_LOCK)),
    Kind("lock: a FIFO", fifo(_LOCK)),
    Kind("lock: a link to /dev/zero", link(_LOCK, "/dev/zero")),
    Kind("lock: a link out of the project", link(_LOCK, "/etc/passwd")),
    Kind("lock: may not be read", locked(_LOCK), privileged=False, undo=unlocked(_LOCK)),
]


def _changed(spoil: Spoil) -> Spoil:
    """Break something, and change a source, so that something has to be written."""
    return both(file(YAML, _CHANGED), spoil)


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
        _changed(folder(_MODELS)),
    ),
    Kind("output: a FIFO in the way of a file", _changed(fifo(_MODELS))),
    Kind("output: a FIFO, and nothing changed", fifo(_MODELS)),
    Kind("output: a link in the way of a file", _changed(link(_MODELS, "/etc/passwd"))),
    Kind("output: a link to /dev/zero", _changed(link(_MODELS, "/dev/zero"))),
    Kind("output: a linked folder", _changed(link("generated/bookings", "/tmp"))),
    Kind(
        "output: foreign files",
        _changed(both(gone("generated"), file(_MODELS, "mine\n"))),
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
    Kind("output: files may only have 100 bytes", file(YAML, _CHANGED), most=100),
]

_BROKEN = "interrupts/\x1b[2J::error::.yaml"

COMMANDS = [
    Kind("check: a lock with conflict markers", _conflicting, ("build", "--check")),
    Kind("check: a lock of a future format", _lock({"lockFormat": 99}), ("build", "--check")),
    Kind("check: no lock", gone(_LOCK), ("build", "--check")),
    Kind("check: a FIFO in the way of a file", fifo(_MODELS), ("build", "--check")),
    Kind("check: an edited file", file(_MODELS, bytes(range(256))), ("build", "--check")),
    Kind("hashes: a broken source", file(YAML, "{"), ("hashes", "--format", "json")),
    Kind("validate: a broken source", file(YAML, "{"), ("validate", "choose.response", "-")),
    *(
        Kind(
            f"lint as {name}: a name that is a command",
            file(_BROKEN, "{"),
            ("lint", "--format", name),
        )
        for name in ("text", "json", "github", "sarif")
    ),
]
