"""`Lock` -> the text of the lock file, and back.

One block for each definition, each schema on one line, all keys in a fixed order: a change shows
in review as the lines that it concerns.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, cast

from interruptgen import data
from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.lock.entries import LOCK_FORMAT, Entry, Lock
from interruptgen.model import Json, JsonObject, Version
from interruptgen.rules.lock import (
    LOCK_CONFLICT,
    LOCK_FROM_THE_FUTURE,
    LOCK_TAMPERED,
    LOCK_UNREADABLE,
)
from interruptgen.schema.approval import approval_hash
from interruptgen.schema.canonical import canonical, hash_json
from interruptgen.schema.judge import Judge


def dump_lock(lock: Lock) -> str:
    """Return the text of the lock file."""
    content = {
        "lockFormat": str(LOCK_FORMAT),
        "generator": _text(lock.generator),
        "emitterFormat": str(lock.emitter_format),
        "warnings": str(lock.warnings),
        "packages": _packages(lock.packages),
        "interrupts": _entries(lock.interrupts),
        "tools": _entries(lock.tools),
        "sources": _texts(dict(sorted(lock.sources.items())), "  "),
        "outputs": _texts(dict(sorted(lock.outputs.items())), "  "),
    }
    return _object(content, "") + "\n"


def load_lock(path: str, text: str) -> Lock | Diagnostic:
    """Read the text of a lock file, or say why it cannot be read."""
    place = Place(path)
    conflict = _conflict(text)
    if conflict:
        hint = "take either side of the conflict and run `interruptgen build`"
        message = "the lock has unresolved merge conflicts"
        return LOCK_CONFLICT.at(Place(path, conflict), message, hint=hint)
    try:
        content = cast("Json", json.loads(text))
    except (ValueError, RecursionError) as error:
        return LOCK_UNREADABLE.at(place, f"the lock is not JSON: {error}", hint=_RESTORE)
    if isinstance(content, dict):
        version = content.get("lockFormat")
        if isinstance(version, int) and version > LOCK_FORMAT:
            hint = "install the version of interruptgen that the project uses"
            message = f"the lock is of format {version}, this version knows {LOCK_FORMAT}"
            return LOCK_FROM_THE_FUTURE.at(place, message, hint=hint)
    for fault in _form().faults(content):
        return LOCK_UNREADABLE.at(place, f"the lock is malformed {fault}", hint=_RESTORE)
    lock = _load(cast("dict[str, Any]", content))
    false = next(_false_hashes(lock), None)
    if false:
        message = f"the lock says `{false}` has a hash that its schema does not have"
        return LOCK_TAMPERED.at(place, message, hint=_RESTORE)
    return lock


_RESTORE = "restore the file from git, or delete it, and run `interruptgen build`"


@cache
def _form() -> Judge:
    return Judge(json.loads(data.read("schemas/lock.schema.json")))


def _conflict(text: str) -> int | None:
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("<<<<<<< ", ">>>>>>> ")):
            return number
    return None


def _packages(packages: Mapping[str, Sequence[str]]) -> str:
    paths = {name: _array(map(_text, paths), "    ") for name, paths in sorted(packages.items())}
    return _object(paths, "  ")


def _entries(entries: Mapping[str, Entry]) -> str:
    return _object({id: _entry(entry, "    ") for id, entry in entries.items()}, "  ")


def _entry(entry: Entry, indent: str) -> str:
    inner = indent + "  "
    content = {
        "source": _text(entry.source),
        "package": _text(entry.package),
        "names": _texts(entry.names, inner),
        **_version(entry.current, inner),
        "earlier": _array(
            [_object(_version(one, inner + "  "), inner + "  ") for one in entry.earlier], inner
        ),
    }
    return _object(content, indent)


def _version(version: Version, indent: str) -> dict[str, str]:
    schemas = {slot: canonical(schema) for slot, schema in version.schemas.items()}
    return {"hashes": _texts(version.hashes, indent), "schemas": _object(schemas, indent)}


def _texts(texts: Mapping[str, str], indent: str) -> str:
    return _object({key: _text(text) for key, text in texts.items()}, indent)


def _object(members: Mapping[str, str], indent: str) -> str:
    """Write each member, whose value is JSON already, on a line of its own."""
    lines = [f"{indent}  {_text(key)}: {value}" for key, value in members.items()]
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}" if lines else "{}"


def _array(items: Iterable[str], indent: str) -> str:
    lines = [f"{indent}  {item}" for item in items]
    return "[\n" + ",\n".join(lines) + f"\n{indent}]" if lines else "[]"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _load(content: dict[str, Any]) -> Lock:
    return Lock(
        generator=content["generator"],
        interrupts={id: _load_entry(entry) for id, entry in content["interrupts"].items()},
        tools={id: _load_entry(entry) for id, entry in content["tools"].items()},
        sources=content["sources"],
        outputs=content["outputs"],
        packages={name: tuple(paths) for name, paths in content["packages"].items()},
        warnings=content["warnings"],
        emitter_format=content["emitterFormat"],
    )


def _load_entry(entry: dict[str, Any]) -> Entry:
    return Entry(
        source=entry["source"],
        package=entry["package"],
        names=entry["names"],
        current=_load_version(entry),
        earlier=tuple(_load_version(version) for version in entry["earlier"]),
    )


def _load_version(content: dict[str, Any]) -> Version:
    return Version(hashes=content["hashes"], schemas=content["schemas"])


def _false_hashes(lock: Lock) -> Iterator[str]:
    for section in (lock.interrupts, lock.tools):
        for id, entry in section.items():
            for version in (entry.current, *entry.earlier):
                if not _is_true(version.hashes, version.schemas):
                    yield id


def _is_true(hashes: Mapping[str, str], schemas: Mapping[str, JsonObject]) -> bool:
    branches = schemas.get("approve"), schemas.get("reject")
    approval = hashes.get("approval")
    return approval in (None, approval_hash(*branches)) and all(
        hashes.get(slot) == hash_json(schema)
        for slot, schema in schemas.items()
        if slot not in ("approve", "reject")
    )
