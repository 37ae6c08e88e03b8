"""The exact search from a mechanism file to the tight epsilon, one forward pass beside it, and Z3 with a time limit.

Seconds of the search are of this process alone, those of the solver on the clock.
"""

from __future__ import annotations

import resource
import time
from dataclasses import dataclass
from math import log
from pathlib import Path

from flint import fmpq

from faier.engines import smt
from faier.engines.algebra.domain import Domain
from faier.engines.search.engine import tightest
from faier.exact import Number, from_ratio
from faier.hmm.forward import forward
from faier.hmm.lump import lump
from faier.hmm.model import Pair
from faier.hmm.pair import pair_dp
from faier.lang import parse, parse_relation
from faier.limits import Limits
from faier.semantics.explore import explore
from faier.semantics.process import Process

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
# Of these the smallest and the greatest case are compared.
GROWING = ((TIES, 2, "each(1)"), (THRESHOLD, 2, "each(1)"))
# Forward passes that are timed.
PASSES = 20
# Cases that Z3 is asked about too, and for how long.
SMALL: tuple[Case, ...] = (CASES[0], (THRESHOLD, {}, 2, "each(1)", 4), (THRESHOLD, {}, 2, "each(1)", 6))


@dataclass(frozen=True)
class Measured:
    """`forward` is one pass over the word found; `kept` are all vectors kept, `most` at one node at one time."""

    case: Case
    states: int
    letters: int
    model: float
    search: float
    forward: float
    rounds: int
    kept: int
    most: int
    memory: int
    epsilon: str


def table() -> str:
    lines = [
        "The exact search; passes are its seconds by those of one forward pass over the word found",
        f"{'mechanism':<24} {'answers':>17} {'relation':>8} {'length':>6} {'states':>6} {'letters':>7} {'model s':>8}"
        f" {'search s':>8} {'passes':>7} {'rounds':>6} {'kept':>6} {'most':>5} {'peak MB':>7}  tight epsilon",
    ]
    measured = []
    for case in CASES:
        measured.append(_measured(case))
        lines.append(_row(measured[-1]))
    lines += ["", "Growth from the smallest case to the greatest"]
    lines += [_growth(measured, name, top, relation) for name, top, relation in GROWING]
    lines += ["", f"{'mechanism':<24} {'length':>6} {'search s':>9} {'z3 s':>17}"]
    lines += [_beside(case) for case in SMALL]
    return "\n".join([*lines, ""])


def _measured(case: Case) -> Measured:
    begin = time.process_time()
    pair, states = _pair(case)
    modelled = time.process_time()
    result = tightest(pair, case[4], Limits())
    searched = time.process_time()
    for _ in range(PASSES):
        forward(pair, result.word)
    passed = (time.process_time() - searched) / PASSES
    return Measured(
        case,
        states,
        sum(len(node.edges) for node in pair.nodes),
        modelled - begin,
        searched - modelled,
        passed,
        result.statistics.layers,
        result.statistics.vectors,
        result.statistics.peak,
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        _epsilon(result.lower),
    )


def _row(item: Measured) -> str:
    name, settings, top, relation, length = item.case
    size = f"{settings.get('N', 'a stream')} in 0..{top}"
    return (
        f"{name:<24} {size:>17} {relation:>8} {length or 'all':>6} {item.states:>6} {item.letters:>7}"
        f" {item.model:>8.2f} {item.search:>8.2f} {item.search / item.forward:>7.0f} {item.rounds:>6} {item.kept:>6}"
        f" {item.most:>5} {item.memory:>7}  {item.epsilon}"
    )


def _growth(measured: list[Measured], name: str, top: int, relation: str) -> str:
    """What becomes of time, vectors and the forward pass as there are more answers, and by which power of these."""
    alike = [item for item in measured if (item.case[0], item.case[2], item.case[3]) == (name, top, relation)]
    first, last = min(alike, key=_answers), max(alike, key=_answers)
    more = _answers(last) / _answers(first)

    def grown(before: float, after: float) -> str:
        return f"{after / before:.0f} times (power {log(after / before) / log(more):.1f})"

    return (
        f"{name} in 0..{top}, {_answers(first)} to {_answers(last)} answers: search {grown(first.search, last.search)},"
        f" kept vectors {grown(first.kept, last.kept)}, most at a node {grown(first.most, last.most)},"
        f" one forward pass {grown(first.forward, last.forward)}"
    )


def _answers(item: Measured) -> int:
    return int(item.case[1].get("N", item.case[4] or 0))


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
    clamped = MODELS / f"{name}_clamped.py"  # where noise is kept there is another process
    path = clamped if clamped.exists() else MODELS / f"{name}.py"
    text = path.read_text().replace("Int[0, 2]", f"Int[0, {top}]").replace(", 0, 2)", f", 0, {top})")
    program = parse(text, str(path), settings | ({"TOP": str(top)} if name == THRESHOLD else {}))
    explored = explore(program, name, Limits())
    assert isinstance(explored, Process)
    process = lump(explored)
    rule, _ = parse_relation(relation, program, name)
    return pair_dp(process, program.function(name), rule, length=length), len(process.states)


def _epsilon(factor: Number | None) -> str:
    if factor is None:
        return "infinite"
    closed = from_ratio(factor)
    return closed.text if len(closed.text) < 30 else f"{closed.value:.8f}"


if __name__ == "__main__":
    print(table(), end="")
