"""SMT-LIB 2 text -> sat with a model, unsat, or unknown, from a solver in a process of its own.

Solvers have been seen to run past their own limits, to ignore interrupts and to carry state from one query
into wrong answers for the next. So every query goes to a fresh process, as text, and the limit is enforced by
killing that process. Model values come back as text and are parsed as exact rationals; what is no rational
is left out. Nothing here is believed without a recheck.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from flint import fmpq

Answer = Literal["sat", "unsat", "unknown"]


@dataclass(frozen=True)
class Solved:
    """`truths` are the Booleans that are true in the model, `reals` its rational values; `reason` explains
    an unknown."""

    answer: Answer
    truths: frozenset[str] = frozenset()
    reals: tuple[tuple[str, fmpq], ...] = ()
    reason: str = ""


def solve(solver: str, text: str, reals: Iterable[str], seconds: float) -> Solved:
    """The solver's answer within the time; `reals` are the real constants whose values are wanted."""
    wanted = list(reals)
    request = json.dumps({"solver": solver, "text": text, "reals": wanted, "seconds": seconds})
    command = [sys.executable, "-m", "faier.engines.smt.process"]
    try:
        done = subprocess.run(
            command, input=request, capture_output=True, text=True, timeout=max(seconds, 0.1) + 2, check=False
        )
    except subprocess.TimeoutExpired:
        return Solved("unknown", reason=f"{solver} did not answer within {seconds:.0f} s")
    except OSError as error:
        return Solved("unknown", reason=f"{solver} could not be started: {error}")
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        return Solved("unknown", reason=f"{solver} failed: {last}")
    return _read(done.stdout, solver)


def _read(answer: str, solver: str) -> Solved:
    try:
        data = json.loads(answer)
        reals = tuple((name, fmpq(int(above), int(below))) for name, above, below in data["reals"])
        verdict = data["answer"]
        if verdict not in ("sat", "unsat", "unknown"):
            raise ValueError(verdict)
        return Solved(verdict, frozenset(data["truths"]), reals, str(data["reason"]))
    except (ValueError, KeyError, TypeError) as error:
        return Solved("unknown", reason=f"{solver} gave an answer that cannot be read: {error}")
