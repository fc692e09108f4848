"""Two schema documents -> whether the second one accepts all that the first one accepts."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from interruptgen.compat import alternatives, arrays, objects, scalars
from interruptgen.compat.claims import Claim
from interruptgen.compat.comparison import Comparison, Finding, Verdict, Witness
from interruptgen.compat.facts import Facts
from interruptgen.compat.nodes import Node, sides
from interruptgen.compat.prover import MAX_CLAIMS, Prover
from interruptgen.compat.standing import obstacles, paired_definitions
from interruptgen.compat.witnesses import Searcher
from interruptgen.compat.world import World
from interruptgen.model import JsonObject, Pointer
from interruptgen.rules.compatibility import (
    CHANGED_FORMAT,
    REFUSED_PROPERTY,
    UNDECIDED_COMPATIBILITY,
)

_STEPS: Final = 10_000
_SEARCHING: Final = 5
"""How many times the effort of the proof the search for witnesses may take."""

_MAX_TRIED: Final = 3
"""How many claims about one place are tried before it is left undecided."""

_CHECKS: Final = {**alternatives.CHECKS, **arrays.CHECKS, **objects.CHECKS, **scalars.CHECKS}


def compare(a: JsonObject, b: JsonObject, *, steps: int = _STEPS) -> Comparison:
    """Tell whether every value that `a` accepts also satisfies `b`.

    Both are documents of JSON Schema 2020-12 that stand alone, as the compiler makes them: each
    `$ref` is `#/$defs/NAME`; with any other the answer is undecided. `steps` bounds the effort of
    the proof; what it does not suffice for is undecided. The answer is the same in every run.
    Raises `ValueError` for what is no schema, or has a pattern that cannot be used.
    """
    one, other = sides(a, b)
    root, target = one.root(), other.root()
    open_ = [
        *(_open(at, ()) for at in obstacles(root)),
        *(_open((), at) for at in obstacles(target)),
    ]
    if open_:
        return Comparison(Verdict.UNDECIDED, tuple(open_), is_complete=False)
    if root.key == target.key:
        return Comparison(Verdict.HOLDS)
    world = World(steps)
    try:
        claims = _claims(world, root, target)
        world.renew(_SEARCHING * steps)
        findings = tuple(_findings(claims, Searcher(world, root, target)))
    except RecursionError:
        return Comparison(Verdict.UNDECIDED, (_open((), ()),), is_complete=False)
    return Comparison(_verdict(findings), findings, len(claims) < MAX_CLAIMS)


def _claims(world: World, root: Node, target: Node) -> tuple[Claim, ...]:
    """Prove from the top; where that is too deep for the stack, definition by definition first."""
    try:
        return Prover(world, _CHECKS, REFUSED_PROPERTY).prove(Facts(world, [root]), target)
    except RecursionError:
        prover = Prover(world, _CHECKS, REFUSED_PROPERTY)
        for before, after in paired_definitions(root.side, target.side):
            prover.prove(Facts(world, [before]), after)
        return prover.prove(Facts(world, [root]), target)


def _verdict(findings: Iterable[Finding]) -> Verdict:
    serious = [one for one in findings if one.rule is not CHANGED_FORMAT]
    if any(one.witness for one in serious):
        return Verdict.FAILS
    return Verdict.UNDECIDED if serious else Verdict.HOLDS


def _findings(claims: Iterable[Claim], searcher: Searcher) -> Iterator[Finding]:
    """Find a witness for each place, and for the whole where some places have none."""
    places: dict[object, list[Claim]] = {}
    for one in claims:
        places.setdefault((one.rule.code, one.a, one.b, one.keyword), []).append(one)
    tried = [_tried(group[:_MAX_TRIED], searcher) for group in places.values()]
    merged = {(one.rule.code, one.suspected.code, one.a, one.b): one for one in tried}
    findings = [*merged.values()]
    is_shown = any(one.is_breaking for one in findings)
    open_ = [one for one in findings if one.rule is UNDECIDED_COMPATIBILITY]
    witness = searcher.any() if open_ and not is_shown else None
    for finding in findings:
        is_first = finding is open_[0] if open_ else False
        yield _shown(finding, witness) if witness and is_first else finding


def _shown(finding: Finding, witness: Witness) -> Finding:
    return replace(finding, rule=finding.suspected, witness=witness)


def _tried(claims: Iterable[Claim], searcher: Searcher) -> Finding:
    """Return a finding with a witness for the first claim that has one."""
    first: Claim | None = None
    for one in claims:
        first = first or one
        if one.rule is CHANGED_FORMAT:
            return _finding(one, None)
        for tried in (one, *((one.otherwise,) if one.otherwise else ())):
            witness = searcher.refuting(tried)
            if witness:
                return _finding(tried, witness)
    assert first
    return _finding(first, None)


def _finding(claim: Claim, witness: Witness | None) -> Finding:
    is_open = witness is None and claim.rule is not CHANGED_FORMAT
    return Finding(
        rule=UNDECIDED_COMPATIBILITY if is_open else claim.rule,
        suspected=claim.rule,
        a=claim.a,
        b=claim.b,
        path=claim.path,
        keyword=claim.keyword,
        have=claim.have,
        want=claim.want,
        witness=witness,
    )


def _open(a: Pointer, b: Pointer) -> Finding:
    """Return a finding that says that two places could not be compared."""
    rule = UNDECIDED_COMPATIBILITY
    return Finding(rule, rule, a, b, (), "$ref", None, None)
