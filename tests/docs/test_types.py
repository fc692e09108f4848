"""What docs/types.md says holds: where a type is wider than its schema, and that none is lossy."""

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from docs.regions import regions
from docs.types_page import PAGE, built
from docs.types_rows import ROWS, Kind, Row
from interruptgen.instances.checking import Check, checking
from interruptgen.model import Json

CASES = [pytest.param(kind, row, id=f"{kind} {row.schema}") for kind in ROWS for row in ROWS[kind]]


def whole(kind: Kind, value: Json) -> Json:
    """Return the input that a value of a row is part of."""
    return value if kind in ("fields", "roots") else {"value": value}


def takes(check: Check, value: Json) -> bool:
    """Tell whether the type takes a value, whatever the schema says."""
    view: TypeAdapter[object] | None = check.view
    assert view
    try:
        view.validate_json(to_json(value), strict=True)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(("kind", "row"), CASES)
def test_the_type_is_as_wide_as_the_page_says(kind: Kind, row: Row) -> None:
    made = built(kind, row)
    with checking(made.target, made.result.files) as check:
        for value in row.accepted:
            assert check.value(whole(kind, value)).unchanged, value
        for value in row.wider:
            assert not check.value(whole(kind, value)).valid, value
            assert takes(check, whole(kind, value)), value
        for value in row.refused:
            assert not check.value(whole(kind, value)).valid, value
            assert not takes(check, whole(kind, value)), value


@pytest.mark.parametrize(("kind", "row"), CASES)
def test_what_is_lost_is_shown_by_a_value(kind: Kind, row: Row) -> None:
    assert bool(row.lost) == bool(row.wider)
    assert row.accepted


def test_every_table_is_on_the_page() -> None:
    assert [region.name for region in regions(PAGE.read_text(encoding="utf-8"))] == list(ROWS)
