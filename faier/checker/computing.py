"""What operators do to values, also to those with noise in them; what is kept of the draws on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from . import continuous, operations
from . import noise as noises
from .budgets import Epsilon
from .containers import SETS, is_a
from .draws import NOTHING, Draws, Known, Pick
from .file import File, Function
from .forms import Form, Number
from .operations import items_of, truth
from .outcome import Fails, Hole, spend
from .values import Box, Continuous, Infinite, List, Mark, Noise, bare, holding, noisy, parts

_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class Computing:
    """`variables` are those of the function; a variable that has no value yet is not among them."""

    def __init__(
        self,
        file: File,
        function: Function | None,
        variables: dict[str, object],
        pick: Pick | None = None,
        read: Callable[[Mark], object] | None = None,
        invoke: Callable[[Function, dict[str, object]], object] | None = None,
        known: Known = NOTHING,
    ) -> None:
        self.file, self.function, self.variables = file, function, variables
        self.pick, self.read, self.invoke = pick, read, invoke
        self.draws = Draws(known, pick)
        self.inner: list[dict[str, object]] = []
        self.drawn: list[Number] = []
        self.divisors: list[Number] = []
        self.steps = 0

    def value(self, node: ast.expr) -> object:
        raise NotImplementedError

    def plain(self, node: ast.expr, noise: bool = False) -> object:
        """The value with nothing unread in it; noise without bounds only where `noise` allows it."""
        return self.settled(self.value(node), noise)

    def settled(self, value: object, noise: bool = False) -> object:
        if isinstance(value, Mark):
            if self.read is None:
                raise Hole("an input is read here")
            return self.read(value)
        if isinstance(value, Noise):
            now = self.draws.followed(value)
            if isinstance(now, int) or noise:
                return now
            decided = noises.value(self.draws, now)
            if decided is None:
                raise Hole("a geometric draw is used where it is not bounded")
            return decided
        if isinstance(value, Continuous):
            if not noise:
                raise Hole("a real is used where no noise may be")
            return self.draws.now(value)
        inside = parts(value)
        if inside and any(isinstance(item, (Mark, tuple, Noise, Continuous, Box)) for item in inside):
            spend(len(inside) // 4)
            return holding(value, [self.settled(item, noise) for item in inside])
        return value

    def test(self, node: ast.expr) -> bool:
        return self.truth(self.plain(node, True))

    def truth(self, value: object) -> bool:
        """Noise is true where it is not 0."""
        return self.related("!=", value, 0) if isinstance(value, (Noise, Continuous)) else truth(value)

    def equal(self, a: object, b: object) -> bool:
        """Equality as Python has it, also of what has noise in it."""
        a, b = (bare(self.draws.now(side)) for side in (a, b))
        if isinstance(a, (Noise, Continuous)) or isinstance(b, (Noise, Continuous)):
            if any(map(_never_noise, (a, b))):
                return False
            if isinstance(a, Continuous) != isinstance(b, Continuous):
                if not isinstance(a, (int, Fraction, Continuous)) or not isinstance(b, (int, Fraction, Continuous)):
                    raise Hole("a real is compared with something else than a number")
                return False
            return self.related("==", a, b)
        if parts(a) is not None and parts(b) is not None and (noisy(a) or noisy(b)):
            return operations.equal_containers(a, b, self.equal)
        return operations.equal(a, b)

    def binary(self, operator: str, a: object, b: object) -> object:
        a, b = (bare(self.draws.now(side)) for side in (a, b))
        if isinstance(a, Continuous) or isinstance(b, Continuous):
            return continuous.binary(self.draws, operator, a, b)
        if not isinstance(a, Noise) and not isinstance(b, Noise):
            if operator == "/" and isinstance(b, Form):
                self.divisors.append(b)
            if operator == "**" and isinstance(a, Form) and isinstance(b, int) and b < 0:
                self.divisors.append(a)
            if self.function is not None and operator in ("+", "-"):
                _require_of_a_kind(a, b)
            return operations.binary(operator, a, b)
        match operator, a, b:
            case "+", Noise(), int():
                return noises.plus(a, b)
            case "+", int(), Noise():
                return noises.plus(b, a)
            case "-", Noise(), int():
                return noises.plus(a, -b)
            case "-", int(), Noise():
                return self.binary("+", a, noises.times(b, -1))
            case "*", Noise(), int():
                return noises.times(a, b)
            case "*", int(), Noise():
                return noises.times(b, a)
            case "+", Noise(), Noise():
                return noises.summed(self.draws, a, b)
            case "-", Noise(), Noise():
                return self.binary("+", a, noises.times(b, -1))
            case "//", Noise(), int():
                return noises.halves(a, b)
            case "%", Noise(), int():
                return noises.modulo(self.draws, a, b)
        raise Hole(f"the operator {operator} on a geometric draw")

    def total(self, items: Iterable[object], start: object = 0) -> object:
        for item in items:
            start = self.binary("+", start, item)
        return start

    def augmented(self, operator: str, old: object, value: object) -> object:
        """What `old += value` makes of the old value."""
        if parts(old) is not None:
            return operations.augmented(operator, old, value)
        return self.binary(operator, old, value)

    def sorted(self, items: list[object], backward: bool) -> List:
        values = [self.settled(item, True) for item in items]
        return List(values[at] for at in self.order(values, backward))

    def order(self, keys: list[object], backward: bool) -> list[int]:
        """The places of the keys, ascending, equal ones as they come: each is put behind all that it is not less
        than."""
        found: list[int] = []
        for place, key in enumerate(keys):
            at = len(found)
            while at and self.related(">" if backward else "<", key, keys[found[at - 1]]):
                at -= 1
            found.insert(at, place)
        return found

    def bind(self, target: ast.expr, value: object, into: dict[str, object]) -> None:
        match target:
            case ast.Name(id=name):
                into[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part, item in unpacked(parts, items_of(value)):
                    self.bind(part, item, into)
            case _:
                raise Hole("a target of this kind")

    def signed(self, value: object, minus: bool) -> object:
        if isinstance(value, Noise):
            return noises.times(value, -1) if minus else value
        if isinstance(value, Continuous):
            return continuous.times(value, Fraction(-1)) if minus else value
        return operations.negative(value) if minus else operations.positive(value)

    def related(self, operator: str, left: object, right: object) -> bool:
        left, right = (self.draws.now(side) for side in (left, right))
        if operator in ("is", "is not") and isinstance(left, (Noise, Continuous)):
            return self._noisily(operator, left, right)
        if operator not in ("is", "is not", "in", "not in"):
            left, right = bare(left), bare(right)
        if isinstance(left, Continuous) or isinstance(right, Continuous):
            return self._with_real(operator, left, right)
        if isinstance(left, Noise) and isinstance(right, Noise):
            return noises.between(self.draws, operator, left, right)
        if isinstance(left, Noise) and isinstance(right, (int, Fraction)):
            return noises.compare(self.draws, left, operator, right)
        if isinstance(right, Noise) and isinstance(left, (int, Fraction)):
            return noises.compare(self.draws, right, _TURNED.get(operator, operator), left)
        if isinstance(left, Infinite) and isinstance(right, Noise):
            return operations.compare(operator, left, 0)
        if isinstance(right, Infinite) and isinstance(left, Noise):
            return operations.compare(operator, 0, right)
        if noisy(left) or noisy(right):
            return self._noisily(operator, left, right)
        return operations.compare(operator, left, right)

    def _with_real(self, operator: str, left: object, right: object) -> bool:
        if operator in ("in", "not in"):
            return self._noisily(operator, left, right)
        if isinstance(left, Continuous) and isinstance(right, Continuous):
            return continuous.between(self.draws, operator, left, right)
        if operator in ("==", "!="):
            return self.equal(left, right) == (operator == "==")
        real, other_side = (left, right) if isinstance(left, Continuous) else (right, left)
        if isinstance(other_side, Infinite):
            return operations.compare(operator, *((0, right) if real is left else (left, 0)))
        if not isinstance(real, Continuous) or isinstance(other_side, Noise):
            raise Hole("a real is compared with an integer with noise")
        turned = operator if real is left else _TURNED.get(operator, operator)
        return continuous.compare(self.draws, real, turned, other_side)

    def _noisily(self, operator: str, left: object, right: object) -> bool:
        match operator:
            case "is" | "is not" if isinstance(right, bool) or right is None:
                return operator == "is not"
            case "==" | "!=":
                return self.equal(left, right) == (operator == "==")
            case "in" | "not in":
                return operations.contains(right, left, self.equal) == (operator == "in")
        raise Hole("a geometric draw is compared with something else than an integer")


def _require_of_a_kind(a: object, b: object) -> None:
    """Multiples of the unknown epsilon are added to such alone."""
    both = [isinstance(side, Epsilon) and bool(side.rate) for side in (a, b)]
    if any(both) and not all(both):
        raise Hole("the unknown epsilon is added to a number")


def _never_noise(value: object) -> bool:
    plain = value is None or isinstance(value, (str, tuple, Infinite))
    return plain or is_a(value, "record", "deque", "dict", *SETS)


def unpacked(parts: list[ast.expr], values: tuple[object, ...]) -> Iterator[tuple[ast.expr, object]]:
    """What each target gets; the one with a star gets a list of what the others leave."""
    star = next((at for at, part in enumerate(parts) if isinstance(part, ast.Starred)), None)
    behind = 0 if star is None else len(parts) - star - 1
    if len(values) != len(parts) if star is None else len(values) < len(parts) - 1:
        raise Fails("a run unpacks the wrong number of values", "ValueError")
    for at, part in enumerate(parts):
        if star is None or at < star:
            yield part, values[at]
        elif isinstance(part, ast.Starred):
            yield part.value, List(values[at : len(values) - behind])
        else:
            yield part, values[len(values) - len(parts) + at]
