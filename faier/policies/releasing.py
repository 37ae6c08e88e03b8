"""Counts with noise: drawn from fair bits, exactly, and rounded before anything else is computed from it.

Noise is a multiple of 2^-40: answers of strategies are whole numbers, so rounding the noise is rounding the answers. In
floating point noise need not be what it is meant to be; here nothing but what is shown is a float, if anything.

Over the edges of a graph with circles the noisy answers themselves are never told, but the counts that they lead to:
all flows that lead to the same counts are answered alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from numbers import Real

import numpy as np

from faier.policies.adaptive import ADAPTIVE, Adaptive, adapted
from faier.policies.assembling import Assembled, assembled
from faier.policies.budget import Budget, read_budget
from faier.policies.estimating import over_axes
from faier.policies.methods import Mechanism, Nodes, mechanism
from faier.policies.noise import drawn
from faier.policies.policy import Policy, Unreadable
from faier.policies.transform import transform
from faier.policies.trees import NotForThis
from faier.policies.workloads import Workload


@dataclass(frozen=True, eq=False)
class Released:
    """Noisy counts of all cells, private for the policy at this epsilon, and the workload's answers by them."""

    policy: Policy
    workload: Workload
    method: str
    epsilon: str
    stretch: int
    counts: tuple[Fraction, ...]
    blocks: Assembled | None = None
    """What answers are put together of, where they are not sums of the noisy counts."""

    def answers(self) -> tuple[Fraction, ...]:
        """The answers to the workload."""
        if self.blocks is not None:
            return self.blocks.answers(self.workload)
        rows = self.workload.rows().tocsr()
        found = []
        for at in range(rows.shape[0]):
            inside = slice(rows.indptr[at], rows.indptr[at + 1])
            terms = zip(rows.indices[inside].tolist(), rows.data[inside].tolist(), strict=True)
            found.append(sum((weight * self.counts[cell] for cell, weight in terms), Fraction(0)))
        return tuple(answer / self.workload.divisor for answer in found)


def release(
    policy: Policy, workload: Workload, counts: Sequence[object], epsilon: str | int | Fraction | Budget, method: str
) -> Released:
    """The counts with the method's noise. The policy, the counts and epsilon are checked, and the stretch is paid."""
    budget = epsilon if isinstance(epsilon, Budget) else read_budget(epsilon)
    checked = checked_counts(policy, counts)
    if method in ADAPTIVE:
        made = ADAPTIVE[method](policy)
        return Released(policy, workload, method, budget.text, made.stretch, _adapted(made, checked, budget))
    found = mechanism(method, policy, workload)
    if isinstance(found.noise, Nodes):
        blocks = assembled_of(found, found.noise, checked, budget)
        return Released(policy, workload, method, budget.text, found.stretch, blocks.counts(), blocks)
    noisy = noise_of(found, budget)
    shown = tuple(Fraction(count) + number for count, number in zip(checked, noisy, strict=True))
    return Released(policy, workload, method, budget.text, found.stretch, shown)


def _adapted(made: Adaptive, counts: Sequence[int], budget: Budget) -> tuple[Fraction, ...]:
    return tuple(adapted(made, counts, budget))


def checked_counts(policy: Policy, counts: Sequence[object]) -> list[int]:
    """Whole numbers, not negative, one for each cell."""
    flat = np.asarray(counts, dtype=object).ravel().tolist()
    if len(flat) != policy.cells:
        raise Unreadable(f"{len(flat)} counts for {policy.cells} cells of {policy.name}")
    for count in flat:
        if isinstance(count, bool) or not isinstance(count, Real) or count != count // 1 or count < 0:
            raise Unreadable(f"{count} is no count: counts are 0, 1, 2, ...")
    return [int(count) for count in flat]


def assembled_of(found: Mechanism, noise: Nodes, counts: Sequence[int], budget: Budget) -> Assembled:
    """Noisy sums of blocks of cells, or of a tree's edges."""
    draw = partial(drawn, budget.scaled(found.scale))
    if found.within is None or found.blocks is None:
        return assembled(found.policy.shape, None, counts, [0] * len(counts), draw)
    basis = transform(found.within)
    flows, order = basis.database(counts), np.concatenate(found.blocks).tolist()
    return assembled(found.policy.shape, noise.places, [flows[edge] for edge in order], basis.known(counts), draw)


def noise_of(found: Mechanism, budget: Budget) -> list[Fraction]:
    """The noise of each cell."""
    strategy, blocks, within = found.strategy, found.blocks, found.within
    if strategy is None or isinstance(found.noise, Nodes):
        raise NotForThis(f"{found.method}: its answers are no counts; use consistency, which makes counts of them")
    if within is None or blocks is None:
        return over_axes(strategy, found.policy.shape, partial(drawn, budget.scaled(found.scale)))
    flows: list[Fraction] = [Fraction(0)] * within.edges
    for block in blocks:
        depth = strategy.levels(len(block)).depth
        draw = partial(drawn, budget.scaled(Fraction(depth * found.stretch)))
        for edge, number in zip(block.tolist(), over_axes(strategy, (len(block),), draw), strict=True):
            flows[edge] = number
    return along(within, flows)


def along(within: Policy, flows: Sequence[Fraction]) -> list[Fraction]:
    """What flows along the edges add up to in each cell."""
    result = [Fraction(0)] * within.cells
    for left, right, flow in zip(within.left.tolist(), within.right.tolist(), flows, strict=True):
        result[left] += flow
        if right >= 0:
            result[right] -= flow
    return result
