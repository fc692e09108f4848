"""What a proof could not show: a place in each schema, and which values would refute it."""

from dataclasses import dataclass, replace

from interruptgen.compat.facts import Facts
from interruptgen.compat.nodes import Node
from interruptgen.diagnostics import Rule
from interruptgen.model import Json, JsonObject, Pointer


@dataclass(frozen=True, eq=False)
class Up:
    """A step out of a part of a value: what is known of the whole, and which part it was.

    `part` is None where the part is known to exist but has no name that could be tried.
    """

    whole: Facts
    part: str | int | None


@dataclass(frozen=True, eq=False)
class Claim:
    """A keyword of B that may refuse a value that A accepts.

    `have` and `want` are what A and B say by the keyword, None where they say nothing. `values` are
    known to hold the counterexamples, `judge` is the schema that has to refuse one, and `ups` leads
    from the part that they are about to the whole value. `otherwise` is a coarser claim, to be
    made where this one has no counterexample.
    """

    rule: Rule
    a: Pointer
    b: Pointer
    keyword: str
    have: Json
    want: Json
    values: Facts
    judge: Node
    ups: tuple[Up, ...] = ()
    otherwise: "Claim | None" = None

    def inside(self, whole: Facts, part: str | int | None) -> "Claim":
        """Return the claim as one about a value that has the part."""
        otherwise = self.otherwise and self.otherwise.inside(whole, part)
        return replace(self, ups=(*self.ups, Up(whole, part)), otherwise=otherwise)

    @property
    def path(self) -> tuple[str | int | None, ...]:
        """Where in the value the part is."""
        return tuple(up.part for up in reversed(self.ups))


def claim(rule: Rule, a: Facts, b: Node, keyword: str, against: JsonObject | None = None) -> Claim:
    """Make a claim about a keyword of `b`; `against` is a schema of the values that it refuses.

    What is known of the values may come from B as well, by its conditions; the places are A's.
    """
    own = ((node, value) for node, value in a.of(keyword) if node.side is not b.side)
    stated = next(own, None)
    values = a if against is None else a.plus(b.made(against))
    return Claim(
        rule=rule,
        a=(*stated[0].pointer, keyword) if stated else _place(a, b),
        b=(*b.pointer, keyword) if keyword in b.keywords else b.pointer,
        keyword=keyword,
        have=stated[1] if stated else None,
        want=b.keywords.get(keyword),
        values=values,
        judge=b,
    )


def _place(a: Facts, b: Node) -> Pointer:
    """Return where A first judges the value, its root if it says nothing about the value."""
    return next((node.pointer for node in a.roots if node.side is not b.side), ())
