"""What was asked to be compared -> the comparison, printed, and its exit code."""

import os
from dataclasses import dataclass
from pathlib import Path

import typer

from interruptgen.cli.console import Console
from interruptgen.cli.reporting import ENVIRONMENT, FINDINGS, FINE, refuse
from interruptgen.cli.sides import Opened, against_revision, of_driver, of_two
from interruptgen.cli.workspace import Where
from interruptgen.diagnostics import Diagnostic
from interruptgen.diff.accepted import ACCEPTS_NAME, Accept, load_accepts
from interruptgen.diff.comparing import compare_sides
from interruptgen.diff.findings import Policy
from interruptgen.diff.show import data, markdown, show
from interruptgen.diff.show.terminal import summary
from interruptgen.project import history
from interruptgen.project.config import DiffConfig
from interruptgen.project.fail_on import FailOn
from interruptgen.project.locate import Unusable
from interruptgen.project.sources import read_file
from interruptgen.report import DiffFormat, Format

_IN_REPOSITORY = (DiffFormat.GITHUB, DiffFormat.SARIF)
_REFUSED: dict[DiffFormat, Format] = {
    DiffFormat.GITHUB: Format.GITHUB,
    DiffFormat.SARIF: Format.SARIF,
}
_DEFAULT: FailOn = "in-flight"


@dataclass(frozen=True)
class Request:
    """What the command line asks to compare: a project with a revision, or two paths.

    With `is_driver`, `paths` are what git gives to a diff driver.
    """

    where: Where
    paths: tuple[Path, ...] = ()
    against: str | None = None
    is_driver: bool = False

    def __post_init__(self) -> None:
        if self.is_driver:
            return
        if len(self.paths) not in (0, 2):
            raise typer.BadParameter("give two paths, or none", param_hint="OLD NEW")
        if self.paths and (self.against or self.where.project or self.where.config):
            message = "two paths are compared with each other alone"
            raise typer.BadParameter(message, param_hint="OLD NEW")
        for path in self.paths:
            if not path.exists():
                raise typer.BadParameter(f"there is no {path}", param_hint="OLD NEW")

    def open(self) -> Opened | Unusable:
        """Open both sides, or say why there are none."""
        if self.is_driver:
            return of_driver([str(path) for path in self.paths])
        if self.paths:
            return of_two(*self.paths)
        return against_revision(self.where, self.against)


def compare(console: Console, request: Request, format: DiffFormat, fail_on: FailOn | None) -> int:
    """Compare, print what came of it and return the exit code."""
    opened = request.open()
    if isinstance(opened, Unusable):
        return _refused(console, format, opened)
    accepts = {} if request.is_driver else read_accepts(opened.root)
    if isinstance(accepts, Unusable):
        return _refused(console, format, accepts)
    outcome = compare_sides(opened.old, opened.new, _policy(opened.settings, fail_on), accepts)
    prefix = history.prefix(opened.root) if format in _IN_REPOSITORY else ""
    console.out(show(format, outcome, source=opened.text, paint=console.paint(), prefix=prefix))
    if request.is_driver:
        console.out(f"{summary(outcome)}\n")
        return FINE
    console.note(summary(outcome))
    return ENVIRONMENT if outcome.broken else FINDINGS if outcome.fails else FINE


def read_accepts(root: Path) -> dict[str, Accept] | Unusable:
    """Read what is accepted in a project; nothing where the file is not there."""
    if not os.path.lexists(root / ACCEPTS_NAME):
        return {}
    content = read_file(root, ACCEPTS_NAME)
    if isinstance(content, Diagnostic):
        return Unusable(root, (content,))
    text = content.decode(errors="replace")
    loaded = load_accepts(text)
    return Unusable(root, loaded, {ACCEPTS_NAME: text}) if isinstance(loaded, tuple) else loaded


def _refused(console: Console, format: DiffFormat, unusable: Unusable) -> int:
    if format is DiffFormat.JSON:
        console.out(data.render_refusal(unusable.diagnostics))
    elif format is DiffFormat.MARKDOWN:
        console.out(markdown.render_refusal(unusable.diagnostics))
    else:
        refuse(console, _REFUSED.get(format, Format.TEXT), unusable)
    return ENVIRONMENT


def _policy(settings: DiffConfig, fail_on: FailOn | None) -> Policy:
    return Policy(fail_on or settings.fail_on or _DEFAULT, settings.severity)
