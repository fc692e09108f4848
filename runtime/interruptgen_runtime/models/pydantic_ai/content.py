"""A part of a user's message -> what pydantic-ai sends to a provider."""

import base64
import binascii
from collections.abc import Callable, Mapping
from typing import Final

from pydantic_ai.messages import (
    AudioUrl,
    BinaryContent,
    DocumentUrl,
    ImageUrl,
    UserContent,
    VideoUrl,
)

from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.models.pydantic_ai.texts import read_text

_URLS: Final[Mapping[str, Callable[..., ImageUrl | AudioUrl | VideoUrl | DocumentUrl]]] = {
    "image": ImageUrl,
    "audio": AudioUrl,
    "video": VideoUrl,
    "document": DocumentUrl,
}
_SCHEMES: Final = ("https://", "http://")
_HELD: Final = "https://generativelanguage.googleapis.com/"
"""Where Google keeps files. It opens those of the server's key, whoever names them."""


def read_part(raw: Json, where: str) -> UserContent:
    """Read a part; raises `PeerError`, with the place, for one that cannot be passed on.

    The parts are those of AG-UI: text, and media by URL or as base64 data. Whoever sends a URL
    has it fetched by others, so only the web's are passed on: another scheme could name what the
    server's credentials open. The name of a file that some provider holds is refused as well.
    """
    if not isinstance(raw, dict):
        raise PeerError(f"{where} has to be an object")
    kind = raw.get("type")
    if kind == "text":
        return read_text(raw, "text", where)
    if not isinstance(kind, str) or kind not in _URLS:
        raise PeerError(f"{where} is no text, image, audio, video or document")
    source = raw.get("source")
    if not isinstance(source, dict):
        raise PeerError(f"{where}.source has to be an object")
    return _media(kind, source, f"{where}.source")


def _media(kind: str, source: JsonObject, where: str) -> UserContent:
    value = read_text(source, "value", where)
    match source.get("type"):
        case "data":
            return BinaryContent(
                _decoded(value, where), media_type=read_text(source, "mimeType", where)
            )
        case "url" if value.startswith("data:"):
            return _embedded(value, where)
        case "url" if value.lower().startswith(_HELD):
            raise PeerError(f"{where} names a file that a provider holds")
        case "url" if value.lower().startswith(_SCHEMES):
            media_type = read_text(source, "mimeType", where) if "mimeType" in source else None
            return _URLS[kind](value, media_type=media_type)
        case "url":
            raise PeerError(f"{where} has to be a URL of https or http")
        case _:
            raise PeerError(f"{where} has to be a URL or data")


def _embedded(url: str, where: str) -> BinaryContent:
    """Read a URL that carries its data, as RFC 2397 writes it in base64."""
    head, comma, data = url.removeprefix("data:").partition(",")
    media_type = head.removesuffix(";base64")
    if not comma or media_type == head or not media_type:
        raise PeerError(f"{where} has to carry its data with a media type and in base64")
    return BinaryContent(_decoded(data, where), media_type=media_type)


def _decoded(data: str, where: str) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        raise PeerError(f"{where}.value is not base64") from None
