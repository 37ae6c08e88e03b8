"""Draws: what is drawn with which probability, and what must hold of that."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from fractions import Fraction
from itertools import permutations
from math import perm
from typing import cast

from . import continuous, operations
from . import noise as noises
from .budgets import unknown
from .containers import is_a, keys_of, values_of
from .draws import Pick
from .forms import Number, is_zero
from .library import Library
from .noise import drawn
from .operations import number_of, whole
from .outcome import Hole, Invalid
from .series import sign
from .values import List, is_member, parts

MOST_ORDERS = 5_040


class Drawing(Library):
    """The draws of an expression."""

    def draw_arguments(self, node: ast.Call, word: str | None) -> list[ast.expr]:
        names = {"flip": ("p",), "uniform": ("lo", "hi"), "geometric": ("a",)}.get(word or "", ())
        given = {item.arg: item.value for item in node.keywords}
        rest = [given.pop(name) for name in names[len(node.args) :] if name in given]
        if given:
            raise Hole(f"the keywords of {word}")
        return [*node.args, *rest]

    def draw(self, word: str, given: list[object]) -> object:
        pick = self.pick
        if pick is None:
            raise Hole("a draw where none may be")
        if word in ("choice", "shuffled", "sample"):
            return self._picked(word, given, pick)
        operations.require_settled(*given)
        match word, given:
            case "flip", [p]:
                chance = self._chance(number_of(p))
                return drawn([(False, 1 - chance), (True, chance)], pick)
            case "uniform", [low, high]:
                first, last = whole(low), whole(high)
                if last < first:
                    raise Invalid("a run draws from an empty range")
                if last - first > 100_000:
                    raise Hole("a uniform draw from too many values")
                share = Fraction(1, last - first + 1)
                return drawn([(value, share) for value in range(first, last + 1)], pick)
            case "categorical", [weights] if is_a(weights, "dict"):
                keys = keys_of(weights)
                _require_plain(word, keys)
                chances = self._weighed([number_of(weight) for weight in values_of(weights)])
                return drawn([(keys[at], chance) for at, chance in enumerate(chances)], pick)
            case "categorical", [_, *_]:
                weights = given[0] if len(given) == 1 and type(given[0]) in (List, tuple) else given
                operations.require_settled(*cast("tuple[object, ...]", weights))
                chances = self._weighed([number_of(item) for item in cast("tuple[object, ...]", weights)])
                return drawn(list(enumerate(chances)), pick)
            case "geometric", [a]:
                ratio = number_of(a)
                if unknown(ratio):
                    self.drawn += [ratio, 1 - ratio]
                    self.divisors += [ratio, 1 - ratio]
                return noises.fresh(self.draws, ratio)
            case "laplace", [scale]:
                return continuous.fresh(self.draws, scale)
            case "gaussian", [deviation]:
                return continuous.normal(self.draws, deviation)
        raise Hole(f"the call of {word}")

    def _picked(self, word: str, given: list[object], pick: Pick) -> object:
        """One of the values, or a list of some of them in an order: all are equally likely."""
        items = operations.items_of(given[0])
        _require_plain(word, items)
        if word == "choice":
            if is_a(given[0], "dict"):
                raise Invalid("a run chooses from a dictionary")
            if not items:
                raise Invalid("a run draws from nothing")
            at = drawn([(place, Fraction(1, len(items))) for place in range(len(items))], pick)
            return self.settled(items[whole(at)], True)
        taken = len(items) if word == "shuffled" else whole(given[1])
        if not 0 <= taken <= len(items):
            raise Invalid("a run draws more values than there are")
        if perm(len(items), taken) > MOST_ORDERS:
            raise Hole(f"{word} of so many values")
        orders = list(permutations(range(len(items)), taken))
        chosen = drawn([(order, Fraction(1, len(orders))) for order in orders], pick)
        return List(items[place] for place in cast("tuple[int, ...]", chosen))

    def _chance(self, chance: Number) -> Number:
        if unknown(chance):
            self.drawn.append(chance)
            self.drawn.append(1 - chance)
        elif sign(chance) < 0 or sign(1 - chance) < 0:
            raise Invalid("a run draws with a probability that is none")
        return chance

    def _weighed(self, weights: list[Number]) -> list[Number]:
        total: Number = Fraction(0)
        for weight in weights:
            total = total + weight
        for weight in weights:
            if unknown(weight):
                self.drawn.append(weight)
            elif sign(weight) < 0:
                raise Invalid("a run draws with a negative weight")
        if is_zero(total):
            raise Invalid("a run draws with weights that are all 0")
        self.divisors.append(total)
        return [weight / total for weight in weights]


def _require_plain(word: str, values: Iterable[object]) -> None:
    if any(parts(value) is not None and not is_member(value) for value in values):
        raise Hole(f"{word} of what holds other values")
