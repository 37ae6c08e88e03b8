"""Obligations with unknowns -> proved on the whole box, or refuted at a point, exactly.

With c = e^epsilon an obligation says that h = c * right - left is nowhere negative. Over the unit cube of
`domain`, h is a fraction of polynomials whose coefficients are exact constants; n, numerator times
denominator, has the sign of h. Bernstein coefficients of n that are not rational are replaced by rationals just
below them: Bernstein polynomials are not negative, so this makes n smaller everywhere. If all coefficients of
the result on a box are >= 0, n is nowhere negative on the box. A point at which h itself is negative refutes; its
sign is decided exactly. Boxes that settle neither way are halved. On open intervals only points inside count.

Complete for strict inequalities: what holds with a margin, or fails somewhere, is decided by enough halvings.

Where the unknown epsilon is the only unknown and its exponents are many steps apart, h is taken for what it is, a sum
of exponentials (`exact.exponential_sums`): a polynomial would have a degree that has nothing to do with its terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeAlias

from flint import fmpq

from faier.engines.algebra.domain import Domain, factor
from faier.engines.algebra.obligations import Obligation
from faier.exact import (
    Epsilon,
    Number,
    Symbolic,
    TooLarge,
    Undecidable,
    bounds,
    coefficients,
    epsilons,
    exponential_sums,
    numerator_denominator,
    sign,
    substitute,
)
from faier.exact.bernstein import Bernstein, Box, Point, bernstein, bernstein_below, split, vertices
from faier.exact.roots import NonNegative, sign_on
from faier.exact.simplest import simplest_between
from faier.limits import Limits

UNIT = (fmpq(0), fmpq(1))
# Halvings of the cube for one obligation before the engine gives up.
MAXIMAL_BOXES = 20_000
# So many common steps apart the exponents of an unknown epsilon may be for polynomials to be tried first.
MAXIMAL_STEPS = 60
# Digits to which constants that are not rational are enclosed: the first try, and the last.
DIGITS = (20, 60, 180)
# Digits to which e^epsilon is enclosed where it cannot be handled exactly.
FACTOR_DIGITS = 60
TOO_CLOSE = f"it is closer than {FACTOR_DIGITS} digits of e^epsilon tell"


@dataclass(frozen=True)
class Holds:
    """`boxes` cover the cube; on each the Bernstein coefficients are not negative. `digits`: how closely the
    constants were enclosed (0: they are rational). With one unknown, `roots` or `pieces` is the proof instead."""

    obligation: Obligation
    boxes: tuple[Box, ...]
    digits: int
    roots: NonNegative | None = None
    pieces: exponential_sums.Proof | None = None


@dataclass(frozen=True)
class Fails:
    """The obligation is violated at `point` of the cube, which lies in the domain; or where the only unknown, an
    epsilon, has the value `epsilon`."""

    obligation: Obligation
    point: Point
    epsilon: fmpq | None = None


@dataclass(frozen=True)
class Open:
    """The engine gave up: `reason` says why, `box` is one that it could not settle."""

    obligation: Obligation
    reason: str


Answer: TypeAlias = Holds | Fails | Open


def decide(items: Sequence[Obligation], domain: Domain, epsilon: Epsilon, limits: Limits) -> tuple[Answer, ...]:
    """The answers, up to and including the first violation."""
    return tuple(answers(items, domain, epsilon, limits))


def answers(
    items: Sequence[Obligation], domain: Domain, epsilon: Epsilon, limits: Limits, simple: bool = True
) -> Iterator[Answer]:
    """The same one by one. The `simple` points are tried on all obligations at once: where an obligation fails at one
    of them, that is the only answer."""
    if only_epsilon(domain):
        return _one_by_one([_Sum(item, domain, epsilon) for item in items], limits)
    claims = [_Inequality(item, domain, factor(epsilon)) for item in items]
    for point in _simple_points(len(domain.variables)) if simple else ():
        for claim in claims:
            if claim.negative_at(point):
                return iter((Fails(claim.obligation, point),))
        limits.spend(1)
    return _one_by_one(claims, limits)


def _one_by_one(claims: Sequence[_Inequality | _Sum], limits: Limits) -> Iterator[Answer]:
    for number, claim in enumerate(claims):
        limits.reached(number / len(claims))
        answer = claim.decide(limits)
        yield answer
        if isinstance(answer, Fails):
            return


def nonnegative(number: Number, domain: Domain, limits: Limits) -> Answer:
    """Whether a weight is nowhere negative: it must be a probability for every value of the unknowns."""
    obligation = Obligation(fmpq(0), number, ())
    claim = _Sum(obligation, domain, Epsilon()) if only_epsilon(domain) else _Inequality(obligation, domain, fmpq(1))
    return claim.decide(limits)


def only_epsilon(domain: Domain) -> bool:
    """Whether the unknown epsilon is the only unknown."""
    return len(domain.variables) == 1 and domain.variables[0].scale != 0


@dataclass(frozen=True)
class _Sum:
    """One obligation in which the unknown epsilon alone is unknown."""

    obligation: Obligation
    domain: Domain
    epsilon: Epsilon

    def decide(self, limits: Limits) -> Answer:
        """As a sum of exponentials where a polynomial would be large; what that leaves open is tried as one."""
        obligation = self.obligation
        terms = exponential_sums.excess(obligation.left, obligation.right, self.epsilon, self.domain.names[0])
        if terms and max(self._steps(terms), self.domain.variables[0].scale) > MAXIMAL_STEPS:
            found = exponential_sums.nonnegative(terms, lambda: limits.spend(1))
            if isinstance(found, exponential_sums.Proof):
                return Holds(obligation, (), 0, pieces=found)
            if isinstance(found, exponential_sums.Below):
                return Fails(obligation, (), found.at)
        return _Inequality(obligation, self.domain, factor(self.epsilon)).decide(limits)

    def _steps(self, terms: exponential_sums.Terms) -> int:
        """How many common steps the exponents are apart."""
        rates = [rate for rate, _ in terms]
        return int((max(rates) - min(rates)) * self.domain.variables[0].scale)


class _Inequality:
    """One obligation, prepared: h on the cube, as `difference`, of which a proof speaks, and as `larger`, of which a
    refutation does. They are the same unless c is enclosed: then h lies between them."""

    def __init__(self, obligation: Obligation, domain: Domain, c: Number) -> None:
        self.obligation = obligation
        self.domain = domain
        try:
            self.difference = self.larger = domain.unit(c * obligation.right - obligation.left)
        except TooLarge:
            if epsilons(c):
                raise
            # An epsilon such as 1999997/3000000 beside exp(1/3): rationals around c stand for it.
            low, high = bounds(c, FACTOR_DIGITS)
            self.difference = domain.unit(low * obligation.right - obligation.left)
            self.larger = domain.unit(high * obligation.right - obligation.left)
        self.inside = tuple(variable.open for variable in domain.variables)

    def negative_at(self, point: Point) -> bool:
        """Whether h is negative at a point of the domain, exactly; where it is undefined or undecidable, no."""
        values: dict[str, Number] = dict(zip(self.domain.names, point, strict=True))
        try:
            return sign(substitute(self.larger, values)) < 0
        except (ZeroDivisionError, Undecidable):
            return False

    def decide(self, limits: Limits) -> Answer:
        if not self.inside or not isinstance(self.difference, Symbolic):
            return self._constant()
        try:
            above, below = numerator_denominator(self.difference)
            terms = coefficients(above * below, self.domain.names)
        except (TooLarge, ValueError) as error:
            return Open(self.obligation, f"the polynomials are too large: {error}")
        rational = all(isinstance(value, fmpq) for value in terms.values())
        if rational and len(self.inside) == 1:
            return self._univariate({at: value for at, value in terms.items() if isinstance(value, fmpq)}, limits)
        answer: Answer = Open(self.obligation, "no box was tried")
        for digits in (0,) if rational else DIGITS:
            try:
                answer = self._halve(form_below(terms, digits), digits, limits)
            except Undecidable as reason:
                return Open(self.obligation, str(reason))
            if not isinstance(answer, Open):
                break
        return answer

    def _constant(self) -> Answer:
        """No unknown is left: the sign is the same everywhere."""
        try:
            if sign(self.difference) >= 0:
                return Holds(self.obligation, ((UNIT,) * len(self.inside),), 0)
            if sign(self.larger) < 0:
                return Fails(self.obligation, (fmpq(1, 2),) * len(self.inside))
        except Undecidable as reason:
            return Open(self.obligation, str(reason))
        return Open(self.obligation, TOO_CLOSE)

    def _univariate(self, terms: dict[tuple[int, ...], fmpq], limits: Limits) -> Answer:
        """With one unknown and rational coefficients, root isolation always decides."""
        degree = max(exponents[0] for exponents in terms)
        answer = sign_on(
            [terms.get((power,), fmpq(0)) for power in range(degree + 1)], fmpq(0), fmpq(1), lambda: limits.spend(1)
        )
        if isinstance(answer, NonNegative):
            return Holds(self.obligation, ((UNIT,),), 0, answer)
        if self.difference is not self.larger and not self.negative_at((answer.at,)):
            return Open(self.obligation, TOO_CLOSE)
        return Fails(self.obligation, (answer.at,))

    def _halve(self, whole: Bernstein, digits: int, limits: Limits) -> Answer:
        waiting = [(whole, 0)]
        settled: list[Box] = []
        tried = 0
        while waiting:
            form, depth = waiting.pop()
            tried += 1
            if min(form.coefficients) >= 0:
                settled.append(form.box)
                continue
            violation = self._violation(form)
            if violation is not None:
                return Fails(self.obligation, violation)
            if tried >= MAXIMAL_BOXES or depth > 60 * len(form.box):
                return Open(self.obligation, f"{tried:,} boxes did not settle it: it may touch zero inside the box")
            limits.spend(1)
            waiting += [(half, depth + 1) for half in reversed(split(form, widest(form)))]
        return Holds(self.obligation, tuple(settled), digits)

    def _violation(self, form: Bernstein) -> Point | None:
        """A point of the domain in the box at which h is negative: simple ones first."""
        candidates = [
            tuple(simplest_between(low + (high - low) / 4, high - (high - low) / 4) for low, high in form.box)
        ]
        for corner, value in vertices(form):
            if value < 0:
                candidates.append(corner if self.domain.holds(corner) else self._near(corner, form.middle))
        for point in candidates:
            if self.domain.holds(point) and self.negative_at(point):
                return self.simplified(point)
        return None

    def _near(self, corner: Point, middle: Point) -> Point:
        """A point near a corner on the open boundary at which h is negative, if one is found: h is continuous
        where it is defined, so it exists whenever h is negative in the corner."""
        share = fmpq(1, 4)
        for _ in range(40):
            point = tuple(
                at + share * (center - at) if is_open and at in (0, 1) else at
                for at, is_open, center in zip(corner, self.inside, middle, strict=True)
            )
            if self.negative_at(point):
                return point
            share = share / 4
        return corner

    def simplified(self, point: Point) -> Point:
        """A violating point with small denominators, near the given one."""
        best = point
        for width in (fmpq(1, 2), fmpq(1, 4), fmpq(1, 16), fmpq(1, 64), fmpq(1, 1024), fmpq(1, 2**20)):
            near = tuple(simplest_between(max(fmpq(0), at - width), min(fmpq(1), at + width)) for at in point)
            if self.domain.holds(near) and self.negative_at(near):
                best = near
                break
        for axis in range(len(best)):
            for simple in (fmpq(1, 2), fmpq(1, 3), fmpq(2, 3), fmpq(1, 4), fmpq(3, 4)):
                tried = (*best[:axis], simple, *best[axis + 1 :])
                if best[axis].q > simple.q and self.negative_at(tried):
                    best = tried
                    break
        return best


def _simple_points(dimensions: int) -> Iterator[Point]:
    """Points of the open cube, simplest first. With one unknown root isolation finds the simplest by itself."""
    if dimensions < 2:
        return
    half = fmpq(1, 2)
    yield (half,) * dimensions
    for simple in ((1, 4), (3, 4), (1, 3), (2, 3), (1, 10), (9, 10), (1, 100), (99, 100)):
        yield (fmpq(*simple),) * dimensions
    ends = (fmpq(1, 10), fmpq(9, 10))
    yield from islice(product(ends, repeat=dimensions), 32)


def form_below(terms: dict[tuple[int, ...], Number], digits: int) -> Bernstein:
    """The form of the polynomial on the cube; where it is not rational, of one that is at most as large, with
    Bernstein coefficients just below."""
    rational = {exponents: value for exponents, value in terms.items() if isinstance(value, fmpq)}
    if len(rational) == len(terms):
        return bernstein(rational, (UNIT,) * len(next(iter(terms))))
    return bernstein_below(terms, lambda value: value if isinstance(value, fmpq) else bounds(value, digits)[0])


def widest(form: Bernstein) -> int:
    """The axis to halve: the widest of those along which the form varies."""
    axes: Iterable[int] = [axis for axis, degree in enumerate(form.degrees) if degree > 0]
    return max(axes, key=lambda axis: (form.box[axis][1] - form.box[axis][0], -axis), default=0)


__all__ = [
    "Answer",
    "Fails",
    "Holds",
    "Open",
    "answers",
    "decide",
    "form_below",
    "nonnegative",
    "only_epsilon",
    "widest",
]
