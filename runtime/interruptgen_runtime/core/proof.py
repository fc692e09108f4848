"""What an interrupt stands for <-> an interrupt id that proves it.

A server without a store gets nothing back but the id and what the client chose to send. So the id
says, under a keyed digest, what was asked, about which call, until when, and as which part of
which batch; thread, run, principal and audience are under the digest, too. Its form is
`ig1.<kid>.<body>.<mac>.<run>`: the run stands in it because not every client says which run it
answers.
"""

import base64
import binascii
import hashlib
import hmac
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from json.encoder import encode_basestring
from typing import Final

from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.keys import Key, KeyRing
from interruptgen_runtime.core.plain import write_plain
from interruptgen_runtime.core.records import record

DIGEST_BYTES: Final = 12
NONCE_BYTES: Final = 12
MAX_BATCH: Final = 0xFFFE
OUTSIDE: Final = 0xFFFF
"""The index of an interrupt that need not be answered, such as a client tool beside a question."""

MAX_ID_LENGTH: Final = 512
"""No id of ours comes near; longer ones are refused unread."""

_PREFIX: Final = "ig1"
_BODY: Final = struct.Struct(">BBHHHI12s12s12s12s12s")
_BODY_LENGTH: Final = 96
_MAC_BYTES: Final = 16
_MAX_EXPIRY: Final = 2**48
_MAX_RUN_BYTES: Final = 96
_URL_SAFE: Final = bytes.maketrans(b"+/", b"-_")
_STANDARD: Final = bytes.maketrans(b"-_", b"+/")
_NO_KEY: Final = Key("", bytes(32))


class ProofKind(IntEnum):
    """What an interrupt asks for."""

    APPROVAL = 1
    CLIENT_TOOL = 2
    GENERIC = 3


_KINDS: Final = {int(kind): kind for kind in ProofKind}


@dataclass(frozen=True, kw_only=True)
class Scope:
    """Where and for whom an interrupt is: the same at the pause and at its answer.

    What ids say of it is written once for all ids of a batch.
    """

    audience: str
    thread_id: str
    run_id: str
    principal: str | None = None

    @cached_property
    def canonical(self) -> str:
        """The scope as canonical JSON, without the bracket before it."""
        parts: list[Json] = [self.audience, self.thread_id, self.run_id, self.principal]
        return canonical(parts).removeprefix("[")

    @cached_property
    def run(self) -> str:
        """The run as it stands in ids; nothing for one whose name is too long."""
        run = self.run_id.encode("utf-8", "replace")
        return _b64(run) if len(run) <= _MAX_RUN_BYTES else ""


@record(kw_only=True)
class Claim:
    """What an id proves.

    `index` and `size` count the part of the batch that has to be answered, and `index` is
    `OUTSIDE` for the rest; `expires` is in milliseconds since 1970. `approved` tells that a
    person has agreed to the call before, and `edits` that arguments may be edited, or else, of a
    call that is `approved`, that they were. The digests are those of `digest_of`: of the definition
    and its schemas, of the call or question, of what was displayed, and of all calls that were open
    at the pause.
    """

    kind: ProofKind
    edits: bool = False
    approved: bool = False
    index: int
    size: int
    expires: int
    nonce: bytes
    definition: bytes
    subject: bytes
    display: bytes
    turn: bytes


def digest_of(label: str, parts: Iterable[Json], plain: bool = False) -> bytes:
    """Return a short digest of values, told apart by a label from all other digests.

    `plain` says that the values are known to be plain JSON.
    """
    values = [label, *parts]
    return _short_digest(write_plain(values) if plain else canonical(values))


def digest_of_texts(label: str, parts: Iterable[str]) -> bytes:
    """Return the same digest as `digest_of`; the values are given as canonical JSON."""
    return _short_digest(f"[{','.join((encode_basestring(label), *parts))}]")


def _short_digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()[:DIGEST_BYTES]


def seal(claim: Claim, scope: Scope, ring: KeyRing) -> str:
    """Return the id that proves a claim within a scope.

    Made of ASCII letters, digits, `.`, `_` and `-`. Raises `LocalError` for numbers and digests
    that have no room in an id.
    """
    body = _b64(_packed(claim))
    key = ring.sealing
    return f"{_PREFIX}.{key.kid}.{body}.{_mac(key, body, scope)}.{scope.run}"


def open_id(interrupt_id: str, scope: Scope, ring: KeyRing) -> Claim | None:
    """Return what an id proves within a scope, or nothing.

    Nothing tells apart an id that is not ours from one that is altered, belongs elsewhere, or
    names a key that the ring does not have; neither does the time that it takes.
    """
    kid, body, proof = _taken_apart(interrupt_id)
    key = ring.find(kid)
    expected = f"{_mac(key or _NO_KEY, body, scope)}.{scope.run}"
    holds = hmac.compare_digest(expected, proof)
    return _unpacked(body) if holds and key is not None else None


def run_named_by(interrupt_id: str) -> str | None:
    """Return the run that an id says it was made in, or nothing if it says none.

    Nothing is proven by that: it is the `run_id` of the scope to open the id in, where the client
    has not said which run it answers. Run ids of more than 96 bytes are not named.
    """
    run = _taken_apart(interrupt_id)[2].partition(".")[2]
    try:
        named = base64.urlsafe_b64decode(run + "=" * (-len(run) % 4)).decode()
    except ValueError:
        return None
    return named or None


def _taken_apart(interrupt_id: str) -> tuple[str, str, str]:
    """Return the key's id, the body, and what proves it (its digest and the run), all in ASCII."""
    usable = len(interrupt_id) <= MAX_ID_LENGTH and interrupt_id.isascii()
    parts = interrupt_id.split(".", 3) if usable else []
    if len(parts) != 4 or parts[0] != _PREFIX or len(parts[2]) != _BODY_LENGTH:
        return "", "", ""
    return parts[1], parts[2], parts[3]


def _mac(key: Key, body: str, scope: Scope) -> str:
    """Return the keyed digest of the canonical JSON of all that an id is bound to, in one array."""
    text = f'["{_PREFIX}","{key.kid}",{encode_basestring(body)},{scope.canonical}'
    return _b64(hmac.digest(key.secret, text.encode(), "sha256")[:_MAC_BYTES])


def _packed(claim: Claim) -> bytes:
    _check(claim)
    return _BODY.pack(
        claim.kind,
        claim.edits | claim.approved << 1,
        claim.index,
        claim.size,
        *divmod(claim.expires, 2**32),
        claim.nonce,
        claim.definition,
        claim.subject,
        claim.display,
        claim.turn,
    )


def _check(claim: Claim) -> None:
    within = claim.index == OUTSIDE or 0 <= claim.index < claim.size
    if not within or not 0 <= claim.size <= MAX_BATCH:
        raise LocalError(f"interrupt {claim.index} of {claim.size} has no place in an id")
    if not 0 <= claim.expires < _MAX_EXPIRY:
        raise LocalError(f"an interrupt cannot expire at {claim.expires}")
    digests = (claim.nonce, claim.definition, claim.subject, claim.display, claim.turn)
    if any(len(digest) != DIGEST_BYTES for digest in digests):
        raise LocalError(f"nonces and digests of an interrupt id have {DIGEST_BYTES} bytes")


def _unpacked(body: str) -> Claim:
    """Read the body of an id whose digest holds: it is as `_packed` wrote it."""
    packed = binascii.a2b_base64(body.encode().translate(_STANDARD))
    kind, flags, index, size, high, low, *digests = _BODY.unpack(packed)
    nonce, definition, subject, display, turn = digests
    return Claim(
        kind=_KINDS[kind],
        edits=bool(flags & 1),
        approved=bool(flags & 2),
        index=index,
        size=size,
        expires=high * 2**32 + low,
        nonce=nonce,
        definition=definition,
        subject=subject,
        display=display,
        turn=turn,
    )


def _b64(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).translate(_URL_SAFE).rstrip(b"=").decode()
