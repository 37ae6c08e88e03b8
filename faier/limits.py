"""How far a computation may go before it stops and says so.

A stage takes `Limits`, asks `check()` now and then, and raises `LimitReached` with the limit's name: that
ends as an undecided claim, never as a pass. These limits are kept from within; the process around a claim
is stopped from outside (`workers`) when they fail.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

with contextlib.suppress(ImportError):  # some systems have none
    import resource

# How much of its memory a search may take, and after how many seconds it looks again.
SHARE, PAUSE = 0.8, 0.05

NO_MEMORY = "the memory limit was reached (--memory)"


class LimitReached(Exception):
    """`name` is the limit's ("states", "bits", "timeout", "memory"); `text` is one sentence for people, with what was
    going on (`doing`) where that is known."""

    def __init__(self, name: str, text: str, doing: str = "") -> None:
        super().__init__(name, text, doing)  # as it is made again from a pickle, in another process
        self.name = name
        self.text = f"{text} {doing}" if doing else text
        self.doing = doing

    def told(self, doing: str) -> LimitReached:
        """The same, with what was going on; what is nearest to the limit says it best."""
        return self if self.doing else LimitReached(self.name, self.text, doing)

    def __str__(self) -> str:
        return self.text


@contextlib.contextmanager
def going_on(doing: Callable[[], str]) -> Iterator[None]:
    """A limit that is reached inside tells what was going on."""
    try:
        yield
    except LimitReached as reached:
        raise reached.told(doing()) from None


@dataclass(eq=False)
class Work:
    """Steps that a computation may still take, counted so that it ends at the same point on every machine."""

    left: int

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise LimitReached("work", "as many steps were taken as are meant for this")


@dataclass(eq=False)
class Room:
    """The most bytes of addresses that this process may use while it searches; looked at now and then."""

    most: float
    again: float = 0.0

    def check(self, now: float) -> None:
        if now >= self.again:
            self.again = now + PAUSE
            if addresses() > self.most:
                raise LimitReached("memory", NO_MEMORY)


@dataclass(frozen=True)
class Limits:
    """`deadline` is on the clock of `time.monotonic` (None: no end). `work` is counted by `spend` (None: no end).
    `room` is what may be used of the process's memory (None: all)."""

    deadline: float | None = None
    states: int = 2_000_000  # configurations explored, or nodes of a pair
    bits: int = 1_000_000  # of one exact number
    pairs: int = 1_000_000  # pairs of whole inputs that a predicate is asked about
    buffer: int = 64  # arrivals that one run may be behind another
    work: Work | None = field(default=None, compare=False)
    told: Callable[[float], None] | None = field(default=None, compare=False, repr=False)  # see `reached`
    room: Room | None = field(default=None, compare=False)

    def left(self) -> float | None:
        """The seconds that are left (None: no end)."""
        return None if self.deadline is None else self.deadline - time.monotonic()

    def expired(self) -> bool:
        return self.deadline is not None and time.monotonic() >= self.deadline

    def check(self) -> None:
        """Raise when the time is up, or there is little memory left."""
        now = time.monotonic()
        if self.deadline is not None and now >= self.deadline:
            raise LimitReached("timeout", "the time limit was reached (--timeout)")
        if self.room is not None:
            self.room.check(now)

    def spend(self, steps: int) -> None:
        """Count steps; raise when there were too many, or the time is up."""
        self.check()
        if self.work is not None:
            self.work.spend(steps)

    def reached(self, part: float) -> None:
        """Tell whoever waits that about so much of the work is done, from 0 to 1. Nothing is decided by that."""
        if self.told is not None:
            self.told(part)

    def within(self, begin: float, end: float) -> Limits:
        """The same limits for a part of the work, which is the whole from `begin` to `end`."""
        told = self.told
        return self if told is None else replace(self, told=lambda part: told(begin + part * (end - begin)))

    def share(self, part: float) -> Limits:
        """The same limits for a part of the time that is left."""
        now = time.monotonic()
        return self if self.deadline is None else replace(self, deadline=now + part * max(self.deadline - now, 0.0))

    def at_most(self, seconds: float) -> Limits:
        """The same limits, with no more time than that."""
        end = time.monotonic() + seconds
        return replace(self, deadline=end if self.deadline is None else min(self.deadline, end))

    def extended(self, moment: float) -> Limits:
        """The same limits, with a moment left at least."""
        least = time.monotonic() + moment
        return self if self.deadline is None else replace(self, deadline=max(self.deadline, least))


# Of its time a claim leaves this part, and no more seconds than that, for making an answer of what was found; it is
# killed so many seconds after the end of its time.
TELLING, ENOUGH, GRACE = 0.2, 1.0, 0.1


def working(timeout: float) -> float:
    """The seconds after which a claim with so much time stops by itself."""
    return timeout - min(TELLING * timeout, ENOUGH)


def addresses() -> int:
    """The bytes of addresses that this process uses; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
    except (OSError, NameError):
        return 0


def room() -> Room | None:
    """What a search may use of what this process is limited to, so that something is left to tell what was found."""
    try:
        limit = resource.getrlimit(resource.RLIMIT_AS)[0]
        return None if limit == resource.RLIM_INFINITY else Room(max(SHARE * limit, (addresses() + limit) / 2))
    except NameError:
        return None


DEFAULTS = Limits()


def seconds(timeout: float | None, states: int = Limits.states) -> Limits:
    """Limits that end `timeout` seconds from now."""
    return Limits(deadline=None if timeout is None else time.monotonic() + timeout, states=states)
