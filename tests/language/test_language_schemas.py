"""Embedded schemas: invalid ones, and valid ones that are sloppy."""

import pytest

from interruptgen import language, reading
from interruptgen.diagnostics import Diagnostic, Severity


def check(schema: str) -> tuple[Diagnostic, ...]:
    """Check a file with one shared schema, which begins at column 6 of line 3."""
    text = f"interruptgen: 1\n$defs:\n  A: {schema}\n"
    document = reading.read("d.yaml", text.encode())
    assert isinstance(document, reading.Document), document
    return language.check(document)


DRAFT_04 = '$schema: "http://json-schema.org/draft-04/schema#"'
DRAFT_06 = '$schema: "http://json-schema.org/draft-06/schema"'
DRAFT_07 = '$schema: "http://json-schema.org/draft-07/schema#"'
DRAFT_2019 = '$schema: "https://json-schema.org/draft/2019-09/schema"'
DRAFT_2020 = '$schema: "https://json-schema.org/draft/2020-12/schema"'


@pytest.mark.parametrize(
    ("schema", "at", "message", "hint"),
    [
        ("{type: strnig}", "strnig", "`strnig` is no type", "mean `string`"),
        ("{type: [string, strng]}", "strng]", "`strng` is no type", "mean `string`"),
        ("{type: dict}", "dict", "`dict` is no type", "mean `object`"),
        ("{type: Integer}", "Integer", "`Integer` is no type", "mean `integer`"),
        ("{type: date}", "date", "`date` is no type", "`format: date`"),
        ("{type: any}", "any", "`any` is no type", "leave `type` out"),
        ("{type: zzz}", "zzz", "`zzz` is no type", "choose array"),
        ("{type: []}", "[]", "`type` must not be empty", ""),
        ("{type: [string, string]}", "[string", "`type` has the same item twice", ""),
        ("{items: {type: strng}}", "strng", "`strng` is no type", "mean `string`"),
        ("{properties: {type: {type: strng}}}", "strng", "`strng` is no type", "mean"),
        ("{properties: {'': {type: strng}}}", "strng", "`strng` is no type", "mean"),
        ("{properties: {a: {}, '': {properties: {a: 5}}}}", "5", "`a` must be a schema", ""),
        ("{properties: {'1': {}, '01': {type: strng}}}", "strng", "`strng` is no type", "mean"),
        ("{properties: {type: 5}}", "5", "`type` must be a schema, not a number", ""),
        ("{properties: {a: 5}}", "5", "`a` must be a schema, not a number", ""),
        ("{properties: []}", "[]", "`properties` must be a mapping of schemas", ""),
        ("{additionalProperties: no}", "no}", "must be a schema, not a text", ""),
        ("{items: [{}]}", "[{}]", "`items` must be a schema", "`prefixItems`"),
        ("{exclusiveMinimum: true}", "true", "must be a number, not true", "the bound itself"),
        ("{required: true}", "true", "must be a list, not true", "list the names"),
        ("{required: [a, a]}", "[a", "`required` has the same item twice", ""),
        ("{required: [1]}", "1]", "item 1 of `required` must be a text", ""),
        ("{minLength: -1}", "-1", "`minLength` must not be less than 0", ""),
        ("{minLength: 1.5}", "1.5", "must be a whole number", ""),
        ("{maximum: '3'}", "'3'", "must be a number, not a text", ""),
        ("{multipleOf: 0}", "0}", "`multipleOf` must be more than 0", ""),
        ("{enum: a}", "a}", "`enum` must be a list, not a text", ""),
        ("{anyOf: []}", "[]", "`anyOf` must not be empty", ""),
        ("{anyOf: [{}, [1]]}", "[1]", "item 2 of `anyOf` must be a schema", ""),
        ("{$ref: 5}", "5", "`$ref` must be a text", ""),
        ("{$anchor: 1x}", "1x", "`$anchor` cannot be `1x`", ""),
        ("{$schema: 5}", "5", "`$schema` must be a text", ""),
        (f"{{{DRAFT_2019}, items: [5]}}", "5]", "item 1 of `items` must be a schema", ""),
        (f"{{{DRAFT_07}, items: [{{type: integr}}]}}", "integr", "`integr` is no type", "integer"),
        (f"{{{DRAFT_07}, dependencies: {{a: 5}}}}", "5}", "`a` cannot be a number", ""),
        (f"{{{DRAFT_06}, exclusiveMinimum: true}}", "true", "must be a number", ""),
        (f"{{{DRAFT_04}, exclusiveMinimum: true}}", "{", "needs `minimum` as well", ""),
        (f"{{{DRAFT_04}, required: []}}", "[]", "`required` must not be empty", ""),
        (f"{{{DRAFT_04}, items: {{$ref: 5}}}}", "5}", "`$ref` must be a text", ""),
    ],
)
def test_invalid_schemas(schema: str, at: str, message: str, hint: str) -> None:
    (finding,) = check(schema)
    assert finding.code == "IG301"
    assert str(finding.place) == f"d.yaml:3:{6 + schema.index(at)}"
    assert message in finding.message
    assert hint in (finding.hint or "")


@pytest.mark.parametrize(
    "schema",
    [
        "true",
        "{}",
        "{type: [string, 'null'], minLength: 1.0, default: null}",
        "{properties: {type: {}, enum: {}, $ref: {}}, items: false}",
        "{enum: [{type: strnig}], const: {type: strnig}, examples: [{type: strnig}]}",
        "{unknown: {type: strnig}}",
        f"{{{DRAFT_04}, minimum: 1, exclusiveMinimum: true, items: [{{}}], id: a}}",
        f"{{{DRAFT_06}, dependencies: {{a: [b], c: {{}}}}, contains: {{}}}}",
        f"{{{DRAFT_07}, items: [{{}}], additionalItems: false, if: {{}}, definitions: {{}}}}",
        f"{{{DRAFT_2019}, items: [{{}}], dependentRequired: {{a: [b]}}}}",
        f"{{{DRAFT_2020}, prefixItems: [{{}}], items: false}}",
    ],
)
def test_sound_schemas(schema: str) -> None:
    assert check(schema) == ()


@pytest.mark.parametrize(
    "uri", ["http://json-schema.org/draft-03/schema#", "https://example.com/own", ""]
)
def test_unknown_dialects(uri: str) -> None:
    (finding,) = check(f'{{$schema: "{uri}", type: strnig}}')
    assert (finding.code, str(finding.place)) == ("IG302", "d.yaml:3:16")
    (finding,) = check(f'{{items: {{$schema: "{uri}"}}}}')
    assert (finding.code, str(finding.place)) == ("IG302", "d.yaml:3:24")


@pytest.mark.parametrize(
    ("keyword", "meant"),
    [
        ("requried", "required"),
        ("minlength", "minLength"),
        ("one_of", "oneOf"),
        ("defualt", "default"),
        ("propertys", "properties"),
        ("additionalproperties", "additionalProperties"),
    ],
)
def test_misspelt_keywords(keyword: str, meant: str) -> None:
    (finding,) = check(f"{{items: {{{keyword}: 1}}}}")
    assert (finding.code, finding.severity) == ("IG303", Severity.WARNING)
    assert (str(finding.place), finding.hint) == ("d.yaml:3:15", f"did you mean `{meant}`?")


URI_04 = "http://json-schema.org/draft-04/schema#"
URI_07 = "http://json-schema.org/draft-07/schema#"
URI_2019 = "https://json-schema.org/draft/2019-09/schema"


@pytest.mark.parametrize(
    ("uri", "keyword", "dialect"),
    [
        (URI_04, "const: 1", "draft-04"),
        (URI_07, "prefixItems: [{type: string}]", "draft-07"),
        (URI_07, "unevaluatedProperties: false", "draft-07"),
        (URI_2019, "prefixItems: [{type: string}]", "2019-09"),
        ("https://json-schema.org/draft/2020-12/schema", "additionalItems: false", "2020-12"),
    ],
)
def test_keywords_of_other_dialects(uri: str, keyword: str, dialect: str) -> None:
    (finding,) = check(f'{{$schema: "{uri}", type: array, items: {{type: string, {keyword}}}}}')
    assert (finding.code, finding.severity) == ("IG303", Severity.WARNING)
    assert finding.message.startswith(f"{dialect} has no keyword `{keyword.partition(':')[0]}`")


@pytest.mark.parametrize("keyword", ["$defs: {a: {}}", "contentSchema: {}", "examples: [1]"])
def test_keywords_of_other_dialects_that_refuse_nothing(keyword: str) -> None:
    assert check(f'{{$schema: "{URI_07}", {keyword}}}') == ()


@pytest.mark.parametrize(
    "keyword", ["x-requried", "_default", "nullable", "example", "xml", "foo", "unit", "id"]
)
def test_keywords_of_others(keyword: str) -> None:
    assert check(f"{{type: string, {keyword}: 1}}") == ()


@pytest.mark.parametrize(
    ("pattern", "fragment", "hint"),
    [
        ("(", "is no regular expression", ""),
        ("[a-", "is no regular expression", ""),
        ("a{2,1}", "is no regular expression", ""),
        (r"[\w-.]", "is no regular expression", ""),
        ("(?i)a", "has `(?i`", "both cases"),
        ("(?i:a)", "has `(?i`", "both cases"),
        ("(?P<a>b)", "has `(?P`", "`(?<name>...)`"),
        ("(?#a)", "has `(?#`", "`$comment`"),
        (r"\Aa", r"has `\A`", "write `^`"),
        (r"a\Z", r"has `\Z`", "write `$`"),
        (r"\x{41}", r"has `\x{41}`", r"write `\u{41}`"),
        (r"\pL", r"has `\p`", r"`\p{L}`"),
        (r"\p{Greek}", r"has `\p{Greek}`", r"`\p{Script=Greek}`"),
        ("[[:alpha:]]", "has `[[:alpha:]`", "list the characters"),
        ("a++", "has `++`", "the quantifier alone"),
        ("a{2}+", "has `{2}+`", "the quantifier alone"),
        (r"\k<a>", "is no regular expression", ""),
        (r"\ud83d", r"has `\ud83d`, which the server cannot run", ""),
        (r"[a\ude00]", r"has `\ude00`, which the server cannot run", ""),
        (r"\p{Cs}", r"has `\p{Cs}`, which the server cannot run", ""),
        ("(?<$>a)", "has `(?<$>`, which the server cannot run", ""),
        (r"(?!a)\e", "is no regular expression", ""),
        (r"(?=a)\K", "is no regular expression", ""),
        ("(?!a)b{,2}", "is no regular expression", ""),
        ("(?!a)(?>b)", "is no regular expression", ""),
        ("(a)(?(1)b)", "has `(?(`", "alternatives"),
    ],
)
def test_unusable_patterns(pattern: str, fragment: str, hint: str) -> None:
    (finding,) = check(f"{{pattern: '{pattern}'}}")
    assert (finding.code, str(finding.place)) == ("IG304", "d.yaml:3:16")
    assert fragment in finding.message
    assert hint in (finding.hint or "")
    (finding,) = check(f"{{patternProperties: {{'{pattern}': {{}}}}}}")
    assert (finding.code, str(finding.place)) == ("IG304", "d.yaml:3:27")


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a)?\1",
        r"(a)*\1",
        r"(a)+\1",
        r"(?:(a))+\1",
        r"(?:(a)b)?\1",
        r"(?:(a)|b)\1",
        r"(?:(a)|b\1)",
        r"(a)|\1",
        r"\1(a)",
        r"(a\1)",
        r"(?!(a))b\1",
        r"(a)(?<=\1)",
        r"(?<=(a)\1)b",
        r"(b)(?:(a)|c)\1\2",
    ],
)
def test_references_to_groups_without_a_certain_match(pattern: str) -> None:
    (finding,) = check(f"{{pattern: '{pattern}'}}")
    reference = f"refers with `{pattern[pattern.rindex(chr(92)) :][:2]}` to a group"
    assert finding.code == "IG304" and reference in finding.message
    assert finding.hint == "refer to a group that always matches once before"


@pytest.mark.parametrize(
    "pattern",
    [
        "^[a-z]+$",
        r"(?:(a)b\1)*",
        r"(?:c|(a)\1)",
        r"(?=(a))\1",
        r"(?:(?:(a|b)))\1",
        r"(\(|[(])\1",
        r"(?<a>b)\k<a>",
        r"(a)(?<q>b)(?:c)\k<q>0",
        r"\ud83d\ude00",
        r"[\ud83d\ude00-\uD83D\uDE4F]",
        r"\0[\0]",
        "[]|[^]|[[]",
        "(?<!a)b(?=c)(?!d)(?:e)",
        r"(?<year>\d{4})",
        r"\p{L}\p{Script=Greek}",
        r"(\w)\1",
        r"a\b|\B[\b]",
        r"\u00e9\u{1F600}",
        "[+]+",
        r"\+\+",
        r"\(?P",
        "[(?i)]",
        "a+?b*?c{2,}?",
        r"\\A",
        "é|😀",
    ],
)
def test_usable_patterns(pattern: str) -> None:
    assert check(f"{{pattern: '{pattern}'}}") == ()


@pytest.mark.parametrize(
    ("schema", "at", "nearest"),
    [
        ("{maximum: 9223372036854775807}", "92", "9223372036854775808"),
        ("{const: 9007199254740993}", "90", "9007199254740992"),
        ("{enum: [a, {b: [-9007199254740993]}]}", "-90", "-9007199254740992"),
        ("{items: {default: 18446744073709551615}}", "18", "18446744073709551616"),
    ],
)
def test_inexact_numbers(schema: str, at: str, nearest: str) -> None:
    (finding,) = check(schema)
    assert (finding.code, str(finding.place)) == ("IG305", f"d.yaml:3:{6 + schema.index(at)}")
    assert finding.hint == f"the nearest number that it can hold is {nearest}"


@pytest.mark.parametrize(
    "schema",
    [
        "{maximum: 9007199254740992, minimum: -1152921504606846976}",
        "{maximum: 1e+300, const: 0.1}",
        "{x-limit: 9223372036854775807, items: {x-limit: [9223372036854775807]}}",
        "{enum: [true, false]}",
    ],
)
def test_exact_numbers(schema: str) -> None:
    assert check(schema) == ()


@pytest.mark.parametrize(
    ("schema", "at", "fragment"),
    [
        ("{type: string, default: null}", "null", "the default `null`"),
        ("{type: string, examples: [a, 5]}", "5]", "the example `5`"),
        ("{properties: {'a/b ~%é': {type: string, default: 5}}}", "5}", "the default `5`"),
        (
            "{properties: {a: {$ref: '#/$defs/B', default: 5}}, $defs: {B: {type: string}}}",
            "5}",
            "",
        ),
        ("{properties: {a: {$ref: '#', default: 5}}, type: object}", "5}", "the default `5`"),
        ("{items: {$ref: 'x.yaml#/A'}, contains: {type: string, default: 5}}", "5}", ""),
        (f"{{{DRAFT_04}, minimum: 1, exclusiveMinimum: true, default: 1}}", "1}", ""),
        (f"{{{DRAFT_07}, items: [{{type: string}}], default: [5]}}", "[5]", ""),
    ],
)
def test_refused_defaults(schema: str, at: str, fragment: str) -> None:
    (finding,) = check(schema)
    assert (finding.code, finding.severity) == ("IG306", Severity.WARNING)
    assert str(finding.place) == f"d.yaml:3:{6 + schema.index(at)}"
    assert fragment in finding.message


@pytest.mark.parametrize(
    "schema",
    [
        "{type: [string, 'null'], default: null, examples: [a]}",
        "{type: string, format: date, default: tomorrow}",
        "{properties: {a: {$ref: '#/$defs/Missing', default: 5}}}",
        "{properties: {a: {$ref: 'https://example.com/x.json', default: 5}}}",
        '{$id: "https://json-schema.org/draft/2020-12/schema", $dynamicAnchor: meta, properties: '
        "{a: {items: {$dynamicRef: '#meta'}, default: 5}, b: {$ref: meta/core}}}",
        "{enum: [{default: 1}], const: {type: string, default: 1}}",
    ],
)
def test_defaults_that_nothing_is_said_about(schema: str) -> None:
    assert check(schema) == ()


@pytest.mark.parametrize(
    ("schema", "at", "fragment", "hint"),
    [
        ("{properties: {b: {}}, required: [a, b]}", "a,", "`properties` lacks", "add `a`"),
        ("{properties: {choice: {}}, required: [choise]}", "choise", "", "did you mean `choice`?"),
        ("{additionalProperties: false, required: [a]}", "a]", "`additionalProperties: false`", ""),
        (
            "{allOf: [{properties: {b: {}}, additionalProperties: false, required: [a]}]}",
            "a]",
            "`additionalProperties: false`",
            "",
        ),
    ],
)
def test_dangling_required(schema: str, at: str, fragment: str, hint: str) -> None:
    (finding,) = check(schema)
    assert (finding.code, finding.severity) == ("IG307", Severity.WARNING)
    assert str(finding.place) == f"d.yaml:3:{6 + schema.index(at)}"
    assert fragment in finding.message
    assert hint in (finding.hint or "")


@pytest.mark.parametrize(
    "schema",
    [
        "{required: [a]}",
        "{properties: {a: {}}, required: [a]}",
        "{properties: {a: {}}, anyOf: [{required: [a]}, {properties: {b: {}}, required: [a]}]}",
        "{properties: {a: {}}, allOf: [{properties: {b: {}}}], required: [b]}",
        "{properties: {a: {}}, $ref: 'x.yaml#/A', required: [b]}",
        "{properties: {}, patternProperties: {a: {}}, additionalProperties: false, required: [b]}",
    ],
)
def test_required_that_something_else_may_explain(schema: str) -> None:
    assert check(schema) == ()


@pytest.mark.parametrize(
    ("schema", "at"),
    [
        ("{minimum: 2, maximum: 1}", "1}"),
        ("{minimum: 2, exclusiveMaximum: 2}", "2}"),
        ("{exclusiveMinimum: 2, exclusiveMaximum: 2}", "2}"),
        ("{minLength: 2, maxLength: 1}", "1}"),
        ("{minItems: 2, maxItems: 1}", "1}"),
        ("{minProperties: 2, maxProperties: 1}", "1}"),
        ("{items: {anyOf: [{minimum: 2, maximum: 1}]}}", "1}"),
        ("{enum: []}", "[]"),
        ("{type: string, enum: [1, 2]}", "[1"),
        ("{type: [string, 'null'], const: 5}", "5}"),
        ("{type: integer, const: 1.5}", "1.5"),
    ],
)
def test_contradictions(schema: str, at: str) -> None:
    (finding,) = check(schema)
    assert (finding.code, finding.severity) == ("IG308", Severity.WARNING)
    assert str(finding.place) == f"d.yaml:3:{6 + schema.index(at)}"


@pytest.mark.parametrize(
    "schema",
    [
        "{minimum: 1, maximum: 1, minLength: 0, maxLength: 0}",
        "{type: integer, enum: [1.0]}",
        "{type: number, const: 1}",
        "{type: string, enum: [a, null]}",
        "{type: object, const: {}}",
        "{type: array, const: []}",
        "{type: boolean, const: false}",
        "{type: 'null', const: null}",
    ],
)
def test_no_contradictions(schema: str) -> None:
    assert check(schema) == ()


def test_errors_silence_the_warnings_of_the_same_schema() -> None:
    assert [one.code for one in check("{type: strnig, minimum: 2, maximum: 1}")] == ["IG301"]


def test_all_schemas_are_checked_in_source_order() -> None:
    text = """\
interruptgen: 1
tools:
  b:
    outputSchema: {type: strnig}
    inputSchema: {type: strnig}
    needsApproval: {when: {type: strnig}}
    approvalSchema: {approve: {type: strnig}, reject: {type: strnig}}
interrupts:
  a: {payloadSchema: {type: strnig}, responseSchema: {type: strnig}}
$defs:
  A: {type: strnig}
"""
    document = reading.read("d.yaml", text.encode())
    assert isinstance(document, reading.Document)
    found = language.check(document)
    assert {one.code for one in found} == {"IG301"}
    assert [one.place.line for one in found] == [4, 5, 6, 7, 7, 9, 9, 11]
