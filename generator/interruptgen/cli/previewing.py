"""What a page is to show -> its content: all decisions of a project, or those of two states."""

from collections.abc import Sequence
from dataclasses import dataclass

from interruptgen.cli.comparing import read_accepts
from interruptgen.cli.reporting import ENVIRONMENT, FINDINGS
from interruptgen.cli.sides import Opened, against_revision
from interruptgen.cli.workspace import Where, Workspace
from interruptgen.diagnostics import Diagnostic
from interruptgen.diff.accepted import Accept
from interruptgen.diff.comparing import compare_sides
from interruptgen.diff.compiling import compile_sides
from interruptgen.diff.findings import Policy
from interruptgen.diff.show.data import document
from interruptgen.model import Json, JsonObject
from interruptgen.preview import compared, decisions, elsewhere, key
from interruptgen.project.locate import Unusable
from interruptgen.report import SourceText

_NO_TEXTS: dict[str, str] = {}


@dataclass(frozen=True)
class Content:
    """The heading of a page, and what the page shows."""

    title: str
    data: JsonObject


@dataclass(frozen=True)
class Refused:
    """Why there is nothing to show; `code` is the least exit code that it means."""

    diagnostics: Sequence[Diagnostic]
    source: SourceText = _NO_TEXTS.get
    code: int = FINDINGS


def content_of(where: Where, against: str | None) -> Content | Refused:
    """Compile a project, and, if a revision is given, what it was there."""
    workspace = Workspace.open(where)
    if isinstance(workspace, Unusable):
        return Refused(workspace.diagnostics, workspace.texts.get)
    result = workspace.check()
    if result.model is None:
        return Refused(result.diagnostics, workspace.source)
    title = f"Decisions of {workspace.project.root.resolve().name}"
    shown = decisions(workspace.recalled(result.model))
    if against is None:
        return Content(title, {"title": title, "decisions": [*shown]})
    opened = against_revision(where, against)
    if isinstance(opened, Unusable):
        return Refused(opened.diagnostics, opened.texts.get, ENVIRONMENT)
    accepts = read_accepts(opened.root)
    if isinstance(accepts, Unusable):
        return Refused(accepts.diagnostics, accepts.texts.get, ENVIRONMENT)
    return _comparison(title, shown, opened, accepts)


def _comparison(
    title: str, shown: Sequence[JsonObject], opened: Opened, accepts: dict[str, Accept]
) -> Content | Refused:
    """Compare both states; definitions that cannot have changed are not compiled again."""
    policy = Policy(opened.settings.fail_on or "in-flight", opened.settings.severity)
    outcome = compare_sides(opened.old, opened.new, policy, accepts)
    states = compile_sides(opened.old, opened.new)
    if outcome.broken or states.old.model is None or states.new.model is None:
        return Refused(outcome.broken, opened.text, ENVIRONMENT)
    before = {key(one): one for one in decisions(states.old.model)}
    kept = {key(one) for one in decisions(states.new.model)}
    same = {key(one): one for one in shown if key(one) not in kept}
    findings = _findings(document(outcome)["findings"])
    both = compared({**same, **_as_remembered(before, shown)}, shown, findings)
    comparison: JsonObject = {
        "since": opened.old.name,
        "findings": elsewhere(both, findings),
    }
    data: JsonObject = {"title": title, "decisions": [*both], "comparison": comparison}
    return Content(title, data)


def _findings(found: Json) -> list[JsonObject]:
    listed = found if isinstance(found, list) else []
    return [one for one in listed if isinstance(one, dict)]


def _as_remembered(
    before: dict[tuple[Json, Json], JsonObject], shown: Sequence[JsonObject]
) -> dict[tuple[Json, Json], JsonObject]:
    """Give the decisions of the old state the earlier versions that those of the new one have.

    A revision's own memory is not read: which pauses it would still accept is not what changed.
    """
    earlier = {key(one): one["earlier"] for one in shown}
    return {each: {**one, "earlier": earlier.get(each, [])} for each, one in before.items()}
