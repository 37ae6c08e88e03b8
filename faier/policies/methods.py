"""The methods: how a workload is answered under a policy, each with what it measures, and what is lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np

from faier.policies import blocks, nodes
from faier.policies.errors import by_ends, total, worst
from faier.policies.holding import Places
from faier.policies.policy import Ints, Policy
from faier.policies.strategies import (
    CONSISTENCY,
    LAPLACE,
    PRIVELET,
    Group,
    Strategy,
    deepest,
    in_blocks,
    moved,
    product_groups,
    product_levels,
)
from faier.policies.transform import incidence
from faier.policies.trees import NotForThis, approximate, grid, grouped_grid, grouped_line, line, stretch
from faier.policies.workloads import Workload


@dataclass(frozen=True, eq=False)
class Noise:
    """What a method's noise does to the cells, and what its errors are, where the scale of all noise is 1."""

    groups: Callable[[], tuple[Group, ...]]

    @cached_property
    def made(self) -> tuple[Group, ...]:
        return self.groups()

    def total(self, workload: Workload) -> Fraction:
        return total(workload, self.made)

    def worst(self, workload: Workload) -> Fraction:
        return worst(workload, self.made)


@dataclass(frozen=True, eq=False)
class Product(Noise):
    """A strategy for each axis, and all products of their rows: errors are products."""

    axes: tuple[tuple[Group, ...], ...]

    def total(self, workload: Workload) -> Fraction:
        if workload.kind == "rows":
            return super().total(workload)
        sides = zip(workload.shape, self.axes, strict=True)
        return _product(total(Workload(workload.kind, (size,), ""), groups) for size, groups in sides)

    def worst(self, workload: Workload) -> Fraction:
        if workload.kind == "rows":
            return super().worst(workload)
        sides = zip(workload.shape, self.axes, strict=True)
        return _product(worst(Workload(workload.kind, (size,), ""), groups) for size, groups in sides)


@dataclass(frozen=True, eq=False)
class Crossed(Noise):
    """A grid's edges in rows and columns, a strategy for each: a rectangle cuts at most two rows and two columns.

    The rows of edges between two rows of cells are as many places as the grid is wide.
    """

    strategy: Strategy
    blocks: tuple[Ints, ...]

    def total(self, workload: Workload) -> Fraction:
        if workload.kind == "rows":
            return super().total(workload)
        result = Fraction(0)
        for axis, size in enumerate(workload.shape):
            other = workload.shape[1 - axis]
            along = Workload(workload.kind, (other,), "")
            cuts = {"ranges": size, "prefixes": 1, "cells": 2}[workload.kind]
            result += (size - 1) * cuts * self._paid(other) * total(along, self.strategy.groups(other))
        return result

    def worst(self, workload: Workload) -> Fraction:
        if workload.kind == "rows":
            return super().worst(workload)
        sides = [by_ends(workload.kind, size, self.strategy.groups(size)) for size in workload.shape]
        paid = [self._paid(size) for size in workload.shape]
        return max(
            rows * paid[1] * wide + columns * paid[0] * high
            for rows, high in sides[0].items()
            for columns, wide in sides[1].items()
        )

    def _paid(self, places: int) -> Fraction:
        return Fraction(self.strategy.levels(places).depth, deepest(self.strategy, self.blocks)) ** 2


@dataclass(frozen=True, eq=False)
class Nodes(Noise):
    """Each sum is put together of the fewest blocks of the places: answers that need not agree with each other.

    Without places they are the cells.
    """

    places: Places | None = None

    def total(self, workload: Workload) -> Fraction:
        if self.places is not None or workload.kind == "rows":
            return blocks.errors(workload, self._of_edges(workload))[0]
        return _product(Fraction(nodes.total(workload.kind, size)) for size in workload.shape)

    def worst(self, workload: Workload) -> Fraction:
        if self.places is not None or workload.kind == "rows":
            return blocks.errors(workload, self._of_edges(workload))[1]
        return _product(Fraction(nodes.most(workload.kind, size)) for size in workload.shape)

    def _of_edges(self, workload: Workload) -> Places:
        return self.places or Places(np.arange(workload.cells), np.full(workload.cells, -1))


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A method for a policy: the noise, how far its strategy's answers move, and the policy that it is private for.

    The scale of its Laplace noise is sensitivity * stretch / epsilon. `within` is the policy whose edges the strategy
    measures, in blocks, none where it measures the cells.
    """

    method: str
    policy: Policy
    noise: Noise
    sensitivity: Fraction
    within: Policy | None = None
    stretch: int = 1
    strategy: Strategy | None = None
    blocks: tuple[Ints, ...] | None = None

    @property
    def scale(self) -> Fraction:
        """At epsilon 1."""
        return self.sensitivity * self.stretch

    def total(self, workload: Workload) -> Fraction:
        return 2 * self.scale**2 * self.noise.total(workload)

    def worst(self, workload: Workload) -> Fraction:
        return 2 * self.scale**2 * self.noise.worst(workload)


def _product(numbers: Iterable[Fraction]) -> Fraction:
    result = Fraction(1)
    for number in numbers:
        result *= number
    return result


def _on_cells(strategy: Strategy) -> Callable[[Policy, Workload], Mechanism]:
    """The strategy over the cells themselves, a level of each axis with each of the other."""

    def made(policy: Policy, workload: Workload) -> Mechanism:
        axes = tuple(strategy.groups(size) for size in policy.shape)
        levels = product_levels([strategy.levels(size) for size in policy.shape])
        noise = Product(lambda: product_groups(axes), axes)
        return Mechanism(strategy.name, policy, noise, Fraction(moved(levels, policy)), strategy=strategy)

    return made


def _hierarchical(policy: Policy, workload: Workload) -> Mechanism:
    if workload.kind == "rows" and len(policy.shape) > 1:
        raise NotForThis("sums over rows and columns that are no rectangles are no few blocks: use consistency")
    levels = product_levels([CONSISTENCY.levels(size) for size in policy.shape])
    noise = Nodes(lambda: ())
    return Mechanism("hierarchical", policy, noise, Fraction(moved(levels, policy)), strategy=CONSISTENCY)


def _hierarchical_on_edges(policy: Policy, workload: Workload) -> Mechanism:
    """The blocks over x_G of a tree, its edges in the order of their first cells."""
    found = approximate(policy)
    tree, order = found.within, np.argsort(found.within.left, kind="stable")
    places = Places(tree.left[order], tree.right[order])
    blocks.refuse_many(workload, places)
    noise, depth = Nodes(lambda: (), places), Fraction(deepest(CONSISTENCY, [order]))
    name = "transformed-hierarchical"
    return Mechanism(name, policy, noise, depth, tree, found.stretch, CONSISTENCY, (order,))


def _on_edges(strategy: Strategy) -> Callable[[Policy, Workload], Mechanism]:
    """The strategy over x_G of a tree, its edges in the order of their first cells."""

    def made(policy: Policy, workload: Workload) -> Mechanism:
        found = approximate(policy)
        tree = found.within
        blocks = [np.argsort(tree.left, kind="stable")]
        noise, depth = _over_blocks(strategy, tree, blocks), deepest(strategy, blocks)
        name = f"transformed-{strategy.name}"
        return Mechanism(name, policy, noise, Fraction(depth), tree, found.stretch, strategy, tuple(blocks))

    return made


def _over_blocks(strategy: Strategy, within: Policy, blocks: Sequence[Ints]) -> Noise:
    def groups() -> tuple[Group, ...]:
        joined = incidence(within)
        found = in_blocks(strategy, blocks, within.edges)
        return tuple(Group(group.weight, (joined @ group.effect).tocsc()) for group in found)

    return Noise(groups)


def _prefix(policy: Policy, workload: Workload) -> Mechanism:
    within = line(policy.cells)
    blocks = (np.arange(within.edges),)
    noise = _over_blocks(LAPLACE, within, blocks)
    return Mechanism("prefix", policy, noise, Fraction(1), within, stretch(policy, within), LAPLACE, blocks)


def _groups(policy: Policy, workload: Workload) -> Mechanism:
    """H^theta_k, the edges that lead to one cell being a block; over rows and columns squares of theta / 2 cells."""
    if not policy.bounded:
        raise NotForThis("this is for policies where no record comes or goes")
    if len(policy.shape) == 1:
        theta = int(np.abs(policy.right - policy.left).max())
        if theta == 1:
            raise NotForThis("groups are for pairs of cells that are more than one apart")
        within = grouped_line(policy.cells, min(theta, policy.cells - 1))
        blocks = [np.flatnonzero(within.right == end) for end in np.unique(within.right)]
    else:
        width = policy.shape[1]
        down, across = policy.right // width - policy.left // width, policy.right % width - policy.left % width
        side = int((np.abs(down) + np.abs(across)).max()) // 2
        if side < 2:
            raise NotForThis("groups over rows and columns are for pairs of cells that are four apart, or more")
        within, blocks = grouped_grid(policy.shape, side)
    noise, depth = _over_blocks(PRIVELET, within, blocks), deepest(PRIVELET, blocks)
    paid = stretch(policy, within)
    return Mechanism("groups", policy, noise, Fraction(depth), within, paid, PRIVELET, tuple(blocks))


def _rows(policy: Policy, workload: Workload) -> Mechanism:
    within = grid(policy.shape)
    blocks = tuple(block for block in rows_and_columns(policy.shape) if len(block))
    noise = Crossed(_over_blocks(PRIVELET, within, blocks).groups, PRIVELET, blocks)
    depth, paid = Fraction(deepest(PRIVELET, blocks)), stretch(policy, within)
    return Mechanism("rows", policy, noise, depth, within, paid, PRIVELET, blocks)


def rows_and_columns(shape: Sequence[int]) -> list[Ints]:
    """The edges of a grid between two rows of cells, for all two, and between two columns."""
    height, width = shape
    down = np.arange((height - 1) * width).reshape(height - 1, width)
    across = np.arange(height * (width - 1)).reshape(height, width - 1) + down.size
    return [*down, *across.T]


def _one_axis(build: Callable[[Policy, Workload], Mechanism], axes: int) -> Callable[[Policy, Workload], Mechanism]:
    def made(policy: Policy, workload: Workload) -> Mechanism:
        if len(policy.shape) != axes:
            raise NotForThis(f"this is for cells in {'a row' if axes == 1 else 'rows and columns'}")
        if not policy.bounded:
            raise NotForThis("this is for policies where no record comes or goes")
        return build(policy, workload)

    return made


METHODS: Mapping[str, Callable[[Policy, Workload], Mechanism]] = {
    "prefix": _one_axis(_prefix, 1),
    "groups": _groups,
    "rows": _one_axis(_rows, 2),
    "laplace": _on_cells(LAPLACE),
    "hierarchical": _hierarchical,
    "consistency": _on_cells(CONSISTENCY),
    "privelet": _on_cells(PRIVELET),
    "transformed-laplace": _on_edges(LAPLACE),
    "transformed-hierarchical": _hierarchical_on_edges,
    "transformed-consistency": _on_edges(CONSISTENCY),
    "transformed-privelet": _on_edges(PRIVELET),
}


def mechanism(method: str, policy: Policy, workload: Workload) -> Mechanism:
    """The method for this policy and workload, refused where it does not apply."""
    if method not in METHODS:
        raise NotForThis(f"there is no method {method}: use {', '.join(METHODS)}")
    return METHODS[method](policy, workload)
