"""One side alone: what comes of something that the other side has not, and how likely anything does.

A row that only one side has may make something be there that the other side lacks: a key of a dictionary. What is
computed of it is followed on that side alone. Noise that is drawn there is independent of all else. So let p be at
least the chance that anything comes of it, whatever happened before: but for p, both sides are as if it were not there.
Whichever side is asked for the chance of a set of outputs, it exceeds the other one by p at most, beside what all else
loses. Let q be that chance on the other side, where another row may be alone, and P and Q what the chances of the set
would be without any of this, where P is at most e^epsilon Q + delta. Then the one side has p + (1 - p) P at most, and
the other one (1 - q) Q at least; e^epsilon times that is (1 - q) (P - delta) at least. The first exceeds this by
p + (q - p) P + (1 - q) delta at most, and that is no more than delta and the greater of p and q.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from flint import fmpq

from faier.deciding.side_by_side.entries import settled
from faier.deciding.side_by_side.forks import Forks
from faier.deciding.side_by_side.held import (
    Best,
    Entries,
    Fresh,
    Held,
    Lone,
    Loose,
    Paid,
    Unfollowed,
    is_number,
    leaves,
)
from faier.deciding.side_by_side.neighbors import Neighbors
from faier.deciding.side_by_side.numbers import Numbers, noise
from faier.exact import ONE, ZERO, Epsilon, Number, compare, exponential_of, has_value, normal, number_of, of_logarithms
from faier.lang import operations
from faier.lang.arithmetic import exact_number, floor_of, meant_number
from faier.lang.failures import Failure
from faier.lang.values import Sequence as Items
from faier.lang.values import Value
from faier.semantics import draw_arguments

HALF = fmpq(1, 2)

TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

# By how much a number may differ from that of which it is the nearest integer, or the next one.
ROUNDED = {"round": HALF, "int": ONE, "math.floor": ONE, "math.ceil": ONE, "math.trunc": ONE}


# The longest fraction that a chance may be.
BITS = 1_000_000


@dataclass
class Alone:
    """A row of the kind `row` of an input is on this side alone, and none that is `made_by` any other of these kinds.
    Draws are its own if they come after `made`, or are `given`; `within` says between which numbers they lie."""

    source: str
    row: int
    made_by: frozenset[int]
    made: int
    given: frozenset[int]
    forks: Forks
    within: dict[int, Between] = field(default_factory=dict)

    def owns(self, draw: Fresh) -> bool:
        return draw.number > self.made or draw.number in self.given

    def decided(self, operator: str, left: Held, right: Held) -> bool | None:
        """What comes of the comparison of a draw with a number, in the run in hand; None where it is no such."""
        if operator not in TURNED:
            return None
        if is_number(left):
            operator, left, right = TURNED[operator], right, left
        if isinstance(left, Fresh) and self.owns(left):
            left = Lone(left, 0, 1)
        if not isinstance(left, Lone) or not is_number(right):
            return None
        try:
            limit = meant_number(cast(Value, right))
            if left.least is not None:
                above = compare(meant_number(left.least), limit)
                if above > 0 or (above == 0 and operator in (">=", "<")):
                    return operator in (">=", ">")
            end = limit - meant_number(left.number)
        except Failure:
            raise Unfollowed from None
        held = self.forks.one_of(2) == 0
        if not held:
            operator = NEGATED[operator]
        if left.sign < 0:
            operator, end = TURNED[operator], -end
        above = operator in (">", ">=")
        slack = -left.slack if above else left.slack
        between = self.within.setdefault(left.draw.number, Between(left.draw))
        between.beyond(end + slack, above, operator in (">", "<") and left.slack == 0)
        return held

    def chance(self) -> Number:
        """The chance of the run in hand, at most: what is not known of it may always be so."""
        found: Number = ONE
        for between in self.within.values():
            found = found * between.chance()
        if not has_value(found):
            raise Unfollowed  # it depends on the unknown epsilon
        return found


@dataclass
class Between:
    """A draw lies between two numbers, of which it is neither where they are `open`."""

    draw: Fresh
    low: Number | None = None
    high: Number | None = None

    def beyond(self, end: Number, above: bool, is_open: bool) -> None:
        if self.draw.kind == "geometric":
            end = _integer(end, above, is_open)
        known = self.low if above else self.high
        if known is not None and (compare(end, known) > 0) != above:
            return
        if above:
            self.low = end
        else:
            self.high = end

    def chance(self) -> Number:
        if self.low is not None and self.high is not None:
            if compare(self.low, self.high) > 0:
                return ZERO
            return ONE - beyond(self.draw, -self.low, True) - beyond(self.draw, self.high, True)
        if self.low is not None:
            return beyond(self.draw, self.low, False)
        return ONE if self.high is None else beyond(self.draw, -self.high, False)


def beyond(draw: Fresh, end: Number, strictly: bool) -> Number:
    """The chance that the draw, or one less it, is greater than that, or not less."""
    try:
        match draw.kind:
            case "geometric":
                alpha = exact_number(draw.parameter)
                least = int(cast(fmpq, end)) + strictly
                if isinstance(alpha, fmpq) and abs(least) * int(alpha.q).bit_length() > BITS:
                    raise Unfollowed
                return alpha**least / (1 + alpha) if least > 0 else 1 - alpha ** (1 - least) / (1 + alpha)
            case "laplace":
                return _laplace(draw_arguments.rate(draw.kind, [draw.parameter]), end)
            case "gaussian":
                return normal(-end, draw_arguments.variance(draw.kind, [draw.parameter]))
            case _:
                raise Unfollowed
    except (Failure, ValueError):
        raise Unfollowed from None


def _laplace(rate: Epsilon, end: Number) -> Number:
    side = compare(end, ZERO)
    distance = end if side > 0 else -end
    exponent = rate * distance if isinstance(distance, fmpq) else of_logarithms(number_of(rate) * distance)
    if exponent is None:
        raise Unfollowed
    tail = exponential_of(-exponent) / 2
    return tail if side > 0 else 1 - tail


def _integer(end: Number, above: bool, is_open: bool) -> fmpq:
    """The integer at that end."""
    try:
        floor = floor_of(end)
    except Failure:
        raise Unfollowed from None
    whole = end == floor
    if above:
        return fmpq(floor + (not whole or is_open))
    return fmpq(floor - (whole and is_open))


class Ones(Numbers):
    """What is computed on one side alone: nothing is paid."""

    def __init__(self, paid: Paid, risk: Callable[[], None], neighbors: Neighbors, alone: Alone) -> None:
        super().__init__(paid, risk, neighbors)
        self.alone = alone

    def used(self, value: Held) -> Held:
        match value:
            case Fresh() | Lone():
                self._require_own(value)
                if isinstance(value, Fresh):
                    return noise(value.kind, True, True)
                integer = isinstance(value.number, int) and (value.least is None or isinstance(value.least, int))
                return noise(value.draw.kind, integer, integer)
            case Items() if any(isinstance(leaf, Fresh | Lone) for leaf in leaves(value)):
                return value.holding(cast("tuple[Value, ...]", tuple(map(self.used, value.items))))
            case Loose() | Best():
                raise Unfollowed
            case Entries():
                return settled(value)
            case _:
                return value

    def _require_own(self, value: Fresh | Lone) -> None:
        if not self.alone.owns(value if isinstance(value, Fresh) else value.draw):
            raise Unfollowed

    def binary(self, operator: str, left: Held, right: Held) -> Held:
        if operator in ("+", "-"):
            if (one := self._drawn(left)) is not None and is_number(right):
                return replace(one, number=operations.binary(operator, one.number, cast(Value, right)))
            if (one := self._drawn(right)) is not None and is_number(left):
                number = operations.binary(operator, cast(Value, left), one.number)
                return replace(one, number=number, sign=one.sign if operator == "+" else -one.sign)
        return super().binary(operator, self.used(left), self.used(right))

    def _drawn(self, value: Held) -> Lone | None:
        """The number, if nothing but a draw of it is not known."""
        if not isinstance(value, Fresh | Lone):
            return None
        self._require_own(value)
        if isinstance(value, Fresh):
            return Lone(value, 0, 1)
        return value if value.least is None else None

    def of_one(self, name: str, value: Held) -> Held:
        one = self._drawn(value)
        if one is None or (name != "float" and name not in ROUNDED):
            return super().of_one(name, self.used(value))
        if name == "float" or (one.draw.kind == "geometric" and isinstance(one.number, int) and one.slack == 0):
            return one
        return replace(one, slack=one.slack + ROUNDED[name])

    def extreme(self, name: str, values: Sequence[Held]) -> Held:
        drawn = [one for one in map(self._drawn, values) if one is not None]
        known = [cast(Value, value) for value in values if is_number(value)]
        if name == "max" and len(drawn) == len(known) == 1 and len(values) == 2:
            return replace(drawn[0], least=known[0])
        return super().extreme(name, list(map(self.used, values)))
