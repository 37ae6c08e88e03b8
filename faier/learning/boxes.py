"""Counts become intervals in which the probabilities of a chain lie, all of them at once, with a stated confidence.

What follows a state is drawn anew at each visit, but how many visits there are is itself left to chance, so intervals
for a fixed number of trials (Clopper and Pearson's) would promise too much. These hold for every number of visits at
once, however it came about: for a success probability p, the mixture over Beta(1/2, 1/2) of the likelihoods of k
successes in n trials, divided by their likelihood under p, is a martingale, so it ever reaches 1/alpha with
probability alpha at most (Ville's inequality). The interval is where it has not. With m unknown probabilities each
gets alpha = (1 - confidence) / m. Ends are decimals, rounded outward; that they are outside is decided by balls.
"""

from __future__ import annotations

from functools import lru_cache

from flint import arb, ctx, fmpq

PRECISION = 128
DIGITS = 12
# An interval is at least so many units of its last digit wide, and each end at least a part of what it could be.
FINENESS, KEPT = 100, fmpq(9, 10)


def interval(successes: int, trials: int, alpha: fmpq) -> tuple[fmpq, fmpq]:
    """Where the probability lies but for a chance of `alpha`; the ends are decimals."""
    low = _outside(successes, trials, alpha, DIGITS)
    gap = _outside(trials - successes, trials, alpha, DIGITS)
    width = 1 - gap - low
    enough = next((digits for digits in range(2, DIGITS) if width * 10**digits >= FINENESS), DIGITS)
    ends = [
        next(
            end
            for digits in range(enough, DIGITS + 1)
            if (end := _outside(count, trials, alpha, digits)) >= KEPT * finest
        )
        for count, finest in ((successes, low), (trials - successes, gap))
    ]
    return ends[0], 1 - ends[1]


@lru_cache(maxsize=4096)
def _outside(successes: int, trials: int, alpha: fmpq, digits: int) -> fmpq:
    """The greatest decimal below the frequency that certainly is outside, or 0."""
    if not successes:
        return fmpq(0)
    unit = 10**digits
    kept, refused = 0, successes * unit // trials + 1
    while refused - kept > 1:
        middle = (kept + refused) // 2
        if middle * trials < successes * unit and excluded(fmpq(middle, unit), successes, trials, alpha):
            kept = middle
        else:
            refused = middle
    return fmpq(kept, unit)


def excluded(probability: fmpq, successes: int, trials: int, alpha: fmpq) -> bool:
    """Whether the mixture certainly is 1/alpha times as likely as this probability, or more."""
    with ctx.workprec(PRECISION):
        half = arb(1) / 2
        one, other = arb(successes) + half, arb(trials - successes) + half
        mixed = one.lgamma() + other.lgamma() - arb(trials + 1).lgamma() - arb.pi().log()
        likelihood = successes * arb(probability).log() + (trials - successes) * arb(1 - probability).log()
        return bool(mixed - likelihood + arb(alpha).log() >= 0)
