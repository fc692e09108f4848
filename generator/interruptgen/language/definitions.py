"""`Document` -> what is wrong with its definitions beyond their form: keys that do not agree."""

from collections.abc import Callable, Iterator

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.block import Block, interrupts, mapping, tools, without_extensions
from interruptgen.language.class_names import check_class_name
from interruptgen.language.durations import fault
from interruptgen.language.wording import kind_of, shown
from interruptgen.model import Json
from interruptgen.reading import Document
from interruptgen.rules.definitions import (
    AMBIGUOUS_APPROVAL_SCHEMA,
    AMBIGUOUS_REJECT,
    FORGOTTEN_APPROVAL,
    MISSING_INPUT_SCHEMA,
    NOTHING_DEFINED,
    OTHER_TOOL_NAME,
    UNUSABLE_DURATION,
    UNUSED_APPROVAL,
)
from interruptgen.rules.language import WRONG_TYPE
from interruptgen.schema.tanstack import BRANCHES, has_branches

_APPROVAL_KEYS = ("message", "allowEdits", "approvalSchema")


def check_definitions(document: Document) -> Iterator[Diagnostic]:
    """Find what contradicts itself or cannot mean anything in the definitions of a file."""
    sections = ("$defs", "interrupts", "tools")
    if isinstance(document.data, dict) and not any(map(document.data.get, sections)):
        message = "the file defines nothing"
        hint = "add `interrupts:`, `tools:` or `$defs:`"
        yield NOTHING_DEFINED.at(document.place(()), message, hint=hint)
    for block in interrupts(document):
        for rule in _INTERRUPT_RULES:
            yield from rule(block)
    for block in tools(document):
        for rule in _TOOL_RULES:
            yield from rule(block)


def _duration(block: Block) -> Iterator[Diagnostic]:
    text = block.data.get("expiresAfter")
    wrong = fault(text) if isinstance(text, str) else None
    if wrong:
        message = f"`expiresAfter` cannot be {shown(text)}: {wrong[0]}"
        yield UNUSABLE_DURATION.at(block.place("expiresAfter"), message, hint=wrong[1])


def _class_name(block: Block) -> Iterator[Diagnostic]:
    name = block.data.get("x-name")
    finding = check_class_name(name, block.place("x-name")) if isinstance(name, str) else None
    if finding:
        yield finding


def _rejects(block: Block) -> Iterator[Diagnostic]:
    entries = block.data.get("rejects")
    for index, entry in enumerate(entries if isinstance(entries, list) else []):
        slots = list(without_extensions(entry)) if isinstance(entry, dict) else [""]
        if len(slots) != 1:
            has = f"has {' and '.join(f'`{slot}`' for slot in slots)}" if slots else "is empty"
            message = f"item {index + 1} of `rejects` {has}, and must have exactly one slot"
            hint = "make an item of each value" if slots else "remove it"
            yield AMBIGUOUS_REJECT.at(block.place("rejects", index), message, hint=hint)


def _name(block: Block) -> Iterator[Diagnostic]:
    name = block.data.get("name")
    if isinstance(name, str) and name != block.id:
        message = f"the tool `{block.id}` cannot have the name `{name}` as well"
        hint = f"remove `name`, or rename the key to `{name}`"
        yield OTHER_TOOL_NAME.at(block.place("name"), message, hint=hint)


def _approval_keys(block: Block) -> Iterator[Diagnostic]:
    if block.data.get("needsApproval", False) is not False:
        return
    said = "needsApproval" in block.data
    for key in _APPROVAL_KEYS:
        if key in block.data and not said:
            message = f"`{key}` is for approvals, but nothing says whether `{block.id}` needs one"
            hint = "add `needsApproval: true`, or false to let it run unasked"
            yield FORGOTTEN_APPROVAL.at(block.key_place(key), message, hint=hint)
            return
        if key in block.data:
            message = f"`{key}` means nothing while `needsApproval` is false"
            yield UNUSED_APPROVAL.at(block.key_place(key), message, hint=f"remove `{key}`")


def _input_schema(block: Block) -> Iterator[Diagnostic]:
    if "inputSchema" in block.data:
        return
    hint = "add the `inputSchema` of the tool"
    if block.data.get("allowEdits") is True:
        message = "`allowEdits` is true, but the tool has no input that could be edited"
        yield MISSING_INPUT_SCHEMA.at(block.key_place("allowEdits"), message, hint=hint)
    if mapping(block.data, "needsApproval"):
        message = "`needsApproval` is a condition on the input, but nothing says what that is"
        yield MISSING_INPUT_SCHEMA.at(block.key_place("needsApproval"), message, hint=hint)


def _approval_schema(block: Block) -> Iterator[Diagnostic]:
    if "approvalSchema" not in block.data:
        return
    schema = block.data["approvalSchema"]
    place = block.place("approvalSchema")
    if not isinstance(schema, dict):
        message = f"`approvalSchema` must be a mapping, not {kind_of(schema)}"
        yield WRONG_TYPE.at(place, message)
        return
    keys = without_extensions(schema)
    mixed = [branch for branch in BRANCHES if branch in keys]
    if not keys:
        message = "`approvalSchema` is empty"
        hint = "remove it, or write the schema of what a decision carries"
        yield AMBIGUOUS_APPROVAL_SCHEMA.at(place, message, hint=hint)
    elif has_branches(keys):
        yield from _branches(block, keys)
    elif mixed:
        other = next(key for key in keys if key not in BRANCHES)
        message = f"`approvalSchema` has the branch `{mixed[0]}` and beside it `{other}`"
        hint = f"move `{other}` into the branches"
        where = block.key_place("approvalSchema", other)
        yield AMBIGUOUS_APPROVAL_SCHEMA.at(where, message, hint=hint)


def _branches(block: Block, branches: dict[str, Json]) -> Iterator[Diagnostic]:
    for branch, schema in branches.items():
        if not isinstance(schema, dict | bool):
            message = f"`{branch}` must be a schema, not {kind_of(schema)}"
            hint = f"remove `{branch}` where the decision carries nothing"
            yield WRONG_TYPE.at(block.place("approvalSchema", branch), message, hint=hint)


_Check = Callable[[Block], Iterator[Diagnostic]]
_INTERRUPT_RULES: tuple[_Check, ...] = (_duration, _class_name, _rejects)
_TOOL_RULES: tuple[_Check, ...] = (
    _name,
    _approval_keys,
    _input_schema,
    _approval_schema,
    _class_name,
    _rejects,
)
