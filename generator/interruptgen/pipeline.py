"""All steps of a build, top to bottom: sources in, files and findings out, nothing touched."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Model

LOCK_NAME = "interrupts.lock.json"


@dataclass(frozen=True)
class Inputs:
    """What a build reads.

    `sources` maps each definition file (project-relative, forward slashes) to its bytes. `read`
    gives the bytes of another file of the project for a reference, or None where there is no
    such file. `output` gives the present text of a generated file by its path below the output
    folder, or None. `committed_lock` is the lock at git HEAD, where there is one; `prune` drops
    the earlier versions that the lock keeps.
    """

    sources: Mapping[str, bytes]
    read: Callable[[str], bytes | None]
    output: Callable[[str], str | None]
    committed_lock: str | None = None
    prune: bool = False


@dataclass(frozen=True)
class Result:
    """What a build says: `model` is None and `files` is empty where a finding is an error.

    `files` maps paths below the output folder to texts, the lock (`LOCK_NAME`) included.
    """

    diagnostics: tuple[Diagnostic, ...]
    model: Model | None = None
    files: Mapping[str, str] = field(default_factory=dict[str, str])
