"""Bytes of a response -> events: as real servers send them, and refused where they are none."""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.recorded import load, names, response_bytes
from interruptgen_runtime import JsonObject
from interruptgen_runtime.client import BrokenStream, ConnectionLost, StreamLimits
from interruptgen_runtime.client.stream.reading import EventReader

STOP: JsonObject = {"type": "RUN_FINISHED", "metadata": {"tanstack": {"finishReason": "stop"}}}
A: JsonObject = {"type": "A"}
B: JsonObject = {"type": "B"}


def read(chunks: Iterable[bytes], limits: StreamLimits | None = None) -> list[JsonObject]:
    reader = EventReader(limits or StreamLimits())
    events = [event for chunk in chunks for event in reader.feed(chunk)]
    return events + reader.finish()


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ('data: {"type":"A"}\n\ndata: {"type":"B"}\n\n', [A, B]),
        ('data:{"type":"A"}\ndata:{"type":"B"}\n', [A, B]),
        ('data: {"type":"A"}\r\n\r\ndata: {"type":"B"}\r\n\r\n', [A, B]),
        ('data: {"type":"A"}\r\rdata: {"type":"B"}\r\r', [A, B]),
        ('\ufeffdata: {"type":"A"}\n\n', [A]),
        ('\ufeff{"type":"A"}\n', [A]),
        ('{"type":"A"}\n{"type":"B"}\n', [A, B]),
        ('{"type":"A"}\n{"type":"B"}', [A, B]),
        ('data: {"type":"A"}', [A]),
        ('data: {\ndata: "type":\ndata: "A"}\n\n', [A]),
        ('data: {"type":\ndata: "A"}', [A]),
        (': ping\nevent: message\nid: 7\nretry: 100\ndata: {"type":"A"}\n\n', [A]),
        ("\n\n\n", []),
        ("data:\n\n", []),
        ("event\n\n", []),
        ("", []),
        ('data: {"type":"A"}\n\ndata: [DONE]\n\ndata: {"type":"B"}\n\n', [A, STOP]),
        ('data: {"type":"A","x":"\\ud83d"}\n\n', [{"type": "A", "x": "\ud83d"}]),
        ('data: {"type":"A","type":"B"}\n\n', [B]),
    ],
)
def test_what_is_read(text: str, events: list[JsonObject]) -> None:
    data = text.encode()
    assert read([data]) == events
    assert read(data[i : i + 1] for i in range(len(data))) == events


@pytest.mark.parametrize(
    ("text", "event", "line", "said"),
    [
        ("<html>\n", 1, 1, "not JSON"),
        ("hello: world\n", 1, 1, "not JSON"),
        ('data: {"type":"A"}\n\ndata: {"type":\n\n', 2, 4, "not JSON"),
        ("data: 1\n\n", 1, 1, "object with a type"),
        ("data: {}\n\n", 1, 1, "object with a type"),
        ('data: {"type":1}\n\n', 1, 1, "object with a type"),
        ('data: {"type":"A","x":NaN}\n\n', 1, 2, "NaN is no number"),
        ('data: {"type":"A","x":1e999}\n\n', 1, 2, "too large"),
        ('{"type":"A","x":-Infinity}\n', 1, 1, "-Infinity is no number"),
        ('data: {"type":\n{"type":"B"}\n', 1, 2, "before the one before it"),
        ('data: {"type":"A","x":' + "[" * 150 + "]" * 150 + "}\n\n", 1, 1, "128 containers"),
        ('data: {"type":"A","x":' + "[" * 90_000 + "]" * 90_000 + "}\n\n", 1, 2, "containers"),
        ('data: {"type":"A","x":"' + "x" * 3000 + '"}\n\n', 1, 1, "2000 bytes"),
        ("data: x\n" * 1900 + "\n", 1, 1001, "2000 bytes"),
    ],
)
def test_what_is_refused(text: str, event: int, line: int, said: str) -> None:
    limits = StreamLimits(event_bytes=2000 if "2000" in said else 1_000_000)
    with pytest.raises(BrokenStream, match=said) as raised:
        read([text.encode()], limits)
    assert (raised.value.event, raised.value.line) == (event, line)


def test_bytes_that_are_no_utf_8() -> None:
    with pytest.raises(BrokenStream, match="event 1, line 1: the text is not UTF-8"):
        read([b'data: {"type":"\xff"}\n'])


def test_a_line_that_never_ends() -> None:
    reader = EventReader(StreamLimits(event_bytes=1000))
    with pytest.raises(BrokenStream, match="more than 1000 bytes"):
        for _ in range(100):
            reader.feed(b"x" * 100)


@pytest.mark.parametrize("cut", range(1, len('data: {"type":"B"')))
def test_a_cut_in_a_line(cut: int) -> None:
    reader = EventReader(StreamLimits())
    assert reader.feed(b'data: {"type":"A"}\n\n' + b'data: {"type":"B"'[:cut]) == [A]
    if cut > len("data: "):
        with pytest.raises(ConnectionLost, match="in the middle of event 2"):
            reader.finish()


@given(st.data())
def test_chunks_do_not_matter(data: Any) -> None:
    text = data.draw(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30))
    events: list[JsonObject] = [{"type": "A", "text": text}, {"type": text}]
    end = data.draw(st.sampled_from(["\n\n", "\r\n\r\n", "\r\r", "\n", "\r\n"]))
    raw = "".join(
        f"data: {json.dumps(event, ensure_ascii=False)}{end}" for event in events
    ).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=8)))
    edges = [0, *cuts, len(raw)]
    assert read(raw[a:b] for a, b in pairwise(edges)) == events


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        read([raw])
    except (BrokenStream, ConnectionLost):
        pass


@pytest.mark.parametrize("name", names())
def test_recorded_responses(name: str) -> None:
    for exchange in load(name)["exchanges"]:
        response = exchange["response"]
        if "events" in response and "raw" not in response:
            assert read([response_bytes(response)]) == response["events"]
