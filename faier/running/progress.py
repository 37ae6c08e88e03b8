"""How far a run is -> one line for a terminal, with an estimate of the time that is left.

The estimate goes by the pace of late: layers and comparisons differ, and the last ones tell more about the next than
the first. Without a measure of the whole there is none. Nothing here decides anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# Until so many seconds have passed nothing is said about a job's time.
MOMENT = 1.0

# The least part that must be done, and the least that must have been done of late, for an estimate.
LEAST, OF_LATE = 0.02, 0.005


@dataclass
class Running:
    """A job that a worker has; `steps` are (time, part done) in order, the first when it was begun."""

    name: str
    steps: list[tuple[float, float]] = field(default_factory=list)

    def reached(self, now: float, part: float) -> None:
        if part > self.steps[-1][1]:
            self.steps.append((now, min(part, 1.0)))


@dataclass(frozen=True)
class State:
    """How many jobs are done, how many are known, which are being done, and what was finished last."""

    done: int
    known: int
    running: tuple[Running, ...] = ()
    last: str = ""


def line(state: State, now: float, width: int) -> str:
    """What is shown; the job that has taken longest stands for those that run."""
    head = f"[{state.done}/{state.known}] "
    slow = [job for job in state.running if now - job.steps[0][0] >= MOMENT]
    if not slow:
        return (head + state.last)[:width]
    longest = min(slow, key=lambda job: job.steps[0][0])
    tail = ": " + ", ".join(_told(longest, now))
    if len(state.running) > 1:
        tail += f"; {len(state.running) - 1} more at work"
    room = max(width - len(head) - len(tail), 8)
    name = longest.name if len(longest.name) <= room else longest.name[: room - 3] + "..."
    return (head + name + tail)[:width]


def time_left(steps: list[tuple[float, float]], now: float) -> float | None:
    """Seconds, at the pace since about half of the time that has passed; None where that cannot be told."""
    begun, (latest, part) = steps[0][0], steps[-1]
    if part < LEAST or part >= 1.0:
        return None
    middle = begun + (latest - begun) / 2
    earlier = max((step for step in steps[:-1] if step[0] <= middle), default=steps[0])
    done, seconds = part - earlier[1], latest - earlier[0]
    if done < OF_LATE or seconds <= 0:
        return None
    return max((1.0 - part) * seconds / done - (now - latest), 0.0)


def duration(seconds: float) -> str:
    """`40 s`, `3 min 20 s`, `2 h 5 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _told(job: Running, now: float) -> list[str]:
    told, part, left = [duration(now - job.steps[0][0])], job.steps[-1][1], time_left(job.steps, now)
    if part >= LEAST:
        told.append(f"{int(100 * part)} %")
    if left is not None:
        told.append(f"about {duration(max(left, 1.0))} left")
    return told
