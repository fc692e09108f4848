"""The rules of the form of a definition file: IG201 to IG205."""

from interruptgen.diagnostics import Rule, Severity

UNKNOWN_KEY = Rule(
    "IG201",
    "unknown-key",
    Severity.ERROR,
    """\
A mapping of the definition language has a key that the language does not know.

A misspelt key would be ignored, and what it says would silently not hold. Keys of your own begin
with `x-`.

Wrong:

```yaml
interrupts:
  confirm:
    response_schema: {type: boolean}
```

Right:

```yaml
interrupts:
  confirm:
    responseSchema: {type: boolean}
    x-owner: travel desk
```
""",
)

MISSING_KEY = Rule(
    "IG202",
    "missing-key",
    Severity.ERROR,
    """\
A mapping lacks a key that it must have.

The key `interruptgen: 1` says that a file is a definition file, and of which version.

Wrong:

```yaml
interrupts:
  confirm: {message: Shall we go on?}
```

Right:

```yaml
interruptgen: 1
interrupts:
  confirm: {message: Shall we go on?}
```
""",
)

WRONG_TYPE = Rule(
    "IG203",
    "value-of-the-wrong-type",
    Severity.ERROR,
    """\
A value is of another type than its key demands.

YAML decides types by the look of a value: `yes` is a text and `5` is a number.

Wrong:

```yaml
tools:
  refund:
    needsApproval: yes
```

Right:

```yaml
tools:
  refund:
    needsApproval: true
```
""",
)

UNUSABLE_VALUE = Rule(
    "IG204",
    "unusable-value",
    Severity.ERROR,
    """\
A value has the right type, but is none that its key takes: an unknown word, a blank text, an empty
list, or a list that names something twice.

Wrong:

```yaml
phase: [beforeModel, beforeModell]
```

Right:

```yaml
phase: [beforeModel, afterModel]
```
""",
)

UNKNOWN_VERSION = Rule(
    "IG205",
    "unknown-language-version",
    Severity.ERROR,
    """\
A file is written in a version of the definition language that this interruptgen does not know.

Wrong:

```yaml
interruptgen: "1.0"
```

Right:

```yaml
interruptgen: 1
```
""",
)

RULES: tuple[Rule, ...] = (
    UNKNOWN_KEY,
    MISSING_KEY,
    WRONG_TYPE,
    UNUSABLE_VALUE,
    UNKNOWN_VERSION,
)
