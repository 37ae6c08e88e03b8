"""Letters in place of all integers that are told further out than some, so that no output has a greater ratio.

Far out, at distance x, each run tells x with weight sum of c[i] * f[i](x), where f[i](x) = x**power * base**x are the
same for all runs, sorted so that h[i](x) = f[i](x) / f[i](n), from n on, falls with i. That weight is

    sum over i of (h[i](x) - h[i + 1](x)) * (c[0] * f[0](n) + ... + c[i] * f[i](n)),

and what stands before the partial sums is not negative and the same for all runs. So the ratio of an output is at most
the greatest where one of the partial sums, if none is negative, stands for the weight of x.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import pairwise

from faier.exact import ONE, ZERO, Number, Undecidable, compare, epsilons, sign, unknowns
from faier.exact import tails as exact
from faier.exact.tails import Tail, Term


@dataclass(frozen=True)
class Side:
    """The functions at one end, and how much of each partial sum there is in all that is further out than `start`."""

    start: int
    terms: tuple[tuple[Number, int], ...]
    shares: tuple[Number, ...]

    def weights(self, tail: Tail) -> list[Number] | None:
        """The weights of the letters that stand for what is further out; None if one is negative. The last partial
        sum is the weight of `start` itself, which is a letter of its own."""
        values = {(base, degree): _known(exact.at(((base, degree, c),), self.start)) for base, degree, c in tail}
        total, found = ZERO, []
        for term, share in zip(self.terms, self.shares, strict=True):
            total = total + values.get(term, ZERO)
            if sign(total) < 0:
                return None
            found.append(total * share)
        return found[:-1]


def side(terms: Iterable[tuple[Number, int]], start: int) -> Side | None:
    """The end at which these functions are summed, from `start` on; None where they are in no order there."""
    ordered = sorted(terms, key=cmp_to_key(_falls))
    if any(degree for _, degree in ordered) and start < 1:
        return None
    for (slow, less), (fast, more) in pairwise(ordered):
        # From x to x + 1 the quotient changes by (1 + 1 / x) ** (more - less) * fast / slow, the more the less x is.
        change = fast / slow * ((ONE * (start + 1) / start) ** (more - less) if more != less else ONE)
        if compare(change, ONE) > 0:
            return None
    sums = [_beyond((base, degree, ONE), start) for base, degree in ordered]
    shares = [one - other for one, other in pairwise([*sums, ZERO])]
    return Side(start, tuple(ordered), tuple(shares))


def _falls(one: tuple[Number, int], other: tuple[Number, int]) -> int:
    """Functions that fall more slowly go first."""
    return compare(_known(other[0]), _known(one[0])) or other[1] - one[1]


def _known(number: Number) -> Number:
    if unknowns(number) or epsilons(number):
        raise Undecidable("what is told is not compared far out where something is unknown")
    return number


def _beyond(term: Term, start: int) -> Number:
    """The sum of the function over all that is further out, in relation to its value at the start."""
    return exact.at(exact.onward((term,), ONE), start + 1) / exact.at((term,), start)
