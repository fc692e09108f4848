"""What was recorded and what comes out -> where they differ."""

from collections.abc import Iterator
from typing import Any

from interruptgen_runtime.client.staging import Submission
from interruptgen_runtime.core.kinds import is_array, is_object


def differences(place: str, found: object, wanted: object) -> Iterator[str]:
    """Yield where two JSON values differ; `True` is not 1."""
    if is_object(found) and is_object(wanted):
        for name in sorted({*found, *wanted}, key=str):
            if (name in found) != (name in wanted):
                yield f"{place}.{name}"
            else:
                yield from differences(f"{place}.{name}", found[name], wanted[name])
    elif is_array(found) and is_array(wanted):
        if len(found) != len(wanted):
            yield f"{place}.length"
        for index, (one, other) in enumerate(zip(found, wanted, strict=False)):
            yield from differences(f"{place}[{index}]", one, other)
    elif found != wanted or isinstance(found, bool) != isinstance(wanted, bool):
        yield place


def comparable_error(error: Any) -> Any:
    """Leave out what is said here in words of our own, and where in the answer it is."""
    is_own = error["source"] == "client" and error["message"] != "boom"
    left_out = {"path", "message"} if is_own else {"path"}
    return {name: value for name, value in error.items() if name not in left_out}


def comparable_item(item: Any) -> Any:
    """Leave out the binding of an untyped item: the recorded client makes one up for it."""
    is_typed = item["kind"] == "tool-approval" or "definitionId" in item
    kept = {name: value for name, value in item.items() if is_typed or name != "binding"}
    return {**kept, "errors": [comparable_error(one) for one in item["errors"]]}


def sent(submission: Submission) -> dict[str, Any]:
    """Return a submission as the recorded client handed it to its transport."""
    return {
        **submission.correlation.to_json(),
        "resolutions": submission.resume,
        "canonicalResolutions": submission.canonical,
        "fingerprint": submission.fingerprint,
    }
