"""Documents -> what keeps them from being compared, and in which order to compare their parts."""

from collections.abc import Iterator

from interruptgen.compat.applied import all_in_place, targets
from interruptgen.compat.nodes import Node, Side, references
from interruptgen.model import Pointer
from interruptgen.schema.walk import walk


def obstacles(root: Node) -> Iterator[Pointer]:
    """Yield the references that lead out of the document, and those that come back at once.

    The latter refer to themselves without reading a smaller value, so that no value can be judged.
    The compiler refuses both.
    """
    for pointer, schema in walk(root.schema):
        node = Node(root.side, schema, pointer)
        if ("$ref" in schema and not targets(node)) or "$dynamicRef" in schema:
            yield pointer
    for name in root.side.definitions:
        node = Node(root.side, root.side.definitions[name], ("$defs", name))
        inner = (node, *all_in_place(node))
        if any(found.pointer == node.pointer for one in inner for found in targets(one)):
            yield node.pointer


def paired_definitions(a: Side, b: Side) -> Iterator[tuple[Node, Node]]:
    """Yield the definitions that both documents have, those that others refer to before these."""
    seen: set[str] = set()
    waiting = [(name, False) for name in a.definitions]
    while waiting:
        name, is_left = waiting.pop()
        at = ("$defs", name)
        if is_left and name in b.definitions:
            yield Node(a, a.definitions[name], at), Node(b, b.definitions[name], at)
        if not is_left and name in a.definitions and name not in seen:
            seen.add(name)
            waiting.append((name, True))
            waiting.extend((one, False) for one in references(a.definitions[name]))
