"""A schema that a reference leads to -> can it be used, and the findings that say why not.

The embedded schemas of the definition files have been checked where they stand. Here come the
others: those of files that only references name, and those that stand where no keyword of JSON
Schema leads, such as below a key of somebody's own.
"""

from collections.abc import Iterable

from interruptgen.diagnostics import Diagnostic, has_errors
from interruptgen.language import check_schema
from interruptgen.model import Pointer
from interruptgen.schema.dialects import UNKNOWN, inner_dialect
from interruptgen.schema.library import Library
from interruptgen.schema.references import Location
from interruptgen.schema.walk import children


class Soundness:
    """Checks the schemas of one build that nobody has checked; `sound` are files without errors.

    `diagnostics` has what was found; a file with an error in it is not used any further.
    """

    def __init__(self, library: Library, sound: Iterable[str]) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._library = library
        self._sound = frozenset(sound)
        self._broken: set[str] = set()
        self._checked: dict[str, set[Pointer]] = {}

    def __call__(self, at: Location) -> bool:
        """Tell whether the schema at a location can be used."""
        if self._library.is_definition_file(at.path) and at.path not in self._sound:
            return False
        checked = self._checked.setdefault(at.path, set())
        if not checked and self._library.is_definition_file(at.path):
            for root in self._library.roots(at.path):
                checked |= self._pointers(Location(at.path, root))
        if at.pointer not in checked:
            checked |= self._pointers(at)
            self._check(at)
        return at.path not in self._broken

    def _pointers(self, at: Location) -> set[Pointer]:
        """Return where the schemas stand that are checked with the one at a location."""
        schema = self._library.value(at.path, at.pointer)
        found: set[Pointer] = set()
        waiting = [(at.pointer, schema, self._library.dialect(at.path, at.pointer))]
        while waiting:
            pointer, schema, around = waiting.pop()
            found.add(pointer)
            dialect = inner_dialect(schema, around)
            unknown = UNKNOWN[dialect] if dialect else frozenset[str]()
            for below, inner in children(schema) if isinstance(schema, dict) else ():
                if below[0] not in unknown:
                    waiting.append((pointer + below, inner, dialect))
        return found

    def _check(self, at: Location) -> None:
        document = self._library.document(at.path)
        root = self._library.root(at.path, at.pointer)
        if document is None or root is None:
            return
        found = list(check_schema(document, at.pointer, root))
        self.diagnostics.extend(found)
        if has_errors(found):
            self._broken.add(at.path)
