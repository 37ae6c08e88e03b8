"""How much noise a mixture of normals needs: certified by the densities, from both sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from flint import fmpq

from faier.calibration.least import Outcome, Search, Turn
from faier.calibration.normals.components import Normals, rounded_up, shown
from faier.engines.density.engine import Broken, Greatest, breaks, greatest, joined
from faier.engines.density.excess import Divergence, divergence
from faier.engines.density.law import PLACE, Law
from faier.exact import ZERO, Epsilon, compare, nearest_float
from faier.lang.values import Real, Sequence
from faier.limits import DEFAULTS, Limits
from faier.semantics.kept import Reals

Kind: TypeAlias = Literal["laplace", "gaussian"]

REAL = Sequence("tuple", (PLACE,))


@dataclass(frozen=True)
class Asked:
    """A claim about data given two secrets, and the noise that is added."""

    left: Normals
    right: Normals
    epsilon: Epsilon
    delta: fmpq = ZERO
    kind: Kind = "laplace"


def noise_of(kind: Kind, scale: fmpq) -> Reals:
    """The noise of this scale or deviation."""
    return Reals((Epsilon.rational(1 / scale),)) if kind == "laplace" else Reals((), scale**2)


def law(data: Normals, noise: Reals) -> Law:
    """What is shown; data without deviation and noise is shown as it is."""
    bare = [one for one in data if not one.variance and not noise.variance and not noise.rates]
    atoms: dict[Sequence, fmpq] = {}
    for one in bare:
        key = Sequence("tuple", (Real(one.mean, "fraction"),))
        atoms[key] = atoms.get(key, ZERO) + one.weight
    rest = tuple(one for one in data if one not in bare)
    return Law(atoms, {REAL: shown(rest, noise)} if rest else {})


def outcome(asked: Asked, noise: Reals, limits: Limits = DEFAULTS) -> Outcome:
    """What becomes of the claim, in both directions, with this noise."""
    one, other = law(asked.left, noise), law(asked.right, noise)
    found: Outcome = "proved"
    for left, right in ((one, other), (other, one)):
        if asked.delta:
            ends = divergence(left, right, asked.epsilon, limits, asked.delta)
            if compare(ends.low, asked.delta) > 0:
                return "refuted"
            known = compare(ends.high, asked.delta) <= 0
        else:
            broken = breaks(left, right, asked.epsilon, limits)
            if isinstance(broken, Broken):
                return "refuted"
            known = broken is None
        found = found if known else "undecided"
    return found


def least(asked: Asked, digits: int = 6, start: fmpq = ZERO, limits: Limits = DEFAULTS) -> Turn | None:
    """Where the claim turns, between two scales one unit apart; None: no noise is needed."""
    if outcome(asked, Reals(()), limits) == "proved":
        return None
    begin = start or _about(asked)

    def probe(scale: fmpq) -> Outcome:
        return "outside" if scale <= 0 else outcome(asked, noise_of(asked.kind, scale), limits)

    return Search(probe, begin, fmpq(1, 10**digits)).turn()


def loss(asked: Asked, noise: Reals, limits: Limits = DEFAULTS) -> Greatest:
    """The greatest ratio of both directions, between two ends."""
    one, other = law(asked.left, noise), law(asked.right, noise)
    return joined(greatest(one, other, limits), greatest(other, one, limits))


def least_delta(asked: Asked, noise: Reals, limits: Limits = DEFAULTS) -> tuple[Divergence, Divergence]:
    """The divergences of both directions."""
    one, other = law(asked.left, noise), law(asked.right, noise)
    return divergence(one, other, asked.epsilon, limits), divergence(other, one, asked.epsilon, limits)


def _about(asked: Asked) -> fmpq:
    """A scale to begin with: the greatest distance of means and deviations, over epsilon."""
    sides = (*asked.left, *asked.right)
    wide = max(one.mean for one in sides) - min(one.mean for one in sides)
    wide += max(fmpq(1, 100), *(rounded_up(one.deviation) for one in sides))
    size = wide / max(asked.epsilon.bounds()[0], fmpq(1, 100))
    return fmpq(round(nearest_float(size) * 1000) + 1, 1000)
