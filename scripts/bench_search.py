"""The exact search from a mechanism file to the tight epsilon, one forward pass beside it, and Z3 with a time limit."""

from __future__ import annotations

import resource
import time
from pathlib import Path

from flint import fmpq

from faier.engines import smt
from faier.engines.domain import Domain
from faier.engines.search import tightest
from faier.exact import Number, from_ratio
from faier.hmm.forward import forward
from faier.hmm.lump import lump
from faier.hmm.model import Pair
from faier.hmm.pair import pair_dp
from faier.lang import parse, parse_relation
from faier.limits import Limits
from faier.semantics import explore

MODELS = Path(__file__).resolve().parent.parent / "models"
TIES, NAIVE, THRESHOLD = "noisy_max_uniform_ties", "noisy_max", "above_threshold"
SECONDS = 20.0

Case = tuple[str, dict[str, str], int, str, int | None]
# File and mechanism, settings, greatest answer, relation, length (None: all).
CASES: tuple[Case, ...] = (
    (TIES, {"N": "3"}, 2, "each(1)", None),
    (TIES, {"N": "8"}, 2, "each(1)", None),
    (TIES, {"N": "12"}, 2, "each(1)", None),
    (TIES, {"N": "16"}, 2, "each(1)", None),
    (TIES, {"N": "20"}, 2, "each(1)", None),
    (TIES, {"N": "8"}, 5, "each(1)", None),
    (NAIVE, {"N": "12"}, 2, "each(1)", None),
    (THRESHOLD, {}, 2, "each(1)", 12),
    (THRESHOLD, {}, 2, "each(1)", 100),
    (THRESHOLD, {}, 2, "each(1)", 200),
    (THRESHOLD, {}, 10, "each(1)", 20),
    (THRESHOLD, {}, 4, "one()", 8),
)
# Cases that Z3 is asked about too, and for how long.
SMALL: tuple[Case, ...] = (CASES[0], (THRESHOLD, {}, 2, "each(1)", 4), (THRESHOLD, {}, 2, "each(1)", 6))


def table() -> str:
    lines = [
        "The exact search",
        f"{'mechanism':<24} {'answers':>12} {'relation':>9} {'length':>6} {'states':>7} {'letters':>8} {'model s':>8}"
        f" {'search s':>9} {'forward s':>10} {'rounds':>7} {'kept':>6} {'peak':>6} {'peak MB':>8}  tight epsilon",
    ]
    lines += [_row(case) for case in CASES]
    lines += ["", f"{'mechanism':<24} {'length':>6} {'search s':>9} {'z3 s':>17}"]
    lines += [_beside(case) for case in SMALL]
    return "\n".join([*lines, ""])


def _row(case: Case) -> str:
    name, settings, top, relation, length = case
    begin = time.perf_counter()
    pair, states = _pair(case)
    modelled = time.perf_counter()
    result = tightest(pair, length, Limits())
    searched = time.perf_counter()
    forward(pair, result.word)
    passed = time.perf_counter()
    letters = sum(len(node.edges) for node in pair.nodes)
    size = f"{settings.get('N', 'a stream')} in 0..{top}"
    found = result.statistics
    return (
        f"{name:<24} {size:>12} {relation:>9} {length or 'all':>6} {states:>7} {letters:>8} {modelled - begin:>8.2f}"
        f" {searched - modelled:>9.2f} {passed - searched:>10.4f} {found.layers:>7} {found.vectors:>6} {found.peak:>6}"
        f" {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024:>8}  {_epsilon(result.lower)}"
    )


def _beside(case: Case) -> str:
    """The same question to a solver: is there an output above nine tenths of the tight factor?"""
    name, _, _, _, length = case
    pair, _ = _pair(case)
    begin = time.perf_counter()
    factor = tightest(pair, length, Limits()).lower
    searched = time.perf_counter() - begin
    assert isinstance(factor, fmpq)
    begin = time.perf_counter()
    asked = list(smt.queries([pair], Domain(()), factor * fmpq(9, 10), length or 1, Limits()))
    answers = {smt.solve("z3", query.text, (), SECONDS).answer for query in asked}
    solved = time.perf_counter() - begin
    said = "found" if "sat" in answers else "not found"
    return f"{name:<24} {length or 'all':>6} {searched:>9.3f} {f'{said} {solved:.2f}':>17}"


def _pair(case: Case) -> tuple[Pair, int]:
    """The paired model, and the states of the process before it is paired."""
    name, settings, top, relation, length = case
    path = MODELS / f"{name}.py"
    text = path.read_text().replace("Int[0, 2]", f"Int[0, {top}]").replace(", 0, 2)", f", 0, {top})")
    program = parse(text, str(path), settings | ({"TOP": str(top)} if name == THRESHOLD else {}))
    process = lump(explore(program, name, Limits()))
    rule, _ = parse_relation(relation, program, name)
    return pair_dp(process, program.function(name), rule, length=length), len(process.states)


def _epsilon(factor: Number | None) -> str:
    if factor is None:
        return "infinite"
    closed = from_ratio(factor)
    return closed.text if len(closed.text) < 30 else f"{closed.value:.8f}"


if __name__ == "__main__":
    print(table(), end="")
