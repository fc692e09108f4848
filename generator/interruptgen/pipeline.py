"""All steps of a build, top to bottom: sources in, files and findings out, nothing touched."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from interruptgen import __version__, data, language, reading
from interruptgen.diagnostics import Diagnostic, Severity, has_errors, in_order
from interruptgen.lock import (
    EMITTER_FORMAT,
    LOCK_NAME,
    Lock,
    dump_lock,
    entries,
    load_lock,
    recalled,
    with_history,
)
from interruptgen.model import Model, Package
from interruptgen.python import Rendered, file_names, render_package, render_root
from interruptgen.python.views import view_sources
from interruptgen.reading import Document
from interruptgen.resolve import resolve
from interruptgen.schema.library import Library

ATTRIBUTES_NAME = ".gitattributes"

Progress: TypeAlias = Callable[[int, int], None]
"""Told before each package how many are rendered, and of how many; at the end, that all are."""


@dataclass(frozen=True)
class Inputs:
    """What a build reads.

    `sources` maps each definition file (project-relative, forward slashes) to its bytes. `read`
    gives the bytes of another file of the project for a reference, or None where there is no
    such file. `output` gives the present text of a generated file by its path below the output
    folder, or None. `lock_path` is what findings about the lock call it. `committed_locks` are
    the lock at git HEAD and, during a merge, that of what is merged; `prune` drops the earlier
    versions that the lock keeps.
    """

    sources: Mapping[str, bytes]
    read: Callable[[str], bytes | None]
    output: Callable[[str], str | None]
    lock_path: str = LOCK_NAME
    committed_locks: tuple[str, ...] = ()
    prune: bool = False


@dataclass(frozen=True)
class Result:
    """What a build says: `model` is None and `files` is empty where a finding is an error.

    `files` maps paths below the output folder to texts, the lock (`LOCK_NAME`) and what git has to
    know about them all (`ATTRIBUTES_NAME`) included.
    """

    diagnostics: tuple[Diagnostic, ...]
    model: Model | None = None
    files: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True)
class Compiled:
    """The sources, compiled: `digests` has every file that was read for it.

    `documents` are the sources with the places in them, None for one that cannot be read.
    """

    diagnostics: tuple[Diagnostic, ...]
    model: Model | None
    digests: Mapping[str, str]
    documents: Mapping[str, Document | None] = field(default_factory=dict[str, Document | None])


def unseen(done: int, total: int) -> None:
    """Show nobody how far a build is."""


def build(inputs: Inputs, progress: Progress = unseen) -> Result:
    """Compile the sources and render the files; a finding that is an error leaves no files."""
    compiled = compile_sources(inputs.sources, inputs.read)
    text = inputs.output(LOCK_NAME)
    before = None if text is None else load_lock(inputs.lock_path, text)
    found = [*compiled.diagnostics, *([before] if isinstance(before, Diagnostic) else [])]
    if compiled.model is None or has_errors(found):
        return Result(in_order(found))
    on_disk = before if isinstance(before, Lock) else None
    compiled = replace(compiled, model=_with_earlier(compiled.model, on_disk, inputs))
    rendered = _rendered(compiled, on_disk, inputs.output, progress)
    files = _files(rendered, inputs.output)
    lock = dump_lock(_fresh_lock(compiled, rendered, files))
    return Result(in_order(found), compiled.model, {**files, LOCK_NAME: lock})


def compile_sources(sources: Mapping[str, bytes], read: Callable[[str], bytes | None]) -> Compiled:
    """Read, check and resolve the sources; all findings of all files come in one run."""
    digests = {path: _digest(content) for path, content in sorted(sources.items())}
    found: list[Diagnostic] = []
    documents: dict[str, Document | None] = {}
    for path, content in sorted(sources.items()):
        document = reading.read(path, content)
        documents[path] = None if isinstance(document, tuple) else document
        found.extend(document if isinstance(document, tuple) else language.check(document))

    def load(path: str) -> Document | tuple[Diagnostic, ...] | None:
        content = read(path)
        if content is None:
            return None
        digests[path] = _digest(content)
        return reading.read(path, content)

    broken = {one.place.path for one in found if one.severity is Severity.ERROR}
    sound = [one for path, one in documents.items() if one and path not in broken]
    resolution = resolve(sound, Library(documents, load, language.embedded))
    found.extend(resolution.diagnostics)
    model = None if has_errors(found) else resolution.model
    return Compiled(in_order(found), model, digests, documents)


def _with_earlier(model: Model, on_disk: Lock | None, inputs: Inputs) -> Model:
    """Tell the definitions the versions that are remembered, unless these are to be dropped."""
    if inputs.prune:
        return model
    fresh = Lock(__version__, entries(model, "interrupts"), entries(model, "tools"))
    return recalled(model, with_history(fresh, on_disk, tuple(_committed(inputs))))


def _rendered(
    compiled: Compiled,
    on_disk: Lock | None,
    output: Callable[[str], str | None],
    progress: Progress,
) -> dict[str, Rendered]:
    """Render the packages, or take what the last build wrote for them."""
    model = compiled.model or Model(())
    rendered: dict[str, Rendered] = {}
    for package in model.packages:
        progress(len(rendered), len(model.packages))
        reused = _reused(package, on_disk, compiled, output)
        rendered[package.name] = reused or render_package(model, package)
    progress(len(rendered), len(rendered))
    return rendered


def _files(rendered: Mapping[str, Rendered], output: Callable[[str], str | None]) -> dict[str, str]:
    """Return the files of all packages, and those of the output folder itself."""
    files = {path: text for one in rendered.values() for path, text in one.files.items()}
    return {**files, **render_root(output), ATTRIBUTES_NAME: data.read("templates/gitattributes")}


def _committed(inputs: Inputs) -> Iterator[Lock]:
    """Yield the committed locks; a broken one is past mending, and the one on disk counts."""
    for text in inputs.committed_locks:
        lock = load_lock(inputs.lock_path, text)
        if isinstance(lock, Lock):
            yield lock


def _reused(
    package: Package,
    lock: Lock | None,
    compiled: Compiled,
    output: Callable[[str], str | None],
) -> Rendered | None:
    """Return what the last build wrote for a package, where nothing that it is made of changed."""
    if lock is None or (lock.generator, lock.emitter_format) != (__version__, EMITTER_FORMAT):
        return None
    paths = _made_of(package, compiled.model or Model(()))
    if lock.packages.get(package.name) != paths:
        return None
    if any(lock.sources.get(path) != compiled.digests[path] for path in paths):
        return None
    if recalled(Model((package,)), lock) != Model((package,)):
        return None
    files: dict[str, str] = {}
    for path in file_names(package):
        text = output(path)
        if text is None or lock.outputs.get(path) != _digest(text.encode()):
            return None
        files[path] = text
    return Rendered(files, lock.view_names(package.name))


def _made_of(package: Package, model: Model) -> tuple[str, ...]:
    """Return the files that the code of a package depends on, its own first."""
    return (package.path, *sorted(view_sources(model, package) - {package.path}))


def _fresh_lock(
    compiled: Compiled, rendered: Mapping[str, Rendered], files: Mapping[str, str]
) -> Lock:
    model = compiled.model or Model(())
    names = {package: one.view_names for package, one in rendered.items()}
    return Lock(
        generator=__version__,
        interrupts=entries(model, "interrupts", names),
        tools=entries(model, "tools", names),
        packages={package.name: _made_of(package, model) for package in model.packages},
        warnings=sum(one.severity is Severity.WARNING for one in compiled.diagnostics),
        sources=compiled.digests,
        outputs={path: _digest(text.encode()) for path, text in files.items()},
    )


def _digest(content: bytes) -> str:
    return "sha256:" + hashlib.sha256(content).hexdigest()
