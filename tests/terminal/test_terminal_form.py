"""A schema and what a person types -> the value."""

import pytest

from interruptgen_runtime import Json
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.terminal.checking import check_of
from interruptgen_runtime.terminal.dialog import Left
from interruptgen_runtime.terminal.form.entries import Unusable, describe, read_entry
from interruptgen_runtime.terminal.form.fields import (
    ChoiceField,
    Field,
    FixedField,
    FlagField,
    JsonField,
    ListField,
    NumberField,
    ObjectField,
    TextField,
    UnionField,
    read_field,
)
from interruptgen_runtime.terminal.form.filling import fill, mend
from interruptgen_runtime.terminal.form.resolving import document
from interruptgen_runtime.terminal.form.telling import Slot
from terminal.scripted import CTRL_C, Scripted, typing

TEXT: Json = {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "kind", "words"),
    [
        (TEXT, TextField, "text"),
        ({"type": "string", "minLength": 1, "pattern": "^T"}, TextField, "matching ^T"),
        ({"type": "integer", "minimum": 0}, NumberField, "a whole number, at least 0"),
        ({"type": "number", "exclusiveMaximum": 9}, NumberField, "a number, less than 9"),
        ({"type": "boolean"}, FlagField, "yes or no"),
        ({"enum": ["a", None]}, ChoiceField, "one of these"),
        ({"const": 1}, FixedField, "always 1"),
        ({"type": "null"}, FixedField, "always null"),
        ({"type": ["string", "null"]}, TextField, "text, or null"),
        ({"type": ["string", "number"]}, UnionField, "one of several kinds"),
        ({"anyOf": [TEXT, {"type": "null"}]}, TextField, "text, or null"),
        ({"oneOf": [{"const": "a"}, {"const": "b"}]}, ChoiceField, "one of these"),
        ({"oneOf": [TEXT, {"type": "object", "properties": {"a": TEXT}}]}, UnionField, "kinds"),
        ({"type": "array", "items": TEXT}, ListField, "a list"),
        ({"type": "array", "prefixItems": [TEXT]}, JsonField, "JSON"),
        ({"type": "object", "properties": {"a": TEXT}}, ObjectField, "several values"),
        ({"properties": {"a": TEXT}}, ObjectField, "several values"),
        ({"type": "object", "additionalProperties": TEXT}, JsonField, "JSON"),
        ({"$ref": "#/$defs/T", "$defs": {"T": TEXT}}, TextField, "text"),
        ({"allOf": [TEXT, {"maxLength": 3}]}, TextField, "text, at most 3 characters"),
        ({"$ref": "https://elsewhere.example/schema"}, JsonField, "JSON"),
        ({"$ref": "#"}, JsonField, "JSON"),
        ({"$ref": "#/nowhere"}, JsonField, "JSON"),
        ({"oneOf": [{"$ref": "#"}]}, JsonField, "JSON"),
        ({"$dynamicRef": "#node"}, JsonField, "JSON"),
        ({"not": TEXT}, JsonField, "JSON"),
        (True, JsonField, "JSON"),
        ({}, JsonField, "JSON"),
        ("no schema at all", JsonField, "JSON"),
        ({"type": 7, "properties": 3, "oneOf": {}}, JsonField, "JSON"),
        ({"type": "string", "maxLength": {"a": 1}, "pattern": ["x"]}, TextField, "text"),
    ],
)
def test_fields(schema: Json, kind: type[Field], words: str) -> None:
    field = read_field(document(schema))
    assert type(field) is kind
    assert words in describe(field)


@pytest.mark.parametrize(
    ("schema", "typed", "value"),
    [
        (TEXT, "a b ", "a b "),
        ({"type": "integer"}, " 7 ", 7),
        ({"type": "integer"}, "7.0", 7),
        ({"type": "number"}, "-1.5e3", -1500),
        ({"type": "number"}, "0.1", 0.1),
        ({"type": "integer"}, "12345678901234567890", 12345678901234567890),
        ({"type": "boolean"}, "Y", True),
        ({"type": "boolean"}, "no", False),
        ({"enum": ["a", 2, None]}, "2", 2),
        ({"enum": ["a", "b", None]}, "3", None),
        ({"enum": ["a", "b"]}, "b", "b"),
        ({"type": "object"}, '{"a": [1.0]}', {"a": [1]}),
    ],
)
def test_entries(schema: Json, typed: str, value: Json) -> None:
    read = read_entry(read_field(document(schema)), typed)
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("schema", "typed"),
    [
        ({"type": "integer"}, "1.5"),
        ({"type": "integer"}, "1_000"),
        ({"type": "number"}, "1,5"),
        ({"type": "number"}, "NaN"),
        ({"type": "number"}, "1e999"),
        ({"type": "number"}, "٣"),
        ({"type": "boolean"}, "perhaps"),
        ({"enum": ["a", "b"]}, "3"),
        ({"enum": ["a", "b"]}, "0"),
        ({"type": "object"}, "{"),
        ({"type": "object"}, '{"a": NaN}'),
        ({"type": "object"}, "[" * 100_000),
    ],
)
def test_entries_that_are_no_value(schema: Json, typed: str) -> None:
    with pytest.raises(Unusable):
        read_entry(read_field(document(schema)), typed)


def filled(schema: Json, person: Scripted, current: Json | Absent = ABSENT) -> Json | Absent:
    value = fill(person, Slot(document(schema), (), current))
    assert person.typed == []
    return value


REFUND: Json = {
    "type": "object",
    "properties": {
        "note": {"type": "string", "maxLength": 10},
        "notify": {"type": "boolean", "default": True},
        "ticket": {"type": "string", "pattern": "^T-[0-9]+$", "title": "Ticket"},
    },
    "required": ["ticket"],
}


class TestFilling:
    def test_required_members_come_first_and_errors_keep_the_entry(self) -> None:
        person = typing("42", "T-42", "", "y")
        assert filled(REFUND, person) == {"ticket": "T-42", "notify": True}
        assert person.labels == ["ticket", "ticket", "note", "notify"]
        assert person.begun == ["", "42", "", ""]
        assert '✗ the value does not match "^T-[0-9]+$"' in person.text
        assert "by default true" in person.text

    def test_a_required_value_cannot_be_left_out(self) -> None:
        person = typing("", ":skip", "T-1", "", "")
        assert filled(REFUND, person) == {"ticket": "T-1"}
        assert person.text.count("✗ it is required") == 2

    def test_null_is_not_absent_and_not_empty(self) -> None:
        schema: Json = {
            "type": "object",
            "properties": {name: {"type": ["string", "null"]} for name in "abc"},
        }
        assert filled(schema, typing(":null", ":empty", "")) == {"a": None, "b": ""}

    def test_null_is_refused_where_it_is_no_value(self) -> None:
        assert filled(TEXT, typing(":null", "x")) == "x"

    def test_a_text_may_begin_with_a_colon(self) -> None:
        assert filled(TEXT, typing("::skip")) == ":skip"

    def test_what_was_there_is_taken_over(self) -> None:
        current: Json = {"ticket": "T-1", "extra": 1}
        assert filled(REFUND, typing(None, "", None), current) == current

    def test_a_text_that_cannot_be_shown_is_kept_as_it_is(self) -> None:
        person = typing("")
        assert filled(TEXT, person, "a\u202eb") == "a\u202eb"
        assert person.begun == [""]
        assert "a\\u202eb" in person.text

    def test_lists(self) -> None:
        schema: Json = {"type": "array", "items": {"type": "integer"}}
        person = typing("a", "1", "a", "2", "e 0", "5", "d 1", "d 7", "what", "")
        assert filled(schema, person) == [5]
        assert person.text.count("✗ say a, or e or d") == 2

    def test_nested_objects_that_may_be_left_out(self) -> None:
        schema: Json = {"type": "object", "properties": {"sub": REFUND, "other": REFUND}}
        person = typing("", "yes", "T-1", "", "")
        assert filled(schema, person) == {"other": {"ticket": "T-1"}}
        assert "fill in sub? yes or no" in person.labels

    def test_a_union_by_title(self) -> None:
        schema: Json = {
            "oneOf": [
                {
                    "title": "By card",
                    "type": "object",
                    "properties": {"kind": {"const": "card"}, "last4": TEXT},
                    "required": ["kind", "last4"],
                },
                {
                    "type": "object",
                    "properties": {"kind": {"const": "bank"}, "iban": TEXT},
                    "required": ["kind", "iban"],
                },
            ]
        }
        person = typing("nothing", "2", "AT61")
        assert filled(schema, person) == {"kind": "bank", "iban": "AT61"}
        assert "By card" in person.text and "kind: bank" in person.text
        person = typing("By card", "1234")
        before: Json = {"kind": "bank", "iban": "AT61"}
        assert filled(schema, person, before) == {"kind": "card", "last4": "1234"}

    def test_json_in_an_editor_on_demand(self) -> None:
        schema: Json = {"type": "object", "additionalProperties": TEXT}
        person = typing(":edit", None, saved=["{", '{"a": "b"}'])
        assert filled(schema, person) == {"a": "b"}
        assert "that is no JSON" in person.text
        assert person.opened == ["", "{"]

    def test_a_text_of_several_lines_in_an_editor(self) -> None:
        current = "one\ntwo"
        assert filled(TEXT, typing(""), current) == current
        person = typing(":edit", saved=["one\nthree\n"])
        assert filled(TEXT, person, current) == "one\nthree"
        assert person.opened == [current]

    def test_a_text_that_hides_something_is_opened_as_json(self) -> None:
        person = typing(":edit", saved=['"plain"'])
        assert filled(TEXT, person, "a\u202eb") == "plain"
        assert person.opened == ['"a\\u202eb"']

    def test_without_an_editor_json_is_typed(self) -> None:
        assert filled(True, typing(":edit", "{", '{"a": 1}')) == {"a": 1}

    def test_a_schema_inside_itself(self) -> None:
        schema: Json = {
            "$defs": {
                "Tree": {
                    "type": "object",
                    "properties": {"name": TEXT, "child": {"$ref": "#/$defs/Tree"}},
                    "required": ["name"],
                }
            },
            "$ref": "#/$defs/Tree",
        }
        person = typing("a", "yes", "b", "")
        assert filled(schema, person) == {"name": "a", "child": {"name": "b"}}

    def test_ctrl_c_leaves(self) -> None:
        with pytest.raises(Left):
            filled(REFUND, typing("T-1", CTRL_C))


class TestMending:
    def test_only_what_is_wrong_is_asked_again(self) -> None:
        person = typing("T-9")
        current: Json = {"ticket": "9", "note": "kept"}
        slot = Slot(document(REFUND), (), current)
        assert mend(person, slot, {("ticket",): "is wrong"}) == {"ticket": "T-9", "note": "kept"}
        assert person.labels == ["ticket"]
        assert person.begun == ["9"]
        assert "✗ is wrong" in person.text

    def test_inside_a_list(self) -> None:
        schema: Json = {"type": "array", "items": REFUND}
        person = typing("T-2")
        current: Json = [{"ticket": "T-1"}, {"ticket": "2"}]
        slot = Slot(document(schema), (), current)
        assert mend(person, slot, {("1", "ticket"): "no"}) == [{"ticket": "T-1"}, {"ticket": "T-2"}]

    def test_a_member_that_was_missing(self) -> None:
        person = typing("T-1")
        assert mend(person, Slot(document(REFUND), (), {}), {("ticket",): "is required"}) == {
            "ticket": "T-1"
        }

    def test_a_member_that_no_field_is_for(self) -> None:
        person = typing(saved=['{"ticket": "T-1"}'])
        slot = Slot(document(REFUND), (), {"ticket": "T-1", "x": 1})
        assert mend(person, slot, {("x",): "is not expected here"}) == {"ticket": "T-1"}
        assert "x: is not expected here" in person.text


class TestHostileSchemas:
    def test_one_that_would_take_for_ever_is_not_used(self) -> None:
        definitions: dict[str, Json] = {}
        for number in range(60):
            reference: Json = {"$ref": f"#/$defs/d{number + 1}"}
            definitions[f"d{number}"] = {"allOf": [reference, reference]}
        schema: Json = {"$ref": "#/$defs/d0", "$defs": {**definitions, "d60": TEXT}}
        assert check_of(schema) is None

    @pytest.mark.parametrize(
        "schema",
        [
            {"$ref": "#/$defs/none"},
            {"type": 7},
            {"pattern": "("},
            {"$ref": "https://elsewhere.example/x"},
            {"description": "x" * 600_000},
        ],
    )
    def test_one_that_cannot_be_used(self, schema: Json) -> None:
        assert check_of(schema) is None

    def test_a_long_chain_of_references(self) -> None:
        chain: dict[str, Json] = {
            f"d{n}": {"properties": {"a": {"$ref": f"#/$defs/d{n + 1}"}}} for n in range(5_000)
        }
        assert check_of({"$ref": "#/$defs/d0", "$defs": chain}) is None

    def test_thousands_of_choices(self) -> None:
        names: list[Json] = [f"n{number}" for number in range(9_000)]
        person = typing("8999")
        assert filled({"enum": names}, person) == "n8998"
        assert len(person.shown) < 210 and "… and 8,800 more lines" in person.text

    def test_texts_of_a_schema_are_shown_escaped(self) -> None:
        schema: Json = {"type": "string", "title": "\x1b]0;x\x07", "description": "a\u202eb"}
        person = typing("x")
        filled(
            {"type": "object", "properties": {"\x1b[2J": schema}, "required": ["\x1b[2J"]}, person
        )
        assert "\x1b" not in person.text + "".join(person.labels)
        assert "\u202e" not in person.text
