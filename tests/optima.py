"""Small problems at random: which mechanism has the least error, and what the least is, by the simplex method."""

from __future__ import annotations

import random
from fractions import Fraction

import simplex
from flint import fmpq

from faier.calibration.optimum.problem import Comparison, Problem


def random_problem(random_: random.Random) -> Problem:
    """With e^epsilon a fraction, sometimes with a delta, sometimes about the mean."""
    values = sorted(random_.sample(range(-2, 7), random_.randint(2, 4)))
    outputs = values if random_.random() < 0.5 else sorted(random_.sample(range(-2, 7), random_.randint(1, 4)))
    laws = [_law(random_, len(values)) for _ in range(random_.randint(2, 3))]
    pairs = [(one, other) for one in laws for other in laws if one is not other]
    factor = random_.choice([fmpq(1), fmpq(11, 10), fmpq(3, 2), fmpq(2), fmpq(5), fmpq(40)])
    return Problem(
        tuple(map(fmpq, values)),
        tuple(map(fmpq, outputs)),
        tuple(Comparison(one, other) for one, other in pairs),
        factor,
        factor,
        random_.choice([fmpq(0), fmpq(0), fmpq(1, 20), fmpq(1, 3), fmpq(1)]),
        _law(random_, len(values)) if random_.random() < 0.4 else None,
    )


def _law(random_: random.Random, count: int) -> tuple[fmpq, ...]:
    if random_.random() < 0.3:
        sure = random_.randrange(count)
        return tuple(fmpq(int(at == sure)) for at in range(count))
    parts = [random_.choice([0, 1, 1, 2, 3, 5]) for _ in range(count)]
    parts[random_.randrange(count)] += 1
    return tuple(fmpq(part, sum(parts)) for part in parts)


def least_error(problem: Problem) -> Fraction:
    """By a program of its own: M(o|f), then the greatest error, then what each output is too likely by, then slacks."""
    values, outputs = ([_fraction(number) for number in row] for row in (problem.values, problem.outputs))
    n, m = len(values), len(outputs)
    factor, delta = _fraction(problem.low), _fraction(problem.delta)
    loss = {(f, o): abs(values[f] - outputs[o]) for f in range(n) for o in range(m)}
    rows: list[tuple[dict[str, Fraction], str, Fraction]] = []
    for number, comparison in enumerate(problem.comparisons):
        left, right = ([_fraction(chance) for chance in row] for row in (comparison.left, comparison.right))
        for o in range(m):
            excess = {f"M{f},{o}": left[f] - factor * right[f] for f in range(n)}
            rows.append((excess | ({f"t{number},{o}": Fraction(-1)} if delta else {}), "<=", Fraction(0)))
        if delta:
            rows.append(({f"t{number},{o}": Fraction(1) for o in range(m)}, "<=", delta))
    for f in range(n):
        rows.append(({f"M{f},{o}": Fraction(1) for o in range(m)}, "=", Fraction(1)))
    if problem.weights is None:
        for f in range(n):
            rows.append(({f"M{f},{o}": loss[f, o] for o in range(m)} | {"z": Fraction(-1)}, "<=", Fraction(0)))
        costs = {"z": Fraction(1)}
    else:
        costs = {f"M{f},{o}": _fraction(problem.weights[f]) * loss[f, o] for f in range(n) for o in range(m)}
    names = sorted({name for cells, _, _ in rows for name in cells})
    slacks = [at for at, (_, sense, _) in enumerate(rows) if sense == "<="]
    matrix = [
        [*(cells.get(name, Fraction(0)) for name in names), *(Fraction(int(at == slack)) for slack in slacks)]
        for at, (cells, _, _) in enumerate(rows)
    ]
    every = [*(costs.get(name, Fraction(0)) for name in names), *(Fraction(0) for _ in slacks)]
    found = simplex.least(every, matrix, [side for _, _, side in rows])
    assert found is not None
    return found


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
