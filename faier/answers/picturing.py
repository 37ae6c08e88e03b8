"""What only a report with drawings needs: distributions, a run to the witness, losses by length, the model.

Pictures are extras, by the short obvious meaning of the program where that suffices. They are left out after so many
steps, which are counted and not timed, so that the same claim has the same pictures. Nothing is decided here.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from flint import fmpq

from faier.answers.answer import About, Diagram, Exact, Likelihood, Move, Odds, Run, State, Story
from faier.answers.curves import curves_of
from faier.answers.to_answers import exact, shown, signature
from faier.answers.tracing import runs, violated_at
from faier.deciding import curve as curves
from faier.deciding.comparison import process_of
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.verdict import Coverage, Witness
from faier.exact import Number, compare, epsilons, from_ratio, nearest_float, number_text, substitute_epsilon, unknowns
from faier.lang.claim import Subject
from faier.lang.program import Program
from faier.lang.syntax import Block, For, If, Match, While
from faier.lang.values import Between, Near, Value, leaves, same, show_value
from faier.limits import Limits, Work
from faier.semantics import denote
from faier.semantics.process import Ask, End, Process, Row, Tell

# Steps and states that a picture may take, and the seconds that no picture should come near.
STEPS, STATES, SECONDS = 20_000, 5_000, 30.0
# Outputs and lengths that a chart shows, states and moves that a drawing does.
MOST, LONGEST, SMALL, MOVES = 12, 12, 20, 40

Distribution = Mapping[denote.Output, Number]
T = TypeVar("T")


def pictured(program: Program, subject: Subject, found: Witness, story: Story, deadline: float | None) -> Story:
    """The story with what is drawn beside it."""
    within = _limits(deadline)
    if story.dense:
        odds = _tried(lambda: _odds(program, subject, found, _limits(deadline)))
        return replace(story, odds=odds, curves=_tried(lambda: curves_of(program, subject, found, within)))
    likely = _tried(lambda: _likelihoods(program, subject, found, within)) or _alone(found)
    odds = _tried(lambda: _odds(program, subject, found, _limits(deadline)))
    told = ways(program, subject, found, deadline)
    return replace(story, likelihoods=likely, runs=told, odds=odds)


def ways(program: Program, subject: Subject, found: Witness, deadline: float | None) -> tuple[Run, ...]:
    """How a run comes to the output, on each side where one does; reals are seen by a density, so they are left out."""
    if any(isinstance(value, Near | Between) for value in leaves(found.output)):
        return ()
    return _tried(lambda: runs(program, subject, found, _limits(deadline))) or ()


def curve(about: Question, coverage: Coverage, store: Store, deadline: float | None) -> tuple[tuple[int, Exact], ...]:
    """The tight epsilon of outputs of up to 1, 2, ... values."""
    points: list[tuple[int, Exact]] = []
    within = replace(about, length=min(coverage.length, LONGEST))
    for point in curves.curve(within, store, _limits(deadline)).points:
        if (
            point.lower is None
            or point.upper is None
            or epsilons(point.lower)
            or compare(point.lower, point.upper) != 0
        ):
            break
        epsilon = from_ratio(point.lower)
        points.append((point.length, Exact(epsilon.text, epsilon.value)))
    return tuple(points) if len(points) > 1 else ()


def described(about: Question, deadline: float | None) -> About:
    """What the mechanism is, in words, and its model where that is small."""
    program, function = about.program, about.mechanism
    first, last = function.span.line, _last(function.body)
    process = _tried(lambda: process_of(about, Store(), _limits(deadline)))
    diagram = None if process is None else _tried(lambda: _diagram(process))
    return About(signature(function), (function.doc or program.doc or "").strip(), first, max(first, last), diagram)


def _limits(deadline: float | None) -> Limits:
    """Steps to take; in a run that is nearly out of time, only until then."""
    end = time.monotonic() + SECONDS
    return Limits(end if deadline is None else min(end, deadline), states=STATES, work=Work(STEPS))


def _tried(make: Callable[[], T]) -> T | None:
    """Whatever goes wrong with a picture, the verdict stands."""
    try:
        return make()
    except Exception:
        return None


def _likelihoods(program: Program, subject: Subject, found: Witness, limits: Limits) -> tuple[Likelihood, ...] | None:
    """The likeliest outputs on either side, those of the witness marked, and all others as one."""
    if any(isinstance(value, Between) for value in leaves(found.output)):
        return None
    length = len(found.output) + 1 if found.ended else len(found.output)
    if not length or any(len(output) >= length for output in found.outputs):
        return None
    at_epsilon = violated_at(program, found)
    left, right = (
        {output: substitute_epsilon(weight, at_epsilon) for output, weight in side.items()}
        for side in _distributions(program, subject, found, length, limits)
    )
    marked = {(denote.Shown(output), True) for output in found.outputs}
    marked |= {(denote.Shown(found.output), found.ended)}
    return _told(left, right, marked)


def _alone(found: Witness) -> tuple[Likelihood, ...]:
    """The witness against everything else, where the other outputs are too many."""
    if found.excess is not None:
        return ()
    left, right = found.probability_left, found.probability_right
    output = tuple(map(shown, found.output))
    told = Likelihood(output, found.ended, exact(left), exact(right), True)
    return told, Likelihood((), False, exact(1 - left), exact(1 - right), False, 0)


def _distributions(
    program: Program, subject: Subject, found: Witness, length: int, limits: Limits
) -> tuple[Distribution, Distribution]:
    left, right = dict(found.left), dict(found.right)
    if subject.prior is None:
        first = denote.outputs(program, subject.mechanism, left, length, limits)
        return first, denote.outputs(program, subject.mechanism, right, length, limits)
    parameters, public = _believed(program, subject.prior, found)
    joint = denote.joint(program, subject.mechanism, subject.prior, parameters, public, length, limits)
    first, second = (_of(joint, side["secret"]) for side in (left, right))
    return _given(first), _given(second)


def _odds(program: Program, subject: Subject, found: Witness, limits: Limits) -> Odds | None:
    """What the prior says about the two secrets, before and after the witness's output is shown."""
    if subject.prior is None or found.ratio is None:
        return None
    parameters, public = _believed(program, subject.prior, found)
    _, masses = denote.joint_probability(
        program, subject.mechanism, subject.prior, parameters, public, (), False, limits
    )
    before = _of(masses, dict(found.left)["secret"]) / _of(masses, dict(found.right)["secret"])
    return Odds(exact(before), exact(before * found.ratio))


def _believed(program: Program, prior: str, found: Witness) -> tuple[dict[str, Value | Number], dict[str, Value]]:
    """The values of the prior's parameters, and the public inputs."""
    names = {parameter.name for parameter in program.function(prior).parameters}
    parameters: dict[str, Value | Number] = {name: value for name, value in found.parameters if name in names}
    return parameters, {name: value for name, value in found.left if name != "secret"}


def _of(known: Mapping[Value, T], secret: Value) -> T:
    for value, told in known.items():
        if same(value, secret):
            return told
    raise ValueError(f"there is no secret {show_value(secret)}")


def _given(weights: Distribution) -> Distribution:
    mass = sum(weights.values(), start=fmpq(0))
    return {output: weight / mass for output, weight in weights.items()}


def _told(left: Distribution, right: Distribution, marked: set[denote.Output]) -> tuple[Likelihood, ...]:
    zero = fmpq(0)

    def weight(output: denote.Output) -> float:
        return max(exact(left.get(output, zero)).value, exact(right.get(output, zero)).value)

    known = list(dict.fromkeys([*left, *right]))
    ranked = sorted(known, key=lambda output: (output not in marked, -weight(output), _in_order(output)))
    kept = set(ranked[:MOST] if len(ranked) > MOST + 1 else ranked)
    told = [
        Likelihood(
            tuple(map(shown, output[0])),
            output[1],
            exact(left.get(output, zero)),
            exact(right.get(output, zero)),
            output in marked,
        )
        for output in sorted(kept, key=_in_order)
    ]
    rest = [output for output in known if output not in kept]
    if rest:
        first, second = (exact(sum((side.get(output, zero) for output in rest), start=zero)) for side in (left, right))
        told.append(Likelihood((), False, first, second, False, len(rest)))
    return tuple(told)


def _in_order(output: denote.Output) -> tuple[int, tuple[tuple[int, str], ...], bool]:
    """Short ones first, numbers by size, other values by their text."""
    values = [shown(value) for value in output[0]]
    keys = ((value.json, "") if isinstance(value.json, int) else (0, value.text) for value in values)
    return len(values), tuple(keys), output[1]


def _last(body: Block) -> int:
    """The last line of the last statement."""
    statement = body[-1]
    inner: list[Block] = []
    match statement:
        case If(_, then, otherwise) | For(_, _, then, otherwise) | While(_, then, otherwise):
            inner = [then, otherwise]
        case Match(_, cases):
            inner = [case.body for case in cases]
    return max([statement.span.end_line, *(_last(block) for block in inner if block)])


def _diagram(process: Process) -> Diagram | None:
    """The model for people; None where it has too many states or moves to be taken in."""
    states = []
    if len(process.states) > SMALL:
        return None
    for state, note in zip(process.states, process.notes, strict=True):
        place = note.removesuffix(":").strip()
        match state:
            case Ask(entry, choices, rows):
                index = "" if entry.index is None else "".join(f"[{at}]" for at in entry.index)
                arrival = "the next of " if entry.arrival else ""
                title = f"reads {arrival}{entry.input}{index}"
                states.append(
                    State(
                        title,
                        place,
                        _moves([(show_value(value), row) for value, row in zip(choices, rows, strict=True)]),
                    )
                )
            case Tell(value, row):
                states.append(State(f"shows {show_value(value)}", place, _moves([("", row)])))
            case End():
                states.append(State("ends", "", ()))
    if sum(len(state.moves) for state in states) > MOVES:
        return None
    return Diagram(tuple(states), tuple((target, _chance(weight)) for target, weight in process.start))


def _moves(rows: list[tuple[str, Row]]) -> tuple[Move, ...]:
    """The rows by target; what every value does alike is told once."""
    chances: dict[int, list[tuple[str, Exact]]] = {}
    for value, row in rows:
        for target, weight in row:
            chances.setdefault(target, []).append((value, _chance(weight)))
    moves = []
    for target, items in sorted(chances.items()):
        alike = len(items) == len(rows) and len({number.text for _, number in items}) == 1
        moves.append(Move(target, (("", items[0][1]),) if alike else tuple(items)))
    return tuple(moves)


def _chance(weight: Number) -> Exact:
    """Where an epsilon is unknown, or a parameter, a probability has no value."""
    open_ = unknowns(weight) or epsilons(weight)
    return Exact(number_text(weight), math.nan if open_ else nearest_float(weight))
