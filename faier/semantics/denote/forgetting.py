"""What a run forgets of its draws: those that nothing mentions are summed or integrated out, as far as that is simple.

What is left says the same about the others. A draw that is bound to several others is remembered.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from faier.lang.arithmetic import floor_of
from faier.semantics.denote.densities import Density, Fringe
from faier.semantics.denote.noise import Affine, Whole
from faier.semantics.denote.planes import (
    Condition,
    Floor,
    Law,
    Plane,
    Seen,
    Sides,
    draws_of,
    given,
    renamed,
    sharpened,
    together,
    touching,
)
from faier.semantics.denote.sums import Bound, Coefficients, folded, within
from faier.semantics.denote.totals import marginal, normal
from faier.semantics.denote.weights import Weight


class Forgetting:
    """What is known while it is made simpler; `meaning` gets what draws are written by, `alive` are mentioned."""

    def __init__(
        self,
        laws: dict[int, Law],
        conditions: list[Condition],
        meaning: dict[int, Whole | Affine],
        alive: Collection[int],
    ) -> None:
        self.laws = laws
        self.conditions = conditions
        self.meaning = meaning
        self.alive = alive

    def done(self) -> list[Condition]:
        """The conditions that are left."""
        self._sharpen()
        while self._leave_one() or self._know_one():
            self._sharpen()
        return self.conditions

    def _sharpen(self) -> None:
        """Of inequalities about the same only the strongest is left, and nothing that is known."""
        bounds: dict[Coefficients, int] = {}
        planes: dict[Sides, Plane] = {}
        others: list[Condition] = []
        for known in self.conditions:
            if isinstance(known, Plane):
                sharp = sharpened(known, self.laws)
                if isinstance(sharp, bool):
                    continue
                sides = sharp.form.sides
                if not all(isinstance(self.laws[draw], Weight) for draw, _ in sides):
                    planes[sides] = min(sharp, planes.get(sides, sharp), key=lambda plane: plane.form.offset)
                    continue
                known = Bound(tuple((draw, int(value.p)) for draw, value in sides), -floor_of(sharp.form.offset))
            if isinstance(known, Bound):
                bounds[known.sides] = max(known.least, bounds.get(known.sides, known.least))
            elif any(not isinstance(self.laws[draw], Fringe) for draw in draws_of(known)):
                others.append(known)
        self.conditions = [*(Bound(*item) for item in bounds.items()), *planes.values(), *others]

    def _leave_one(self) -> bool:
        """Some draws that nothing mentions are gone; False: there are none that can be."""
        for draw in sorted(self.laws.keys() - set(self.alive)):
            group = together([draw], self.conditions)
            around = touching(self.conditions, [draw])
            others = {name for known in around for name in draws_of(known)} - {draw}
            only_floor = len(around) == 1 and isinstance(around[0], Floor) and around[0].draw == draw
            if only_floor or set(self.alive).isdisjoint(group):
                gone = [draw] if only_floor else group
                for name in gone:
                    del self.laws[name]
                self._drop(touching(self.conditions, gone))
                return True
            if len(others) == 1 and self._folded(draw, min(others), around):
                return True
        return False

    def _folded(self, draw: int, other: int, around: list[Condition]) -> bool:
        """One draw is summed or integrated out, if that can be, that is bound to one other alone."""
        law, weight = self.laws[draw], self.laws[other]
        if isinstance(law, Weight):
            bounds = [known for known in around if isinstance(known, Bound)]
            simple = all(abs(dict(bound.sides)[draw]) == 1 for bound in bounds) and len(bounds) == len(around)
            if not simple or not isinstance(weight, Weight):
                return False
            named = {other: 0, draw: 1}
            found: Law = folded(weight, law, [cast(Bound, renamed(bound, named)) for bound in bounds])
        elif isinstance(law, Density) and isinstance(weight, Weight | Density) and _dense(around):
            found = marginal(self.laws, other, [draw], around)
        else:
            return False
        self.laws[other] = normal(found)
        del self.laws[draw]
        self._drop(around)
        return True

    def _know_one(self) -> bool:
        """A condition on a single draw is in its law, or a draw that has a single value is gone."""
        for known in self.conditions:
            names = set(draws_of(known))
            if len(names) == 1:
                (draw,) = names
                law = self.laws[draw]
                if isinstance(known, Bound):
                    ((_, coefficient),) = known.sides
                    low = -(-known.least // coefficient) if coefficient > 0 else None
                    high = known.least // coefficient if coefficient < 0 else None
                    self.laws[draw] = normal(within(cast(Weight, law), low, high))
                elif isinstance(law, Density | Weight) and not isinstance(known, Floor) and _dense([known]):
                    self.laws[draw] = normal(marginal(self.laws, draw, [], [known]))
                else:
                    continue
                self._drop([known])
                return True
        for draw, law in self.laws.items():
            if isinstance(law, Weight):
                value, last = law.ends
                if value is not None and value == last:
                    self.meaning[draw] = value
                    del self.laws[draw]
                    self.conditions = [new for known in self.conditions for new in given(known, draw, value)]
                    return True
        return False

    def _drop(self, gone: list[Condition]) -> None:
        self.conditions = [known for known in self.conditions if known not in gone]


def _dense(conditions: list[Condition]) -> bool:
    """Whether no normal draw was seen."""
    return all(isinstance(known.law, Density) for known in conditions if isinstance(known, Seen))
