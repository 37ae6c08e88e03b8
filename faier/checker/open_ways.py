"""Runs that leave their draws open: the ways from one event to the next, each with what must hold of draws on it.

Nothing is summed out and nothing is known of a draw that a run holds: it is any integer, or any real. A way is one path
through the code; its questions about draws are its constraints.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from .budgets import Epsilon
from .draws import NOTHING, Draws, Ends, Known, Pick
from .expressions import Evaluation
from .fed_process import Joint
from .file import Function
from .forms import ONE, Form, Number, is_zero, multiplied
from .machine import SHOWN, Ask, End, Event, Machine, Needed, Run, Tell, without
from .normals import Normal
from .outcome import Hole
from .reals import NO_REALS, One, RealDraws
from .run_states import Spot
from .values import Continuous, Floor, Mark, Noise, changed
from .weights import Weights

MOST_STEPS = 2_000
MOST_CHOICES = 100
MOST_WAYS = 3_000

Rational = int | Fraction
Terms = tuple[tuple[Rational, int], ...]  # of a sum: factors and draws, the draws ascending, the first factor 1
Constraints = dict[Terms, tuple[Rational | None, Rational | None]]
Kind = Fraction | Form | Epsilon  # of a draw: the ratio of a geometric one, or the rate of one that is real


@dataclass(frozen=True)
class Way:
    """`fresh` are the draws made on the way that anything depends on, with their kinds; names that are less than
    `before` are draws that the run held. `kept` are the names of the draws that it holds at the spot it comes to."""

    spot: Spot
    weight: Number
    before: int
    fresh: tuple[tuple[int, Kind], ...]
    constraints: Constraints
    kept: tuple[int, ...]


class OpenDraws(Draws):
    """Draws of which only the answers on this way are known."""

    def __init__(self, before: int, pick: Pick) -> None:
        super().__init__(NOTHING, pick)
        self.kinds: dict[int, Kind] = {}
        self.constraints: Constraints = {}
        self.names = before
        self.reals = OpenReals(self)

    def new(self, weights: Weights | None, plain: bool = False) -> int:
        peak = weights.peak if weights is not None else None
        if peak is None or peak[0]:
            raise Hole("a draw that is not geometric is left open")
        return self.made(peak[1])

    def made(self, kind: Kind) -> int:
        self.kinds[self.names] = kind
        self.names += 1
        return self.names - 1

    def weights(self, name: int) -> Weights:
        raise Hole("a sum or a remainder of a geometric draw that is left open")

    def followed(self, noise: Noise) -> Noise | int:
        return noise

    def ends(self, name: int) -> Ends:
        low, high = self.constraints.get(((1, name),), (None, None))
        return None if low is None else int(low), None if high is None else int(high)

    def at_least(self, name: int, bound: int) -> bool:
        return self.asked(((1, name),), bound, 1)

    def sum_at_least(self, p: int, one: int, q: int, other: int, bound: int) -> bool:
        return self.asked(((p, one), (q, other)), bound, 1)

    def settle(self, variables: dict[str, object]) -> tuple[dict[str, object], Known]:
        return variables, NOTHING

    def asked(self, terms: Terms, bound: Rational, step: int) -> bool:
        """Whether the sum is at least the bound; else it is at most a step less."""
        factor, terms = leading(terms)
        if factor < 0:
            return not self.asked(tuple((-factor * share, name) for share, name in terms), step - bound, step)
        above, below = _part(bound, factor), _part(bound - step, factor)
        low, high = self.constraints.get(terms, (None, None))
        if low is not None and above <= low:
            return True
        if high is not None and below >= high:
            return False
        answer = self._answer()
        self.constraints[terms] = (above, high) if answer else (low, below)
        return answer


class OpenReals(RealDraws):
    """Real draws of which only the answers on this way are known."""

    def __init__(self, owner: OpenDraws) -> None:
        super().__init__(NO_REALS, owner._answer)
        self.owner = owner

    def new(self, density: One | None) -> int:
        if isinstance(density, Normal):
            raise Hole("normal noise is left open")
        peak = density.peak if density is not None else None
        if density is None or peak is None or peak[0] or not is_zero(density.total - ONE):
            raise Hole("a real that is no Laplace draw is left open")
        return self.owner.made(density.unit.scaled(peak[1]))

    def alone(self, name: int) -> One:
        raise Hole("something is made of a real that is left open")

    def followed(self, real: Continuous) -> Continuous:
        return real

    def at_least(self, name: int, bound: Fraction) -> bool:
        return self.owner.asked(((1, name),), bound, 0)

    def sum_at_least(self, p: Fraction, one: int, q: Fraction, other: int, bound: Fraction) -> bool:
        return self.owner.asked(((p, one), (q, other)), bound, 0)


def leading(terms: Terms) -> tuple[Rational, Terms]:
    """The draws ascending, and all divided by the first factor, which is told."""
    terms = tuple(sorted(terms, key=lambda term: term[1]))
    first = terms[0][0]
    return first, tuple((_part(factor, first), name) for factor, name in terms)


def _part(number: Rational, by: Rational) -> Rational:
    return number if by == 1 else Fraction(number) / by


@dataclass
class OpenRuns:
    """The mechanism of a claim, run with open draws."""

    joint: Joint
    shows: bool = False

    def first(self, run: Run) -> list[Way]:
        return self._ways(run, 0)

    def read(self, spot: Spot, mark: Mark, value: object) -> list[Way]:
        """Where the spot asks for the entry."""
        run = spot.run
        if run is None:
            raise Hole("a run goes on after its end")
        return self._ways(self.joint.mechanism.answered(Ask(mark, run), value), held(run))

    def told(self, spot: Spot) -> list[Way]:
        run = spot.run
        if run is None:
            raise Hole("a run goes on after its end")
        return self._ways(without(run, SHOWN), held(run))

    def _ways(self, run: Run, before: int) -> list[Way]:
        found: list[tuple[list[int], Way]] = []
        paths: list[list[int]] = [[]]
        while paths:
            path = paths.pop()
            weights: list[Number] = []

            def pick(
                options: list[tuple[object, Number]], path: list[int] = path, weights: list[Number] = weights
            ) -> object:
                options = [option for option in options if not is_zero(option[1])]
                at = len(weights)
                if at == MOST_CHOICES:
                    raise Hole("too much is drawn between one event and the next")
                if at == len(path):
                    paths.extend([*path, other] for other in range(1, len(options)))
                    path.append(0)
                weights.append(options[path[at]][1])
                return options[path[at]][0]

            draws = OpenDraws(before, pick)
            event, made = self._event(run, draws, weights)
            if made < len(weights):  # an instruction that reads an entry reads it before all that it draws
                cut = path[:made]
                paths[:] = [other for other in paths if other[:made] != cut]
                found = [item for item in found if item[0][:made] != cut]
                path, weights = cut, weights[:made]
            weight: Number = ONE
            for share in weights:
                weight = multiplied(weight, share)
            found.append((path, self._way(event, weight, before, draws)))
            if len(found) > MOST_WAYS:
                raise Hole("too many ways lead from one event to the next")
        return [way for _, way in found]

    def _event(self, run: Run, draws: OpenDraws, weights: list[Number]) -> tuple[Event, int]:
        """The next event, and how many choices were made before it."""
        machine = self.joint.mechanism
        for _ in range(MOST_STEPS):
            made, constraints = len(weights), dict(draws.constraints)
            try:
                outcome = self._step(machine, run, draws)
            except Needed as needed:
                outcome, draws.constraints = Ask(needed.entry, run), constraints
            else:
                made = len(weights)
            if isinstance(outcome, Run):
                run = outcome
            elif not isinstance(outcome, Ask) or isinstance(outcome.entry, Mark):
                return outcome, made
            elif made < len(weights):
                raise Hole("a stream goes on in the middle of draws")
            else:
                run = machine.answered(outcome, self.joint.arrival(outcome.entry))
        raise Hole("a way from one event to the next is too long")

    def _step(self, machine: Machine, run: Run, draws: OpenDraws) -> Run | Event:
        self.joint.budget.spend(10)
        by = Evaluation(machine.file, machine.function, dict(run.variables), draws.pick, machine.read)
        by.draws = draws
        by.invoke = lambda function, given: self._invoke(machine, draws, function, given)
        outcome = machine.execute(run, by)
        machine.note(by)
        if outcome is None:
            raise Hole("an assumption in a run with open draws")
        return outcome

    def _invoke(self, caller: Machine, draws: OpenDraws, function: Function, given: dict[str, object]) -> object:
        helper = caller.helper(function)
        outcome: Run | Event = helper.start(given)
        for _ in range(MOST_STEPS):
            if isinstance(outcome, End):
                return outcome.result(outcome.value)
            if not isinstance(outcome, Run):
                raise Hole("a function that shows values is called")
            outcome = self._step(helper, outcome, draws)
        raise Hole("a way from one event to the next is too long")

    def _way(self, event: Event, weight: Number, before: int, draws: OpenDraws) -> Way:
        run = None if isinstance(event, End) else event.run
        variables = dict(run.variables) if run is not None else {}
        mentioned = [*draws.mentioned(variables), *draws.mentioned_reals(variables)]
        number = {name: at for at, name in enumerate(mentioned)}

        def renamed(value: object) -> object:
            if isinstance(value, Continuous):
                return replace(value, draw=number[value.draw])
            return _numbered(value, number) if isinstance(value, Noise) else value

        if run is not None:
            run = Run(run.at, tuple((name, changed(value, renamed)) for name, value in run.variables))
        match event:
            case Tell(value, _):
                self.shows = True
                spot = Spot("tell", run, None, changed(value, renamed))
            case Ask(Mark() as mark, _):
                spot = Spot("ask", run, mark)
            case _:
                spot = Spot("end")
        needed = set(mentioned) | {name for terms in draws.constraints for _, name in terms}
        fresh = tuple((name, kind) for name, kind in draws.kinds.items() if name in needed)
        return Way(spot, weight, before, fresh, draws.constraints, tuple(mentioned))


def held(run: Run) -> int:
    """How many draws a run holds."""
    return len(_names(run))


def _names(run: Run) -> set[int]:
    names: set[int] = set()

    def look(value: object) -> object:
        inner = value
        if isinstance(inner, Continuous):
            names.add(inner.draw)
        while isinstance(inner, Noise):
            if isinstance(inner.draw, int):
                names.add(inner.draw)
                break
            inner = inner.draw.part
        return value

    for _, value in run.variables:
        changed(value, look)
    return names


def _numbered(noise: Noise, number: dict[int, int]) -> Noise:
    if isinstance(noise.draw, Floor):
        return Noise(Floor(_numbered(noise.draw.part, number), noise.draw.divisor), noise.shift, noise.scale)
    return Noise(number[noise.draw], noise.shift, noise.scale)
