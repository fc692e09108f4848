"""The rules of what becomes of decisions that are pending during a deploy: IG76x."""

from interruptgen.diagnostics import Rule, Severity

PENDING_ACCEPTED = Rule(
    "IG760",
    "pending-accepted",
    Severity.NOTE,
    """\
A hash has changed, so that decisions which are pending during the deploy belong to an earlier
version. They are answered by the schema that they were asked with, and every such answer satisfies
the present schema as well: all of them are accepted.

That is what a change of a text inside a schema comes to, for example. The lock must hold the
earlier version, as it does after `interruptgen build`.

Wrong, in that it costs a version for nothing, if only the sources were to be tidied up:

```yaml
responseSchema: {type: object, properties: {choice: {type: integer}}}
```

```yaml
responseSchema: {type: object, properties: {choice: {type: integer, description: Which.}}}
```

Right, if the text is of no use to clients: a comment in the source, or the definition's own
description, neither of which is hashed.

```yaml
description: The choice says which.
responseSchema: {type: object, properties: {choice: {type: integer}}}
```
""",
)

PENDING_STALE = Rule(
    "IG761",
    "pending-stale",
    Severity.ERROR,
    """\
Decisions that are pending during the deploy will be refused as stale, all of them or those with an
answer like the one that is shown. Whoever answers has to be asked again.

That is so where the present schema refuses answers that were right before, where the lock no longer
holds the version that was asked, and where nobody is asked any more.

Wrong:

```yaml
responseSchema: {type: object, properties: {choice: {type: integer}}}
```

```yaml
responseSchema: {type: object, properties: {choice: {type: integer, minimum: 1}}}
```

Right: the new bound in a definition of its own, or in the code that reads the answer; or
`keepVersions: 1` and an `upgrade` that makes the old answers fit.

```yaml
responseSchema: {type: object, properties: {choice: {type: integer}}}
```
""",
)

PENDING_UPGRADED = Rule(
    "IG762",
    "pending-upgraded",
    Severity.WARNING,
    """\
Answers to pending decisions may be such that the present schema refuses them. The definition keeps
earlier versions (`keepVersions`), so the server can bring them up to date with an `upgrade`.
Without one, such answers are stale; whether one is registered does not show in the definitions.

Wrong, if nothing in the application upgrades the answers:

```yaml
keepVersions: 1
responseSchema: {type: object, properties: {choice: {type: integer}}}
```

```yaml
keepVersions: 1
responseSchema: {type: object, properties: {choice: {type: string}}}
```

Right: a function that is registered with `@ask.upgrade(from_=...)`; or no need for one.

```yaml
keepVersions: 1
responseSchema: {type: object, properties: {choice: {type: [integer, string]}}}
```
""",
)

PENDING_UNDECIDED = Rule(
    "IG763",
    "pending-undecided",
    Severity.WARNING,
    """\
Whether the present schema accepts all answers to pending decisions cannot be told: there is no
proof of it, and no answer was found that it refuses. Each answer is judged when it comes,
and is accepted or stale.

Wrong, though both patterns match the same texts:

```yaml
responseSchema: {type: string, pattern: "^(?!A)[A-Z]$"}
```

```yaml
responseSchema: {type: string, pattern: "^[B-Z]$"}
```

Right, with the pattern left as it was:

```yaml
responseSchema: {type: string, pattern: "^(?!A)[A-Z]$"}
```
""",
)

FORGOTTEN_VERSIONS = Rule(
    "IG764",
    "forgotten-versions",
    Severity.WARNING,
    """\
The lock remembers fewer earlier versions of a definition than it did. Decisions that were asked
with one of these, several deployments ago, are refused as stale, whatever the answer.

Wrong, if the lock was edited, or taken from another branch, or if such decisions can be pending:

```console
$ interruptgen build --prune
$ git commit --all --message "Drop what the lock remembers"
```

Right, without them: restore the lock from git, and build.

```console
$ git checkout HEAD~1 -- generated/interrupts.lock.json
$ interruptgen build
```
""",
)

RULES: tuple[Rule, ...] = (
    PENDING_ACCEPTED,
    PENDING_STALE,
    PENDING_UPGRADED,
    PENDING_UNDECIDED,
    FORGOTTEN_VERSIONS,
)
