"""What a kept process asks, tells and ends, without its draws: enough to say which runs a word leaves possible."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from faier.engines.alignment.evidence import Hypothesis, Link
from faier.exact import ONE
from faier.hmm.neighbors import Automaton
from faier.hmm.reading import Chart, chart_of, entries_of
from faier.hmm.schedule import Move, Plan, Step, plan
from faier.lang.values import Value
from faier.limits import LimitReached, Limits
from faier.semantics.kept import KeptAsk, KeptEnd, KeptProcess, KeptState, KeptTell, Unbounded, Way
from faier.semantics.process import Ask, End, Process, Row, State, Tell

ANY, ANY_REAL = "an integer without bounds", "a real with a density"
"""What stands for every shown value that is unbounded: which one it is, is not told apart here."""

BEGIN = Hypothesis(-1, -1, (), ())
"""Before anything is drawn."""


@dataclass(frozen=True)
class Skeleton:
    """A kept process, and the words that drive two copies of it."""

    kept: KeptProcess
    chart: Chart
    plan: Plan
    staying: dict[int, tuple[Way, ...]] = field(default_factory=dict, compare=False)

    def ways(self, state: int, move: Move) -> tuple[Way, ...]:
        """The ways of a state on what the word does next; a run that need not read what the word chooses stays."""
        found = self.kept.states[state]
        match move.kind:
            case "ask" if isinstance(found, KeptAsk) and self.chart.asks[state] == move.entry:
                return found.ways[move.choice]
            case "ask" if self.chart.needs(state, move.entry):
                raise LimitReached("buffer", "runs that read their inputs at different times are not aligned")
            case "ask":
                if state not in self.staying:
                    self.staying[state] = (Way(state, ONE, kept=tuple(range(draws_of(found)))),)
                return self.staying[state]
            case "tell" if isinstance(found, KeptTell) and self.chart.tells[state] == move.value:
                return found.ways
            case _:
                return ()

    def does(self, state: int, move: Move) -> bool:
        """Whether a state tells what is told, or ends where the run ends."""
        if move.kind == "end":
            return isinstance(self.kept.states[state], KeptEnd)
        return move.kind == "tell" and self.chart.tells[state] == move.value

    def lefts(self) -> list[set[int]]:
        """The states of the left run at each node that some word leads to."""
        found: list[set[int]] = [set() for _ in self.plan.nexts]
        waiting = [(0, way.target) for way in self.kept.start]
        while waiting:
            node, state = waiting.pop()
            if state not in found[node]:
                found[node].add(state)
                for step in self.plan.steps[node]:
                    waiting += [(step.target, way.target) for way in self.ways(state, step.left)]
        return found

    def both_show(self, found: Hypothesis, step: Step) -> bool:
        """Whether both runs show what the step says, and the same: of what is unbounded the same number."""
        if not self.does(found.left, step.left) or not self.does(found.right, step.right):
            return False
        left, right = self.kept.states[found.left], self.kept.states[found.right]
        if not isinstance(left, KeptTell) or not isinstance(right, KeptTell):
            return True
        one, other = left.value, right.value
        if isinstance(one, Unbounded) and isinstance(other, Unbounded):
            return shown_together(one, other, found.links)
        return not isinstance(one, Unbounded) and not isinstance(other, Unbounded)


def shown_together(one: Unbounded, other: Unbounded, links: Sequence[Link]) -> bool:
    """Whether both tell the same number: each draw of the one is linked to one of the other with the same sign, and all
    shifts make up for what is added."""
    beside = {link.left: link for link in links if link.left >= 0 and link.right >= 0}
    pairs = [(sign, beside.get(draw)) for sign, draw in one.terms]
    if one.real != other.real or {(sign, link.right) for sign, link in pairs if link is not None} != set(other.terms):
        return False
    return len(one.terms) == len(other.terms) and other.offset - one.offset == -sum(
        sign * link.shift for sign, link in pairs if link is not None
    )


def skeleton_of(kept: KeptProcess, names: Sequence[str], rule: Automaton, limits: Limits) -> Skeleton:
    """Two copies of a process whose finals are all one, under a neighbor relation; `names` are those of its inputs."""
    process = Process(tuple(map(_bare, kept.states)), _row(kept.start), kept.finals, kept.notes)
    entries = entries_of(process, names)
    chart = chart_of(process, entries)
    alive = [True] * len(process.states)
    return Skeleton(kept, chart, plan(process, entries, chart, (alive, alive), rule, None, limits))


def draws_of(state: KeptState) -> int:
    return 0 if isinstance(state, KeptEnd) else state.draws


def _bare(state: KeptState) -> State:
    match state:
        case KeptAsk():
            return Ask(state.entry, state.choices, tuple(map(_row, state.ways)))
        case KeptTell():
            return Tell(_told(state.value), _row(state.ways))
        case KeptEnd():
            return End()


def _told(value: Value | Unbounded) -> Value:
    if isinstance(value, Unbounded):
        return ANY_REAL if value.real else ANY
    return value


def _row(ways: Iterable[Way]) -> Row:
    return tuple((target, ONE) for target in sorted({way.target for way in ways}))
