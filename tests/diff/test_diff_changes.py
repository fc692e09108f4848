"""What a change comes to: pairs of definitions, and the codes of the findings about them."""

import json
from pathlib import Path

import pytest

from diff.states import DESK, Captured, codes, compared
from interruptgen.model import Json, JsonObject

pytestmark = pytest.mark.usefixtures("plain")


def tool(**keys: Json) -> str:
    """Return a file with one tool."""
    return json.dumps({"interruptgen": 1, "package": "desk", "tools": {"pay": keys}})


def ask(response: Json = None, **keys: Json) -> str:
    """Return a file with one interrupt, JSON being YAML."""
    found = {**keys, **({} if response is None else {"responseSchema": response})}
    definition: Json = found or {"message": "Well?"}
    return json.dumps({"interruptgen": 1, "package": "desk", "interrupts": {"ask": definition}})


def closed(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def opened(*required: str, **properties: Json) -> JsonObject:
    return {"type": "object", "properties": properties, "required": [*required]}


AMOUNT = opened(amount={"type": "number"})
INT: JsonObject = {"type": "integer"}
TEXT: JsonObject = {"type": "string"}
WHEN: Json = {
    "when": {"properties": {"amount": {"type": "number", "minimum": 5}}, "required": ["amount"]}
}
LESS: Json = {
    "when": {"properties": {"amount": {"type": "number", "minimum": 9}}, "required": ["amount"]}
}
WIDER: Json = {
    "when": {
        "required": ["amount"],
        "properties": {"amount": {"anyOf": [{"minimum": 5}, {"type": "string"}]}},
    }
}
"""Also asked about where the amount is a text, which the schema of the input refuses."""

DESCRIBED: JsonObject = {"type": "integer", "description": "x"}
REORDERED = DESK.replace("    message: Which seat?\n", "").replace(
    "    payloadSchema:", "    # said last\n    message: Which seat?\n    payloadSchema:"
)


def gated(approval: Json = None) -> str:
    """Return a tool that needs approval, with a schema for both decisions if one is given."""
    keys: JsonObject = {} if approval is None else {"approvalSchema": approval}
    return tool(inputSchema=AMOUNT, needsApproval=True, **keys)


CASES: list[tuple[str, str, str, list[str]]] = [
    ("nothing", DESK, DESK, []),
    (
        "comments and order of keys",
        DESK,
        DESK.replace("    message: Which seat?\n", "").replace(
            "    payloadSchema:", "    # said last\n    message: Which seat?\n    payloadSchema:"
        ),
        [],
    ),
    ("a text outside", DESK, DESK.replace("package: desk", "package: desk\ndescription: x"), []),
    (
        "a description inside",
        ask(opened(a=INT)),
        ask(opened(a={**INT, "description": "x"})),
        ["IG760"],
    ),
    ("a new optional property", ask(opened(a=INT)), ask(opened(a=INT, b=TEXT)), ["IG720", "IG760"]),
    (
        "a new required property",
        ask(opened(a=INT)),
        ask(opened("b", a=INT, b=TEXT)),
        ["IG701", "IG720", "IG755", "IG761"],
    ),
    ("a field removed", ask(opened(a=INT, b=TEXT)), ask(opened(a=INT)), ["IG754", "IG760"]),
    (
        "a field removed, closed",
        ask(closed(a=INT, b=TEXT)),
        ask(closed(a=INT)),
        ["IG702", "IG754", "IG761"],
    ),
    ("a type widened", ask(opened(a=INT)), ask(opened(a={"type": "number"})), ["IG760", "IG779"]),
    (
        "a type narrowed",
        ask(opened(a={"type": "number"})),
        ask(opened(a=INT)),
        ["IG703", "IG756", "IG761"],
    ),
    ("no longer required", ask(opened("a", a=INT)), ask(opened(a=INT)), ["IG760", "IG779"]),
    ("a name asked for", ask(opened(a=INT)), ask({**opened(a=INT), "x-name": "Answer"}), ["IG753"]),
    (
        "a response added",
        ask(message="Well?"),
        ask(opened(a=INT), message="Well?"),
        ["IG712", "IG757", "IG761"],
    ),
    (
        "a response removed",
        ask(opened(a=INT), message="Well?"),
        ask(message="Well?"),
        ["IG757", "IG760"],
    ),
    ("phases named", ask(message="x"), ask(message="x", phase="beforeModel"), ["IG758"]),
    (
        "phases added",
        ask(message="x", phase="beforeModel"),
        ask(message="x", phase=["beforeModel", "afterModel"]),
        [],
    ),
    ("phases no longer named", ask(message="x", phase="beforeModel"), ask(message="x"), []),
    (
        "versions kept",
        ask(opened(a=INT)),
        ask(opened(a=TEXT), keepVersions=1),
        ["IG703", "IG756", "IG762"],
    ),
    ("an expiry", ask(message="x"), ask(message="x", expiresAfter="PT5M"), ["IG773"]),
    (
        "an expiry written otherwise",
        ask(message="x", expiresAfter="PT60M"),
        ask(message="x", expiresAfter="PT1H"),
        ["IG773"],
    ),
    (
        "no approval any more",
        tool(inputSchema=AMOUNT, needsApproval=True),
        tool(inputSchema=AMOUNT, description="x"),
        ["IG761", "IG774", "IG781"],
    ),
    (
        "asked under a condition",
        tool(inputSchema=AMOUNT, needsApproval=True),
        tool(inputSchema=AMOUNT, needsApproval=WHEN),
        ["IG775"],
    ),
    (
        "asked under another condition",
        tool(inputSchema=AMOUNT, needsApproval=WHEN),
        tool(inputSchema=AMOUNT, needsApproval=LESS),
        ["IG775"],
    ),
    (
        "asked more",
        tool(inputSchema=AMOUNT, needsApproval=LESS),
        tool(inputSchema=AMOUNT, needsApproval=WHEN),
        ["IG776"],
    ),
    (
        "a condition no call meets",
        tool(inputSchema=opened("amount", amount=INT), needsApproval=WHEN),
        tool(
            inputSchema=opened("amount", amount=INT),
            needsApproval={
                "when": {
                    "anyOf": [
                        {"properties": {"amount": {"minimum": 5}}, "required": ["amount"]},
                        {"properties": {"amount": {"type": "string"}}, "required": ["amount"]},
                    ]
                }
            },
        ),
        [],
    ),
    (
        "edits allowed",
        tool(inputSchema=AMOUNT, needsApproval=True, allowEdits=False),
        tool(inputSchema=AMOUNT, needsApproval=True),
        ["IG777"],
    ),
    (
        "edits refused",
        tool(inputSchema=AMOUNT, needsApproval=True),
        tool(inputSchema=AMOUNT, needsApproval=True, allowEdits=False),
        ["IG778"],
    ),
    (
        "runs elsewhere",
        tool(inputSchema=AMOUNT, runsOn="server", description="x"),
        tool(inputSchema=AMOUNT, runsOn="client", description="x"),
        ["IG757"],
    ),
    (
        "no longer on the client",
        tool(inputSchema=AMOUNT, runsOn="client", description="x"),
        tool(inputSchema=AMOUNT, runsOn="server", description="x"),
        ["IG757", "IG761"],
    ),
    (
        "an annotation",
        tool(inputSchema=AMOUNT, title="Pay"),
        tool(inputSchema=AMOUNT, title="P"),
        ["IG781"],
    ),
    (
        "a text in the schema of a tool about which nobody is asked",
        tool(inputSchema=AMOUNT),
        tool(inputSchema=opened(amount={"type": "number", "description": "In cents."})),
        ["IG783"],
    ),
    (
        "another property of what a tool gives back",
        tool(outputSchema=opened(a=INT)),
        tool(outputSchema=opened(a=INT, b=TEXT)),
        ["IG783"],
    ),
    (
        "one schema for both decisions",
        gated(opened(a=INT)),
        gated(opened(a=TEXT)),
        ["IG703", "IG756", "IG761"],
    ),
    (
        "a schema for both decisions is new",
        gated(),
        gated(opened(a=INT)),
        ["IG701", "IG757", "IG761"],
    ),
]


@pytest.mark.parametrize(
    ("old", "new", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_change(
    old: str, new: str, expected: list[str], tmp_path: Path, capsys: Captured
) -> None:
    document = compared(tmp_path, capsys, old, new)
    assert document["compared"], document["faults"]
    assert codes(document) == expected


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_witness_of_each_breaking_change_on_the_wire(
    case: tuple[str, str, str, list[str]], tmp_path: Path, capsys: Captured
) -> None:
    for one in compared(tmp_path, capsys, case[1], case[2])["findings"]:
        if one["category"] == "wire" and one["severity"] == "error":
            assert one["witness"]["acceptedBy"] != one["witness"]["refusedBy"]


class TestNames:
    """The classes of a package, wherever their schemas stand."""

    SHARED = json.dumps(
        {
            "interruptgen": 1,
            "package": "desk",
            "$defs": {"Price": opened("amount", amount={"type": "number"})},
            "interrupts": {"ask": {"responseSchema": opened(price={"$ref": "#/$defs/Price"})}},
        }
    )

    def test_a_shared_class(self, tmp_path: Path, capsys: Captured) -> None:
        new = self.SHARED.replace('"required": ["amount"]', '"required": []')
        found = compared(tmp_path, capsys, self.SHARED, new)["findings"]
        (one,) = [one for one in found if one["code"] == "IG779"]
        assert (one["kind"], one["id"], one["line"]) == ("$defs", "Price", 1)

    def test_a_renamed_shared_class_is_told_once(self, tmp_path: Path, capsys: Captured) -> None:
        found = compared(tmp_path, capsys, self.SHARED, self.SHARED.replace("Price", "Cost"))
        assert [one["message"] for one in found["findings"] if one["category"] == "source"] == [
            "the class `Price` is `Cost` now"
        ]

    def test_a_schema_that_is_taken_out_is_told_once(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        inline = ask(opened(price=opened("amount", amount={"type": "number"})))
        for old, new, said in (
            (inline, self.SHARED, "the class `AskResponsePrice` is `Price` now"),
            (self.SHARED, inline, "the class `Price` is `AskResponsePrice` now"),
        ):
            found = compared(tmp_path, capsys, old, new)["findings"]
            assert [one["message"] for one in found if one["category"] == "source"] == [said]

    CASH: JsonObject = opened("kind", "amount", kind={"const": "cash"}, amount=INT)
    CARD: JsonObject = opened("kind", "number", kind={"const": "card"}, number=TEXT)

    def test_alternatives_in_another_order_are_the_same(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        old, new = (
            ask(opened(paid={"oneOf": list[Json](each)}))
            for each in ([self.CASH, self.CARD], [self.CARD, self.CASH])
        )
        assert codes(compared(tmp_path, capsys, old, new)) == ["IG760"]

    def test_a_key_that_becomes_its_own_name_changes_no_field(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        old, new = ask(opened("userId", userId=TEXT)), ask(opened("user_id", user_id=TEXT))
        found = compared(tmp_path, capsys, old, new)
        assert codes(found) == ["IG701", "IG720", "IG761"]

    def test_a_class_that_becomes_a_union_is_told_once(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        old, new = ask(self.CASH), ask({"oneOf": [self.CASH, self.CARD]})
        found = compared(tmp_path, capsys, old, new)["findings"]
        (one,) = [one for one in found if one["category"] == "source"]
        assert one["message"].startswith("`AskResponse` was a class with fields and is `AskRes")

    def test_a_class_for_both_decisions_becomes_two(self, tmp_path: Path, capsys: Captured) -> None:
        both: JsonObject = {"approve": opened(a=INT), "reject": opened(a=INT)}
        found = compared(tmp_path, capsys, gated(opened(a=INT)), gated(both))["findings"]
        (one,) = [one for one in found if one["category"] == "source"]
        assert one["message"] == "the class `PayDecision` is `PayApprove` and `PayReject` now"

    def test_an_inline_class_that_is_renamed_changes_no_field(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        inner: JsonObject = {"type": "object", "properties": {"city": TEXT}}
        old, new = (ask(opened(home=one)) for one in (inner, {**inner, "x-name": "Home"}))
        assert codes(compared(tmp_path, capsys, old, new)) == ["IG753"]


class TestPolicy:
    """What fails, by the category and by the code."""

    OLD, NEW = ask(opened(a=INT), message="x"), ask(opened(a=TEXT), message="y")

    @pytest.mark.parametrize(
        ("fail_on", "errors"),
        [
            ("source", ["IG756"]),
            ("wire", ["IG703", "IG756"]),
            ("in-flight", ["IG703", "IG756", "IG761"]),
            ("advisory", ["IG703", "IG756", "IG761", "IG771"]),
            ("safe", ["IG703", "IG756", "IG761", "IG771"]),
            ("never", []),
        ],
    )
    def test_fail_on(
        self, tmp_path: Path, capsys: Captured, fail_on: str, errors: list[str]
    ) -> None:
        document = compared(tmp_path, capsys, self.OLD, self.NEW, "--fail-on", fail_on)
        failing = sorted(one["code"] for one in document["findings"] if one["fails"])
        assert failing == errors
        assert document["fails"] == bool(errors)

    def test_the_configuration(self, tmp_path: Path, capsys: Captured) -> None:
        (tmp_path / "new").mkdir()
        text = 'sources = ["desk.yaml"]\nout = "generated"\n[diff]\nfail-on = "source"\n'
        text += '[diff.severity]\nIG756 = "note"\nIG771 = "error"\n'
        (tmp_path / "new/interruptgen.toml").write_text(text, encoding="utf-8")
        document = compared(tmp_path, capsys, self.OLD, self.NEW)
        severities = {one["code"]: one["severity"] for one in document["findings"]}
        assert severities == {
            "IG703": "warning",
            "IG756": "note",
            "IG761": "warning",
            "IG771": "error",
        }
        document = compared(tmp_path, capsys, self.OLD, self.NEW, "--fail-on", "wire")
        assert {one["code"] for one in document["findings"] if one["fails"]} == {"IG703", "IG771"}

    @pytest.mark.parametrize(
        ("new", "release"),
        [
            (NEW, "major"),
            (ask(opened(a=INT), message="y"), "minor"),
            (ask(opened(a=INT), message="x", description="z"), "patch"),
            (OLD, "none"),
        ],
    )
    def test_the_release(self, tmp_path: Path, capsys: Captured, new: str, release: str) -> None:
        document = compared(tmp_path, capsys, self.OLD, new, "--fail-on", "never")
        assert document["release"] == release


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"description": "x"}, "tool `pay` is new, and runs without approval"),
        ({"needsApproval": True}, "tool `pay` is new, and needs approval"),
        ({"needsApproval": WHEN}, "tool `pay` is new, and needs approval at times"),
    ],
)
def test_a_new_tool_says_whether_anybody_is_asked(
    keys: JsonObject, said: str, tmp_path: Path, capsys: Captured
) -> None:
    document = compared(tmp_path, capsys, ask(message="x"), tool(inputSchema=AMOUNT, **keys))
    assert said in [one["message"] for one in document["findings"]]
