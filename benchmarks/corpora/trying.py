"""An entry -> what the compiler and the generated code make of it, in one process."""

import importlib
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from corpora.ecmascript import install
from corpora.entries import PACKAGE, SOURCE, Entry, Instance
from corpora.judging import Judge, raise_limits
from corpora.outcomes import Deviation, Fate, Fault, Finding, Outcome
from interruptgen.diagnostics import Severity
from interruptgen.pipeline import Inputs, Result, build
from interruptgen_runtime import Schema, canonical
from interruptgen_runtime.core.errors import ViewMismatch

_MODULES: Final = ("models", "schemas", "server", "client")


@dataclass(frozen=True)
class _Trial:
    """One instance, with the verdict that it has to get."""

    instance: Instance
    expected: bool


def prepare(folder: Path) -> None:
    """Make a process ready: its packages are imported from `folder`."""
    raise_limits()
    install()
    sys.path.insert(0, str(folder))


def trial(entry: Entry, folder: Path) -> Outcome:
    """Build an entry, write its package below `folder`, import it and try its instances."""
    start = time.perf_counter()
    try:
        result = build(Inputs({SOURCE: entry.source()}, lambda _: None, lambda _: None))
    except Exception:
        return Outcome(entry.number, Fate.CRASHED, 0, failure=traceback.format_exc())
    seconds = time.perf_counter() - start
    if not result.files:
        return Outcome(entry.number, Fate.REFUSED, seconds, findings=_findings(result))
    warnings = tuple(one.code for one in result.diagnostics)
    outcome = Outcome(entry.number, Fate.BUILT, seconds, warnings=warnings)
    name = write(entry.number, result, folder)
    try:
        modules = {part: importlib.import_module(f"{name}.{PACKAGE}.{part}") for part in _MODULES}
    except Exception:
        return replace(outcome, failure=traceback.format_exc())
    try:
        schema = _schema(entry, modules["schemas"])
        return _tried(replace(outcome, fate=Fate.IMPORTED), entry, schema)
    except Exception:
        return replace(outcome, fate=Fate.CRASHED, failure=traceback.format_exc())
    finally:
        _forget(name)


def package_name(number: int) -> str:
    """Return the name of the folder that an entry is built into."""
    return f"e{number:05}"


def write(number: int, result: Result, folder: Path) -> str:
    """Write what was built, and return the name that it can be imported by."""
    name = package_name(number)
    for path, text in result.files.items():
        file = folder / name / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return name


def _findings(result: Result) -> tuple[Finding, ...]:
    return tuple(
        Finding(one.code, one.message)
        for one in result.diagnostics
        if one.severity is Severity.ERROR
    )


def _schema(entry: Entry, schemas: ModuleType) -> Schema[Any]:
    if entry.kind == "schemas":
        response: Schema[Any] = schemas.ASK_RESPONSE
        return response
    input: Schema[Any] = next(
        value for name, value in vars(schemas).items() if name.endswith("_INPUT")
    )
    return input


def _forget(name: str) -> None:
    """Drop the modules of a package, so that a process does not grow without end."""
    for module in [one for one in sys.modules if one.partition(".")[0] == name]:
        del sys.modules[module]


def _tried(outcome: Outcome, entry: Entry, schema: Schema[Any]) -> Outcome:
    judge = Judge(entry.schema)
    judged = [(one, judge.accepts(one.data)) for one in entry.instances]
    trials = [_Trial(one, verdict) for one, verdict in judged if verdict is not None]
    return replace(
        outcome,
        valid=sum(one.expected for one in trials),
        invalid=sum(not one.expected for one in trials),
        undecided=len(judged) - len(trials),
        relabelled=tuple(
            judge.reason(one.instance.data)
            for one in trials
            if one.expected is not one.instance.valid
        ),
        deviations=tuple(one for each in trials for one in _deviations(each, schema, judge)),
    )


def _deviations(one: _Trial, schema: Schema[Any], judge: Judge) -> Iterator[Deviation]:
    try:
        issues = schema.issues(one.instance.data)
        if one.expected and issues:
            said = "; ".join(f"{issue.path}: {issue.message}" for issue in issues[:3])
            yield Deviation(Fault.TOO_NARROW, (), said, one.instance.data)
        elif not one.expected and not issues:
            yield Deviation(
                Fault.TOO_WIDE, judge.keywords(one.instance.data), "", one.instance.data
            )
        elif one.expected:
            yield from _lost(one, schema)
    except Exception:
        yield Deviation(Fault.RAISED, (), traceback.format_exc(), one.instance.data)


def _lost(one: _Trial, schema: Schema[Any]) -> Iterator[Deviation]:
    try:
        after = schema.dump(schema.parse(one.instance.data))
    except ViewMismatch as error:
        yield Deviation(Fault.LOST, (), str(error), one.instance.data)
        return
    if canonical(after) != canonical(one.instance.data):
        yield Deviation(Fault.LOST, (), canonical(after), one.instance.data)
