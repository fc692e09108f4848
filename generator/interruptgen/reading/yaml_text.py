"""The text of a YAML file -> a `Document`, or the findings about its syntax."""

import re

import yaml
from yaml.reader import ReaderError

from interruptgen.diagnostics import Diagnostic
from interruptgen.reading.document import Document
from interruptgen.reading.source import Source
from interruptgen.reading.yaml_composer import Composer, Stop
from interruptgen.reading.yaml_problems import beyond_unicode, syntax_error
from interruptgen.rules.files import EMPTY_FILE, FORBIDDEN_CHARACTER

LOADER: type[yaml.SafeLoader] | type[yaml.CSafeLoader] = (
    yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
)
"""Whose parser is used: libyaml's where PyYAML was built with it, which is many times as fast."""

_INVISIBLE = {
    "\u0085": "next line",
    "\u2028": "line separator",
    "\u2029": "paragraph separator",
    "\ufeff": "byte order mark",
}
_NOT_PRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"  # YAML 1.2.2, rule 1
)


def read_yaml(source: Source) -> Document | tuple[Diagnostic, ...]:
    """Read one document by the rules of YAML 1.2; what allows reading on is found all at once."""
    invisible = _invisible(source)
    if invisible:
        return invisible
    composer = Composer(source)
    stop = _compose(source, composer)
    if stop or composer.findings:
        return (*composer.findings, *([stop] if stop else []))
    if composer.root is None:
        return (EMPTY_FILE.at(source.place(0), "the file has no content"),)
    value, spot = composer.root
    return Document(source.path, value, source, lambda: spot)


def _compose(source: Source, composer: Composer) -> Diagnostic | None:
    """Parse the text and compose its value; return the finding that ended it, if one did."""
    try:
        for event in yaml.parse(source.text, Loader=LOADER):
            composer.take(event)
    except Stop as stop:
        return stop.finding
    except ReaderError:
        return _not_printable(source)
    except yaml.MarkedYAMLError as error:
        return syntax_error(source, error)
    except (ValueError, OverflowError):
        return beyond_unicode(source)
    return None


def _invisible(source: Source) -> tuple[Diagnostic, ...]:
    """Find what libyaml would drop, or turn into a space, without a word."""
    if source.text.isascii():
        return ()
    return tuple(
        _forbidden(source, match.start(), f"a raw {_INVISIBLE[match[0]]}")
        for match in re.finditer("[\u0085\u2028\u2029\ufeff]", source.text)
    )


def _not_printable(source: Source) -> Diagnostic:
    found = _NOT_PRINTABLE.search(source.text)
    return _forbidden(source, found.start() if found else 0, "a control character")


def _forbidden(source: Source, offset: int, what: str) -> Diagnostic:
    code = ord(source.text[offset])
    escape = f"\\u{code:04X}" if code > 0xFF else f"\\x{code:02X}"
    hint = f"remove it, or write `{escape}` inside double quotes"
    message = f"{what} (U+{code:04X}) cannot stand in YAML"
    return FORBIDDEN_CHARACTER.at(source.place(offset), message, hint=hint)
