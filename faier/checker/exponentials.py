"""Sums of a e^(r EPS + p): that one is at least 0 for every EPS > 0 is seen from its terms, however fine the r are.

On a piece from `low` to `high`, the last of which has no end, a proof is one of
- "sums": at `low`, the terms in descending order of r have partial sums that are not negative;
- ["chord", "s"]: for g = f e^(-s EPS), at both ends g >= 0 and g >= (high - low)^2 M / 8, where M is the sum of the
  terms of g'', each where it is greatest;
- ["rise", "s", proof]: f(low) >= 0, and the proof is one for the sum of (r - s) a e^(r EPS + p) on the piece.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby, pairwise

from .forms import ZERO, Form, Number, Polynomial, summed
from .outcome import Budget, Invalid
from .series import sign
from .values import fraction_of

SERIES = 20  # steps of work that a power of e takes

Terms = list[tuple[Fraction, Fraction, Fraction]]  # r, p and a, in descending order of r


def terms_of(top: Polynomial) -> Terms | None:
    """None where there is another unknown."""
    found = [(dict(monomial), amount) for monomial, amount in top.items() if amount]
    if any(set(powers) - {"e", "^EPS"} for powers, _ in found):
        return None
    return sorted(((powers.get("^EPS", ZERO), powers.get("e", ZERO), amount) for powers, amount in found), reverse=True)


def sums(terms: Terms, budget: Budget, at: Fraction = ZERO) -> bool:
    """Whether the terms at a point have partial sums, after all of each r, that are not negative."""
    total: Number = ZERO
    for _, group in groupby(terms, lambda term: term[0]):
        total = total + _value(group, at)
        if _negative(total, budget):
            return False
    return True


def pieces(terms: Terms, tree: dict[str, object], budget: Budget) -> bool:
    """Whether proofs on pieces show the sum to be at least 0: `tree` has [where it begins, proof] for each."""
    listed = tree.get("pieces") if len(tree) == 1 else None
    if not isinstance(listed, list) or not all(isinstance(item, list) and len(item) == 2 for item in listed):
        raise Invalid("pieces are not a list of where they begin and their proofs")
    begun = [fraction_of(low) for low, _ in listed]
    if begun[:1] != [0] or any(low >= high for low, high in pairwise(begun)):
        raise Invalid("pieces do not begin at 0 and ascend")
    every = zip(begun, [*begun[1:], None], listed, strict=True)
    return all(_proved(terms, low, high, proof, budget) for low, high, (_, proof) in every)


def _proved(terms: Terms, low: Fraction, high: Fraction | None, proof: object, budget: Budget) -> bool:
    match proof:
        case "sums":
            return sums(terms, budget, low)
        case ["chord", str() as text] if high is not None:
            shift, share = fraction_of(text), (high - low) ** 2 / 8
            terms = [(rate - shift, power, amount) for rate, power, amount in terms]
            bend = summed(
                ({"e": rate * (high if (amount > 0) == (rate > 0) else low) + power}, -share * rate * rate * amount)
                for rate, power, amount in terms
            )
            ends = [_value(terms, at) for at in (low, high)]
            return not any(_negative(end + more, budget) for end in ends for more in (ZERO, bend))
        case ["rise", str() as text, inner]:
            shift = fraction_of(text)
            risen = [(rate, power, (rate - shift) * amount) for rate, power, amount in terms if rate != shift]
            return not _negative(_value(terms, low), budget) and _proved(risen, low, high, inner, budget)
    raise Invalid("a proof on a piece is of no known kind")


def _value(terms: Iterable[tuple[Fraction, Fraction, Fraction]], at: Fraction) -> Number:
    return summed(({"e": rate * at + power}, amount) for rate, power, amount in terms)


def _negative(value: Number, budget: Budget) -> bool:
    budget.spend(SERIES * len(value.top) if isinstance(value, Form) else 1)
    return sign(value) < 0
