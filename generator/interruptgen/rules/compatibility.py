"""The rules of what a change does to values on the wire: IG70x, IG71x and IG72x.

One side sends, the other one receives, and one of them is of the version before the change. The
findings are about what the sender may send and the receiver refuses.
"""

from interruptgen.diagnostics import Rule, Severity

MISSING_PROPERTY = Rule(
    "IG701",
    "missing-property",
    Severity.ERROR,
    """\
The receiver requires a property that the sender may leave out.

In a response, that is a property which became required: clients of the version before do not know
that they have to send it. In a payload, it is a required property that was removed or became
optional: clients of the version before wait for it.

Wrong, where `seat` was optional before:

```yaml
responseSchema:
  properties: {seat: {type: string}}
  required: [seat]
```

Right, until no client of the version before is left:

```yaml
responseSchema:
  properties: {seat: {type: string}}
```
""",
)

REFUSED_PROPERTY = Rule(
    "IG702",
    "refused-property",
    Severity.ERROR,
    """\
The sender may send a property that the receiver forbids.

The receiver's schema is closed, with `additionalProperties: false` or in another way. A property
that is new in a payload breaks clients of the version before if their schema is closed; one that
is removed from a closed response breaks the clients that still send it.

Wrong, where the response had a `remark` before:

```yaml
responseSchema:
  properties: {choice: {type: integer}}
  additionalProperties: false
```

Right, with the property still allowed:

```yaml
responseSchema:
  properties: {choice: {type: integer}, remark: {deprecated: true}}
  additionalProperties: false
```
""",
)

REFUSED_TYPE = Rule(
    "IG703",
    "refused-type",
    Severity.ERROR,
    """\
The sender may send a value of a type that the receiver refuses.

Wrong, where the amount of a response was a `number` before:

```yaml
responseSchema: {properties: {amount: {type: integer}}}
```

Right, with both types received:

```yaml
responseSchema: {properties: {amount: {type: number}}}
```
""",
)

REFUSED_VALUE = Rule(
    "IG704",
    "refused-value",
    Severity.ERROR,
    """\
The sender may send a value that is not among those that the receiver lists with `enum` or `const`.

A value that is removed from a response breaks clients that still offer it; a value that is added to
a payload breaks clients that do not know it yet.

Wrong, where `economy` could be answered before:

```yaml
responseSchema: {properties: {fare: {enum: [business, first]}}}
```

Right, with the value still received:

```yaml
responseSchema: {properties: {fare: {enum: [economy, business, first]}}}
```
""",
)

NUMBER_OUT_OF_RANGE = Rule(
    "IG705",
    "number-out-of-range",
    Severity.ERROR,
    """\
The sender may send a number that is outside of the receiver's bounds, or not a multiple of what
`multipleOf` says.

Wrong, where the maximum of a response was 10 before:

```yaml
responseSchema: {properties: {seats: {type: integer, maximum: 5}}}
```

Right, with the bound as it was:

```yaml
responseSchema: {properties: {seats: {type: integer, maximum: 10}}}
```
""",
)

SIZE_OUT_OF_RANGE = Rule(
    "IG706",
    "size-out-of-range",
    Severity.ERROR,
    """\
The sender may send a text, an array or an object that is too short or too long for the receiver.

Wrong, where a remark could have 200 characters before:

```yaml
responseSchema: {properties: {remark: {type: string, maxLength: 80}}}
```

Right, with the bound as it was:

```yaml
responseSchema: {properties: {remark: {type: string, maxLength: 200}}}
```
""",
)

UNMATCHED_PATTERN = Rule(
    "IG707",
    "unmatched-pattern",
    Severity.ERROR,
    """\
The sender may send a text that the receiver's `pattern` does not match.

Whether one pattern takes in another one is not decided in general: a text is looked for that only
the sender's pattern matches. Where none is found, the finding is `undecided-compatibility`.

Wrong, where the booking codes of a response had no pattern before:

```yaml
responseSchema: {properties: {code: {type: string, pattern: "^[A-Z]{6}$"}}}
```

Right, with the check made by the code that reads the answer:

```yaml
responseSchema: {properties: {code: {type: string}}}
```
""",
)

REFUSED_ALTERNATIVE = Rule(
    "IG708",
    "refused-alternative",
    Severity.ERROR,
    """\
The sender may send a value that none of the receiver's alternatives in `anyOf` or `oneOf` accepts.

Wrong, where an answer could be a text as well before:

```yaml
responseSchema: {anyOf: [{type: integer}]}
```

Right, with the alternative still received:

```yaml
responseSchema: {anyOf: [{type: integer}, {type: string}]}
```
""",
)

EXCLUDED_VALUE = Rule(
    "IG709",
    "excluded-value",
    Severity.ERROR,
    """\
The sender may send a value that the receiver's `not` excludes, or that more than one alternative of
its `oneOf` accepts, so that it is refused.

Wrong, where the second alternative is new, and 3 is accepted by both:

```yaml
responseSchema: {oneOf: [{type: integer}, {type: number}]}
```

Right, with alternatives that may overlap:

```yaml
responseSchema: {anyOf: [{type: integer}, {type: number}]}
```
""",
)

REFUSED_ARRAY = Rule(
    "IG710",
    "refused-array",
    Severity.ERROR,
    """\
The sender may send an array that the receiver refuses for what is in it as a whole: an item occurs
twice, or `contains` finds too few or too many, or an item stands where none may be.

Wrong, where a seat could be named twice in a response before:

```yaml
responseSchema: {properties: {seats: {type: array, uniqueItems: true}}}
```

Right, with repetitions removed by the code that reads the answer:

```yaml
responseSchema: {properties: {seats: {type: array}}}
```
""",
)

REFUSED_NAME = Rule(
    "IG711",
    "refused-property-name",
    Severity.ERROR,
    """\
The sender may send a property whose name the receiver's `propertyNames` refuses.

Wrong, where every name was accepted in a response before:

```yaml
responseSchema: {type: object, propertyNames: {maxLength: 8}}
```

Right, with the names as free as they were:

```yaml
responseSchema: {type: object}
```
""",
)

UNMET_SCHEMA = Rule(
    "IG712",
    "unmet-schema",
    Severity.ERROR,
    """\
One side has a schema for a value, and the version before or after has none, so that a sender who
knows of no schema may send anything, or nothing at all.

Wrong, where the interrupt had no response schema before:

```yaml
responseSchema: {type: object, required: [choice]}
```

Right, as an interrupt of its own, while the one without a schema is still answered:

```yaml
choose-seat:
  responseSchema: {type: object, required: [choice]}
```
""",
)

UNDECLARED_PROPERTY = Rule(
    "IG720",
    "undeclared-property",
    Severity.NOTE,
    """\
The receiver has a schema for a property that the sender's open object does not declare.

An open object may have any other key with any value, so a value that already carried this key with
another type would be refused. Nobody sends such a key on purpose: adding an optional property to an
open object is the usual, safe change, and the finding is advice only.

Wrong, if values with a key `remark` of another type exist already:

```yaml
responseSchema: {properties: {choice: {type: integer}, remark: {type: string}}}
```

Right in any case:

```yaml
responseSchema: {properties: {choice: {type: integer}, remark: {}}}
```
""",
)

CHANGED_FORMAT = Rule(
    "IG721",
    "changed-format",
    Severity.NOTE,
    """\
The receiver names a `format` that the sender does not name.

A format is an annotation here: neither side refuses a value for it. A client that checks formats
itself may do so, and a form may show another field.

Wrong, if a client checks formats itself and addresses of another form exist:

```yaml
responseSchema: {properties: {contact: {type: string, format: email}}}
```

Right in any case:

```yaml
responseSchema: {properties: {contact: {type: string, description: An address.}}}
```
""",
)

WIDER_INPUT = Rule(
    "IG722",
    "wider-input",
    Severity.NOTE,
    """\
The new version of a tool accepts input that the version before refused.

Nothing breaks on the way to the server. But the input is shown to a person who may edit it, and a
client of the version before has a form for the older schema.

Wrong, if clients show a form for the input and refuse what it cannot show:

```yaml
inputSchema: {properties: {amount: {type: [number, string]}}}
```

Right in any case, the schema as it was:

```yaml
inputSchema: {properties: {amount: {type: number}}}
```
""",
)

UNDECIDED_COMPATIBILITY = Rule(
    "IG725",
    "undecided-compatibility",
    Severity.WARNING,
    """\
It is not known whether the receiver accepts everything that the sender may send.

There is no proof of it, and no value was found that shows the contrary: two patterns, for instance,
are not compared where one of them looks around, or back. Look at the place and judge for yourself.

Wrong, where the pattern was `^(?!A)[A-Z]$` before, though both match the same texts:

```yaml
responseSchema: {type: string, pattern: "^[B-Z]$"}
```

Right, with the pattern left as it was:

```yaml
responseSchema: {type: string, pattern: "^(?!A)[A-Z]$"}
```
""",
)

RULES: tuple[Rule, ...] = (
    MISSING_PROPERTY,
    REFUSED_PROPERTY,
    REFUSED_TYPE,
    REFUSED_VALUE,
    NUMBER_OUT_OF_RANGE,
    SIZE_OUT_OF_RANGE,
    UNMATCHED_PATTERN,
    REFUSED_ALTERNATIVE,
    EXCLUDED_VALUE,
    REFUSED_ARRAY,
    REFUSED_NAME,
    UNMET_SCHEMA,
    UNDECLARED_PROPERTY,
    CHANGED_FORMAT,
    WIDER_INPUT,
    UNDECIDED_COMPATIBILITY,
)

ADVISORIES: frozenset[Rule] = frozenset({UNDECLARED_PROPERTY, CHANGED_FORMAT, WIDER_INPUT})
"""The rules whose findings break nothing that anybody does on purpose."""
