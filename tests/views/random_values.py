"""What random schemas and instances are made of."""

from collections.abc import Mapping, Sequence

from interruptgen.model import Json

KEYS = (
    "a",
    "b",
    "kind",
    "editedArgs",
    "edited_args",
    "class",
    "a-b",
    "a/b~%",
    "model_config",
    "copy",
    "_id",
    "1st",
    "",
)
SCALARS: Sequence[Json] = (
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    2.5,
    2**60 + 1,
    "",
    "a",
    "b",
    "true",
    "1",
)
TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")
VALUES: Mapping[str, Sequence[Json]] = {
    "string": ("", "a", "b", "abc", "true", "é"),
    "integer": (0, 1, 2, 3.0, 2**60 + 1),
    "number": (0, 1, 2.5, -0.125, 1e21, 7.0),
    "boolean": (True, False),
    "null": (None,),
}
DEFINITIONS = ("D0", "D1", "D2")
