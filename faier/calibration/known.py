"""What is known of a claim about a query that noise is added to, for published methods that say how much noise to add.

The query is what is released, without the noise: one number, or several, whose distance is the sum of the distances of
their numbers. A method's answer is the scale of Laplace noise, an exact number, rounded up where it must be rounded;
two-sided geometric noise with exp(-1/scale) loses as much on integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from flint import fmpq

from faier.calibration.normals.components import Normals
from faier.exact import Epsilon

if TYPE_CHECKING:
    from faier.calibration.quilts.networks import Network

Point: TypeAlias = tuple[fmpq, ...]
"""A value of the query."""

Law: TypeAlias = Mapping[Point, fmpq]
"""The values of the query that are possible, with their probabilities."""

ROUNDED = fmpq(1, 10**9)
"""Scales that are no simple fractions are multiples of this."""


@dataclass(frozen=True)
class Missing:
    """Something is not known, or a method does not apply, for this reason."""

    reason: str


NO_PRIOR = Missing("the claim is not about a prior")


@dataclass(frozen=True)
class Conditional:
    """How the query is distributed given one secret and given another, for one prior of the class."""

    left: Law
    right: Law


@dataclass(frozen=True)
class Chain:
    """Records that are a Markov chain: so many of them, the first by `start`, each further one by the row of `moves`
    that belongs to the one before it."""

    start: tuple[fmpq, ...]
    moves: tuple[tuple[fmpq, ...], ...]
    length: int


@dataclass(frozen=True)
class Known:
    """`conditionals` are those of every pair of secrets and every prior of the class; `moved` is how far chances must
    be moved at most to make one side of any of them the other, where that is known without listing them. `spread` is
    the greatest distance of two values of the query, `step` the greatest where the inputs differ in one record,
    `neighboring` where they are neighbors. `chains` are the records', one for each prior of the class, where each
    record is a secret or nothing else is, and `networks` likewise. `normals` are the query given one secret and given
    another, where it is a mixture of normals."""

    epsilon: Epsilon
    delta: fmpq = fmpq(0)
    conditionals: tuple[Conditional, ...] | Missing = NO_PRIOR
    moved: fmpq | None = None
    spread: fmpq | Missing = Missing("how far apart two values of the query are is not known")
    step: fmpq | Missing = Missing("the input is no list of records")
    neighboring: fmpq | Missing = Missing("the claim is not about neighbors")
    records: int | Missing = Missing("the input is no list of records")
    chains: tuple[Chain, ...] | Missing = Missing("the records are not known to be a Markov chain")
    networks: tuple[Network, ...] | Missing = Missing("the records are not known to be a Bayesian network")
    normals: tuple[tuple[Normals, Normals], ...] | Missing = Missing("the query is not normal given a secret")


@dataclass(frozen=True)
class Method:
    """A published method: `asks` says which scale it asks for, or why it does not apply."""

    name: str
    source: str
    asks: Callable[[Known], fmpq | Missing]


def over_epsilon(distance: fmpq, epsilon: Epsilon) -> fmpq:
    """The scale of noise that costs epsilon at this distance, rounded up where epsilon is no fraction."""
    low, high = epsilon.bounds(30)
    return distance / low if low == high else rounded_up(distance / low)


def rounded_up(number: fmpq) -> fmpq:
    """The next multiple of a small unit."""
    return fmpq((number / ROUNDED).ceil()) * ROUNDED
