"""What was asked to be accepted -> the file that accepts it, written, and the exit code."""

from collections.abc import Mapping
from dataclasses import dataclass

import typer

from interruptgen.cli.comparing import Request, read_accepts
from interruptgen.cli.console import Console
from interruptgen.cli.reporting import ENVIRONMENT, FINE, complain
from interruptgen.diff.accepted import ACCEPTS_NAME, Accept, dump_accepts
from interruptgen.diff.comparing import compare_sides
from interruptgen.diff.findings import Finding, Policy, unused
from interruptgen.output.write import replace
from interruptgen.project.locate import Unusable


@dataclass(frozen=True)
class Acceptance:
    """Fingerprints to accept for a reason, or, with `prune`, the entries to drop that are unused.

    Raises `typer.BadParameter` for what makes no sense.
    """

    request: Request
    fingerprints: tuple[str, ...]
    reason: str | None
    prune: bool

    def __post_init__(self) -> None:
        if not self.fingerprints and not self.prune:
            raise typer.BadParameter("name at least one", param_hint="FINGERPRINT")
        if self.fingerprints and not (self.reason or "").strip():
            raise typer.BadParameter("say why", param_hint="--reason")

    def run(self, console: Console) -> int:
        """Write the file and return the exit code."""
        opened = self.request.open()
        accepts = opened if isinstance(opened, Unusable) else read_accepts(opened.root)
        if isinstance(opened, Unusable) or isinstance(accepts, Unusable):
            unusable = accepts if isinstance(accepts, Unusable) else Unusable(opened.root, ())
            complain(console, unusable.diagnostics, unusable.texts.get)
            return ENVIRONMENT
        outcome = compare_sides(opened.old, opened.new, Policy(), accepts)
        if outcome.broken:
            complain(console, outcome.broken, outcome.sources.text)
            return ENVIRONMENT
        changed = self._changed(accepts, outcome.findings)
        try:
            if changed != accepts:
                replace(opened.root / ACCEPTS_NAME, dump_accepts(changed))
        except OSError as error:
            console.error(f"interruptgen: cannot write {ACCEPTS_NAME}: {error.strerror}")
            return ENVIRONMENT
        console.note(f"{ACCEPTS_NAME} accepts {len(changed)}")
        return FINE

    def _changed(
        self, accepts: Mapping[str, Accept], findings: tuple[Finding, ...]
    ) -> dict[str, Accept]:
        """Return what is accepted afterwards."""
        known = {finding.fingerprint: finding for finding in findings}
        left = unused(accepts, findings) if self.prune else ()
        dropped = {one.fingerprint for one in left}
        kept = {print: one for print, one in accepts.items() if print not in dropped}
        for fingerprint in self.fingerprints:
            if fingerprint not in known:
                message = f"there is no change with the fingerprint {fingerprint}"
                raise typer.BadParameter(message, param_hint="FINGERPRINT")
            change = known[fingerprint].change
            reason = (self.reason or "").strip()
            kept[fingerprint] = Accept(fingerprint, change.rule.code, change.subject.key, reason)
        return kept
