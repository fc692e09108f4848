"""The rules of YAML: IG12x."""

from interruptgen.diagnostics import Rule, Severity

YAML_SYNTAX_ERROR = Rule(
    "IG120",
    "yaml-syntax-error",
    Severity.ERROR,
    """\
A file is not well-formed YAML.

Wrong, because a plain text may not contain a colon and a space:

```yaml
message: Refund: shall we?
```

Right:

```yaml
message: "Refund: shall we?"
```
""",
)

SEVERAL_DOCUMENTS = Rule(
    "IG121",
    "second-document",
    Severity.ERROR,
    """\
A YAML file holds more than one document.

A source file is one package; what stands after the second `---` would be ignored.

Wrong:

```yaml
interruptgen: 1
---
interruptgen: 1
```

Right: two files.
""",
)

MERGE_KEY = Rule(
    "IG122",
    "merge-key",
    Severity.ERROR,
    """\
A mapping uses `<<`, the merge key of YAML 1.1.

YAML 1.2 has no merge keys, so editors and other readers see a key that is called `<<`. JSON Schema
has its own means to build on another schema.

Wrong:

```yaml
properties:
  first: &text {type: string, minLength: 2}
  second:
    <<: *text
    maxLength: 3
```

Right:

```yaml
$defs:
  Text: {type: string, minLength: 2}
# and where it is used
properties:
  first: {$ref: "#/$defs/Text"}
  second: {$ref: "#/$defs/Text", maxLength: 3}
```
""",
)

UNUSABLE_TAG = Rule(
    "IG123",
    "unusable-tag",
    Severity.ERROR,
    """\
A value has a YAML tag that is unknown here, or that does not fit the value.

Only what JSON has can be read: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map` and
`!!seq`.

Wrong:

```yaml
default: !!timestamp 2030-01-01
```

Right:

```yaml
default: "2030-01-01"
```
""",
)

CYCLIC_ALIAS = Rule(
    "IG124",
    "cyclic-alias",
    Severity.ERROR,
    """\
A YAML alias stands inside of the value that it repeats, which makes the value endless.

Wrong:

```yaml
$defs:
  Tree: &tree
    type: object
    properties:
      children: {type: array, items: *tree}
```

Right, with a reference, which is followed only as far as the data goes:

```yaml
$defs:
  Tree:
    type: object
    properties:
      children: {type: array, items: {$ref: "#/$defs/Tree"}}
```
""",
)

NON_TEXT_KEY = Rule(
    "IG125",
    "non-text-key",
    Severity.ERROR,
    """\
A key of a YAML mapping is not text, and it is not clear which text it would be in JSON.

JSON has only texts as keys. A key such as `1` or `true` is read as it is written, because every
reader makes the same text of it. A key such as `0x1F`, `1.50`, `~`, or a list, is not.

Wrong:

```yaml
properties:
  0x1F: {type: string}
```

Right:

```yaml
properties:
  "0x1F": {type: string}
```
""",
)

OTHER_YAML_VERSION = Rule(
    "IG126",
    "other-yaml-version",
    Severity.ERROR,
    """\
A file demands to be read by another version of YAML than 1.2.

Versions differ in what plain values mean: `no` is false in YAML 1.1 and text in YAML 1.2.

Wrong:

```yaml
%YAML 1.1
---
interruptgen: 1
```

Right:

```yaml
interruptgen: 1
```
""",
)

RULES: tuple[Rule, ...] = (
    YAML_SYNTAX_ERROR,
    SEVERAL_DOCUMENTS,
    MERGE_KEY,
    UNUSABLE_TAG,
    CYCLIC_ALIAS,
    NON_TEXT_KEY,
    OTHER_YAML_VERSION,
)
