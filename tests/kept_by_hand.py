"""Processes that keep draws, written state by state: known mechanisms, each with the function whose inputs it reads."""

from __future__ import annotations

from faier.exact import ONE, Number
from faier.lang.syntax import Function, IntType, Parameter, StreamType, VectorType
from faier.semantics.kept import Constraint, KeptAsk, KeptEnd, KeptProcess, KeptState, KeptTell, Unbounded, Way
from faier.semantics.process import Entry


def process(states: list[KeptState], start: tuple[Way, ...]) -> KeptProcess:
    return KeptProcess(tuple(states), start, ((None, (ONE,) * len(states)),), ("",) * len(states))


def reads(name: str, type_: StreamType | VectorType) -> Function:
    return Function("mechanism", "by_hand", (Parameter(name, type_),), (), (), False)


def reaches(one: int, other: int, least: int) -> tuple[Constraint, Constraint]:
    """y[one] - y[other] >= least, and that it is less."""
    (low, sign), (high, rest) = sorted([(one, 1), (other, -1)])
    return (
        Constraint(((sign, low), (rest, high)), least),
        Constraint(((-sign, low), (-rest, high)), 1 - least),
    )


def sparse_vector(a: Number, b: Number, low: int, high: int) -> tuple[KeptProcess, Function]:
    """Whether answer + noise >= threshold, until it is so once."""
    choices = tuple(range(low, high + 1))

    def compared(answer: int) -> tuple[Way, ...]:
        above, below = reaches(1, 0, -answer)
        return Way(2, ONE, (((1, b),),), (above,)), Way(1, ONE, (((1, b),),), (below,), (0,))

    ask = KeptAsk(1, Entry("answers", arrival=True), choices, tuple(map(compared, choices)))
    told = KeptTell(1, False, (Way(0, ONE, kept=(0,)),)), KeptTell(0, True, (Way(3, ONE),))
    start = (Way(0, ONE, (((1, a),),), kept=(0,)),)
    return process([ask, *told, KeptEnd()], start), reads("answers", StreamType(IntType(low, high)))


def noisy_maximum(a: Number, count: int, top: int, value: bool = False) -> tuple[KeptProcess, Function]:
    """Which noisy count is the greatest, the first of equal ones; or its `value` instead. The state has the greatest
    count so far and its place."""
    choices = tuple(range(top + 1))
    keys = [(at, best, held) for at in range(1, count + 1) for best in range(at) for held in choices]
    if value:
        keys = [(at, 0, held) for at in range(1, count + 1) for held in choices]
    number = {key: place for place, key in enumerate(keys, 1)}
    end = len(keys) + 1
    fresh = (((1, a),),)

    def compared(at: int, best: int, held: int, answer: int) -> tuple[Way, ...]:
        wins, loses = reaches(1, 0, held - answer + 1)
        return (
            Way(number[at + 1, 0 if value else at, answer], ONE, fresh, (wins,), (1,)),
            Way(number[at + 1, best, held], ONE, fresh, (loses,), (0,)),
        )

    first = tuple((Way(number[1, 0, answer], ONE, fresh, kept=(0,)),) for answer in choices)
    states: list[KeptState] = [KeptAsk(0, Entry("counts", (0,)), choices, first)]
    for at, best, held in keys:
        if at < count:
            ways = tuple(compared(at, best, held, answer) for answer in choices)
            states.append(KeptAsk(1, Entry("counts", (at,)), choices, ways))
        else:
            states.append(KeptTell(1, Unbounded(((1, 0),), held) if value else best, (Way(end, ONE),)))
    states.append(KeptEnd())
    return process(states, (Way(0, ONE),)), reads("counts", VectorType(IntType(0, top), count))


def numeric_answers(a: Number, low: int, high: int, positive: bool = False) -> tuple[KeptProcess, Function]:
    """Each answer with noise, without end; if `positive`, and then whether it was above 1."""
    choices = tuple(range(low, high + 1))
    ways = tuple((Way(1 + at, ONE, (((1, a),),), kept=(0,)),) for at in range(len(choices)))
    states: list[KeptState] = [KeptAsk(0, Entry("answers", arrival=True), choices, ways)]
    more, less = len(choices) + 1, len(choices) + 2
    for answer in choices:
        known = (
            Way(more, ONE, (), (Constraint(((1, 0),), 2 - answer),)),
            Way(less, ONE, (), (Constraint(((-1, 0),), answer - 1),)),
        )
        states.append(KeptTell(1, Unbounded(((1, 0),), answer), known if positive else (Way(0, ONE),)))
    states += [KeptTell(0, True, (Way(0, ONE),)), KeptTell(0, False, (Way(0, ONE),))]
    return process(states, (Way(0, ONE),)), reads("answers", StreamType(IntType(low, high)))


def running_maximum(a: Number, low: int, high: int) -> tuple[KeptProcess, Function]:
    """The greatest noisy answer so far, shown after each answer. The state has the greatest one's answer."""
    choices = tuple(range(low, high + 1))
    size = len(choices)
    fresh = (((1, a),),)

    def compared(held: int, answer: int) -> tuple[Way, ...]:
        wins, loses = reaches(1, 0, held - answer + 1)
        return (
            Way(1 + size + answer - low, ONE, fresh, (wins,), (1,)),
            Way(1 + size + held - low, ONE, fresh, (loses,), (0,)),
        )

    entry = Entry("answers", arrival=True)
    first = tuple((Way(1 + size + at, ONE, fresh, kept=(0,)),) for at in range(size))
    states: list[KeptState] = [KeptAsk(0, entry, choices, first)]
    for held in choices:
        states.append(KeptAsk(1, entry, choices, tuple(compared(held, answer) for answer in choices)))
    for held in choices:
        states.append(KeptTell(1, Unbounded(((1, 0),), held), (Way(1 + held - low, ONE, kept=(0,)),)))
    return process(states, (Way(0, ONE),)), reads("answers", StreamType(IntType(low, high)))


def equal_draws(a: Number, low: int, high: int) -> tuple[KeptProcess, Function]:
    """Whether answer + one draw = another draw, both kept, answer after answer."""
    choices = tuple(range(low, high + 1))

    def compared(answer: int) -> tuple[Way, ...]:
        (above, below), (more, less) = reaches(1, 0, answer), reaches(1, 0, answer + 1)
        return (
            Way(1, ONE, (), (above, less), (0, 1)),
            Way(2, ONE, (), (below,), (0, 1)),
            Way(2, ONE, (), (more,), (0, 1)),
        )

    ask = KeptAsk(2, Entry("answers", arrival=True), choices, tuple(map(compared, choices)))
    told = KeptTell(2, True, (Way(0, ONE, kept=(0, 1)),)), KeptTell(2, False, (Way(0, ONE, kept=(0, 1)),))
    start = (Way(0, ONE, (((1, a),), ((1, a),)), kept=(0, 1)),)
    return process([ask, *told], start), reads("answers", StreamType(IntType(low, high)))
