"""The exact search from a mechanism file to the tight epsilon: time, kept vectors, and one forward pass beside it."""

from __future__ import annotations

import resource
import time
from pathlib import Path

from faier.engines.search import tightest
from faier.exact import Number, from_ratio
from faier.hmm.forward import forward
from faier.hmm.lump import lump
from faier.hmm.neighbors import automaton
from faier.hmm.pair import pair_dp
from faier.lang import parse, parse_relation
from faier.limits import Limits
from faier.semantics import explore

MODELS = Path(__file__).resolve().parent.parent / "models"
# File, mechanism, settings, relation, length (None: all).
CASES: tuple[tuple[str, dict[str, str], str, int | None], ...] = (
    ("noisy_max_uniform_ties", {"N": "3"}, "each(1)", None),
    ("noisy_max_uniform_ties", {"N": "8"}, "each(1)", None),
    ("noisy_max_uniform_ties", {"N": "12"}, "each(1)", None),
    ("noisy_max", {"N": "12"}, "each(1)", None),
    ("above_threshold", {"TOP": "2"}, "each(1)", 12),
    ("above_threshold", {"TOP": "2"}, "each(1)", 100),
    ("above_threshold", {"TOP": "2"}, "each(1)", 200),
    ("above_threshold", {"TOP": "10"}, "each(1)", 20),
)


def table() -> str:
    lines = [
        "The exact search, each(1)",
        f"{'mechanism':<24} {'size':>6} {'length':>6} {'states':>7} {'model s':>8} {'search s':>9}"
        f" {'forward s':>10} {'kept':>6} {'peak MB':>8}  tight epsilon",
    ]
    for name, settings, relation, length in CASES:
        path = MODELS / f"{name}.py"
        program = parse(path.read_text(), str(path), settings)
        begin = time.perf_counter()
        function = program.function(name)
        process = lump(explore(program, name, Limits()))
        rule, _ = parse_relation(relation, program, name)
        automaton(rule, function)
        pair = pair_dp(process, function, rule, length=length)
        modelled = time.perf_counter()
        result = tightest(pair, length, Limits())
        searched = time.perf_counter()
        forward(pair, result.word)
        passed = time.perf_counter()
        size = ",".join(f"{key}={value}" for key, value in settings.items())
        lines.append(
            f"{name:<24} {size:>6} {length or 'all':>6} {len(process.states):>7} {modelled - begin:>8.2f}"
            f" {searched - modelled:>9.2f} {passed - searched:>10.4f} {result.statistics.peak:>6}"
            f" {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:>8}  {_epsilon(result.lower)}"
        )
    return "\n".join([*lines, ""])


def _epsilon(factor: Number | None) -> str:
    if factor is None:
        return "infinite"
    closed = from_ratio(factor)
    return closed.text if len(closed.text) < 30 else f"{closed.value:.8f}"


if __name__ == "__main__":
    print(table(), end="")
