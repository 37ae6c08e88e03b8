"""The jobs of a run by any `concurrent.futures.Executor`: here they are handed out, `there` each is done by a worker.

Clocks differ between machines: what is sent says how long ago something was, not when.
"""

from __future__ import annotations

import pickle
import queue
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field, replace

from faier.running.cache import code
from faier.running.request import Read
from faier.running.there import Abandoned, Misfit, abandon, moved, performed
from faier.running.workers import Broken, Done, Job, Outcome, Seen, Stopped, run

# Seconds between two looks at whether anybody is left to do the work, and how long it may be that nobody is.
LOOK, ALONE = 5.0, 60.0

# Seconds for those that were told to end.
PARTING = 5.0


@dataclass(frozen=True)
class Elsewhere:
    """`most` jobs are handed out at a time (None: all). Beyond what every executor has: how what it does for a run is
    ended, whether anybody is `there` to do it, what `submit` is told of each job and of an urgent one, and which errors
    mean that whoever did a job was `lost`."""

    executor: Executor
    most: int | None = None
    end: Callable[[str], None] = abandon
    there: Callable[[], bool] = lambda: True
    always: tuple[tuple[str, int], ...] = ()
    urgently: tuple[tuple[str, int], ...] = ()
    lost: tuple[type[BaseException], ...] = ()

    def run(
        self,
        jobs: Iterable[Job],
        then: Callable[[Job, Outcome], Iterable[Job]],
        entry: str,
        count: int = 1,
        memory: int = 0,
        seen: Seen | None = None,
    ) -> None:
        """As `workers.run`. What has to be read from this machine's disk is read here."""
        waiting: deque[Job] = deque()
        here: list[Job] = []
        for job in jobs:
            (here if _is_read_here(job) else waiting).append(job)

        def read(job: Job, outcome: Outcome) -> list[Job]:
            waiting.extend(then(job, outcome))
            return []

        run(here, read, entry, count, memory, seen)
        if waiting:
            _HandedOut(self, waiting, then, entry, memory, seen).work()


@dataclass
class _HandedOut:
    """A run: the jobs that wait, and those that somebody has."""

    where: Elsewhere
    waiting: deque[Job]
    then: Callable[[Job, Outcome], Iterable[Job]]
    entry: str
    memory: int
    seen: Seen | None
    name: str = field(default_factory=lambda: uuid.uuid4().hex)
    out: dict[Future[bytes], Job] = field(default_factory=dict)
    ended: queue.SimpleQueue[Future[bytes]] = field(default_factory=queue.SimpleQueue)
    last: float = field(default_factory=time.monotonic)  # when somebody was there to do the work
    looked: float = 0.0

    def work(self) -> None:
        try:
            while self.waiting or self.out:
                while self.waiting and (self.where.most is None or len(self.out) < self.where.most):
                    self._hand_out(self.waiting.popleft())
                if self.out:
                    self._wait()
        finally:
            if self.out:
                self._stop()

    def _hand_out(self, job: Job) -> None:
        data = pickle.dumps((moved(job.request, -time.monotonic()), self._left(job), job.key, self.entry, self.memory))
        more = dict(self.where.always + (self.where.urgently if job.urgent else ()))
        try:
            future = self.where.executor.submit(performed, code(), self.name, data, **more)
        except RuntimeError as refused:  # it is broken, or was shut down
            self._enter(job, _nobody(f"the executor takes no more work: {refused}"))
            return
        self.out[future] = job
        future.add_done_callback(self.ended.put)
        if self.seen is not None:
            self.seen(job, 0.0)

    def _left(self, job: Job) -> float:
        """The seconds after which it is killed."""
        return min(job.timeout, job.until - time.monotonic())

    def _wait(self) -> None:
        """Enter the next outcome, or look around where there is none for a while."""
        try:
            future = self.ended.get(timeout=LOOK if self.seen is None else 1.0)
        except queue.Empty:
            if self.seen is not None:
                self.seen(None, 0.0)
            self._look_around(time.monotonic())
            return
        self.last = time.monotonic()
        job = self.out.pop(future, None)
        if job is not None:
            self._enter(job, self._outcome(future))

    def _look_around(self, now: float) -> None:
        if now - self.looked < LOOK:
            return
        self.looked = now
        if self.where.there():
            self.last = now
        elif now - self.last > ALONE:
            self._give_up()

    def _enter(self, job: Job, outcome: Outcome) -> None:
        more = list(self.then(job, outcome))
        self.waiting.extendleft(reversed([one for one in more if one.urgent]))
        self.waiting.extend(one for one in more if not one.urgent)

    def _outcome(self, future: Future[bytes]) -> Outcome:
        lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError, Abandoned, *self.where.lost)
        try:
            outcome: Outcome = pickle.loads(future.result())
        except Misfit as error:
            return _nobody(str(error))
        except lost as error:
            return _nobody(f"whoever did it was lost: {_said(error)}")
        except Exception as error:
            return Broken(f"the executor raised {_said(error)}", 0.0)
        if isinstance(outcome, Done):
            return replace(outcome, value=moved(outcome.value, time.monotonic()))
        return outcome

    def _give_up(self) -> None:
        out, self.out = self.out, {}
        for future, job in out.items():
            future.cancel()
            self._enter(job, _nobody("nobody was left to do it"))

    def _stop(self) -> None:
        """Interrupted: what has come to an end is entered, what waits is not begun, and what is at work ends."""
        for future in [one for one in self.out if one.done()]:
            self._enter(self.out.pop(future), self._outcome(future))
        for future in self.out:
            future.cancel()
        self.where.end(self.name)
        wait(self.out, PARTING)


def _is_read_here(job: Job) -> bool:
    return isinstance(job.request, Read) and job.request.data is None


def _nobody(text: str) -> Stopped:
    return Stopped("killed", text, 0.0)


def _said(error: BaseException) -> str:
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
