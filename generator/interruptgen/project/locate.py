"""A folder or a configuration file -> `Project`, or why there is none."""

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.project import config
from interruptgen.project.config import DEDICATED, SHARED, Config, Parsed
from interruptgen.rules.configuration import (
    CONFIGURATION_SYNTAX,
    NO_CONFIGURATION,
    PATH_OUTSIDE,
    TWO_CONFIGURATIONS,
)

MAX_SIZE = 2**20
"""The largest configuration file, in bytes."""


@dataclass(frozen=True)
class Project:
    """The folder of a configuration, and what the configuration says."""

    root: Path
    """Absolute; every path of the configuration and of a finding is relative to it."""
    config: Config
    config_name: str
    config_text: str = field(repr=False)

    @property
    def out(self) -> Path:
        """The output folder, which may not be there yet."""
        return self.root / self.config.out

    def place(self, *way: str | int) -> Place:
        """Return where a setting stands, such as the second source: `("sources", 1)`."""
        return config.place(self.config_name, self.config_text, *way)


@dataclass(frozen=True)
class Unusable:
    """Why there is no project: findings, and the text of the files that they are about."""

    root: Path
    diagnostics: tuple[Diagnostic, ...]
    texts: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)


def find(start: Path) -> Project | Unusable:
    """Look for the configuration in `start`, then in the folders above it."""
    start = start.absolute()
    for folder in (start, *start.parents):
        files = filter(_is_file, [folder / name for name in (DEDICATED, SHARED)])
        found = [loaded for loaded in map(_Loaded.of, files) if loaded.is_ours]
        if len(found) > 1:
            faults = tuple(fault for each in found for fault in each.parsed.diagnostics)
            texts = {each.file.name: each.text for each in found}
            return Unusable(folder, faults or (_two(),), texts)
        if found:
            return found[0].project()
    message = "there is no configuration here or in a folder above"
    hint = "run `interruptgen init` to start, or name the folder with --project"
    return Unusable(start, (NO_CONFIGURATION.at(Place(DEDICATED), message, hint=hint),))


def load(file: Path) -> Project | Unusable:
    """Read the configuration in `file`, whatever its name is; the project is its folder."""
    loaded = _Loaded.of(file.absolute())
    if loaded.is_ours:
        return loaded.project()
    message = f"{loaded.file.name} has no table [tool.interruptgen]"
    finding = NO_CONFIGURATION.at(Place(loaded.file.name), message)
    return Unusable(loaded.file.parent, (finding,))


@dataclass(frozen=True)
class _Loaded:
    file: Path
    text: str
    parsed: Parsed

    @classmethod
    def of(cls, file: Path) -> "_Loaded":
        try:
            text = _read(file)
        except FileNotFoundError:
            finding = NO_CONFIGURATION.at(Place(file.name), f"there is no file {file.name}")
            return cls(file, "", Parsed(None, (finding,)))
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            finding = CONFIGURATION_SYNTAX.at(Place(file.name), f"cannot be read: {reason}")
            return cls(file, "", Parsed(None, (finding,)))
        return cls(file, text, config.parse(file.name, text))

    @property
    def is_ours(self) -> bool:
        """Whether the file configures interruptgen, or is broken where it may do so."""
        if self.parsed.config:
            return True
        mentioned = self.file.name != SHARED or "interruptgen" in self.text
        return bool(self.parsed.diagnostics) and mentioned

    def project(self) -> Project | Unusable:
        if self.parsed.config is None:
            return self._unusable(self.parsed.diagnostics)
        project = Project(self.file.parent, self.parsed.config, self.file.name, self.text)
        faults = tuple(_output_faults(project))
        return self._unusable(faults) if faults else project

    def _unusable(self, faults: tuple[Diagnostic, ...]) -> Unusable:
        return Unusable(self.file.parent, faults, {self.file.name: self.text})


def _read(file: Path) -> str:
    """Return the text of a file. Raises `OSError`, and `ValueError` for what is no such text."""
    status = file.stat()
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("it is not a regular file")
    if status.st_size > MAX_SIZE:
        raise ValueError(f"it is larger than {MAX_SIZE // 2**20} MiB")
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a folder above that this user may not look into
        return False


def _two() -> Diagnostic:
    message = f"{DEDICATED} and [tool.interruptgen] in {SHARED} both configure this folder"
    return TWO_CONFIGURATIONS.at(Place(DEDICATED), message, hint="keep one of them")


def _output_faults(project: Project) -> Iterator[Diagnostic]:
    """Find an output folder that a link leads out of the project."""
    root = os.path.realpath(project.root)
    if not Path(os.path.realpath(project.out)).is_relative_to(root):
        message = f'`out` "{project.config.out}" is a link that leaves the project'
        yield PATH_OUTSIDE.at(project.place("out"), message)
