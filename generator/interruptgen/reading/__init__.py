"""The bytes of a file -> a `Document`, its values and their places, or findings."""

from pathlib import PurePosixPath

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.reading.document import Document
from interruptgen.reading.json_text import read_json
from interruptgen.reading.source import decode
from interruptgen.reading.yaml_text import read_yaml
from interruptgen.rules.files import EMPTY_FILE, UNKNOWN_FILE_TYPE

__all__ = ["Document", "read"]

_READERS = {".json": read_json, ".yaml": read_yaml, ".yml": read_yaml}


def read(path: str, content: bytes) -> Document | tuple[Diagnostic, ...]:
    """Read a file of the project; `path` is relative to its root, with forward slashes.

    The end of the name decides between YAML and JSON. Findings are errors, in the order of the
    file; a file without any has a `Document`.
    """
    reader = _READERS.get(PurePosixPath(path).suffix.lower())
    if reader is None:
        message = f"`{PurePosixPath(path).name}` is neither YAML nor JSON by its name"
        hint = "let it end in .yaml, .yml or .json"
        return (UNKNOWN_FILE_TYPE.at(Place(path), message, hint=hint),)
    source = decode(path, content)
    if isinstance(source, Diagnostic):
        return (source,)
    if not source.text.strip():
        return (EMPTY_FILE.at(source.place(0), "the file has no content"),)
    return reader(source)
