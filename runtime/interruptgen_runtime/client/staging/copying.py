"""A JSON value -> another one that is equal, and that nobody else can change."""

import json

from interruptgen_runtime.core.json_types import Json


def copied(value: Json) -> Json:
    """Copy a value that is known to be JSON; much faster than `copy.deepcopy`."""
    copy: Json = json.loads(json.dumps(value))
    return copy
