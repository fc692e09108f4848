"""The form of definition files: unknown and missing keys, wrong types, unknown words."""

import pytest

from interruptgen import language, reading
from interruptgen.diagnostics import Diagnostic


def check(text: str) -> tuple[Diagnostic, ...]:
    document = reading.read("d.yaml", text.encode())
    assert isinstance(document, reading.Document), document
    return language.check(document)


GOOD = """\
interruptgen: 1
package: bookings
description: Decisions of the travel desk.
x-owner: {team: desk}
$defs:
  Price: {type: object, properties: {amount: {type: number}}, x-name: Price}
  Anything: true
interrupts:
  choose-itinerary:
    description: The traveller picks an itinerary.
    phase: [beforeModel, afterModel, beforeTools, afterTools]
    reason: choice-required
    message: Which itinerary shall we book?
    expiresAfter: PT15M
    payloadSchema: {type: object, properties: {options: {type: array}}}
    responseSchema: {$ref: "#/$defs/Price"}
    examples: [{payload: {options: [1]}, response: {amount: 1}, x-why: usual}, {}]
    rejects: [{payload: 1, x-why: no object}]
    x-name: ChooseItinerary
  x-looks-like-an-extension: {phase: beforeTools}
tools:
  refund:
    name: refund
    title: Refund
    description: Pay a booking back.
    runsOn: client
    needsApproval: {when: {type: object}, x-why: only large ones}
    message: Refund {price.amount}?
    allowEdits: true
    inputSchema: {type: object, properties: {price: {$ref: "#/$defs/Price"}}}
    outputSchema: true
    approvalSchema: {approve: {type: object}, reject: {type: object}, x-why: differ}
    annotations: {title: Refund, destructiveHint: true, own: 1}
    _meta: {own: 1}
    icons: [{src: "https://example.com/i.png", sizes: [48x48]}]
    examples: [{input: {}, output: 1, approve: {}, reject: {}}]
    rejects: [{input: 1}, {approve: 1}]
  plain: {}
"""


def test_everything_that_the_language_knows_is_accepted() -> None:
    assert check(GOOD) == ()


@pytest.mark.parametrize(
    ("text", "code", "place", "message", "hint"),
    [
        ("a text", "IG203", "1:1", "must be a mapping, not a text", "interruptgen: 1"),
        ("[1]", "IG203", "1:1", "must be a mapping, not a list", "interruptgen: 1"),
        ("null", "IG203", "1:1", "must be a mapping, not nothing", "interruptgen: 1"),
        ("$defs: {A: true}", "IG202", "1:1", "`interruptgen` is missing", "interruptgen: 1"),
    ],
)
def test_what_is_no_definition_file(
    text: str, code: str, place: str, message: str, hint: str
) -> None:
    (finding,) = check(text)
    assert (finding.code, str(finding.place)) == (code, f"d.yaml:{place}")
    assert message in finding.message
    assert hint in (finding.hint or "")


@pytest.mark.parametrize("version", ["2", "'1'", "true", "1.5", "", "[1]"])
def test_versions(version: str) -> None:
    (finding,) = check(f"interruptgen: {version}\n$defs: {{A: true}}")
    assert finding.code == "IG205"
    assert finding.place.line == 1


def test_a_version_that_looks_right() -> None:
    (finding,) = check("interruptgen: '1'\n$defs: {A: true}\n")
    assert "is the text `1`" in finding.message


@pytest.mark.parametrize("text", ["", "interrupts: {}", "interrupts: {}\ntools: {}\n$defs: {}"])
def test_a_file_that_defines_nothing_gets_a_warning(text: str) -> None:
    (finding,) = check(f"interruptgen: 1\n{text}")
    assert (finding.code, finding.severity, str(finding.place)) == (
        "IG206",
        "warning",
        "d.yaml:1:1",
    )


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("$def", "did you mean `$defs`?"),
        ("definitions", "did you mean `$defs`?"),
        ("Interrupts", "did you mean `interrupts`?"),
        ("tool", "did you mean `tools`?"),
        ("payloadSchema", "`payloadSchema` belongs to an interrupt"),
        ("zzz", "known are `$schema`, `interruptgen`, `package`"),
    ],
)
def test_unknown_keys_at_the_top(key: str, hint: str) -> None:
    (finding,) = check(f"interruptgen: 1\n{key}: {{}}\n$defs: {{A: true}}")
    assert (finding.code, str(finding.place)) == ("IG201", "d.yaml:2:1")
    assert hint in (finding.hint or "")


@pytest.mark.parametrize(
    ("section", "key", "hint"),
    [
        ("interrupts", "responseschema", "did you mean `responseSchema`?"),
        ("interrupts", "response_schema", "did you mean `responseSchema`?"),
        ("interrupts", "responce", "did you mean `responseSchema`?"),
        ("interrupts", "phases", "did you mean `phase`?"),
        ("interrupts", "needsApproval", "`needsApproval` belongs to a tool"),
        ("interrupts", "package", "`package` belongs to the top of the file"),
        ("tools", "parameters", "did you mean `inputSchema`?"),
        ("tools", "needs-approval", "did you mean `needsApproval`?"),
        ("tools", "phase", "`phase` belongs to an interrupt"),
        ("tools", "xname", "did you mean `x-name`?"),
    ],
)
def test_unknown_keys_of_definitions(section: str, key: str, hint: str) -> None:
    (finding,) = check(f"interruptgen: 1\n{section}:\n  one:\n    {key}: {{}}\n")
    assert (finding.code, str(finding.place)) == ("IG201", "d.yaml:4:5")
    assert f"`{key}` is unknown in `one`" in finding.message
    assert hint in (finding.hint or "")


def test_a_misspelt_key_is_not_missing_as_well() -> None:
    (finding,) = check("interruptgn: 1\n$defs: {A: true}")
    assert (finding.code, finding.hint) == ("IG201", "did you mean `interruptgen`?")


@pytest.mark.parametrize(
    ("key", "value", "code", "message", "hint"),
    [
        ("message", "5", "IG203", "must be a text, not a number", "quote it"),
        ("message", "true", "IG203", "must be a text, not true", "quote it"),
        ("message", "", "IG203", "must be a text, not nothing", "remove the key"),
        ("message", "' '", "IG204", "`message` is blank", "fill it"),
        ("reason", "''", "IG204", "`reason` is blank", "fill it"),
        ("description", "[a]", "IG203", "must be a text, not a list", ""),
        ("phase", "beforModel", "IG204", "`phase` is `beforModel`", "mean `beforeModel`"),
        ("phase", "before_model", "IG204", "`phase` is `before_model`", "mean `beforeModel`"),
        ("phase", "[]", "IG204", "`phase` is empty", "fill it"),
        ("phase", "[beforeModel, beforeModel]", "IG204", "names something twice", ""),
        ("phase", "5", "IG203", "must be a text or a list", ""),
        ("expiresAfter", "900", "IG203", "must be a text", "quote it"),
        ("payloadSchema", "[]", "IG203", "must be a schema, not a list", ""),
        ("responseSchema", "", "IG203", "must be a schema, not nothing", "remove the key"),
        ("examples", "{}", "IG203", "must be a list, not a mapping", ""),
        ("x-name", "5", "IG203", "must be a text, not a number", "quote it"),
    ],
)
def test_values_of_interrupts(key: str, value: str, code: str, message: str, hint: str) -> None:
    (finding,) = check(f"interruptgen: 1\ninterrupts:\n  one:\n    {key}: {value}\n")
    assert (finding.code, finding.place.line) == (code, 4)
    assert message in finding.message
    assert hint in (finding.hint or "")


@pytest.mark.parametrize(
    ("text", "code", "column", "message", "hint"),
    [
        ("needsApproval: yes", "IG203", 20, "must be true, false or a mapping", "write `true`"),
        ("needsApproval: off", "IG203", 20, "must be true, false or a mapping", "write `false`"),
        ("needsApproval: 'true'", "IG203", 20, "must be true, false", "remove the quotes"),
        ("needsApproval: {}", "IG202", 5, "`when` is missing in `needsApproval`", "add `when:`"),
        ("needsApproval: {if: {}, when: {}}", "IG201", 21, "`if` is unknown", "known are `when`"),
        ("runsOn: sever", "IG204", 13, "not `server` or `client`", "mean `server`"),
        ("icons: [1]", "IG203", 13, "item 1 of `icons` must be a mapping", ""),
        ("annotations: {readOnlyHint: no}", "IG203", 33, "true or false", "write `false`"),
        ("examples: [{payload: 1}]", "IG201", 17, "unknown in item 1 of `examples`", "known are"),
    ],
)
def test_values_of_tools(text: str, code: str, column: int, message: str, hint: str) -> None:
    given = f"interruptgen: 1\ntools:\n  one:\n    {text}\n    inputSchema: {{}}\n"
    (finding,) = check(given)
    assert (finding.code, finding.place.line, finding.place.column) == (code, 4, column)
    assert message in finding.message
    assert hint in (finding.hint or "")


def test_sections_and_definitions_must_be_mappings() -> None:
    found = check("interruptgen: 1\ninterrupts:\n  one:\ntools: [1]\n$defs: {A: 5}")
    assert [(one.code, str(one.place)) for one in found] == [
        ("IG203", "d.yaml:3:7"),
        ("IG203", "d.yaml:4:8"),
        ("IG203", "d.yaml:5:12"),
    ]
    assert "`A` must be a schema" in found[2].message
