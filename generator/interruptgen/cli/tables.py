"""`Model` -> the rows of `interruptgen hashes`, and rows -> aligned text."""

from collections.abc import Iterator, Sequence
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
    """Return a row for each schema that a definition has, and two for each tool approval."""
    return [
        HashRow(package.path, _kind(definition), definition.id, slot, hash)
        for package in model.packages
        for definition in package.definitions()
        for slot, hash in _present(definition)
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


def _present(definition: Interrupt | Tool) -> Iterator[tuple[str, str]]:
    """Yield the hashes of what is there; the wire has one for an absent schema of a tool too."""
    absent = (
        {name for name in ("input", "output") if getattr(definition, name) is None}
        if isinstance(definition, Tool)
        else set[str]()
    )
    yield from ((slot, hash) for slot, hash in hashes(definition).items() if slot not in absent)
