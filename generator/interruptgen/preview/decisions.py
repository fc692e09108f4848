"""A `Model` -> what the page knows of each decision, as JSON.

A decision has an `id`, a `kind` (`interrupt` or `approval`), what is `shown` with it, a form for
each way to answer it (`response`, or `approve`, `reject` and `edits`), and `examples`: values by
slot, whether what is shown is made up because the definition gives no example of
it, and whether they have numbers that JavaScript cannot carry.
"""

from collections.abc import Iterator, Mapping

from interruptgen.lock import hashes
from interruptgen.model import Approval, Interrupt, Json, JsonObject, Model, Package, Slot, Tool
from interruptgen.preview.samples import sample

_EDITS = "edits"


def decisions(model: Model) -> list[JsonObject]:
    """Return every decision that a person may be asked for, package by package."""
    return [one for package in model.packages for one in _of_package(package)]


def _of_package(package: Package) -> Iterator[JsonObject]:
    for interrupt in package.interrupts:
        yield _interrupt(interrupt, package)
    for tool in package.tools:
        if tool.approval:
            yield _approval(tool, tool.approval, package)


def _interrupt(one: Interrupt, package: Package) -> JsonObject:
    return {
        **_common(one, package),
        "kind": "interrupt",
        "phases": list(one.phases),
        "reason": one.reason,
        "expiresAfter": one.expires_after,
        "shown": _part("payload", one.payload),
        "forms": [_part("response", one.response)],
        "examples": _examples("payload", one.payload, one.examples),
    }


def _approval(tool: Tool, approval: Approval, package: Package) -> JsonObject:
    branches = [_part("approve", approval.approve), _part("reject", approval.reject)]
    edits = [_part(_EDITS, tool.input)] if approval.allow_edits and tool.input else []
    forms: list[Json] = [*branches, *edits]
    condition = approval.condition
    return {
        **_common(tool, package),
        "kind": "approval",
        "title": tool.title,
        "runsOn": tool.runs_on,
        "condition": condition.document if condition else None,
        "shown": _part("input", tool.input),
        "forms": forms,
        "isShared": approval.approve is not None and approval.approve is approval.reject,
        "examples": _examples("input", tool.input, tool.examples),
    }


def _common(one: Interrupt | Tool, package: Package) -> JsonObject:
    earlier: list[Json] = [dict(version.hashes) for version in one.earlier]
    return {
        "id": one.id,
        "name": one.class_name,
        "package": package.name,
        "source": one.origin.path,
        "description": one.description,
        "message": one.message,
        "hashes": dict(hashes(one)),
        "earlier": earlier,
    }


def _part(name: str, slot: Slot | None) -> JsonObject:
    return {"name": name, "schema": slot.schema.document if slot else None}


def _examples(
    shown: str, slot: Slot | None, examples: tuple[Mapping[str, Json], ...]
) -> list[Json]:
    """Return the examples of a definition, each with something to be shown.

    What is shown is made up where an example says nothing of it, once for all of them.
    """
    is_missing = slot is not None and not all(shown in one for one in examples or ({},))
    made = sample(slot.schema) if slot and is_missing else None
    found: list[Json] = []
    for example in examples or ({},):
        is_made_up = made is not None and shown not in example
        values = {**example, shown: made.value} if made and is_made_up else {**example}
        is_inexact = not _is_carried(values)
        found.append({"values": values, "isMadeUp": is_made_up, "isInexact": is_inexact})
    return found


def _is_carried(value: Json) -> bool:
    """Tell whether JavaScript, which reads the page, has all the numbers of a value."""
    if isinstance(value, dict):
        return all(_is_carried(one) for one in value.values())
    if isinstance(value, list):
        return all(_is_carried(one) for one in value)
    return not isinstance(value, int) or _is_exact(value)


def _is_exact(number: int) -> bool:
    try:
        return int(float(number)) == number
    except OverflowError:
        return False
