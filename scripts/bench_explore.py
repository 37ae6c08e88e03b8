"""Exploring costs what the model costs: states per second and growth, and where the time goes."""

from __future__ import annotations

import cProfile
import pstats
import time
from pathlib import Path

from faier.hmm.lump import lump
from faier.lang import parse
from faier.lang.program import Program
from faier.limits import Limits
from faier.semantics.explore import explore
from faier.semantics.process import Process

MODELS = Path(__file__).resolve().parent.parent / "models"
SIZES = range(3, 9)


def table() -> str:
    """Noisy Max with uniform ties from 3 to 8 queries: the baseline is 3 queries."""
    lines = [
        "Exploring Noisy Max over {0, 1, 2}, ties broken uniformly",
        f"{'queries':>8} {'parse s':>8} {'explore s':>10} {'states':>8} {'states/s':>9}"
        f" {'lumped':>8} {'against 3':>10}",
    ]
    baseline = 0.0
    for size in SIZES:
        begin = time.perf_counter()
        program = _program(size)
        parsed = time.perf_counter()
        process = explore(program, "noisy_max_uniform_ties", Limits())
        assert isinstance(process, Process)
        explored = time.perf_counter()
        states = len(process.states)
        lumped = len(lump(process).states)
        seconds = explored - parsed
        baseline = baseline or seconds
        lines.append(
            f"{size:>8} {parsed - begin:>8.3f} {seconds:>10.3f} {states:>8} {states / seconds:>9.0f}"
            f" {lumped:>8} {seconds / baseline:>9.1f}x"
        )
    return "\n".join([*lines, "", *_profile(), ""])


def _profile() -> list[str]:
    """The share of each module in the time of the largest size."""
    program = _program(SIZES[-1])
    profile = cProfile.Profile()
    profile.runcall(explore, program, "noisy_max_uniform_ties", Limits())
    shares: dict[str, float] = {}
    total = 0.0
    for (file, _, _), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        name = Path(file).stem if "faier" in file else "Python and flint"
        shares[name] = shares.get(name, 0.0) + own
        total += own
    largest = sorted(shares.items(), key=lambda item: -item[1])[:8]
    return [
        f"Where the time goes with {SIZES[-1]} queries",
        *(f"{share / total:>8.0%} {name}" for name, share in largest),
    ]


def _program(size: int) -> Program:
    path = MODELS / "noisy_max_uniform_ties.py"
    return parse(path.read_text(), str(path), {"N": str(size)})


if __name__ == "__main__":
    print(table(), end="")
