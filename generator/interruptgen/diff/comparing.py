"""Two sides -> everything that a comparison says of them: findings, or why a side has no model."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interruptgen.diagnostics import Diagnostic, Note, Place, Severity, has_errors
from interruptgen.diff.accepted import Accept
from interruptgen.diff.attention import compare_attention
from interruptgen.diff.changes import Change
from interruptgen.diff.classes import compare_classes
from interruptgen.diff.compiling import State, States, compile_sides
from interruptgen.diff.definitions import Catalog, compare_definitions
from interruptgen.diff.findings import Finding, Policy, judged, unused, unused_diagnostic
from interruptgen.diff.gates import compare_gates
from interruptgen.diff.pending import compare_pending
from interruptgen.diff.places import Sources
from interruptgen.diff.quiet import compare_quietly
from interruptgen.diff.sides import Side
from interruptgen.diff.signatures import compare_signatures
from interruptgen.diff.versions import compare_kept, compare_memory
from interruptgen.diff.wire import compare_wire


@dataclass(frozen=True)
class Outcome:
    """What came of a comparison.

    `broken` is what keeps a side from being compiled: nothing is compared then. `unused` are
    findings about accepts that accept nothing.
    """

    old: Side
    new: Side
    sources: Sources
    findings: tuple[Finding, ...] = ()
    unused: tuple[Diagnostic, ...] = ()
    broken: tuple[Diagnostic, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether there is a finding that nobody has accepted and that is an error."""
        failed = any(finding.fails for finding in self.findings)
        return failed or has_errors(self.unused)


def compare_sides(old: Side, new: Side, policy: Policy, accepts: Mapping[str, Accept]) -> Outcome:
    """Compare two states of a project."""
    states = compile_sides(old, new)
    sources = Sources(states)
    broken = tuple(one for state in (states.old, states.new) for one in _broken(state))
    if broken or states.old.model is None or states.new.model is None:
        return Outcome(old, new, sources, broken=broken)
    catalog = Catalog(states.old.model, states.new.model)
    changes = _changes(catalog, states, sources)
    findings = judged(changes, sources, policy, accepts)
    left = tuple(unused_diagnostic(one, policy) for one in unused(accepts, findings))
    return Outcome(old, new, sources, findings, left)


def _changes(catalog: Catalog, states: States, sources: Sources) -> Iterator[Change]:
    """Ask every comparison there is."""
    yield from compare_definitions(catalog)
    found = [*compare_classes(catalog)]
    for pair in catalog.pairs:
        found += compare_signatures(pair)
        found += compare_kept(pair, states.remembered)
        if pair.old != pair.new:
            found += compare_wire(pair)
        found += compare_gates(pair)
        found += compare_attention(pair, sources)
    yield from found
    yield from compare_pending(catalog, states.memory)
    yield from compare_memory(states.remembered, states.memory)
    yield from compare_quietly(catalog.pairs, found)


def _broken(state: State) -> Iterator[Diagnostic]:
    """Yield the errors of a side, with the places that the side shows."""
    for one in state.diagnostics:
        if one.severity is Severity.ERROR:
            notes = [Note(_shown(note.place, state.side), note.message) for note in one.notes]
            place = _shown(one.place, state.side)
            yield one.rule.at(place, one.message, hint=one.hint, notes=notes)


def _shown(place: Place, side: Side) -> Place:
    return Place(side.shown(place.path), place.line, place.column)
