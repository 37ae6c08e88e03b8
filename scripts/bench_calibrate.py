"""How much of a setting is enough, solved for at once and by trying values; and what a value with many digits costs."""

from __future__ import annotations

import time
from collections.abc import Callable
from unittest.mock import patch

from faier.deciding import calibrating, plan
from faier.deciding.calibrating import Asked, Calibration, calibrate
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.exact import nearest_float
from faier.lang import parse
from faier.lang.program import Program
from faier.limits import Limits

FLU = """
from faier import Int, clamp, exp, flip, geometric, mechanism, prior, private, secret, uniform

scale = 2


@prior
def flu():
    ill = flip(1 / 2)
    secret(ill)
    if ill:
        return uniform(1, 4)
    return uniform(1, 3) if flip(1 / 2) else 0


@private(epsilon=1, prior=flu)
@mechanism
def cases(n: Int[0, 4]):
    return SHOWN
"""

DAYS = """
from faier import Int, Stream, exp, flip, geometric, mechanism, prior, private, secret

scale = 2
T = DAYS


@prior
def days(hidden: Int[0, T - 1]):
    state = flip(1 / 2)
    for day in range(T):
        if day == hidden:
            secret(state)
        yield state
        state = flip(4 / 5) if state else flip(1 / 5)


@private(epsilon=1, prior=days)
@mechanism
def count(states: Stream[bool]):
    total = 0
    for state in states:
        total += state
    return total + geometric(exp(-1 / scale))
"""

NOISY = "n + geometric(exp(-1 / scale))"
CASES = (
    ("flu", FLU.replace("SHOWN", NOISY)),
    ("flu, clamped", FLU.replace("SHOWN", f"clamp({NOISY}, 0, 4)")),
    ("4 days", DAYS.replace("DAYS", "4")),
    ("8 days", DAYS.replace("DAYS", "8")),
)
FEW, MANY = "2", "1463533 / 1000000"


def table() -> str:
    lines = [
        "The least scale of geometric(exp(-1 / scale)), epsilon 1: claims that are decided, and processor seconds",
        f"{'mechanism':<14} {'least':>9} {'solved':>7} {'s':>6} {'tried':>6} {'s':>6}"
        f"  {'one claim at 2':>14} {'at 1.463533':>12}",
    ]
    for name, source in CASES:
        solved, few, quick = _timed(source)
        with patch.object(calibrating, "guide", lambda *_: None):
            tried, many, slow = _timed(source)
        assert solved.turn == tried.turn
        least = solved.turn.proved
        one, other = (_decided(source, value) for value in (FEW, MANY))
        value = "?" if least is None else f"{nearest_float(least):.6f}"
        times = f"{few:>7} {quick:>6.2f} {many:>6} {slow:>6.2f}  {one:>14.3f} {other:>12.3f}"
        lines.append(f"{name:<14} {value:>9} {times}")
    return "\n".join([*lines, ""])


def _timed(source: str) -> tuple[Calibration, int, float]:
    decided: list[int] = []

    def counted(*given: object) -> object:
        decided.append(1)
        return decide(*given)

    decide: Callable[..., object] = plan.decide
    begin = time.process_time()
    with patch.object(plan, "decide", counted):
        found = calibrate(
            Asked("scale"),
            parse(source, "file.py"),
            lambda text: parse(source, "file.py", {"scale": text}),
            lambda made: (question_of(made, made.claims[0]), made.claims[0]),
            Limits(),
        )
    return found, len(decided), time.process_time() - begin


def _decided(source: str, value: str) -> float:
    program: Program = parse(source, "file.py", {"scale": value})
    begin = time.process_time()
    plan.decide(question_of(program, program.claims[0]), Store(), Limits())
    return time.process_time() - begin
