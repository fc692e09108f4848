"""Bad input of every kind, given to the real command line: it says what is wrong and stays whole.

What each kind gets is recorded in `results.md`; `--update` rewrites it.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from hostile import (
    commands,
    configurations,
    locks,
    outputs,
    places,
    repositories,
    schemas,
    texts,
    values,
)
from hostile.kind import Kind
from hostile.sandbox import (
    Ran,
    can_drop_privileges,
    import_output,
    make_project,
    run,
    snapshot,
)

pytestmark = pytest.mark.slow

RESULTS: Final = Path(__file__).with_name("results.md")
HEAD: Final = """\
# What bad input gets

Each line is a kind of bad input, what the command line says about it, and its exit code: 0 fine,
1 findings, 2 usage or environment. `test_bad_input.py` breaks a project in each of these ways;
`pytest tests/hostile --update` rewrites this file.

| kind | exit | says |
|---|---|---|
"""
KINDS: Final = (
    *texts.ENCODING,
    *texts.SYNTAX,
    *texts.VALUES,
    *places.PLACES,
    *places.REFERENCES,
    *schemas.SCHEMAS,
    *schemas.NAMES,
    *configurations.CONFIGURATIONS,
    *locks.LOCKS,
    *outputs.OUTPUTS,
    *repositories.REPOSITORIES,
    *commands.COMMANDS,
    *values.INSTANCES,
    *values.ARGUMENTS,
)
_SHOWN: Final = 120
_TERMINAL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""What a terminal might act on."""

_ROW: Final = re.compile(r"\| (?P<name>[^|]*) \| (?P<code>\d+) \| (?P<says>.*) \|")


def row(kind: Kind, ran: Ran, root: Path) -> str:
    """Return what a kind came to as a line of the table."""
    says = ran.says().replace(str(root), "PROJECT").replace("|", "/").replace("`", "'")
    says = says if len(says) <= _SHOWN else f"{says[:_SHOWN]}…"
    return f"| {kind.name} | {ran.code} | {says} |"


class Results:
    """The table of what each kind came to."""

    def __init__(self) -> None:
        lines = RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else []
        rows = (_ROW.fullmatch(line) for line in lines)
        self.rows = {found["name"]: found[0] for found in rows if found}

    def write(self) -> None:
        """Write the table in the order of the kinds; what was skipped stays as it was."""
        known = [self.rows[kind.name] for kind in KINDS if kind.name in self.rows]
        text = HEAD + "".join(f"{one}\n" for one in known)
        RESULTS.write_bytes(text.encode())


@pytest.fixture(scope="module")
def results(request: pytest.FixtureRequest) -> Iterator[Results]:
    found = Results()
    update = request.config.getoption("--update")
    if update:
        names = {kind.name for kind in KINDS}
        found.rows = {name: line for name, line in found.rows.items() if name in names}
    yield found
    if update:
        found.write()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("built")
    make_project(root)
    return root


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Path:
    root = tmp_path / "project"
    shutil.copytree(built, root)
    return root


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_bad_input(kind: Kind, project: Path, results: Results, update: bool) -> None:
    if not kind.privileged and not can_drop_privileges(project):
        pytest.skip("this system has no user who may be refused anything")
    try:
        kind.spoil(project)
    except OSError as error:
        pytest.skip(f"this cannot be made here: {error}")
    tried = _tried(kind, project)
    assert tried.ran.code in (0, 1, 2), tried.ran
    assert "Traceback" not in tried.ran.out + tried.ran.error
    # GitHub finds a file by its exact path, which is the only thing that is not escaped for it.
    assert "github" in kind.arguments or not _TERMINAL.search(tried.ran.out + tried.ran.error)
    assert tried.is_rest_whole
    if tried.ran.code or kind.arguments != ("build",):
        assert tried.is_output_whole
    else:
        assert import_output(project) == ""
    said = row(kind, tried.ran, project)
    if update:
        results.rows[kind.name] = said
    assert results.rows.get(kind.name) == said


@dataclass(frozen=True)
class Tried:
    """What a run came to, and whether it left the output folder and all else alone."""

    ran: Ran
    is_output_whole: bool
    is_rest_whole: bool


def _tried(kind: Kind, project: Path) -> Tried:
    """Run the command line, and look at the project before and after."""
    out = project / "generated"
    try:
        before = _look(project) if kind.privileged else {}
        ran = run(project, kind.arguments, privileged=kind.privileged, most=kind.most)
        after = _look(project) if kind.privileged else {}
    finally:
        if kind.undo:
            kind.undo(project)
    return Tried(ran, *(before.get(part) == after.get(part) for part in (out, project)))


def _look(project: Path) -> dict[Path, object]:
    out = project / "generated"
    return {out: snapshot(out), project: snapshot(project, without=out)}


def test_the_table_has_every_kind_once(results: Results) -> None:
    names = [kind.name for kind in KINDS]
    assert sorted(names) == sorted(set(names))
    assert sorted(results.rows) == sorted(names)
