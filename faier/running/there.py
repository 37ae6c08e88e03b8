"""What an executor does elsewhere: one job, by a worker that stays with the thread it is done in.

So limits hold there too, and what the questions about a file share is kept for the next one.
"""

from __future__ import annotations

import pickle
import socket
import threading
import time
from collections import deque
from dataclasses import dataclass, field, replace

from faier.answers.answer import Divided
from faier.running.cache import code
from faier.running.request import Decide
from faier.running.workers import Crew, Done, Job, Outcome, run


class Misfit(Exception):
    """Answers would not be those of this faier; the text says where it is another one."""


class Abandoned(Exception):
    """Whoever wanted this has gone."""


_LOCK = threading.Lock()
_AT_WORK: dict[int, tuple[str, Crew]] = {}
_ENDED: deque[str] = deque(maxlen=1000)


@dataclass
class _Held:
    entry: str
    memory: int
    crew: Crew = field(default_factory=Crew)

    def __del__(self) -> None:
        self.crew.end()


class _Stays(threading.local):
    """The worker of a thread, which ends with it."""

    held: _Held | None = None


_STAYS = _Stays()


def performed(theirs: str, name: str, data: bytes) -> bytes:
    """The outcome of one job of the run of that name, if faier, Python and solvers here are `theirs`."""
    if theirs != code():
        raise Misfit(f"faier, Python or a solver is of another version on {socket.gethostname()}")
    request, left, key, entry, memory = pickle.loads(data)
    held = _STAYS.held
    if held is None or (held.entry, held.memory) != (entry, memory):
        _STAYS.held = held = _Held(entry, memory)
    found: list[Outcome] = []

    def then(job: Job, outcome: Outcome) -> list[Job]:
        found.append(outcome)
        return []

    me = threading.get_ident()
    with _LOCK:
        if name in _ENDED:
            raise Abandoned
        held.crew.dismissed = False
        _AT_WORK[me] = name, held.crew
    try:
        run([Job(moved(request, time.monotonic()), left, key)], then, entry, 1, memory, kept=held.crew)
    finally:
        with _LOCK:
            del _AT_WORK[me]
    if not found:
        raise Abandoned
    (outcome,) = found
    if isinstance(outcome, Done):
        outcome = replace(outcome, value=moved(outcome.value, -time.monotonic()))
    return pickle.dumps(outcome)


def abandon(name: str) -> None:
    """End what is done in this process for the run of that name, and begin nothing more of it."""
    with _LOCK:
        _ENDED.append(name)
        for run_name, crew in _AT_WORK.values():
            if run_name == name:
                crew.dismiss()


def moved(value: object, seconds: float) -> object:
    """The same, by a clock that shows so many seconds more."""
    match value:
        case Divided(begun) | Decide(begun=float(begun)):
            return replace(value, begun=begun + seconds)
    return value
