"""What stands in the page beside the forms: when a decision is asked for, and its versions."""

from interruptgen.model import Json, JsonObject
from preview.showing import Shower, asking, listed, several

STRING: JsonObject = {"type": "object", "properties": {"why": {"type": "string"}}}


def test_when_and_why_a_question_is_asked(shower: Shower) -> None:
    content = asking(
        {"type": "string"},
        phase=["beforeModel", "afterTools"],
        reason="choice",
        expiresAfter="PT1H",
    )
    text = shower.show(content).locator(".facts").inner_text()
    for said in ("beforeModel, afterTools", "choice", "1 hour after it is asked", "decisions.json"):
        assert said in text


def test_earlier_versions_are_counted_and_their_hashes_listed(shower: Shower) -> None:
    content = asking({"type": "string"})
    (one,) = listed(content)
    versions: list[Json] = [{"response": "sha256:one"}, {"response": "sha256:two"}]
    shown = shower.show({**content, "decisions": [{**one, "earlier": versions}]})
    assert "Pauses of 2 earlier versions can still be answered" in shown.inner_text("article")
    shown.get_by_text("Hashes, versions and schemas").click()
    shown.locator("details table").first.wait_for()
    assert "sha256:two" in shown.inner_text("details")
    assert "Hashes of earlier version 2" in shown.inner_text("details")


def test_a_condition_stands_in_words_and_as_a_schema(shower: Shower) -> None:
    when: JsonObject = {
        "properties": {
            "amount": {"type": "number", "exclusiveMinimum": 100},
            "currency": {"enum": ["EUR", "USD"]},
        },
        "required": ["amount"],
    }
    given: JsonObject = {
        "description": "Pay.",
        "needsApproval": {"when": when},
        "inputSchema": {
            "type": "object",
            "properties": {"amount": {"type": "number"}, "currency": {"type": "string"}},
        },
    }
    shown = shower.show(several({}, {"pay": given}))
    text = shown.inner_text(".condition")
    for said in ("amount is more than 100", 'currency is one of "EUR", "USD"', "amount is given"):
        assert said in text
    assert "says more than that" not in text
    shown.get_by_text("Hashes, versions and schemas").click()
    shown.locator("details table").first.wait_for()
    assert "exclusiveMinimum" in shown.inner_text("details")


def test_arguments_that_cannot_be_changed_are_said_to_be_so(shower: Shower) -> None:
    given: JsonObject = {
        "description": "Pay.",
        "needsApproval": True,
        "allowEdits": False,
        "inputSchema": STRING,
    }
    shown = shower.show(several({}, {"pay": given}))
    assert "The arguments cannot be changed." in shown.inner_text("article")
    assert shown.get_by_label("Change the arguments first").count() == 0


def test_one_schema_may_serve_both_decisions(shower: Shower) -> None:
    given: JsonObject = {
        "description": "Pay.",
        "needsApproval": True,
        "runsOn": "client",
        "inputSchema": STRING,
        "approvalSchema": STRING,
    }
    shown = shower.show(several({}, {"pay": given}))
    assert "the same form" in shown.inner_text("article")
    assert "client" in shown.inner_text(".facts")
    shown.get_by_label("Reject").check()
    shown.get_by_label("why", exact=True).fill("no")
    assert '"approved": false' in shown.get_by_label("The JSON that is sent").inner_text()


def test_a_question_without_a_schema_takes_anything_or_nothing(shower: Shower) -> None:
    shown = shower.show(several({"ask": {"message": "Well?"}}))
    assert '"resolved"' in shown.get_by_label("The JSON that is sent").inner_text()
    shown.get_by_label("Answer as JSON").fill("[1]")
    assert "1" in shown.get_by_label("The JSON that is sent").inner_text()
    shown.get_by_label("Answer as JSON").fill("[")
    assert shown.get_by_label("The JSON that is sent").count() == 0


def test_a_decision_that_cannot_be_shown_leaves_the_others_alone(shower: Shower) -> None:
    content = several({"ask": {"responseSchema": STRING}, "other": {"responseSchema": STRING}})
    broken, other = listed(content)
    shown = shower.show({**content, "decisions": [{**broken, "forms": None}, other]})
    assert "could not be shown" in shown.locator("#interrupt-ask").inner_text()
    assert shown.locator("#interrupt-other").get_by_label("why").count() == 1
    shower.reports.clear()
