"""Two-sided geometric noise that has not been made finite yet, and what makes it finite, exactly.

A `Form` stands for offset + c1 * Y1 + c2 * Y2 + ..., and for what steps such as abs make of it. The Y are fresh
independent draws, Y = y with probability (1 - a) / (1 + a) * a ** abs(y), and each c is a positive integer (a draw
and its negative have the same distribution). Sums with integers, integer multiples and quotients, abs, and one-sided
min or max of a form are forms. A clamp, a comparison and a remainder give finitely many outcomes with their
probabilities, which are rational functions of the parameters.

The draws of two forms are taken to be different draws. So a form must be used once: whoever evaluates a
program sees to it that no run reads the same form twice. Every other use raises `Failure`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NoReturn, TypeAlias, TypeVar, assert_never, cast

from flint import fmpq

from faier.exact import Number, Undecidable, compare, epsilons, unknowns
from faier.lang.failures import BAD_ARGUMENT, DIVISION, NOT_PROBABILITY, TOO_LARGE, Failure, finite
from faier.lang.rays import Unclear, stands_in
from faier.lang.values import Real, Value

UNBOUNDED = "FA405"

# More outcomes of one clamp or remainder than this are refused.
MAXIMAL_OUTCOMES = 20_000

# So are probabilities with more bits.
MAXIMAL_POWER = 1 << 26

Draws: TypeAlias = tuple[tuple[int, Number], ...]  # (coefficient > 0, parameter)
Interval: TypeAlias = tuple[int | None, int | None]  # both ends included; None: no end
Way: TypeAlias = Literal["+", "*", "//", "max", "min", "abs"]
Step: TypeAlias = tuple[Way, int]  # + k, * k (not 0), // k (above 0), max k, min k, abs 0
T = TypeVar("T")


@dataclass(frozen=True)
class Form:
    """At least one draw, and what is done to the sum, in this order; it has no bound on one side at least."""

    offset: int
    draws: Draws
    steps: tuple[Step, ...] = ()

    def __hash__(self) -> int:
        """Parameters are slow to hash, and forms seldom differ in them alone."""
        return hash((self.offset, len(self.draws), self.steps))


Outcomes: TypeAlias = dict[int | Form, Number]


def draw(parameter: Number) -> Form:
    """A fresh draw of geometric(parameter). A parameter with unknowns in it cannot be checked here."""
    if not unknowns(parameter) and not epsilons(parameter) and not _strictly_within_unit(parameter):
        raise Failure(NOT_PROBABILITY, f"geometric takes a number between 0 and 1, both excluded, not {parameter}")
    return Form(0, ((1, parameter),))


def unclamped() -> Failure:
    """Noise stands where only a value may."""
    return Failure(
        UNBOUNDED,
        "a geometric draw has no bounds, so it cannot be stored, shown or passed on",
        finite(),
    )


def binary(operation: str, left: Value | Form, right: Value | Form) -> Outcomes:
    """`left operation right`, at least one of them a form: + - * // % with an integer, + - of two forms."""
    if operation == "-":
        return binary("+", left, negative(right))
    if operation == "+":
        return {_sum(left, right): fmpq(1)}
    if operation == "*":
        form, factor = (left, right) if isinstance(left, Form) else (right, left)
        if isinstance(form, Form) and isinstance(factor, int):
            return {_multiple(form, int(factor)): fmpq(1)}
    if operation == "//" and isinstance(left, Form) and isinstance(right, int):
        return {_quotient(left, int(right)): fmpq(1)}
    if operation == "%" and isinstance(left, Form) and isinstance(right, int):
        return cast(Outcomes, remainder(left, int(right)))
    _refuse()


def negative(value: Value | Form) -> Value | Form:
    """`-value` for an integer or a form."""
    if isinstance(value, Form):
        return _multiple(value, -1)
    if isinstance(value, int):
        return -int(value)
    _refuse()


def call(function: str, arguments: list[Value | Form]) -> Outcomes:
    """abs of a form; clamp, min or max with exactly one form among the arguments, the others are integers."""
    if function == "abs" and len(arguments) == 1 and isinstance(arguments[0], Form):
        return {_then(arguments[0], "abs", 0): fmpq(1)}
    forms = [argument for argument in arguments if isinstance(argument, Form)]
    ends = [argument for argument in arguments if type(argument) is int]
    if len(forms) != 1 or len(forms) + len(ends) != len(arguments) or not ends:
        _refuse()
    form = forms[0]
    match function:
        case "clamp" if len(ends) == 2 and arguments[0] is form:
            if ends[0] > ends[1]:
                raise Failure(BAD_ARGUMENT, f"clamp to an empty range: {ends[0]} is above {ends[1]}")
            return clipped(form, ends[0], ends[1])
        case "max":
            return clipped(form, max(ends), None)
        case "min":
            return clipped(form, None, min(ends))
    _refuse()


def clipped(form: Form, low: int | None, high: int | None) -> Outcomes:
    """min(max(form, low), high): a distribution over integers if that leaves finitely many, else one form."""
    form = form if low is None else _then(form, "max", low)
    form = form if high is None else _then(form, "min", high)
    lowest, highest = _range(form)
    if lowest is None or highest is None:
        return {form: fmpq(1)}
    _limit(highest - lowest)
    pieces = split(form, range(lowest + 1, highest + 1))
    return {lowest if start is None else start: weight for (start, _), weight in pieces.items()}


def remainder(form: Form, modulus: int) -> dict[int, Number]:
    """The distribution of form % modulus; its sign is the modulus's, as in Python."""
    if modulus == 0:
        raise Failure(DIVISION, "division by zero")
    if form.steps:
        _refuse()
    n = abs(modulus)
    _limit(n)
    distribution: dict[int, Number] = {form.offset % n: fmpq(1)}
    for coefficient, a in form.draws:
        wrapped = _wrapped(a, n)
        convolved: dict[int, Number] = {}
        for known, weight in distribution.items():
            for rest, share in enumerate(wrapped):
                at = (known + coefficient * rest) % n
                convolved[at] = convolved.get(at, fmpq(0)) + weight * share
        distribution = convolved
    return {(rest if modulus > 0 else -(-rest % n)): weight for rest, weight in sorted(distribution.items())}


def decide(form: Form, near: Iterable[Value | Form], test: Callable[[int], T]) -> dict[T, Number]:
    """The distribution of test(form), for a test that only depends on the form's order among the numbers `near`."""
    cuts: set[int] = set()
    for number in near:
        if isinstance(number, int):
            floor = int(number)
        elif isinstance(number, Real) and isinstance(number.exact, fmpq):
            floor = int(number.exact.floor())
        elif isinstance(number, (Real, Form)):
            _refuse()
        elif stands_in(number):
            raise Unclear
        else:
            continue
        cuts |= {floor, floor + 1}
    _limit(len(cuts))
    distribution: dict[T, Number] = {}
    for (low, high), weight in split(form, cuts or {0}).items():
        outcome = test(low if low is not None else high if high is not None else 0)
        distribution[outcome] = distribution.get(outcome, fmpq(0)) + weight
    return distribution


def split(form: Form, cuts: Iterable[int]) -> dict[Interval, Number]:
    """The probability of every interval between neighboring cuts, where a cut k lies between k - 1 and k.

    Intervals ascend, cover the integers, and are left out where the form cannot be.
    """
    ordered = sorted(set(cuts))
    ends = [None, *ordered]
    reached = [fmpq(1), *(at_least(form, cut) for cut in ordered), fmpq(0)]
    intervals = zip(ends, [*(cut - 1 for cut in ordered), None], strict=True)
    pieces = {interval: reached[i] - reached[i + 1] for i, interval in enumerate(intervals)}
    return {interval: weight for interval, weight in pieces.items() if weight != 0}


def at_least(form: Form, bound: int) -> Number:
    """Pr[form >= bound]."""
    intervals: list[Interval] = [(bound, None)]
    for step in reversed(form.steps):
        intervals = [before for interval in intervals for before in _before(step, *interval)]
    return sum((_weight(form, low, high) for low, high in intervals), start=fmpq(0))


def _weight(form: Form, low: int | None, high: int | None) -> Number:
    """The probability that the sum lies between the ends, before any step."""
    above = fmpq(1) if low is None else _tail(form.draws, low - form.offset)
    return above if high is None else above - _tail(form.draws, high + 1 - form.offset)


def _before(step: Step, low: int | None, high: int | None) -> list[Interval]:
    """What the step takes into the interval: disjoint intervals."""
    operation, k = step
    match operation:
        case "+":
            found = [(None if low is None else low - k, None if high is None else high - k)]
        case "*":
            least, greatest = (low, high) if k > 0 else _mirrored(low, high)
            found = [(None if least is None else -(-least // abs(k)), None if greatest is None else greatest // abs(k))]
        case "//":
            found = [(None if low is None else low * k, None if high is None else high * k + k - 1)]
        case "max":
            found = [(None if low is None or low <= k else low, high)] if high is None or high >= k else []
        case "min":
            found = [(low, None if high is None or high >= k else high)] if low is None or low <= k else []
        case "abs":
            found = [(None if high is None else -high, high)] if low is None or low <= 0 else []
            found = found or [_mirrored(low, high), (low, high)]
        case _:
            assert_never(operation)
    return [(least, most) for least, most in found if least is None or most is None or least <= most]


def _mirrored(low: int | None, high: int | None) -> Interval:
    return None if high is None else -high, None if low is None else -low


def _range(form: Form) -> Interval:
    """The least and the greatest value of a form, None where there is none."""
    low: int | None = None
    high: int | None = None
    for operation, k in form.steps:
        match operation:
            case "+":
                low, high = None if low is None else low + k, None if high is None else high + k
            case "*":
                low, high = None if low is None else low * k, None if high is None else high * k
                low, high = (low, high) if k > 0 else (high, low)
            case "//":
                low, high = None if low is None else low // k, None if high is None else high // k
            case "max":
                low, high = k if low is None else max(low, k), None if high is None else max(high, k)
            case "min":
                low, high = None if low is None else min(low, k), k if high is None else min(high, k)
            case "abs":
                if low is None or low < 0:
                    low, high = (0, None) if high is None or high > 0 else (-high, None)
            case _:
                assert_never(operation)
    return low, high


@lru_cache(maxsize=8192)
def _tail(draws: Draws, bound: int) -> Number:
    """Pr[sum of coefficient * draw >= bound]."""
    if len(draws) > 2:
        raise Failure(
            UNBOUNDED,
            f"a sum of {len(draws)} geometric draws is not supported: its exact distribution is known for two",
            "clamped before they are added they are another mechanism, with another distribution",
        )
    _require_few_bits(draws, bound)
    (c, a), *others = draws
    if not others:
        return _reach(a, -(-bound // c))
    return _tail_of_two(c, a, *others[0], bound)


def _require_few_bits(draws: Draws, bound: int) -> None:
    """Probabilities far out are high powers of the parameters."""
    exponent = max(abs(bound) // min(c for c, _ in draws), *(c for c, _ in draws))
    length = max(a.height_bits() if isinstance(a, fmpq) else 1 for _, a in draws)
    if exponent * length > MAXIMAL_POWER:
        raise Failure(
            TOO_LARGE,
            f"so far out a probability of a geometric draw has more than {MAXIMAL_POWER:,} bits",
            "compared with a number nearer to it, it is another mechanism",
        )


def _reach(a: Number, k: int) -> Number:
    """Pr[Y >= k] for one draw."""
    if k >= 1:
        return a**k / (1 + a)
    return 1 - a ** (1 - k) / (1 + a)


def _tail_of_two(c: int, a: Number, d: int, b: Number, bound: int) -> Number:
    """Pr[c * Y + d * Z >= bound], summed over Y = y.

    Given y, Z must reach t(y) = ceil((bound - c * y) / d). From `high` on y >= 0 and t(y) <= 0, up to `low`
    y <= 0 and t(y) >= 1. There the summands of every d-th y are a geometric series: t changes by c.
    """

    def t(y: int) -> int:
        return -((c * y - bound) // d)

    high = max(0, -(-bound // c))
    low = min(0, (bound - 1) // c)
    middle = sum((a ** abs(y) * _reach(b, t(y)) for y in range(low + 1, high)), start=fmpq(0))
    rest = 1 - a**d * b**c
    missed = sum((a ** (high + j) * b ** (1 - t(high + j)) for j in range(d)), start=fmpq(0)) / rest
    above = a**high / (1 - a) - missed / (1 + b)
    below = sum((a ** (j - low) * b ** t(low - j) for j in range(d)), start=fmpq(0)) / rest / (1 + b)
    return (1 - a) / (1 + a) * (below + middle + above)


def _wrapped(a: Number, n: int) -> list[Number]:
    """Pr[Y % n == r] for r = 0 .. n - 1: the two geometric series of the residue class."""
    scale = (1 - a) / (1 + a) / (1 - a**n)
    return [scale * (a**r + a ** (n - r)) for r in range(n)]


def _sum(left: Value | Form, right: Value | Form) -> Form:
    if isinstance(left, Form) and isinstance(right, Form):
        if left.steps or right.steps:
            _refuse()
        draws = tuple(sorted(left.draws + right.draws, key=lambda draw: (draw[0], str(draw[1]))))
        return Form(left.offset + right.offset, draws)
    form, shift = (left, right) if isinstance(left, Form) else (right, left)
    if not (isinstance(form, Form) and isinstance(shift, int)):
        _refuse()
    return _then(form, "+", int(shift))


def _multiple(form: Form, factor: int) -> int | Form:
    return _then(form, "*", factor) if factor else 0


def _quotient(form: Form, divisor: int) -> Form:
    if divisor == 0:
        raise Failure(DIVISION, "division by zero")
    return _then(form, "//", divisor) if divisor > 0 else _then(_then(form, "*", -1), "//", -divisor)


def _then(form: Form, operation: Way, k: int) -> Form:
    """The form with one step more. The same value is written in the same way where that is easily seen."""
    if operation in ("+", "*") and not form.steps:
        if operation == "+":
            return replace(form, offset=form.offset + k)
        draws = tuple((coefficient * abs(k), a) for coefficient, a in form.draws)
        return Form(form.offset * k, draws)
    if (operation, k) in (("+", 0), ("*", 1), ("//", 1)):
        return form
    before, after = (form.steps[:-1], form.steps[-1]) if form.steps else ((), None)
    if operation == "+" and after is not None and after[0] == "+":
        return replace(form, steps=before) if after[1] + k == 0 else replace(form, steps=(*before, ("+", after[1] + k)))
    return replace(form, steps=(*form.steps, (operation, k)))


def _strictly_within_unit(number: Number) -> bool:
    """Whether 0 < number < 1; where no theorem decides, the number is not known to be an end."""
    try:
        return compare(fmpq(0), number) < 0 < compare(fmpq(1), number)
    except Undecidable:
        return True


def _limit(outcomes: int) -> None:
    if outcomes > MAXIMAL_OUTCOMES:
        raise Failure(TOO_LARGE, f"a geometric draw has more than {MAXIMAL_OUTCOMES:,} outcomes here")


def _refuse() -> NoReturn:
    raise Failure(
        UNBOUNDED,
        "a geometric draw has no bounds, and this would have to look at all of its values",
        finite(),
    )
