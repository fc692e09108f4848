"""A folder or a configuration file -> `Project`, or findings."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interruptgen import config
from interruptgen.config import DEDICATED, SHARED, Config, Parsed
from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.rules.configuration import (
    CONFIGURATION_SYNTAX,
    NO_CONFIGURATION,
    PATH_OUTSIDE,
    TWO_CONFIGURATIONS,
)


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


def find(start: Path) -> Project | tuple[Diagnostic, ...]:
    """Look for the configuration in `start`, then in the folders above it."""
    start = start.absolute()
    for folder in (start, *start.parents):
        files = [folder / name for name in (DEDICATED, SHARED)]
        found = [loaded for loaded in map(_Loaded.of, filter(_is_file, files)) if loaded.is_ours]
        if len(found) > 1:
            return tuple(fault for each in found for fault in each.parsed.diagnostics) or (_two(),)
        if found:
            return found[0].project()
    message = "there is no configuration here or in a folder above"
    hint = "run `interruptgen init` to start, or name the folder with --project"
    return (NO_CONFIGURATION.at(Place(DEDICATED), message, hint=hint),)


def load(file: Path) -> Project | tuple[Diagnostic, ...]:
    """Read the configuration in `file`, whatever its name is; the project is its folder."""
    loaded = _Loaded.of(file.absolute())
    if loaded.is_ours:
        return loaded.project()
    message = f"{loaded.file.name} has no table [tool.interruptgen]"
    return (NO_CONFIGURATION.at(Place(loaded.file.name), message),)


@dataclass(frozen=True)
class _Loaded:
    file: Path
    text: str
    parsed: Parsed

    @classmethod
    def of(cls, file: Path) -> "_Loaded":
        try:
            text = file.read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            finding = NO_CONFIGURATION.at(Place(file.name), f"there is no file {file.name}")
            return cls(file, "", Parsed(None, (finding,)))
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
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

    def project(self) -> Project | tuple[Diagnostic, ...]:
        if self.parsed.config is None:
            return self.parsed.diagnostics
        project = Project(self.file.parent, self.parsed.config, self.file.name, self.text)
        return tuple(_output_faults(project)) or project


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
    try:
        outside = not project.out.resolve().is_relative_to(project.root.resolve())
    except (OSError, RuntimeError):
        outside = True
    if outside:
        message = f'`out` "{project.config.out}" is a link that leaves the project'
        yield PATH_OUTSIDE.at(project.place("out"), message)
