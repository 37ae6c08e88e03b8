"""Strategies over a row of places: what is measured with noise, and what that noise does to each place's estimate.

A strategy's rows are sums of places with coefficients 1 and -1. Each place has one entry in each level; all noise is
Laplace noise of one scale, whose variance counts as 1 here. A group is noise of equal weight: `weight` times the square
of its `effect` on a query is what it adds to the error of that query.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy import sparse

from faier.policies.policy import AT_ONCE_PAIRS, Ints, Policy


@dataclass(frozen=True, eq=False)
class Group:
    """Noise of equal weight: a column of `effect` for each."""

    weight: Fraction
    effect: Any


@dataclass(frozen=True, eq=False)
class Levels:
    """The strategy's rows, level by level: which row each place is in, and with what sign."""

    rows: Ints
    signs: Ints

    @property
    def depth(self) -> int:
        return len(self.rows)

    def distances(self, left: Ints, right: Ints) -> Ints:
        """How far the strategy's answers move where a record goes from left to right, or nowhere where that is -1."""
        joined = np.maximum(right, 0)
        result = np.zeros(len(left), dtype=np.int64)
        for row, sign in zip(self.rows, self.signs, strict=True):
            apart = np.where(row[left] == row[joined], np.abs(sign[left] - sign[joined]), 2)
            result += np.where(right < 0, 1, apart)
        return result


@dataclass(frozen=True)
class Strategy:
    """A name, the levels over a number of places, and the noise of the best estimates from the answers."""

    name: str
    levels: Callable[[int], Levels]
    groups: Callable[[int], tuple[Group, ...]]


def height(places: int) -> int:
    """The least h with 2^h places or more."""
    return (places - 1).bit_length()


def identity_levels(places: int) -> Levels:
    return Levels(np.arange(places)[None, :], np.ones((1, places), dtype=np.int64))


def identity_groups(places: int) -> tuple[Group, ...]:
    return (Group(Fraction(1), sparse.identity(places, dtype=np.int64, format="csc")),)


def wavelet_levels(places: int) -> Levels:
    """All places together, and halves against halves of 2^1, 2^2, ... places."""
    at, top = np.arange(places), height(places)
    rows = [np.zeros(places, dtype=np.int64), *(at >> level for level in range(1, top + 1))]
    signs = [np.ones(places, dtype=np.int64), *(1 - 2 * (at >> (level - 1) & 1) for level in range(1, top + 1))]
    return Levels(np.array(rows), np.array(signs))


def tree_levels(places: int) -> Levels:
    """Blocks of 1, 2, 4, ... places, up to all of them."""
    rows = np.array([np.arange(places) >> level for level in range(height(places) + 1)])
    return Levels(rows, np.ones_like(rows))


def privelet_groups(places: int) -> tuple[Group, ...]:
    """Haar wavelets with noise of one scale on sums and differences: a wave of 2^j places is divided by 2^j."""
    return _waves(places, lambda level: Fraction(1, 4**level), Fraction(1, 4 ** height(places)))


def consistent_groups(places: int) -> tuple[Group, ...]:
    """The tree of blocks, least squares: the waves are independent, and each is measured by all smaller blocks."""
    top = height(places)
    whole = Fraction(1, 2**top * (2 ** (top + 1) - 1))
    return _waves(places, lambda level: Fraction(1, 2**level * (2**level - 1)), whole)


def _waves(places: int, weight: Callable[[int], Fraction], whole: Fraction) -> tuple[Group, ...]:
    at, top = np.arange(places), height(places)
    result = [Group(whole, sparse.csc_matrix(np.ones((places, 1), dtype=np.int64)))]
    for level in range(1, top + 1):
        node, sign = at >> level, 1 - 2 * (at >> (level - 1) & 1)
        effect = sparse.csc_matrix((sign.astype(np.int64), (at, node)), shape=(places, int(node[-1]) + 1))
        result.append(Group(weight(level), effect))
    return tuple(result)


LAPLACE = Strategy("laplace", identity_levels, identity_groups)
PRIVELET = Strategy("privelet", wavelet_levels, privelet_groups)
CONSISTENCY = Strategy("consistency", tree_levels, consistent_groups)
STRATEGIES = (LAPLACE, PRIVELET, CONSISTENCY)


def product_levels(levels: Sequence[Levels]) -> Levels:
    """Of the cells of a grid: each level of one axis with each of the other."""
    result = levels[0]
    for other in levels[1:]:
        width = int(other.rows.max()) + 1
        rows = [
            (one[:, None] * width + two[None, :]).ravel() for one in result.rows for two in other.rows
        ]  # rows of different levels never meet, so their numbers may
        signs = [(one[:, None] * two[None, :]).ravel() for one in result.signs for two in other.signs]
        result = Levels(np.array(rows), np.array(signs))
    return result


def product_groups(axes: Sequence[tuple[Group, ...]]) -> tuple[Group, ...]:
    result = axes[0]
    for other in axes[1:]:
        result = tuple(
            Group(one.weight * two.weight, sparse.kron(one.effect, two.effect, format="csc"))
            for one in result
            for two in other
        )
    return result


def moved(levels: Levels, policy: Policy) -> int:
    """The policy-specific sensitivity of the strategy: the farthest its answers move along an edge."""
    return max(
        int(levels.distances(policy.left[at : at + AT_ONCE_PAIRS], policy.right[at : at + AT_ONCE_PAIRS]).max())
        for at in range(0, policy.edges, AT_ONCE_PAIRS)
    )


def deepest(strategy: Strategy, blocks: Sequence[Ints]) -> int:
    """The sensitivity of the strategy over each of disjoint blocks of places."""
    return max(strategy.levels(size).depth for size in {len(block) for block in blocks})


def in_blocks(strategy: Strategy, blocks: Sequence[Ints], places: int) -> tuple[Group, ...]:
    """The strategy over each of disjoint blocks, each with all of the budget; shallow ones need less noise."""
    most = deepest(strategy, blocks)
    found: dict[Fraction, list[Any]] = {}
    made: dict[int, tuple[Group, ...]] = {}
    for block in blocks:
        size = len(block)
        spread = sparse.csc_matrix((np.ones(size, dtype=np.int64), (block, np.arange(size))), shape=(places, size))
        groups = made.setdefault(size, strategy.groups(size))
        paid = Fraction(strategy.levels(size).depth, most) ** 2
        for group in groups:
            found.setdefault(group.weight * paid, []).append(spread @ group.effect)
    return tuple(Group(weight, sparse.hstack(effects, format="csc")) for weight, effects in found.items())
