"""What `build` was asked for -> one build, printed, and its exit code."""

from dataclasses import dataclass

from interruptgen.cli.console import Console
from interruptgen.cli.output import differing, up_to_date, write
from interruptgen.cli.progress import ProgressLine
from interruptgen.cli.reporting import refuse, report
from interruptgen.cli.workspace import Where, Workspace
from interruptgen.project import history
from interruptgen.project.locate import Unusable
from interruptgen.report import Format


@dataclass(frozen=True)
class Job:
    """A build that can be run again; `check` compares the output instead of writing it."""

    where: Where
    console: Console
    format: Format
    check: bool
    prune: bool

    def open(self) -> Workspace | Unusable:
        """Find the project and read its sources, or say why there is none."""
        return Workspace.open(self.where)

    def run(self, workspace: Workspace | Unusable) -> int:
        """Build what was opened, print what came of it and return the exit code."""
        if not isinstance(workspace, Workspace):
            return refuse(self.console, self.format, workspace)
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

    def _say(self, lines: list[str]) -> None:
        if self.format is Format.TEXT and not self.console.quiet:
            self.console.out("\n".join(lines))
