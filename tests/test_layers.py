"""Who may import whom: the house's layer rules as data, checked against every module."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

GENERATOR = (
    "diagnostics",
    "model",
    "data",
    "naming",
    "rules",
    "reading",
    "schema",
    "compat",
    "language",
    "resolve",
    "lock",
    "freshness",
    "python",
    "pipeline",
    "project",
    "output",
    "instances",
    "report",
    "diff",
    "preview",
    "cli",
    "__main__",
)
"""Rooms of the generator from the lowest up: each may import those before it, and itself."""

RUNTIME = {
    "core": set[str](),
    "server": {"core"},
    "client": {"core"},
    "models": {"core", "server"},
    "terminal": {"core", "client"},
    "testing": {"core", "server", "client", "models"},
    "__init__": {"core"},
}
"""Rooms of the runtime, each with those that it may import beside itself."""

OWNERS = {
    "black": {"python"},
    "datamodel_code_generator": {"python"},
    "jinja2": {"python"},
    "jsonschema": {"schema"},
    "jsonschema_rs": {"language", "project", "schema"},
    "pydantic": {"instances"},
    "pydantic_core": {"instances"},
    "rfc8785": {"schema", "instances"},
    "typer": {"cli"},
    "watchfiles": {"cli"},
    "yaml": {"reading"},
}
"""The rooms of the generator that may import a third-party package."""

RUNTIME_OWNERS = {
    "httpx": {"client"},
    "jsonschema_rs": {"core"},
    "opentelemetry": {"server"},
    "pydantic": {"core"},
    "prompt_toolkit": {"terminal"},
    "pydantic_ai": {"models"},
    "pydantic_core": {"core", "server"},
    "pytest": {"testing"},
    "rich": {"terminal"},
    "starlette": {"server"},
}


def modules(root: str, package: str) -> list[Path]:
    return sorted((ROOT / root / package).rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def room(module: str, package: str) -> str | None:
    """Return the room that a dotted module name is in; None outside of the package."""
    first, *rest = module.split(".")
    return (rest[0] if rest else "__init__") if first == package else None


def home(path: Path, root: str, package: str) -> str:
    inside = path.relative_to(ROOT / root / package).parts
    return inside[0].removesuffix(".py")


@pytest.mark.parametrize("path", modules("generator", "interruptgen"), ids=str)
def test_generator_imports_only_lower_rooms(path: Path) -> None:
    here = home(path, "generator", "interruptgen")
    if here == "__init__":
        assert not [name for name in imports(path) if room(name, "interruptgen")]
        return
    assert here in GENERATOR, f"{here} has no place in the house: add it to GENERATOR"
    allowed = {*GENERATOR[: GENERATOR.index(here) + 1], "__init__", "__version__"}
    for name in imports(path):
        there = room(name, "interruptgen")
        assert there is None or there in allowed, f"{here} imports {there}"


@pytest.mark.parametrize("path", modules("generator", "interruptgen"), ids=str)
def test_third_parties_of_the_generator_stay_with_their_owners(path: Path) -> None:
    check_owners(path, home(path, "generator", "interruptgen"), "interruptgen", OWNERS)


@pytest.mark.parametrize("path", modules("runtime", "interruptgen_runtime"), ids=str)
def test_runtime_rooms_keep_apart(path: Path) -> None:
    here = home(path, "runtime", "interruptgen_runtime")
    assert here in RUNTIME, f"{here} has no place in the house: add it to RUNTIME"
    allowed = {None, here, "__init__", *RUNTIME[here]}
    for name in imports(path):
        there = room(name, "interruptgen_runtime")
        assert there in allowed, f"{here} imports {there}"


@pytest.mark.parametrize("path", modules("runtime", "interruptgen_runtime"), ids=str)
def test_third_parties_of_the_runtime_stay_with_their_owners(path: Path) -> None:
    here = home(path, "runtime", "interruptgen_runtime")
    check_owners(path, here, "interruptgen_runtime", RUNTIME_OWNERS)


def check_owners(path: Path, here: str, package: str, owners: dict[str, set[str]]) -> None:
    for name in imports(path):
        top = name.partition(".")[0]
        if top == package or top in sys.stdlib_module_names:
            continue
        assert top in owners, f"{here} imports {top}, which nobody owns"
        assert here in owners[top], f"{here} imports {top}, which {sorted(owners[top])} own"


def test_every_room_is_there() -> None:
    paths = modules("generator", "interruptgen")
    found = {home(path, "generator", "interruptgen") for path in paths}
    assert found - {"__init__"} == set(GENERATOR)
