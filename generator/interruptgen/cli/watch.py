"""A job -> a build now and after every change of what it reads, until Ctrl-C."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NoReturn

from watchfiles import watch as watch_folders

from interruptgen.cli.inputs import Seen, look, seen_by
from interruptgen.cli.job import Done, Job
from interruptgen.cli.reporting import ENVIRONMENT, FINE
from interruptgen.project.locate import Unusable

_BEGIN = 500
"""Milliseconds until the first look, for what has changed while the watch was set up."""


def watch(job: Job) -> int:
    """Build again whenever it would read something else; return the exit code.

    Ctrl-C is the way to end it, so it ends well. A project that is not there to begin with, and a
    system that refuses to watch, end it at once.
    """
    try:
        done = job.run()
        if isinstance(done.read, Unusable):
            return done.code
        _repeat(job, done)
    except KeyboardInterrupt:
        return FINE
    except OSError as error:
        job.console.error(f"interruptgen: cannot watch the sources: {error}")
        return ENVIRONMENT


def _repeat(job: Job, done: Done) -> NoReturn:
    while True:
        before = seen_by(done.read)
        job.console.note("watching for changes; Ctrl-C ends")
        now = _next(job, before)
        job.console.note(f"\nchanged: {', '.join(before.changes(now)) or 'the project'}")
        done = job.run()


def _next(job: Job, before: Seen) -> Seen:
    """Wait until a build would read something else, and return what that is."""
    while True:
        watched = look(job.open(), before.wanted).folders
        for _ in _events(watched):
            now = look(job.open(), before.wanted)
            if now != before:
                return now
            if now.folders != watched:
                break


def _events(folders: Iterable[Path]) -> Iterator[None]:
    """Yield once after the watch has begun, then after every change of anything in the folders."""
    begun = False
    events = watch_folders(
        *folders,
        watch_filter=None,
        recursive=False,
        rust_timeout=_BEGIN,
        yield_on_timeout=True,
        ignore_permission_denied=True,
    )
    try:
        for changes in events:
            if changes or not begun:
                begun = True
                yield
    except FileNotFoundError:
        return
