"""The records of a chain, those that are alike together.

Records of a stationary chain are alike. Those of any other are told one by one until their chances are those of the
stationary distribution, up to a factor: the next chances are a mean of these, in proportion to the stationary ones, so
the factor that bounds them comes nearer to 1 with each step, and what bounds one record bounds all later ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from flint import arb, arb_mat, ctx, fmpq

from faier.calibration.quilts.chains import Chain, stationary
from faier.calibration.quilts.influence import Ratios, Sides, Support
from faier.calibration.quilts.records import Records
from faier.calibration.quilts.scale import BITS

ALONE = 5_000
"""So many records are looked at one by one."""

SETTLED = arb("1e-10")
"""Chances are settled when they differ by no more than this part."""


def alike_records(chain: Chain) -> Iterator[Records]:
    """The records, from the first on."""
    sides = Sides(chain)
    if chain.start == "stationary":
        law = stationary(chain.moves)
        yield Records(sides, 1, chain.length, _weights([arb(chance) for chance in law]))
    elif chain.start == "any":
        yield from _from_anywhere(sides)
    else:
        yield from _from_law(sides, chain.start)


def _weights(law: Sequence[arb]) -> list[list[arb | None]]:
    """The ratio of the chances of every two values that are possible."""
    with ctx.workprec(BITS):
        return [[None if x.is_zero() or y.is_zero() else y / x for y in law] for x in law]


def _from_law(sides: Sides, start: Sequence[fmpq]) -> Iterator[Records]:
    """The first record has this distribution."""
    length, limit = sides.chain.length, _limit(sides.chain)
    moves = sides.balls.at(1)
    with ctx.workprec(BITS):
        law = arb_mat([[arb(chance) for chance in start]])
    supports: list[Support] = []
    for record in range(1, length + 1):
        entries = law.tolist()[0]
        supports.append(frozenset(x for x, chance in enumerate(entries) if not chance.is_zero()))
        factor = None if limit is None or len(supports[-1]) < len(entries) else _factor(entries, limit)
        if limit is not None and factor is not None and (factor < 1 + SETTLED or record > ALONE):
            with ctx.workprec(BITS):
                bounds = [[None if w is None else w * factor for w in row] for row in _weights(limit)]
            yield Records(sides, record, length, bounds)
            return
        if record > ALONE:
            raise ValueError(f"{ALONE} records of this chain differ, and nothing is known of the {length} in general")
        yield Records(sides, record, record, _weights(entries), _support(supports, record))
        with ctx.workprec(BITS):
            law = law * moves


def _support(supports: Sequence[Support], record: int) -> Callable[[int], Support | None]:
    return lambda steps: supports[record - steps - 1]


def _factor(law: Sequence[arb], limit: Sequence[arb]) -> arb:
    """How much further apart two values' chances can be than in the limit."""
    with ctx.workprec(BITS):
        parts = [chance / last for chance, last in zip(law, limit, strict=True)]
        most, least = parts[0], parts[0]
        for part in parts[1:]:
            most, least = most.max(part), least.min(part)
        return most / least


def _limit(chain: Chain) -> list[arb] | None:
    """The stationary distribution, where there is one and it leaves out no value."""
    try:
        law = stationary(chain.moves)
    except ValueError:
        return None
    with ctx.workprec(BITS):
        return [arb(chance) for chance in law] if all(law) else None


def _from_anywhere(sides: Sides) -> Iterator[Records]:
    """The first record has any distribution: what it knows of a record are the ratios at that distance, which fall."""
    length, limit = sides.chain.length, _limit(sides.chain)
    first, last = 1, 1
    while last < length and not (limit is not None and _settled(_apart(sides, first), limit)):
        yield _range(sides, first, last)
        first, last = last + 1, min(2 * last, length)
    yield _range(sides, first, length)


def _range(sides: Sides, first: int, last: int) -> Records:
    """The first of them is known best by the first record of all."""
    apart, size = _apart(sides, first), range(sides.chain.states)
    impossible = {x for x in size if apart[x][x].is_zero()}
    weights: list[list[arb | None]] = [
        [None if x in impossible or y in impossible else apart[x][y] for y in size] for x in size
    ]
    middle = (first + last) // 2
    parts = None if first == last else lambda: (_range(sides, first, middle), _range(sides, middle + 1, last))
    return Records(sides, first, last, weights, parts=parts)


def _apart(sides: Sides, record: int) -> Ratios:
    """By how much the chance of the second value can exceed that of the first."""
    size = range(sides.chain.states)
    if record == 1:
        return [[arb(1) if x == y else arb.pos_inf() for y in size] for x in size]
    columns = sides.exactly_before(record - 1, None)
    return [[columns[y][x] for y in size] for x in size]


def _settled(apart: Ratios, limit: Sequence[arb]) -> bool:
    with ctx.workprec(BITS):
        return all(
            ratio < (1 + SETTLED) * limit[y] / limit[x] for x, row in enumerate(apart) for y, ratio in enumerate(row)
        )
