"""The rules of embedded schemas and their values: IG30x."""

from interruptgen.diagnostics import Rule, Severity

INVALID_SCHEMA = Rule(
    "IG301",
    "invalid-schema",
    Severity.ERROR,
    """\
A keyword of a JSON Schema has a value that its dialect does not allow.

Validators refuse such a schema, or ignore the keyword and accept what it should keep out.

Wrong:

```yaml
responseSchema: {type: strnig}
```

Right:

```yaml
responseSchema: {type: string}
```
""",
)

UNKNOWN_DIALECT = Rule(
    "IG302",
    "unknown-dialect",
    Severity.ERROR,
    """\
The `$schema` of an embedded schema names a dialect that is not known here.

Known are 2020-12, which is also meant where there is no `$schema`, 2019-09, and the drafts 07, 06
and 04. What a keyword means in another dialect would have to be guessed.

Wrong:

```yaml
payloadSchema: {$schema: "http://json-schema.org/draft-03/schema#", type: object}
```

Right:

```yaml
payloadSchema: {$schema: "http://json-schema.org/draft-07/schema#", type: object}
```
""",
)

MISSPELT_KEYWORD = Rule(
    "IG303",
    "misspelt-keyword",
    Severity.WARNING,
    """\
A schema has a keyword that JSON Schema does not know, and that looks like one it knows; or one
that its dialect does not know, such as `prefixItems` in draft 07.

Validators ignore unknown keywords, so the schema accepts more than its author meant. Keywords of
your own begin with `x-`.

Wrong:

```yaml
responseSchema: {type: string, maxlength: 80}
```

Right:

```yaml
responseSchema: {type: string, maxLength: 80}
```
""",
)

UNUSABLE_PATTERN = Rule(
    "IG304",
    "unusable-pattern",
    Severity.ERROR,
    """\
A regular expression does not compile, or is written for another language than ECMAScript.

JSON Schema's patterns are ECMAScript's. What Python or PCRE adds (`(?i)`, `(?P<name>...)`, `\\A`,
`\\Z`, `[[:alpha:]]`) means something else to a client in JavaScript, or throws there. The reverse
is refused as well: what the server cannot run as ECMAScript does, such as half of a surrogate pair,
or a back-reference to a group that may not have matched.

Wrong:

```yaml
pattern: '\\A[A-Z]{2}\\Z'
```

Right:

```yaml
pattern: '^[A-Z]{2}$'
```
""",
)

INEXACT_NUMBER = Rule(
    "IG305",
    "inexact-number",
    Severity.ERROR,
    """\
A schema has a whole number that a double cannot hold exactly.

JavaScript would round it, so the client would compute another hash than the server, and would
judge values by another bound.

Wrong:

```yaml
maximum: 9223372036854775807
```

Right:

```yaml
maximum: 9223372036854775808
```
""",
)

REFUSED_DEFAULT = Rule(
    "IG306",
    "refused-default",
    Severity.WARNING,
    """\
A `default`, or one of the `examples`, is not accepted by the schema that it stands in.

Whoever fills in the default gets an answer that is refused.

Wrong:

```yaml
type: string
default: null
```

Right:

```yaml
type: [string, "null"]
default: null
```
""",
)

DANGLING_REQUIRED = Rule(
    "IG307",
    "dangling-required",
    Severity.WARNING,
    """\
`required` names a property that `properties` beside it does not have.

It is mostly a misspelt name: then the property that was meant is optional, and one that nobody
knows must be there. Where `additionalProperties` is false as well, no value at all is accepted.

Wrong:

```yaml
properties: {choice: {type: integer}}
required: [choise]
```

Right:

```yaml
properties: {choice: {type: integer}}
required: [choice]
```
""",
)

CONTRADICTION = Rule(
    "IG308",
    "contradiction",
    Severity.WARNING,
    """\
Keywords of a schema contradict each other, so that no value of the kind is accepted.

Wrong:

```yaml
type: integer
minimum: 10
maximum: 1
```

Right:

```yaml
type: integer
minimum: 1
maximum: 10
```
""",
)

CUT_TEXT = Rule(
    "IG309",
    "cut-text",
    Severity.WARNING,
    """\
A schema has a keyword with a blank in its name and no value: the rest of a text.

Inside of `{...}` a comma ends a text that has no quotes, and what follows becomes a key. It is part
of the schema, so it goes over the wire and into the hash, and the text before it is cut off.

Wrong:

```yaml
responseSchema: {type: number, description: Interest in a year, in percent.}
```

Right:

```yaml
responseSchema: {type: number, description: "Interest in a year, in percent."}
```
""",
)

RULES: tuple[Rule, ...] = (
    INVALID_SCHEMA,
    UNKNOWN_DIALECT,
    MISSPELT_KEYWORD,
    UNUSABLE_PATTERN,
    INEXACT_NUMBER,
    REFUSED_DEFAULT,
    DANGLING_REQUIRED,
    CONTRADICTION,
    CUT_TEXT,
)
