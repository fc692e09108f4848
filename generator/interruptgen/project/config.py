"""The text of a configuration file -> `Config`, or findings.

What may stand in it is said once, in `schemas/config.schema.json`.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import PurePosixPath
from typing import Any, Literal, TypeAlias, cast, get_args

from jsonschema_rs import Draft7Validator, ValidationError, ValidationErrorKind

from interruptgen import data
from interruptgen.diagnostics import Diagnostic, Place, Severity, in_order
from interruptgen.model import Json
from interruptgen.project import toml_places
from interruptgen.project.complaints import Way, complaint, named, path_fault
from interruptgen.project.fail_on import FailOn
from interruptgen.rules import RULES
from interruptgen.rules.configuration import (
    CONFIGURATION_SYNTAX,
    INVALID_SETTING,
    PATH_OUTSIDE,
    UNAVAILABLE_TARGET,
    UNKNOWN_SETTING,
)
from interruptgen.schema.walk import is_deeper

Target: TypeAlias = Literal["python"]

DEDICATED = "interruptgen.toml"
SHARED = "pyproject.toml"

_PLANNED = ("typescript",)
_COMPARING = "IG7"
_MAX_DEPTH = 100
_LONG_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){100}""")
"""A key of more than 100 parts: the parser's time grows with the square of their number."""

_BEYOND = "values are nested too deep, or a number has too many digits"
_MOST = 100
"""How many unknown settings of one table are named."""


@dataclass(frozen=True)
class DiffConfig:
    """What a comparison takes seriously; None and nothing where the configuration says nothing.

    `severity` has severities by the code of a rule.
    """

    fail_on: FailOn | None = None
    severity: Mapping[str, Severity] = field(default_factory=dict[str, Severity])


@dataclass(frozen=True)
class Config:
    """What to compile, and where to: paths are relative to the configuration's folder."""

    sources: tuple[str, ...]
    out: str
    targets: tuple[Target, ...] = ("python",)
    diff: DiffConfig = field(default_factory=DiffConfig)


@dataclass(frozen=True)
class Parsed:
    """What the text of a file says; both empty for a `pyproject.toml` without our table."""

    config: Config | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def parse(path: str, text: str) -> Parsed:
    """Read the configuration in a file of the name `path`.

    In `pyproject.toml` it is the table `[tool.interruptgen]`, in every other file the whole file.
    """
    try:
        table = None if _LONG_KEY.search(text) else _plain(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        (line, column), message = toml_places.syntax_error(error, text)
        return Parsed(None, (CONFIGURATION_SYNTAX.at(Place(path, line, column), message),))
    except (ValueError, RecursionError):
        return Parsed(None, (CONFIGURATION_SYNTAX.at(Place(path), _BEYOND),))
    if table is None or is_deeper(table, _MAX_DEPTH):
        return Parsed(None, (CONFIGURATION_SYNTAX.at(Place(path), _BEYOND),))
    for key in table_keys(path):
        if not isinstance(table, dict) or key not in table:
            return Parsed()
        table = table[key]
    findings = in_order(_Check(path, text).findings(table))
    return Parsed(None, findings) if findings else Parsed(_config(cast("dict[str, Any]", table)))


def place(path: str, text: str, *way: str | int) -> Place:
    """Return where a setting stands, such as the second source: `("sources", 1)`."""
    return Place(path, *toml_places.position(text, (*table_keys(path), *way)))


def table_keys(path: str) -> tuple[str, ...]:
    """Return the keys on the way to our table in a file of the name `path`."""
    return ("tool", "interruptgen") if PurePosixPath(path).name == SHARED else ()


def _plain(document: dict[str, Any]) -> Json:
    """Return the document as JSON values: dates, infinities and NaN, of no use here, are null."""
    text = json.dumps(document, default=lambda _: None)
    value: Json = json.loads(text, parse_constant=lambda _: None)
    return value


def _config(table: Mapping[str, Any]) -> Config:
    defaults = {key: rule["default"] for key, rule in _settings().items() if "default" in rule}
    values = {**defaults, **table}
    return Config(
        sources=tuple(PurePosixPath(source).as_posix() for source in values["sources"]),
        out=PurePosixPath(values["out"]).as_posix(),
        targets=tuple(target for target in get_args(Target) if target in values["targets"]),
        diff=_diff(values.get("diff", {})),
    )


def _diff(table: Mapping[str, Any]) -> DiffConfig:
    severities = table.get("severity", {}).items()
    return DiffConfig(table.get("fail-on"), {code: Severity(one) for code, one in severities})


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(data.read("schemas/config.schema.json"))
    return schema


def _settings(*above: str | int) -> dict[str, dict[str, Any]]:
    """Return the settings of the whole table, or of one inside of it."""
    schema = _schema()
    for key in above:
        schema = schema["properties"][key]
    settings: dict[str, dict[str, Any]] = schema["properties"]
    return settings


@dataclass(frozen=True)
class _Check:
    path: str
    text: str

    def findings(self, table: Json) -> Iterator[Diagnostic]:
        """Check a table against the schema, then the paths in it."""
        errors = list(Draft7Validator(_schema()).iter_errors(table))
        for error in errors:
            yield from self._faults(error)
        if not errors:
            yield from self._paths(cast("dict[str, Any]", table))
            yield from self._codes(cast("dict[str, Any]", table))

    def _place(self, way: Sequence[str | int]) -> Place:
        return place(self.path, self.text, *way)

    def _faults(self, error: ValidationError) -> Iterator[Diagnostic]:
        way = tuple(error.instance_path)
        match error.kind:
            case ValidationErrorKind.AdditionalProperties(unexpected=keys):
                for key in keys[:_MOST]:
                    yield self._unknown(way, key)
            case ValidationErrorKind.Required(property=key):
                hint = f'add `{key} = "generated"`' if key == "out" else None
                message = f"`{key}` is missing"
                yield INVALID_SETTING.at(self._place(way), message, hint=hint)
            case ValidationErrorKind.Enum() if way[0] == "targets":
                yield self._target(way, error.instance)
            case _:
                yield INVALID_SETTING.at(self._place(way), f"{named(way)} {complaint(error)}")

    def _unknown(self, above: Way, key: str) -> Diagnostic:
        settings = _settings(*above)
        near = difflib.get_close_matches(key, settings, n=1)
        known = ", ".join(f"`{name}`" for name in settings)
        hint = f"did you mean `{near[0]}`?" if near else f"the settings are {known}"
        place = self._place((*above, key))
        return UNKNOWN_SETTING.at(place, f"unknown setting `{key}`", hint=hint)

    def _target(self, way: Way, value: object) -> Diagnostic:
        known: list[str] = _settings()["targets"]["items"]["enum"]
        if value in _PLANNED:
            message = f'the target "{value}" is not available yet'
            return UNAVAILABLE_TARGET.at(self._place(way), message, hint="leave it out")
        shown = json.dumps(value, ensure_ascii=False, default=str)
        near = difflib.get_close_matches(str(value), known, n=1)
        choices = ", ".join(json.dumps(name) for name in known)
        hint = f'did you mean "{near[0]}"?' if near else f"choose from: {choices}"
        return UNAVAILABLE_TARGET.at(self._place(way), f"there is no target {shown}", hint=hint)

    def _codes(self, table: Mapping[str, Any]) -> Iterator[Diagnostic]:
        for code in table.get("diff", {}).get("severity", {}):
            if code not in RULES or not code.startswith(_COMPARING):
                message = f"`{code}` is no code of a change"
                hint = "the codes of changes begin with IG7: `interruptgen explain` lists them"
                place = self._place(("diff", "severity", code))
                yield INVALID_SETTING.at(place, message, hint=hint)

    def _paths(self, table: Mapping[str, Any]) -> Iterator[Diagnostic]:
        paths: list[tuple[Way, str]] = [(("out",), table["out"])]
        paths += [(("sources", at), text) for at, text in enumerate(table.get("sources", ()))]
        for way, text in paths:
            if fault := path_fault(text):
                yield PATH_OUTSIDE.at(self._place(way), f'{named(way)} "{text}" {fault}')
        if PurePosixPath(table["out"]) == PurePosixPath():
            message = "`out` is the folder of the configuration itself"
            hint = 'name a folder below it, such as "generated"'
            yield INVALID_SETTING.at(self._place(("out",)), message, hint=hint)
