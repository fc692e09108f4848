"""Definitions that are well-formed, but say what cannot be meant."""

import pytest

from interruptgen import language, reading
from interruptgen.diagnostics import Diagnostic
from interruptgen.language.durations import fault, seconds


def check(text: str) -> tuple[Diagnostic, ...]:
    document = reading.read("d.yaml", f"interruptgen: 1\n{text}".encode())
    assert isinstance(document, reading.Document), document
    return language.check(document)


def tool(*lines: str) -> list[tuple[str, str]]:
    """Return the code and the place of each finding about a tool with these lines."""
    body = "".join(f"    {line}\n" for line in lines)
    return [(one.code, str(one.place)) for one in check(f"tools:\n  refund:\n{body}")]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["name: refund"], []),
        (["name: pay-back"], [("IG208", "d.yaml:4:11")]),
        (["needsApproval: true", "message: a", "allowEdits: false"], []),
        (["message: a"], [("IG209", "d.yaml:4:5")]),
        (["allowEdits: false"], [("IG209", "d.yaml:4:5")]),
        (["approvalSchema: {type: object}"], [("IG209", "d.yaml:4:5")]),
        (["runsOn: client", "message: a"], [("IG209", "d.yaml:5:5")]),
        (["allowEdits: false", "message: a"], [("IG209", "d.yaml:5:5")]),
        (["needsApproval: false"], []),
        (["needsApproval: false", "message: a"], [("IG210", "d.yaml:5:5")]),
        (
            ["needsApproval: false", "message: a", "allowEdits: false"],
            [("IG210", "d.yaml:5:5"), ("IG210", "d.yaml:6:5")],
        ),
        (["needsApproval: true", "allowEdits: true"], [("IG211", "d.yaml:5:5")]),
        (["needsApproval: {when: {type: object}}"], [("IG211", "d.yaml:4:5")]),
        (["needsApproval: {when: {type: object}}", "inputSchema: {type: object}"], []),
    ],
)
def test_keys_of_a_tool_agree(lines: list[str], expected: list[tuple[str, str]]) -> None:
    assert tool(*lines) == expected


@pytest.mark.parametrize(
    ("schema", "code", "place"),
    [
        ("{}", "IG212", "5:21"),
        ("{x-a: 1}", "IG212", "5:21"),
        ("{approve: {type: object}, type: object}", "IG212", "5:47"),
        ("{reject: {type: object}, rejct: {}}", "IG212", "5:46"),
        ("true", "IG203", "5:21"),
        ("", "IG203", "5:20"),
        ("[]", "IG203", "5:21"),
        ("{approve: 5}", "IG203", "5:31"),
        ("{approve: {type: object}, reject: }", "IG203", "5:55"),
        ("{approve: {type: objekt}}", "IG301", "5:38"),
        ("{type: objekt}", "IG301", "5:28"),
    ],
)
def test_approval_schemas(schema: str, code: str, place: str) -> None:
    given = ["needsApproval: true", f"approvalSchema: {schema}".rstrip()]
    assert tool(*given) == [(code, f"d.yaml:{place}")]


@pytest.mark.parametrize(
    "schema",
    [
        "{approve: {type: object}}",
        "{approve: {type: object}, reject: {type: string}, x-a: 1}",
        "{type: object, properties: {approve: {type: string}}}",
        "{description: Anything.}",
        "{not: {type: string}}",
    ],
)
def test_sound_approval_schemas(schema: str) -> None:
    assert tool("needsApproval: true", f"approvalSchema: {schema}") == []


@pytest.mark.parametrize(
    ("entry", "fragment"),
    [
        ("{payload: 1, response: 2}", "item 1 of `rejects` has `payload` and `response`"),
        ("{}", "item 1 of `rejects` is empty"),
        ("{x-why: a}", "item 1 of `rejects` is empty"),
    ],
)
def test_rejects_have_one_slot(entry: str, fragment: str) -> None:
    (finding,) = check(f"interrupts:\n  one:\n    rejects: [{entry}, {{payload: 1, x-why: b}}]\n")
    assert (finding.code, str(finding.place)) == ("IG214", "d.yaml:4:15")
    assert fragment in finding.message


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("1st", "no Python identifier"),
        ("refund-input", "no Python identifier"),
        ("''", "no Python identifier"),
        ("'a b'", "no Python identifier"),
        ("class", "needs it itself"),
        ("None", "needs it itself"),
        ("str", "needs it itself"),
        ("BaseModel", "needs it itself"),
        ("_Refund", "begins with an underscore"),
        ("ﬁnd", "reads it as `find`"),
    ],
)
def test_class_names(name: str, reason: str) -> None:
    for text, place in (
        (f"tools:\n  refund:\n    x-name: {name}\n", "d.yaml:4:13"),
        (f"interrupts:\n  one:\n    x-name: {name}\n", "d.yaml:4:13"),
        (f"$defs:\n  A:\n    x-name: {name}\n", "d.yaml:4:13"),
        (f"$defs:\n  A: {{items: {{anyOf: [{{x-name: {name}}}]}}}}\n", "d.yaml:3:32"),
    ):
        (finding,) = check(text)
        assert (finding.code, str(finding.place)) == ("IG213", place)
        assert reason in finding.message


@pytest.mark.parametrize("name", ["Refund", "refund", "Größe", "A1", "match"])
def test_sound_class_names(name: str) -> None:
    assert check(f"$defs:\n  A: {{x-name: {name}}}\n") == ()


def test_class_names_inside_of_data_are_data() -> None:
    assert check("$defs:\n  A: {const: {x-name: '1'}, properties: {x-name: {}}}\n") == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PT1S", 1),
        ("PT15M", 900),
        ("PT8H", 28_800),
        ("P1D", 86_400),
        ("P2W", 1_209_600),
        ("P1W2DT3H4M5S", 788_645),
        ("P0DT5S", 5),
        ("P36525D", 36_525 * 86_400),
    ],
)
def test_durations(text: str, expected: int) -> None:
    assert seconds(text) == expected
    assert fault(text) is None


@pytest.mark.parametrize(
    ("text", "reason", "hint"),
    [
        ("P1Y", "years differ", "`P30D`"),
        ("P1M", "months differ", "`PT30M`"),
        ("P1Y2M", "years differ", "`P30D`"),
        ("P1W3M", "months differ", "`PT30M`"),
        ("PT1.5H", "only whole numbers", "`PT90S`"),
        ("PT1,5H", "only whole numbers", "`PT90S`"),
        ("PT0S", "no time at all", "`PT15M`"),
        ("P0W", "no time at all", "`PT15M`"),
        ("P36526D", "more than 100 years", "`PT15M`"),
        ("PT9999999999999999999999S", "more than 100 years", "`PT15M`"),
        ("pt15m", "no ISO 8601 duration", "did you mean `PT15M`?"),
        (" PT15M\n", "no ISO 8601 duration", "did you mean `PT15M`?"),
        ("", "no ISO 8601 duration", "`PT15M`"),
        ("P", "no ISO 8601 duration", "`PT15M`"),
        ("PT", "no ISO 8601 duration", "`PT15M`"),
        ("P1DT", "no ISO 8601 duration", "`PT15M`"),
        ("15m", "no ISO 8601 duration", "`PT15M`"),
        ("900", "no ISO 8601 duration", "`PT15M`"),
        ("-PT5M", "no ISO 8601 duration", "`PT15M`"),
        ("PT5S5M", "no ISO 8601 duration", "`PT15M`"),
        ("P1D2W", "no ISO 8601 duration", "`PT15M`"),
        ("PT٣M", "no ISO 8601 duration", "`PT15M`"),
    ],
)
def test_refused_durations(text: str, reason: str, hint: str) -> None:
    assert seconds(text) is None
    found = fault(text)
    assert found is not None
    assert reason in found[0]
    assert hint in found[1]


def test_a_refused_duration_is_found_where_it_stands() -> None:
    (finding,) = check("interrupts:\n  one: {expiresAfter: P1M}\n")
    assert (finding.code, str(finding.place)) == ("IG207", "d.yaml:3:23")
