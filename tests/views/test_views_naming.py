"""Keys and ids -> Python names."""

import keyword
import unicodedata
from collections.abc import Callable

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interruptgen import naming


@pytest.mark.parametrize(
    ("text", "pascal", "snake", "constant"),
    [
        ("choose-itinerary", "ChooseItinerary", "choose_itinerary", "CHOOSE_ITINERARY"),
        ("editedArgs", "EditedArgs", "edited_args", "EDITED_ARGS"),
        ("HTTPServer", "HTTPServer", "http_server", "HTTP_SERVER"),
        ("userIDs", "UserIDs", "user_ids", "USER_IDS"),
        ("URLsOfAll", "URLsOfAll", "urls_of_all", "URLS_OF_ALL"),
        ("oauth2Token", "Oauth2Token", "oauth2_token", "OAUTH2_TOKEN"),
        ("ORDER_LINE", "OrderLine", "order_line", "ORDER_LINE"),
        ("EUR", "EUR", "eur", "EUR"),
        ("PAYMENT", "Payment", "payment", "PAYMENT"),
        ("a.b/c d", "ABCD", "a_b_c_d", "A_B_C_D"),
        ("__proto__", "Proto", "proto", "PROTO"),
        ("2fa", "2fa", "2fa", "2FA"),
        ("名前", "名前", "名前", "名前"),
        ("größe", "Größe", "größe", "GRÖSSE"),
        ("ﬁle", "File", "file", "FILE"),
        ("cafe\u0301", "Café", "café", "CAFÉ"),
        ("🎉", "", "", ""),
        ("\u0301", "", "", ""),
        ("", "", "", ""),
    ],
)
def test_cases(text: str, pascal: str, snake: str, constant: str) -> None:
    assert naming.pascal_case(text) == pascal
    assert naming.snake_case(text) == snake
    assert naming.constant_case(text) == constant


@pytest.mark.parametrize(
    ("text", "class_name", "variable"),
    [
        ("2fa", "Model2fa", "value_2fa"),
        ("any", "AnyModel", "any"),
        ("true", "TrueModel", "true"),
        ("class", "Class", "class_"),
        ("list", "List", "list_"),
        ("🎉", "", ""),
    ],
)
def test_identifiers(text: str, class_name: str, variable: str) -> None:
    assert naming.class_name(text) == class_name
    assert naming.variable_name(text) == variable


@given(st.text(max_size=12))
@pytest.mark.parametrize("name", [naming.class_name, naming.variable_name])
def test_every_name_is_an_identifier(name: Callable[[str], str], text: str) -> None:
    found = name(text)
    assert not found or (found.isidentifier() and not keyword.iskeyword(found))
    assert unicodedata.normalize("NFKC", found) == found


@pytest.mark.parametrize(
    ("keys", "names"),
    [
        (["editedArgs"], ["edited_args"]),
        (["editedArgs", "edited_args"], ["edited_args_2", "edited_args"]),
        (["a-b", "a.b", "a_b"], ["a_b_2", "a_b_3", "a_b"]),
        (["class", "class_"], ["class_2", "class_"]),
        (["model_config", "json", "str", "self"], ["model_config_", "json_", "str_", "self_"]),
        (["", "🎉", "2", "$ref"], ["field", "field_2", "field_2_2", "ref"]),
        (["_id", "id"], ["id_2", "id"]),
        (["café", "cafe\u0301"], ["café", "café_2"]),
    ],
)
def test_fields(keys: list[str], names: list[str]) -> None:
    assert [*naming.field_names(keys).values()] == names


@given(st.lists(st.text(max_size=4) | st.sampled_from(["a", "A", "a_2", "class"]), unique=True))
def test_fields_are_distinct_and_free(keys: list[str]) -> None:
    found = naming.field_names(keys, frozenset({"a"}))
    assert [*found] == keys
    assert len(set(found.values())) == len(keys)
    for name in found.values():
        assert name.isidentifier()
        assert not name.startswith("_")
        assert name not in naming.RESERVED_FIELDS | {"a"}


def test_attributes_of_models_are_known() -> None:
    """What a field would replace; a new release of pydantic may add to it."""
    names = {*dir(pydantic.BaseModel), *dir(type(pydantic.BaseModel))}
    assert {name for name in names if not name.startswith("_")} <= naming.MODEL_ATTRIBUTES
