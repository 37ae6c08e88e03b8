"""How fast chains forget: the least chance in the long run and the eigengap, in exact numbers that are safe.

A floating eigenvalue is a guess. That no eigenvalue but the first is beyond it is certified: a symmetric matrix of
exact numbers is positive definite, by its pivots in balls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flint import arb, arb_mat, ctx, fmpq

from faier.calibration.quilts.chains import Chain, Number, exact_number, reversed_moves, stationary
from faier.calibration.quilts.scale import BITS
from faier.extras import needed

MARGINS = tuple(fmpq(1, 10**digits) for digits in (12, 10, 8, 6, 4))
"""How far beyond the guess an eigenvalue may be, from the best to the worst."""


@dataclass(frozen=True)
class Mixing:
    """After t steps, chances differ from the stationary ones by no more than the part exp(-rate t) / least; no
    stationary chance is less than `least`."""

    least: fmpq
    rate: fmpq


def mixing(chains: Chain | Iterable[Chain], *, reversal: bool | None = None) -> Mixing:
    """What holds for all of these chains. The rate is the eigengap of a reversible chain (Song, Wang and Chaudhuri,
    Lemma B.5), else half of that of the chain's product with its time reversal (Song and Chaudhuri, Lemma II.3);
    `reversal=True` takes that one always. An eigenvalue 1 that comes twice leaves no gap."""
    each = [chains] if isinstance(chains, Chain) else list(chains)
    found = [_of_chain(chain, reversal) for chain in each]
    return Mixing(min(one.least for one in found), min(one.rate for one in found))


def known_mixing(least: Number, rate: Number) -> Mixing:
    """Bounds that are known from elsewhere."""
    made = Mixing(exact_number(least), exact_number(rate))
    if not (0 < made.least <= 1 and made.rate > 0):
        raise ValueError("the least chance is between 0 and 1, and the rate more than 0")
    return made


def is_reversible(moves: Sequence[Sequence[fmpq]]) -> bool:
    """Whether the stationary chain looks the same backwards."""
    law = stationary(moves)
    size = range(len(moves))
    return all(law[x] * moves[x][y] == law[y] * moves[y][x] for x in size for y in range(x))


def _of_chain(chain: Chain, reversal: bool | None) -> Mixing:
    law = stationary(chain.moves)
    if not all(law):
        raise ValueError("some states have no chance in the long run: what is known of chains that mix does not apply")
    product = reversal is True or not is_reversible(chain.moves)
    second = _second(chain.moves, law, product)
    if second is None:
        raise ValueError("the chain is not certain to mix: beside 1 there is another eigenvalue of length 1")
    return Mixing(min(law), (1 - second) / 2 if product else 1 - second)


def _second(moves: Sequence[Sequence[fmpq]], law: Sequence[fmpq], product: bool) -> fmpq | None:
    """Not less than the length of any eigenvalue but the first, and less than 1."""
    size = range(len(law))
    with ctx.workprec(BITS):
        chances = [arb(chance) for chance in law]
        flow = arb_mat([[arb(law[x]) * arb(moves[x][y]) for y in size] for x in size])
        if product:
            flow = flow * arb_mat([[arb(chance) for chance in row] for row in reversed_moves(moves, law)])
        rest = [[flow[x, y] - chances[x] * chances[y] for y in size] for x in size]
        guess = fmpq(round(_guess(rest, chances) * 10**15), 10**15)
        for margin in MARGINS:
            bound = max(guess, fmpq(0)) + margin
            if bound < 1 and all(
                _is_positive([[(bound * chances[x] if x == y else 0) + sign * rest[x][y] for y in size] for x in size])
                for sign in ((-1,) if product else (-1, 1))
            ):
                return bound
    return None


def _guess(rest: Sequence[Sequence[arb]], law: Sequence[arb]) -> float:
    """The length of the greatest eigenvalue of a symmetric matrix, where its coordinates weigh as much as this law."""
    needed("calibrate", "numpy")
    import numpy

    weights = numpy.sqrt([float(chance.mid()) for chance in law])
    matrix = numpy.array([[float(entry.mid()) for entry in row] for row in rest])
    return float(numpy.abs(numpy.linalg.eigvalsh(matrix / weights[:, None] / weights[None, :])).max())


def _is_positive(rows: list[list[arb]]) -> bool:
    """Whether a symmetric matrix, which is changed on the way, is certainly positive definite."""
    for place, row in enumerate(rows):
        if not row[place] > 0:
            return False
        for other in rows[place + 1 :]:
            factor = other[place] / row[place]
            for column in range(place + 1, len(row)):
                other[column] -= factor * row[column]
    return True
