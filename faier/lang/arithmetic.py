"""Arithmetic and order of numbers, computed twice: exactly, and as Python would hold them.

Where the two part ways in a way that matters (a comparison, an integer part, a number that is asked for exactly), the
operation raises `Failure`. Multiples of an unknown epsilon are numbers here too.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import (
    Number,
    Root,
    SquareRoot,
    Undecidable,
    bounds,
    epsilons,
    fraction,
    generators,
    has_value,
    rational,
    sign,
    square_root,
    unknowns,
)
from faier.exact import compare as compare_exactly
from faier.lang import divisors
from faier.lang.errors import ZERO
from faier.lang.failures import (
    BAD_ARGUMENT,
    DIVISION,
    FLOAT_DIFFERS,
    MAXIMAL_BITS,
    TOO_LARGE,
    UNKNOWN_DECIDES,
    WRONG_KIND,
    Failure,
    kind_of,
)
from faier.lang.values import Budget, Real, Value, show_value
from faier.sampling.simplest import simplest_fraction

NEARLY = 10**12  # floats that are as near as one part of this say how wide noise on the reals is

MAXIMAL_HALVES = 99  # how often a square root may be multiplied by itself in a power

Machine: TypeAlias = int | float | Fraction | None  # None: Python holds a symbolic number

ORDER = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
FAST: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
BITS: dict[str, Callable[[int, int], int]] = {"&": operator.and_, "|": operator.or_, "^": operator.xor}
_FAST_REAL = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def int_binary(operation: str, a: int, b: int) -> Value:
    if operation == "/":
        if b == 0:
            raise Failure(DIVISION, "division by zero", "", ZERO)
        return _with_machine(fmpq(a, b), lambda: a / b)
    if operation in ("//", "%"):
        if b == 0:
            raise Failure(DIVISION, "division by zero", "", ZERO)
        return a // b if operation == "//" else a % b
    if operation == "**":
        return _int_power(a, b)
    if operation in ("<<", ">>"):
        return _shifted(operation, a, b)
    if operation in BITS:
        return BITS[operation](a, b)
    return sized(FAST[operation](a, b))


def real_binary(operation: str, a: int | Real, b: int | Real) -> Value:
    left, right = _exact(a), _exact(b)
    machines = _machines(a, b)
    if operation in ("/", "//", "%") and right == 0:
        raise Failure(DIVISION, "division by zero", "", ZERO if isinstance(b, int) else None)
    if operation == "**":
        return _real_power(a, b)
    if operation in ("//", "%"):
        return _real_floor(operation, left, right, machines)
    if operation == "/":
        divisors.note(right)
    exact = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}[operation](left, right)
    if machines is None:
        return Real(exact, "symbolic")
    x, y = machines
    return _with_machine(exact, lambda: _FAST_REAL[operation](x, y))


def budget_binary(operation: str, a: Value, b: Value) -> Value:
    if isinstance(a, Budget) and isinstance(b, Budget):
        if operation in ("+", "-") and (a.name, a.inverse) == (b.name, b.inverse):
            sign = 1 if operation == "+" else -1
            return Budget(a.coefficient + sign * b.coefficient, a.name, a.inverse)
    elif operation in ("*", "/"):
        budget, number = (a, b) if isinstance(a, Budget) else (b, a)
        if isinstance(budget, Budget) and isinstance(number, (int, Real)):
            factor = exact_number(number)
            if isinstance(factor, fmpq):
                if operation == "*":
                    return Budget(budget.coefficient * factor, budget.name, budget.inverse)
                if (factor if budget is a else budget.coefficient) == 0:
                    raise Failure(DIVISION, "division by zero")
                if budget is a:
                    return Budget(budget.coefficient / factor, budget.name, budget.inverse)
                if not budget.inverse:
                    return Budget(factor / budget.coefficient, budget.name, True)
    raise budget_misused(a if isinstance(a, Budget) else b)


def compare_numbers(operation: str, a: int | Real, b: int | Real) -> bool:
    if isinstance(a, int) and isinstance(b, int):
        return bool(ORDER[operation](int(a), int(b)))
    left, right = _exact(a), _exact(b)
    if unknowns(left) or unknowns(right) or epsilons(left) or epsilons(right):
        raise Failure(
            UNKNOWN_DECIDES,
            "an unknown decides this comparison",
            "unknowns may be used as probabilities and in arithmetic only",
        )
    try:
        exact = bool(ORDER[operation](compare_exactly(left, right), 0))
    except Undecidable as reason:
        raise Failure(UNKNOWN_DECIDES, f"this comparison cannot be decided exactly: {reason}") from None
    machines = _machines(a, b)
    if machines is not None and bool(ORDER[operation](*machines)) != exact:
        raise Failure(
            FLOAT_DIFFERS,
            f"this comparison is {exact}, but Python would compare {machines[0]!r} with {machines[1]!r}",
            in_fractions("compute both sides", a, b),
        )
    return exact


def exact_number(value: Value) -> Number:
    """The exact number, provided that what Python holds stands for the same number."""
    if isinstance(value, int):
        return fmpq(int(value))
    if not isinstance(value, Real):
        raise Failure(WRONG_KIND, f"a number is expected here, not {kind_of(value)}")
    if isinstance(value.machine, float):
        _require_settled(value)
    return value.exact


def written_number(value: Value) -> Number:
    """The exact number that is written, provided that what Python holds is nearly that."""
    if isinstance(value, Real) and isinstance(value.machine, float) and _is_near(value.exact, value.machine):
        return value.exact
    return exact_number(value)


def meant_number(value: Value) -> Number:
    """The same of an irrational number; a rational one is what Python's float stands for."""
    irrational = isinstance(value, Real) and not isinstance(value.exact, fmpq)
    return written_number(value) if irrational else exact_number(value)


def _is_near(number: Number, machine: float) -> bool:
    if not math.isfinite(machine) or not has_value(number):
        return False
    gap = number - fmpq(*machine.as_integer_ratio())
    try:
        return all(compare_exactly(way * gap * NEARLY, _size(number)) <= 0 for way in (1, -1))
    except Undecidable:
        return False


def _size(number: Number) -> Number:
    return number if sign(number) >= 0 else -number


def is_negative(number: Number) -> bool:
    """Whether the number is surely below 0; with unknowns or undecidable signs in it, nothing is sure."""
    try:
        return not unknowns(number) and not epsilons(number) and compare_exactly(number, fmpq(0)) < 0
    except Undecidable:
        return False


def within_unit(number: Number) -> bool:
    try:
        return compare_exactly(number, fmpq(0)) >= 0 and compare_exactly(number, fmpq(1)) <= 0
    except (Undecidable, ValueError):
        return True


def in_fractions(what: str, *values: int | Real) -> str:
    """Advice that names the numbers at hand."""
    numbers = [_exact(value) for value in values]
    texts = [written(number) for number in numbers if isinstance(number, fmpq)]
    told = f": {' and '.join(texts)}" if len(texts) == len(numbers) and all(texts) else ""
    return f"{what} in fractions (from fractions import Fraction){told}"


def written(number: fmpq) -> str:
    """`Fraction(3, 10)`, `Fraction(12345, 10**6)`, `7`; nothing for what is too long to be read."""
    numerator, denominator = int(number.p), int(number.q)
    if max(numerator.bit_length(), denominator.bit_length()) > 200:
        return ""
    if denominator == 1:
        text = str(numerator)
    else:
        digits = len(str(denominator)) if denominator < 10**40 else 40
        scale = next((power for power in range(4, 19) if 10**power % denominator == 0), None) if digits > 3 else None
        below = str(denominator) if scale is None else f"10**{scale}"
        text = f"Fraction({numerator * (1 if scale is None else 10**scale // denominator)}, {below})"
    return text if len(text) <= 60 else ""


def sized(value: int) -> int:
    if value.bit_length() > MAXIMAL_BITS:
        raise Failure(TOO_LARGE, f"an integer has more than {MAXIMAL_BITS:,} bits")
    return value


def budget_misused(value: Value) -> Failure:
    name = value.name if isinstance(value, Budget) else "it"
    return Failure(
        WRONG_KIND,
        f"{name} is an unknown positive number: multiples of it may stand in exp, in laplace and in claims only",
        f"write exp({name}), exp(-{name} / 2) or laplace(1 / {name})",
    )


def machine_number(value: int | Real) -> Machine:
    if isinstance(value, int):
        return int(value)
    if value.machine == "symbolic":
        return None
    if value.machine == "fraction":
        return fraction(cast(fmpq, value.exact))
    return value.machine


def _int_power(a: int, b: int) -> Value:
    if _least_bits(a, b) > MAXIMAL_BITS:
        shown = f"{a} ** {b}" if a.bit_length() <= 64 and b.bit_length() <= 64 else "this power"
        raise Failure(TOO_LARGE, f"{shown} has more than {MAXIMAL_BITS:,} bits")
    if b >= 0:
        return sized(int(a**b))
    if a == 0:
        raise Failure(DIVISION, "0 to a negative power is a division by zero", "", ZERO)
    return _with_machine(fmpq(1) / fmpq(a ** (-b)), lambda: float(a) ** b)


def _shifted(operation: str, a: int, by: int) -> int:
    if by < 0:
        raise Failure(BAD_ARGUMENT, f"`{operation}` by {by}: the number of places is negative")
    if operation == ">>":
        return a >> min(by, MAXIMAL_BITS)
    if a and by > MAXIMAL_BITS:
        raise Failure(TOO_LARGE, f"an integer has more than {MAXIMAL_BITS:,} bits")
    return sized(a << by) if a else 0


def _least_bits(a: int, exponent: int) -> int:
    """a ** abs(exponent) has at least so many bits, and at most twice as many."""
    return (a.bit_length() - 1) * abs(exponent) + 1 if abs(a) > 1 else 1


def _real_power(a: int | Real, b: int | Real) -> Value:
    if isinstance(b, Real) and isinstance(b.exact, fmpq) and b.exact.q == 2 and has_value(_exact(a)):
        return _half_power(a, b)
    if not isinstance(b, int):
        raise Failure(WRONG_KIND, "the exponent must be an integer: other powers are no exact numbers", "use exp(...)")
    exponent = int(b)
    base = _exact(a)
    if base == 0 and exponent < 0:
        raise Failure(DIVISION, "0 to a negative power is a division by zero")
    size = 64 * abs(exponent)
    if isinstance(base, fmpq):
        size = max(_least_bits(int(base.p), exponent), _least_bits(int(base.q), exponent))
    if size > MAXIMAL_BITS:
        raise Failure(TOO_LARGE, f"a power with exponent {exponent} has more than {MAXIMAL_BITS:,} bits")
    if exponent < 0:
        divisors.note(base)
    exact = base**exponent
    machine = machine_number(a)
    if machine is None:
        return Real(exact, "symbolic")
    return _with_machine(exact, lambda: machine**exponent)


def _half_power(a: int | Real, b: Real) -> Value:
    """A square root, or an odd power of one."""
    exponent = cast(fmpq, b.exact) * 2
    if abs(exponent) > MAXIMAL_HALVES:
        raise Failure(TOO_LARGE, f"roots are taken to powers up to {MAXIMAL_HALVES}")
    base = root_of(_exact(a), "`**` by a half")
    if base == 0 and exponent < 0:
        raise Failure(DIVISION, "0 to a negative power is a division by zero")
    x, y = machine_number(a), cast("float | Fraction", machine_number(b))
    if x is None:
        raise Failure(WRONG_KIND, "the exponent of a symbolic number must be an integer", "write math.sqrt(x)")
    return _with_machine(base ** int(exponent.p), lambda: float(x) ** float(y))


def root_of(number: Number, doing: str) -> Number:
    """The square root of a number in which nothing is unknown."""
    if sign_of(number) < 0:
        raise Failure(BAD_ARGUMENT, f"{doing} of a negative number")
    return square_root(number)


def floor_of(number: Number) -> int:
    """The greatest integer that is not more than a number in which nothing is unknown."""
    if isinstance(number, fmpq):
        return int(number.floor())
    low, high = bounds(number)
    digits = 20
    while high - low >= 1:
        digits *= 2
        low, high = bounds(number, digits)
    floor = int(low.floor())
    try:
        return floor + 1 if compare_exactly(number, fmpq(floor + 1)) >= 0 else floor
    except Undecidable as reason:
        raise Failure(UNKNOWN_DECIDES, f"which integers are below this number is not decided: {reason}") from None


def ceiling_of(number: Number) -> int:
    """The least integer that is not less than a number in which nothing is unknown."""
    return -floor_of(-number)


def sign_of(number: Number) -> int:
    """-1, 0 or 1, of a number in which nothing is unknown."""
    try:
        return sign(number)
    except Undecidable as reason:
        raise Failure(UNKNOWN_DECIDES, f"whether this number is positive cannot be decided exactly: {reason}") from None


def _real_floor(
    operation: str, left: Number, right: Number, machines: tuple[int | float | Fraction, ...] | None
) -> Value:
    if machines is None or not (isinstance(left, fmpq) and isinstance(right, fmpq)):
        raise Failure(WRONG_KIND, f"{operation} is not defined for symbolic numbers")
    quotient = (left / right).floor()
    exact = fmpq(quotient) if operation == "//" else left - right * quotient
    x, y = machines
    return _with_machine(exact, lambda: x // y if operation == "//" else x % y)


def _with_machine(exact: Number, compute: Callable[[], int | float | Fraction]) -> Value:
    """The exact number together with what Python computes for it."""
    machine = _machine_of(compute)
    if isinstance(machine, float):
        return Real(exact, machine)
    if isinstance(machine, Fraction):
        return Real(exact, "fraction")
    return int(machine)


def _machine_of(compute: Callable[[], int | float | Fraction]) -> int | float | Fraction:
    try:
        return compute()
    except (OverflowError, ZeroDivisionError):
        raise Failure(
            FLOAT_DIFFERS, "Python cannot hold this number in a float", "use Fraction(numerator, denominator)"
        ) from None


def _exact(value: int | Real) -> Number:
    return value.exact if isinstance(value, Real) else fmpq(int(value))


def _machines(a: int | Real, b: int | Real) -> tuple[int | float | Fraction, int | float | Fraction] | None:
    """What Python holds for both; None when one is symbolic, and then a float beside it must be settled."""
    x, y = machine_number(a), machine_number(b)
    if x is not None and y is not None:
        return x, y
    for value in (a, b):
        if isinstance(value, Real) and isinstance(value.machine, float):
            _require_settled(value)
    return None


def _require_settled(value: Real) -> None:
    """A float stands for the simplest fraction that rounds to it; that must be the number verified."""
    machine = cast(float, value.machine)
    if machine == machine and abs(machine) != float("inf"):
        stands_for = simplest_fraction(machine)
        if isinstance(value.exact, fmpq) and value.exact == rational(stands_for):
            return
        held = f"{machine!r}, which stands for {stands_for}"
    else:
        held = repr(machine)
    raise Failure(
        FLOAT_DIFFERS,
        f"this number is {show_value(value)}, but Python would compute {held}",
        _exact_instead(value),
    )


def _exact_instead(value: Real) -> str:
    if isinstance(value.exact, fmpq):
        return in_fractions("write it", value)
    if any(isinstance(one, Root | SquareRoot) for one in generators(value.exact)):
        return "compare it, or x * x <= y; gaussian takes it as it is; else write a fraction, or math.isqrt(n)"
    return "take exp and log of faier, which are exact: from faier import exp, log"
