"""A project that has been built, and the real command line in a process with limits."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

SECONDS: Final = 20
MEMORY: Final = 2 * 2**30
"""What a process may take: seconds of processor time, and bytes that it addresses."""

_PATIENCE: Final = 90
"""After how many seconds a process that waits for something is ended."""

CONFIGURATION: Final = 'sources = ["interrupts"]\nout = "generated"\n'
SOURCE: Final = """\
interruptgen: 1
package: bookings
$defs:
  Note: {type: string, maxLength: 200}
interrupts:
  choose:
    message: Which one?
    payloadSchema:
      type: object
      properties: {options: {type: array, items: {type: string}}}
      required: [options]
    responseSchema:
      type: object
      properties: {choice: {type: integer, minimum: 0}, note: {$ref: "#/$defs/Note"}}
      required: [choice]
    examples: [{response: {choice: 0}}]
tools:
  refund:
    needsApproval: true
    message: Refund {amount}?
    inputSchema:
      type: object
      properties: {amount: {$ref: "../shared/price.json"}}
      required: [amount]
"""
SHARED: Final = '{"type": "number", "minimum": 0}\n'

_IMPORTS: Final = """
import importlib, pkgutil, sys
sys.path.insert(0, "")
import generated
for module in pkgutil.walk_packages(generated.__path__, "generated."):
    importlib.import_module(module.name)
"""

_LIMITED: Final = Path(__file__).with_name("limited.py")
_FINDING: Final = re.compile(r"(?:error|warning) (?P<code>IG\d+) (?P<message>.*)")


@dataclass(frozen=True)
class Ran:
    """What a run of the command line came to; `code` is negative for a signal."""

    code: int
    out: str
    error: str

    def says(self) -> str:
        """Return the codes of the findings and the first message, or else the last line."""
        found = list(_FINDING.finditer(f"{self.out}\n{self.error}"))
        if found:
            codes = ", ".join(dict.fromkeys(one["code"] for one in found))
            return f"{codes}: {found[0]['message']}"
        lines = [line for line in f"{self.out}\n{self.error}".splitlines() if line.strip()]
        return lines[-1] if lines else ""


def make_project(root: Path) -> None:
    """Write the project that every test begins with, and build it."""
    write(root / "interruptgen.toml", CONFIGURATION)
    write(root / "interrupts/bookings.yaml", SOURCE)
    write(root / "shared/price.json", SHARED)
    ran = run(root, ["build"])
    assert ran.code == 0, ran


def write(path: Path, content: str | bytes) -> None:
    """Write a file, its folders included."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)


def run(
    root: Path,
    arguments: Sequence[str | bytes],
    *,
    privileged: bool = True,
    most: int | None = None,
) -> Ran:
    """Run the command line in a folder.

    Without privileges even root may only read and write what the modes of files allow. `most` is
    how many bytes a file that is written may have.
    """
    command = [sys.executable, "-m", "interruptgen", *arguments]
    hidden = ("INTERRUPTGEN_DEBUG", "FORCE_COLOR", "PYTHONUTF8")
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    with subprocess.Popen(
        [*_limits(privileged=privileged, most=most), *command],
        cwd=root,
        env={**environment, "NO_COLOR": "1", "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            out, error = process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            out, error = process.communicate()
    texts = (one.decode(errors="backslashreplace") for one in (out, error))
    return Ran(process.returncode, *texts)


def _limits(*, privileged: bool, most: int | None = None) -> list[str]:
    """Return the command line before the one that it limits."""
    options = ["--memory", str(MEMORY), "--seconds", str(SECONDS)]
    options += [] if most is None else ["--file", str(most)]
    options += [] if privileged else ["--unprivileged"]
    return [sys.executable, "-I", "-S", str(_LIMITED), *options]


def can_drop_privileges(folder: Path) -> bool:
    """Tell whether a process without privileges fails to read what nobody may read."""
    path = folder / "locked"
    write(path, "x")
    path.chmod(0)
    command = [sys.executable, "-c", f"open({str(path)!r})"]
    limited = [*_limits(privileged=False), *command]
    ran = subprocess.run(limited, capture_output=True, check=False)
    path.unlink()
    return b"PermissionError" in ran.stderr


def import_output(root: Path) -> str:
    """Import every generated module, and return what that says: nothing if all is well."""
    command = [sys.executable, "-W", "error", "-c", _IMPORTS]
    ran = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return ran.stderr


def snapshot(folder: Path, *, without: Path | None = None) -> dict[str, bytes | str]:
    """Return what is in a folder, without following links; compiled Python is left out."""
    found: dict[str, bytes | str] = {}
    for path in [folder] if folder.is_symlink() else sorted(folder.rglob("*")):
        if without in (path, *path.parents):
            continue
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        elif path.is_file() and path.suffix != ".pyc":
            found[name] = path.read_bytes()
        elif "__pycache__" not in path.parts:
            found[name] = "folder" if path.is_dir() else "special"
    return found


def remove(path: Path) -> None:
    """Remove a file or a folder."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
