"""Where the schemas of a definition file stand."""

import pytest

from interruptgen import language, reading
from interruptgen.model import Pointer


def embedded(text: str) -> list[Pointer]:
    document = reading.read("d.yaml", text.encode())
    assert isinstance(document, reading.Document), document
    return list(language.embedded(document))


def test_every_slot() -> None:
    assert embedded(
        """\
$defs: {A: {}, B: true, x-c: {}}
interrupts:
  a: {payloadSchema: {}, responseSchema: false}
  b: {}
tools:
  c:
    needsApproval: {when: {}}
    inputSchema: {}
    outputSchema: {}
    approvalSchema: {approve: {}, reject: {}, x-a: {}}
  d: {approvalSchema: {type: object, approve: {}}}
  e: {approvalSchema: {reject: {}}}
  f: {approvalSchema: {}}
"""
    ) == [
        ("$defs", "A"),
        ("$defs", "B"),
        ("$defs", "x-c"),
        ("interrupts", "a", "payloadSchema"),
        ("interrupts", "a", "responseSchema"),
        ("tools", "c", "needsApproval", "when"),
        ("tools", "c", "inputSchema"),
        ("tools", "c", "outputSchema"),
        ("tools", "c", "approvalSchema", "approve"),
        ("tools", "c", "approvalSchema", "reject"),
        ("tools", "d", "approvalSchema"),
        ("tools", "e", "approvalSchema", "reject"),
        ("tools", "f", "approvalSchema"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "5",
        "[]",
        "$defs: 5\ninterrupts: []\ntools: a",
        "$defs: {A: 5}\ninterrupts: {a: 5, b: {payloadSchema: a}}",
        "tools: {a: {inputSchema: , needsApproval: {when: 5}, approvalSchema: {approve: 5}}}",
        "tools: {a: {needsApproval: true, approvalSchema: 5}}",
    ],
)
def test_what_is_no_schema_is_left_out(text: str) -> None:
    assert embedded(text) == []
