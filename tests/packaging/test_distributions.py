"""Both distributions are built, installed, and used from elsewhere, as a user would.

No package index is asked: what the distributions depend on comes from the environment that runs
the tests.
"""

import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from interruptgen import __version__

ROOT = Path(__file__).parents[2]
DISTRIBUTIONS = {"interruptgen": ROOT, "interruptgen_runtime": ROOT / "runtime"}

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build wheel and source distribution of both."""
    out = tmp_path_factory.mktemp("dist")
    for source in DISTRIBUTIONS.values():
        run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, source, cwd=out)
    return out


def environment(folder: Path, *requirements: str | Path) -> Path:
    """Make a virtual environment with `requirements`, and return its folder of programs.

    Everything else it can import is what the running environment has, but for the two
    distributions themselves.
    """
    venv.create(folder, with_pip=False)
    programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = programs / "python"
    code = "import sysconfig; print(sysconfig.get_path('purelib'), end='')"
    packages = Path(run(python, "-c", code, cwd=folder))
    borrowed = folder / "borrowed"
    borrowed.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if "interruptgen" not in path.name:
            (borrowed / path.name).symlink_to(path)
    (packages / "borrowed.pth").write_text(f"{borrowed}\n")
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "install"]
    options = ["--no-deps", "--no-index", "--no-build-isolation"]
    run(*pip, *options, *requirements, cwd=folder)
    return programs


def use(programs: Path, folder: Path) -> None:
    """Start a project and build it, from a folder that has nothing to do with the checkout."""
    folder.mkdir()
    program = programs / "interruptgen"
    assert run(program, "--version", cwd=folder) == f"interruptgen {__version__}\n"
    run(program, "init", cwd=folder)
    run(program, "build", cwd=folder)
    run(program, "build", "--check", cwd=folder)
    code = "import generated.decisions.models as models; print(models.SendMessageInput.__name__)"
    assert run(programs / "python", "-c", code, cwd=folder) == "SendMessageInput\n"


@pytest.mark.parametrize("suffix", [".whl", ".tar.gz"])
def test_an_installed_distribution_works_anywhere(built: Path, tmp_path: Path, suffix: str) -> None:
    (distribution,) = built.glob(f"interruptgen-{__version__}*{suffix}")
    use(environment(tmp_path / "environment", distribution), tmp_path / "project")


def test_an_editable_installation_works_anywhere(tmp_path: Path) -> None:
    use(environment(tmp_path / "environment", "--editable", ROOT), tmp_path / "project")


def templates() -> list[Path]:
    """Return the templates; of those of the preview's page, what its sources build."""
    sources = ROOT / "templates" / "preview"
    found = [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    kept = [path for path in found if sources not in path.parents]
    return [*kept, sources / "page.js", sources / "page.css"]


def test_the_wheel_has_the_package_its_templates_and_its_schemas(built: Path) -> None:
    (wheel,) = built.glob(f"interruptgen-{__version__}*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops == {"interruptgen", f"interruptgen-{__version__}.dist-info"}
    of_page = {name for name in names if name.startswith("interruptgen/templates/preview/")}
    assert {name.rpartition("/")[2] for name in of_page} == {"page.js", "page.css"}
    assert set(names) >= {
        "interruptgen/py.typed",
        *(f"interruptgen/schemas/{path.name}" for path in (ROOT / "schemas").iterdir()),
        *(f"interruptgen/{path.relative_to(ROOT).as_posix()}" for path in templates()),
        *(
            path.relative_to(ROOT / "generator").as_posix()
            for path in (ROOT / "generator" / "interruptgen").rglob("*.py")
        ),
    }


def test_the_runtime_wheel_has_the_runtime_alone(built: Path) -> None:
    (wheel,) = built.glob("interruptgen_runtime-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    package = ROOT / "runtime" / "interruptgen_runtime"
    assert set(names) >= {
        path.relative_to(ROOT / "runtime").as_posix() for path in package.rglob("*.py")
    }
    assert all(name.startswith("interruptgen_runtime") for name in names)
    assert "interruptgen_runtime/py.typed" in names


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_source_distribution_has_a_licence_and_no_clutter(built: Path, name: str) -> None:
    (archive,) = built.glob(f"{name}-*.tar.gz")
    with tarfile.open(archive) as opened:
        names = [name.partition("/")[2] for name in opened.getnames()]
    assert {"LICENSE", "README.md", "pyproject.toml"} <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]
    assert not [name for name in names if "node_modules" in name or "preview/src" in name]
