"""`Lock` -> the text of the lock file, and back.

One block for each definition, each schema on one line, all keys in a fixed order: a change shows
in review as the lines that it concerns.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, cast

from interruptgen import data
from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.lock.entries import LOCK_FORMAT, Entry, Lock, Version
from interruptgen.model import Json, JsonObject
from interruptgen.rules.output import (
    LOCK_CONFLICT,
    LOCK_FROM_THE_FUTURE,
    LOCK_TAMPERED,
    LOCK_UNREADABLE,
)
from interruptgen.schema.approval import approval_hash
from interruptgen.schema.canonical import canonical, hash_json
from interruptgen.schema.judge import Judge

_SCHEMA = "a schema"


def dump_lock(lock: Lock) -> str:
    """Return the text of the lock file."""
    content: JsonObject = {
        "lockFormat": LOCK_FORMAT,
        "generator": lock.generator,
        "emitterFormat": lock.emitter_format,
        "warnings": lock.warnings,
        "packages": dict(sorted(lock.packages.items())),
        "interrupts": {id: _dump_entry(entry) for id, entry in lock.interrupts.items()},
        "tools": {id: _dump_entry(entry) for id, entry in lock.tools.items()},
        "sources": dict(sorted(lock.sources.items())),
        "outputs": dict(sorted(lock.outputs.items())),
    }
    return "".join(_lines(content)) + "\n"


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


def _dump_entry(entry: Entry) -> JsonObject:
    return {
        "source": entry.source,
        "package": entry.package,
        "names": dict(entry.names),
        **_dump_version(entry.current),
        "earlier": [_dump_version(version) for version in entry.earlier],
    }


def _dump_version(version: Version) -> JsonObject:
    return {"hashes": dict(version.hashes), "schemas": dict(version.schemas)}


def _lines(value: Json, indent: str = "", key: str = "") -> Iterator[str]:
    """Write a value with each member on a line of its own, but a schema on one line."""
    if key == _SCHEMA:
        yield canonical(value)
    elif isinstance(value, dict) and value:
        members = [
            (
                f"{json.dumps(name, ensure_ascii=False)}: ",
                item,
                _SCHEMA if key == "schemas" else name,
            )
            for name, item in value.items()
        ]
        yield from _block("{", members, "}", indent)
    elif isinstance(value, list) and value:
        yield from _block("[", [("", item, "") for item in value], "]", indent)
    else:
        yield json.dumps(value, ensure_ascii=False)


def _block(
    opening: str, members: list[tuple[str, Json, str]], closing: str, indent: str
) -> Iterator[str]:
    yield opening
    separator = "\n"
    for prefix, item, key in members:
        yield f"{separator}{indent}  {prefix}"
        yield from _lines(item, indent + "  ", key)
        separator = ",\n"
    yield f"\n{indent}{closing}"


def _load(content: dict[str, Any]) -> Lock:
    return Lock(
        generator=content["generator"],
        interrupts={id: _load_entry(entry) for id, entry in content["interrupts"].items()},
        tools={id: _load_entry(entry) for id, entry in content["tools"].items()},
        sources=content["sources"],
        outputs=content["outputs"],
        packages=content["packages"],
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
