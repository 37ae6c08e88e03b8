"""What starting costs, as multiples of `python -c pass` in the same run, and what a second run saves."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TIMES = 9

RESPONSE = """\
from faier import Bool, flip, log, mechanism, one, private


@private(epsilon=log(3), neighbors=one())
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer
"""

# Seconds to decide.
SLOW = """\
from faier import Int, Vector, clamp, each, geometric, log, mechanism, private


@private(epsilon=20 * log(2), neighbors=each(1))
@mechanism
def noisy_max(answers: Vector[Int[0, 8], 6]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 6)
        if best < noisy:
            best, winner = noisy, index
    return winner
"""


def table() -> str:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "response.py").write_text(RESPONSE)
        (Path(folder) / "slow.py").write_text(SLOW)
        environment = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": folder}
        faier = [sys.executable, "-P", "-m", "faier"]
        commands: dict[str, Sequence[str]] = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "faier --help": [*faier, "--help"],
            "faier check response.py --no-cache": [*faier, "check", "response.py", "--no-cache"],
            "faier check response.py, recalled": [*faier, "check", "response.py"],
        }
        seconds = {name: _median(command, folder, environment) for name, command in commands.items()}
        base = seconds["python -c pass"]
        lines = ["| command | seconds | times python -c pass |", "| --- | --- | --- |"]
        lines += [f"| `{name}` | {taken:.3f} | {taken / base:.1f} |" for name, taken in seconds.items()]
        first = _run([*faier, "check", "slow.py"], folder, environment)
        second = _median([*faier, "check", "slow.py"], folder, environment)
        lines += ["", "| `faier check slow.py` | seconds | times faster |", "| --- | --- | --- |"]
        lines += [f"| first | {first:.3f} | |", f"| second | {second:.3f} | {first / second:.1f} |"]
        return "\n".join(lines) + "\n"


def _median(command: Sequence[str], folder: str, environment: Mapping[str, str]) -> float:
    return statistics.median(_run(command, folder, environment) for _ in range(TIMES))


def _run(command: Sequence[str], folder: str, environment: Mapping[str, str]) -> float:
    begin = time.perf_counter()
    subprocess.run(command, cwd=folder, env=dict(environment), check=True, capture_output=True)
    return time.perf_counter() - begin
