"""Numbers, dates and the order of ids against a real JavaScript engine."""

import json
import os
import random
import shutil
import string
import subprocess
from pathlib import Path
from struct import pack, unpack
from typing import Any

import pytest

from interruptgen_runtime import canonical
from interruptgen_runtime.core.dates import parse_date
from interruptgen_runtime.core.ordering import locale_key

SCRIPT = Path(__file__).parent / "node_answers.mjs"

pytestmark = pytest.mark.node


def answers(kind: str, values: list[Any]) -> list[Any]:
    node = shutil.which("node")
    if node is None:
        if os.environ.get("INTERRUPTGEN_REQUIRE_PEERS"):
            pytest.fail("needs node")
        pytest.skip("needs node")
    done = subprocess.run(
        [node, str(SCRIPT)],
        input=json.dumps([{"kind": kind, "value": value} for value in values]),
        env={**os.environ, "TZ": "UTC"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    result: list[Any] = json.loads(done.stdout)
    return result


def double(bits: str) -> float:
    number: float = unpack(">d", bytes.fromhex(bits))[0]
    return number


def test_doubles() -> None:
    chance = random.Random(1)
    bits = [chance.randbytes(8).hex() for _ in range(20_000)]
    bits += [
        pack(">d", chance.uniform(0, 1) * 10.0 ** chance.randint(-10, 25)).hex()
        for _ in range(20_000)
    ]
    finite = [one for one in bits if abs(double(one)) < float("inf")]
    assert [canonical(double(one)) for one in finite] == answers("double", finite)


def test_integers_of_any_size() -> None:
    chance = random.Random(2)
    integers = [chance.randint(-(10**size), 10**size) for size in range(1, 308) for _ in range(20)]
    integers += [2**power + step for power in range(50, 1023) for step in (-1, 0, 1)]
    texts = [str(one) for one in integers]
    assert [canonical(one) for one in integers] == answers("text", texts)


def random_date(chance: random.Random) -> str:
    zone = chance.choice(["", "Z", "+00:00", "-03:30", "+14:00", "+2400", "-0059", "z"])
    seconds = chance.choice(["", ":00", ":59", ":60", ":00.5", ":07.123456"])
    time = f"{chance.randint(0, 25):02}:{chance.randint(0, 61):02}{seconds}{zone}"
    year = chance.choice(["0000", "0099", "1969", "2024", "9999", "+010000", "-000001"])
    day = f"{chance.randint(0, 13):02}-{chance.randint(0, 32):02}"
    return chance.choice([year, f"{year}-{day}", f"{year}-{day}T{time}"])


def test_dates() -> None:
    chance = random.Random(3)
    dates = [random_date(chance) for _ in range(5_000)]
    assert [parse_date(one) for one in dates] == answers("date", dates)


def test_order_of_ids() -> None:
    chance = random.Random(4)
    letters = string.ascii_letters + string.digits + "._-"
    few = "aAbB1_-."
    ids = {
        "".join(chance.choices(alphabet, k=chance.randint(1, 12)))
        for alphabet in (letters, few, string.printable[:95])
        for _ in range(1_000)
    }
    shuffled = sorted(ids, key=lambda _: chance.random())
    assert sorted(shuffled, key=locale_key) == answers("sorted", [shuffled])[0]
