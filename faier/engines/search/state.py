"""What a search stands on, and what it knows so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from faier.engines.search.dominance import Effort
from faier.engines.search.graph import Plan, shows
from faier.engines.search.vectors import Arithmetic, Step, Vector, step_of
from faier.engines.words import Prefix
from faier.hmm.model import Edge, Pair
from faier.limits import Limits


@dataclass(frozen=True)
class Ground:
    """`width`: the most vectors that may be kept at one node."""

    pair: Pair
    graph: Plan
    arithmetic: Arithmetic
    effort: Effort
    limits: Limits
    width: int
    steps: dict[tuple[int, int], Step] = field(default_factory=dict)
    forwards: dict[tuple[int, int], Step] = field(default_factory=dict)

    def step(self, place: int, number: int) -> Step:
        """The step back over edge `number` of node `place`, made when first needed."""
        if (place, number) not in self.steps:
            edge, graph = self.pair.nodes[place].edges[number], self.graph
            left, right = graph.left_states[place], graph.right_states[place]
            self.steps[place, number] = step_of(edge, left, right, True, self.arithmetic)
        return self.steps[place, number]

    def forward(self, place: int, number: int) -> Step:
        """The step onward over the same edge."""
        if (place, number) not in self.forwards:
            edge, graph = self.pair.nodes[place].edges[number], self.graph
            left, right = graph.left_states[place], graph.right_states[place]
            self.forwards[place, number] = step_of(edge, left, right, False, self.arithmetic)
        return self.forwards[place, number]

    def free(self, edge: Edge) -> bool:
        return not (self.graph.counting and shows(edge))

    def beyond(self, place: int, layer: int, length: int | None) -> bool:
        """Whether no word of the length asked for still shows so many values after this node."""
        before_it = self.graph.distance[place] or 0
        return self.graph.counting and length is not None and before_it + layer > length


@dataclass
class Progress:
    """What the search knows so far: for each node the vectors kept, and those that are new in the last layer. `before`
    are those that were kept when the current layer began."""

    kept: list[tuple[Vector, ...]]
    before: list[tuple[Vector, ...]] = field(default_factory=list)
    fresh: dict[int, tuple[Vector, ...]] = field(default_factory=dict)
    done: set[int] = field(default_factory=set)  # nodes finished in the current layer
    listed: dict[int, tuple[Prefix, ...]] = field(default_factory=dict)  # by node, see `meeting`
    vectors: int = 0  # ever kept
    candidates: int = 0  # ever made
    programs: int = 0
    peak: int = 0
