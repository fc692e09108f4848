"""One changed project -> what the compiler made of it, and whether it kept its promises."""

import json
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from fuzzing.pool import Pool
from fuzzing.seeds import Seed
from interruptgen.diagnostics import Diagnostic
from interruptgen.instances.in_memory import imported
from interruptgen.lock import LOCK_NAME, Lock, load_lock
from interruptgen.pipeline import Compiled, Inputs, build, compile_sources
from interruptgen.report import Format, Paint, render
from interruptgen.schema.canonical import canonical
from interruptgen_runtime import Schema


class Verdict(StrEnum):
    """What came of one input."""

    REJECTED = "rejected"
    COMPILED = "compiled"
    BUILT = "built"
    FAILED = "failed"


@dataclass(frozen=True)
class Outcome:
    """What came of the input of a number; `failure` is the traceback of what was raised."""

    number: int
    verdict: Verdict
    codes: tuple[str, ...] = ()
    failure: str = ""


class BrokenPromise(Exception):
    """What a fuzz finds besides exceptions: a result that is not as it must be."""


def input_of(pool: Pool, seed: int, number: int) -> Seed:
    """Return the input of a number: the same in every run with the same seeds."""
    return pool.project(Random(f"{seed}:{number}"))


def trial(project: Seed, number: int, build_share: int) -> Outcome:
    """Compile an input, build it if its number is a multiple of `build_share`, and look."""
    try:
        compiled = compile_sources(project.sources, project.others.get)
        codes = tuple(sorted({one.code for one in compiled.diagnostics}))
        _report(compiled.diagnostics, {**project.others, **project.sources})
        if compiled.model is None:
            return Outcome(number, Verdict.REJECTED, codes)
        _check_schemas(compiled)
        if number % build_share:
            return Outcome(number, Verdict.COMPILED, codes)
        _build(project)
        return Outcome(number, Verdict.BUILT, codes)
    except Exception:
        return Outcome(number, Verdict.FAILED, failure=traceback.format_exc())


def _report(findings: tuple[Diagnostic, ...], files: Mapping[str, bytes]) -> None:
    """Print the findings to nowhere, in every format."""
    texts = {path: text.decode(errors="replace") for path, text in files.items()}
    for format in Format:
        render(format, findings, source=texts.get, paint=Paint())
    for one in findings:
        if not one.place.line > 0 < one.place.column:
            raise BrokenPromise(f"{one.code} stands nowhere: {one.place}")


def _check_schemas(compiled: Compiled) -> None:
    """Every schema that leaves the compiler is canonical, and the runtime can use it."""
    for package in compiled.model.packages if compiled.model else ():
        for schema in package.schemas():
            if canonical(json.loads(schema.text)) != schema.text:
                raise BrokenPromise(f"not canonical: {schema.text}")
            Schema(view=lambda: object, hash=schema.hash, text=schema.text).issues(None)


def _build(project: Seed) -> None:
    """What is generated can be imported, and the lock can be read again."""
    result = build(Inputs(project.sources, project.others.get, lambda _: None))
    if result.model is None:
        raise BrokenPromise("it compiles, but there is nothing to build")
    lock = load_lock(LOCK_NAME, result.files[LOCK_NAME])
    if not isinstance(lock, Lock):
        raise BrokenPromise(f"the lock cannot be read again: {lock.message}")
    for package in result.model.packages:
        with imported(result.files, f"{package.name}/models.py"):
            pass
