"""A `Model` -> what the page knows of each decision, as JSON.

A decision has an `id`, a `kind` (`interrupt` or `approval`), what is `shown` with it, and a form
for each way to answer it: `response`, or `approve`, `reject` and `edits`.
"""

from collections.abc import Iterator

from interruptgen.lock import hashes
from interruptgen.model import Approval, Interrupt, Json, JsonObject, Model, Package, Schema, Tool


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
        "shown": _part(one, "payload", one.payload.schema if one.payload else None),
        "forms": [_part(one, "response", one.response.schema if one.response else None)],
    }


def _approval(tool: Tool, approval: Approval, package: Package) -> JsonObject:
    arguments = tool.input.schema if tool.input else None
    branches = [("approve", approval.approve), ("reject", approval.reject)]
    forms: list[Json] = [
        _part(tool, name, slot.schema if slot else None) for name, slot in branches
    ]
    if approval.allow_edits and arguments:
        forms.append({**_part(tool, "input", arguments), "name": "edits"})
    condition = approval.condition
    return {
        **_common(tool, package),
        "kind": "approval",
        "title": tool.title,
        "condition": condition.document if condition else None,
        "shown": _part(tool, "input", arguments),
        "forms": forms,
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


def _part(one: Interrupt | Tool, name: str, schema: Schema | None) -> JsonObject:
    """Return a schema with the examples that the source gives for it."""
    values = [example[name] for example in one.examples if name in example]
    return {"name": name, "schema": schema.document if schema else None, "values": values}
