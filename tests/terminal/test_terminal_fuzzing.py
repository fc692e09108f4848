"""Whatever a server sends, nothing raises, nothing acts, and what is taken satisfies the schema."""

import unicodedata
from itertools import cycle, islice
from typing import Any, Final

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from interruptgen_runtime import Json
from interruptgen_runtime.client import Bindings, BlockingChat
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.terminal.checking import check_of
from interruptgen_runtime.terminal.deciding import Visit
from interruptgen_runtime.terminal.dialog import Left
from interruptgen_runtime.terminal.form.filling import fill, mend
from interruptgen_runtime.terminal.form.resolving import document
from interruptgen_runtime.terminal.form.telling import Slot
from interruptgen_runtime.terminal.pending.asked import pending
from interruptgen_runtime.terminal.views import overview_lines
from terminal.scripted import CTRL_C, Scripted
from terminal.servers import Told, question

NAMES = st.sampled_from(["a", "b", "approved", "payload", "\x1b[2J", "\u202e", "", "you"])
VALUES: st.SearchStrategy[Json] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.floats(allow_nan=False, allow_infinity=False)
    | NAMES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(
    ["string", "integer", "number", "boolean", "null", "array", "object", "\x9b"]
)
REFERENCES = st.sampled_from(["#", "#/$defs/a", "#/$defs/b", "#/properties/a", "#a", "http://x/"])


def schemas(inner: st.SearchStrategy[Json]) -> st.SearchStrategy[Json]:
    several = st.lists(inner, min_size=1, max_size=3)
    members = st.dictionaries(NAMES, inner, max_size=3)
    known: dict[str, st.SearchStrategy[Any]] = {
        "type": TYPES | st.lists(TYPES, max_size=3),
        "properties": members,
        "required": st.lists(NAMES, max_size=2),
        "items": inner,
        "enum": st.lists(VALUES, max_size=3),
        "const": VALUES,
        "oneOf": several,
        "anyOf": several,
        "allOf": several,
        "$ref": REFERENCES,
        "$defs": members,
        "additionalProperties": inner,
        "title": NAMES | VALUES,
        "description": NAMES | VALUES,
        "default": VALUES,
        "minLength": VALUES,
        "pattern": NAMES | st.just("(a+)+$"),
        "minimum": VALUES,
    }
    return st.fixed_dictionaries({}, optional=known)


def of_type(kind: str) -> Json:
    return {"type": kind}


SCHEMAS: st.SearchStrategy[Json] = st.recursive(
    st.booleans() | TYPES.map(of_type) | VALUES, schemas, max_leaves=12
)
WORDS = ("", "1", "2", "yes", "no", "x", "-3.5", "a", "e 0", "d 0", '{"a": 1}', "[]", "null", "{")
TYPED = st.lists(
    st.sampled_from([*WORDS, ":skip", ":null", ":empty", ":edit"]), min_size=1, max_size=8
)


def person(typed: list[str], length: int = 40) -> Scripted:
    """Return a person who types the same again and again, and then leaves."""
    saved = [one for one in typed if one[:1] in ("{", "[")] * 3
    return Scripted([*islice(cycle(typed), length), CTRL_C, CTRL_C, CTRL_C], saved)


def is_plain(text: str) -> bool:
    return all(unicodedata.category(one) not in ("Cc", "Cf", "Cs") for one in text)


QUICK: Final = settings(
    deadline=None,
    derandomize=True,
    report_multiple_bugs=False,
    phases=(Phase.explicit, Phase.generate),
)
"""Failures are not made smaller: that takes minutes, and the forms say where they are."""


@settings(QUICK, max_examples=300)
@given(schema=SCHEMAS, typed=TYPED, current=VALUES)
def test_any_schema_can_be_a_form(schema: Json, typed: list[str], current: Json) -> None:
    who = person(typed)
    for slot in (Slot(document(schema), ()), Slot(document(schema), (), current)):
        try:
            value = fill(who, slot)
        except Left:
            value = ABSENT
        check = check_of(schema)
        if value is not ABSENT and check is not None:
            try:
                mend(who, Slot(document(schema), (), value), {p.path: "no" for p in check(value)})
            except Left:
                pass
    assert all(map(is_plain, who.shown + who.labels))


@settings(QUICK, max_examples=150)
@given(schema=SCHEMAS, typed=TYPED, extra=st.dictionaries(NAMES, VALUES, max_size=2))
def test_any_question_can_be_visited(
    schema: Json, typed: list[str], extra: dict[str, Json]
) -> None:
    def pause(run_id: str) -> list[Json]:
        return [{**question(run_id, "q", schema), "message": str(extra), **extra}]

    with BlockingChat(Told([pause]), bindings=Bindings[Any]()) as chat:
        decisions = pending(chat, chat.send("go"))
        for asked in decisions:
            who = person(["a", *typed])
            Visit(who, asked, lambda: 0).run()
            assert all(map(is_plain, who.shown + who.labels))
        assert all(is_plain(line.text) for line in overview_lines(decisions, 0))
