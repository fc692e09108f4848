"""Keywords and patterns, each with values that tell one way to read them from another."""

from interruptgen.model import Json, JsonObject

KEYWORDS: list[tuple[JsonObject, list[Json]]] = [
    ({"type": "integer"}, [1, 1.0, 1e300, 1.5, -0.0, True, "1", None]),
    ({"type": ["string", "null"]}, ["a", None, 1]),
    ({"multipleOf": 0.01}, [4.35, 0.07, 0.075, 1e-8, 1e308, 19.99, 1, 1.1, 0, -0.01]),
    ({"multipleOf": 0.1}, [0.3, 0.35, 1e15]),
    ({"multipleOf": 2.5}, [9, 5]),
    ({"multipleOf": 100}, [1e308, 1e22, -1.0914514399835862e175]),
    ({"multipleOf": 3}, [-5.234315260556419e32, 1152921504606847000]),
    ({"multipleOf": 0.3}, [7.59579248199909e60, -8.182727214756518e118]),
    ({"multipleOf": 1e-7}, [1e300, 0.5, 1.5e-7]),
    ({"minimum": 1, "exclusiveMaximum": 2}, [1, 0.999, 2, 1.999, "0"]),
    ({"enum": [1, "a", None, {"b": [1]}]}, [1.0, True, None, {"b": [1.0]}, {"b": []}]),
    ({"const": 0}, [False, -0.0, 0, "0"]),
    ({"minLength": 2}, ["😀", "😀a", "e\u0301", 1]),
    ({"maxLength": 1}, ["😀", "😀a"]),
    (
        {"uniqueItems": True},
        [[1, 1.0], [1, True], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], [0, False], [[], {}], ["1", 1]],
    ),
    ({"$defs": {"A": {"type": "string"}}, "$ref": "#/$defs/A", "minLength": 2}, ["a", "ab", 3]),
    ({"$defs": {"a~1b": {"type": "string"}}, "$ref": "#/$defs/a~01b"}, ["a", 3]),
    (
        {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
        [{"a": 1}, {"b": 1}],
    ),
    (
        {
            "anyOf": [
                {"properties": {"a": {"const": 1}}, "required": ["a"]},
                {"properties": {"b": True}},
            ],
            "unevaluatedProperties": False,
        },
        [{"a": 1, "b": 2}, {"a": 2, "b": 2}, {"b": 1}, {}],
    ),
    (
        {
            "if": {"properties": {"a": {"const": 1}}, "required": ["a"]},
            "then": {"properties": {"b": True}},
            "else": {"properties": {"c": True}},
            "unevaluatedProperties": False,
        },
        [{"a": 1, "b": 2}, {"b": 2}, {"c": 2}, {"a": 1, "c": 1}],
    ),
    (
        {"prefixItems": [True], "contains": {"type": "string"}, "unevaluatedItems": False},
        [[1, "a"], [1, "a", 2], ["a"], [], [1]],
    ),
    ({"not": {"unevaluatedProperties": False, "properties": {"a": True}}}, [{"a": 1}, {"b": 1}]),
    ({"dependentSchemas": {"a": {"required": ["b"]}}}, [{"a": 1}, {"a": 1, "b": 1}, {"b": 1}]),
    ({"dependentRequired": {"a": ["b"]}}, [{"a": 1}, {"a": 1, "b": 1}, {"b": 1}]),
    ({"propertyNames": {"maxLength": 2}}, [{"ab": 1}, {"abc": 1}]),
    (
        {"patternProperties": {"^x": {"type": "integer"}}, "additionalProperties": False},
        [{"x1": 1}, {"x1": "a"}, {"y": 1}],
    ),
    ({"contains": {"type": "integer"}, "minContains": 0}, [[], ["a"]]),
    ({"contains": True, "minContains": 1, "maxContains": 1}, [[1], [1, 2], []]),
    ({"prefixItems": [{"type": "string"}], "items": False}, [["a"], ["a", 1], [1], []]),
    ({"oneOf": [{"multipleOf": 3}, {"multipleOf": 5}]}, [3, 5, 15, 7, "a"]),
    (
        {"properties": {"__proto__": {"type": "string"}}, "required": ["__proto__"]},
        [{"__proto__": 1}, {"__proto__": "a"}, {}],
    ),
    ({"required": ["constructor", "toString"]}, [{}, {"constructor": 1, "toString": 1}]),
    ({"format": "email", "contentEncoding": "base64"}, ["no", "%"]),
    ({"minProperties": 1, "maxProperties": 2}, [{}, {"a": 1}, {"a": 1, "b": 1, "c": 1}]),
    (
        {
            "$defs": {
                "T": {"properties": {"t": {"$ref": "#/$defs/T"}}, "additionalProperties": False}
            },
            "$ref": "#/$defs/T",
        },
        [{"t": {"t": {}}}, {"t": {"u": {}}}],
    ),
]

PATTERNS: list[tuple[str, list[str]]] = [
    (r"^[a-z\-\_]+$", ["a-b_c", "A", ""]),
    (r"^\p{L}+$", ["éa", "1", "日本"]),
    (r"^\P{Lu}*$", ["abc", "aBc"]),
    (r"(?<=a)b", ["ab", "cb", "b"]),
    (r"(?<!a)b", ["ab", "cb", "b"]),
    (r"^(?!.*x).{2,}$", ["ab", "axb", "a"]),
    (r"^(?=.*\d)(?=.*[a-z]).{4,}$", ["abc1", "abcd", "1234", "ab1"]),
    (r"^(a+)+$", ["a" * 60 + "!", "a" * 60]),
    (r"^(a|a)*$", ["a" * 60 + "b", "a" * 60]),
    (r"^\d{3,5}$", ["12", "123", "123456", "٣٣٣"]),
    (r"\bfoo\b", ["a foo b", "afoo", "foo"]),
    (r"\Boo\B", ["afooz", "foo"]),
    (r"^[^\]]+$", ["a]", "a"]),
    (r"^\u{1F600}$", ["😀", "a"]),
    (r"^.$", ["😀", "\n", "a\n", "\u2028"]),
    (r"^a$", ["a\n", "a", "A"]),
    (r"^\s$", ["\u00a0", "\ufeff", "\u0085", " ", "\u3000"]),
    (r"^\w+$", ["é", "a_1"]),
    (r"^(a|b)*?c$", ["abac", "abaca"]),
    (r"^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$", ["1.2.3.4", "256.1.1.1", "1.2.3."]),
    (r"^(?<year>\d{4})-(?<month>0[1-9]|1[0-2])$", ["2024-02", "2024-13"]),
    (r"^(ab|cd)-\1$", ["ab-ab", "ab-cd"]),
    (r"^(?:(a)|b)*\1$", ["ab", "aba", "ba"]),
    (r"(?<=(a|b))\1", ["aa", "ab", "cbb"]),
    (r"colou?r|gr[ae]y", ["a grey", "color", "gry"]),
    (r"^\/\.\*$", ["/.*", "/a*"]),
    (r"^(?:ab){0}c$", ["c", "abc"]),
    (r"^\x41\cA?$", ["A", "A\x01", "B"]),
    (r"", ["", "a"]),
]
