"""The rules of the output folder: IG50x and IG51x."""

from interruptgen.diagnostics import Rule, Severity

FOREIGN_FILE = Rule(
    "IG501",
    "foreign-file-in-the-way",
    Severity.ERROR,
    """\
A file that the build wants to write is already there, and nothing shows that a build wrote it: the
lock does not list it and it does not carry the first line of a generated file.

Nothing is written at all, so that no work of yours is lost. Move or delete the file, rename the
package that collides with it, or choose another folder for `out`.

Wrong, with a hand-written package in the output folder:

```text
generated/bookings/models.py      written by hand
interrupts/bookings.yaml          compiles to generated/bookings/models.py
```

Right:

```yaml
# interrupts/bookings.yaml
interruptgen: 1
package: booking_decisions        # compiles to generated/booking_decisions/models.py
```
""",
)

EDITED_LEFTOVER = Rule(
    "IG502",
    "edited-leftover",
    Severity.ERROR,
    """\
A file that an earlier build wrote is no longer generated, and somebody has edited it since. A build
removes only what is exactly as it wrote it.

Wrong, after deleting `interrupts/bookings.yaml`:

```text
generated/bookings/models.py      no longer generated, edited by hand
```

Right: move what you want to keep out of the output folder, delete the file, and build again.

```console
$ git mv generated/bookings/models.py app/booking_models.py
$ interruptgen build
```
""",
)

OUTPUT_NOT_A_FOLDER = Rule(
    "IG503",
    "output-is-not-a-folder",
    Severity.ERROR,
    """\
Something that is not a folder stands where the output folder, or a folder above it, must be.

Wrong, where `generated` is a file:

```toml
out = "generated/interrupts"
```

Right: delete the file, or name another folder.

```toml
out = "app/interrupts"
```
""",
)

OUTPUT_NOT_WRITABLE = Rule(
    "IG504",
    "output-not-writable",
    Severity.ERROR,
    """\
The system refused to read, write or remove a file of the output folder: permissions, a full disk, a
path that is too long, or another program that changes the folder at the same time.

New texts are written beside the old files first and put in their place only when all of them are
complete, and the lock comes last. So the earlier output is intact in most cases; whatever the case,
each file is old or new, `interruptgen build --check` names the mix, and the next build repairs it.

Wrong, with an output folder that belongs to another user:

```console
$ sudo interruptgen build
$ interruptgen build
```

Right:

```console
$ sudo chown -R "$USER" generated
$ interruptgen build
```
""",
)

BUILD_UNDER_WAY = Rule(
    "IG505",
    "build-under-way",
    Severity.ERROR,
    """\
Another build of the same project is still running, and has been for longer than is waited for. One
build of a project runs at a time, so that each sees the output of the one before it, whole. What
has waited has read and written nothing.

Wrong, with a process that has stopped in the middle:

```console
$ interruptgen build &
$ kill -STOP %1
$ interruptgen build
```

Right: let it go on, or end it, and build again. There is no file to delete: the system frees the
project when the process ends.

```console
$ kill -CONT %1
$ interruptgen build
```
""",
)


MISSING_OUTPUT = Rule(
    "IG511",
    "missing-output",
    Severity.ERROR,
    """\
`interruptgen build --check` found that a generated file is not there.

Wrong: the definition is committed and the output is not.

```console
$ git add interrupts/bookings.yaml
$ git commit
```

Right:

```console
$ interruptgen build
$ git add interrupts generated
$ git commit
```
""",
)

STALE_OUTPUT = Rule(
    "IG512",
    "stale-output",
    Severity.ERROR,
    """\
`interruptgen build --check` found that a generated file is what an earlier build wrote, and that
this build would write something else: the definitions or the version of interruptgen have changed.

Wrong: a definition was changed without a build.

```console
$ $EDITOR interrupts/bookings.yaml
$ git commit --all
```

Right:

```console
$ $EDITOR interrupts/bookings.yaml
$ interruptgen build
$ git commit --all
```
""",
)

LEFTOVER_OUTPUT = Rule(
    "IG513",
    "leftover-output",
    Severity.ERROR,
    """\
`interruptgen build --check` found a file that an earlier build wrote and that is no longer
generated, because its definitions were removed or renamed.

Wrong:

```console
$ git rm interrupts/bookings.yaml
$ git commit
```

Right: the next build removes the file.

```console
$ git rm interrupts/bookings.yaml
$ interruptgen build
$ git add --all generated
$ git commit
```
""",
)

EDITED_OUTPUT = Rule(
    "IG514",
    "edited-output",
    Severity.ERROR,
    """\
`interruptgen build --check` found that a generated file is neither what the last build wrote nor
what this build would write: somebody has edited it, or a build was interrupted.

The next build overwrites it. Change the definition instead, or keep your own code in another file.

Wrong:

```python
# generated/bookings/models.py
class RefundInput(BaseModel):
    amount: float = 10.0  # added by hand
```

Right:

```yaml
# interrupts/bookings.yaml
tools:
  refund:
    inputSchema:
      type: object
      properties: {amount: {type: number, default: 10}}
```
""",
)

RULES: tuple[Rule, ...] = (
    FOREIGN_FILE,
    EDITED_LEFTOVER,
    OUTPUT_NOT_A_FOLDER,
    OUTPUT_NOT_WRITABLE,
    BUILD_UNDER_WAY,
    MISSING_OUTPUT,
    STALE_OUTPUT,
    LEFTOVER_OUTPUT,
    EDITED_OUTPUT,
)
