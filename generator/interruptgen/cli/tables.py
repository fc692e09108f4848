"""`Model` -> the rows of `interruptgen hashes`, and rows -> aligned text."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from interruptgen.lock import hashes
from interruptgen.model import Interrupt, Json, Model, Tool
from interruptgen.report.text import safe


@dataclass(frozen=True)
class HashRow:
    """One hash of one definition."""

    source: str
    kind: str
    id: str
    slot: str
    hash: str

    def as_json(self) -> Json:
        """Return the row as an object with the names of its fields."""
        return asdict(self)


def hash_rows(model: Model) -> list[HashRow]:
    """Return a row for each hash that a definition has on the wire.

    A tool always has an input and an output hash: that of the undefined schema stands for a
    schema that is not there.
    """
    return [
        HashRow(package.path, _kind(definition), definition.id, slot, hash)
        for package in model.packages
        for definition in package.definitions()
        for slot, hash in hashes(definition).items()
    ]


def hash_table(rows: Sequence[HashRow]) -> str:
    """Return rows as text: a line for each file, its definitions' hashes below it."""
    id_width = max((len(safe(row.id)) for row in rows), default=0)
    slot_width = max((len(row.slot) for row in rows), default=0)
    lines: list[str] = []
    source = None
    for row in rows:
        if row.source != source:
            lines += [*([""] if lines else []), safe(row.source)]
            source = row.source
        lines.append(
            f"  {row.kind:9}  {safe(row.id):{id_width}}  {row.slot:{slot_width}}  {row.hash}"
        )
    return "\n".join(lines)


def _kind(definition: Interrupt | Tool) -> str:
    return "interrupt" if isinstance(definition, Interrupt) else "tool"
