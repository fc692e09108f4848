"""What `build` was asked for -> one build, printed, and its exit code."""

from dataclasses import dataclass

from interruptgen.cli.console import Console
from interruptgen.cli.output import differing, up_to_date, write
from interruptgen.cli.progress import ProgressLine
from interruptgen.cli.reporting import refuse, report
from interruptgen.cli.workspace import Where, Workspace
from interruptgen.diagnostics import Place
from interruptgen.output import turns
from interruptgen.project import history
from interruptgen.project.locate import Project, Unusable
from interruptgen.report import Format
from interruptgen.rules.output import BUILD_UNDER_WAY


@dataclass(frozen=True)
class Done:
    """A build that is over: what it has read, and the exit code that it means."""

    read: Workspace | Unusable
    code: int


@dataclass(frozen=True)
class Job:
    """A build that can be run again; `check` compares the output instead of writing it.

    It waits for another one of the same project, but not forever.
    """

    where: Where
    console: Console
    format: Format
    check: bool
    prune: bool

    def open(self) -> Workspace | Unusable:
        """Find the project and read its sources, or say why there is none."""
        return Workspace.open(self.where)

    def run(self) -> Done:
        """Build, and print what came of it."""
        project = self.where.find()
        if isinstance(project, Unusable):
            return Done(project, refuse(self.console, self.format, project))
        with turns.turn(project.root, project.config_name, self._wait) as is_mine:
            if not is_mine:
                late = _late(project)
                return Done(late, refuse(self.console, self.format, late))
            workspace = Workspace.of(project)
            return Done(workspace, self._build(workspace))

    def _build(self, workspace: Workspace) -> int:
        if self._has_nothing_to_do(workspace):
            self._say([up_to_date(workspace)])
            return report(self.console, self.format, (), workspace)
        with ProgressLine(quiet=self.console.quiet) as progress:
            result = workspace.build(committed=not self.check, prune=self.prune, progress=progress)
        if self.check:
            command = self.where.command("build", prune=self.prune)
            findings, done = differing(workspace, result, command)
        else:
            findings, done = write(workspace, result)
        self._say(done)
        return report(self.console, self.format, findings, workspace)

    def _has_nothing_to_do(self, workspace: Workspace) -> bool:
        """Tell whether the output is fresh; during a merge, history is there to be joined."""
        if self.prune or not workspace.is_fresh():
            return False
        return self.check or not history.is_merging(workspace.project.root)

    def _wait(self) -> None:
        self.console.note("waiting for another build of this project")

    def _say(self, lines: list[str]) -> None:
        if self.format is Format.TEXT and not self.console.quiet:
            self.console.out("\n".join(lines))


def _late(project: Project) -> Unusable:
    message = f"another build of this project was not done within {turns.PATIENCE:g} seconds"
    finding = BUILD_UNDER_WAY.at(Place(project.config.out), message)
    return Unusable(project.root, (finding,))
