"""Numbers of inputs -> their outcomes, from processes that may hang or die without harm."""

import math
import multiprocessing
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from fuzzing.pool import Pool
from fuzzing.seeds import Seed
from fuzzing.trial import Outcome, Verdict, input_of, trial

_MEMORY: Final = 3 * 2**30
"""How many bytes one process may address."""

_PATIENCE: Final = 20
"""How many times longer than its processor time an input may take: others want to work as well."""

_CONTEXT: Final = multiprocessing.get_context("fork")


@dataclass(frozen=True)
class Plan:
    """Which inputs to try: `count` from `first` on, by `workers` processes.

    An input that takes more processor time than `seconds`, or twenty times as long, hangs. Of
    those that compile, one in `build_share` is built as well.
    """

    seeds: Sequence[Seed]
    seed: int
    first: int
    count: int
    workers: int
    seconds: float
    build_share: int


class _Worker:
    """A process that tries every n-th input; it is replaced when it dies or has to be ended."""

    def __init__(self, plan: Plan, start: int) -> None:
        self.plan = plan
        self.number = start
        self._start()

    @property
    def is_done(self) -> bool:
        return self.number >= self.plan.first + self.plan.count

    @property
    def deadline(self) -> float:
        return self.since + self.plan.seconds * _PATIENCE

    def receive(self) -> Outcome | None:
        """Return the next outcome, which is a failure where the process has died."""
        try:
            outcome: Outcome = self.connection.recv()
        except EOFError:
            self.process.join()
            return self._failed(f"the process ended with {self.process.exitcode}")
        self._next()
        return outcome

    def end(self) -> Outcome:
        """End a process that hangs."""
        self.process.kill()
        self.process.join()
        return self._failed("no result, and no work on one")

    def _failed(self, why: str) -> Outcome:
        outcome = Outcome(self.number, Verdict.FAILED, failure=why)
        self._next()
        if not self.is_done:
            self._start()
        return outcome

    def _next(self) -> None:
        self.number += self.plan.workers
        self.since = time.monotonic()

    def _start(self) -> None:
        self.connection, theirs = _CONTEXT.Pipe(duplex=False)
        arguments = (self.plan, self.number, theirs)
        self.process: BaseProcess = _CONTEXT.Process(target=_work, args=arguments, daemon=True)
        self.process.start()
        theirs.close()
        self.since = time.monotonic()


def outcomes(plan: Plan) -> Iterator[Outcome]:
    """Try all inputs and yield what came of each, in no particular order."""
    workers = [_Worker(plan, plan.first + index) for index in range(plan.workers)]
    while working := [worker for worker in workers if not worker.is_done]:
        soonest = min(worker.deadline for worker in working) - time.monotonic()
        ready = wait([worker.connection for worker in working], max(0.0, soonest))
        for worker in working:
            if worker.connection in ready:
                outcome = worker.receive()
                if outcome:
                    yield outcome
            elif time.monotonic() > worker.deadline:
                yield worker.end()


def _work(plan: Plan, start: int, connection: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    pool = Pool.of(plan.seeds)
    for number in range(start, plan.first + plan.count, plan.workers):
        _allow(plan.seconds * _PATIENCE)
        project = input_of(pool, plan.seed, number)
        _allow(plan.seconds)
        connection.send(trial(project, number, plan.build_share))


def _allow(seconds: float) -> None:
    """Let the system end this process after so much more processor time."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = math.ceil(used.ru_utime + used.ru_stime + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))
