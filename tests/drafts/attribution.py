"""The browser's attribution reporting: a source registers, triggers are matched, the whole output is randomized."""

from __future__ import annotations

import itertools
import math
from bisect import bisect_right
from typing import NamedTuple, Optional

from faier import Int, Vector, flip, log, mechanism, one, private, choice

WINDOWS = [1, 3]
TRIGGER_DATA = (0, 1)
MAX_REPORTS = 1


class Report(NamedTuple):
    window: int
    trigger_data: int

    def __str__(self) -> str:
        return f"w{self.window}:{self.trigger_data}"


def all_reports() -> list[Report]:
    return list(itertools.starmap(Report, itertools.product(range(len(WINDOWS)), TRIGGER_DATA)))


def all_outputs() -> list[tuple[Report, ...]]:
    outputs: list[tuple[Report, ...]] = []
    for count in range(MAX_REPORTS + 1):
        outputs.extend(itertools.combinations_with_replacement(all_reports(), count))
    return outputs


NUM_STATES = math.comb(MAX_REPORTS + len(WINDOWS) * len(TRIGGER_DATA), MAX_REPORTS)


def true_output(triggers) -> tuple[Report, ...]:
    reports = []
    for day, value in triggers:
        window = bisect_right(WINDOWS, day)
        if window >= len(WINDOWS):
            continue
        reports.append(Report(window, value))
    return tuple(sorted(reports)[:MAX_REPORTS])


def randomized(output: tuple[Report, ...], pick_rate=1 / 2) -> tuple[Report, ...]:
    states = all_outputs()
    assert len(states) == NUM_STATES
    return choice(states) if flip(pick_rate) else output


@private(epsilon=log(6), neighbors=one())
@mechanism
def event_level(times: Vector[Int[0, 3], 2]):
    shown = randomized(true_output(zip(times, TRIGGER_DATA)))
    return ",".join(str(report) for report in shown) or "nothing"
