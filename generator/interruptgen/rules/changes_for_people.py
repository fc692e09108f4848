"""The rules of what a change means to people, and of accepting it: IG77x to IG79x."""

from interruptgen.diagnostics import Rule, Severity

RENAMED_DEFINITION = Rule(
    "IG770",
    "renamed-definition",
    Severity.WARNING,
    """\
A definition was removed, and a new one has the same schemas: it looks renamed. That is a guess, and
it changes nothing: to sides that were built before, and to decisions that are pending, it is
another definition.

Wrong:

```yaml
interruptgen: 1
interrupts: {choose: {responseSchema: {type: integer}}}
```

```yaml
interruptgen: 1
interrupts: {choose-one: {responseSchema: {type: integer}}}
```

Right: both, until nothing uses the old id and no decision on it is pending.

```yaml
interruptgen: 1
interrupts:
  choose: {responseSchema: {type: integer}}
  choose-one: {responseSchema: {type: integer}}
```
""",
)

CHANGED_MESSAGE = Rule(
    "IG771",
    "changed-message",
    Severity.WARNING,
    """\
The text that a person decides on is another one. No program depends on it, which is why it deserves
a look: whoever approves relies on it to say what will happen.

Wrong, because it says less than before:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
message: Refund {amount}?
```

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
message: Go on?
```

Right:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
message: Refund {amount}?
```
""",
)

CHANGED_REASON = Rule(
    "IG772",
    "changed-reason",
    Severity.WARNING,
    """\
The `reason` of an interrupt is another one. Clients may choose what they show by it.

Wrong, if a client knows `choice-required`:

```yaml
reason: choice-required
```

```yaml
reason: selection-required
```

Right:

```yaml
reason: choice-required
```
""",
)

CHANGED_EXPIRY = Rule(
    "IG773",
    "changed-expiry",
    Severity.WARNING,
    """\
Decisions expire earlier or later than before, or begin or cease to expire. Those that are pending
keep the time that they were given.

Wrong, if people need longer than that:

```yaml
message: Well?
expiresAfter: P1D
```

```yaml
message: Well?
expiresAfter: PT5M
```

Right:

```yaml
message: Well?
expiresAfter: P1D
```
""",
)

APPROVAL_REMOVED = Rule(
    "IG774",
    "approval-removed",
    Severity.WARNING,
    """\
A tool that needed a person's approval runs without it now.

Wrong, if the action still needs a person's yes:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
```

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: false
```

Right, if only small amounts are harmless:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval:
  when: {not: {properties: {amount: {maximum: 10}}, required: [amount]}}
```
""",
)

APPROVAL_ASKED_LESS = Rule(
    "IG775",
    "approval-asked-less",
    Severity.WARNING,
    """\
Some calls of a tool that a person was asked about run without approval now: the condition of
`needsApproval` matches less than before. The witness is such a call.

It is also found where the condition is as it was, and the input is another one: a property that the
condition asks about is gone, may be missing, or may have values that it does not ask about.

Wrong, if the bound was raised by mistake:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}, required: [amount]}
needsApproval: {when: {type: object, properties: {amount: {minimum: 100}}}}
```

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}, required: [amount]}
needsApproval: {when: {type: object, properties: {amount: {minimum: 1000}}}}
```

Right:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}, required: [amount]}
needsApproval: {when: {type: object, properties: {amount: {minimum: 50}}}}
```
""",
)

APPROVAL_ASKED_MORE = Rule(
    "IG776",
    "approval-asked-more",
    Severity.NOTE,
    """\
A person is asked about calls of a tool that ran without approval before.

Clients that were built before show such a call without a type, and it can still be answered.

Wrong, if nobody is there to answer:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
```

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
```

Right, as it was:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
```
""",
)

EDITS_ALLOWED = Rule(
    "IG777",
    "edits-allowed",
    Severity.WARNING,
    """\
Whoever approves a call may change its arguments now: any input that the tool's schema takes can
run, and not only what the model asked for.

Wrong, if the schema alone does not keep an edit harmless:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
allowEdits: false
```

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
```

Right:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
allowEdits: false
```
""",
)

EDITS_REFUSED = Rule(
    "IG778",
    "edits-refused",
    Severity.WARNING,
    """\
Whoever approves a call may no longer change its arguments. A client that was built before still
offers it, and the server refuses such an answer.

Wrong, if people rely on it:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
```

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
allowEdits: false
```

Right:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
needsApproval: true
allowEdits: true
```
""",
)

WIDENED_FIELD_TYPE = Rule(
    "IG779",
    "widened-field-type",
    Severity.WARNING,
    """\
The type of a field takes every value that it took before, and more. Code that constructs the class
fits as before; code that reads it may meet values that it does not expect, and a type checker says
where.

Wrong, for code that reads `seat` without looking whether it is there:

```yaml
responseSchema:
  type: object
  properties: {seat: {enum: [window, aisle]}}
  required: [seat]
```

```yaml
responseSchema:
  type: object
  properties: {seat: {enum: [window, aisle, any]}}
```

Right, for such code:

```yaml
responseSchema:
  type: object
  properties: {seat: {enum: [window, aisle]}}
  required: [seat]
```
""",
)

ADDED_DEFINITION = Rule(
    "IG780",
    "added-definition",
    Severity.NOTE,
    """\
A definition is new. Sides that were built before do not know it: a client shows it without a type,
and it can still be answered.

Wrong, if the client has to know it from the first day, and the server is deployed before it:

```yaml
interruptgen: 1
interrupts: {ask: {message: Well?}}
```

```yaml
interruptgen: 1
interrupts: {ask: {message: Well?}, choose: {message: Which one?}}
```

Right in any case, without it:

```yaml
interruptgen: 1
interrupts: {ask: {message: Well?}}
```
""",
)

CHANGED_DESCRIPTION = Rule(
    "IG781",
    "changed-description",
    Severity.NOTE,
    """\
A text or an annotation of a definition is another one. It stands outside of the schemas, so that no
hash has changed. The description of a tool is what the model reads, so that it may be used
differently.

Wrong, only if the text is:

```yaml
description: The traveller picks one.
```

```yaml
description: The traveller may pick one.
```

Right:

```yaml
description: The traveller picks one.
```
""",
)

CHANGED_EXAMPLES = Rule(
    "IG782",
    "changed-examples",
    Severity.NOTE,
    """\
The `examples` or `rejects` of a definition are others. They are checked when it is compiled, and
nothing depends on them. An example that is gone may have been one that the schema refuses now.

Wrong, if the example was dropped to make a change pass:

```yaml
responseSchema: {type: integer}
examples: [{response: -1}, {response: 1}]
```

```yaml
responseSchema: {type: integer}
examples: [{response: 1}]
```

Right:

```yaml
responseSchema: {type: integer}
examples: [{response: -1}, {response: 1}]
```
""",
)

COMPATIBLE_SCHEMA = Rule(
    "IG783",
    "compatible-schema",
    Severity.NOTE,
    """\
A schema of a tool about which nobody is asked has another hash, in a way that breaks no side: a
text in it is another one, it is spelled in another way, or it has something that nobody depends on
yet. The texts of an input are what the model reads, so that the tool may be used differently.

Wrong, only if the text is:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
```

```yaml
inputSchema: {type: object, properties: {amount: {type: number, description: In cents.}}}
```

Right:

```yaml
inputSchema: {type: object, properties: {amount: {type: number}}}
```
""",
)

UNUSED_ACCEPT = Rule(
    "IG790",
    "unused-accept",
    Severity.WARNING,
    """\
`interrupts.accepted.toml` accepts a change that is not there: it was undone, it is another one now,
or it has been merged and is a part of what is compared with.

Wrong, once the change is merged:

```toml
["3f2a9c0d1e4b5a67"]
code = "IG751"
definition = "interrupts.choose"
reason = "nothing uses it"
```

Right: remove the entry, by hand or with all others that are unused.

```console
$ interruptgen accept --prune
```
""",
)

RULES: tuple[Rule, ...] = (
    RENAMED_DEFINITION,
    CHANGED_MESSAGE,
    CHANGED_REASON,
    CHANGED_EXPIRY,
    APPROVAL_REMOVED,
    APPROVAL_ASKED_LESS,
    APPROVAL_ASKED_MORE,
    EDITS_ALLOWED,
    EDITS_REFUSED,
    WIDENED_FIELD_TYPE,
    ADDED_DEFINITION,
    CHANGED_DESCRIPTION,
    CHANGED_EXAMPLES,
    COMPATIBLE_SCHEMA,
    UNUSED_ACCEPT,
)
