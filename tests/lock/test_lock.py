"""The lock file: its text, what it refuses, and which earlier versions it remembers."""

import json
from dataclasses import replace

import pytest

from interruptgen.diagnostics import Diagnostic
from interruptgen.lock import Entry, Lock, dump_lock, load_lock, with_history
from interruptgen.model import JsonObject, Version
from interruptgen.rules import lock as rules
from interruptgen.schema.canonical import hash_json


def version(number: int) -> Version:
    schema: JsonObject = {"type": "integer", "minimum": number}
    return Version({"response": hash_json(schema)}, {"response": schema})


def lock(current: int, *earlier: int) -> Lock:
    entry = Entry(
        source="interrupts/desk.yaml",
        package="desk",
        names={"class": "Ask", "variable": "ask"},
        current=version(current),
        earlier=tuple(version(number) for number in earlier),
    )
    return Lock(generator="1.2.3", interrupts={"ask": entry})


def remembered(made: Lock) -> list[Version]:
    return list(made.interrupts["ask"].earlier)


def test_text_and_back() -> None:
    made = replace(lock(2, 1), sources={"b": hash_json(1), "a": hash_json(2)})
    text = dump_lock(made)
    assert load_lock("lock", text) == made
    assert dump_lock(made) == text
    assert text.endswith("}\n")
    assert list(json.loads(text)["sources"]) == ["a", "b"]


def test_a_schema_stands_on_one_line() -> None:
    assert '"response": {"minimum":2,"type":"integer"}\n' in dump_lock(lock(2))


def test_a_committed_version_is_remembered() -> None:
    assert remembered(with_history(lock(2), lock(1), [lock(1)])) == [version(1)]


def test_versions_are_remembered_newest_first() -> None:
    assert remembered(with_history(lock(3), lock(2, 1), [lock(2, 1)])) == [version(2), version(1)]


def test_rebuilding_while_editing_leaves_no_traces() -> None:
    assert remembered(with_history(lock(3), lock(2, 1), [lock(1)])) == [version(1)]


def test_without_a_repository_the_lock_on_disk_counts() -> None:
    assert remembered(with_history(lock(2), lock(1), [])) == [version(1)]


def test_going_back_to_a_version_makes_it_the_current_one() -> None:
    assert remembered(with_history(lock(1), lock(2, 1), [lock(2, 1)])) == [version(2)]


def test_an_unchanged_definition_keeps_what_the_disk_remembers() -> None:
    assert remembered(with_history(lock(2), lock(2, 1), [lock(2, 1)])) == [version(1)]
    assert remembered(with_history(lock(2), lock(2), [lock(2, 1)])) == [], "pruned stays away"
    assert remembered(with_history(lock(2), lock(2, 1), [])) == [version(1)]


def test_a_merge_remembers_what_either_side_held() -> None:
    ours, theirs = lock(2, 1), lock(4, 3, 1)
    for either in (ours, theirs):
        found = remembered(with_history(lock(5), either, [ours, theirs]))
        assert found == [version(2), version(1), version(4), version(3)]


def test_a_merge_in_which_one_side_changed_keeps_the_history_of_that_side() -> None:
    ours, theirs = lock(1), lock(3, 2, 1)
    for either in (ours, theirs):
        assert remembered(with_history(lock(3), either, [ours, theirs])) == [version(1), version(2)]


def test_a_new_definition_has_no_history() -> None:
    assert remembered(with_history(lock(1), None, [Lock("1.2.3")])) == []
    assert remembered(with_history(lock(1), None, [])) == []


GOOD = dump_lock(lock(2, 1))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (GOOD.replace('"lockFormat": 1', '"lockFormat": 2'), "LOCK_FROM_THE_FUTURE"),
        (f"<<<<<<< HEAD\n{GOOD}=======\n{GOOD}>>>>>>> other\n", "LOCK_CONFLICT"),
        ("", "LOCK_UNREADABLE"),
        ("[" * 100_000, "LOCK_UNREADABLE"),
        ("[]", "LOCK_UNREADABLE"),
        (GOOD[:-40], "LOCK_UNREADABLE"),
        (GOOD.replace('"package"', '"pakage"'), "LOCK_UNREADABLE"),
        (GOOD.replace('"minimum":1', '"minimum":7'), "LOCK_TAMPERED"),
        (GOOD.replace('"minimum":2', '"minimum":7'), "LOCK_TAMPERED"),
    ],
)
def test_what_is_refused(text: str, code: str) -> None:
    found = load_lock("out/interrupts.lock.json", text)
    assert isinstance(found, Diagnostic)
    assert found.rule is getattr(rules, code)
    assert found.place.path == "out/interrupts.lock.json"
    assert found.hint
