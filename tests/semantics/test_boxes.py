"""Boxes of kept draws: what each output weighs lies between its two weights, and where draws stay, nearly on both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from itertools import islice, product
from typing import Any

import pytest
from flint import fmpq
from kept_by_hand import equal_draws, numeric_answers, running_maximum, sparse_vector
from kept_random import CHOICES, kept_random
from kept_reals import twin

from faier.exact import compare
from faier.lang.values import Sequence as Values
from faier.lang.values import Value
from faier.limits import LimitReached, Limits
from faier.semantics.boxes import STOPPED, boxed, grids, sides
from faier.semantics.kept import KeptProcess
from faier.semantics.kept_words import held, likelihood
from faier.semantics.process import Ask, End, Process, Tell

Ends = tuple[fmpq, fmpq]


def weights(process: Process, inputs: Mapping[str, Value], length: int) -> dict[tuple[Value, ...], list[fmpq]]:
    """Both weights of each output that a run begins with."""
    found: dict[tuple[Value, ...], list[fmpq]] = defaultdict(lambda: [fmpq(0), fmpq(0)])
    waiting = [((), at, *sides(weight), 0) for at, weight in process.start]
    for told, at, *ends, read in waiting:
        state = process.states[at]
        row = ()
        match state:
            case Tell():
                row, told = state.row, (*told, state.value)
                if state.value == STOPPED:
                    continue
                for _, share in row:
                    for side, (weight, part) in enumerate(zip(ends, sides(share), strict=True)):
                        found[told][side] += weight * part
                if len(told) == length:
                    continue
            case Ask():
                given = inputs[state.entry.input]
                assert isinstance(given, Values)
                if state.entry.arrival and read == len(given.items):
                    continue
                row = state.rows[state.choices.index(held(inputs, state.entry, read))]
                read += state.entry.arrival
            case End():
                continue
        for to, share in row:
            less, more = sides(share)
            waiting.append((told, to, ends[0] * less, ends[1] * more, read))
    return dict(found)


def holds(kept: KeptProcess, inputs: Mapping[str, Value], length: int, finest: int) -> int:
    """How many outputs were compared."""
    compared = 0
    for grid in islice(grids(kept), finest):
        process = boxed(kept, grid, Limits())
        for output, (less, more) in weights(process, inputs, length).items():
            try:
                exact = likelihood(kept, partial(held, inputs), output, False)
            except LimitReached:
                continue  # comparisons in a circle
            assert less <= more
            assert compare(less, exact) <= 0 <= compare(more, exact), output
            compared += 1
    return compared


@pytest.mark.parametrize("sums", [False, True])
def test_random_kernels(sums: bool) -> None:
    compared = 0
    for seed in (*range(11), 1100):
        kept = kept_random(seed, sums=sums)
        for chosen in product(CHOICES, repeat=1):
            inputs = {"inputs": Values("list", (chosen[0], 1 - chosen[0], chosen[0]))}
            compared += holds(kept, inputs, 3, 1)
    assert compared > 100


@pytest.mark.parametrize(
    ("mechanism", "real"),
    [
        (sparse_vector, False),
        (numeric_answers, False),
        (running_maximum, False),
        (equal_draws, False),
        (sparse_vector, True),
        (numeric_answers, True),
        (running_maximum, True),
    ],
)
def test_streams(mechanism: Any, real: bool) -> None:
    a = fmpq(1, 8)
    kept, _ = mechanism(*(a, a) if mechanism is sparse_vector else (a,), 0, 1)
    inputs = {"answers": Values("list", (0, 1, 1))}
    assert holds(twin(kept) if real else kept, inputs, 3, 1 if real else 2)
