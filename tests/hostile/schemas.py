"""Kinds of bad input: schemas, names and texts that are hard to bear."""

import json

from hostile.breaking import file, schema
from hostile.kind import JSON, YAML, Kind
from hostile.sandbox import SOURCE


def _definition(**keys: object) -> str:
    return json.dumps({"interruptgen": 1, "interrupts": {"more": keys}})


def _named(id: str, **top: object) -> str:
    definition = {"responseSchema": {"type": "object"}}
    return json.dumps({"interruptgen": 1, "interrupts": {id: definition}, **top})


def _properties(names: list[str]) -> str:
    return json.dumps(
        {"type": "object", "properties": {name: {"type": "string"} for name in names}}
    )


def _doubling(keyword: str, levels: int, last: object) -> str:
    """Let each definition name the next one twice: 2^levels ways lead to the last."""
    defs: dict[str, object] = {
        f"a{n}": {keyword: [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(levels)
    }
    return json.dumps({"$ref": "#/$defs/a0", "$defs": {**defs, f"a{levels}": last}})


def _example(pattern: str, text: str) -> tuple[str, str]:
    of_schema = json.dumps({"type": "string", "pattern": pattern})
    return of_schema, f', "examples": {json.dumps([{"response": text}])}'


def _nested(levels: int) -> str:
    return '{"type": "object", "properties": {"a": ' * levels + "{}" + "}}" * levels


_STRING = {"type": "string"}
_OBJECTS = [{"type": "object", "properties": {f"p{n}": _STRING}} for n in range(1_000)]

SCHEMAS = [
    Kind("a pattern that does not compile", schema('{"type": "string", "pattern": "("}')),
    Kind("a pattern of Python", schema('{"type": "string", "pattern": "(?P<n>a)"}')),
    Kind("a pattern that explodes", schema(*_example("^(a+)+$", "a" * 40 + "!"))),
    Kind(
        "a pattern that explodes with a look-ahead",
        schema(*_example("^(?=(a+)+$)", "a" * 40 + "!")),
    ),
    Kind(
        "a pattern that explodes and refuses nothing",
        schema(*_example("^(?!(a+)+$)", "a" * 40 + "!")),
    ),
    Kind(
        "a pattern that explodes over a default",
        schema('{"type": "string", "pattern": "^(?=(a+)+$)", "default": "' + "a" * 40 + '!"}'),
    ),
    Kind(
        "a pattern with large counts",
        schema('{"type": "string", "pattern": "((a{1,99}){1,99}){1,99}"}'),
    ),
    Kind(
        "a pattern of 100,000 characters",
        schema(json.dumps({"type": "string", "pattern": "a|" * 50_000})),
    ),
    Kind(
        "a pattern of 300 groups",
        schema(json.dumps({"type": "string", "pattern": "(" * 300 + ")" * 300})),
    ),
    Kind(
        "a pattern of 10,000 groups",
        schema(json.dumps({"type": "string", "pattern": "(" * 10_000 + ")" * 10_000})),
    ),
    Kind(
        "an enum of 100,000 members",
        schema(lambda: json.dumps({"enum": [f"m{n}" for n in range(100_000)]})),
    ),
    Kind("an allOf of 10,000 parts", schema(lambda: json.dumps({"allOf": [_STRING] * 10_000}))),
    Kind("an allOf of 1,000 objects", schema(json.dumps({"allOf": _OBJECTS}))),
    Kind("an anyOf of 1,000 objects", schema(json.dumps({"anyOf": _OBJECTS}))),
    Kind("a oneOf of 1,000 objects", schema(json.dumps({"oneOf": _OBJECTS}))),
    Kind(
        "a property for each of 100,000 keys",
        schema(lambda: _properties([f"p{n}" for n in range(100_000)])),
    ),
    Kind(
        "100,000 definitions",
        file(
            JSON,
            lambda: json.dumps(
                {"interruptgen": 1, "interrupts": {f"d{n}": {} for n in range(100_000)}}
            ),
        ),
    ),
    Kind(
        "100,000 unknown keys", file(JSON, lambda: json.dumps({f"k{n}": 1 for n in range(100_000)}))
    ),
    Kind(
        "100,000 misspelt keywords",
        schema(
            lambda: json.dumps({"type": "string", **{f"maxLenght{n}": 1 for n in range(100_000)}})
        ),
    ),
    Kind("a schema 120 deep", schema('{"allOf": [' * 60 + "{}" + "]}" * 60)),
    Kind("a schema 190 deep", schema(_nested(95))),
    Kind(
        "2^30 ways to the same schema, all",
        schema(_doubling("allOf", 30, _STRING), ', "examples": [{"response": 1}]'),
    ),
    Kind(
        "2^30 ways to the same schema, any",
        schema(_doubling("anyOf", 30, _STRING), ', "examples": [{"response": 1}]'),
    ),
    Kind("2^30 ways to the same object", schema(_doubling("allOf", 30, _OBJECTS[0]))),
    Kind("2^30 ways to the same union", schema(_doubling("anyOf", 30, _OBJECTS[0]))),
    Kind("an unknown type", schema('{"type": "money"}')),
    Kind("a schema that is a list", schema("[]")),
    Kind("a schema that is false", schema("false")),
    Kind("an empty schema", schema("{}")),
    Kind("an unknown dialect", schema('{"$schema": "https://example.com/x", "type": "string"}')),
    Kind(
        "an example that does not fit",
        schema('{"type": "string"}', ', "examples": [{"response": 1}]'),
    ),
    Kind(
        "an example that is deep",
        schema('{"type": "string"}', f', "examples": [{{"response": {"[" * 190 + "]" * 190}}}]'),
    ),
    Kind(
        "100,000 examples that do not fit",
        schema(
            '{"type": "string"}', lambda: ', "examples": ' + json.dumps([{"response": 1}] * 100_000)
        ),
    ),
    Kind(
        "an example that is refused 100,000 times",
        schema(
            '{"type": "array", "items": {"type": "string"}}',
            lambda: ', "examples": ' + json.dumps([{"response": [1] * 100_000}]),
        ),
    ),
    Kind("a minimum above the maximum", schema('{"type": "number", "minimum": 2, "maximum": 1}')),
    Kind(
        "a multiple of 1e-300",
        schema('{"type": "number", "multipleOf": 1e-300}', ', "examples": [{"response": 1e300}]'),
    ),
    Kind(
        "uniqueItems over 20,000 objects",
        schema(
            '{"type": "array", "uniqueItems": true}',
            ', "examples": ' + json.dumps([{"response": [{"a": n} for n in range(20_000)]}]),
        ),
    ),
]

NAMES = [
    Kind("an id of 10,000 characters", file(JSON, _named("x" * 10_000))),
    Kind("a property of 10,000 characters", schema(_properties(["x" * 10_000]))),
    Kind("an id above the project", file(JSON, _named("../../x"))),
    Kind("an id with control characters", file(JSON, _named("a\x1b[2Jb\r\n"))),
    Kind("an id that turns the direction of text", file(JSON, _named("a\u202eb\u2066"))),
    Kind("an id without a letter", file(JSON, _named("!!!"))),
    Kind("an empty id", file(JSON, _named(""))),
    Kind("the id __proto__", file(JSON, _named("__proto__"))),
    Kind("the id __init__", file(JSON, _named("__init__"))),
    Kind("the id class", file(JSON, _named("class"))),
    Kind("an id that is code", file(JSON, _named('x"); import os; os.abort(); ("'))),
    Kind(
        "two ids of one name",
        file(JSON, json.dumps({"interruptgen": 1, "interrupts": {"a-b": {}, "a_b": {}}})),
    ),
    Kind("an id of another file", file(JSON, _named("choose"))),
    Kind("properties of one name", schema(_properties(["a-b", "a_b", "a b", "A-B", "aB"]))),
    Kind(
        "properties named like what pydantic has",
        schema(
            _properties(
                ["model_config", "model_fields", "copy", "json", "__class__", "__init__", "self"]
            )
        ),
    ),
    Kind(
        "properties that are code",
        schema(_properties(['"]); import os; os.abort()', "\n    os.abort()", "{}", "\\"])),
    ),
    Kind(
        "properties of 5,000 scripts", schema(_properties([chr(0x4E00 + n) for n in range(5_000)]))
    ),
    Kind("a package above the project", file(JSON, _named("more", package="../x"))),
    Kind("a package that is a keyword", file(JSON, _named("more", package="class"))),
    Kind("a package that is a path", file(JSON, _named("more", package="/tmp/x"))),
    Kind("a package of 300 characters", file(JSON, _named("more", package="x" * 300))),
    Kind("a package named os", file(JSON, _named("more", package="os"))),
    Kind("a package named __pycache__", file(JSON, _named("more", package="__pycache__"))),
    Kind(
        "a package named like the lock", file(JSON, _named("more", package="interrupts.lock.json"))
    ),
    Kind("a package of another case", file(JSON, _named("more", package="Bookings"))),
    Kind("a class that is code", schema('{"type": "object", "x-name": "X(os.abort())"}')),
    Kind("a class that is a keyword", schema('{"type": "object", "x-name": "class"}')),
    Kind(
        "a description that ends a docstring",
        file(JSON, _definition(description='x""" + os.abort() + """', message="\\")),
    ),
    Kind(
        "a description that is a template",
        file(JSON, _definition(description="{{ 7 * 7 }}{% raw %}{#", message="{% x")),
    ),
    Kind(
        "a message with attributes",
        file(YAML, SOURCE.replace("{amount}", "{amount.__class__.__mro__}")),
    ),
    Kind("a message with an open brace", file(YAML, SOURCE.replace("{amount}", "{amount"))),
    Kind(
        "a duration of 10^100 years", file(JSON, _definition(expiresAfter="P1" + "0" * 100 + "W"))
    ),
    Kind(
        "an unknown language version",
        file(YAML, SOURCE.replace("interruptgen: 1", "interruptgen: 99")),
    ),
]
