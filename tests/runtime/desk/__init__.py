"""Decisions of a travel desk, in the form of a generated package."""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from . import client, models, schemas, server

__all__ = ["EMITTER_FORMAT", "client", "models", "schemas", "server"]

EMITTER_FORMAT: Final = 1

if not TYPE_CHECKING:

    def __getattr__(name: str) -> ModuleType:
        """Import a submodule when it is first asked for."""
        if name in __all__:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
