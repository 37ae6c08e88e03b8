"""Jobs in, outcomes out: each job runs in a process of its own session, with limits that hold.

A worker takes one job after another. One that overruns its time, its memory or is killed costs its job and
nothing else: it is replaced when there is more to do. `run` leaves no process behind, however it ends.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO, Literal, cast

from faier.running.worker import OUT_OF_MEMORY, Saying, read_frame, write_frame

if TYPE_CHECKING:
    import subprocess

# Another worker is hired when all have been busy this long: starting one costs about a tenth of a second.
PATIENCE = 0.05

# A process that has not come up by then never will.
STARTUP = 120.0

# Workers that stay are replaced after so many runs: what they remember grows.
MANY = 100


@dataclass(frozen=True, eq=False)
class Job:
    """`timeout` is the seconds after which it is killed, `until` the time (`time.monotonic`) if that comes first;
    jobs with the same `key` profit from the same worker. What is `urgent` goes before what waits."""

    request: object
    timeout: float
    key: str = ""
    until: float = float("inf")
    urgent: bool = False


@dataclass(frozen=True)
class Done:
    value: object
    seconds: float


@dataclass(frozen=True)
class Stopped:
    """The job's process was ended. `partial` is the last part of an answer that it had sent."""

    cause: Literal["timeout", "memory", "killed"]
    text: str
    seconds: float
    partial: object = None


@dataclass(frozen=True)
class Broken:
    """The work raised: a bug in faier. `partial` is the last part of an answer that it had sent."""

    text: str
    seconds: float
    partial: object = None


Outcome = Done | Stopped | Broken

Seen = Callable[[Job | None, float], None]
"""Told when a worker takes a job (0), how far it is with it (up to 1), and with None each second."""


def run(
    jobs: Iterable[Job],
    then: Callable[[Job, Outcome], Iterable[Job]],
    entry: str,
    count: int = 1,
    memory: int = 0,
    seen: Seen | None = None,
    kept: Crew | None = None,
) -> None:
    """Do all jobs with `entry` ("module:function"), up to `count` side by side, each within `memory` MiB (0: no
    limit). `then` is told each outcome as it comes, and may return more jobs; `seen` what happens meanwhile. Workers
    of a crew that is `kept`, for the same entry and memory, stay when they are done; so do others within `staying`."""
    waiting = deque(jobs)
    asked = entry, memory, count, tuple(sys.path), os.environ.get("PATH")
    whole = _crew(asked) if kept is None else kept
    crew, events = whole.workers, whole.events
    whole.part_with_the_dead()
    stays = kept is not None
    try:
        while not whole.dismissed and (waiting or any(worker.job for worker in crew)):
            _assign(waiting, crew, seen)
            if _short_handed(waiting, crew, count):
                crew.append(_hire(entry, memory, events))
            for worker, outcome in _happened(crew, events, _wake(waiting, crew, count), seen):
                job, worker.job = worker.job, None
                if worker.ended:
                    crew.remove(worker)
                    _end(worker)
                if job is None and not worker.ready and waiting:
                    job = waiting.popleft()  # a worker that cannot start costs a job, so this ends
                if job is not None:
                    more = list(then(job, outcome))
                    waiting.extendleft(reversed([one for one in more if one.urgent]))
                    waiting.extend(one for one in more if not one.urgent)
        stays = stays or _stays(asked, whole)
    finally:
        whole.end(idle=not stays)


@contextlib.contextmanager
def staying() -> Iterator[None]:
    """Meanwhile workers stay for the next run that asks for the same, until they have served in `MANY`."""
    global _staying
    before, _staying = _staying, {}
    try:
        yield
    finally:
        crews, _staying = _staying, before
        for crew in crews.values():
            crew.end()


@dataclass(eq=False)
class _Worker:
    """`begun` is when it took its job, or was started."""

    process: subprocess.Popen[bytes]
    complaints: IO[bytes]
    begun: float = field(default_factory=time.monotonic)
    ready: bool = False
    ended: bool = False
    job: Job | None = None
    key: str = ""
    partial: object = None
    silent: threading.Event = field(default_factory=threading.Event)  # its pipe has ended

    @property
    def deadline(self) -> float:
        """When it is killed; an idle worker may stay."""
        if not self.ready:
            return self.begun + STARTUP
        return min(self.begun + self.job.timeout, self.job.until) if self.job else float("inf")


_Events = queue.SimpleQueue[tuple[_Worker | None, Saying | None]]


@dataclass(eq=False)
class Crew:
    """Workers, and what they say."""

    workers: list[_Worker] = field(default_factory=list)
    events: _Events = field(default_factory=queue.SimpleQueue)
    dismissed: bool = False
    runs: int = 0

    def dismiss(self) -> None:
        """What they do is not wanted any more: said by another thread, the run comes to its end at once."""
        self.dismissed = True
        self.events.put((None, None))

    def end(self, idle: bool = True) -> None:
        """Kill those that are at work, and all where the `idle` are not wanted either."""
        for worker in [worker for worker in self.workers if idle or worker.job]:
            self.workers.remove(worker)
            _end(worker)

    def part_with_the_dead(self) -> None:
        for worker in [worker for worker in self.workers if worker.process.poll() is not None]:
            self.workers.remove(worker)
            _end(worker)


_staying: dict[object, Crew] | None = None


def _crew(asked: object) -> Crew:
    """One that has stayed, or a new one."""
    found = None if _staying is None else _staying.pop(asked, None)
    return Crew() if found is None else found


def _stays(asked: object, crew: Crew) -> bool:
    """Whether it is there for the next run."""
    crew.runs += 1
    if _staying is None or crew.dismissed or crew.runs >= MANY:
        return False
    return _staying.setdefault(asked, crew) is crew


def _assign(waiting: deque[Job], crew: list[_Worker], seen: Seen | None) -> None:
    """Give each idle worker a job, one that resembles its last if there is one."""
    for worker in crew:
        if waiting and worker.ready and worker.job is None:
            alike = (job for job in waiting if job.key == worker.key)
            job = waiting[0] if waiting[0].urgent else next(alike, waiting[0])
            waiting.remove(job)
            worker.job, worker.key, worker.partial, worker.begun = job, job.key, None, time.monotonic()
            with contextlib.suppress(OSError):  # it has died: its other pipe says so
                write_frame(cast(BinaryIO, worker.process.stdin), (_folder(), job.request))
            if seen is not None:
                seen(job, 0.0)


def _folder() -> str | None:
    """Where this process is: relative paths start there. None where the folder is gone."""
    try:
        return str(Path.cwd())
    except OSError:
        return None


def _short_handed(waiting: deque[Job], crew: list[_Worker], count: int) -> bool:
    if not waiting or len(crew) >= count:
        return False
    return all(worker.ready and time.monotonic() - worker.begun >= PATIENCE for worker in crew)


def _wake(waiting: deque[Job], crew: list[_Worker], count: int) -> float:
    """When to look up although nothing happened: a deadline, or the end of patience."""
    times = [worker.deadline for worker in crew]
    if waiting and len(crew) < count:
        times.append(max([worker.begun + PATIENCE for worker in crew if worker.ready], default=float("inf")))
    return min(times)


def _happened(crew: list[_Worker], events: _Events, wake: float, seen: Seen | None) -> list[tuple[_Worker, Outcome]]:
    """The outcome of the next event, if it has one; at the wake time, of the workers that are late."""
    pause = min(max(wake - time.monotonic(), 0.0), 3600.0 if seen is None else 1.0)
    try:
        worker, saying = events.get(timeout=pause)
    except queue.Empty:
        now = time.monotonic()
        if seen is not None:
            seen(None, 0.0)
        return [(worker, _overrun(worker)) for worker in crew if now >= worker.deadline]
    if worker is None or worker not in crew:
        return []
    if seen is not None and worker.job is not None and saying is not None and saying[0] == "reached":
        seen(worker.job, cast(float, saying[1]))
    outcome = _heard(worker, saying)
    return [] if outcome is None else [(worker, outcome)]


def _heard(worker: _Worker, saying: Saying | None) -> Outcome | None:
    if saying is None:
        return _died(worker)
    kind, value, seconds = saying
    match kind:
        case "ready":
            worker.ready = True
        case "partial":
            worker.partial = value
        case "done":
            return Done(value, seconds)
        case "bug":
            return Broken(str(value), seconds, worker.partial)
    return None


def _overrun(worker: _Worker) -> Outcome:
    worker.ended = True
    seconds = time.monotonic() - worker.begun
    if not worker.ready:
        return Broken(f"a worker process did not start within {STARTUP:.0f} seconds", seconds)
    return Stopped("timeout", "the time limit was reached (--timeout)", seconds, worker.partial)


def _died(worker: _Worker) -> Outcome:
    worker.ended = True
    seconds = time.monotonic() - worker.begun
    code = worker.process.wait()
    if not worker.ready:
        return Broken(f"a worker process could not start: {_last_words(worker)}", seconds)
    if code == OUT_OF_MEMORY:
        return Stopped("memory", "the memory limit was reached (--memory)", seconds, worker.partial)
    if -code in (_ABORTED, _OVERFLOWN):
        text = "its process gave up on a number or a table too large for the memory limit (--memory)"
        return Stopped("memory", text, seconds, worker.partial)
    if code > 0:
        return Broken(f"a worker process ended by itself: {_last_words(worker)}", seconds, worker.partial)
    text = f"its process was ended from outside or crashed ({_ending(code)})"
    return Stopped("killed", text, seconds, worker.partial)


# How arithmetic libraries written in C end the process when memory, or a number's greatest size, runs out.
_ABORTED, _OVERFLOWN = int(signal.SIGABRT), int(signal.SIGFPE)


def _ending(code: int) -> str:
    if code >= 0:
        return f"exit status {code}"
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def _last_words(worker: _Worker) -> str:
    worker.complaints.seek(0)
    lines = worker.complaints.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"


# The child sees exactly the parent's search path: the folder it happens to run in, where a file may be named
# like a module of the standard library, is on it only if it is on the parent's.
_BOOT = (
    "import sys; sys.path[:] = {path!r}; from faier.running.worker import serve; serve({entry!r}, {memory}, {parent})"
)


def _hire(entry: str, memory: int, events: _Events) -> _Worker:
    import subprocess  # not before there is work: a run that recalls everything hires nobody

    home = str(Path(__file__).resolve().parents[2])  # an editable install may be on no path
    path = [*(part for part in sys.path if part), home]
    code = _BOOT.format(path=path, entry=entry, memory=memory, parent=os.getpid())
    complaints = _complaints()
    process = subprocess.Popen(
        [sys.executable, "-P", "-S", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=complaints,
        start_new_session=True,
    )
    worker = _Worker(process, complaints)
    threading.Thread(target=_listen, args=(worker, events), daemon=True).start()
    return worker


def _complaints() -> IO[bytes]:
    """Where a worker's standard error goes; without room for temporary files its last words are lost."""
    import tempfile

    try:
        return tempfile.TemporaryFile()
    except OSError:
        return Path(os.devnull).open("r+b")


def _listen(worker: _Worker, events: _Events) -> None:
    """Pass on what a worker says until its pipe ends."""
    source = cast(BinaryIO, worker.process.stdout)
    try:
        with source, contextlib.suppress(OSError, ValueError):
            while (saying := read_frame(source)) is not None:
                events.put((worker, cast(Saying, saying)))
        events.put((worker, None))
    finally:
        worker.silent.set()


def _end(worker: _Worker) -> None:
    """Kill the worker and all it has started. The thread that ends it may be over: nothing asks for it."""
    if sys.platform == "win32":
        worker.process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(worker.process.pid, signal.SIGKILL)
    worker.process.wait()
    worker.silent.wait(timeout=1.0)  # a stray grandchild may keep the pipe open
    worker.complaints.close()
    with contextlib.suppress(OSError):
        cast(BinaryIO, worker.process.stdin).close()
