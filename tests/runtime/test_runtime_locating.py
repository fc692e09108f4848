"""Issues are placed at the very member that they are about."""

import pytest

from interruptgen_runtime import Json, Schema

ANY_DEPTH = (
    '{"type":["object","array","string"],"additionalProperties":{"$ref":"#"},"items":{"$ref":"#"}}'
)
SCHEMA: Schema[object] = Schema(view=lambda: object, hash="sha256:0", text=ANY_DEPTH)


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"a": ["x", 1]}, ("a", 1)),
        ({"1": 1}, ("1",)),
        ({"01": 1}, ("01",)),
        ({"1": "fine", "01": 1}, ("01",)),
        ({"": 1}, ("",)),
        ({"": {"": 1}}, ("", "")),
        ({"": ["x"], "0": 1}, ("0",)),
        ({"a": {"": [{"007": 1}]}}, ("a", "", 0, "007")),
        ({"+1": 1}, ("+1",)),
        ({"a/b~c": {"%": 1}}, ("a/b~c", "%")),
        (1, ()),
    ],
)
def test_path(value: Json, path: tuple[str | int, ...]) -> None:
    (issue,) = SCHEMA.issues(value)
    assert issue.path == path
