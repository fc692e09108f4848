"""Blocks of a source file -> interrupts, tools and shared schemas, or findings."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.durations import seconds
from interruptgen.model import (
    Approval,
    Interrupt,
    JsonObject,
    Schema,
    SharedSchema,
    Slot,
    SlotName,
    Tool,
)
from interruptgen.reading import Document
from interruptgen.resolve.block import Block, members
from interruptgen.resolve.conditions import check_condition
from interruptgen.resolve.examples import check_examples
from interruptgen.resolve.messages import check_message
from interruptgen.resolve.names import Names, definition_names, shared_name
from interruptgen.rules.references import REFUSED_BY_TANSTACK
from interruptgen.schema.approval import approval_hash, decision_envelope
from interruptgen.schema.bundle import Bundler
from interruptgen.schema.canonical import hash_json
from interruptgen.schema.references import Location
from interruptgen.schema.tanstack import has_branches, is_accepted


@dataclass
class Definitions:
    """Compiles the definitions of a build one after the other and gathers what is wrong.

    `unusable` are the slots of the present one whose schemas are there, but cannot be used: what
    else is said of them would follow from that.
    """

    bundler: Bundler
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    unusable: set[str] = field(default_factory=set[str])

    def interrupt(self, block: Block) -> Interrupt | None:
        """Compile a generic interrupt; None where a finding says why not."""
        names = self._named(block)
        if names is None:
            return None
        payload = self._slot(block, "payload", names.class_name + "Payload", "payloadSchema")
        response = self._slot(block, "response", names.class_name + "Response", "responseSchema")
        self._check_examples(block, payload=payload, response=response)
        phase = block.data.get("phase")
        return Interrupt(
            id=block.id,
            class_name=names.class_name,
            variable=names.variable,
            origin=block.origin,
            description=block.text("description"),
            phases=tuple(
                str(one) for one in (phase if isinstance(phase, list) else [phase]) if one
            ),
            reason=block.text("reason"),
            message=block.text("message"),
            expires_after=seconds(block.text("expiresAfter") or ""),
            payload=payload,
            response=response,
            keep_versions=block.count("keepVersions"),
            examples=tuple(block.examples()),
        )

    def tool(self, block: Block) -> Tool | None:
        """Compile a tool; None where a finding says why not."""
        names = self._named(block)
        if names is None:
            return None
        arguments = self._slot(block, "input", names.class_name + "Input", "inputSchema")
        output = self._slot(block, "output", names.class_name + "Output", "outputSchema")
        approval = self._approval(block, names, arguments)
        self._check_examples(
            block,
            input=arguments,
            output=output,
            approve=approval.approve if approval else None,
            reject=approval.reject if approval else None,
        )
        if "input" not in self.unusable:
            schema = arguments.schema if arguments else None
            self.diagnostics.extend(check_message(block, schema))
            self.diagnostics.extend(check_condition(block, schema))
        return Tool(
            id=block.id,
            class_name=names.class_name,
            variable=names.variable,
            origin=block.origin,
            title=block.text("title"),
            description=block.text("description"),
            runs_on="client" if block.text("runsOn") == "client" else "server",
            message=block.text("message"),
            approval=approval,
            input=arguments,
            output=output,
            keep_versions=block.count("keepVersions"),
            examples=tuple(block.examples()),
        )

    def shared(self, document: Document) -> Iterator[SharedSchema]:
        """Compile the shared schemas of a file."""
        for key, _ in members(document, "$defs"):
            schema = self._schema(Location(document.path, ("$defs", key)))
            if schema is None:
                continue
            name = shared_name(document, key, schema.class_names.get(()))
            if isinstance(name, Diagnostic):
                self.diagnostics.append(name)
            else:
                yield SharedSchema(key, name, schema)

    def _named(self, block: Block) -> Names | None:
        self.unusable.clear()
        names = definition_names(block)
        if isinstance(names, Names):
            return names
        self.diagnostics.append(names)
        return None

    def _approval(self, block: Block, names: Names, arguments: Slot | None) -> Approval | None:
        needs = block.data.get("needsApproval")
        if not needs:
            return None
        condition = None
        if isinstance(needs, dict):
            condition = self._schema(block.at("needsApproval", "when"))
        approve, reject = self._branches(block, names)
        documents = (_document(approve), _document(reject))
        return Approval(
            approve=approve,
            reject=reject,
            condition=condition,
            allow_edits=block.data.get("allowEdits") is not False,
            hash=approval_hash(*documents),
            response_hash=hash_json(decision_envelope(_document(arguments), *documents)),
        )

    def _branches(self, block: Block, names: Names) -> tuple[Slot | None, Slot | None]:
        if not has_branches(block.data.get("approvalSchema")):
            slot = self._slot(block, "approve", names.class_name + "Decision", "approvalSchema")
            self.unusable |= {"reject"} if "approve" in self.unusable else set()
            return slot, slot
        return (
            self._slot(block, "approve", names.class_name + "Approve", "approvalSchema", "approve"),
            self._slot(block, "reject", names.class_name + "Reject", "approvalSchema", "reject"),
        )

    def _slot(self, block: Block, name: SlotName, class_name: str, *at: str) -> Slot | None:
        value = block.data
        for token in at:
            inner = value.get(token)
            if inner is None:
                return None
            value = inner if isinstance(inner, dict) else {}
        schema = self._schema(block.at(*at))
        if schema is None:
            self.unusable.add(name)
            return None
        if not is_accepted(schema.document):
            place = block.document.place((*block.pointer, *at))
            hint = "say what it is with `type`, or with `anyOf`, `enum` or `const`"
            message = f"TanStack AI does not take the {name} schema of {block.label} for a schema"
            self.diagnostics.append(REFUSED_BY_TANSTACK.at(place, message, hint=hint))
        return Slot(name, schema.class_names.get((), class_name), schema)

    def _schema(self, at: Location) -> Schema | None:
        bundled = self.bundler.bundle(at)
        if isinstance(bundled, Schema):
            return bundled
        self.diagnostics.extend(bundled)
        return None

    def _check_examples(self, block: Block, **slots: Slot | None) -> None:
        schemas = {name: slot.schema for name, slot in slots.items() if slot}
        self.diagnostics.extend(check_examples(block, schemas, self.unusable))


def _document(slot: Slot | None) -> JsonObject | None:
    return slot.schema.document if slot else None
