"""The functions of Python that a mechanism may call, on values, exactly as Python would compute them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cmp_to_key, partial
from math import trunc
from typing import cast

from flint import fmpq

from faier.exact import Epsilon, exponential, exponential_of, has_value, number_of, of_logarithms
from faier.lang import byte_strings, containers, divisors, memos, methods
from faier.lang.arithmetic import budget_misused, exact_number, machine_number, sign_of, written
from faier.lang.comparing import SETS, unordered
from faier.lang.counted_trials import COMPLEMENT
from faier.lang.errors import VALUE, ZERO
from faier.lang.failures import (
    BAD_ARGUMENT,
    DIVISION,
    FLOAT_DIFFERS,
    MAXIMAL_LENGTH,
    TOO_LARGE,
    WRONG_KIND,
    Failure,
)
from faier.lang.instances import is_instance
from faier.lang.iterating import ITERATING
from faier.lang.judging import NotFollowed, not_followed
from faier.lang.mathematics import MATH, whole_number
from faier.lang.noise import (
    Apart,
    Computed,
    Noise,
    Noisy,
    clamped,
    is_endless,
    is_fraction,
    is_noise,
    is_number,
    is_text,
    number,
    single,
    unread,
)
from faier.lang.operations import PLAIN, binary, compare, items_of, iterate, probability, truth, unary, whole
from faier.lang.rays import stands_in
from faier.lang.reals import is_real
from faier.lang.records import bare
from faier.lang.sets import AS_TOLD, IN_ANY_ORDER, as_told, in_any_order
from faier.lang.texts import TEXTS, fraction_of_text, is_written, whole_of_text
from faier.lang.values import Budget, Real, Sequence, Value, ranged, show_value


def pure(function: str, arguments: Iterable[Value], keywords: dict[str, Value]) -> Value:
    """A call of one of the functions in `vocabulary.FUNCTIONS` or of a method, its arguments evaluated."""
    if function[0] == ".":
        return _method(function[1:], list(arguments), keywords)
    try:
        call = _PURE[function]
    except KeyError:
        raise Failure(WRONG_KIND, f"{function} is not a function of the language") from None
    arguments = [single(argument) if is_noise(argument) else argument for argument in arguments]
    if function in _NUMERIC:
        arguments = list(map(bare, arguments))
    try:
        if function not in _OF_TEXTS:
            for argument in arguments:
                if (failure := unread(argument)) is not None:
                    raise failure
        return call(*arguments, **keywords)
    except TypeError:
        raise Failure(BAD_ARGUMENT, f"{function} does not take these arguments") from None
    except NotFollowed as failure:
        if keywords:
            raise
        if _has_a_text(function, arguments):
            return cast(Value, Computed(failure.message, text=True))
        if not _has_a_number(function, arguments):
            raise
        fraction = function == "Fraction" or any(map(is_fraction, arguments))
        return cast(Value, Computed(failure.message, fraction=fraction))


# These take texts that are made of noise; and methods of such a text that give one.
_OF_TEXTS = frozenset(["str", "repr", "format", "bool", "min", "max"])
_AS_LONG = frozenset(["upper", "lower", "title", "capitalize", "swapcase", "casefold"])


def _method(method: str, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    try:
        return methods.called(method, arguments, keywords)
    except NotFollowed as failure:
        match arguments:
            case [Computed()] if method in _AS_LONG and not keywords:
                return arguments[0]
            case [str(), Sequence(kind="list" | "tuple", of=None, items=items)] if method == "join" and not keywords:
                if all(map(is_text, items)):
                    return cast(Value, Computed(failure.message, text=True))
        raise


def _has_a_text(function: str, arguments: list[Value]) -> bool:
    """Whether a text comes of noise, whatever it is."""
    match function, arguments:
        case "str" | "repr", [Sequence(kind="list" | "tuple", of=None, items=items)]:
            return all(is_number(item) or is_text(item) for item in items)
        case "str" | "repr" | "format", [value]:
            return is_noise(value)
        case "format", [value, str(spec)]:
            return is_noise(value) and is_written(value, spec)
    return False


def _has_a_number(function: str, arguments: list[Value]) -> bool:
    """Whether a number comes of noise, whatever it is."""
    if not any(map(is_noise, arguments)):
        return False
    match function, arguments:
        case "len", [value]:
            return unread(value) is not None
        case "abs" | "int" | "float" | "round" | "math.floor" | "math.ceil" | "math.trunc", [value]:
            return is_number(value)
        case "min" | "max", [_, _, *_]:
            return all(map(is_number, arguments))
        case "clamp", [value, int(low), int(high)]:
            return is_number(value) and low <= high
        case "round", [value, int()]:
            return is_number(value)
        case "Fraction", [*_]:
            return all(isinstance(argument, int | Noise | Apart) for argument in arguments)
    return False


def _abs(a: Value) -> Value:
    if isinstance(a, int):
        return abs(int(a))
    return unary("-", a) if compare("<", a, 0) else unary("+", a)


def _extreme(operation: str, name: str) -> Callable[..., Value]:
    def extreme(*values: Value, **keywords: Value) -> Value:
        if set(keywords) - {"default", "key"}:
            raise TypeError
        if len(values) == 1:
            candidates = unordered(values[0]) if "key" in keywords else _in_any_order(name, values[0])
        else:
            candidates = values
        if not candidates:
            if "default" in keywords and len(values) == 1:
                return keywords["default"]
            raise Failure(BAD_ARGUMENT, f"{name} of nothing", "", VALUE)
        keys = _keys(values[0], keywords["key"], name) if "key" in keywords else candidates
        best = 0
        for at in range(1, len(candidates)):
            if compare(operation, keys[at], keys[best]):
                best = at
        return candidates[best]

    return extreme


def _keys(values: Value, keys: Value, name: str) -> tuple[Value, ...]:
    """The keys of the items; no two of a set may be equal, for then its order would be seen."""
    found = iterate(keys)
    if isinstance(values, Sequence) and values.kind in SETS:
        for at, key in enumerate(found):
            if any(compare("==", key, other) for other in found[:at]):
                message = f"{name} of a {values.kind} with equal keys depends on the order in which they come"
                raise Failure(WRONG_KIND, message, "make it a list whose order is known: sorted(...)")
    return found


def _sum(values: Value, start: Value = 0) -> Value:
    total = start
    items = _in_any_order("sum", values)
    for item in items:
        total = binary("+", total, item)
    if not is_noise(total) and any(isinstance(item, Real) and isinstance(item.machine, float) for item in items):
        # Python 3.12 sums floats with a correction, 3.11 does not: only a total that both agree on is sure.
        exact_number(total)
        floats = [machine_number(item) for item in items if isinstance(item, (int, Real))]
        if isinstance(total, Real) and isinstance(total.machine, float) and None not in floats:
            corrected = sum(
                map(Fraction, cast("list[float]", floats)), Fraction(cast(float, machine_number(cast(Real, start))))
            )
            if float(corrected) != total.machine:
                raise Failure(
                    FLOAT_DIFFERS,
                    f"versions of Python sum these floats differently: {total.machine!r} or {float(corrected)!r}",
                    "sum Fractions: from fractions import Fraction",
                )
    return total


def _clamp(x: Value, lo: Value, hi: Value) -> Value:
    integers = type(lo) is int and type(hi) is int
    if (cast(int, lo) > cast(int, hi)) if integers else compare(">", lo, hi):
        raise Failure(BAD_ARGUMENT, f"clamp to an empty range: {show_value(lo)} is above {show_value(hi)}")
    if is_real(x) and not integers:
        raise not_followed("clamp of a real to ends that are no integers")
    if integers and is_noise(x):
        found = clamped(cast(Noisy, x), cast(int, lo), cast(int, hi))
        if found is not None:
            return found
    # As max(lo, min(x, hi)) when Python runs the file: of equal numbers, lo comes first, then x.
    below = hi if compare("<", hi, x) else x
    return below if compare(">", below, lo) else lo


def _sorted(values: Value, *, key: Value = None, reverse: Value = False) -> Value:
    # Python's sorting asks for nothing but `<`, and so does this.
    def order(a: Value, b: Value) -> int:
        return -1 if compare("<", a, b) else 0

    below = cmp_to_key(order)
    reversed_ = backwards(reverse)
    if key is not None:
        items, keys = unordered(values), _keys(values, key, "sorted")
        places = sorted(range(len(items)), key=lambda at: below(keys[at]), reverse=reversed_)
        return Sequence("list", tuple(items[at] for at in places))
    return Sequence("list", tuple(sorted(_in_any_order("sorted", values), key=below, reverse=reversed_)))


def backwards(reverse: Value) -> bool:
    """Whether what is sorted goes from the greatest to the least. Python takes a bool for that, or an integer."""
    if (is_noise(reverse) and not is_real(reverse) and not is_text(reverse)) or stands_in(reverse):
        return truth(reverse)
    return whole(reverse, "reverse") != 0


def _in_any_order(function: str, values: Value) -> tuple[Value, ...]:
    """The items for a function whose value must not depend on the order of a set."""
    items = unordered(values)
    if isinstance(values, Sequence) and values.kind in SETS and len(items) > 1:
        plain = list(map(bare, items))
        exact = all(isinstance(item, int) or (isinstance(item, Real) and item.machine == "fraction") for item in plain)
        if not (exact or (function != "sum" and (_all_ordered(plain) or _alike(items)))):
            message = f"{function} of a {values.kind} of such values may depend on the order in which they come"
            raise Failure(WRONG_KIND, message, "make them a list whose order is known")
    return items


def _all_ordered(items: Iterable[Value]) -> bool:
    """Whether these are numbers, or texts: any two that are not equal can be ordered."""
    found = list(items)
    return all(isinstance(item, (int, Real)) for item in found) or all(isinstance(item, str) for item in found)


def _alike(items: tuple[Value, ...]) -> bool:
    """Whether these are tuples, or NamedTuples, of one length, with numbers alone or texts alone at each place."""
    rows = [row.items for row in map(bare, items) if isinstance(row, Sequence) and row.kind == "tuple"]
    if len(rows) < len(items) or len(set(map(len, rows))) != 1:
        return False
    return all(_all_ordered(map(bare, column)) for column in zip(*rows, strict=True))


def _int(a: Value = 0, base: Value = None) -> Value:
    if isinstance(a, str):
        return whole_of_text(a) if base is None else whole_of_text(a, base)
    if base is not None:
        raise Failure(WRONG_KIND, "int takes a base for strings only")
    return _truncated(a)


_truncated = whole_number("int", trunc)


def _fraction(numerator: Value, denominator: Value = 1) -> Value:
    if isinstance(numerator, str) and denominator == 1:
        return fraction_of_text(numerator)
    if is_endless(numerator) or is_endless(denominator):
        if compare("==", denominator, 0):
            raise Failure(DIVISION, "division by zero", "", ZERO)
        raise not_followed("Fraction of noise")
    parts = []
    for part in (numerator, denominator):
        if isinstance(part, Real) and part.machine != "fraction":
            raise Failure(
                WRONG_KIND,
                "Fraction of a float is not the number it looks like",
                f"write {written(part.exact) or 'Fraction(1, 10)'}, with integers"
                if isinstance(part.exact, fmpq)
                else "write Fraction(1, 10), with integers",
            )
        parts.append(exact_number(number(part, "Fraction")))
    if parts[1] == 0:
        raise Failure(DIVISION, "division by zero", "", ZERO)
    divisors.note(parts[1])
    return Real(parts[0] / parts[1], "fraction")


def _exp(a: Value) -> Value:
    if isinstance(a, Budget):
        if a.inverse:
            raise budget_misused(a)
        return Real(exponential(a.coefficient, a.name), "symbolic")
    number = exact_number(a)
    if isinstance(number, fmpq):
        return Real(exponential(number), "symbolic")
    budget = of_logarithms(number)
    if budget is None:
        message = "exp takes rational numbers, logarithms of such, their sums, and multiples of an unknown epsilon"
        raise Failure(WRONG_KIND, message)
    if budget.factor.q != 1:
        root = f"exp({budget.text}) is a root of a rational number, which is not computed with"
        raise Failure(
            WRONG_KIND, root, "choose an epsilon whose exponential is rational here: 2 * log(3 / 2), or 1 / 2"
        )
    return Real(exponential_of(budget), "symbolic")


def _log(a: Value) -> Value:
    number = exact_number(a)
    if not has_value(number) or sign_of(number) <= 0:
        raise Failure(BAD_ARGUMENT, "log takes a positive number without unknowns")
    return Real(number_of(Epsilon.log(number)), "symbolic")


def _complement(chance: Value) -> Value:
    return Real(1 - probability(chance), "symbolic")


def _range(*ends: Value) -> Value:
    if not ends:
        raise TypeError
    bounds = [whole(end, "an end of range") for end in ends]
    if len(bounds) == 3 and bounds[2] == 0:
        raise Failure(BAD_ARGUMENT, "the step of range is 0")
    numbers = range(*bounds)
    if -((numbers.start - numbers.stop) // numbers.step) > MAXIMAL_LENGTH:  # `len` is for small numbers only
        raise Failure(TOO_LARGE, f"range goes over more than {MAXIMAL_LENGTH:,} numbers")
    return ranged(numbers)


def _enumerate(values: Value, start: Value = 0) -> Value:
    first = whole(start, "the start of enumerate")
    return Sequence("tuple", tuple(Sequence("tuple", pair) for pair in enumerate(iterate(values), first)))


def _zip(*sequences: Value, strict: Value = False) -> Value:
    columns = [iterate(sequence) for sequence in sequences]
    if truth(strict) and len({len(column) for column in columns}) > 1:
        raise Failure(BAD_ARGUMENT, "zip(strict=True) over sequences of different lengths")
    return Sequence("tuple", tuple(Sequence("tuple", row) for row in zip(*columns, strict=False)))


def _reversed(values: Value) -> Value:
    if isinstance(values, Sequence) and values.kind in SETS:
        raise Failure(
            WRONG_KIND, f"a {values.kind} cannot be reversed: it has no order", "write sorted(..., reverse=True)"
        )
    return Sequence("tuple", tuple(reversed(iterate(values))))


# What takes an IntEnum's member for its number.
_NUMERIC = frozenset(["abs", "int", "Fraction", "exp", "log"])

_EMPTY = Sequence("tuple", ())
_PURE: dict[str, Callable[..., Value]] = (
    MATH
    | TEXTS
    | ITERATING
    | byte_strings.FUNCTIONS
    | {
        "abs": _abs,
        "min": _extreme("<", "min"),
        "max": _extreme(">", "max"),
        "sum": _sum,
        "len": lambda values: len(items_of(values)),
        "any": lambda values: any(truth(item) for item in unordered(values)),
        "all": lambda values: all(truth(item) for item in unordered(values)),
        "sorted": _sorted,
        "clamp": _clamp,
        "exp": _exp,
        "log": _log,
        "isinstance": is_instance,
        "list": lambda values=_EMPTY: Sequence("list", iterate(values)),
        "tuple": lambda values=_EMPTY: Sequence("tuple", iterate(values)),
        "int": _int,
        "bool": lambda value=False: truth(value),
        "Fraction": _fraction,
        "range": _range,
        COMPLEMENT: _complement,
        "enumerate": _enumerate,
        "zip": _zip,
        "reversed": _reversed,
        "dict": containers.dictionary,
        "dict.fromkeys": containers.from_keys,
        "set": containers.a_set("set"),
        IN_ANY_ORDER: in_any_order,
        AS_TOLD: as_told,
        "frozenset": containers.a_set("frozenset"),
        memos.KEYS: memos.asked_keys,
        memos.KEPT: memos.unchanging,
        "collections.Counter": partial(containers.counter, PLAIN),
        "collections.defaultdict": containers.default_dictionary,
        "collections.deque": containers.deque,
    }
)
