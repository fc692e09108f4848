"""The schemas of a package -> the text of its `models.py`: pydantic classes as their typed view.

A value is validated against its JSON Schema before it is given a class. The class carries form
alone: it loads every value that the schema accepts, and gives it back unchanged.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from interruptgen.model import Model, Package, Slot
from interruptgen.python.views.composing import Composer
from interruptgen.python.views.declarations import Declaration, Declarations, declare
from interruptgen.python.views.definitions import define, documents
from interruptgen.python.views.exposure import Exposure
from interruptgen.python.views.homes import Homes, view_sources
from interruptgen.python.views.outline import OutlinedClass, outlined
from interruptgen.python.views.shapes import Key
from interruptgen.python.views.spelling import spell

__all__ = ["OutlinedClass", "Views", "outline", "render_slots", "render_views", "view_sources"]


@dataclass(frozen=True)
class Views:
    """The module's text, not formatted, and the names of its classes.

    `names` maps where a schema stands, as the class of its document's root and a JSON pointer
    (`RefundInput#/properties/price`), to the name of its class or alias.
    """

    text: str
    names: Mapping[str, str]


def render_views(model: Model, package: Package) -> Views:
    """Render the classes of the slots and shared schemas of `package`, one of `model`."""
    return _render(package.slots(), Homes(model, package), f"The models of {package.name}.")


def render_slots(slots: Iterable[Slot], title: str) -> Views:
    """Render the classes of slots that refer to no shared schema."""
    alone = Package("", "", None, (), (), ())
    return _render(slots, Homes(Model((alone,)), alone), title)


def outline(model: Model, package: Package) -> Mapping[str, OutlinedClass]:
    """Return what the module of `package` offers to callers, by name, without writing it."""
    homes = Homes(model, package)
    sources = documents(package.slots(), homes)
    return outlined(sources, _declared(package.slots(), homes))


def _render(slots: Iterable[Slot], homes: Homes, title: str) -> Views:
    declarations = _declared(slots, homes)
    text = Composer(title, declarations, spell(declarations)).module()
    return Views(text, {_place(one): one.name for one in declarations.own()})


def _declared(slots: Iterable[Slot], homes: Homes) -> Declarations:
    """Declare the classes; foreign ones that would lose something here are copied first."""
    sources = documents(slots, homes)
    copied: frozenset[tuple[str, Key]] = frozenset()
    while True:
        declarations = declare(define(sources, homes.key, copied), homes)
        copies = copied.union(Exposure(declarations).copies())
        if copies == copied:
            return declarations
        copied = copies


def _place(one: Declaration) -> str:
    tokens = (str(token).replace("~", "~0").replace("/", "~1") for token in one.pointer)
    return "".join([one.owner, "#", *(f"/{token}" for token in tokens)])
