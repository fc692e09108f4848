"""Precomputed hashes against those that TanStack AI computes from the same documents."""

from itertools import chain

from interop.definitions import (
    Definition,
    case_model,
    case_names,
    example_locks,
    from_lock,
    of_model,
)
from interop.peers import run_node


def compare(definitions: list[Definition]) -> None:
    answers = run_node("hashes.mjs", [one.for_peer() for one in definitions])
    assert len(answers) == len(definitions)
    for definition, answer in zip(definitions, answers, strict=True):
        assert answer["wrapped"] == definition.hashes, definition.id
        if definition.section == "tools":
            assert answer["raw"] == definition.hashes, definition.id


def test_examples() -> None:
    locks = example_locks()
    assert len(locks) >= 4
    compare(list(chain.from_iterable(map(from_lock, locks))))


def test_cases() -> None:
    models = {name: case_model(name) for name in case_names()}
    built = [model for model in models.values() if model]
    assert len(built) >= 60
    compare(list(chain.from_iterable(map(of_model, built))))
