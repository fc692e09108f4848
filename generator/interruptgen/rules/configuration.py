"""The rules of the configuration and of the files that it names: IG6xx."""

from interruptgen.diagnostics import Rule, Severity

NO_CONFIGURATION = Rule(
    "IG601",
    "no-configuration",
    Severity.ERROR,
    """\
Neither the working directory nor a folder above it has an `interruptgen.toml` or a `pyproject.toml`
with a table `[tool.interruptgen]`.

Wrong: a command outside of the project.

```console
$ cd /tmp
$ interruptgen build
```

Right: inside of the project, or with its folder; `interruptgen init` starts a new one.

```console
$ interruptgen build --project ~/travel-desk
```
""",
)

CONFIGURATION_SYNTAX = Rule(
    "IG602",
    "configuration-is-not-toml",
    Severity.ERROR,
    """\
The configuration cannot be read as TOML.

Wrong, because a text needs quotation marks:

```toml
out = generated
```

Right:

```toml
out = "generated"
```
""",
)

UNKNOWN_SETTING = Rule(
    "IG603",
    "unknown-setting",
    Severity.ERROR,
    """\
The configuration has a key that means nothing. The keys are `sources`, `out`, `targets` and `diff`.

Wrong:

```toml
[tool.interruptgen]
output = "generated"
```

Right:

```toml
[tool.interruptgen]
out = "generated"
```
""",
)

INVALID_SETTING = Rule(
    "IG604",
    "invalid-setting",
    Severity.ERROR,
    """\
A key of the configuration is missing or has a value that it cannot have.

`sources` is a list of files, folders and patterns (`["interrupts"]` where it is left out), `out` is
the folder to write to and has to be given, `targets` is a list of languages (`["python"]` where it
is left out), and `diff` is a table with `fail-on` and `severity`.

Wrong, because `sources` is one text and `out` is missing:

```toml
sources = "interrupts"
```

Right:

```toml
sources = ["interrupts"]
out = "generated"
```
""",
)

TWO_CONFIGURATIONS = Rule(
    "IG605",
    "two-configurations",
    Severity.ERROR,
    """\
A folder has an `interruptgen.toml` and a `pyproject.toml` with a table `[tool.interruptgen]`.
Neither wins, because the one that loses would be edited in vain.

Wrong:

```text
interruptgen.toml                 out = "generated"
pyproject.toml                    [tool.interruptgen] out = "app/interrupts"
```

Right:

```text
pyproject.toml                    [tool.interruptgen] out = "app/interrupts"
```
""",
)

UNAVAILABLE_TARGET = Rule(
    "IG606",
    "unavailable-target",
    Severity.ERROR,
    """\
The configuration asks for a language that this version does not generate.

Wrong:

```toml
targets = ["python", "typescript"]
```

Right:

```toml
targets = ["python"]
```
""",
)

PATH_OUTSIDE = Rule(
    "IG607",
    "path-outside-the-project",
    Severity.ERROR,
    """\
A path of the configuration leaves the folder that the configuration is in: it is absolute, has a
segment `..`, or is a link to somewhere else. A build reads and writes only inside of its project.

Paths are written with forward slashes on every system.

Wrong:

```toml
# services/api/interruptgen.toml
sources = ["../../interrupts"]
```

Right, with the configuration in the folder that holds both:

```toml
# interruptgen.toml
sources = ["interrupts"]
out = "services/api/generated"
```
""",
)

NO_SOURCES = Rule(
    "IG608",
    "sources-match-nothing",
    Severity.ERROR,
    """\
An entry of `sources` matches no definition file.

A folder stands for every `*.yaml`, `*.yml` and `*.json` file below it. In a pattern, `*` stands for
a part of a name and `**` for any number of folders. Hidden files and folders, `node_modules`,
virtual environments, the output folder, and files such as `price.schema.json`, which only
references read, are left out; a file that is named in full is always read.

Wrong, because only `**` looks into subfolders:

```toml
sources = ["interrupts/*.yaml"]   # the file is interrupts/travel/bookings.yaml
```

Right:

```toml
sources = ["interrupts/**/*.yaml"]
```
""",
)

UNREADABLE_SOURCE = Rule(
    "IG609",
    "unreadable-source",
    Severity.ERROR,
    """\
A file or folder of the project cannot be read: the system refuses it, it is neither a file nor a
folder, or its name is not valid Unicode.

Wrong:

```console
$ mkfifo interrupts/bookings.yaml
```

Right:

```console
$ cp ~/bookings.yaml interrupts/bookings.yaml
```
""",
)

LINK_OUTSIDE = Rule(
    "IG610",
    "link-out-of-the-project",
    Severity.ERROR,
    """\
A file is a symbolic link to somewhere outside of the project, or a link that leads nowhere.

A build gives the same result on every machine only if everything it reads is in the project.

Wrong:

```console
$ ln -s ~/shared/price.yaml interrupts/price.yaml
```

Right:

```console
$ cp ~/shared/price.yaml interrupts/price.yaml
```
""",
)

LINKED_FOLDER = Rule(
    "IG611",
    "linked-folder-skipped",
    Severity.WARNING,
    """\
A folder below an entry of `sources` is a symbolic link. Its files are not read, because a link can
lead out of the project, or back into a folder that is read already.

Wrong:

```toml
sources = ["interrupts"]          # interrupts/shared is a link to ../shared
```

Right:

```toml
sources = ["interrupts", "shared"]
```
""",
)

RULES: tuple[Rule, ...] = (
    NO_CONFIGURATION,
    CONFIGURATION_SYNTAX,
    UNKNOWN_SETTING,
    INVALID_SETTING,
    TWO_CONFIGURATIONS,
    UNAVAILABLE_TARGET,
    PATH_OUTSIDE,
    NO_SOURCES,
    UNREADABLE_SOURCE,
    LINK_OUTSIDE,
    LINKED_FOLDER,
)
