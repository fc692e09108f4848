"""The documents of a build by path, read once, and where the schemas in them begin."""

from collections.abc import Callable, Iterable, Mapping

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json, Pointer
from interruptgen.reading import Document
from interruptgen.schema.dialects import Dialect, dialect_of, inner_dialect


class Library:
    """Every document that a build reads: the definition files, and what they refer to.

    `documents` are the definition files, None for one that cannot be read; `load` reads another
    file of the project and gives its document, the findings about it, or None where there is no
    such file; `roots` yields the pointers of the embedded schemas of a definition file.
    """

    def __init__(
        self,
        documents: Mapping[str, Document | None],
        load: Callable[[str], Document | tuple[Diagnostic, ...] | None],
        roots: Callable[[Document], Iterable[Pointer]],
    ) -> None:
        self._definition_files = frozenset(documents)
        self._documents: dict[str, Document | None] = dict(documents)
        self._load = load
        self._roots = roots
        self._known_roots: dict[str, frozenset[Pointer]] = {}
        self._diagnostics: list[Diagnostic] = []
        self._broken = {path for path, document in documents.items() if document is None}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The findings about files that were only read because something refers to them."""
        return tuple(self._diagnostics)

    def document(self, path: str) -> Document | None:
        """Return the document at a project-relative path, or None where it cannot be read."""
        if path not in self._documents:
            loaded = self._load(path)
            if isinstance(loaded, tuple):
                self._diagnostics.extend(loaded)
                self._broken.add(path)
                loaded = None
            self._documents[path] = loaded
        return self._documents[path]

    def is_broken(self, path: str) -> bool:
        """Tell whether the file is there but has findings that keep it from being read."""
        return path in self._broken

    def is_definition_file(self, path: str) -> bool:
        """Tell whether the file is one of the build's sources, not a plain JSON Schema."""
        return path in self._definition_files

    def value(self, path: str, pointer: Pointer) -> Json:
        """Return the value at `pointer`, which must be there."""
        document = self._documents[path]
        value: Json = document.data if document else None
        for token in pointer:
            value = _member(value, token)
        return value

    def root(self, path: str, pointer: Pointer) -> Pointer | None:
        """Return where the schema that holds `pointer` begins; None outside of every schema."""
        roots = self.roots(path)
        for length in range(len(pointer), -1, -1):
            if pointer[:length] in roots:
                return pointer[:length]
        return None

    def dialect(self, path: str, pointer: Pointer) -> Dialect | None:
        """Return the dialect of the schema at `pointer`; None where it is unknown.

        It is the one that the innermost schema around it names.
        """
        root = self.root(path, pointer) or ()
        value = self.value(path, root)
        dialect = dialect_of(value)
        for token in pointer[len(root) :]:
            value = _member(value, token)
            dialect = inner_dialect(value, dialect)
        return dialect

    def roots(self, path: str) -> frozenset[Pointer]:
        """Return where schemas begin in a file; a plain JSON Schema begins at its top."""
        if path not in self._known_roots:
            document = self.document(path)
            embedded = document is not None and self.is_definition_file(path)
            roots = self._roots(document) if document and embedded else [()]
            self._known_roots[path] = frozenset(roots)
        return self._known_roots[path]


def _member(value: Json, token: str | int) -> Json:
    if isinstance(value, dict) and isinstance(token, str):
        return value[token]
    return value[token] if isinstance(value, list) and isinstance(token, int) else value
