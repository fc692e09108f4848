"""The rules of what a change does to callers of the generated code: IG75x."""

from interruptgen.diagnostics import Rule, Severity

REMOVED_PACKAGE = Rule(
    "IG750",
    "removed-package",
    Severity.ERROR,
    """\
A generated package is gone: its file was removed, or the package has another name. Every import of
it fails.

The name of a package is the stem of its file unless the file says otherwise, so that moving a file
changes nothing and renaming it does.

Wrong, where the file was `bookings.yaml` and is `trips.yaml` now:

```yaml
interruptgen: 1
package: bookings
interrupts: {ask: {message: Well?}}
```

```yaml
interruptgen: 1
package: trips
interrupts: {ask: {message: Well?}}
```

Right, with the name said in the renamed file:

```yaml
interruptgen: 1
package: bookings
interrupts: {ask: {message: Well?}}
```
""",
)

REMOVED_DEFINITION = Rule(
    "IG751",
    "removed-definition",
    Severity.ERROR,
    """\
A definition is gone, and so are its variable in `server.py` and its classes in `models.py` and
`client.py`. A renamed id is this as well: on the wire, it is another definition.

Wrong:

```yaml
interruptgen: 1
interrupts: {ask: {message: Well?}, choose: {message: Which one?}}
```

```yaml
interruptgen: 1
interrupts: {ask: {message: Well?}, choose-one: {message: Which one?}}
```

Right: the new definition beside the old one, until nothing uses the old one and no decision on it
is pending.

```yaml
interruptgen: 1
interrupts:
  ask: {message: Well?}
  choose: {message: Which one?}
  choose-one: {message: Which one?}
```
""",
)

MOVED_DEFINITION = Rule(
    "IG752",
    "moved-definition",
    Severity.ERROR,
    """\
A definition is generated into another package than before. Its names are the same, the imports of
them fail. Nothing changes on the wire: the id is what counts there.

Wrong, where the file was `bookings.yaml`, and a part of it was put into another file:

```yaml
interruptgen: 1
package: bookings
interrupts: {ask: {message: Well?}}
---
interruptgen: 1
package: payments
interrupts: {pay: {message: Now?}}
```

```yaml
interruptgen: 1
package: bookings
interrupts: {other: {message: Well?}}
---
interruptgen: 1
package: payments
interrupts: {pay: {message: Now?}, ask: {message: Well?}}
```

Right: left where it was, or moved together with every import.

```yaml
interruptgen: 1
package: bookings
interrupts: {ask: {message: Well?}}
---
interruptgen: 1
package: payments
interrupts: {pay: {message: Now?}}
```
""",
)

RENAMED_CLASS = Rule(
    "IG753",
    "renamed-class",
    Severity.ERROR,
    """\
A generated class, alias or variable has another name, or is gone, while the definition that it
belongs to is still there. Callers import it by its name.

Classes of nested schemas are named after the place where they stand: moving a schema into `$defs`
renames its class, unless `x-name` says otherwise.

Wrong:

```yaml
responseSchema:
  type: object
  properties: {address: {type: object, properties: {city: {type: string}}}}
```

```yaml
responseSchema:
  type: object
  properties:
    address: {type: object, x-name: Place, properties: {city: {type: string}}}
```

Right:

```yaml
responseSchema:
  type: object
  properties:
    address:
      type: object
      properties: {city: {type: string, description: Where it is.}}
```
""",
)

REMOVED_FIELD = Rule(
    "IG754",
    "removed-field",
    Severity.ERROR,
    """\
A generated class no longer has a field, or the field has another name. Code that passes it or reads
it fails.

Wrong:

```yaml
responseSchema:
  type: object
  properties: {choice: {type: integer}, remark: {type: string}}
```

```yaml
responseSchema:
  type: object
  properties: {choice: {type: integer}}
```

Right: the property stays, marked, until no caller uses it.

```yaml
responseSchema:
  type: object
  properties: {choice: {type: integer}, remark: {type: string, deprecated: true}}
```
""",
)

REQUIRED_FIELD = Rule(
    "IG755",
    "required-field",
    Severity.ERROR,
    """\
A field of a generated class has to be passed now: it became required, or it is new and required.
Code that constructs the class without it fails.

Wrong:

```yaml
responseSchema:
  type: object
  properties: {choice: {type: integer}, seat: {type: string}}
  required: [choice]
```

```yaml
responseSchema:
  type: object
  properties: {choice: {type: integer}, seat: {type: string}}
  required: [choice, seat]
```

Right: a default in the code that reads the answer.

```yaml
responseSchema:
  type: object
  properties: {choice: {type: integer}, seat: {type: string}}
  required: [choice]
```
""",
)

CHANGED_FIELD_TYPE = Rule(
    "IG756",
    "changed-field-type",
    Severity.ERROR,
    """\
The type of a field does not take every value that it took before: code that constructs the class
does not fit any more.

Bounds, patterns and formats are not a part of a type. A type that only takes more is
[IG779](#ig779-widened-field-type).

Wrong:

```yaml
responseSchema:
  type: object
  properties: {choice: {type: integer}}
```

```yaml
responseSchema:
  type: object
  properties: {choice: {type: string}}
```

Right, if both are meant:

```yaml
responseSchema:
  type: object
  properties: {choice: {type: [integer, string]}}
```
""",
)

CHANGED_SIGNATURE = Rule(
    "IG757",
    "changed-signature",
    Severity.ERROR,
    """\
A definition has gained or lost a schema as a whole, or a tool runs on the other side. Functions of
the generated code take other arguments than before, or have to be implemented elsewhere.

Wrong:

```yaml
message: Which one?
```

```yaml
message: Which one?
responseSchema: {type: object, properties: {choice: {type: integer}}}
```

Right: as it was, and the new form as a definition of its own.

```yaml
message: Which one?
```
""",
)

NARROWED_PHASE = Rule(
    "IG758",
    "narrowed-phase",
    Severity.ERROR,
    """\
A definition may no longer be raised in a phase in which it was allowed before. Code that does so
fails when it runs, and no type checker knows it.

Wrong:

```yaml
message: Well?
phase: [beforeModel, afterModel]
```

```yaml
message: Well?
phase: beforeModel
```

Right:

```yaml
message: Well?
phase: [beforeModel, afterModel, beforeTools]
```
""",
)

DROPPED_VERSIONS = Rule(
    "IG759",
    "dropped-versions",
    Severity.ERROR,
    """\
`keepVersions` of a definition is lower than before, so that some of its earlier versions have no
classes in `earlier_models.py` any more. Code that upgrades answers to them imports what is gone.

Wrong, while there is still such code:

```diff
-    keepVersions: 2
+    keepVersions: 1
```

Right: first remove the `upgrade` of the oldest version, once no decision on it can be pending, and
then lower the number; accept the finding, with that as its reason.
""",
)

RULES: tuple[Rule, ...] = (
    REMOVED_PACKAGE,
    REMOVED_DEFINITION,
    MOVED_DEFINITION,
    RENAMED_CLASS,
    REMOVED_FIELD,
    REQUIRED_FIELD,
    CHANGED_FIELD_TYPE,
    CHANGED_SIGNATURE,
    NARROWED_PHASE,
    DROPPED_VERSIONS,
)
