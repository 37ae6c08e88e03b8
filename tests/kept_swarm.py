"""Many long words at once of a process that keeps integers without bounds, against what is proved of all lengths.

Draws are cut off far out, and words are weighed in floats. A word whose ratio seems too large is weighed again exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product

import numpy as np
from flint import fmpq
from scipy.sparse import csr_matrix, diags

from faier.engines.alignment.prices import every_fresh
from faier.engines.alignment.skeleton import Skeleton, draws_of
from faier.exact import Epsilon, Number, exceeds, nearest_float
from faier.exact.epsilon import exponential_of
from faier.hmm.model import Letter, TellLetter
from faier.hmm.neighbors import Automaton
from faier.hmm.schedule import Move, Step
from faier.semantics.kept import Floors, KeptTell, Reals, Unbounded, Way
from faier.semantics.kept_floats import Rough, Values, rough_for
from faier.semantics.kept_given import given as process_given
from faier.semantics.kept_words import held, likelihood

NEAR = 1e-6
PLACES = 900
"""So many values the draws of a state have together."""

TOLD = range(-5, 8)
"""Integers that are shown where any may be."""

BATCH, FAINT = 500, 1e-12

Floats = np.ndarray
Edge = tuple[Letter, int, csr_matrix, csr_matrix]


@dataclass(frozen=True)
class Swarm:
    skeleton: Skeleton
    rough: Rough

    @cached_property
    def values(self) -> list[dict[Values, int]]:
        """For each state the values of its draws, numbered on from those of the states before."""
        found, first, span = [], 0, range(-self.rough.reach, self.rough.reach + 1)
        for state in self.skeleton.kept.states:
            every = product(span, repeat=draws_of(state))
            found.append({values: first + at for at, values in enumerate(every)})
            first += len(found[-1])
        return found

    @cached_property
    def size(self) -> int:
        return sum(map(len, self.values))

    @cached_property
    def start(self) -> Floats:
        runs = self.rough.moved({-1: {(): 1.0}}, {-1: self.skeleton.kept.start})
        vector = np.zeros(self.size)
        for state, weights in runs.items():
            for values, weight in weights.items():
                vector[self.values[state][values]] = weight
        return vector

    def edges(self, node: int) -> list[Edge]:
        known = self._edges.get(node)
        if known is None:
            known = self._edges[node] = list(self._made(node))
        return known

    @cached_property
    def _edges(self) -> dict[int, list[Edge]]:
        return {}

    @cached_property
    def _matrices(self) -> dict[tuple[Move, int | None], csr_matrix]:
        return {}

    def _made(self, node: int) -> Iterator[Edge]:
        for step in self.skeleton.plan.steps[node]:
            if step.left.kind == "end":
                continue
            for told in TOLD if self._any(step) else (None,):
                one, other = (self._matrix(move, told) for move in (step.left, step.right))
                yield (step.letter if told is None else TellLetter(told)), step.target, one, other

    def _any(self, step: Step) -> bool:
        return any(
            isinstance(state, KeptTell) and isinstance(state.value, Unbounded) and self.skeleton.does(at, step.left)
            for at, state in enumerate(self.skeleton.kept.states)
        )

    def _matrix(self, move: Move, told: int | None) -> csr_matrix:
        """All runs' places before, to those after what the word does next."""
        if (move, told) not in self._matrices:
            made = self._moving(move) if told is None else self._matrix(move, None) @ diags(self._telling(told))
            self._matrices[move, told] = csr_matrix(made)
        return self._matrices[move, told]

    def _moving(self, move: Move) -> csr_matrix:
        weights, rows, columns = [], [], []
        for at in range(len(self.skeleton.kept.states)):
            ways = self._ways(at, move)
            for values, before in self.values[at].items() if ways else ():
                for target, after in self.rough.moved({at: {values: 1.0}}, {at: ways}).items():
                    for into, weight in after.items():
                        if into in self.values[target]:
                            weights.append(weight)
                            rows.append(self.values[target][into])
                            columns.append(before)
        return csr_matrix((weights, (rows, columns)), shape=(self.size, self.size))

    def _telling(self, told: int) -> Floats:
        """1 where a run tells this number, or what has ends is told."""
        return np.array(
            [self._tells(at, one, told) for at, several in enumerate(self.values) for one in several], float
        )

    def _ways(self, at: int, move: Move) -> Sequence[Way]:
        if move.kind == "ask" and isinstance(self.skeleton.kept.states[at], KeptTell):
            return ()
        return self.skeleton.ways(at, move)

    def _tells(self, at: int, values: Values, told: int) -> bool:
        state = self.skeleton.kept.states[at]
        if not isinstance(state, KeptTell) or not isinstance(state.value, Unbounded):
            return True
        ends = (state.value.low is None or told >= state.value.low) and (
            state.value.high is None or told <= state.value.high
        )
        return ends and told == state.value.offset + sum(sign * values[at] for sign, at in state.value.terms)

    def near(self, factor: float, seed: int, count: int, length: int) -> Iterator[tuple[int, list[list[Letter]]]]:
        """How many words there are, and those whose ratio is near the factor, or above it: long ones that are followed
        letter by letter, and for each beginning of these all words of one letter more."""
        draw = np.random.default_rng(seed)
        for first in range(0, count, BATCH):
            size = min(BATCH, count - first)
            both = np.repeat(self.start[:, None], size, axis=1)
            groups = {0: (np.arange(size), both, both)}
            greed = draw.choice((0.0, 0.6, 0.95, 1.0), size)
            usual = draw.choice((0.0, 0.0, 0.9), size)
            taken = np.full((len(self.skeleton.plan.steps), size), -1)
            paths: list[list[Letter]] = [[] for _ in range(size)]
            for _ in range(length):
                following: dict[int, list[tuple[Floats, Floats, Floats]]] = {}
                for node, (who, left, right) in groups.items():
                    edges = self.edges(node)
                    after = [(one @ left, other @ right) for _, _, one, other in edges]
                    if not after:
                        continue
                    above, below = (np.array([pair[side].sum(axis=0) for pair in after]) for side in (0, 1))
                    close = np.argwhere((above > factor * (1 - NEAR) * below) & (above > FAINT))
                    shown = [(edges[number][0], at) for number, at in close]
                    words = [[*paths[who[at]], one] for one, at in shown if isinstance(one, TellLetter)]
                    yield int((above > FAINT).sum()), words
                    chosen = self._chosen(draw, edges, greed[who], above, below)
                    before = taken[node, who]
                    again = (draw.random(len(who)) < usual[who]) & (before >= 0)
                    again &= np.take_along_axis(above, np.maximum(before, 0)[None], axis=0)[0] > FAINT
                    chosen = taken[node, who] = np.where(again, before, chosen)
                    for number, (letter, target, _, _) in enumerate(edges):
                        here = np.flatnonzero(chosen == number)
                        if len(here):
                            for at in here:
                                paths[who[at]].append(letter)
                            scale = np.maximum(above, below)[number, here]
                            sides = (one[:, here] / scale for one in after[number])
                            following.setdefault(target, []).append((who[here], *sides))
                groups = {
                    target: tuple(np.concatenate([item[at] for item in items], axis=-1) for at in range(3))
                    for target, items in following.items()
                }

    def _chosen(
        self, draw: np.random.Generator, edges: Sequence[Edge], greed: Floats, above: Floats, below: Floats
    ) -> Floats:
        """The letter that each word goes on with, -1 where it cannot: one that favours the left, or any; the word is
        not ended before it must."""
        alive = above > FAINT
        onward = alive & np.array([bool(self.edges(target)) for _, target, _, _ in edges])[:, None]
        scores = np.divide(above, below, out=np.full(above.shape, np.inf), where=below > 0)
        luck = draw.random(alive.shape)
        greedy, lucky = (np.lexsort((luck, *keys, onward, alive), axis=0)[-1] for keys in ((scores,), ()))
        chosen = np.where(draw.random(len(greed)) < greed, greedy, lucky)
        return np.where(np.take_along_axis(alive, chosen[None], axis=0)[0], chosen, -1)


def swarm_of(skeleton: Skeleton, given: dict[str, fmpq]) -> Swarm | None:
    """None where reals are shown, rounded or normal."""
    kept = process_given(skeleton.kept, given)
    held_at_once, every = max(map(draws_of, kept.states)), every_fresh(kept)
    shown = [state.value for state in kept.states if isinstance(state, KeptTell)]
    if any(isinstance(fresh, Floors) or (isinstance(fresh, Reals) and fresh.variance != 0) for fresh in every):
        return None
    if any(isinstance(value, Unbounded) and value.real for value in shown):
        return None
    reach = int((PLACES ** (1 / max(held_at_once, 1)) - 1) / 2)
    rough = replace(rough_for(kept), reach=min(reach, 60))
    return Swarm(replace(skeleton, kept=kept, staying={}), rough)


def exceeded(
    skeleton: Skeleton, inputs: Automaton, epsilon: Epsilon, given: dict[str, fmpq], seed: int, count: int, length: int
) -> tuple[int, tuple[Letter, ...] | None] | None:
    """How many words were weighed, and one that is more likely than allowed, if there is one; None where there is no
    swarm."""
    swarm = swarm_of(skeleton, given)
    if swarm is None:
        return None
    budget = epsilon.substitute(given)
    factor, tried, left = nearest_float(exponential_of(budget)), 0, 20
    for many, close in swarm.near(factor, seed, count, length):
        tried += many
        for word in sorted(close, key=len)[:left]:
            left -= 1
            if exceeds(*weighed(swarm.skeleton, inputs, word), budget):
                return tried, tuple(word)
    return tried, None


def weighed(skeleton: Skeleton, inputs: Automaton, word: Sequence[Letter]) -> list[Number]:
    """What the word weighs on both sides, exactly."""
    output = [letter.value for letter in word if isinstance(letter, TellLetter)]
    sides = inputs.complete(tuple(word))
    return [likelihood(skeleton.kept, partial(held, side), output, False) for side in sides]
