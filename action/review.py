"""Reviews a pull request: annotations first, then one comment, and last the exit code.

What it needs stands in the environment: the runner's own variables (`GITHUB_...`), and the inputs
of the action as `REVIEW_...`. The standard library is enough; interruptgen is the one that this
interpreter has.
"""

import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import quote

_ATTEMPTS: Final = 3
_SECONDS: Final = 30
_PAGE: Final = 100
_REFUSED: Final = frozenset({401, 403, 404})
_BOT: Final = "github-actions[bot]"
"""Who the runner's own token belongs to, which may not ask for its name."""


@dataclass(frozen=True)
class Review:
    """What is to be reviewed: a project of the repository, and what it is compared with."""

    project: str
    against: str
    fail_on: str

    def run(self, format: str) -> "subprocess.CompletedProcess[str]":
        """Run the comparison, and return its output in a format."""
        options = ["--project", self.project, "--format", format, "--quiet"]
        options += ["--against", self.against] if self.against else []
        options += ["--fail-on", self.fail_on] if self.fail_on else []
        command = [sys.executable, "-m", "interruptgen", "diff", *options]
        return subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)

    @property
    def marker(self) -> str:
        """How the comment about the project begins: a line that nobody sees."""
        return f"<!-- interruptgen diff: {quote(self.project)} -->"


@dataclass(frozen=True)
class Comments:
    """The comments of a pull request; `address` is that of the repository in the API."""

    address: str
    token: str
    number: int

    def keep(self, marker: str, text: str, *, is_news: bool) -> None:
        """Bring the comment with the marker up to date, or write it if there is news.

        Raises `urllib.error.URLError` where the service refuses, or does not answer.
        """
        body = {"body": f"{marker}\n{text}"}
        mine = next(self._mine(marker), None)
        if mine is not None:
            self._call("PATCH", f"{self.address}/issues/comments/{mine['id']}", body)
        elif is_news:
            self._call("POST", f"{self.address}/issues/{self.number}/comments", body)

    def _mine(self, marker: str) -> Iterator[Mapping[str, Any]]:
        """Yield the comments with the marker, those of others aside: anybody can write it."""
        me = self._me()
        for comment in self._all():
            user: Any = comment.get("user") or {}
            if user.get("login") == me and str(comment.get("body")).startswith(marker):
                yield comment

    def _all(self) -> Iterator[Mapping[str, Any]]:
        page = 1
        while True:
            query = f"per_page={_PAGE}&page={page}"
            found = self._call("GET", f"{self.address}/issues/{self.number}/comments?{query}")
            yield from found
            if len(found) < _PAGE:
                return
            page += 1

    def _me(self) -> str:
        api = self.address.partition("/repos/")[0]
        try:
            return str(self._call("GET", f"{api}/user")["login"])
        except urllib.error.HTTPError as error:
            if error.code not in _REFUSED:
                raise
            return _BOT

    def _call(self, method: str, address: str, body: object = None) -> Any:
        headers = {
            "Accept": "application/vnd.github+json",
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "User-Agent": "interruptgen",
        }
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(address, data, headers, method=method)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code < 500 or attempt == _ATTEMPTS:
                    raise
                time.sleep(attempt)
        raise AssertionError("the last attempt returns or raises")


def main(environment: Mapping[str, str]) -> int:
    """Review, and return the exit code: that of the comparison, whatever came of the comment."""
    event = _event(environment)
    review = Review(
        environment.get("REVIEW_PROJECT") or ".",
        environment.get("REVIEW_AGAINST") or _base(event),
        environment.get("REVIEW_FAIL_ON", ""),
    )
    _fetch(review.against)
    annotated = review.run("github")
    _say(annotated.stdout)
    told = review.run("markdown").stdout
    data = _data(review.run("json").stdout)
    _append(environment.get("GITHUB_STEP_SUMMARY"), told)
    fails = json.dumps(annotated.returncode != 0)
    _append(environment.get("GITHUB_OUTPUT"), f"fails={fails}\nrelease={data.get('release', '')}\n")
    if told and environment.get("REVIEW_COMMENT", "true") == "true":
        _comment(environment, event, review, told, is_news=bool(data.get("findings")))
    return annotated.returncode


def _event(environment: Mapping[str, str]) -> Any:
    path = environment.get("GITHUB_EVENT_PATH")
    return json.loads(Path(path).read_text("utf-8")) if path else {}


def _base(event: Any) -> str:
    """Return what the change is to be merged into, or what was pushed upon."""
    request: Any = event.get("pull_request") or {}
    group: Any = event.get("merge_group") or {}
    base: Any = request.get("base") or {}
    before = str(event.get("before") or "")
    pushed = before if before.strip("0") else ""
    return str(base.get("sha") or group.get("base_sha") or pushed)


def _fetch(revision: str) -> None:
    """Fetch a commit that is not there, as in a clone of depth 1; failing to is told later on."""
    known = ["git", "cat-file", "-e", f"{revision}^{{commit}}"]
    if not revision or subprocess.run(known, capture_output=True, check=False).returncode == 0:
        return
    fetch = ["git", "fetch", "--quiet", "--no-tags", "--depth=1", "origin", "--", revision]
    subprocess.run(fetch, check=False)


def _data(text: str) -> Mapping[str, Any]:
    """Return the comparison as data; nothing where there was none."""
    try:
        data: Any = json.loads(text)
    except ValueError:
        return {}
    return cast("dict[str, Any]", data) if isinstance(data, dict) else {}


def _comment(
    environment: Mapping[str, str],
    event: Any,
    review: Review,
    text: str,
    *,
    is_news: bool,
) -> None:
    request: Any = event.get("pull_request") or {}
    number: int | None = request.get("number")
    token, repository = environment.get("REVIEW_TOKEN"), environment.get("GITHUB_REPOSITORY")
    if not number or not token or not repository:
        return
    api = environment.get("GITHUB_API_URL", "https://api.github.com")
    comments = Comments(f"{api}/repos/{repository}", token, number)
    try:
        comments.keep(review.marker, text, is_news=is_news)
    except urllib.error.HTTPError as error:
        level = "notice" if error.code in _REFUSED else "warning"
        hint = "; the job's permissions need `pull-requests: write`" if level == "notice" else ""
        _say(f"::{level}::the comment could not be written: {error.code} {error.reason}{hint}")
    except OSError as error:
        _say(f"::warning::the comment could not be written: {error}")


def _append(path: str | None, text: str) -> None:
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)


def _say(text: str) -> None:
    if text:
        sys.stdout.write(text.rstrip("\n") + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(os.environ))
