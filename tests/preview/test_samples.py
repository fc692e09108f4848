"""What is shown where a definition gives no example: a value that its schema accepts."""

from cases_exact.pasting import cases
from interruptgen.model import Json, JsonObject, Slot
from interruptgen.pipeline import compile_sources
from interruptgen.preview.samples import sample
from interruptgen.schema.judge import Judge
from preview.showing import Shower, asking, several


def slots() -> list[tuple[str, Slot]]:
    found: list[tuple[str, Slot]] = []
    for case in cases():
        model = compile_sources({case.path: case.source}, case.others.get).model
        packages = model.packages if model else ()
        found.extend((case.name, slot) for one in packages for slot in [*one.slots()][:1])
    return found


def test_samples_are_accepted_and_the_same_in_every_run() -> None:
    without: list[str] = []
    for name, slot in slots():
        made = sample(slot.schema)
        again = sample(slot.schema)
        if made is None:
            without.append(name)
            continue
        assert Judge(slot.schema.document).accepts(made.value), name
        assert again is not None
        assert again.value == made.value, name
    assert len(without) <= 2, without


def test_the_page_says_what_is_made_up(shower: Shower) -> None:
    payload: JsonObject = {
        "type": "object",
        "properties": {"to": {"type": "string"}, "amount": {"type": "number", "minimum": 1}},
        "required": ["to", "amount"],
    }
    shown = shower.show(asking({"type": "string"}, payloadSchema=payload))
    assert "Made up from the schema" in shown.locator(".shown").inner_text()
    assert "amount" in shown.locator(".shown").inner_text()
    examples: list[Json] = [{"payload": {"to": "A", "amount": 1}}, {"response": "x"}]
    shown = shower.show(asking({"type": "string"}, payloadSchema=payload, examples=examples))
    assert "Made up" not in shown.locator(".shown").inner_text()
    shown.get_by_label("Example", exact=True).select_option("1")
    assert "Made up" in shown.locator(".shown").inner_text()


def test_where_none_can_be_made_up_it_is_said(shower: Shower) -> None:
    impossible: JsonObject = {"type": "string", "not": {"type": "string"}}
    shown = shower.show(asking({"type": "string"}, payloadSchema=impossible))
    assert "none could be made up" in shown.locator(".shown").inner_text()


def test_a_message_is_filled_from_the_made_up_arguments(shower: Shower) -> None:
    tool: JsonObject = {
        "description": "Pay.",
        "needsApproval": True,
        "message": "Pay {amount}?",
        "inputSchema": {
            "type": "object",
            "properties": {"amount": {"const": 12}},
            "required": ["amount"],
        },
    }
    shown = shower.show(several({}, {"pay": tool}))
    assert shown.locator(".message").inner_text() == "Pay 12?"
