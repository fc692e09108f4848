"""Interrupt ids that prove what they stand for."""

import base64
import re
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.keys import key_ring, parse_keys
from interruptgen_runtime.core.proof import (
    MAX_ID_LENGTH,
    OUTSIDE,
    Claim,
    ProofKind,
    Scope,
    digest_of,
    open_id,
    run_named_by,
    seal,
)

RING = key_ring([bytes(range(32))])
SCOPE = Scope(audience="desk", thread_id="t1", run_id="r1", principal="ada")
DIGESTS = st.binary(min_size=12, max_size=12)


@st.composite
def claims(draw: st.DrawFn) -> Claim:
    size = draw(st.integers(min_value=1, max_value=0xFFFE))
    return Claim(
        kind=draw(st.sampled_from(ProofKind)),
        edits=draw(st.booleans()),
        approved=draw(st.booleans()),
        index=draw(st.one_of(st.integers(0, size - 1), st.just(OUTSIDE))),
        size=size,
        expires=draw(st.integers(0, 2**48 - 1)),
        nonce=draw(DIGESTS),
        definition=draw(DIGESTS),
        subject=draw(DIGESTS),
        display=draw(DIGESTS),
        turn=draw(DIGESTS),
    )


CLAIM = Claim(
    kind=ProofKind.APPROVAL,
    edits=True,
    index=0,
    size=2,
    expires=1_800_000_000_123,
    nonce=b"n" * 12,
    definition=digest_of("definition", ["refund"]),
    subject=digest_of("subject", ["c1"]),
    display=digest_of("display", []),
    turn=digest_of("turn", []),
)


@given(claims())
def test_what_is_sealed_comes_back(claim: Claim) -> None:
    interrupt_id = seal(claim, SCOPE, RING)
    assert open_id(interrupt_id, SCOPE, RING) == claim
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9._-]{113,133}", interrupt_id)


@given(claims(), st.integers(min_value=0), st.characters(max_codepoint=0x2FF))
def test_no_character_of_an_id_can_be_changed(claim: Claim, place: int, other: str) -> None:
    interrupt_id = seal(claim, SCOPE, RING)
    place %= len(interrupt_id)
    changed = interrupt_id[:place] + other + interrupt_id[place + 1 :]
    assert (open_id(changed, SCOPE, RING) is None) == (changed != interrupt_id)


@given(claims(), st.integers(min_value=0), st.text(max_size=3))
def test_nothing_can_be_inserted_or_cut_off(claim: Claim, place: int, more: str) -> None:
    interrupt_id = seal(claim, SCOPE, RING)
    place %= len(interrupt_id)
    longer = interrupt_id[:place] + more + interrupt_id[place:]
    assert (open_id(longer, SCOPE, RING) is None) == (more != "")
    assert open_id(interrupt_id[:place], SCOPE, RING) is None


@given(claims(), st.integers(0, 71), st.integers(1, 255))
def test_no_byte_of_the_body_can_be_changed(claim: Claim, place: int, flip: int) -> None:
    prefix, kid, body, mac, run = seal(claim, SCOPE, RING).split(".")
    raw = bytearray(base64.urlsafe_b64decode(body))
    raw[place] ^= flip
    forged = base64.urlsafe_b64encode(raw).decode()
    assert open_id(f"{prefix}.{kid}.{forged}.{mac}.{run}", SCOPE, RING) is None


@pytest.mark.parametrize("name", [field.name for field in fields(Scope)])
@given(other=st.one_of(st.none(), st.text(max_size=12)))
def test_no_part_of_the_scope_can_be_changed(name: str, other: str | None) -> None:
    change: dict[str, Any] = {name: other if name == "principal" else other or ""}
    elsewhere = replace(SCOPE, **change)
    opened = open_id(seal(CLAIM, SCOPE, RING), elsewhere, RING)
    assert (opened is None) == (elsewhere != SCOPE)


@given(st.text(max_size=120))
def test_an_id_names_its_run_if_that_is_short(run_id: str) -> None:
    scope = replace(SCOPE, run_id=run_id)
    interrupt_id = seal(CLAIM, scope, RING)
    named = run_named_by(interrupt_id)
    assert named == (run_id if 0 < len(run_id.encode()) <= 96 else None)
    assert open_id(interrupt_id, scope, RING) == CLAIM
    assert len(interrupt_id) <= MAX_ID_LENGTH


@given(claims(), st.text(alphabet="abcdef0123456789-_.=", max_size=20))
def test_the_run_that_an_id_names_cannot_be_changed(claim: Claim, other: str) -> None:
    whole, _, run = seal(claim, SCOPE, RING).rpartition(".")
    assert (open_id(f"{whole}.{other}", SCOPE, RING) is None) == (other != run)
    named = run_named_by(f"{whole}.{other}")
    if named is not None:
        elsewhere = replace(SCOPE, run_id=named)
        assert (open_id(f"{whole}.{other}", elsewhere, RING) is None) == (other != run)


@pytest.mark.parametrize("foreign", ["", "x", "ig1.a.b.c.d", "approval_c1", "ig2" + "." * 4])
def test_other_ids_name_no_run(foreign: str) -> None:
    assert run_named_by(foreign) is None


@pytest.mark.parametrize("name", [field.name for field in fields(Claim)])
@given(one=claims(), other=claims())
def test_every_part_of_a_claim_is_in_the_id(name: str, one: Claim, other: Claim) -> None:
    place = {"index": one.index, "size": one.size} if name not in {"index", "size"} else {}
    whole: dict[str, Any] = {name: getattr(other, name), **place}
    if name == "index":
        whole = {"index": OUTSIDE if one.index != OUTSIDE else 0}
    if name == "size":
        whole = {"size": one.size % 0xFFFE + 1, "index": OUTSIDE}
        one = replace(one, index=OUTSIDE)
    changed = replace(one, **whole)
    assert (seal(one, SCOPE, RING) == seal(changed, SCOPE, RING)) == (one == changed)


def test_scopes_do_not_run_into_one_another() -> None:
    one = Scope(audience="a", thread_id="bc", run_id="d")
    for other in (
        Scope(audience="ab", thread_id="c", run_id="d"),
        Scope(audience="a", thread_id="b", run_id="cd"),
        Scope(audience="a", thread_id="bc", run_id="d", principal=""),
        Scope(audience="a", thread_id="d", run_id="bc"),
    ):
        assert open_id(seal(CLAIM, one, RING), other, RING) is None


def test_any_key_of_the_ring_opens_and_the_first_seals() -> None:
    old, new = bytes(32), bytes(range(1, 33))
    before, rotated, after = key_ring([old]), key_ring([new, old]), key_ring([new])
    assert open_id(seal(CLAIM, SCOPE, before), SCOPE, rotated) == CLAIM
    assert open_id(seal(CLAIM, SCOPE, rotated), SCOPE, after) == CLAIM
    assert open_id(seal(CLAIM, SCOPE, before), SCOPE, after) is None


@pytest.mark.parametrize(
    "interrupt_id",
    ["", "approval_c1", "ig1", "ig1...", "ig1.a.b.c", "ig2" + "." * 3, "ig1." * 200, "\ud800", "ä"],
)
def test_what_is_no_id_of_ours(interrupt_id: str) -> None:
    assert open_id(interrupt_id, SCOPE, RING) is None


def test_an_id_under_no_key_at_all_is_not_opened() -> None:
    """The stand-in for a key that is missing must never open anything."""
    stand_in = key_ring([bytes(32)])
    sealed = seal(CLAIM, SCOPE, stand_in).split(".")
    assert open_id(".".join([sealed[0], "", *sealed[2:]]), SCOPE, RING) is None


def test_digests_keep_labels_and_places_apart() -> None:
    digests = [
        digest_of("a", []),
        digest_of("b", []),
        digest_of("a", [None]),
        digest_of("a", ["b", "c"]),
        digest_of("a", [["b", "c"]]),
        digest_of("a", ["bc"]),
        digest_of("a", ["\ud800"]),
    ]
    assert len(set(digests)) == len(digests)
    assert digest_of("a", [{"x": 1.0, "y": 2}]) == digest_of("a", [{"y": 2, "x": 1}])


@pytest.mark.parametrize(
    "wrong",
    [
        {"index": 2},
        {"index": -1},
        {"size": 0xFFFF, "index": OUTSIDE},
        {"expires": -1},
        {"expires": 2**48},
        {"nonce": b"short"},
        {"turn": b"n" * 13},
    ],
)
def test_what_has_no_room_in_an_id(wrong: dict[str, Any]) -> None:
    with pytest.raises(LocalError):
        seal(replace(CLAIM, **wrong), SCOPE, RING)


def test_keys_are_read_from_a_text() -> None:
    one, two = bytes(range(32)), bytes(range(200, 240))
    standard = base64.b64encode(two).decode()
    text = f" {base64.urlsafe_b64encode(one).decode().rstrip('=')},\n{standard} "
    ring = parse_keys(text)
    assert ring == key_ring([one, two])
    assert ring.sealing.kid == key_ring([one]).sealing.kid


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "at least one key"),
        (" , ", "at least one key"),
        ("c2hvcnQ", "key 1 has 5 bytes, and needs 32"),
        ("!" * 44, "key 1 is not base64"),
        ("A" * 45, "key 1 is not base64"),
        ("ä" * 44, "key 1 is not base64"),
        (f"{'A' * 43},{'A' * 43}", "two keys of the ring are the same"),
    ],
)
def test_keys_that_are_none(text: str, reason: str) -> None:
    with pytest.raises(LocalError, match=reason) as raised:
        parse_keys(text)
    assert len(text) < 3 or text not in str(raised.value)


def test_a_secret_is_never_shown() -> None:
    secret = bytes(range(32))
    assert repr(key_ring([secret]).sealing.secret)[2:-1] not in repr(key_ring([secret]))
    assert key_ring([secret]).sealing.secret != secret
