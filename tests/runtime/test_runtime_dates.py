"""Dates as JavaScript reads them; what V8 says was recorded with TZ=UTC."""

from datetime import UTC, datetime

import pytest

from interruptgen_runtime import LocalError
from interruptgen_runtime.core.dates import date_text, parse_date, to_milliseconds

READ: dict[str, int | None] = {
    "2030-01-01T00:00:00Z": 1893456000000,
    "2030-01-01T00:00:00": 1893456000000,
    "2030-01-01": 1893456000000,
    "2030-01": 1893456000000,
    "2030": 1893456000000,
    "+002030-01-01": 1893456000000,
    "-000001-01-01T00:00:00Z": -62198755200000,
    "-000000-01-01T00:00:00Z": None,
    "0000-01-01": -62167219200000,
    "2030-02-31": 1898726400000,
    "2030-02-30T00:00:00Z": 1898640000000,
    "2030-04-31T00:00Z": 1903824000000,
    "2030-01-32": None,
    "2030-00-01": None,
    "2030-01-00": None,
    "2030-13-01": None,
    "2030-01-01T24:00:00Z": 1893542400000,
    "2030-01-01T24:00:01Z": None,
    "2030-01-01T24:00:00.001Z": None,
    "2030-01-01T25:00Z": None,
    "2030-01-01T12:60Z": None,
    "2030-01-01T12:00:60Z": None,
    "2030-01-01t12:00:00z": 1893499200000,
    "2030-01-01 12:00:00+00:00": 1893499200000,
    "2030-01-01T12:00:00.1Z": 1893499200100,
    "2030-01-01T12:00:00.123456789Z": 1893499200123,
    "1969-12-31T23:59:59.9999Z": -1,
    "2030-01-01T12:00:00,5Z": None,
    "2030-01-01T12:00:00.Z": None,
    "2030-01-01T12Z": None,
    "2030-01-01T12:00+05:30": 1893479400000,
    "2030-01-01T12:00+0530": 1893479400000,
    "2030-01-01T12:00+05": None,
    "2030-01-01T12:00-23:59": 1893585540000,
    "2030-01-01T12:00+24:00": None,
    "2030-01-01T12:00+23:60": None,
    "2030-01-01T12:00:00.5+01:00": 1893495600500,
    "2030-W01-1": None,
    "20300101T000000Z": None,
    "2030-01-01T00:00:00\u221205:00": None,
    "+275760-09-13T00:00:00.000Z": 8640000000000000,
    "+275760-09-13T00:00:00.001Z": None,
    "-271821-04-20T00:00:00Z": -8640000000000000,
    "-271821-04-19T23:59:59Z": None,
    "20300101": None,
    "1893456000000": None,
    "not-a-date": None,
    "": None,
}
NOT_ISO = ("Jan 1 2030", "2030-1-1", " 2030-01-01", "2030-01-01Z", "\u0662\u0660\u0663\u0660")
"""What V8 reads as a date, though ECMAScript does not define it."""


@pytest.mark.parametrize(("text", "milliseconds"), READ.items())
def test_read(text: str, milliseconds: int | None) -> None:
    assert parse_date(text) == milliseconds


@pytest.mark.parametrize("text", NOT_ISO)
def test_other_forms_are_no_dates(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize("milliseconds", [0, 1, 999, 1893456000000, 253402300799999, -1])
def test_write_and_read(milliseconds: int) -> None:
    assert parse_date(date_text(milliseconds)) == milliseconds
    moment = datetime.fromtimestamp(milliseconds // 1000, tz=UTC)
    assert to_milliseconds(moment) == milliseconds // 1000 * 1000


def test_a_moment_needs_a_time_zone() -> None:
    with pytest.raises(LocalError):
        to_milliseconds(datetime(2030, 1, 1))
