"""The rules of definitions whose keys do not agree: IG206 to IG214."""

from interruptgen.diagnostics import Rule, Severity

NOTHING_DEFINED = Rule(
    "IG206",
    "file-without-definitions",
    Severity.WARNING,
    """\
A file has no interrupts, no tools and no shared schemas, so its package is empty.

Wrong:

```yaml
interruptgen: 1
interrupts: {}
```

Right:

```yaml
interruptgen: 1
interrupts:
  confirm: {message: Shall we go on?}
```
""",
)

UNUSABLE_DURATION = Rule(
    "IG207",
    "unusable-duration",
    Severity.ERROR,
    """\
`expiresAfter` is not an ISO 8601 duration that is used here: whole weeks, days, hours, minutes and
seconds in this order, more than nothing and at most 100 years.

Years and months are refused because they differ in length: nobody could say when a question that
was asked on January 31 expires after a month.

Wrong:

```yaml
expiresAfter: P1M
```

Right, for a minute and for thirty days:

```yaml
expiresAfter: PT1M
```

```yaml
expiresAfter: P30D
```
""",
)

OTHER_TOOL_NAME = Rule(
    "IG208",
    "other-tool-name",
    Severity.ERROR,
    """\
The `name` of a tool is not the key that it stands under.

The key is the name of a tool. `name` is only taken so that the definition of an MCP tool can be
pasted, and two names for one tool would be one too many.

Wrong:

```yaml
tools:
  refund: {name: pay-back}
```

Right:

```yaml
tools:
  refund: {name: refund}
```
""",
)

FORGOTTEN_APPROVAL = Rule(
    "IG209",
    "forgotten-approval",
    Severity.ERROR,
    """\
A tool has keys that only matter where a person approves its calls, but does not say whether one
must.

Without `needsApproval` the tool runs unasked. Whoever wrote a question for the person had
something else in mind, so the build stops instead of guessing.

Wrong:

```yaml
tools:
  refund:
    message: Pay it back?
```

Right:

```yaml
tools:
  refund:
    needsApproval: true
    message: Pay it back?
```
""",
)

UNUSED_APPROVAL = Rule(
    "IG210",
    "unused-approval-key",
    Severity.WARNING,
    """\
A tool says `needsApproval: false`, and has keys that only matter where a person approves.

The keys mean nothing until approval is switched on.

Wrong:

```yaml
tools:
  refund:
    needsApproval: false
    message: Pay it back?
```

Right:

```yaml
tools:
  refund:
    needsApproval: false
```
""",
)

MISSING_INPUT_SCHEMA = Rule(
    "IG211",
    "missing-input-schema",
    Severity.ERROR,
    """\
A tool without an `inputSchema` says something about its input: `allowEdits: true`, or a condition
under `needsApproval`.

Without the schema nobody could edit the input in a typed way, and nothing says what the condition
is about.

Wrong:

```yaml
tools:
  refund:
    needsApproval: {when: {properties: {amount: {minimum: 100}}}}
```

Right:

```yaml
tools:
  refund:
    needsApproval: {when: {properties: {amount: {minimum: 100}}}}
    inputSchema:
      type: object
      properties: {amount: {type: number}}
      required: [amount]
```
""",
)

AMBIGUOUS_APPROVAL_SCHEMA = Rule(
    "IG212",
    "ambiguous-approval-schema",
    Severity.ERROR,
    """\
An `approvalSchema` is neither one schema for both decisions nor one for each.

TanStack AI takes an object whose only keys are `approve` and `reject` for two schemas, and every
object with a keyword of JSON Schema for one. It refuses the rest, and of a mixture it would ignore
the branches.

Wrong:

```yaml
approvalSchema:
  type: object
  approve: {properties: {ticket: {type: string}}}
```

Right:

```yaml
approvalSchema:
  approve:
    type: object
    properties: {ticket: {type: string}}
```
""",
)

UNUSABLE_CLASS_NAME = Rule(
    "IG213",
    "unusable-class-name",
    Severity.ERROR,
    """\
An `x-name` is not a name that a generated Python class can have: it is no identifier, a keyword, a
name that the generated module needs itself, or it begins with an underscore.

Wrong:

```yaml
x-name: refund-input
```

Right:

```yaml
x-name: RefundInput
```
""",
)

AMBIGUOUS_REJECT = Rule(
    "IG214",
    "ambiguous-reject",
    Severity.ERROR,
    """\
An entry of `rejects` has no slot, or several.

With two values in one entry, one of them being refused would look as if both were.

Wrong:

```yaml
rejects:
  - {payload: {options: []}, response: {choice: -1}}
```

Right:

```yaml
rejects:
  - {payload: {options: []}}
  - {response: {choice: -1}}
```
""",
)

RULES: tuple[Rule, ...] = (
    NOTHING_DEFINED,
    UNUSABLE_DURATION,
    OTHER_TOOL_NAME,
    FORGOTTEN_APPROVAL,
    UNUSED_APPROVAL,
    MISSING_INPUT_SCHEMA,
    AMBIGUOUS_APPROVAL_SCHEMA,
    UNUSABLE_CLASS_NAME,
    AMBIGUOUS_REJECT,
)
