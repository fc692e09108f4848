"""The rules of comparing with a revision, and of the list of accepted changes: IG62x."""

from interruptgen.diagnostics import Rule, Severity

NO_REPOSITORY = Rule(
    "IG620",
    "no-repository",
    Severity.ERROR,
    """\
`interruptgen diff` compares with a revision, and git cannot be asked for one: it is not installed,
the project is in no repository, or git refuses to read a repository that belongs to somebody else.

Wrong, in a folder that is in no repository:

```console
$ interruptgen diff
```

Right: name the two states themselves, which may be files or folders. Where git holds the ownership
of the repository to be dubious, as it often does in containers, allow it.

```console
$ interruptgen diff ../before .
$ git config --global --add safe.directory "$PWD"
```
""",
)

MISSING_REVISION = Rule(
    "IG621",
    "missing-revision",
    Severity.ERROR,
    """\
The revision to compare with is not in the repository, or it is not known which one it should be. A
continuous integration often fetches a single commit.

Nothing is fetched on its own. The finding has the line that does so.

Wrong, in a clone that has nothing but one commit:

```console
$ interruptgen diff --against origin/main
```

Right:

```console
$ git fetch --depth=1 origin +main:refs/remotes/origin/main
$ interruptgen diff --against origin/main
```
""",
)

NO_PROJECT_BEFORE = Rule(
    "IG622",
    "no-project-before",
    Severity.ERROR,
    """\
The revision has no configuration in the folder of the project, but it has a project that is not
there any more; or it has none in the folder that `--against` names. Everything in the project would
look new, and nothing broken.

Wrong, after `git mv services/desk services/travel`:

```console
$ interruptgen diff --against main --project services/travel
```

Right: say where the project was, as git writes it.

```console
$ interruptgen diff --against main:services/desk --project services/travel
```
""",
)

UNUSABLE_ACCEPTS = Rule(
    "IG623",
    "unusable-accepts",
    Severity.ERROR,
    """\
`interrupts.accepted.toml` cannot be read, or an entry of it is not what `interruptgen accept`
writes: a table for each fingerprint, with the `code` of the rule, the `definition` and a `reason`.

Wrong, because nobody says why:

```toml
["3f2a9c0d1e4b5a67"]
code = "IG751"
definition = "interrupts.choose-itinerary"
```

Right:

```toml
["3f2a9c0d1e4b5a67"]
code = "IG751"
definition = "interrupts.choose-itinerary"
reason = "the desk stopped offering a choice in March"
```
""",
)

RULES: tuple[Rule, ...] = (
    NO_REPOSITORY,
    MISSING_REVISION,
    NO_PROJECT_BEFORE,
    UNUSABLE_ACCEPTS,
)
