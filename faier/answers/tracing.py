"""A witness -> a likely run to its output on either side, statement by statement, for people to follow.

By the obvious semantics (`denote.runs`), whose steps are taken one choice at a time here. Floats guide which run is
told; its probability is the exact product of its choices. Nothing is decided.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TypeAlias, cast

from flint import fmpq

from faier.answers.answer import Run, Shown, Step
from faier.answers.to_answers import exact, shown
from faier.engines.verdict import Witness
from faier.exact import Number, epsilons, nearest_float, substitute_epsilon, unknowns
from faier.lang.claim import Subject
from faier.lang.program import Program
from faier.lang.syntax import Assign, For, Statement, Try, While
from faier.lang.values import Real, Sequence, Value, same
from faier.limits import Limits
from faier.semantics.denote.chance import Choose, paths
from faier.semantics.denote.config import Config, Ends, Event, Shows
from faier.semantics.denote.draws import Found, Remainder
from faier.semantics.denote.evaluate import Arrivals, bound
from faier.semantics.denote.noise import mentions
from faier.semantics.denote.runs import GivenUp, Node, Over, Running, Runs, wanted
from faier.semantics.denote.showing import Asked
from faier.semantics.denote.steps import Interpreter, Returned, taken

Drawn: TypeAlias = tuple[tuple[object, Number], ...]  # the outcomes of a statement's draws, and how probable each was


def runs(program: Program, subject: Subject, found: Witness, limits: Limits) -> tuple[Run, ...]:
    """One run for each side on which the witness's output is possible, left first; none where weights have unknowns."""
    function = program.function(subject.mechanism)
    watch = wanted(found.output, found.ended)
    at_epsilon = violated_at(program, found)
    told: list[Run] = []
    for side in (dict(found.left), dict(found.right)):
        if subject.prior is None:
            chain = Runs(Interpreter(program, limits), function, watch)
            trace = _likely(chain, chain.start(side), None, at_epsilon, limits)
        else:
            public = {name: value for name, value in side.items() if name != "secret"}
            chain = Runs(Interpreter(program, limits), function, watch, public)
            prior = program.function(subject.prior)
            believed = {parameter.name for parameter in prior.parameters}
            values = {name: value for name, value in found.parameters if name in believed}
            start = chain.start_of_prior(prior, values)
            trace = _likely(chain, start, Sequence("tuple", (side["secret"],)), at_epsilon, limits)
        if trace is not None:
            told.append(trace)
    return tuple(told)


def violated_at(program: Program, found: Witness) -> Mapping[str, fmpq]:
    """The value at which a claim about every epsilon is violated."""
    return {
        name: value.exact
        for name, value in found.parameters
        if name == program.epsilon_name and isinstance(value, Real) and isinstance(value.exact, fmpq)
    }


@dataclass(frozen=True)
class _Reached:
    """A node with the way there: the node before, the choices made and what came of them."""

    node: Node
    before: _Reached | None
    drawn: Drawn
    event: Event | None


def _likely(
    chain: Runs, start: Node, secret: Sequence | None, at_epsilon: Mapping[str, fmpq], limits: Limits
) -> Run | None:
    """Nodes are settled in the order of their likeliest way's probability, as in a search for shortest ways. A prior
    that never ends is followed until the mechanism has shown everything."""
    waiting: list[tuple[float, int, _Reached]] = [(-1.0, 0, _Reached(start, None, (), None))]
    settled: set[Node] = set()
    resting: _Reached | None = None
    number = 0
    while waiting:
        chance, _, reached = heappop(waiting)
        node = reached.node
        if node in settled:
            continue
        settled.add(node)
        if isinstance(node, Over) and (secret is None or same(node.told(), secret.items[0])):
            return _run(reached, at_epsilon)
        if not isinstance(node, Running):
            continue
        if resting is None and node.turn == "rest" and secret is not None and node.active.secret == secret:
            resting = reached
        for drawn, event in _moves(chain.interpreter, node.active, chain.asked(node), limits):
            target = chain.after(node, event)
            if isinstance(target, GivenUp) or target in settled:
                continue
            number += 1
            weight = _float(drawn, at_epsilon)
            heappush(waiting, (chance * weight, number, _Reached(target, reached, drawn, event)))
    return None if resting is None else _run(resting, at_epsilon)


def _moves(interpreter: Interpreter, config: Config, asked: Asked, limits: Limits) -> Iterator[tuple[Drawn, Event]]:
    """Every way to take the next statement, with its draws apart."""

    def action(choose: Choose) -> tuple[Drawn, Event]:
        drawn: list[tuple[object, Number]] = []

        def noting(distribution: Mapping[object, Number]) -> object:
            outcome = choose(distribution)
            if sum(share != 0 for share in distribution.values()) > 1:
                drawn.append((outcome, distribution[outcome]))
            return outcome

        event = taken(interpreter, config, cast(Choose, noting), asked)
        return tuple(drawn), event

    yield from paths(action, limits)


def _float(drawn: Drawn, at_epsilon: Mapping[str, fmpq]) -> float:
    return math.prod(nearest_float(substitute_epsilon(weight, at_epsilon)) for _, weight in drawn)


def _run(reached: _Reached, at_epsilon: Mapping[str, fmpq]) -> Run | None:
    steps: list[Step] = []
    probability: Number = fmpq(1)
    while reached.before is not None:
        for _, weight in reached.drawn:
            probability = probability * substitute_epsilon(weight, at_epsilon)
        assert isinstance(reached.before.node, Running)
        step = _step(reached.before.node, reached, at_epsilon)
        if step is not None:
            steps.append(step)
        reached = reached.before
    if unknowns(probability) or epsilons(probability):
        return None
    return Run(tuple(reversed(steps)), exact(probability))


def _step(node: Running, reached: _Reached, at_epsilon: Mapping[str, fmpq]) -> Step | None:
    """What is told of a statement; None where it draws, changes and shows nothing."""
    before = node.active
    statement, event = _statement(before), reached.event
    line, path = (0, "") if statement is None else (statement.span.line, statement.span.path)
    drawn = tuple((_outcome(value), exact(substitute_epsilon(weight, at_epsilon))) for value, weight in reached.drawn)
    changed: tuple[tuple[str, Shown], ...] = ()
    shows = None
    match event:
        case Config():
            changed = _changed(before, event, _assigned(before, event))
        case Shows(value):
            shows = shown(value.items[0])
        case Ends(Sequence() as value):
            shows = shown(value.items[0])
    if not drawn and not changed and shows is None:
        return None
    if node.turn == "mechanism":
        return Step(line, drawn, changed, shows, None, path)
    return Step(line, drawn, changed, None, shows, path)


def _outcome(outcome: object) -> Shown:
    """What a helper returned, what was found out about noise, or what was drawn."""
    if isinstance(outcome, Returned):
        outcome = outcome.value.items[0]
    if isinstance(outcome, Found):
        outcome = outcome.outcome
    if isinstance(outcome, Remainder) or mentions(outcome):
        return Shown("something", None)
    return shown(cast(Value, outcome))


def _changed(before: Config, after: Config, assigned: set[str]) -> tuple[tuple[str, Shown], ...]:
    """What names stand for that the statement gave a value, the old one or another."""
    old = dict(zip(before.names, before.stored.items, strict=True))
    changed: list[tuple[str, Shown]] = []
    for name, value in zip(after.names, after.stored.items, strict=True):
        known = not isinstance(value, Arrivals) and not mentions(value)
        if known and (name in assigned or not _alike(old.get(name), value)):
            changed.append((name, shown(value)))
    if isinstance(after.secret, Sequence) and before.secret is None:
        changed.append(("the secret", shown(after.secret.items[0])))
    return tuple(changed)


def _alike(old: object, new: object) -> bool:
    return type(old) is type(new) and old == new


def _assigned(before: Config, after: Config) -> set[str]:
    """The names that the statement gives a value, be it the one they had."""
    match _statement(before):
        case For(target, _, body) if after.control and after.control[-1][0].node is body:
            return set(bound(target))
        case Assign(targets):
            return {name for target in targets for name in bound(target)}
    return set()


def _statement(config: Config) -> Statement | None:
    """What is taken next; at the end of a block, or of a function, nothing."""
    if not config.control:
        return None
    here, rest = config.control[-1]
    if isinstance(here.node, For | While | Try):
        return here.node
    position = cast(int, rest)
    return here.node[position] if position < len(here.node) else None
