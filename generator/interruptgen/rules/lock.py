"""The rules of the lock: IG52x."""

from interruptgen.diagnostics import Rule, Severity

LOCK_UNREADABLE = Rule(
    "IG521",
    "unreadable-lock",
    Severity.ERROR,
    """\
The lock file is not what a build writes: it is not JSON, or parts of it are missing.

The lock is the memory of earlier versions of a definition, whose pending decisions are still
accepted. A build does not guess what it held.

Wrong:

```text
generated/interrupts.lock.json    cut off in the middle
```

Right: restore it from version control and build again. Where there is no earlier version worth
keeping, delete it.

```console
$ git checkout HEAD -- generated/interrupts.lock.json
$ interruptgen build
```
""",
)

LOCK_CONFLICT = Rule(
    "IG522",
    "merge-conflict-in-the-lock",
    Severity.ERROR,
    """\
The lock file holds the markers of a merge conflict.

The lock follows from the definitions, so no line of it has to be merged by hand: take either side
and build.

Wrong:

```text
<<<<<<< HEAD
  "hash": "sha256:1c0e…",
=======
  "hash": "sha256:9f3b…",
>>>>>>> other
```

Right:

```console
$ git checkout --ours generated/interrupts.lock.json
$ interruptgen build
$ git add generated
```
""",
)

LOCK_FROM_THE_FUTURE = Rule(
    "IG523",
    "lock-of-a-newer-version",
    Severity.ERROR,
    """\
The lock file was written by a newer version of interruptgen, in a form that this one does not know.
Writing it again would lose what the newer version keeps in it.

Wrong: one developer, or the build server, has an older version than the others.

```console
$ pip install "interruptgen==0.1.0"
```

Right: install the version that the project uses.

```console
$ pip install --upgrade interruptgen
```
""",
)

LOCK_TAMPERED = Rule(
    "IG524",
    "edited-lock",
    Severity.ERROR,
    """\
The lock file contradicts itself: a schema that it keeps does not have the hash written beside it,
or it lists a path outside of the output folder.

Answers to pending decisions are checked against the schemas of the lock, and files are removed
because it lists them, so an edited lock is not believed.

Wrong:

```json
{"hash": "sha256:1c0e…", "schema": "a text that was changed by hand"}
```

Right: restore it from version control and build again.

```console
$ git checkout HEAD -- generated/interrupts.lock.json
$ interruptgen build
```
""",
)

RULES: tuple[Rule, ...] = (
    LOCK_UNREADABLE,
    LOCK_CONFLICT,
    LOCK_FROM_THE_FUTURE,
    LOCK_TAMPERED,
)
