"""Reviews a pull request: annotations first, then one comment, and last the exit code.

What it needs stands in the environment: the runner's own variables (`GITHUB_...`), and the inputs
of the action as `REVIEW_...`. The standard library is enough; interruptgen is the one that this
interpreter has.
"""

import http.client
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
_LIMITED: Final = frozenset({403, 429})
_PATIENCE: Final = 60
"""How many seconds the service may ask to be left alone before the comment is left out."""

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

        Raises `OSError` where the service refuses, or does not answer, and `ValueError` where what
        it says is no answer.
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
            answer = self._call("GET", f"{self.address}/issues/{self.number}/comments?{query}")
            if not isinstance(answer, list):
                raise ValueError("the comments are no list")
            found = cast("list[object]", answer)
            yield from map(_mapping, found)
            if len(found) < _PAGE:
                return
            page += 1

    def _me(self) -> str:
        api = self.address.partition("/repos/")[0]
        try:
            return str(_mapping(self._call("GET", f"{api}/user")).get("login"))
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
                pause = attempt if error.code >= 500 else _asked_for(error)
                if attempt == _ATTEMPTS or pause is None:
                    raise
                time.sleep(pause)
            except http.client.HTTPException as error:
                raise OSError(f"the answer broke off: {error!r}") from error
        raise AssertionError("the last attempt returns or raises")


def _asked_for(error: urllib.error.HTTPError) -> int | None:
    """Return how many seconds a service asks to be left alone, if it does and they are few."""
    seconds = str(error.headers.get("Retry-After") or "")
    is_few = seconds.isdecimal() and int(seconds) <= _PATIENCE
    return int(seconds) if error.code in _LIMITED and is_few else None


def _is_limited(error: urllib.error.HTTPError) -> bool:
    """Tell whether a service refuses because it was asked too much."""
    spent = error.headers.get("X-RateLimit-Remaining") == "0" or "Retry-After" in error.headers
    return error.code == 429 or (error.code == 403 and spent)


def main(environment: Mapping[str, str]) -> int:
    """Review, and return the exit code: that of the comparison, whatever came of the comment."""
    event = _event(environment)
    project = environment.get("REVIEW_PROJECT") or "."
    against = _present(project, environment.get("REVIEW_AGAINST") or _base(event))
    review = Review(project, against, environment.get("REVIEW_FAIL_ON", ""))
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


def _event(environment: Mapping[str, str]) -> Mapping[str, Any]:
    path = environment.get("GITHUB_EVENT_PATH")
    return _data(Path(path).read_text("utf-8")) if path and Path(path).is_file() else {}


def _mapping(value: object) -> Mapping[str, Any]:
    """Return a value that is an object, and an empty one for any other."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _base(event: Mapping[str, Any]) -> str:
    """Return what the change is to be merged into, or what was pushed upon."""
    base = _mapping(_mapping(event.get("pull_request")).get("base"))
    group = _mapping(event.get("merge_group"))
    before = str(event.get("before") or "")
    pushed = before if before.strip("0") else ""
    return str(base.get("sha") or group.get("base_sha") or pushed)


def _present(project: str, against: str) -> str:
    """Fetch a commit that is not there, as in a clone of depth 1, and return what it is called.

    A branch or a tag that was fetched has no name here, and is called by its id. Where it cannot
    be fetched, the comparison says so.
    """
    revision, colon, folder = against.partition(":")
    if not revision or _git(project, "cat-file", "-e", f"{revision}^{{commit}}") is not None:
        return against
    fetched = _git(project, "fetch", "--no-tags", "--depth=1", "origin", "--", revision)
    if fetched is None or _git(project, "cat-file", "-e", f"{revision}^{{commit}}") is not None:
        return against
    return f"{_git(project, 'rev-parse', 'FETCH_HEAD') or revision}{colon}{folder}"


def _git(folder: str, *arguments: str) -> str | None:
    """Return what git says in a folder, or nothing where it fails."""
    command = ["git", "-C", folder, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def _data(text: str) -> Mapping[str, Any]:
    """Return the object that a text is, and an empty one for any other text."""
    try:
        return _mapping(json.loads(text))
    except ValueError:
        return {}


def _comment(
    environment: Mapping[str, str],
    event: Mapping[str, Any],
    review: Review,
    text: str,
    *,
    is_news: bool,
) -> None:
    number = _mapping(event.get("pull_request")).get("number")
    token, repository = environment.get("REVIEW_TOKEN"), environment.get("GITHUB_REPOSITORY")
    if not isinstance(number, int) or not token or not repository:
        return
    api = environment.get("GITHUB_API_URL", "https://api.github.com")
    comments = Comments(f"{api}/repos/{repository}", token, number)
    try:
        comments.keep(review.marker, text, is_news=is_news)
    except urllib.error.HTTPError as error:
        is_refused = error.code in _REFUSED and not _is_limited(error)
        level = "notice" if is_refused else "warning"
        hint = "; the job's permissions need `pull-requests: write`" if is_refused else ""
        _say(f"::{level}::the comment could not be written: {error.code} {error.reason}{hint}")
    except (OSError, ValueError) as error:
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
