"""How long builds take, as ratios against datamodel-codegen and a bare interpreter in one run.

    python benchmarks/build.py [--definitions 500] [--files 50] [--rounds 5]
    python benchmarks/build.py --growth 50 500 5000

Everything is measured as CPU time of a child process (user and system), interleaved, as medians.
"""

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from interruptgen.model import JsonObject
from interruptgen.pipeline import compile_sources

INTERRUPT = """  ask-{n}:
    description: Question {n}, which a person answers.
    message: Which option shall we take?
    reason: choice-required
    payloadSchema:
      type: object
      properties:
        options:
          type: array
          minItems: 1
          items:
            type: object
            properties:
              label: {{type: string}}
              price: {{type: number, minimum: 0}}
              tags: {{type: array, items: {{type: string}}}}
            required: [label]
        title: {{type: string, maxLength: 80}}
      required: [options]
    responseSchema:
      type: object
      properties:
        choice: {{type: integer, minimum: 0}}
        remark: {{type: [string, "null"]}}
        urgency: {{enum: [low, normal, high]}}
      required: [choice]
"""
TOOL = """  act-{n}:
    description: Tool {n}, which a person approves.
    needsApproval: true
    message: Pay {{amount}} to {{id}}?
    inputSchema:
      type: object
      properties:
        id: {{type: string}}
        amount: {{type: number, minimum: 0}}
        address:
          type: object
          properties:
            street: {{type: string}}
            city: {{type: string}}
            postcode: {{type: string, pattern: "^[0-9]{{5}}$"}}
          required: [street]
      required: [id]
    outputSchema:
      type: object
      properties:
        done: {{type: boolean}}
        lines: {{type: array, items: {{type: string}}}}
"""


def write_project(root: Path, files: int, definitions: int) -> None:
    """Write a project of `files` files with `definitions` definitions, half of them tools."""
    sources = root / "interrupts"
    sources.mkdir(parents=True)
    (root / "interruptgen.toml").write_text('sources = ["interrupts"]\nout = "generated"\n')
    each = definitions // files
    for file in range(files):
        numbers = range(file * each, (file + 1) * each)
        asks = "".join(INTERRUPT.format(n=n) for n in numbers[: each // 2])
        acts = "".join(TOOL.format(n=n) for n in numbers[each // 2 :])
        text = f"interruptgen: 1\npackage: desk_{file}\n"
        text += f"interrupts:\n{asks}" if asks else ""
        text += f"tools:\n{acts}" if acts else ""
        (sources / f"desk_{file:04}.yaml").write_text(text)


def write_peer(root: Path, target: Path) -> None:
    """Write the same schemas as one document for datamodel-codegen."""
    paths = sorted((root / "interrupts").glob("*.yaml"))
    model = compile_sources({path.name: path.read_bytes() for path in paths}, lambda _: None).model
    if model is None:
        sys.exit("the project does not compile")
    members: JsonObject = {
        slot.class_name: slot.schema.document
        for package in model.packages
        for slot in package.slots()
    }
    target.write_text(json.dumps({"$defs": members}))


def cpu(command: list[str], cwd: Path, accepted: tuple[int, ...] = (0,)) -> float:
    """Run a command and return the CPU seconds that it and its children took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in accepted:
        sys.exit(f"{command} failed:\n{done.stdout}{done.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def prepared(before: Callable[[], object], measure: Callable[[], float]) -> Callable[[], float]:
    """Return a measurement that does something first, not measured."""

    def both() -> float:
        before()
        return measure()

    return both


def measurements(work: Path) -> dict[str, Callable[[], float]]:
    """Return what is measured in each round, by name, in order."""
    project, peer = work / "project", work / "peer.json"
    ours = [str(Path(sys.executable).with_name("interruptgen"))]
    theirs = [str(Path(sys.executable).with_name("datamodel-codegen"))]
    theirs += ["--input", str(peer), "--input-file-type", "jsonschema", "--disable-timestamp"]
    output = ["--output", str(work / "peer_models.py")]
    changed = project / "interrupts/desk_0000.yaml"
    text = changed.read_text()
    imports = sorted(path.stem for path in (project / "interrupts").iterdir())
    names = [f"desk_{int(stem.removeprefix('desk_'))}" for stem in imports]
    both_sides = ";".join(f"import generated.{name}.{side}" for name in names for side in SIDES)
    models = ";".join(f"import generated.{name}.models" for name in names)

    def forget() -> None:
        shutil.rmtree(project / "generated", ignore_errors=True)

    def change() -> None:
        edited = changed.read_text() == text
        changed.write_text(text.replace("maxLength: 80", "maxLength: 81") if edited else text)

    def python(code: str, cwd: Path) -> Callable[[], float]:
        return lambda: cpu([sys.executable, "-c", code], cwd)

    def warm(code: str, cwd: Path) -> Callable[[], float]:
        return prepared(python(code, cwd), python(code, cwd))

    return {
        "bare interpreter": python("pass", work),
        "peer, cold": lambda: cpu([*theirs, *output], work),
        "peer, check": lambda: cpu([*theirs, *output, "--check"], work, (0, 1)),
        "build, cold": prepared(forget, lambda: cpu([*ours, "build"], project)),
        "build, nothing to do": lambda: cpu([*ours, "build"], project),
        "build --check": lambda: cpu([*ours, "build", "--check"], project),
        "build, one changed": prepared(change, lambda: cpu([*ours, "build"], project)),
        "peer, import": warm("import peer_models", work),
        "import both sides": warm(both_sides, project),
        "import all models": warm(models, project),
    }


SIDES = ("server", "client")

BOUNDS = [
    ("build, cold", "peer, cold", 3.0),
    ("build, nothing to do", "bare interpreter", 25.0),
    ("build, nothing to do", "peer, check", 1 / 8),
    ("build --check", "bare interpreter", 25.0),
    ("build --check", "peer, check", 1 / 8),
    ("build, one changed", "build, cold", 1 / 5),
    ("import both sides", "peer, import", 1 / 3),
    ("import all models", "peer, import", 1.1),
]


def measure_growth(sizes: list[int]) -> None:
    """Build projects of several sizes, ten definitions in a file, and print the time for each."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder) / "project"
            write_project(project, max(size // 10, 1), size)
            command = [str(Path(sys.executable).with_name("interruptgen")), "build"]
            cold, fresh = cpu(command, project), cpu(command, project)
        each = 1000 * cold / size
        print(f"{size:6} definitions: cold {cold:8.2f} s, {each:.2f} ms each; fresh {fresh:.2f} s")


def main() -> None:
    """Measure, and print each ratio beside its bound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--definitions", type=int, default=500)
    parser.add_argument("--files", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", type=int, nargs="+", metavar="DEFINITIONS")
    arguments = parser.parse_args()
    if arguments.growth:
        measure_growth(arguments.growth)
        return
    os.environ["PYTHONDONTWRITEBYTECODE"] = ""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        write_project(work / "project", arguments.files, arguments.definitions)
        write_peer(work / "project", work / "peer.json")
        measured = measurements(work)
        times: dict[str, list[float]] = {name: [] for name in measured}
        for number in range(arguments.rounds + 1):
            for name, measure in measured.items():
                seconds = measure()
                if number:  # the first round warms caches
                    times[name].append(seconds)
    medians = {name: statistics.median(seconds) for name, seconds in times.items()}
    for name, seconds in medians.items():
        print(f"{name:22} {seconds:8.3f} s")
    for name, base, bound in BOUNDS:
        ratio = medians[name] / medians[base]
        verdict = "ok" if ratio <= bound else "missed"
        print(f"{name} / {base}: {ratio:.3f}, at most {bound:.3f}: {verdict}")


if __name__ == "__main__":
    main()
