"""The rows of `types_rows.py`, built by the compiler -> the tables of docs/types.md."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docs.regions import Region, fill
from docs.types_rows import ROWS, SHARED, Kind, Row
from interruptgen.instances.checking import Target, targets
from interruptgen.pipeline import Inputs, Result, build

PAGE = Path(__file__).parents[2] / "docs/types.md"

_NOT_WHOLE: frozenset[Kind] = frozenset({"values", "unions", "objects"})
"""The kinds whose schema is that of a property, `value`; the others' is that of the input."""

_HEADS: dict[Kind, str] = {
    "values": "type",
    "unions": "type",
    "objects": "class",
    "fields": "field",
    "roots": "class",
}


def render(page: str) -> str:
    """Return the page with its tables as the compiler makes them."""
    return fill(page, _table)


@dataclass(frozen=True)
class Built:
    """A row's schema, compiled: `target` is the input of the tool that it is part of."""

    result: Result
    target: Target

    @property
    def module(self) -> str:
        """The text of `models.py`."""
        return self.result.files["page/models.py"]

    def classes(self) -> dict[str, ast.stmt]:
        """Return what the module defines under a name, by the name."""
        found: dict[str, ast.stmt] = {}
        for statement in ast.parse(self.module).body:
            if isinstance(statement, ast.ClassDef):
                found[statement.name] = statement
            elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                found[statement.target.id] = statement
        return found

    def source(self, node: ast.AST) -> str:
        """Return the text of a part of the module on one line."""
        text = ast.get_source_segment(self.module, node) or ""
        return re.sub(r"\s*\n\s*", " ", text)

    def fields(self, name: str) -> Iterator[ast.AnnAssign]:
        """Yield the fields of a class."""
        statement = self.classes()[name]
        assert isinstance(statement, ast.ClassDef)
        yield from (one for one in statement.body if isinstance(one, ast.AnnAssign))


@cache
def built(kind: Kind, row: Row) -> Built:
    """Compile a row's schema, as that of a property or that of the whole input."""
    schema = row.schema
    if kind in _NOT_WHOLE:
        schema = f"{{type: object, properties: {{value: {schema}}}, required: [value]}}"
    elif kind == "fields":
        schema = schema.replace("{", "{type: object, ", 1)
    source = f"interruptgen: 1\n{SHARED}tools: {{act: {{inputSchema: {schema}}}}}\n"
    result = build(Inputs({"page.yaml": source.encode()}, lambda _: None, lambda _: None))
    assert not result.diagnostics, [finding.message for finding in result.diagnostics]
    assert result.model
    (target,) = [one for one in targets(result.model) if one.role == "input"]
    return Built(result, target)


def shown(kind: Kind, row: Row) -> str:
    """Return what the generated module says for a row."""
    made = built(kind, row)
    if kind == "fields":
        (field,) = made.fields("ActInput")
        return _code(made.source(field))
    if kind == "roots":
        return _code(_heading(made.source(made.classes()["ActInput"])))
    (field,) = made.fields("ActInput")
    annotation = made.source(field.annotation)
    return "<br>".join(_lines(made, annotation)) if kind == "objects" else _code(annotation)


def _lines(made: Built, name: str) -> Iterator[str]:
    statement = made.classes()[name]
    assert isinstance(statement, ast.ClassDef)
    for part in statement.body:
        yield _code(made.source(part))


def _heading(text: str) -> str:
    """Return the first line of a class, or an alias as it is."""
    return text.partition(":")[0] if text.startswith("class ") else text


def _table(region: Region) -> str:
    kind: Kind = next(kind for kind in ROWS if kind == region.name)
    lines = [f"| schema | {_HEADS[kind]} | what the type does not say |", "|---|---|---|"]
    for row in ROWS[kind]:
        lines.append(f"| {_code(row.schema)} | {shown(kind, row)} | {row.lost or 'nothing'} |")
    return "\n".join(lines)


def _code(text: str) -> str:
    return f"`{text}`".replace("|", "\\|")
