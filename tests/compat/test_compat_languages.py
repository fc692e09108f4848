"""Regular expressions against each other: what is proven is right, and what is plain is proven."""

from random import Random
from time import process_time

import pytest

from interruptgen.compat import Verdict, compare
from interruptgen.compat.languages import covers
from interruptgen.compat.texts import samples
from interruptgen.compat.world import matches
from interruptgen.model import JsonObject

COVERED = [
    ("^[A-Z]{2}$", "^[A-Z][A-Z]$"),
    ("^[A-Za-z]{3}$", "^[A-Z]{3}$"),
    (r"^\d+$", "^[0-9]+$"),
    ("^[0-9]+$", r"^\d+$"),
    ("a+", "^a+$"),
    ("^(foo|bar)$", "^(?:bar|foo)$"),
    ("^(a|b)*$", "^[ab]*$"),
    ("^[ab]*?$", "^(?<x>a|b)*$"),
    (r"^\w+$", "^[A-Za-z_]+$"),
    ("^[a-z]{1,63}$", "^[a-z]{1,50}$"),
    ("^a", "^ab"),
    ("b$", "ab$"),
    ("x", "xyz"),
    ("^a?$", "^$"),
    ("^$|^a$", "^a?$"),
    ("(^a)|(b$)", "^a$"),
    (r"^[\u0041-\u{5a}]$", r"^[\x41-Z]$"),
    ("^[A-Z]{2,}$", "^([A-Z]{2})+$"),
    (r"^[^@]+@[^@]+\.[a-z]+$", r"^[a-z.]+@[a-z]+\.com$"),
    (r"^\S+$", r"^[^\s]+$"),
    (r"^[\s\S]$", "^.$"),
    ("a", "a(?:^b|c)"),
]
OTHERS = [
    ("^[A-Z]{3}$", "^[A-Za-z]{3}$"),
    ("^a+$", "a+"),
    ("^[A-Z]{2}$", "^[A-Z]{2,3}$"),
    ("^.*$", "x"),
    (r"^\w+$", "^[A-Za-zé]+$"),
    (r"^\d$", "^٣$"),
    (r"^\S+$", "^.+$"),
    ("^ab", "^a"),
    ("^a$", "^a?$"),
    ("a{3}", "aa"),
    ("^x$", "^x$|^y$"),
]
UNREAD = [
    r"^(?!x)a",
    r"^(?=a)a",
    r"^(?<=a)a",
    r"^\p{L}",
    r"^(a)\1",
    r"\bword",
    r"\cJ",
    "a{2",
    "[",
    "(",
    "a)",
    "[b-a]",
    r"[\d-z]",
    r"\ud83d\ude00",
    "(?:a{99}){99}",
    "(" * 5_000,
]


@pytest.mark.parametrize(("wide", "narrow"), COVERED)
def test_what_is_plain_is_proven(wide: str, narrow: str) -> None:
    assert covers(wide, narrow)
    before: JsonObject = {"type": "string", "pattern": narrow}
    after: JsonObject = {"type": "string", "pattern": wide}
    assert compare(before, after).verdict is Verdict.HOLDS


@pytest.mark.parametrize(("wide", "narrow"), OTHERS)
def test_what_is_not_so_is_not_proven(wide: str, narrow: str) -> None:
    assert not covers(wide, narrow)


@pytest.mark.parametrize("pattern", UNREAD)
def test_what_has_no_automaton_proves_nothing(pattern: str) -> None:
    assert not covers(pattern, "^a$")
    assert not covers("a", pattern)


def drawn(random: Random, depth: int = 0) -> str:
    """Return a small regular expression."""
    atoms = ["a", "b", "[ab]", "[^a]", ".", r"\d", r"\W", "^", "$", "A"]
    if depth < 3 and random.random() < 0.6:
        atoms = [f"({drawn(random, depth + 1)})", f"(?:{drawn(random, depth + 1)})"]
    one = random.choice(atoms)
    if one not in {"^", "$"}:
        one += random.choice(["", "", "*", "+", "?", "{2}", "{1,2}", "{0,}"])
    shape = random.random()
    if shape < 0.3 and depth < 4:
        return one + drawn(random, depth + 1)
    return f"{one}|{drawn(random, depth + 1)}" if shape < 0.45 and depth < 4 else one


def test_nothing_is_proven_that_a_text_refutes() -> None:
    """Texts are made from the narrow one, and judged by the engine that schemas are judged with."""
    random = Random(7)
    texts = ["", "a", "b", "ab", "ba", "A", "1", "\n", "aa", "é", "a1", "aab", "-"]
    proven = 0
    for _ in range(400):
        wide, narrow = drawn(random), drawn(random)
        if covers(wide, narrow):
            proven += 1
            made = [*texts, *samples(narrow, 6)]
            refuting = [one for one in made if matches(narrow, one) and not matches(wide, one)]
            assert not refuting, (wide, narrow)
    assert proven > 50


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("^(a|b)*a(a|b){18}$", "^(a|b)*a(a|b){18}a?$"),
        ("(((a*)*)*)*b", "((a|aa)+)+c"),
        (f"^({'|'.join(map(str, range(300)))})$", "^[0-9]{1,2}$"),
        ("^" + "a?" * 300 + "$", "^" + "a" * 300 + "$"),
    ],
)
def test_effort_is_bounded(wide: str, narrow: str) -> None:
    started = process_time()
    covers(wide, narrow)
    assert process_time() - started < 10
