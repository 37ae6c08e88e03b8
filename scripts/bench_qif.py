"""The search beside libqif (`qif` on the Python index), on channel matrices made from the same exact model.

libqif compares all rows of a channel matrix, one for each input, so the matrix has 3^n rows for n answers of three
values each; making it from the exact model is timed by itself. Of the k-ary response the matrix has a row and a column
for each value, and all are neighbors. Where `qif` is not installed, that is said.
"""

from __future__ import annotations

import time
from importlib import import_module
from itertools import product
from math import log
from pathlib import Path
from typing import Any

from bench_scale import measured
from flint import fmpq

from faier.engines.search.engine import tightest
from faier.exact import Number, nearest_float
from faier.hmm.lump import lump
from faier.hmm.pair import pair_dp
from faier.lang import parse, parse_relation
from faier.lang.program import Program
from faier.lang.values import Value
from faier.limits import Limits
from faier.semantics.explore import explore
from faier.semantics.process import Ask, End, Process

MODELS = Path(__file__).resolve().parent.parent / "models"
TOP = 2

# File and mechanism, settings, answers of a run, and the length of its outputs where it does not end by itself.
Case = tuple[str, dict[str, str], int, int | None]
K_ARY = (128, 512)  # values
CASES: tuple[Case, ...] = (
    ("noisy_max_uniform_ties", {"N": "3"}, 3, None),
    ("noisy_max_uniform_ties", {"N": "5"}, 5, None),
    ("above_threshold", {}, 4, 4),
    ("above_threshold", {}, 6, 6),
)


def table() -> str:
    try:
        qif = import_module("qif")
    except ImportError:
        return "libqif is not installed: pip install qif\n"
    lines = [
        "Beside libqif, each(1), answers in 0..2; the ratios are libqif's time by ours",
        f"{'mechanism':<24} {'answers':>7} {'rows':>6} {'columns':>8} {'matrix s':>9} {'libqif s':>9} {'model s':>8}"
        f" {'search s':>9} {'alone':>8} {'in all':>8}  tight epsilon, ours and libqif's",
    ]
    return "\n".join([*lines, *(_row(qif, case) for case in CASES), *(_k_ary(qif, size) for size in K_ARY), ""])


def _k_ary(qif: Any, size: int) -> str:
    """Values of which any two are neighbors, in processor seconds; ours is all that deciding takes."""
    import numpy

    begin = time.process_time()
    matrix = numpy.full((size, size), 1 / (size + 2))
    numpy.fill_diagonal(matrix, 3 / (size + 2))
    made = time.process_time()
    distances = numpy.ones((size, size)) - numpy.eye(size)
    metric = qif.metric.from_distance_matrix(distances)
    found = float(qif.measure.d_privacy.smallest_epsilon(matrix, metric))
    asked = time.process_time()
    ours = measured("k_ary", "k_ary", "one()", f"K={size}")
    if ours["factor"] != "3" or abs(log(3) - found) > 1e-9:
        raise AssertionError(f"k_ary: {ours['factor']} and {found} of libqif")
    seconds, theirs = float(ours["seconds"]), asked - made
    return (
        f"{'k_ary':<24} {1:>7} {size:>6} {size:>8} {made - begin:>9.3f} {theirs:>9.4f} {'':>8} {seconds:>9.4f}"
        f" {theirs / seconds:>8.4f} {'':>8}  {log(3):.8f} {found:.8f}"
    )


def _row(qif: Any, case: Case) -> str:
    name, settings, answers, length = case
    clamped = MODELS / f"{name}_clamped.py"  # where noise is kept there is another process
    path = clamped if clamped.exists() else MODELS / f"{name}.py"
    program = parse(path.read_text(), str(path), settings)
    begin = time.perf_counter()
    unlumped = explore(program, name, Limits())
    assert isinstance(unlumped, Process)
    process = lump(unlumped)
    explored = time.perf_counter()
    rule, _ = parse_relation("each(1)", program, name)
    pair = pair_dp(process, program.function(name), rule, length=length)
    modelled = time.perf_counter()
    factor = tightest(pair, length, Limits()).lower
    searched = time.perf_counter()
    matrices = list(_matrices(program, name, process, answers, length))
    made = time.perf_counter()
    found = max(_smallest(qif, rows, inputs) for rows, inputs in matrices)
    asked = time.perf_counter()
    assert isinstance(factor, fmpq)
    ours, theirs = log(nearest_float(factor)), asked - made
    if abs(ours - found) > 1e-9:
        raise AssertionError(f"{name}: {ours} and {found} of libqif")
    search, whole = searched - modelled, (explored - begin) + (made - searched) + theirs
    size = sum(len(rows) for rows, _ in matrices)
    return (
        f"{name:<24} {answers:>7} {size:>6} {len(matrices[0][0][0]):>8} {made - searched + explored - begin:>9.3f}"
        f" {theirs:>9.4f} {modelled - begin:>8.3f} {search:>9.4f} {theirs / search:>8.2f}"
        f" {whole / (searched - begin):>8.2f}  {ours:.8f} {found:.8f}"
    )


def _matrices(
    program: Program, name: str, process: Process, answers: int, length: int | None
) -> list[tuple[list[list[float]], list[tuple[int, ...]]]]:
    """A matrix for each value of the public inputs, and the inputs of its rows."""
    public = [parameter.name for parameter in program.function(name).parameters if parameter.public]
    found = []
    for known in product(range(TOP + 1), repeat=len(public)):
        inputs = list(product(range(TOP + 1), repeat=answers))
        rows = [_outputs(process, dict(zip(public, known, strict=True)), values, length) for values in inputs]
        columns = sorted({output for row in rows for output in row}, key=repr)
        found.append(([[nearest_float(row.get(one, fmpq(0))) for one in columns] for row in rows], inputs))
    return found


def _outputs(
    process: Process, public: dict[str, int], answers: tuple[int, ...], length: int | None
) -> dict[tuple[Value, ...], Number]:
    """The probability of every output that has ended, or is as long as it can be."""
    found: dict[tuple[Value, ...], Number] = {}
    going: dict[tuple[int, int, tuple[Value, ...]], Number] = {(at, 0, ()): weight for at, weight in process.start}
    while going:
        following: dict[tuple[int, int, tuple[Value, ...]], Number] = {}
        for (at, read, shown), weight in going.items():
            state = process.states[at]
            if isinstance(state, End) or (length is not None and len(shown) == length):
                found[shown] = found.get(shown, fmpq(0)) + weight
                continue
            if isinstance(state, Ask):
                entry = state.entry
                arriving = entry.arrival or entry.input not in public
                value = answers[entry.index[0] if entry.index else read] if arriving else public[entry.input]
                row, after = state.rows[state.choices.index(value)], (read + entry.arrival, shown)
            else:
                row, after = state.row, (read, (*shown, state.value))
            for target, chance in row:
                key = (target, *after)
                following[key] = following.get(key, fmpq(0)) + weight * chance
        going = following
    return found


def _smallest(qif: Any, rows: list[list[float]], inputs: list[tuple[int, ...]]) -> float:
    """libqif's epsilon: inputs whose answers differ by at most 1 each are at distance 1, others infinitely far."""
    import numpy

    values = numpy.array(inputs)
    near = numpy.abs(values[:, None, :] - values[None, :, :]).max(axis=2) <= 1
    distances = numpy.where(near, 1.0, numpy.inf)
    numpy.fill_diagonal(distances, 0.0)
    return float(qif.measure.d_privacy.smallest_epsilon(numpy.array(rows), qif.metric.from_distance_matrix(distances)))


if __name__ == "__main__":
    print(table(), end="")
