"""From a fresh folder to a committed output, as a person or a CI job runs the command line."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interruptgen.cli import main

pytestmark = pytest.mark.usefixtures("plain")

Captured = pytest.CaptureFixture[str]

LOCK = "generated/interrupts.lock.json"
DEFINITIONS = """\
interruptgen: 1
interrupts:
  choose-itinerary:
    message: Which itinerary shall we book?
    responseSchema:
      type: object
      properties: {choice: {type: integer, minimum: 0}}
      required: [choice]
tools:
  refund:
    description: Pay a booking back.
    runsOn: server
    needsApproval: true
    inputSchema:
      type: object
      properties: {amount: {type: number}}
      required: [amount]
  search.flights:
    runsOn: server
    outputSchema: {type: array, items: {type: string}}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "interruptgen.toml").write_text('out = "generated"\n')
    write(tmp_path / "interrupts/bookings.yaml", DEFINITIONS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.com"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def findings(capsys: Captured) -> list[tuple[str, str]]:
    every: list[Any] = json.loads(capsys.readouterr().out)
    return [(one["code"], one["path"]) for one in every]


class TestInit:
    def test_a_fresh_folder_builds_and_checks(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert main(["init"]) == 0
        assert capsys.readouterr().out.splitlines() == [
            "created interrupts/decisions.yaml",
            "created interrupts/.interruptgen.schema.json",
            "created interruptgen.toml",
            "next: edit interrupts/decisions.yaml, then run `interruptgen build`",
        ]
        assert main(["build"]) == 0
        assert main(["build", "--check"]) == 0
        starter = (tmp_path / "interrupts/decisions.yaml").read_text()
        schema = starter.splitlines()[0].removeprefix("# yaml-language-server: $schema=")
        assert (tmp_path / "interrupts" / schema).is_file()

    def test_an_existing_pyproject_is_added_to(self, tmp_path: Path, capsys: Captured) -> None:
        before = '[project]\r\nname = "x" # kept\r\n[tool.ruff]\r\nline-length = 88\r\n'
        write(tmp_path / "pyproject.toml", before)
        assert main(["init", "--project", str(tmp_path), "--out", "src/app/interrupts"]) == 0
        assert "added [tool.interruptgen] to pyproject.toml" in capsys.readouterr().out
        after = (tmp_path / "pyproject.toml").read_bytes().decode()
        assert after == before + (
            '\r\n[tool.interruptgen]\r\nsources = ["interrupts"]\r\nout = "src/app/interrupts"\r\n'
        )
        assert not (tmp_path / "interruptgen.toml").exists()
        assert main(["build", "--project", str(tmp_path)]) == 0
        assert (tmp_path / "src/app/interrupts/interrupts.lock.json").is_file()

    @pytest.mark.parametrize("before", ["", "\ufeff", '[project]\nname = "x"', "# nothing\n"])
    def test_every_pyproject_can_be_added_to(self, tmp_path: Path, before: str) -> None:
        write(tmp_path / "pyproject.toml", before)
        assert main(["init", "--project", str(tmp_path)]) == 0
        after = (tmp_path / "pyproject.toml").read_bytes().decode()
        assert after.startswith(before)
        assert main(["lint", "--project", str(tmp_path)]) == 0

    def test_an_inline_table_takes_no_further_key(self, tmp_path: Path) -> None:
        write(tmp_path / "pyproject.toml", "tool = {ruff = {line-length = 88}}\n")
        assert main(["init", "--project", str(tmp_path)]) == 0
        assert (tmp_path / "pyproject.toml").read_text() == "tool = {ruff = {line-length = 88}}\n"
        assert (tmp_path / "interruptgen.toml").is_file()

    def test_nothing_is_overwritten(self, tmp_path: Path, capsys: Captured) -> None:
        write(tmp_path / "interrupts/decisions.yaml", "mine\n")
        assert main(["init", "--project", str(tmp_path)]) == 0
        assert "kept interrupts/decisions.yaml" in capsys.readouterr().out
        assert (tmp_path / "interrupts/decisions.yaml").read_text() == "mine\n"
        before = contents(tmp_path)
        assert main(["init", "--project", str(tmp_path)]) == 0
        assert "interruptgen.toml configures this folder already" in capsys.readouterr().out
        assert contents(tmp_path) == before

    @pytest.mark.parametrize(
        ("text", "code"),
        [("[project", "IG602"), ("[tool.interruptgen]\nouts = 1", "IG603"), ("x = '\xff'", None)],
    )
    def test_a_pyproject_that_is_broken(
        self, tmp_path: Path, text: str, code: str | None, capsys: Captured
    ) -> None:
        (tmp_path / "pyproject.toml").write_bytes(text.encode("latin-1"))
        assert main(["init", "--project", str(tmp_path)]) == 2
        assert f"error {code or 'IG602'}" in capsys.readouterr().err
        assert [path.name for path in tmp_path.iterdir()] == ["pyproject.toml"]

    @pytest.mark.parametrize("out", ["", ".", "../x", "/x"])
    def test_an_output_folder_that_cannot_be(
        self, tmp_path: Path, out: str, capsys: Captured
    ) -> None:
        assert main(["init", "--project", str(tmp_path), "--out", out]) == 2
        assert "Invalid value for --out" in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == []

    def test_a_file_where_a_folder_must_be(self, tmp_path: Path, capsys: Captured) -> None:
        write(tmp_path / "interrupts", "")
        assert main(["init", "--project", str(tmp_path)]) == 2
        assert "error IG504" in capsys.readouterr().err


class TestBuild:
    def test_it_says_what_it_did_and_does_nothing_twice(
        self, project: Path, capsys: Captured
    ) -> None:
        assert main(["build"]) == 0
        said = capsys.readouterr()
        assert "wrote generated/bookings/models.py\n" in said.out
        assert said.err == "no findings in 1 file\n"
        before = contents(project)
        times = {path: path.stat().st_mtime_ns for path in project.rglob("*")}
        assert main(["build"]) == 0
        assert capsys.readouterr().out == "generated is up to date\n"
        assert contents(project) == before
        assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == times

    def test_quiet_says_nothing(self, project: Path, capsys: Captured) -> None:
        assert main(["build", "--quiet"]) == 0
        assert capsys.readouterr() == ("", "")

    def test_the_output_does_not_depend_on_where_it_is_built(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert main(["build"]) == 0
        first = contents(project / "generated")
        copy = project / "elsewhere" / "copy"
        write(copy / "interruptgen.toml", 'out = "generated"\n')
        write(copy / "interrupts/bookings.yaml", DEFINITIONS)
        monkeypatch.chdir(copy / "interrupts")
        assert main(["build", "--config", "../interruptgen.toml"]) == 0
        assert contents(copy / "generated") == first

    def test_an_error_changes_nothing(self, project: Path, capsys: Captured) -> None:
        assert main(["build"]) == 0
        before = contents(project / "generated")
        write(project / "interrupts/broken.yaml", "interruptgen: 1\ninterrupts: [\n")
        write(project / "interrupts/bookings.yaml", DEFINITIONS.replace("amount", "sum"))
        capsys.readouterr()
        assert main(["build"]) == 1
        assert "interrupts/broken.yaml:" in capsys.readouterr().out
        assert contents(project / "generated") == before

    def test_a_removed_source_takes_its_package_with_it(
        self, project: Path, capsys: Captured
    ) -> None:
        write(
            project / "interrupts/payments.yaml",
            "interruptgen: 1\ninterrupts:\n  pay: {message: Pay?}\n",
        )
        assert main(["build"]) == 0
        assert (project / "generated/payments/models.py").exists()
        (project / "interrupts/payments.yaml").unlink()
        capsys.readouterr()
        assert main(["build"]) == 0
        assert "removed generated/payments/models.py" in capsys.readouterr().out
        assert not (project / "generated/payments").exists()

    def test_a_file_that_is_no_longer_referred_to_does_not_matter(self, project: Path) -> None:
        write(project / "answer.schema.json", '{"type": "object"}')
        source = project / "interrupts/bookings.yaml"
        reference = '{$ref: "../answer.schema.json"}'
        write(source, f"interruptgen: 1\ninterrupts: {{a: {{responseSchema: {reference}}}}}\n")
        assert main(["build"]) == 0
        write(source, DEFINITIONS)
        (project / "answer.schema.json").unlink()
        (project / "answer.schema.json").symlink_to("nowhere")
        assert main(["build"]) == 0

    def test_a_foreign_file_stops_everything(self, project: Path, capsys: Captured) -> None:
        write(project / "generated/bookings/models.py", "mine = 1\n")
        assert main(["build", "--format", "json"]) == 1
        assert findings(capsys) == [("IG501", "generated/bookings/models.py")]
        assert list(contents(project / "generated")) == ["bookings/models.py"]

    def test_an_earlier_version_is_one_that_was_committed(self, project: Path) -> None:
        def earlier() -> int:
            lock = json.loads((project / LOCK).read_text())
            return len(lock["interrupts"]["choose-itinerary"]["earlier"])

        git(project, "init")
        assert main(["build"]) == 0
        git(project, "add", ".")
        git(project, "commit", "-m", "first")
        for bound in (1, 2):
            changed = DEFINITIONS.replace("minimum: 0", f"minimum: {bound}")
            write(project / "interrupts/bookings.yaml", changed)
            assert main(["build"]) == 0
            assert earlier() == 1
            assert main(["build", "--check"]) == 0
        assert main(["build", "--prune"]) == 0
        assert earlier() == 0


class TestCheck:
    def test_it_writes_nothing(self, project: Path, capsys: Captured) -> None:
        before = contents(project)
        assert main(["build", "--check"]) == 1
        said = capsys.readouterr()
        assert "generated/bookings/models.py:1:1: error IG511 is missing" in said.out
        assert "hint: run `interruptgen build`" in said.out
        assert contents(project) == before

    def test_the_command_that_helps_goes_to_the_same_place(
        self, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        monkeypatch.chdir(project.parent)
        assert main(["build", "--check", "--prune", "--project", project.name]) == 1
        hint = f"hint: run `interruptgen build --prune --project {project.name}`"
        assert hint in capsys.readouterr().out

    def test_each_kind_of_difference_has_its_code(self, project: Path, capsys: Captured) -> None:
        write(
            project / "interrupts/payments.yaml",
            "interruptgen: 1\ninterrupts:\n  pay: {message: Pay?}\n",
        )
        assert main(["build"]) == 0
        (project / "interrupts/payments.yaml").unlink()
        (project / "generated/bookings/server.py").unlink()
        with (project / "generated/bookings/client.py").open("a") as file:
            file.write("# mine\n")
        capsys.readouterr()
        assert main(["build", "--check", "--format", "json"]) == 1
        found = {path: code for code, path in findings(capsys)}
        assert found["generated/bookings/server.py"] == "IG511"
        assert found[LOCK] == "IG512"
        assert found["generated/payments/models.py"] == "IG513"
        assert found["generated/bookings/client.py"] == "IG514"

    def test_crlf_checkouts_are_up_to_date(self, project: Path) -> None:
        assert main(["build"]) == 0
        for path in (project / "generated").rglob("*.*"):
            if path.is_file():
                path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        assert main(["build", "--check"]) == 0

    def test_annotations_start_at_the_repository(self, project: Path, capsys: Captured) -> None:
        inner = project / "services/api"
        write(inner / "interruptgen.toml", 'out = "generated"\nsources = ["nowhere"]\n')
        git(project, "init")
        assert main(["lint", "--project", str(inner), "--format", "github"]) == 2
        assert capsys.readouterr().out.startswith("::error file=services/api/interruptgen.toml,")


class TestHashes:
    def test_json_has_a_row_for_each_hash(self, project: Path, capsys: Captured) -> None:
        assert main(["hashes", "--format", "json"]) == 0
        rows: list[dict[str, str]] = json.loads(capsys.readouterr().out)
        assert [(row["kind"], row["id"], row["slot"]) for row in rows] == [
            ("interrupt", "choose-itinerary", "response"),
            ("tool", "refund", "input"),
            ("tool", "refund", "output"),
            ("tool", "refund", "approval"),
            ("tool", "refund", "approvalResponse"),
            ("tool", "search.flights", "input"),
            ("tool", "search.flights", "output"),
        ]
        assert {row["source"] for row in rows} == {"interrupts/bookings.yaml"}
        assert all(len(row["hash"]) == len("sha256:") + 64 for row in rows)

    def test_the_table_shows_the_same(self, project: Path, capsys: Captured) -> None:
        assert main(["hashes", "--format", "json"]) == 0
        rows: list[dict[str, str]] = json.loads(capsys.readouterr().out)
        assert main(["hashes"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "interrupts/bookings.yaml"
        assert [line.split()[-1] for line in lines[1:]] == [row["hash"] for row in rows]

    def test_findings_do_not_mix_with_data(self, project: Path, capsys: Captured) -> None:
        write(project / "interrupts/bookings.yaml", "interruptgen: 1\ninterrupts: [\n")
        assert main(["hashes"]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert "interrupts/bookings.yaml:" in said.err


class TestValidate:
    @pytest.mark.parametrize(
        ("slot", "text", "code", "expected"),
        [
            ("choose-itinerary.response", '{"choice": 1.0}', 0, [(True, True)]),
            ("choose-itinerary.response", '{"choice": -1}', 1, [(False, None)]),
            (
                "refund.input",
                '{"amount": 1}\n\n{"amount": "1"}\r\n{"amount": 2.5, "x": null}\n',
                1,
                [(True, True), (False, None), (True, True)],
            ),
            (
                "refund.decision",
                '{"approved": true, "editedArgs": {"amount": 3}}',
                0,
                [(True, True)],
            ),
            ("search.flights.output", '["VIE"]', 0, [(True, True)]),
            ("search.flights.output", '["VIE", 1]', 1, [(False, None)]),
        ],
    )
    def test_verdicts(
        self,
        project: Path,
        capsys: Captured,
        slot: str,
        text: str,
        code: int,
        expected: list[tuple[bool, bool | None]],
    ) -> None:
        write(project / "values.json", text)
        assert main(["validate", slot, "values.json", "--format", "json"]) == code
        every: list[Any] = json.loads(capsys.readouterr().out)
        assert [one["index"] for one in every] == list(range(len(expected)))
        assert [(one["valid"], one["unchanged"]) for one in every] == expected
        assert all(bool(one["errors"]) is not one["valid"] for one in every)

    def test_text_counts_and_shows_what_is_wrong(self, project: Path, capsys: Captured) -> None:
        write(project / "values.jsonl", '{"amount": 1}\n{"amount": "1"}\n')
        assert main(["validate", "refund.input", "values.jsonl"]) == 1
        assert capsys.readouterr().out.splitlines() == [
            "value 1: refused",
            """  /amount: "1" is not of type 'number'""",
            "1 value accepted, 1 refused, 0 changed",
        ]

    @pytest.mark.parametrize("command", [["hashes"], ["validate", "refund.input", "x.json"]])
    def test_what_keeps_it_from_its_data_is_data_too(
        self, command: list[str], project: Path, capsys: Captured
    ) -> None:
        path = project / "interrupts/bookings.yaml"
        write(path, DEFINITIONS.replace("message:", "mesage:"))
        assert main([*command, "--format", "json"]) == 1
        said = capsys.readouterr()
        assert [one["code"] for one in json.loads(said.out)] == ["IG201"]
        assert main(["hashes", "--format", "json", "--config", "nowhere.toml"]) == 2
        assert [one["code"] for one in json.loads(capsys.readouterr().out)] == ["IG601"]

    def test_standard_input(self, project: Path) -> None:
        done = subprocess.run(
            [sys.executable, "-m", "interruptgen", "validate", "refund.input", "-"],
            input=b'{"amount": 1}',
            capture_output=True,
            check=False,
            cwd=project,
            env=os.environ,
        )
        assert (done.returncode, done.stdout) == (0, b"1 value accepted, 0 refused, 0 changed\n")

    @pytest.mark.parametrize(
        ("slot", "said"),
        [
            ("refund.inputs", "`refund` has no slot `inputs`; it has input, decision"),
            ("refnd.input", "did you mean `refund.input`?"),
            ("zzz", "`interruptgen hashes` lists what there is"),
        ],
    )
    def test_an_unknown_slot(self, project: Path, slot: str, said: str, capsys: Captured) -> None:
        write(project / "values.json", "1")
        assert main(["validate", slot, "values.json"]) == 2
        assert said in " ".join(capsys.readouterr().err.split())

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            (None, "cannot be read: No such file or directory"),
            (b"\xff", "is not UTF-8"),
            (b"", "is not JSON"),
            (b"{", "is not JSON"),
            (b"NaN", "is not JSON: NaN is not JSON"),
            (b'{"a": 1, "a": 2}', "the same key twice"),
            (b"1\n2\n{", "line 3, is not JSON"),
            (b"[" * 100_000, "is not JSON"),
        ],
    )
    def test_a_file_that_is_of_no_use(
        self, project: Path, content: bytes | None, said: str, capsys: Captured
    ) -> None:
        if content is not None:
            (project / "values.json").write_bytes(content)
        assert main(["validate", "refund.input", "values.json"]) == 2
        assert said in " ".join(capsys.readouterr().err.split())
