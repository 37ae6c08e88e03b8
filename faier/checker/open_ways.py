"""Runs that leave their draws open: the ways from one event to the next, each with what must hold of draws on it.

Nothing is summed out and nothing is known of a draw that a run holds: it is any integer. A way is one path through the
code; its questions about draws are its constraints.
"""

from __future__ import annotations

from dataclasses import dataclass

from .draws import NOTHING, Draws, Ends, Known, Pick
from .expressions import Evaluation
from .fed_process import Joint
from .file import Function
from .forms import ONE, Number, is_zero, multiplied
from .machine import SHOWN, Ask, End, Event, Machine, Needed, Run, Tell, without
from .outcome import Hole
from .run_states import Spot
from .values import Floor, Mark, Noise, changed
from .weights import Weights

MOST_STEPS = 2_000
MOST_CHOICES = 100
MOST_WAYS = 3_000

Terms = tuple[tuple[int, int], ...]  # of a sum: factors and draws, the draws ascending, the first factor above 0
Constraints = dict[Terms, Ends]


@dataclass(frozen=True)
class Way:
    """`fresh` are the draws made on the way that anything depends on, with their parameters; names that are less than
    `before` are draws that the run held. `kept` are the names of the draws that it holds at the spot it comes to."""

    spot: Spot
    weight: Number
    before: int
    fresh: tuple[tuple[int, Number], ...]
    constraints: Constraints
    kept: tuple[int, ...]


class OpenDraws(Draws):
    """Draws of which only the answers on this way are known."""

    def __init__(self, before: int, pick: Pick) -> None:
        super().__init__(NOTHING, pick)
        self.ratios: dict[int, Number] = {}
        self.constraints: Constraints = {}
        self.names = before

    def new(self, weights: Weights | None, plain: bool = False) -> int:
        peak = weights.peak if weights is not None else None
        if peak is None or peak[0]:
            raise Hole("a draw that is not geometric is left open")
        self.ratios[self.names] = peak[1]
        self.names += 1
        return self.names - 1

    def weights(self, name: int) -> Weights:
        raise Hole("a sum or a remainder of a geometric draw that is left open")

    def followed(self, noise: Noise) -> Noise | int:
        return noise

    def ends(self, name: int) -> Ends:
        return self.constraints.get(((1, name),), (None, None))

    def at_least(self, name: int, bound: int) -> bool:
        return self._asked(((1, name),), bound)

    def sum_at_least(self, p: int, one: int, q: int, other: int, bound: int) -> bool:
        terms = tuple(sorted(((p, one), (q, other)), key=lambda term: term[1]))
        if terms[0][0] > 0:
            return self._asked(terms, bound)
        turned = tuple((-factor, name) for factor, name in terms)
        return not self._asked(turned, 1 - bound)

    def settle(self, variables: dict[str, object]) -> tuple[dict[str, object], Known]:
        return variables, NOTHING

    def _asked(self, terms: Terms, bound: int) -> bool:
        low, high = self.constraints.get(terms, (None, None))
        if low is not None and bound <= low:
            return True
        if high is not None and bound > high:
            return False
        answer = self._answer()
        self.constraints[terms] = (bound, high) if answer else (low, bound - 1)
        return answer


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
                return outcome.value
            if not isinstance(outcome, Run):
                raise Hole("a function that shows values is called")
            outcome = self._step(helper, outcome, draws)
        raise Hole("a way from one event to the next is too long")

    def _way(self, event: Event, weight: Number, before: int, draws: OpenDraws) -> Way:
        run = None if isinstance(event, End) else event.run
        mentioned = draws.mentioned(dict(run.variables)) if run is not None else {}
        number = {name: at for at, name in enumerate(mentioned)}

        def renamed(value: object) -> object:
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
        fresh = tuple((name, ratio) for name, ratio in draws.ratios.items() if name in needed)
        return Way(spot, weight, before, fresh, draws.constraints, tuple(mentioned))


def held(run: Run) -> int:
    """How many draws a run holds."""
    return len(_names(run))


def _names(run: Run) -> set[int]:
    names: set[int] = set()

    def look(value: object) -> object:
        inner = value
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
