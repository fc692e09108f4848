"""The action's script, with an event of a pull request and a service like GitHub's."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest
import yaml

from diff.states import STRICTER, Project, git, new_project

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
ACTION: Any = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
MARKER = "<!-- interruptgen diff: . -->"
BOT, STRANGER = {"login": "github-actions[bot]"}, {"login": "somebody"}


@dataclass
class Service:
    """Pull request 7 of a repository: its comments, and what was asked of it."""

    comments: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    calls: list[str] = field(default_factory=list[str])
    refuses: int = 0
    """The status of every answer, 0 for the right one."""
    failures: int = 0
    """How many of the next answers are of a service that is out of order."""
    limits: int = 0
    """How many of the next answers say that too much was asked."""
    pause: str = "0"
    """The seconds that it says to wait then."""
    junk: bytes | None = None
    """What every answer consists of, if it is not the right one."""
    address: str = ""


class Handler(BaseHTTPRequestHandler):
    """Answers for a service, which a class of its own names."""

    service: ClassVar[Service]

    def log_message(self, format: str, *args: object) -> None:
        del format, args

    def answer(self, value: object, status: int = 200) -> None:
        content = json.dumps(value).encode() if self.service.junk is None else self.service.junk
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", self.service.pause)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def handled(self) -> None:
        path, _, query = self.path.partition("?")
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length) or b"{}")
        self.service.calls.append(f"{self.command} {path}")
        assert self.headers["Authorization"] == "Bearer secret"
        if self.service.failures:
            self.service.failures -= 1
            self.answer({}, 502)
        elif self.service.limits:
            self.service.limits -= 1
            self.answer({}, 429)
        elif self.service.refuses or path == "/user":
            self.answer({}, self.service.refuses or 403)
        else:
            self.answer(self.done(path, query, body))

    def done(self, path: str, query: str, body: dict[str, Any]) -> object:
        comments = self.service.comments
        if self.command == "PATCH":
            number = int(path.rpartition("/")[2])
            comment = next(one for one in comments if one["id"] == number)
            comment.update(body)
            return comment
        assert path == "/repos/we/desk/issues/7/comments"
        if self.command == "POST":
            comments.append({"id": len(comments), "user": BOT, **body})
            return comments[-1]
        page = int(query.rpartition("=")[2]) - 1
        return comments[page * 100 : page * 100 + 100]

    do_GET = do_POST = do_PATCH = handled


@pytest.fixture
def service() -> Iterator[Service]:
    service = Service()
    answering = type("Answering", (Handler,), {"service": service})
    with ThreadingHTTPServer(("127.0.0.1", 0), answering) as server:
        service.address = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield service
        server.shutdown()
        thread.join()


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "repository").mkdir()
    return new_project(tmp_path / "repository")


def review(
    project: Project,
    service: Service,
    *,
    event: Mapping[str, Any] | None = None,
    inputs: Mapping[str, str] | None = None,
) -> "subprocess.CompletedProcess[str]":
    """Run the script as the action does, for a pull request upon the present commit."""
    work = project.root.parent
    request = {"number": 7, "base": {"sha": git(project.root, "rev-parse", "HEAD")}}
    path = work / "event.json"
    path.write_text(json.dumps({"pull_request": request} if event is None else event))
    own = {
        "GITHUB_EVENT_PATH": str(path),
        "GITHUB_REPOSITORY": "we/desk",
        "GITHUB_API_URL": service.address,
        "GITHUB_STEP_SUMMARY": str(work / "summary.md"),
        "GITHUB_OUTPUT": str(work / "output"),
        "REVIEW_TOKEN": "secret",
        **(inputs or {}),
    }
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GITHUB_")}
    return subprocess.run(
        [sys.executable, str(ROOT / "action/review.py")],
        cwd=project.root,
        env={**kept, "PYTHONPATH": str(ROOT / "generator"), **own},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_breaking_change(project: Project, service: Service) -> None:
    project.change(*STRICTER)
    done = review(project, service)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("::error file=interrupts/desk.yaml,line=13,col=42,title=IG705 ")
    (comment,) = service.comments
    assert comment["body"].startswith(f"{MARKER}\n### 2 breaking changes in the decisions\n")
    assert (project.root.parent / "summary.md").read_text("utf-8") in comment["body"]
    output = (project.root.parent / "output").read_text("utf-8")
    assert output == "fails=true\nrelease=major\n"


def test_the_comment_is_kept_up_to_date(project: Project, service: Service) -> None:
    service.comments = [{"id": n, "user": STRANGER, "body": f"{n}"} for n in range(150)]
    project.change(*STRICTER)
    assert review(project, service).returncode == 1
    project.change(*reversed(STRICTER))
    assert review(project, service).returncode == 0
    assert len(service.comments) == 151
    assert "### No breaking change" in service.comments[-1]["body"]
    assert [call.split()[0] for call in service.calls if "issues" in call] == [
        "GET",
        "GET",
        "POST",
        "GET",
        "GET",
        "PATCH",
    ]


def test_no_comment_where_there_is_nothing_to_say(project: Project, service: Service) -> None:
    assert review(project, service).returncode == 0
    assert service.comments == []


def test_a_strangers_comment_with_the_marker_is_left_alone(
    project: Project, service: Service
) -> None:
    service.comments = [{"id": 0, "user": STRANGER, "body": f"{MARKER}\nall is well"}]
    project.change(*STRICTER)
    review(project, service)
    assert service.comments[0]["body"] == f"{MARKER}\nall is well"
    assert len(service.comments) == 2


def test_each_project_has_a_comment_of_its_own(project: Project, service: Service) -> None:
    other = {"id": 0, "user": BOT, "body": "<!-- interruptgen diff: a/b -->\nx"}
    service.comments = [other]
    project.change(*STRICTER)
    review(project, service)
    assert [one["body"].partition("\n")[0] for one in service.comments] == [
        "<!-- interruptgen diff: a/b -->",
        MARKER,
    ]


@pytest.mark.parametrize(("status", "level"), [(403, "notice"), (404, "notice"), (422, "warning")])
def test_a_refusal_changes_nothing_else(
    project: Project, service: Service, status: int, level: str
) -> None:
    """A pull request from a fork has a token that may not write."""
    service.refuses = status
    project.change(*STRICTER)
    done = review(project, service)
    assert done.returncode == 1
    assert f"::{level}::the comment could not be written: {status}" in done.stdout
    assert "### 2 breaking" in (project.root.parent / "summary.md").read_text("utf-8")


def test_a_service_that_is_out_of_order_for_a_while(project: Project, service: Service) -> None:
    service.failures = 1
    project.change(*STRICTER)
    assert review(project, service).returncode == 1
    assert len(service.comments) == 1


def test_a_service_that_was_asked_too_much_is_left_alone_for_a_while(
    project: Project, service: Service
) -> None:
    service.limits = 1
    project.change(*STRICTER)
    assert review(project, service).returncode == 1
    assert len(service.comments) == 1


@pytest.mark.parametrize("pause", ["3600", "Fri, 31 Dec 1999 23:59:59 GMT"])
def test_but_not_for_long(project: Project, service: Service, pause: str) -> None:
    service.limits, service.pause = 9, pause
    project.change(*STRICTER)
    done = review(project, service)
    assert done.returncode == 1
    assert "::warning::the comment could not be written: 429" in done.stdout
    assert "permissions" not in done.stdout
    assert len(service.calls) == 1


@pytest.mark.parametrize("junk", [b"<html>", b"{}", b"[1, null]"])
def test_an_answer_that_is_none_changes_nothing_else(
    project: Project, service: Service, junk: bytes
) -> None:
    service.junk = junk
    project.change(*STRICTER)
    done = review(project, service)
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 0)
    assert "### 2 breaking" in (project.root.parent / "summary.md").read_text("utf-8")


@pytest.mark.parametrize(
    "event",
    [
        {"pull_request": []},
        {"pull_request": {"number": "7", "base": {"sha": None}}},
        {"issue": {"number": 7, "pull_request": {"url": "x"}}, "comment": {}},
        {"merge_group": None, "before": None, "schedule": "0 0 * * *"},
    ],
)
def test_an_event_of_another_kind_has_no_comment(
    project: Project, service: Service, event: dict[str, Any]
) -> None:
    project.change(*STRICTER)
    done = review(project, service, event=event)
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 0)
    assert service.calls == []


@pytest.mark.parametrize("name", ["empty.json", "list.json", ".", "nowhere.json"])
def test_an_event_that_cannot_be_read(project: Project, service: Service, name: str) -> None:
    project.change(*STRICTER)
    folder = project.root.parent
    (folder / "empty.json").write_text("")
    (folder / "list.json").write_text("[]")
    done = review(project, service, inputs={"GITHUB_EVENT_PATH": str(folder / name)})
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 0)


def test_what_cannot_be_compared_is_markdown_too(project: Project, service: Service) -> None:
    """It is written into the summary, and over the comment that is there."""
    service.comments = [{"id": 0, "user": BOT, "body": f"{MARKER}\nbefore"}]
    done = review(project, service, inputs={"REVIEW_AGAINST": "@somebody/<b>x"})
    assert done.returncode == 2
    (comment,) = service.comments
    assert comment["body"].startswith(f"{MARKER}\n### The definitions cannot be compared\n")
    assert "<b>" not in comment["body"]
    assert "@" not in comment["body"]


def test_a_service_that_is_not_there(project: Project, service: Service) -> None:
    project.change(*STRICTER)
    done = review(project, service, inputs={"GITHUB_API_URL": "http://127.0.0.1:9"})
    assert done.returncode == 1
    assert "::warning::the comment could not be written" in done.stdout


@pytest.mark.parametrize(
    "inputs", [{"REVIEW_COMMENT": "false"}, {"REVIEW_TOKEN": ""}, {"GITHUB_REPOSITORY": ""}]
)
def test_no_comment_is_wanted(project: Project, service: Service, inputs: dict[str, str]) -> None:
    project.change(*STRICTER)
    assert review(project, service, inputs=inputs).returncode == 1
    assert service.calls == []


def test_the_inputs_are_heeded(project: Project, service: Service) -> None:
    first = git(project.root, "rev-parse", "HEAD")
    project.change(*STRICTER)
    project.commit()
    assert review(project, service).returncode == 0
    assert review(project, service, inputs={"REVIEW_AGAINST": first}).returncode == 1
    inputs = {"REVIEW_AGAINST": first, "REVIEW_FAIL_ON": "never"}
    assert review(project, service, inputs=inputs).returncode == 0
    assert review(project, service, inputs={"REVIEW_PROJECT": "nowhere"}).returncode == 2


def test_a_side_that_does_not_compile(project: Project, service: Service) -> None:
    project.change("message", "mesage")
    done = review(project, service)
    assert done.returncode == 2
    assert "title=IG201" in done.stdout
    assert service.comments == []


def test_a_clone_of_one_commit_fetches_what_it_needs(project: Project, service: Service) -> None:
    git(project.root, "config", "uploadpack.allowAnySHA1InWant", "true")
    base = git(project.root, "rev-parse", "HEAD")
    project.change(*STRICTER)
    project.commit()
    clone = project.root.parent / "clone"
    git(project.root.parent, "clone", "--quiet", "--depth=1", f"file://{project.root}", str(clone))
    event = {"pull_request": {"number": 7, "base": {"sha": base}}}
    assert review(Project(clone), service, event=event).returncode == 1


@pytest.mark.parametrize("against", ["main", "first", "main:."])
def test_a_branch_or_a_tag_is_fetched_by_its_name(
    project: Project, service: Service, against: str
) -> None:
    git(project.root, "tag", "first")
    git(project.root, "switch", "--quiet", "--create", "change")
    project.change(*STRICTER)
    project.commit()
    clone = project.root.parent / "clone"
    options = ["--quiet", "--depth=1", "--branch", "change"]
    git(project.root.parent, "clone", *options, f"file://{project.root}", str(clone))
    done = review(Project(clone), service, inputs={"REVIEW_AGAINST": against})
    assert done.returncode == 1, done.stdout
    assert git(clone, "branch", "--list").split() == ["*", "change"]


@pytest.mark.parametrize("before", ["0" * 40, None])
def test_a_push_without_anything_before(
    project: Project, service: Service, before: str | None
) -> None:
    event: dict[str, Any] = {} if before is None else {"before": before}
    assert review(project, service, event=event).returncode == 0
    assert service.calls == []


def test_a_push_is_compared_with_what_was_there(project: Project, service: Service) -> None:
    before = git(project.root, "rev-parse", "HEAD")
    project.change(*STRICTER)
    project.commit()
    assert review(project, service, event={"before": before}).returncode == 1


class TestManifest:
    """What action.yml promises is what the script does."""

    STEPS: list[Any] = ACTION["runs"]["steps"]

    def test_inputs_reach_the_script(self) -> None:
        script = (ROOT / "action/review.py").read_text("utf-8")
        given = self.STEPS[-1]["env"]
        assert set(re.findall(r'"(REVIEW_\w+)"', script)) == set(given)
        used = {one for step in self.STEPS for one in step["env"].values()}
        assert used == {f"${{{{ inputs.{name} }}}}" for name in ACTION["inputs"]}

    def test_outputs_are_written(self) -> None:
        assert set(ACTION["outputs"]) == {"fails", "release"}

    def test_no_expression_stands_in_a_script(self) -> None:
        """What stands there would be run as a part of it."""
        assert all("${{" not in step["run"] for step in self.STEPS)

    def test_the_files_are_there(self) -> None:
        (path,) = re.findall(r"\$GITHUB_ACTION_PATH/([\w/.]+)", self.STEPS[-1]["run"])
        assert (ROOT / path).is_file()
        assert all(step["shell"] == "bash" for step in self.STEPS)
