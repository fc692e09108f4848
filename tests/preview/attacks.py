"""Definitions that mean harm: fifty responses, each with what it is about."""

from collections.abc import Iterator

from interruptgen.model import Json, JsonObject

TEXTS: dict[str, str] = {
    "script": "<script>alert(1)</script>",
    "end of the script": "</script><script>alert(1)</script>",
    "end of the style": "</style><img src=x onerror=alert(1)>",
    "comment": "<!--<script>",
    "image": '"><img src=x onerror=alert(1)>',
    "vector": "<svg/onload=alert(1)>",
    "link": "javascript:alert(1)",
    "markdown": "[x](javascript:alert(1)) ![y](http://example.com/y.png)",
    "base": "<base href=http://example.com/>",
    "refresh": '<meta http-equiv=refresh content="0;url=http://example.com/">',
    "frame": "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
    "stylesheet": "<link rel=stylesheet href=http://example.com/x.css>",
    "template": "{{constructor.constructor('alert(1)')()}}",
    "entities": "&lt;script&gt;alert(1)&lt;/script&gt;",
    "reordering": "\u202eevorppa\u202c \u2066x\u2069",
    "invisible": "a\u200bb\u200dc\u2060d\ufeffe",
    "controls": "a\tb\u0007c\u001b[31m",
    "combining": "a" + "\u0301" * 200,
    "right to left": "שלום مرحبا",
    "astral": "😀\U000e0041\U000e0042",
    "separators": "a\u2028b\u2029c",
    "long": "x" * 40_000,
    "one word": "W" * 5_000,
    "quotes": "'\"`${alert(1)}\\",
}

NAMES = (
    *("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "__errors"),
    *("ui:field", "$id", "", " ", "a b", "a.b", "a/b~c", "<b>", "items", "classNames"),
)


def _object(properties: JsonObject, **more: Json) -> JsonObject:
    return {"type": "object", "properties": properties, **more}


def _nested(depth: int) -> JsonObject:
    schema: JsonObject = {"type": "string"}
    for _ in range(depth):
        schema = _object({"a": schema})
    return schema


SHAPES: dict[str, JsonObject] = {
    "ten thousand fields": _object({f"p{number}": {"type": "null"} for number in range(10_000)}),
    "deep": _nested(28),
    "many alternatives": {
        "type": "object",
        "anyOf": [_object({f"p{number}": True}) for number in range(300)],
    },
    "recursion that never ends": {
        "$defs": {"A": _object({"a": {"$ref": "#/$defs/A"}}, required=["a"])},
        "$ref": "#/$defs/A",
        "type": "object",
    },
    "recursion in width": {
        "$defs": {
            "A": _object({name: {"$ref": "#/$defs/A"} for name in "abcdefgh"}),
        },
        "$ref": "#/$defs/A",
        "type": "object",
    },
    "backtracking": {"type": "string", "pattern": "^(([a-z])+.)+[A-Z]([a-z])+$"},
    "backtracking with a reference": {"type": "string", "pattern": r"^(a)(?:a+)+\1$"},
    "backtracking in names": {
        "type": "object",
        "patternProperties": {"^(a+)+$": {"type": "string"}},
    },
    "large enum": {"enum": [f"value {number}" for number in range(5_000)]},
    "a list of a million": {"type": "array", "minItems": 1_000_000},
}


def responses() -> Iterator[tuple[str, JsonObject]]:
    """Yield fifty schemas with names for them."""
    for name, text in TEXTS.items():
        yield (
            f"text: {name}",
            _object(
                {"a": {"title": text, "description": text, "enum": [text, "b"]}, text[:200]: {}},
                title=text,
                description=text,
            ),
        )
    for name in NAMES:
        yield f"name: {name}", _object({name: {"type": "string"}}, additionalProperties=True)
    for name, schema in SHAPES.items():
        yield f"shape: {name}", schema
