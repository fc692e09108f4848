"""Is an unknown Python value a JSON container."""

from typing import TypeGuard


def is_object(value: object) -> TypeGuard[dict[object, object]]:
    """Tell whether a value is a `dict`; its keys may still be anything."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[object]]:
    """Tell whether a value is a `list`."""
    return isinstance(value, list)
