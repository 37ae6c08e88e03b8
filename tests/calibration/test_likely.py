"""How likely marks are between ends, and means of weights between ends, held against chances that are drawn."""

import random

import pytest
from flint import ctx, fmpq

from faier.calibration.sums.likely import likely, vertices


def drawn(draw, size):
    parts = [fmpq(draw.randint(1, 30)) for _ in range(size)]
    return [part / sum(parts) for part in parts]


def around(chance, draw):
    return chance * fmpq(draw.randint(70, 100), 100), min(chance * fmpq(draw.randint(100, 130), 100), fmpq(1))


@pytest.mark.parametrize("seed", range(12))
def test_marks_are_as_likely_as_the_ends_say(seed):
    draw = random.Random(seed)
    size = draw.randint(2, 4)
    start, moves = drawn(draw, size), [drawn(draw, size) for _ in range(size)]
    with ctx.workprec(128):
        known = likely([around(one, draw) for one in start], [[around(one, draw) for one in row] for row in moves], 300)
    assert known.endless
    here, narrow = start, False
    for step in range(300):
        ends = known.steps[min(step, len(known.steps) - 1)]
        assert all(low <= chance <= high for chance, (low, high) in zip(here, ends, strict=True))
        narrow = narrow or any(high - low < fmpq(9, 10) for low, high in ends)
        here = [sum((here[y] * moves[y][z] for y in range(size)), fmpq(0)) for z in range(size)]
        here = [fmpq(round(float(one) * 10**12), 10**12) for one in here]
        here[0] += 1 - sum(here, fmpq(0))
    assert narrow


def mean(parts, values):
    return sum(parts[place] * values[place] for place in parts) / sum(parts.values())


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_no_means_of_weights_between_the_ends_are_further_apart(seed, size):
    draw = random.Random(100 * size + seed)
    places = [((number,), 0) for number in range(size)]
    rows = [
        {place: around(fmpq(draw.randint(1, 30), 30), draw) for place in draw.sample(places, draw.randint(2, size))}
        for _ in range(2)
    ]
    found = list(vertices(*rows))
    for _ in range(40):
        values = {place: fmpq(draw.choice([1, 2, 3, 5, 50])) for place in places}
        best = max(
            sum(one[place] * values[place] for place in one) / sum(other[place] * values[place] for place in other)
            for one, other in found
        )
        one, other = (
            {place: draw.choice([low, high, (low + high) / 2]) for place, (low, high) in row.items()} for row in rows
        )
        ratio = mean(one, values) / mean(other, values)
        assert ratio <= max(best, fmpq(1))


def test_where_there_is_no_doubt_parts_are_what_they_are():
    row = {((0,), 0): (fmpq(1, 3),) * 2, ((1,), 1): (fmpq(1, 6),) * 2}
    for one, other in vertices(row, row):
        assert one == other == {((0,), 0): fmpq(2, 3), ((1,), 1): fmpq(1, 3)}
