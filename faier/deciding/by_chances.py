"""Priors whose probabilities are unknown reals, with a delta, where noise without bounds is shown.

What is shown given a secret has chances that are quotients of polynomials of the unknowns. In a box, and times a common
denominator, they are sums of Bernstein polynomials, none of them negative: so both laws are mixtures of laws, with the
same shares on both sides. What exceeds is convex in such pairs: the claim holds in the box where each pair keeps it.
Those of the corners are the laws there. Boxes that tell nothing are halved.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import comb, prod
from typing import TypeVar

from flint import fmpq

from faier.deciding.by_boxes import at_values
from faier.deciding.finding import Delta
from faier.deciding.laws import Compared, within
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.excess import Divergence, divergence
from faier.engines.density.law import Lattice, Law, Product
from faier.engines.density.mixture import Part, merged
from faier.engines.density.rounding import above, below
from faier.engines.density.several import reduced
from faier.engines.density.weighing import Unread
from faier.engines.verdict import Coverage, Proved, Undecided, Verdict
from faier.exact import ONE, ZERO, Number, coefficients, compare, enclose, numerator_denominator
from faier.lang.judging import Box
from faier.lang.syntax import ProbabilityType, RealType
from faier.limits import LimitReached, Limits

# So many boxes are looked at; narrower ones are not halved; so many pairs are compared in one.
MOST, NARROW, PAIRS = 1_000, fmpq(1, 10**9), 400
# Ends of a least delta are so close, with so many bits.
CLOSE, BITS = fmpq(1, 10**9), 128
# Corners are looked at where there are so few unknowns.
CORNERS = 4
EMPTY = Law({}, {})
ALL = Coverage(1, True)

Values = Mapping[str, fmpq]
Form = dict[tuple[int, ...], fmpq]


@dataclass(frozen=True)
class Chances:
    """Two laws, and their chances and 1 as polynomials of these degrees, times one common denominator."""

    one: Compared
    forms: Mapping[Number, Form]
    degrees: tuple[int, ...]


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where the unknowns are of another kind."""
    read = _read(question, limits)
    if read is None:
        return None
    try:
        return _checked(question, *read, limits)
    except Unread:
        return None


def _checked(question: Question, box: Box, every: list[Chances], limits: Limits) -> Verdict:
    assert question.prior is not None
    assert question.delta is not None
    waiting = [box]
    for _ in range(MOST):
        if not waiting:
            return Proved(ALL, "density")
        limits.check()
        box = waiting.pop()
        if all(_keeps(question, one, box, limits) for one in every):
            continue
        for values in (_middle(box), *_corners(question, box)):
            laws = (_at(one, values) for one in every)
            if any(compare(_divergence(question, both, limits).low, question.delta) > 0 for both in laws):
                return at_values(question, question.prior.name, values, limits)
        if _width(box) < NARROW:
            break
        waiting += _halves(box)
    reason = "what exceeds for some probabilities of the prior is too near to the delta"
    return Undecided(Coverage(0, False), "density", reason)


def no_bound(question: Question, store: Store, limits: Limits, *_: object) -> None:
    """No least epsilon is looked for."""


def least_delta(question: Question, limits: Limits) -> Delta | None:
    """The least delta that is enough for all values, between two ends; None where the unknowns are of another kind."""
    read = _read(question, limits)
    if read is None:
        return None
    box, every = read
    low: Number = ZERO
    heap: list[tuple[fmpq, int, Box]] = []
    count = 0

    def add(box: Box) -> None:
        nonlocal low, count
        count += 1
        high: Number = ZERO
        for one in every:
            for values in (_middle(box), *(_corners(question, box, whole=True) if count == 1 else ())):
                low = _larger(low, _divergence(question, _at(one, values), limits, close=True).low)
            pairs = _pairs(one, box)
            found = ONE if pairs is None else ZERO
            for both in pairs or ():
                found = _larger(found, _divergence(question, both, limits, close=True).high)
            high = _larger(high, found)
        heapq.heappush(heap, (-above(enclose(high, BITS)), count, box))

    reason = None
    try:
        add(box)
        while -heap[0][0] > below(enclose(low, BITS)) + CLOSE and count < MOST and _width(heap[0][2]) > NARROW:
            for half in _halves(heap[0][2]):
                limits.check()
                add(half)
            heapq.heappop(heap)
    except Unread:
        return None
    except LimitReached as reached:
        reason = reached.text
    upper = max(-heap[0][0] if heap else ONE, below(enclose(low, BITS)))
    return Delta(upper, ALL, reason, low)


def _read(question: Question, limits: Limits) -> tuple[Box, list[Chances]] | None:
    prior = question.prior
    if prior is None or question.engine != "auto" or question.unknown_epsilon or question.delta == 0:
        return None
    box: dict[str, tuple[fmpq, fmpq]] = {}
    for item in prior.parameters:
        if isinstance(item.type, RealType):
            box[item.name] = item.type.low, item.type.high
        elif isinstance(item.type, ProbabilityType):
            box[item.name] = ZERO, ONE
    if not box or set(box) != set(question.unknown_reals):
        return None
    try:
        read = [_chances(one, box) for one in within(question, limits, box, several=True)]
    except Unread:
        return None
    return box, read


def _chances(one: Compared, box: Box) -> Chances:
    """`Unread` where chances are no quotients of polynomials with rational coefficients."""
    if one.more.formulas or one.less.formulas:
        raise Unread("unknowns are in what is shown, too")
    weights = {weight for law in (one.more, one.less) for weight in _weights(law)}
    denominator = prod({numerator_denominator(weight)[1] for weight in weights}, start=ONE)
    forms = {number: _form(number, denominator, list(box)) for number in (*weights, ONE)}
    degrees = tuple(max((row[axis] for form in forms.values() for row in form), default=0) for axis in range(len(box)))
    if prod(degree + 1 for degree in degrees) > PAIRS:
        raise Unread("chances are polynomials of a high degree")
    return Chances(one, forms, degrees)


def _form(number: Number, denominator: Number, names: list[str]) -> Form:
    """The number times the denominator."""
    try:
        terms = coefficients(number * denominator, names)
    except ValueError:
        raise Unread("a chance is no quotient of polynomials") from None
    form = {row: value for row, value in terms.items() if isinstance(value, fmpq)}
    if len(form) < len(terms):
        raise Unread("chances have powers of e in them")
    return form


def _keeps(question: Question, one: Chances, box: Box, limits: Limits) -> bool:
    pairs = _pairs(one, box)
    assert question.delta is not None
    return pairs is not None and all(
        compare(_divergence(question, both, limits).high, question.delta) <= 0 for both in pairs
    )


def _pairs(one: Chances, box: Box) -> list[tuple[Law, Law]] | None:
    """The pairs of laws that both are mixtures of in the box; None where this is not seen."""
    ends = list(box.values())
    forms = {number: _bernstein(form, one.degrees, ends) for number, form in one.forms.items()}
    shares = forms[ONE]
    sign = 1 if all(share >= 0 for share in shares.values()) else -1
    if any(sign * value < 0 for form in forms.values() for value in form.values()):
        return None
    found = []
    for row, share in shares.items():
        if share:
            weights = {number: form[row] / share for number, form in forms.items()}
            found.append((_with(one.one.more, weights), _with(one.one.less, weights)))
        elif any(form[row] for form in forms.values()):
            return None
    return found


def _bernstein(form: Form, degrees: tuple[int, ...], ends: list[tuple[fmpq, fmpq]]) -> Form:
    """The coefficients of all Bernstein polynomials of these degrees on the box."""
    for axis, (degree, (low, high)) in enumerate(zip(degrees, ends, strict=True)):
        moved: Form = {}
        for row, value in form.items():
            power = row[axis]
            for to in range(power + 1):
                place = (*row[:axis], to, *row[axis + 1 :])
                share = comb(power, to) * low ** (power - to) * (high - low) ** to
                moved[place] = moved.get(place, ZERO) + share * value
        form = {}
        for row, value in moved.items():
            for index in range(row[axis], degree + 1):
                place = (*row[:axis], index, *row[axis + 1 :])
                form[place] = form.get(place, ZERO) + fmpq(comb(index, row[axis]), comb(degree, row[axis])) * value
    return {row: form.get(row, ZERO) for row in product(*(range(degree + 1) for degree in degrees))}


def _at(one: Chances, values: Values) -> tuple[Law, Law]:
    """The laws at a place, or what they come near to there."""
    pairs = _pairs(one, {name: (value, value) for name, value in values.items()})
    return (EMPTY, EMPTY) if not pairs else pairs[0]


def _divergence(question: Question, both: tuple[Law, Law], limits: Limits, close: bool = False) -> Divergence:
    """As `close` as it can be, or as is needed to tell it from the delta."""
    return divergence(*reduced(*both, limits), question.budget, limits, None if close else question.delta)


def _weights(law: Law) -> Iterator[Number]:
    yield from law.atoms.values()
    yield from (one.weight for found in law.densities.values() for one in found)
    yield from (one.weight for found in law.integers.values() for one in found)
    yield from (one.weight for found in law.several.values() for one in found)


def _with(law: Law, weights: Mapping[Number, fmpq]) -> Law:
    """The law with these in place of its weights."""
    return Law(
        {output: weights[old] for output, old in law.atoms.items() if weights[old]},
        {output: merged(_changed(found, weights)) for output, found in law.densities.items()},
        {output: _changed(found, weights) for output, found in law.integers.items()},
        {},
        {output: _changed(found, weights) for output, found in law.several.items()},
    )


T = TypeVar("T", Part, Lattice, Product)


def _changed(found: Iterable[T], weights: Mapping[Number, fmpq]) -> tuple[T, ...]:
    return tuple(replace(one, weight=weights[one.weight]) for one in found if weights[one.weight])


def _middle(box: Box) -> dict[str, fmpq]:
    return {name: (low + high) / 2 for name, (low, high) in box.items()}


def _corners(question: Question, box: Box, whole: bool = False) -> list[dict[str, fmpq]]:
    """The corners that are values of the unknowns, or with `whole` what values come near to."""
    if len(box) > CORNERS:
        return []
    prior = question.prior
    assert prior is not None
    open_ = {item.name for item in prior.parameters if isinstance(item.type, ProbabilityType)}
    every = (dict(zip(box, corner, strict=True)) for corner in product(*box.values()))
    return [corner for corner in every if whole or not any(corner[name] in (0, 1) for name in open_)]


def _width(box: Box) -> fmpq:
    return max(high - low for low, high in box.values())


def _halves(box: Box) -> list[Box]:
    name = max(box, key=lambda name: box[name][1] - box[name][0])
    (low, high), middle = box[name], sum(box[name], start=ZERO) / 2
    return [{**box, name: (low, middle)}, {**box, name: (middle, high)}]


def _larger(one: Number, other: Number) -> Number:
    return other if compare(other, one) > 0 else one
