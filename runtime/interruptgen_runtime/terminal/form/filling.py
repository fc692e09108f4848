"""A schema and a person -> the value, asked for one entry at a time."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.message import visible
from interruptgen_runtime.terminal.checking import Path, leaf_check
from interruptgen_runtime.terminal.dialog import Dialog, EditorFailed
from interruptgen_runtime.terminal.form.entries import (
    Unusable,
    entry_of,
    read_choice,
    read_document,
    read_entry,
)
from interruptgen_runtime.terminal.form.fields import (
    Branch,
    Field,
    FixedField,
    ListField,
    Member,
    ObjectField,
    TextField,
    UnionField,
    read_field,
)
from interruptgen_runtime.terminal.form.resolving import Node
from interruptgen_runtime.terminal.form.telling import Slot, Teller
from interruptgen_runtime.terminal.lines import line
from interruptgen_runtime.terminal.text import json_text, one_line
from interruptgen_runtime.terminal.values import in_short, value_lines

COMMANDS: Final = ":skip leaves it out, :null, :empty text, :edit in an editor; Ctrl+C goes back"


def fill(dialog: Dialog, slot: Slot) -> Json | Absent:
    """Ask for a value; `ABSENT` where it is left out. Raises `Left`."""
    return _Form(dialog, Teller(dialog)).ask(slot)


def mend(dialog: Dialog, slot: Slot, problems: Mapping[Path, str]) -> Json | Absent:
    """Ask again for what has problems, and keep all else as it is. Raises `Left`."""
    return _Form(dialog, Teller(dialog, problems)).mend(slot)


def write_document(dialog: Dialog, slot: Slot) -> Json:
    """Let a person write a value as JSON in an editor; raises `Left`."""
    return _Form(dialog, Teller(dialog)).document(slot)


@dataclass(frozen=True, slots=True)
class _Form:
    dialog: Dialog
    tell: Teller

    def ask(self, slot: Slot) -> Json | Absent:
        found = read_field(slot.node)
        if isinstance(found, FixedField) and slot.required:
            return found.value
        self.tell.introduce(slot, found)
        if not isinstance(found, FixedField | ObjectField | ListField | UnionField):
            return self._entry(slot, found)
        if (found.nullable or not slot.required) and not self._wanted(slot):
            return None if slot.required else ABSENT
        return self._composed(slot, found)

    def _composed(
        self, slot: Slot, found: FixedField | ObjectField | ListField | UnionField
    ) -> Json | Absent:
        match found:
            case FixedField(value=value):
                return value
            case ObjectField(members=members):
                return self._members(slot, members)
            case ListField(items=items):
                return self._items(slot, items)
            case UnionField(branches=branches):
                return self._branch(slot, branches)

    def mend(self, slot: Slot) -> Json | Absent:
        found, current, depth = read_field(slot.node), slot.current, len(slot.path)
        if not any(path[:depth] == slot.path for path in self.tell.problems):
            return current
        if slot.path not in self.tell.problems:
            if isinstance(found, ObjectField) and isinstance(current, dict):
                return self._mended_members(slot, found.members, current)
            if isinstance(found, ListField) and isinstance(current, list):
                slots = (slot.inside(found.items, i, one) for i, one in enumerate(current))
                mended = [self.mend(one) for one in slots]
                return [value for value in mended if value is not ABSENT]
            self.tell.all_problems(slot)
        return self.ask(slot)

    def document(self, slot: Slot) -> Json:
        text = "" if slot.current is ABSENT else json_text(slot.current, indent=2)
        while True:
            try:
                text = self.dialog.edit(text)
                return read_document(text)
            except Unusable as error:
                self.tell.complain(error.message)
                self.dialog.ask("Enter opens it again")
            except EditorFailed as error:
                self.tell.complain(str(error))
                return self._typed_document(slot)

    def _typed_document(self, slot: Slot) -> Json:
        typed = "" if slot.current is ABSENT else json_text(slot.current)
        while True:
            typed = self.dialog.ask(f"{slot.label} as JSON", typed)
            try:
                return read_document(typed)
            except Unusable as error:
                self.tell.complain(error.message)

    def _entry(self, slot: Slot, found: Field) -> Json | Absent:
        begin = entry_of(found, slot.current)
        if begin is None:
            self.dialog.show(*value_lines(None if slot.current is ABSENT else slot.current, 2))
            self.tell.note("Enter keeps that, :edit changes it")
        check, typed = leaf_check(slot.node), begin or ""
        while True:
            typed = self.dialog.ask(slot.label, typed)
            if begin is None and not typed:
                return slot.current
            try:
                value = self._read(slot, found, typed)
            except Unusable as error:
                self.tell.complain(error.message)
                continue
            wrong = () if value is ABSENT or check is None else check(value)
            for problem in wrong:
                self.tell.complain(problem.message)
            if not wrong:
                return value

    def _read(self, slot: Slot, found: Field, typed: str) -> Json | Absent:
        """Return what was typed, be it a value or a command; raises `Unusable`."""
        match typed.strip():
            case ":null":
                return None
            case ":empty":
                return ""
            case ":edit" if isinstance(found, TextField) and _is_readable(slot.current):
                return self._edited_text(slot.current)
            case ":edit":
                return self.document(slot)
            case ":skip" | "" if not slot.required:
                return ABSENT
            case ":skip" | "":
                raise Unusable("it is required" + ("; :null is null" if found.nullable else ""))
            case _:
                return read_entry(found, typed[1:] if typed.startswith("::") else typed)

    def _edited_text(self, current: Json | Absent) -> str:
        """Let a person write a text of several lines; raises `Unusable`."""
        try:
            text = self.dialog.edit(current if isinstance(current, str) else "", ".txt")
        except EditorFailed as error:
            raise Unusable(str(error)) from None
        return text.removesuffix("\n")

    def _wanted(self, slot: Slot) -> bool:
        word = "yes" if slot.current not in (ABSENT, None) else ""
        while True:
            word = self.dialog.ask(f"fill in {slot.label}? yes or no", word)
            if word.strip().lower() in ("y", "yes"):
                return True
            if word.strip().lower() in ("", "n", "no"):
                return False

    def _members(self, slot: Slot, members: tuple[Member, ...]) -> Json:
        before: JsonObject = slot.current if isinstance(slot.current, dict) else {}
        after: JsonObject = dict(before)
        for member in members:
            current = before.get(member.name, ABSENT)
            inside = slot.inside(member.node, member.name, current, member.required)
            _put(after, member.name, self.ask(inside))
        return after

    def _mended_members(
        self, slot: Slot, members: tuple[Member, ...], current: JsonObject
    ) -> Json | Absent:
        names, depth, after = {member.name for member in members}, len(slot.path), dict(current)
        below = (path for path in self.tell.problems if path[:depth] == slot.path)
        if any(path[depth] not in names for path in below):
            self.tell.all_problems(slot)
            return self.document(slot)
        for member in members:
            given = current.get(member.name, ABSENT)
            inside = slot.inside(member.node, member.name, given, member.required)
            _put(after, member.name, self.mend(inside))
        return after

    def _items(self, slot: Slot, items: Node) -> Json:
        values = list(slot.current) if isinstance(slot.current, list) else []
        while True:
            for index, value in enumerate(values):
                self.dialog.show(line(f"[{index}] {in_short(value)}", indent=2))
            asked = f"{slot.label}: a adds, e N changes, d N removes, Enter ends"
            verb, _, place = self.dialog.ask(asked).strip().partition(" ")
            index = int(place) if re.fullmatch("[0-9]{1,6}", place) else len(values)
            if not verb:
                return values
            if verb == "a" or (verb == "e" and index < len(values)):
                index = len(values) if verb == "a" else index
                current = values[index] if verb == "e" else ABSENT
                given = self.ask(slot.inside(items, index, current))
                values[index : index + 1] = [] if given is ABSENT else [given]
            elif verb == "d" and index < len(values):
                del values[index]
            else:
                self.tell.complain("say a, or e or d with the number of an item, or nothing")

    def _branch(self, slot: Slot, branches: tuple[Branch, ...]) -> Json | Absent:
        labels = [one_line(one.label or "without a name", 80) for one in branches]
        self.tell.choices(labels)
        while True:
            try:
                chosen = read_choice(labels, self.dialog.ask(f"{slot.label}: which of these"))
            except Unusable as error:
                self.tell.complain(error.message)
            else:
                node = branches[chosen].node
                return self.ask(Slot(node, slot.path, _fitting(node, slot.current)))


def _is_readable(value: Json | Absent) -> bool:
    """Tell whether a value is a text that an editor shows as it is, or none at all."""
    if not isinstance(value, str):
        return value is ABSENT or value is None
    return all(visible(text) == text for text in value.split("\n"))


def _fitting(node: Node, value: Json | Absent) -> Json | Absent:
    """Return a value if it is one of a branch: what stood in another one is not carried over."""
    check = leaf_check(node)
    return ABSENT if value is ABSENT or check is None or check(value) else value


def _put(members: JsonObject, name: str, value: Json | Absent) -> None:
    if value is ABSENT:
        members.pop(name, None)
    else:
        members[name] = value
