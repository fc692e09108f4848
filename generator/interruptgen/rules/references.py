"""The rules of references and of what leaves the compiler: IG31x."""

from interruptgen.diagnostics import Rule, Severity

DANGLING_REFERENCE = Rule(
    "IG310",
    "dangling-reference",
    Severity.ERROR,
    """\
A `$ref` points at something that is not there or no schema, or names more than one schema.

A reference is looked up in the schema that it stands in first, then in the whole file, so a pasted
schema keeps its own `$defs` and may use the shared ones of the file as well.

Wrong, because the shared schema is called `Price`:

```yaml
$defs:
  Price: {type: object}
interrupts:
  confirm:
    payloadSchema: {$ref: "#/$defs/Prize"}
```

Right:

```yaml
    payloadSchema: {$ref: "#/$defs/Price"}
```
""",
)

REMOTE_REFERENCE = Rule(
    "IG311",
    "remote-reference",
    Severity.ERROR,
    """\
A `$ref` names a document on the network, or an `$id` that no schema of this document has.

A build reads only the files of the project: it gives the same result everywhere and at any time.

Wrong:

```yaml
payloadSchema: {$ref: "https://example.com/price.json"}
```

Right, with a copy of the document in the project:

```yaml
payloadSchema: {$ref: "price.json"}
```
""",
)

OUTSIDE_REFERENCE = Rule(
    "IG312",
    "reference-outside-the-project",
    Severity.ERROR,
    """\
A `$ref` leads out of the project folder.

What a build reads must be under review in the same repository.

Wrong:

```yaml
payloadSchema: {$ref: "../../elsewhere/price.yaml#/$defs/Price"}
```

Right, with the file moved into the project:

```yaml
payloadSchema: {$ref: "shared/price.yaml#/$defs/Price"}
```
""",
)

ENDLESS_REFERENCE = Rule(
    "IG313",
    "endless-reference",
    Severity.ERROR,
    """\
A schema refers to itself without going one level down into the value, so that no value could ever
be judged.

Recursion through `properties`, `items` and the like is fine: each step reads a smaller value.

Wrong:

```yaml
$defs:
  Tree: {allOf: [{$ref: "#/$defs/Tree"}]}
```

Right:

```yaml
$defs:
  Tree:
    type: object
    properties:
      children: {type: array, items: {$ref: "#/$defs/Tree"}}
```
""",
)

DYNAMIC_REFERENCE = Rule(
    "IG314",
    "dynamic-reference",
    Severity.ERROR,
    """\
A schema uses a `$dynamicRef`, or in 2019-09 a `$recursiveRef`, whose target depends on how the
schema was reached.

Each schema that leaves the compiler stands alone with plain `$ref`s. They can express a reference
that always leads to the same schema, as most do, but not one that several schemas give different
meanings.

Wrong, because the items are numbers here and texts there:

```yaml
payloadSchema:
  properties: {heights: {$ref: numbers}, names: {$ref: words}}
  $defs:
    list: {$id: list, items: {$dynamicRef: "#item"}, $defs: {item: {$dynamicAnchor: item}}}
    numbers: {$id: numbers, $ref: list, $defs: {item: {$dynamicAnchor: item, type: number}}}
    words: {$id: words, $ref: list, $defs: {item: {$dynamicAnchor: item, type: string}}}
```

Right, with the targets named:

```yaml
payloadSchema:
  properties: {heights: {items: {type: number}}, names: {items: {type: string}}}
```
""",
)

REFUSED_BY_TANSTACK = Rule(
    "IG315",
    "schema-tanstack-refuses",
    Severity.ERROR,
    """\
TanStack AI does not recognise the schema: it must be an object that has at least one of the
keywords `$ref`, `$defs`, `type`, `properties`, `required`, `additionalProperties`, `items`,
`oneOf`, `anyOf`, `allOf`, `enum`, `const`, `format`, `minimum`, `maximum`, `minLength`,
`maxLength`, `pattern` at its top.

Such a schema would make the client throw, so the build stops before anybody meets it.

Wrong:

```yaml
responseSchema: {not: {type: "null"}}
```

Right:

```yaml
responseSchema: {type: [boolean, integer, number, string, array, object]}
```
""",
)

UNTRANSLATABLE_DIALECT = Rule(
    "IG316",
    "untranslatable-dialect",
    Severity.ERROR,
    """\
A schema of an older dialect uses something that JSON Schema 2020-12 cannot say.

Older schemas are translated so that they judge every value as before; where that is impossible,
the build stops rather than change the meaning. That is so for `contains` beside
`unevaluatedItems`: an item that `contains` finds counts as evaluated in 2020-12, and not in
2019-09.

Wrong:

```yaml
$schema: https://json-schema.org/draft/2019-09/schema
items: [{type: integer}]
contains: {type: string}
unevaluatedItems: false
```

Right, in 2020-12 and with what was meant:

```yaml
prefixItems: [{type: integer}]
items: {type: string}
minItems: 2
```
""",
)

OLDER_DIALECT = Rule(
    "IG317",
    "older-dialect",
    Severity.NOTE,
    """\
A schema says that it is written in an older dialect of JSON Schema. It is translated to 2020-12
with the same verdicts; what goes over the wire, and is hashed, is the translation. Writing it in
2020-12 makes what is reviewed and what is sent the same.

Wrong:

```yaml
$schema: http://json-schema.org/draft-07/schema#
items: [{type: string}, {type: integer}]
```

Right:

```yaml
prefixItems: [{type: string}, {type: integer}]
```
""",
)

OVERSIZED_SCHEMA = Rule(
    "IG318",
    "oversized-schema",
    Severity.ERROR,
    """\
A schema, with everything that it refers to, has more than 256 KiB in its canonical form.

The schema of an interrupt is a part of every message that carries one. The largest that people
have written have a fifth of that.

Wrong: an `enum` of all cities of the world.

Right, with the list where the value is looked up:

```yaml
properties: {city: {type: string, description: a city that the server knows}}
```
""",
)

COSTLY_SCHEMA = Rule(
    "IG319",
    "costly-schema",
    Severity.ERROR,
    """\
One value would be judged more than 100,000 times, because that many ways lead to the same schemas,
or by more than 64 schemas that stand behind one another.

A validator walks all ways, and calls itself for each step: whoever sends an answer could keep a
server busy for years, or crash it. Recursion through `properties`, `items` and the like does not
count, since each step reads a smaller value.

Wrong, if it goes on like this for 17 levels:

```yaml
$defs:
  A: {allOf: [{$ref: "#/$defs/B"}, {$ref: "#/$defs/B"}]}
  B: {allOf: [{$ref: "#/$defs/C"}, {$ref: "#/$defs/C"}]}
  C: {type: object}
```

Right:

```yaml
$defs:
  A: {$ref: "#/$defs/C"}
  C: {type: object}
```
""",
)

RULES: tuple[Rule, ...] = (
    DANGLING_REFERENCE,
    REMOTE_REFERENCE,
    OUTSIDE_REFERENCE,
    ENDLESS_REFERENCE,
    DYNAMIC_REFERENCE,
    REFUSED_BY_TANSTACK,
    UNTRANSLATABLE_DIALECT,
    OLDER_DIALECT,
    OVERSIZED_SCHEMA,
    COSTLY_SCHEMA,
)
