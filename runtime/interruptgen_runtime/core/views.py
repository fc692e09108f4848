"""A JSON value that its schema accepts <-> an instance of the generated class that types it."""

from typing import Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from interruptgen_runtime.core.errors import LocalError, ViewMismatch
from interruptgen_runtime.core.json_types import Json

T = TypeVar("T")


class View(Generic[T]):
    """Gives JSON values the type of a generated pydantic model, and takes it away again."""

    def __init__(self, model: type[T]) -> None:
        self._model = model
        self._adapter = TypeAdapter(model)

    def load(self, value: Json) -> T:
        """Give a value its type, strictly; raises `ViewMismatch` if the class refuses it.

        The value goes through JSON text, because in pydantic's strict mode only JSON input may
        become a tuple or an enumeration member. Keys are names of properties, never of fields: an
        open object may have a key that is spelled like another property's field.
        """
        text = to_json(value)
        try:
            return self._adapter.validate_json(text, strict=True, by_alias=True, by_name=False)
        except ValidationError as error:
            reason = str(error.errors(include_url=False, include_input=False)[0]["msg"])
            raise ViewMismatch(self._model.__qualname__, reason) from error

    def unload(self, value: T) -> object:
        """Return the JSON value of an instance, not checked yet; `LocalError` for another type.

        A field that still has its default (`None` or `MISSING`) is left out: a generated class
        has these defaults only where the schema does without the property.
        """
        if not isinstance(value, self._model):
            raise LocalError(
                f"expected an instance of {self._model.__qualname__}, not of "
                f"{type(value).__qualname__}"
            )
        return self._adapter.dump_python(
            value, mode="json", by_alias=True, exclude_defaults=True, warnings=False
        )
