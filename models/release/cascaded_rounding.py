"""Cascaded rounding: noisy counts rounded so that the rounded ones have the rounded total.

Official statistics round tables to a base and want the margins to agree; cascade rounding rounds running totals
and shows their differences. Done to noisy counts it is post-processing, and nothing is lost beyond log(2) for one
count that moves by one. Done to true counts, with noise for the total alone, it shows what it should hide.
Rounding at random to a base without noise ("random rounding") has no epsilon either.
"""

from faier import Int, Vector, clamp, flip, geometric, log, mechanism, one, private

N = 2
CELLS = 2
BASE = 2


def rounded(total):
    return BASE * ((total + BASE // 2) // BASE)


def cascade(counts):
    shown = [0] * CELLS
    for index in range(CELLS):
        shown[index] = rounded(sum(counts[: index + 1])) - rounded(sum(counts[:index]))
    return tuple(shown)


@private(epsilon=log(2), neighbors=one(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(1), expect="refuted")
@mechanism
def cascaded_rounding(counts: Vector[Int[0, N], CELLS]):
    return cascade([clamp(count + geometric(1 / 2), 0, N) for count in counts])


@private(epsilon=log(2), neighbors=one(1), expect="refuted", name="true counts are rounded, only the total has noise")
@mechanism
def noise_on_the_total(counts: Vector[Int[0, N], CELLS]):
    total = clamp(sum(counts) + geometric(1 / 2), 0, N * CELLS)
    return *cascade(counts), rounded(total)


@private(
    epsilon=log(1000), neighbors=one(1), expect="refuted", name="random rounding alone: multiples of the base stay"
)
@mechanism
def random_rounding(counts: Vector[Int[0, N], CELLS]):
    return tuple([count + (count % BASE) * (1 if flip(1 / 2) else -1) for count in counts])
