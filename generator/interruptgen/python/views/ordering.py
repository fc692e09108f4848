"""Declarations -> the order in which a module can declare them, and a reader wants to meet them.

What is inside something comes before it. Fields are resolved late, so classes may refer to each
other in circles; what an alias, a root or an extension is made of has to be there already.
"""

from collections.abc import Iterator, Mapping, Sequence

from interruptgen.python.views.declarations import Declaration, Declarations
from interruptgen.python.views.definitions import Form
from interruptgen.python.views.shapes import Key, references

FOREIGN_DEPTH = 8


def ordered(declarations: Declarations) -> Sequence[Declaration]:
    """Return what the module declares, in order."""
    own = {one.key: one for one in declarations.own()}
    uses = {
        key: [used for used in references(one.shape) if used in own] for key, one in own.items()
    }
    wanted = _inside_first(uses)
    needs = {key: [] if own[key].form is Form.CLASS else uses[key] for key in wanted}
    return [own[key] for key in _inside_first(needs)]


def undefined(order: Sequence[Declaration]) -> Mapping[Key, Sequence[Key]]:
    """Return for each declaration those that it uses and that come after it, or that it is."""
    places = {one.key: place for place, one in enumerate(order)}
    return {
        one.key: [key for key in references(one.shape) if places.get(key, -1) >= place]
        for place, one in enumerate(order)
    }


def depth(order: Sequence[Declaration]) -> int:
    """Return how many declarations stand inside one another, at the most.

    One of another package, whose inside is not known here, counts as `FOREIGN_DEPTH`.
    """
    own = {one.key for one in order}
    depths: dict[Key, int] = {}
    for one in order:
        used = (
            depths.get(key, 0) if key in own else FOREIGN_DEPTH for key in references(one.shape)
        )
        depths[one.key] = 1 + max(used, default=0)
    return max(depths.values(), default=0)


def _inside_first(uses: Mapping[Key, Sequence[Key]]) -> Sequence[Key]:
    """Order `uses` so that each comes after what it uses, but for circles."""
    done: dict[Key, None] = {}
    seen: set[Key] = set()
    for start in uses:
        path: list[tuple[Key, Iterator[Key]]] = [(start, iter(uses[start]))]
        while path:
            key, rest = path[-1]
            seen.add(key)
            below = next((used for used in rest if used not in seen), None)
            if below is None:
                done[key] = None
                path.pop()
            else:
                path.append((below, iter(uses[below])))
    return list(done)
