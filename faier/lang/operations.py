"""The operations of the mechanism language on values, exactly as Python would perform them.

Numbers that are no ints are computed twice: exactly, and as Python would hold them. Where the two part ways
in a way that matters (a comparison, a probability, a truncation) the operation raises `Failure`. So does
everything that would make Python raise. Operations never draw and never ask for input.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sized
from fractions import Fraction
from functools import cmp_to_key
from math import isfinite
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import Number, Undecidable, epsilons, exponential, fraction, logarithm, rational, unknowns
from faier.exact import compare as compare_numbers
from faier.lang import divisors, rays
from faier.lang.rays import stands_in
from faier.lang.values import Budget, Failure, Real, Sequence, Value, show_value
from faier.sampling.simplest import simplest_fraction

# Numbers larger than this many bits, and sequences longer than this many items, are refused.
MAXIMAL_BITS = 65_536
MAXIMAL_LENGTH = 1_000_000

OUT_OF_RANGE = "FA401"
DIVISION = "FA402"
FLOAT_DIFFERS = "FA407"
WRONG_KIND = "FA409"
NOT_PROBABILITY = "FA410"
BAD_ARGUMENT = "FA411"
UNKNOWN_DECIDES = "FA412"
TOO_LARGE = "FA501"

Machine: TypeAlias = int | float | Fraction | None  # None: Python holds a symbolic number


def binary(operation: str, a: Value, b: Value) -> Value:
    """`a operation b` for + - * / // % **."""
    if type(a) is int and type(b) is int and operation in _FAST:
        return _sized(_FAST[operation](a, b))
    if stands_in(a) or stands_in(b):
        return _stood_in(operation, a, b)
    if isinstance(a, Sequence) or isinstance(b, Sequence):
        return _sequence_binary(operation, a, b)
    if isinstance(a, Budget) or isinstance(b, Budget):
        return _budget_binary(operation, a, b)
    if not (isinstance(a, (int, Real)) and isinstance(b, (int, Real))):
        raise Failure(WRONG_KIND, f"{_kind(a)} {operation} {_kind(b)} is not defined")
    if isinstance(a, int) and isinstance(b, int):
        return _int_binary(operation, int(a), int(b))
    return _real_binary(operation, a, b)


def unary(operation: str, a: Value) -> Value:
    """`-a`, `+a` or `not a`."""
    if operation == "not":
        return not truth(a)
    if stands_in(a):
        return cast(Value, rays.negative(a) if operation == "-" else a)
    if isinstance(a, Budget):
        return Budget(-a.coefficient, a.name) if operation == "-" else a
    if isinstance(a, int):
        return -a if operation == "-" else +a
    if isinstance(a, Real):
        if operation == "+":
            return a
        return Real(-a.exact, a.machine if isinstance(a.machine, str) else -a.machine)
    raise Failure(WRONG_KIND, f"{operation}{_kind(a)} is not defined")


def compare(operation: str, a: Value, b: Value) -> bool:
    """`a operation b` for == != < <= > >= in, not in, is, is not."""
    if operation in ("in", "not in"):
        found = any(compare("==", a, item) for item in iterate(b))
        return found == (operation == "in")
    if operation in ("is", "is not"):
        return (a is b) == (operation == "is")
    if type(a) is int and type(b) is int:
        return bool(_ORDER[operation](a, b))
    if stands_in(a) or stands_in(b):
        left, right = (item.exact if isinstance(item, Real) else item for item in (a, b))
        return rays.compare(operation, left, right)
    if isinstance(a, (int, Real)) and isinstance(b, (int, Real)):
        return _compare_numbers(operation, a, b)
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        return _compare_sequences(operation, a, b)
    if isinstance(a, Budget) or isinstance(b, Budget):
        raise _budget_misused(a if isinstance(a, Budget) else b)
    if operation in ("==", "!="):
        equal = type(a) is type(b) and a == b
        return equal == (operation == "==")
    raise Failure(WRONG_KIND, f"{_kind(a)} {operation} {_kind(b)} is not defined: labels have no order")


def truth(a: Value) -> bool:
    """What `if a` would take."""
    if isinstance(a, Sequence):
        return bool(a.items)
    if isinstance(a, Budget):
        raise _budget_misused(a)
    if isinstance(a, Real) or stands_in(a):
        return compare("!=", a, 0)
    return bool(a)


def index(base: Value, position: Value) -> Value:
    """`base[position]`."""
    items = _items(base)
    at = whole(position, "an index")
    if not -len(items) <= at < len(items):
        raise Failure(OUT_OF_RANGE, f"index {at} is out of range: there are {len(items)} items")
    return items[at]


def replaced(base: Value, position: Value, item: Value) -> Sequence:
    """The list with one item changed: what `base[position] = item` leaves behind."""
    if not (isinstance(base, Sequence) and base.kind == "list"):
        raise Failure(WRONG_KIND, f"{_kind(base)} cannot be changed in place", "make it a list: list(...)")
    at = whole(position, "an index")
    if not -len(base.items) <= at < len(base.items):
        raise Failure(OUT_OF_RANGE, f"index {at} is out of range: there are {len(base.items)} items")
    at %= len(base.items)
    return Sequence("list", (*base.items[:at], item, *base.items[at + 1 :]))


def slice_(base: Value, lower: Value, upper: Value, step: Value) -> Value:
    """`base[lower:upper:step]`, None where left out."""
    if not isinstance(base, Sequence):
        raise Failure(WRONG_KIND, f"{_kind(base)} has no slices")
    bounds = [None if end is None else whole(end, "a slice bound") for end in (lower, upper, step)]
    if bounds[2] == 0:
        raise Failure(BAD_ARGUMENT, "the step of a slice is 0")
    return Sequence(base.kind, base.items[slice(*bounds)])


def iterate(value: Value) -> tuple[Value, ...]:
    """The items a `for` would go over."""
    if not isinstance(value, Sequence):
        raise Failure(WRONG_KIND, f"{_kind(value)} cannot be iterated over")
    return value.items


def unpacked(value: Value, count: int) -> tuple[Value, ...]:
    """The items for a target of `count` names."""
    items = iterate(value)
    if len(items) != count:
        raise Failure(BAD_ARGUMENT, f"{len(items)} values for {count} names")
    return items


def matched(function: str, values: Sized, count: int) -> None:
    """A call with `*` among its arguments must give every parameter a value."""
    if len(values) != count:
        parameters = f"{count} parameter{'' if count == 1 else 's'}"
        message = f"{function} has {parameters}, but gets arguments for {len(values)} here"
        raise Failure(BAD_ARGUMENT, message, "with `*` in a call, write out arguments that have a default")


def whole(value: Value, what: str) -> int:
    """The value as an int, where Python insists on one."""
    if isinstance(value, int):
        return int(value)
    hint = "use // instead of /" if isinstance(value, Real) else ""
    raise Failure(WRONG_KIND, f"{what} must be an integer, not {_kind(value)}", hint)


def exact_number(value: Value) -> Number:
    """The exact number, provided that what Python holds stands for the same number."""
    if isinstance(value, int):
        return fmpq(int(value))
    if not isinstance(value, Real):
        raise Failure(WRONG_KIND, f"a number is expected here, not {_kind(value)}")
    if isinstance(value.machine, float):
        _require_settled(value)
    return value.exact


def shown(value: Value) -> Value:
    """The value as others see it: every number in it must be the one that Python would show. How Python holds
    it is not seen: 0.5 and Fraction(1, 2) are one fraction."""
    if isinstance(value, Sequence):
        items = tuple(map(shown, value.items))
        return value if all(a is b for a, b in zip(items, value.items, strict=True)) else Sequence(value.kind, items)
    if isinstance(value, Real) and value.machine != "fraction":
        number = exact_number(value)
        return Real(number, "fraction" if isinstance(number, fmpq) else "symbolic")
    return value


def probability(value: Value) -> Number:
    """The value as a probability in [0, 1]. With prior unknowns in it, the range cannot be checked here."""
    if stands_in(value):
        return rays.probability(value)
    number = exact_number(value)
    if not unknowns(number) and not epsilons(number) and not _within_unit(number):
        raise Failure(NOT_PROBABILITY, f"{show_value(value)} is not a probability between 0 and 1")
    return number


def pure(function: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """A call of one of the functions in `syntax.PURE`, its arguments evaluated."""
    try:
        call = _PURE[function]
    except KeyError:
        raise Failure(WRONG_KIND, f"{function} is not a function of the language") from None
    try:
        return call(*arguments, **keywords)
    except TypeError:
        raise Failure(BAD_ARGUMENT, f"{function} does not take these arguments") from None


# Arithmetic.


def _stood_in(operation: str, a: Value, b: Value) -> Value:
    """An operation on a value that stands for infinitely many, see `rays`."""
    if operation == "+":
        for rest, other in ((a, b), (b, a)):
            if stands_in(rest) and isinstance(other, Sequence):
                return cast(Value, rays.longer(a, b, other.kind, len(other.items)))
    left, right = (item.exact if isinstance(item, Real) else item for item in (a, b))
    return cast(Value, rays.binary(operation, left, right))


def _int_binary(operation: str, a: int, b: int) -> Value:
    if operation == "/":
        if b == 0:
            raise Failure(DIVISION, "division by zero")
        return _with_machine(fmpq(a, b), lambda: a / b)
    if operation in ("//", "%"):
        if b == 0:
            raise Failure(DIVISION, "division by zero")
        return a // b if operation == "//" else a % b
    if operation == "**":
        return _int_power(a, b)
    return _sized(_FAST[operation](a, b))


def _int_power(a: int, b: int) -> Value:
    if _least_bits(a, b) > MAXIMAL_BITS:
        shown = f"{a} ** {b}" if a.bit_length() <= 64 and b.bit_length() <= 64 else "this power"
        raise Failure(TOO_LARGE, f"{shown} has more than {MAXIMAL_BITS:,} bits")
    if b >= 0:
        return _sized(int(a**b))
    if a == 0:
        raise Failure(DIVISION, "0 to a negative power is a division by zero")
    return _with_machine(fmpq(1) / fmpq(a ** (-b)), lambda: float(a) ** b)


def _real_binary(operation: str, a: int | Real, b: int | Real) -> Value:
    left, right = _exact(a), _exact(b)
    machines = _machines(a, b)
    if operation in ("/", "//", "%") and right == 0:
        raise Failure(DIVISION, "division by zero")
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


def _least_bits(a: int, exponent: int) -> int:
    """a ** abs(exponent) has at least so many bits, and at most twice as many."""
    return (a.bit_length() - 1) * abs(exponent) + 1 if abs(a) > 1 else 1


def _real_power(a: int | Real, b: int | Real) -> Value:
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
    machine = _machine(a)
    if machine is None:
        return Real(exact, "symbolic")
    return _with_machine(exact, lambda: machine**exponent)


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


def _machine(value: int | Real) -> Machine:
    if isinstance(value, int):
        return int(value)
    if value.machine == "symbolic":
        return None
    if value.machine == "fraction":
        return fraction(cast(fmpq, value.exact))
    return value.machine


def _machines(a: int | Real, b: int | Real) -> tuple[int | float | Fraction, int | float | Fraction] | None:
    """What Python holds for both; None when one is symbolic, and then a float beside it must be settled."""
    x, y = _machine(a), _machine(b)
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
        "compute it without rounding: from fractions import Fraction, and Fraction(1, 3) instead of 1 / 3",
    )


def _sized(value: int) -> int:
    if value.bit_length() > MAXIMAL_BITS:
        raise Failure(TOO_LARGE, f"an integer has more than {MAXIMAL_BITS:,} bits")
    return value


def _sequence_binary(operation: str, a: Value, b: Value) -> Value:
    if operation == "+" and isinstance(a, Sequence) and isinstance(b, Sequence) and a.kind == b.kind:
        return Sequence(a.kind, _bounded(a.items + b.items))
    if operation == "*":
        sequence, times = (a, b) if isinstance(a, Sequence) else (b, a)
        if isinstance(sequence, Sequence) and isinstance(times, int):
            if len(sequence.items) * max(int(times), 0) > MAXIMAL_LENGTH:
                raise Failure(TOO_LARGE, f"a sequence has more than {MAXIMAL_LENGTH:,} items")
            return Sequence(sequence.kind, sequence.items * int(times))
    raise Failure(WRONG_KIND, f"{_kind(a)} {operation} {_kind(b)} is not defined")


def _budget_binary(operation: str, a: Value, b: Value) -> Value:
    if isinstance(a, Budget) and isinstance(b, Budget):
        if operation in ("+", "-") and a.name == b.name:
            sign = 1 if operation == "+" else -1
            return Budget(a.coefficient + sign * b.coefficient, a.name)
    elif operation in ("*", "/"):
        budget, number = (a, b) if isinstance(a, Budget) else (b, a)
        if isinstance(budget, Budget) and isinstance(number, (int, Real)) and (operation == "*" or budget is a):
            factor = exact_number(number)
            if isinstance(factor, fmpq):
                if operation == "/" and factor == 0:
                    raise Failure(DIVISION, "division by zero")
                return Budget(
                    budget.coefficient * factor if operation == "*" else budget.coefficient / factor,
                    budget.name,
                )
    raise _budget_misused(a if isinstance(a, Budget) else b)


def _budget_misused(value: Value) -> Failure:
    name = value.name if isinstance(value, Budget) else "it"
    return Failure(
        WRONG_KIND,
        f"{name} is an unknown positive number: it may be multiplied by exact numbers, inside exp and in claims only",
        f"write exp({name}) or exp(-{name} / 2)",
    )


# Comparison.


def _compare_numbers(operation: str, a: int | Real, b: int | Real) -> bool:
    if isinstance(a, int) and isinstance(b, int):
        return bool(_ORDER[operation](int(a), int(b)))
    left, right = _exact(a), _exact(b)
    if unknowns(left) or unknowns(right) or epsilons(left) or epsilons(right):
        raise Failure(
            UNKNOWN_DECIDES,
            "an unknown decides this comparison",
            "unknowns may be used as probabilities and in arithmetic only",
        )
    try:
        exact = bool(_ORDER[operation](compare_numbers(left, right), 0))
    except Undecidable as reason:
        raise Failure(UNKNOWN_DECIDES, f"this comparison cannot be decided exactly: {reason}") from None
    machines = _machines(a, b)
    if machines is not None and bool(_ORDER[operation](*machines)) != exact:
        raise Failure(
            FLOAT_DIFFERS,
            f"this comparison is {exact}, but Python would compare {machines[0]!r} with {machines[1]!r}",
            "compute it without rounding: from fractions import Fraction, and Fraction(1, 3) instead of 1 / 3",
        )
    return exact


def _compare_sequences(operation: str, a: Sequence, b: Sequence) -> bool:
    if operation in ("==", "!="):
        equal = a.kind == b.kind and len(a.items) == len(b.items)
        equal = equal and all(compare("==", x, y) for x, y in zip(a.items, b.items, strict=True))
        return equal == (operation == "==")
    if a.kind != b.kind:
        raise Failure(WRONG_KIND, f"{_kind(a)} {operation} {_kind(b)} is not defined")
    for x, y in zip(a.items, b.items, strict=False):
        if not compare("==", x, y):
            return compare(operation, x, y)
    return bool(_ORDER[operation](len(a.items), len(b.items)))


def is_negative(number: Number) -> bool:
    """Whether the number is surely below 0; with unknowns or undecidable signs in it, nothing is sure."""
    try:
        return not unknowns(number) and not epsilons(number) and compare_numbers(number, fmpq(0)) < 0
    except Undecidable:
        return False


def _within_unit(number: Number) -> bool:
    try:
        return compare_numbers(number, fmpq(0)) >= 0 and compare_numbers(number, fmpq(1)) <= 0
    except (Undecidable, ValueError):
        return True


# Pure functions.


def _abs(a: Value) -> Value:
    if isinstance(a, int):
        return abs(int(a))
    return unary("-", a) if compare("<", a, 0) else unary("+", a)


def _extreme(operation: str, name: str) -> Callable[..., Value]:
    def extreme(*values: Value, **keywords: Value) -> Value:
        if set(keywords) - {"default"}:
            raise TypeError
        candidates = iterate(values[0]) if len(values) == 1 else values
        if not candidates:
            if "default" in keywords and len(values) == 1:
                return keywords["default"]
            raise Failure(BAD_ARGUMENT, f"{name} of nothing")
        best = candidates[0]
        for candidate in candidates[1:]:
            if compare(operation, candidate, best):
                best = candidate
        return best

    return extreme


def _sum(values: Value, start: Value = 0) -> Value:
    total = start
    items = iterate(values)
    for item in items:
        total = binary("+", total, item)
    if any(isinstance(item, Real) and isinstance(item.machine, float) for item in items):
        # Python 3.12 sums floats with a correction, 3.11 does not: only a total that both agree on is sure.
        exact_number(total)
        floats = [_machine(item) for item in items if isinstance(item, (int, Real))]
        if isinstance(total, Real) and isinstance(total.machine, float) and None not in floats:
            corrected = sum(
                map(Fraction, cast("list[float]", floats)), Fraction(cast(float, _machine(cast(Real, start))))
            )
            if float(corrected) != total.machine:
                raise Failure(
                    FLOAT_DIFFERS,
                    f"versions of Python sum these floats differently: {total.machine!r} or {float(corrected)!r}",
                    "sum Fractions: from fractions import Fraction",
                )
    return total


def _clamp(x: Value, lo: Value, hi: Value) -> Value:
    if compare(">", lo, hi):
        raise Failure(BAD_ARGUMENT, f"clamp to an empty range: {show_value(lo)} is above {show_value(hi)}")
    # As max(lo, min(x, hi)) when Python runs the file: of equal numbers, lo comes first, then x.
    below = hi if compare("<", hi, x) else x
    return below if compare(">", below, lo) else lo


def _sorted(values: Value, *, reverse: Value = False) -> Value:
    # Python's sorting asks for nothing but `<`, and so does this.
    def order(a: Value, b: Value) -> int:
        return -1 if compare("<", a, b) else 0

    below = cmp_to_key(order)
    return Sequence("list", tuple(sorted(iterate(values), key=below, reverse=truth(reverse))))


def _int(a: Value = 0) -> Value:
    if isinstance(a, int):
        return int(a)
    if isinstance(a, Real) and isinstance(a.exact, fmpq):
        exact = int(a.exact.floor()) if a.exact >= 0 else int(a.exact.ceil())
        machine = _machine(a)
        if isinstance(machine, float) and not isfinite(machine):
            raise Failure(FLOAT_DIFFERS, f"Python would take int(...) of {machine!r}", "use Fraction")
        if machine is not None and int(machine) != exact:
            raise Failure(FLOAT_DIFFERS, f"int(...) is {exact}, but Python would compute {int(machine)}")
        return exact
    raise Failure(WRONG_KIND, f"int of {_kind(a)} is not defined")


def _fraction(numerator: Value, denominator: Value = 1) -> Value:
    parts = []
    for part in (numerator, denominator):
        if isinstance(part, Real) and part.machine != "fraction":
            raise Failure(
                WRONG_KIND,
                "Fraction of a float is not the number it looks like",
                "write Fraction(1, 10), with integers",
            )
        parts.append(exact_number(part))
    if parts[1] == 0:
        raise Failure(DIVISION, "division by zero")
    divisors.note(parts[1])
    return Real(parts[0] / parts[1], "fraction")


def _exp(a: Value) -> Value:
    if isinstance(a, Budget):
        return Real(exponential(a.coefficient, a.name), "symbolic")
    number = exact_number(a)
    if not isinstance(number, fmpq):
        raise Failure(WRONG_KIND, "exp takes a rational number, or a multiple of an unknown epsilon")
    return Real(exponential(number), "symbolic")


def _log(a: Value) -> Value:
    number = exact_number(a)
    if not isinstance(number, fmpq) or number <= 0:
        raise Failure(BAD_ARGUMENT, "log takes a positive rational number")
    return Real(logarithm(number), "symbolic")


def _range(*ends: Value) -> Value:
    if not ends:
        raise TypeError
    bounds = [whole(end, "an end of range") for end in ends]
    if len(bounds) == 3 and bounds[2] == 0:
        raise Failure(BAD_ARGUMENT, "the step of range is 0")
    numbers = range(*bounds)
    if -((numbers.start - numbers.stop) // numbers.step) > MAXIMAL_LENGTH:  # `len` is for small numbers only
        raise Failure(TOO_LARGE, f"range goes over more than {MAXIMAL_LENGTH:,} numbers")
    return Sequence("tuple", tuple(numbers))


def _enumerate(values: Value, start: Value = 0) -> Value:
    first = whole(start, "the start of enumerate")
    return Sequence("tuple", tuple(Sequence("tuple", pair) for pair in enumerate(iterate(values), first)))


def _zip(*sequences: Value, strict: Value = False) -> Value:
    columns = [iterate(sequence) for sequence in sequences]
    if truth(strict) and len({len(column) for column in columns}) > 1:
        raise Failure(BAD_ARGUMENT, "zip(strict=True) over sequences of different lengths")
    return Sequence("tuple", tuple(Sequence("tuple", row) for row in zip(*columns, strict=False)))


def _bounded(items: tuple[Value, ...]) -> tuple[Value, ...]:
    if len(items) > MAXIMAL_LENGTH:
        raise Failure(TOO_LARGE, f"a sequence has more than {MAXIMAL_LENGTH:,} items")
    return items


def _items(value: Value) -> tuple[Value, ...]:
    if not isinstance(value, Sequence):
        raise Failure(WRONG_KIND, f"{_kind(value)} has no items")
    return value.items


def _kind(value: object) -> str:
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "a Boolean"
    if isinstance(value, int):
        return "an integer"
    if isinstance(value, str):
        return "a label"
    if isinstance(value, Sequence):
        return f"a {value.kind}"
    if isinstance(value, Real):
        return "a fraction" if isinstance(value.exact, fmpq) else "a symbolic number"
    return "this value"


_FAST: dict[str, Callable[[int, int], int]] = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_FAST_REAL = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
_ORDER = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_EMPTY = Sequence("tuple", ())
_PURE: dict[str, Callable[..., Value]] = {
    "abs": _abs,
    "min": _extreme("<", "min"),
    "max": _extreme(">", "max"),
    "sum": _sum,
    "len": lambda values: len(_items(values)),
    "any": lambda values: any(truth(item) for item in iterate(values)),
    "all": lambda values: all(truth(item) for item in iterate(values)),
    "sorted": _sorted,
    "clamp": _clamp,
    "exp": _exp,
    "log": _log,
    "list": lambda values=_EMPTY: Sequence("list", iterate(values)),
    "tuple": lambda values=_EMPTY: Sequence("tuple", iterate(values)),
    "int": _int,
    "bool": lambda value=False: truth(value),
    "Fraction": _fraction,
    "range": _range,
    "enumerate": _enumerate,
    "zip": _zip,
    "reversed": lambda values: Sequence("tuple", tuple(reversed(iterate(values)))),
}
