"""Operations on values that may be noise, or hold some: what Python would do with the numbers that it stands for.

Where noise decides what happens, `Draws` splits the run. Where something would be else for each of infinitely many
values, there is no meaning: `Failure`.
"""

from __future__ import annotations

from typing import TypeAlias, cast

from faier.lang import changes, containers, methods, operations
from faier.lang.comparing import compare_sequences, hashable, is_single, unordered
from faier.lang.containers import Ways
from faier.lang.failures import BAD_ARGUMENT, Failure
from faier.lang.iterating import accumulated
from faier.lang.noise import NotFollowed, not_followed
from faier.lang.python_functions import backwards, pure
from faier.lang.records import bare
from faier.lang.syntax import Field
from faier.lang.values import MEMBERS, Real, Sequence, Value
from faier.semantics.denote import formulas, reals
from faier.semantics.denote.draws import Draws, floor_of
from faier.semantics.denote.noise import Affine, Drawn, Formula, Noise, added, affine, mentions, rewritten

UNBOUNDED = "FA405"

# Functions that give a number, whatever numbers they are given.
_NUMBERS = frozenset(["Fraction", "float", "math.prod", "pow", "round"])

Held: TypeAlias = Value | Noise | Affine | Formula  # what an expression can give


def settled(draws: Draws, value: Held) -> Value:
    """The value with all noise in it known."""

    def known(noise: Drawn) -> Value:
        if isinstance(noise, Affine):
            raise not_followed("a real that something has to know")
        return draws.settled(noise, without_bounds)

    found = rewritten(cast(Value, value), known)
    if mentions(found):
        raise not_followed("a number computed of draws that something has to know")
    return found


def without_bounds() -> Failure:
    """Something would have to look at infinitely many values."""
    return Failure(
        UNBOUNDED,
        "this noise has no bounds, and what is done with it here would be something else for each of its values",
        "ask first: inside of `if lo <= noisy <= hi:` it has bounds",
    )


def unary(draws: Draws, operator: str, value: Held) -> Held:
    if operator == "not":
        return not truth(draws, value)
    if isinstance(value, Noise):
        if operator == "~":
            return added(-1, value, -1)
        return added(0, value, -1) if operator == "-" else value
    if isinstance(value, Affine):
        return binary(draws, "*", value, -1) if operator == "-" else value
    if isinstance(value, Formula):
        return formulas.unary(operator, value)
    if isinstance(value, Sequence) and value.of == "Counter" and operator in ("+", "-"):
        return containers.positive(ways(draws), value, operator)
    return operations.unary(operator, value)


def binary(draws: Draws, operator: str, left: Held, right: Held) -> Held:
    """left operator right"""
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        found = containers.combined(ways(draws), operator, left, right)
        if found is not None:
            return found
    left, right = number_or(left), number_or(right)
    if isinstance(left, Formula) or isinstance(right, Formula):
        return formulas.binary(operator, left, right)
    if isinstance(left, Affine) or isinstance(right, Affine):
        return reals.binary(draws, operator, left, right)
    if not isinstance(left, Noise) and not isinstance(right, Noise):
        return operations.binary(operator, left, right)
    left, right = (draws.whole(side) if isinstance(side, Noise) else side for side in (left, right))
    match operator, left, right:
        case "+" | "-", int() | Noise(), int() | Noise():
            return added(left, right, 1 if operator == "+" else -1)
        case ("*", Noise() as noise, int() as factor) | ("*", int() as factor, Noise() as noise):
            terms = {draw: coefficient * int(factor) for draw, coefficient in noise.terms}
            return affine(terms, noise.offset * int(factor))
        case "/" | "//" | "%", Noise(), int() | Real() if operations.compare("==", right, 0):
            return operations.binary(operator, 0, right)
        case "//" | "%", Noise(), int():
            quotient, remainder = draws.divided(left, int(right))
            return quotient if operator == "//" else remainder
    sides = int | Noise | Real | Sequence | str if operator == "*" else int | Noise | Real
    if not all(isinstance(side, sides) for side in (left, right)):
        return operations.binary(operator, apart(left), apart(right))
    doing = f"`{operator}` of noise"
    return operations.binary(operator, _number(draws, left, doing), _number(draws, right, doing))


def _number(draws: Draws, value: Held, doing: str) -> Value:
    """The value with all noise in it known, where a number would come of any."""
    try:
        return settled(draws, value)
    except NotFollowed:
        raise
    except Failure as failure:
        raise not_followed(doing) if failure.code == UNBOUNDED else failure from None


def augmented(draws: Draws, operator: str, left: Held, right: Held) -> Held:
    """What `left operator= right` leaves behind."""
    if isinstance(left, Sequence):
        found = containers.in_place(ways(draws), operator, left, apart(right))
        if found is not None:
            return found
    return binary(draws, operator, left, right)


def compared(draws: Draws, operator: str, left: Held, right: Held) -> bool:
    """left operator right, for == != < <= > >= in, not in, is, is not."""
    if not mentions(left) and not mentions(right):
        return operations.compare(operator, cast(Value, left), cast(Value, right))
    if operator not in ("is", "is not"):
        left, right = number_or(left), number_or(right)
    if operator in ("in", "not in"):
        if isinstance(right, str) or (isinstance(right, Sequence) and right.of == MEMBERS):
            return operations.compare(operator, apart(left), cast(Value, right))
        known = unordered(apart(right))
        if isinstance(right, Sequence) and right.kind in ("dict", "set", "frozenset"):
            hashable(cast(Value, left))
        return any(compared(draws, "==", left, item) for item in known) == (operator == "in")
    if operator in ("is", "is not"):
        if not (is_single(left) or is_single(right)):
            return operations.compare(operator, 0, 0)
        return operator == "is not"
    if isinstance(left, Sequence) and isinstance(right, Sequence):
        return compare_sequences(operator, left, right, ways(draws).compare)
    if isinstance(left, Formula) or isinstance(right, Formula):
        return draws.holds(formulas.compared(operator, left, right))
    if isinstance(left, Affine) or isinstance(right, Affine):
        return reals.compared(draws, operator, left, right)
    if isinstance(left, Noise | int) and isinstance(right, Noise | int):
        difference = draws.whole(added(left, right, -1))
        if isinstance(difference, int):
            return operations.compare(operator, difference, 0)
        return draws.decide(difference, [0, 1], lambda k: operations.compare(operator, k, 0))
    if isinstance(left, Noise) and isinstance(right, Real):
        floor = floor_of(right.exact)
        return draws.decide(left, [floor, floor + 1], lambda k: operations.compare(operator, k, right))
    if isinstance(left, Real) and isinstance(right, Noise):
        floor = floor_of(left.exact)
        return draws.decide(right, [floor, floor + 1], lambda k: operations.compare(operator, left, k))
    return operations.compare(operator, apart(left), apart(right))


def truth(draws: Draws, value: Held) -> bool:
    """What `if value` would take."""
    return compared(draws, "!=", value, 0) if isinstance(value, Noise | Affine | Formula) else operations.truth(value)


def replaced(base: Value, indices: list[Value | Field], value: Held) -> Value:
    """`base` with `base[i].name[j]... = value`."""
    first, *rest = indices
    if rest:
        value = replaced(operations.reached(apart(base), first), rest, value)
    return operations.replaced(apart(base), first, cast(Value, value))


def number_or(value: Held) -> Held:
    """What operators see of a record: the number of an IntEnum's member, the tuple of a NamedTuple."""
    return bare(value) if isinstance(value, Sequence) else value


def apart(value: Held) -> Value:
    """The value for an operation that looks at sequences, or fails: to it noise is as any other number."""
    if isinstance(value, Formula):
        return formulas.any_of(value)
    return 0 if isinstance(value, Noise) else reals.SOME if isinstance(value, Affine) else value


def applied(draws: Draws, function: str, arguments: list[Held], keywords: dict[str, Held]) -> Held:
    """A call of a function of Python, its arguments evaluated."""
    if not any(map(mentions, [*arguments, *keywords.values()])):
        return pure(function, cast("list[Value]", arguments), cast("dict[str, Value]", keywords))
    found = formulas.applied(function, arguments, keywords)
    if found is not None:
        return found
    if function[0] == ".":
        receiver, *rest = arguments
        if isinstance(receiver, Sequence) and receiver.kind in ("dict", "set", "frozenset"):
            rest[:1] = [settled(draws, key) for key in rest[:1]]
        given = cast("list[Value]", [receiver, *rest])
        return methods.called(function[1:], given, cast("dict[str, Value]", keywords), ways(draws))
    match function, arguments:
        case "len" | "list" | "tuple" | "reversed" | "zip", _:
            return pure(function, [apart(argument) for argument in arguments], cast("dict[str, Value]", keywords))
        case "enumerate", [first, *rest] if not keywords:
            return pure(function, [apart(first), *(settled(draws, argument) for argument in rest)], {})
        case "abs", [Noise() | Affine() as noise] if not keywords:
            return unary(draws, "-", noise) if compared(draws, "<", noise, 0) else noise
        case "int" | "round" | "math.floor" | "math.ceil" | "math.trunc", [Noise() as noise] if not keywords:
            return noise
        case "int" | "round" | "math.floor" | "math.ceil" | "math.trunc", [Affine() as noise] if not keywords:
            return reals.rounded(draws, function, noise)
        case "isinstance" | "math.isfinite" | "math.isinf", [value, *labels]:
            return pure(function, [apart(value), *cast("list[Value]", labels)], {})
        case "itertools.accumulate", [values]:
            start = cast(Value, keywords.get("initial"))
            return accumulated(apart(values), initial=start, add=ways(draws).binary)
        case "itertools.chain" | "itertools.chain.from_iterable" | "itertools.pairwise" | "itertools.zip_longest", _:
            return pure(function, [apart(argument) for argument in arguments], cast("dict[str, Value]", keywords))
        case "divmod", [left, right]:
            both = [binary(draws, operator, left, right) for operator in ("//", "%")]
            return Sequence("tuple", tuple(cast("list[Value]", both)))
        case "bool", [value] if not keywords:
            return truth(draws, value)
        case "any" | "all", [values] if not keywords:
            decisive = function == "any"
            return any(truth(draws, item) == decisive for item in operations.iterate(apart(values))) == decisive
        case "min" | "max", [_, *_] if not set(keywords) - {"default", "key"}:
            candidates = operations.iterate(apart(arguments[0])) if len(arguments) == 1 else tuple(arguments)
            keys = operations.iterate(apart(keywords["key"])) if "key" in keywords else candidates
            if candidates:
                return _extreme(draws, "<" if function == "min" else ">", candidates, keys)
        case "sum", [values, *start] if len(start) + len(keywords) < 2 and not set(keywords) - {"start"}:
            return _summed(draws, apart(values), [*start, *keywords.values(), 0][0])
        case "collections.Counter", _:
            given = [_with_keys(draws, function, argument) for argument in arguments]
            return containers.counter(ways(draws), *given, **cast("dict[str, Value]", keywords))
        case "dict" | "collections.defaultdict" | "dict.fromkeys" | "collections.deque", _:
            given = [_with_keys(draws, function, argument) for argument in arguments]
            return pure(function, given, cast("dict[str, Value]", keywords))
        case "sorted", [values] if not set(keywords) - {"key", "reverse"}:
            reverse = keywords.get("reverse", False)
            reversed_ = truth(draws, reverse) if isinstance(reverse, Noise) else backwards(settled(draws, reverse))
            return _sorted(draws, apart(values), apart(keywords.get("key", values)), reversed_)
        case "clamp", [value, low, high] if not keywords:
            return _clamped(draws, value, low, high)
    known = {name: settled(draws, value) for name, value in keywords.items()}
    if function in _NUMBERS:
        return pure(function, [_number(draws, argument, f"{function} of noise") for argument in arguments], known)
    return pure(function, [settled(draws, argument) for argument in arguments], known)


def ways(draws: Draws) -> Ways:
    """How the methods of containers compare and add what is inside."""
    return Ways(
        lambda operator, left, right: compared(draws, operator, left, right),
        lambda operator, left, right: cast(Value, binary(draws, operator, left, right)),
    )


def _with_keys(draws: Draws, function: str, argument: Held) -> Value:
    """The argument of what makes a container, in which all that is a key is known."""
    if function == "collections.deque" or (isinstance(argument, Sequence) and argument.kind == "dict"):
        return cast(Value, argument)
    if function in ("collections.Counter", "dict.fromkeys") or not isinstance(argument, Sequence):
        return settled(draws, argument)
    return argument.holding(
        pair.holding((settled(draws, key), *rest)) if isinstance(pair, Sequence) and pair.items else pair
        for pair in argument.items
        for key, *rest in [pair.items if isinstance(pair, Sequence) and pair.items else (pair,)]
    )


def called(
    draws: Draws, method: str, target: Value, arguments: list[Held], keywords: dict[str, Held]
) -> tuple[Value, Held]:
    """What a method that changes its target leaves behind, and its value."""
    given = cast("list[Value]", arguments)
    named = cast("dict[str, Value]", keywords)
    kind = target.kind if isinstance(target, Sequence) else ""
    if method == "sort" and not arguments:
        return cast(Value, applied(draws, "sorted", [target], keywords)), None
    if kind == "set":
        given = [settled(draws, argument) for argument in arguments]
    elif method in ("pop", "insert", "rotate", "setdefault", "[]", "del"):
        given[:1] = [settled(draws, argument) for argument in arguments[:1]]
    elif method in ("[:]=", "del[:]"):
        given[-3:] = [settled(draws, argument) for argument in arguments[-3:]]
    elif method in ("update", "subtract"):
        maker = "collections.Counter" if isinstance(target, Sequence) and target.of == "Counter" else "dict"
        given = [_with_keys(draws, maker, argument) for argument in arguments]
    return changes.changed(method, target, given, named, ways(draws))


def _extreme(draws: Draws, operator: str, candidates: tuple[Held, ...], keys: tuple[Held, ...]) -> Held:
    """The first of the best."""
    best = 0
    for at in range(1, len(candidates)):
        if compared(draws, operator, keys[at], keys[best]):
            best = at
    return candidates[best]


def _summed(draws: Draws, values: Value, start: Held) -> Held:
    items = operations.iterate(values)
    if any(isinstance(item, Real) for item in (*items, start)) and not any(
        isinstance(item, Affine | Formula) for item in items
    ):
        return pure("sum", [_number(draws, item, "a sum of noise and fractions") for item in (values, start)], {})
    total: Held = start
    for item in items:
        total = binary(draws, "+", total, item)
    return total


def _sorted(draws: Draws, values: Value, keys: Value, reverse: bool) -> Sequence:
    """Each item goes before the first with a greater key (less, if reversed); Python's sort is as stable as that."""
    found: list[tuple[Value, Value]] = []
    for item, key in zip(operations.iterate(values), operations.iterate(keys), strict=True):
        for at, (_, other) in enumerate(found):
            less, more = (other, key) if reverse else (key, other)
            if compared(draws, "<", less, more):
                found.insert(at, (item, key))
                break
        else:
            found.append((item, key))
    return Sequence("list", tuple(item for item, _ in found))


def _clamped(draws: Draws, value: Held, low: Held, high: Held) -> Held:
    """As max(low, min(value, high)) in Python: of equal numbers low comes first, then the value. Reals are rounded."""
    if isinstance(value, Noise) and isinstance(low, int) and isinstance(high, int) and low <= high:
        return draws.decide(value, range(low, high + 2), lambda k: pure("clamp", [k, low, high], {}))
    if compared(draws, ">", low, high):
        raise Failure(BAD_ARGUMENT, "clamp to an empty range: the lower end can be above the upper one")
    below = high if compared(draws, "<", high, value) else value
    inside = below if compared(draws, ">", below, low) else low
    return reals.rounded(draws, "round", inside) if isinstance(inside, Affine) else inside
