"""The rules of what a person sees and answers: IG4xx."""

from interruptgen.diagnostics import Rule, Severity

UNKNOWN_PLACEHOLDER = Rule(
    "IG401",
    "unknown-placeholder",
    Severity.ERROR,
    """\
The message of a tool shows a value that its input does not have.

A person decides on what the message says, so each placeholder must lead through the properties of
`inputSchema`.

Wrong:

```yaml
message: Refund {amonut}?
inputSchema: {type: object, properties: {amount: {type: number}}}
```

Right:

```yaml
message: Refund {amount}?
```
""",
)

MALFORMED_MESSAGE = Rule(
    "IG402",
    "malformed-message",
    Severity.ERROR,
    """\
A brace in the message of a tool neither opens nor closes a placeholder.

A placeholder is `{name}` or `{name.inner}`; a brace that is meant as such is doubled.

Wrong:

```yaml
message: Refund {amount?
```

Right:

```yaml
message: Refund {amount}?
```
""",
)

CONDITION_ABOUT_NOTHING = Rule(
    "IG403",
    "condition-about-nothing",
    Severity.WARNING,
    """\
The condition under which a tool needs approval names a property that its input does not have.

A condition that asks for what is never there never holds, so that the tool runs unasked.

Wrong:

```yaml
needsApproval: {when: {properties: {amonut: {minimum: 100}}, required: [amonut]}}
inputSchema: {type: object, properties: {amount: {type: number}}}
```

Right:

```yaml
needsApproval: {when: {properties: {amount: {minimum: 100}}, required: [amount]}}
```
""",
)

EXAMPLE_REFUSED = Rule(
    "IG410",
    "refused-example",
    Severity.ERROR,
    """\
An entry of `examples` is not accepted by the schema that it illustrates.

Wrong:

```yaml
responseSchema: {type: object, properties: {choice: {type: integer}}}
examples: [{response: {choice: first}}]
```

Right:

```yaml
examples: [{response: {choice: 0}}]
```
""",
)

REJECT_ACCEPTED = Rule(
    "IG411",
    "accepted-reject",
    Severity.ERROR,
    """\
An entry of `rejects` is accepted by the schema, although it stands there as something that must
be refused.

Wrong, because nothing forbids a negative choice:

```yaml
responseSchema: {type: object, properties: {choice: {type: integer}}}
rejects: [{response: {choice: -1}}]
```

Right:

```yaml
responseSchema: {type: object, properties: {choice: {type: integer, minimum: 0}}}
```
""",
)

EXAMPLE_WITHOUT_SCHEMA = Rule(
    "IG412",
    "example-without-schema",
    Severity.ERROR,
    """\
An entry of `examples` or `rejects` has a value for a schema that the definition does not have.

Wrong:

```yaml
message: Shall we go on?
examples: [{payload: {plan: short}}]
```

Right:

```yaml
message: Shall we go on?
payloadSchema: {type: object, properties: {plan: {type: string}}}
examples: [{payload: {plan: short}}]
```
""",
)

RULES: tuple[Rule, ...] = (
    UNKNOWN_PLACEHOLDER,
    MALFORMED_MESSAGE,
    CONDITION_ABOUT_NOTHING,
    EXAMPLE_REFUSED,
    REJECT_ACCEPTED,
    EXAMPLE_WITHOUT_SCHEMA,
)
