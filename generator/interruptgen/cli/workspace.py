"""Where a command was told to look -> the project with its sources read, ready to compile."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from interruptgen.diagnostics import Diagnostic, has_errors, in_order
from interruptgen.freshness import is_fresh
from interruptgen.lock import LOCK_NAME, Lock, load_lock, recalled
from interruptgen.model import Model
from interruptgen.output.changes import present
from interruptgen.project import history, locate, sources
from interruptgen.project.locate import Project, Unusable
from interruptgen.project.sources import Collected, References

if TYPE_CHECKING:
    from interruptgen.pipeline import Progress, Result


@dataclass(frozen=True)
class Where:
    """The folder or the configuration that the command line names, if any."""

    project: Path | None = None
    config: Path | None = None

    def __post_init__(self) -> None:
        if self.project and self.config:
            raise typer.BadParameter("give one of them, not both", param_hint="--project, --config")
        if self.project and not _is_folder(self.project):
            raise typer.BadParameter(f"there is no folder {self.project}", param_hint="--project")

    def find(self) -> Project | Unusable:
        """Find the project, or say why there is none."""
        if self.config:
            return locate.load(self.config)
        return locate.find(self.project or Path.cwd())

    def command(self, name: str, *, prune: bool = False) -> str:
        """Return the command line that does something else in the same place."""
        options = [("--project", self.project), ("--config", self.config)]
        given = [text for option, path in options if path for text in (option, str(path))]
        return shlex.join(["interruptgen", name, *(["--prune"] if prune else []), *given])


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:  # a name that no folder can have
        return False


@dataclass(frozen=True)
class Workspace:
    """A project and its sources; what was wrong with reading them is in every result."""

    project: Project
    collected: Collected
    references: References

    @classmethod
    def open(cls, where: Where) -> "Workspace | Unusable":
        """Find the project and read its sources, or say why there is none."""
        found = where.find()
        return found if isinstance(found, Unusable) else cls.of(found)

    @classmethod
    def of(cls, project: Project) -> "Workspace":
        """Read the sources of a project."""
        return cls(project, sources.collect(project), References(project.root))

    def is_fresh(self) -> bool:
        """Tell, without compiling, whether a build would change nothing and say nothing."""
        if self.collected.diagnostics:
            return False
        read = References(self.project.root)
        fresh = is_fresh(self.output(LOCK_NAME), self.collected.files, read, self.output)
        if fresh:  # else the lock may name files that no reference leads to any more
            self.references.wanted.update(read.wanted)
            self.references.contents.update(read.contents)
        return fresh

    def check(self) -> "Result":
        """Compile the sources without rendering anything."""
        from interruptgen.pipeline import Result, compile_sources

        compiled = compile_sources(self.collected.files, self.references)
        return self._complete(Result(compiled.diagnostics, compiled.model))

    def build(
        self, *, committed: bool = False, prune: bool = False, progress: "Progress | None" = None
    ) -> "Result":
        """Compile the sources and render all files; `committed` asks git for the earlier lock."""
        from interruptgen.pipeline import Inputs, build, unseen

        lock = f"{self.project.config.out}/{LOCK_NAME}"
        before = history.committed(self.project.root, lock) if committed else ()
        inputs = Inputs(self.collected.files, self.references, self.output, lock, before, prune)
        return self._complete(build(inputs, progress or unseen))

    def recalled(self, model: Model) -> Model:
        """Tell the definitions of a model the earlier versions that the lock on disk remembers."""
        text = self.output(LOCK_NAME)
        lock = None if text is None else load_lock(LOCK_NAME, text)
        return recalled(model, lock) if isinstance(lock, Lock) else model

    def owned(self) -> Mapping[str, str]:
        """Return what the lock on disk says the last build wrote: paths and digests."""
        text = self.output(LOCK_NAME)
        lock = None if text is None else load_lock(LOCK_NAME, text)
        return {} if lock is None or isinstance(lock, Diagnostic) else lock.outputs

    def output(self, path: str) -> str | None:
        """Return the present text of a generated file, with LF line ends."""
        content = present(self.project.out, path)
        return None if content is None else content.decode(errors="replace")

    def source(self, path: str) -> str | None:
        """Return the text of a file that findings may be about."""
        if path == self.project.config_name:
            return self.project.config_text
        content = self.collected.files.get(path) or self.references.contents.get(path)
        return content.decode(errors="replace").removeprefix("\ufeff") if content else None

    def _complete(self, result: "Result") -> "Result":
        """Add what reading has found; nothing is compiled where a source could not be read."""
        extra = (*self.collected.diagnostics, *self.references.findings)
        found = in_order([*extra, *result.diagnostics])
        complete = replace(result, diagnostics=found)
        return replace(complete, model=None, files={}) if has_errors(extra) else complete
