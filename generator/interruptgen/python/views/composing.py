"""Declarations and the sources of their types -> the text of one `models.py`."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import indent

from interruptgen.python.literals import LINE_LENGTH
from interruptgen.python.text import docstring, wrapped
from interruptgen.python.views.adapter import Sources
from interruptgen.python.views.declarations import Declaration, Declarations
from interruptgen.python.views.definitions import Form
from interruptgen.python.views.ordering import depth, ordered, undefined
from interruptgen.python.views.shapes import Field, Key, Object, Ref

_INDENT = " " * 4
_WIDTH = LINE_LENGTH - 12
"""The width of docstrings, quotes and indentation left out."""

_BASE_CLASS = '''
class _View(BaseModel):
    """What the models share: keys without a field are kept, and each is built at first use."""

    model_config = ConfigDict(
        extra="allow", validate_by_name=True, protected_namespaces=(), defer_build=True
    )
'''

_BASE_CLASS_OF_DEEP_MODELS = '''
class _View(BaseModel):
    """What the models share: keys without a field are kept."""

    model_config = ConfigDict(extra="allow", validate_by_name=True, protected_namespaces=())
'''

_DEFERRED_DEPTH = 16
"""How deep models may stand inside one another to be built at first use, all in one recursion of
pydantic's; it goes to about 45."""

_CLOSED = 'model_config = ConfigDict(extra="forbid")'

_MODULES = {
    "typing": ("Annotated", "Any", "Literal", "TypeAlias"),
    "pydantic": ("MISSING", "BaseModel", "ConfigDict", "Field", "RootModel"),
}
"""What a module may need from elsewhere, in the order of import statements."""


@dataclass(frozen=True)
class Composer:
    """Writes the module of `declarations`, described by `title`."""

    title: str
    declarations: Declarations
    sources: Sources

    def module(self) -> str:
        """Return the text, not formatted yet."""
        order = ordered(self.declarations)
        late = undefined(order)
        body = [self._declaration(one, bool(late[one.key])) for one in order]
        body.extend(_rebuilt(order, late))
        head = [docstring(self.title)]
        if any(one.form is Form.CLASS for one in order):
            is_deep = depth(order) > _DEFERRED_DEPTH
            body.insert(0, _BASE_CLASS_OF_DEEP_MODELS if is_deep else _BASE_CLASS)
            head.append("from __future__ import annotations")
        return "\n\n".join([*head, *self._imports("\n".join(body)), *body])

    def _declaration(self, one: Declaration, is_early: bool) -> str:
        text = _documented(one.description)
        match one.form:
            case Form.CLASS:
                return self._class(one, text)
            case Form.ALIAS:
                return f"{one.name}: TypeAlias = {self.sources.types[one.name]}\n{text}"
            case _:
                type_ = self.sources.types[one.name]
                base = f"RootModel[{type_!r}]" if is_early else f"RootModel[{type_}]"
                head = f"class {one.name}({type_ if one.form is Form.EXTENSION else base}):"
                return f"{head}\n{indent(text or 'pass', _INDENT)}"

    def _class(self, one: Declaration, text: str) -> str:
        shape = one.object
        lines = [text] if text else []
        if shape and shape.closed:
            lines += [_CLOSED, ""]
        lines.extend(self._fields(one.name, shape) if shape else ())
        body = "\n".join(lines) or "pass"
        return f"class {one.name}(_View):\n{indent(body, _INDENT)}"

    def _fields(self, name: str, shape: Object) -> Iterator[str]:
        for source, field in zip(self.sources.fields[name], shape.fields, strict=True):
            yield source
            if field.description and not self._says_itself(field):
                yield _documented(field.description)

    def _says_itself(self, field: Field) -> bool:
        """Tell whether the class that types a field has the field's description already."""
        only = field.shape.only()
        declared = self.declarations.declared
        return isinstance(only, Ref) and declared[only.key].description == field.description

    def _imports(self, body: str) -> Iterator[str]:
        used = _names(body)
        for module, names in _MODULES.items():
            needed = [name for name in names if name in used]
            if needed:
                yield f"from {module} import {', '.join(needed)}"
        yield "\n".join(self._siblings(used))

    def _siblings(self, used: frozenset[str]) -> Iterator[str]:
        """Yield the imports from other packages, sorted by package and name."""
        found: dict[str, list[str]] = {}
        renamed: list[str] = []
        for key, (name, source) in self.declarations.imports.items():
            start = f"from ..{source.package}.models import"
            if key in self.declarations.offered or (name in used and name != source.name):
                renamed.append(f"{start} {source.name} as {name}")
            elif name in used:
                found.setdefault(start, []).append(source.name)
        plain = [f"{start} {', '.join(sorted(names))}" for start, names in found.items()]
        yield from sorted([*plain, *renamed])


def _rebuilt(order: Sequence[Declaration], late: Mapping[Key, Sequence[Key]]) -> Iterator[str]:
    """Yield the calls that complete the classes with types that come after them."""
    names = [
        one.name
        for one in order
        if one.form in (Form.CLASS, Form.ROOT) and set(late[one.key]) - _itself(one)
    ]
    if names:
        yield "\n".join(f"{name}.model_rebuild()" for name in names)


def _itself(one: Declaration) -> set[Key]:
    return {one.key} if one.form is Form.CLASS else set()


def _documented(description: str | None) -> str:
    return docstring(wrapped(description, _WIDTH)) if description else ""


def _names(body: str) -> frozenset[str]:
    """Return every name that a module's body uses, also in quoted types."""
    tree = ast.parse(body)
    quoted = (
        ast.parse(node.slice.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.value, ast.Name)
        and node.value.id == "RootModel"
        and isinstance(node.slice.value, str)
    )
    nodes = (node for part in (tree, *quoted) for node in ast.walk(part))
    return frozenset(node.id for node in nodes if isinstance(node, ast.Name))
