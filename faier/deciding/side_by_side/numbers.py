"""Operators and functions where some of what they are given differs, or is not known."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import assert_never, cast

from flint import fmpq

from faier.deciding.side_by_side import cells
from faier.deciding.side_by_side.entries import settled
from faier.deciding.side_by_side.frames import is_table
from faier.deciding.side_by_side.held import (
    Best,
    Between,
    Entries,
    Fresh,
    Held,
    Loose,
    Moved,
    Off,
    Paid,
    Price,
    Same,
    Times,
    Unfollowed,
    Weight,
    ends_of,
    greatest,
    is_integer,
    is_known,
    is_machine,
    is_number,
    is_ordered,
    is_positive,
    is_told,
    is_whole,
    leaves,
    named,
    parts_of,
    rational,
    rounded,
    same_of,
    scaled,
    sides_of,
    summed,
    unsigned,
    within,
    without_common,
)
from faier.deciding.side_by_side.neighbors import Neighbors
from faier.engines.alignment.costs import logarithm_of
from faier.exact import Epsilon, compare_epsilon, has_value, of_logarithms
from faier.lang import operations
from faier.lang.arithmetic import exact_number
from faier.lang.changes import changed
from faier.lang.containers import Ways
from faier.lang.failures import Failure
from faier.lang.values import Budget, Real, Value
from faier.lang.values import Sequence as Items
from faier.lang.vocabulary import DrawKind
from faier.semantics import draw_arguments
from faier.semantics.geometric import require_parameter

NUMERIC = ("number", "flag")

# Operators that give integers of integers.
WHOLE = frozenset(["+", "-", "*", "//", "%"])

# Functions that raise of no number.
OF_EVERY_NUMBER = frozenset(["math.floor", "math.ceil", "math.trunc", "math.fabs"])

# Operators that raise where the number on the right is 0, or is not one that they take.
MAY_RAISE = frozenset(["/", "//", "%", "**", "<<", ">>"])


class Numbers:
    """What is computed, and what is paid for it. `risk` is told of what may raise."""

    def __init__(self, paid: Paid, risk: Callable[[], None], neighbors: Neighbors, loosely: bool = False) -> None:
        self.paid = paid
        self.has_units = neighbors.has_units
        self.most_units = neighbors.most_units
        self.risk = risk
        self.loosely = loosely
        self.known: dict[Hashable, Same] = {}  # what was computed of numbers that are the same each time
        self.nonzero = frozenset[Same]()  # numbers that are not 0, as tests have told

    def used(self, value: Held) -> Held:
        """What is looked at, or shown: a draw then is what it is, on both sides."""
        if isinstance(value, Fresh) and not self.loosely:
            self.paid.spend(value)
            return noise(value.kind, True, True)
        if isinstance(value, Fresh):
            return self._made_up(Loose(value, None, 1, True, True))
        if isinstance(value, Loose):
            return self._made_up(value)
        if isinstance(value, Best):
            return self.extreme(value.name, value.numbers)
        if isinstance(value, Entries):
            return settled(value)
        if isinstance(value, Items) and any(isinstance(leaf, Fresh | Loose | Best) for leaf in leaves(value)):
            return value.holding(cast("tuple[Value, ...]", tuple(map(self.used, value.items))))
        return value

    def _made_up(self, value: Loose) -> Same:
        """The draw makes up for what the number differs by, if it does not yet."""
        number, known = value.draw.number, self.paid.drawn.get(value.draw.number)
        if number in self.paid.lost or number in self.paid.limits:
            raise Unfollowed
        if known is None:
            self.paid.spend(value.draw)
            self.paid.drawn[number] = value.off, value.sign
            if value.off is not None:
                self.paid.draws.append((price(value.draw.kind, value.draw.parameter, value.off.whole), value.off.by))
        elif known[0] is not value.off or (value.off is not None and known[1] != value.sign):
            raise Unfollowed
        if value not in self.paid.values:
            self.paid.values[value] = noise(value.draw.kind, value.whole, value.integer)
        return self.paid.values[value]

    def _loose(self, draw: Fresh | Loose, other: Held, sign: int, drawn: int) -> Held | None:
        """A number with noise and another one, taken with this `sign`; the noise with `drawn`."""
        if isinstance(draw, Fresh):
            draw = Loose(draw, None, 1, True, True)
        whole, integer = draw.whole and is_whole(other), draw.integer and is_integer(other)
        if isinstance(other, Off):
            if draw.off is not None or draw.draw.number in self.paid.drawn:
                return None
            return Loose(draw.draw, scaled(other, fmpq(sign)), drawn * draw.sign, whole, integer)
        if not (is_number(other) or (isinstance(other, Same) and other.kind in NUMERIC)):
            return None
        if drawn == -1 and draw.off is not None:
            return None
        return Loose(draw.draw, draw.off, drawn * draw.sign, whole, integer)

    def once(self, name: str, operands: Sequence[Held], found: Held) -> Held:
        """What is computed of these: of the same ones it is the same number each time."""
        names = tuple(map(named, operands))
        if not isinstance(found, Same) or None in names:
            return found
        return self.known.setdefault((name, *names), replace(found, fixed=True))

    def same(self, values: Sequence[Held]) -> None:
        """Requires that these are the same on both sides."""
        for value in map(self.used, values):
            if not all(isinstance(leaf, Same) for leaf in leaves(value)):
                raise Unfollowed

    def binary(self, operator: str, left: Held, right: Held) -> Held:
        if is_known(left) and is_known(right):
            return operations.binary(operator, left, right)
        return self.once(operator, [left, right], self._binary(operator, left, right))

    def _binary(self, operator: str, left: Held, right: Held) -> Held:
        if isinstance(left, Items) or isinstance(right, Items):
            return self._of_items(operator, left, right)
        if not isinstance(left, Moved) and not isinstance(right, Moved) and _is_of_a_box(left, right):
            return cells.computed(operator, left, right)
        if operator in ("+", "-"):
            return self._summed(operator, left, right)
        left, right = self.used(left), self.used(right)
        if operator == "*" and (isinstance(left, Off) or isinstance(right, Off)):
            factor, number = (left, right) if isinstance(right, Off) else (right, left)
            if (known := rational(factor)) is not None and isinstance(number, Off):
                return replace(scaled(number, known), integer=number.integer and isinstance(factor, int))
            return times(cast(Off, number), factor)
        if isinstance(left, Times) or isinstance(right, Times):
            return _rescaled(operator, left, right)
        if operator in ("/", "//") and isinstance(left, Off) and (known := rational(right)) is not None and known != 0:
            found = scaled(left, 1 / known)
            if operator == "/":
                return found
            return replace(self._rounded(found, False), integer=left.integer and isinstance(right, int))
        self.same([left, right])
        self._beware(operator, left, right)
        both = is_positive(left) and is_positive(right)
        whole = operator in WHOLE and is_whole(left) and is_whole(right)
        integer = operator in WHOLE and is_integer(left) and is_integer(right)
        machine = operator != "**" and is_machine(left) and is_machine(right)
        known = Same("number", both and operator in ("*", "/", "**"), whole=whole, integer=integer, machine=machine)
        return within(known, *_ends(operator, left, right))

    def _of_items(self, operator: str, left: Held, right: Held) -> Held:
        """Lists and tuples: one after the other, or one so many times."""
        match operator, left, right:
            case "+", Items(), Items() if left.kind == right.kind and left.kind in ("list", "tuple"):
                return Items(left.kind, (*left.items, *right.items))
            case "|", Items(of=None), Items(of=None) if is_table(left) and is_table(right):
                return changed("update", left, [right], {}, Ways(operations.compare, operations.binary))[0]
            case "*", Items(), int() if left.kind in ("list", "tuple"):
                return Items(left.kind, left.items * int(right))
            case _:
                self.same([left, right])
                self.risk()
                return Same()

    def _summed(self, operator: str, left: Held, right: Held) -> Held:
        sign = 1 if operator == "+" else -1
        if self.loosely:
            found: Held | None = None
            if isinstance(left, Fresh | Loose):
                found = self._loose(left, right, sign, 1)
            elif isinstance(right, Fresh | Loose):
                found = self._loose(right, left, 1, sign)
            if found is not None:
                return found
        match left, right:
            case Moved(tag, by), other if _is_numeric(other):
                return Moved(tag, self.binary(operator, by, other))
            case other, Moved(tag, by) if operator == "+" and _is_numeric(other):
                return Moved(tag, self.binary("+", by, other))
            case Fresh(), Off() if not self.loosely:
                return self._noisy(left, right)
            case Off(), Fresh() if not self.loosely:
                return self._noisy(right, left)
        left, right = self.used(left), self.used(right)
        if any(isinstance(side, Same) and side.kind not in NUMERIC for side in (left, right)):
            self.risk()
        match left, right:
            case Off(), Off():
                return summed(left, right, sign)
            case Off(), other if isinstance(other, Same) or is_number(other):
                return self._beside(left, operator, other)
            case other, Off() if isinstance(other, Same) or is_number(other):
                return self._beside(scaled(right, fmpq(sign)), "+", other, right.integer)
        self.same([left, right])
        self._beware(operator, left, right)
        at_least = [is_positive(one) or (rational(one) or fmpq(-1)) >= 0 for one in (left, right)]
        positive = operator == "+" and all(at_least) and (is_positive(left) or is_positive(right))
        whole, integer = is_whole(left) and is_whole(right), is_integer(left) and is_integer(right)
        known = Same("number", positive, whole=whole, integer=integer, machine=is_machine(left) and is_machine(right))
        return within(known, *_ends(operator, left, right))

    def _beside(self, number: Off, operator: str, other: Held, integer: bool | None = None) -> Off:
        """The number and one that is the same on both sides, added up or taken away."""
        integer = number.integer if integer is None else integer
        whole = number.whole and is_whole(other)
        low, high = _ends(operator, number, other)
        is_int = integer and is_integer(other)
        return replace(number, whole=whole, integer=is_int, parts=parts_of(number), low=low, high=high)

    def _rounded(self, number: Off, to_zero: bool) -> Off:
        return rounded(number, to_zero, self.has_units)

    def _beware(self, operator: str, left: Held, right: Held) -> None:
        """Tells of what may raise."""
        if any(isinstance(side, Same) and side.kind not in NUMERIC for side in (left, right)):
            self.risk()
        if not all(isinstance(side, Same) or is_number(side) for side in (left, right)):
            self.risk()
        if operator in ("+", "-", "*") or (operator in ("/", "//", "%") and self._is_nonzero(right)):
            return
        number = rational(right)
        if operator in MAY_RAISE and number is not None:
            if operator == "**" and number >= 0 and number.q == 1:
                return
            if operator in ("/", "//", "%") and number != 0:
                return
        self.risk()

    def _is_nonzero(self, value: Held) -> bool:
        return is_positive(value) or (isinstance(value, Same) and (value.nonzero or value in self.nonzero))

    def _noisy(self, draw: Fresh, value: Off) -> Same:
        """The draw makes up for what the number differs by: it costs so much for each 1."""
        self.paid.spend(draw)
        self.paid.draws.append((price(draw.kind, draw.parameter, value.whole), value.by))
        return noise(draw.kind, value.whole, value.integer)

    def unary(self, operator: str, value: Held) -> Held:
        if is_known(value):
            return operations.unary(operator, value)
        return self.once(f"{operator}1", [value], self._unary(operator, value))

    def _unary(self, operator: str, value: Held) -> Held:
        value = self.used(value)
        if isinstance(value, Between) and operator in ("-", "+"):
            return cells.computed("-" if operator == "-" else "+", 0, value)
        if isinstance(value, Off) and operator in ("-", "+"):
            return replace(scaled(value, fmpq(-1 if operator == "-" else 1)), integer=value.integer)
        if isinstance(value, Times) and operator in ("-", "+"):
            return replace(value, exponent=scaled(value.exponent, fmpq(-1 if operator == "-" else 1)))
        self.same([value])
        if operator == "not":
            return Same("flag", tells=tuple((one, not held) for held in (True, False) for one in is_told(value, held)))
        if not (isinstance(value, Same) and value.kind in NUMERIC) or (operator == "~" and not is_integer(value)):
            self.risk()
        positive = operator == "+" and is_positive(value)
        machine = operator in ("-", "+") and is_machine(value)
        return Same("number", positive, whole=is_whole(value), integer=is_integer(value), machine=machine)

    def extreme(self, name: str, values: Sequence[Held]) -> Held:
        """`min` or `max` of several numbers."""
        return self.once(name, values, self._extreme(name, values))

    def _extreme(self, name: str, values: Sequence[Held]) -> Held:
        values = list(map(self.used, values))
        if _is_of_a_box(*values):
            return cells.extreme(name, values)
        if any(isinstance(value, Off) for value in values):
            if not all(isinstance(value, Off | Same) or is_number(value) for value in values):
                raise Unfollowed
            if any(isinstance(value, Same) and value.kind not in NUMERIC for value in values):
                self.risk()
            differs = greatest(cast("list[Off | Same | Value]", values))
            low, high = _ends_of_extreme(name, values)
            return self._no_more_apart(replace(differs, low=low, high=high))
        self.same(values)
        if any(not isinstance(value, Same) and not is_ordered(value) for value in values):
            self.risk()
        if any(isinstance(value, Same) and value.kind not in (*NUMERIC, "ordered") for value in values):
            self.risk()
        found = same_of(list(values))
        positive = any(map(is_positive, values)) if name == "max" else all(map(is_positive, values))
        return within(replace(found, positive=positive, of=tuple(values)), *_ends_of_extreme(name, values))

    def _no_more_apart(self, number: Off) -> Off:
        """The same, which differs by no more than there is between its ends."""
        if number.low is None or number.high is None:
            return number
        far = number.high - number.low
        units = {way: self.most_units(way) for way in number.by}
        by = {way: min(much, far / many) if (many := units[way]) else much for way, much in number.by.items()}
        return replace(number, by={way: much for way, much in by.items() if much != 0})

    def of_one(self, name: str, value: Held) -> Held:
        """A function of one number."""
        return self.once(name, [value], self._of_one(name, value))

    def _of_one(self, name: str, value: Held) -> Held:
        value = self.used(value)
        match name, value:
            case "abs" | "math.fabs", Off():
                return replace(unsigned(value), integer=value.integer and name == "abs")
            case "float", Off():
                return replace(value, integer=False)
            case "int" | "round" | "math.floor" | "math.ceil" | "math.trunc", Off() if value.whole:
                return replace(value, integer=True)
            case "int" | "math.trunc" | "math.floor" | "math.ceil", Off():
                return replace(self._rounded(value, name in ("int", "math.trunc")), integer=True)
            case "exp" | "math.exp", Off():
                return Weight(value, Epsilon(fmpq(1)))
            case "exp" | "math.exp", Times():
                return Weight(value.exponent, value.unit)
        self.same([value])
        if name not in ("bool", "str", "repr", "list", "tuple") and (
            not isinstance(value, Same)
            or value.kind not in NUMERIC
            or (name.startswith("math.") and name not in OF_EVERY_NUMBER)
        ):
            self.risk()
        if name == "bool":
            return Same("flag")
        if name in ("abs", "float", "math.fabs"):
            integer = name == "abs" and is_integer(value)
            machine = name != "abs" or is_machine(value)
            known = Same("number", is_positive(value), whole=is_whole(value), integer=integer, machine=machine)
            return within(known, *ends_of(value)) if name == "float" else within(known, fmpq(0), None)
        if name in ("int", "round", "math.floor", "math.ceil", "math.trunc"):
            low, high = (end if end is not None and end.q == 1 else None for end in ends_of(value))
            return within(Same("number", whole=True, integer=True), low, high)
        return Same("number", name in ("exp", "math.exp")) if name in ("exp", "math.exp") else Same()

    def drawn(self, weights: Sequence[Held]) -> Same:
        """One of several, by weights that may differ: their logarithms do, each by so much."""
        exponents = [weight.exponent if isinstance(weight, Weight) else None for weight in weights]
        for exponent, weight in zip(exponents, weights, strict=True):
            if exponent is None and isinstance(weight, Same) and weight.kind == "number":
                if not weight.positive:
                    self.risk()
            elif exponent is None and not (is_number(weight) and operations.compare(">=", cast(Value, weight), 0)):
                raise Unfollowed
        units = [weight.unit for weight in weights if isinstance(weight, Weight)]
        if any(unit != units[0] for unit in units):
            raise Unfollowed
        over = {weight.over if isinstance(weight, Weight) else None for weight in weights}
        if len(over) > 1:
            raise Unfollowed
        known = [Off({}, True, True) if one is None else one for one in exponents]
        if None not in exponents:
            known = without_common(known)
        ways = {way for one in known for way in one.by}
        spread: dict[int, fmpq] = {}
        for way in ways:
            each = [one.ends(way) for one in known]
            spread[way] = max(high for _, high in each) - min(low for low, _ in each)
        self.paid.chosen[len(self.paid.draws)] = tuple(known)
        self.paid.draws.append((Price("categorical", units[0]), spread))
        return Same()


def _is_of_a_box(*values: Held) -> bool:
    return any(isinstance(value, Between) for value in values)


def _is_numeric(value: Held) -> bool:
    return is_number(value) or isinstance(value, Between) or (isinstance(value, Same) and value.kind in NUMERIC)


def _ends_of_extreme(name: str, values: Sequence[Held]) -> tuple[fmpq | None, fmpq | None]:
    """Between which numbers the greatest or the least is."""
    lows, highs = [[end for end in ends if end is not None] for ends in zip(*map(sides_of, values), strict=True)]
    outer, inner = (lows, highs) if name == "max" else (highs, lows)
    near = (max if name == "max" else min)(outer) if outer else None
    far = (max if name == "max" else min)(inner) if len(inner) == len(values) else None
    return (near, far) if name == "max" else (far, near)


def _ends(operator: str, left: Held, right: Held) -> tuple[fmpq | None, fmpq | None]:
    """Between which numbers the value of the operator is."""
    (low, high), (least, most) = sides_of(left), sides_of(right)
    if operator == "-":
        operator, least, most = "+", None if most is None else -most, None if least is None else -least
    if operator == "+":
        return (
            None if low is None or least is None else low + least,
            None if high is None or most is None else high + most,
        )
    factor, number = (right, left) if operator == "/" or rational(right) is not None else (left, right)
    known = rational(factor)
    if operator not in ("*", "/") or known is None or (operator == "/" and known == 0):
        return None, None
    ends = [None if end is None else end * (1 / known if operator == "/" else known) for end in sides_of(number)]
    return (ends[0], ends[1]) if known > 0 else (ends[1], ends[0])


def times(number: Off, factor: Held) -> Times:
    """The number times an epsilon of the file, or a logarithm."""
    if isinstance(factor, Budget) and not factor.inverse and factor.coefficient != 0:
        unit = Epsilon.positive(factor.name, abs(factor.coefficient))
        return Times(scaled(number, fmpq(1 if factor.coefficient > 0 else -1)), unit)
    try:
        found = of_logarithms(exact_number(factor)) if isinstance(factor, Real) else None
    except Failure:
        found = None
    if found is None or (sign := compare_epsilon(found, Epsilon())) == 0:
        raise Unfollowed
    return Times(scaled(number, fmpq(sign)), found * sign)


def _rescaled(operator: str, left: Held, right: Held) -> Times:
    """Such a number times a number that is known, or divided by it."""
    number, factor = (left, right) if isinstance(left, Times) else (right, left)
    known = rational(factor)
    if not isinstance(number, Times) or known is None or known == 0:
        raise Unfollowed
    if operator == "/" and number is left:
        known = 1 / known
    elif operator != "*":
        raise Unfollowed
    return replace(number, exponent=scaled(number.exponent, known))


def noise(kind: DrawKind, whole: bool, integer: bool) -> Same:
    """A noisy number: noise on the reals comes to no number, so not to 0."""
    discrete = kind == "geometric"
    integer = discrete and integer
    whole = discrete and whole
    return Same("number", nonzero=not discrete, whole=whole, integer=integer, machine=not discrete, fixed=True)


def require_arguments(kind: DrawKind, given: Sequence[Value]) -> None:
    """Fails where the draw raises."""
    match kind:
        case "flip":
            draw_arguments.probability(kind, given)
        case "geometric":
            require_parameter(draw_arguments.probability(kind, given))
        case "laplace":
            draw_arguments.rate(kind, given)
        case "gaussian":
            draw_arguments.variance(kind, given)
        case "uniform":
            draw_arguments.ends(kind, given)
        case "categorical":
            draw_arguments.weights(kind, given)
        case "choice":
            draw_arguments.places(kind, given)
        case "shuffled" | "sample":
            draw_arguments.orders(kind, given)
        case _:
            assert_never(kind)


def price(kind: DrawKind, given: Value, whole: bool) -> Price:
    """What it costs to shift a draw by 1."""
    try:
        if kind == "laplace":
            return Price(kind, draw_arguments.rate(kind, [given]))
        if kind == "gaussian":
            variance = draw_arguments.variance(kind, [given])
            if not has_value(variance):
                raise Unfollowed
            return Price(kind, Epsilon(), variance)
        number = exact_number(given) if whole and isinstance(given, int | Real) else None
        found = None if number is None else logarithm_of(1 / number)
    except (Failure, ZeroDivisionError):
        raise Unfollowed from None
    if found is None or compare_epsilon(found, Epsilon()) <= 0:
        raise Unfollowed
    return Price(kind, found)


def is_parameter(value: Held) -> bool:
    """Whether it can be the parameter of noise that makes up for differences."""
    return isinstance(value, int | Real | Budget)
