"""Processes that keep reals, written state by state: known mechanisms, each with the function whose inputs it reads."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq
from kept_by_hand import process, reads

from faier.exact import ONE, Epsilon
from faier.lang.syntax import Function, IntType, StreamType, VectorType
from faier.semantics.kept import Constraint, KeptAsk, KeptEnd, KeptProcess, KeptState, KeptTell, Reals, Unbounded, Way
from faier.semantics.process import Entry


def real(*rates: Epsilon) -> Reals:
    """A fresh sum of Laplace draws."""
    return Reals(rates)


def above(one: int, other: int, least: int) -> tuple[Constraint, Constraint]:
    """y[one] - y[other] >= least, and that it is not."""
    (low, sign), (high, rest) = sorted([(one, 1), (other, -1)])
    return (
        Constraint(((sign, low), (rest, high)), fmpq(least)),
        Constraint(((-sign, low), (-rest, high)), fmpq(-least)),
    )


def shown_counts(noise: Sequence[Reals], top: int) -> tuple[KeptProcess, Function]:
    """Each count with noise of its own."""
    choices = tuple(range(top + 1))
    count, size = len(noise), 1 + len(choices)
    states: list[KeptState] = []
    for at, fresh in enumerate(noise):
        asked = tuple((Way(at * size + 1 + held, ONE, (fresh,), kept=(0,)),) for held in choices)
        states.append(KeptAsk(0, Entry("counts", (at,)), choices, asked))
        onward = (Way((at + 1) * size, ONE),)
        states += [KeptTell(1, Unbounded(((1, 0),), fmpq(held), real=True), onward) for held in choices]
    return process([*states, KeptEnd()], (Way(0, ONE),)), reads("counts", VectorType(IntType(0, top), count))


def sparse_vector(
    threshold: Reals, noise: Reals, low: int, high: int, above_by: int = 0, numeric: Reals | None = None
) -> tuple[KeptProcess, Function]:
    """Whether answer + noise >= above_by + threshold, until it is so once; then the answer with the `numeric` noise."""
    choices = tuple(range(low, high + 1))

    def compared(answer: int) -> tuple[Way, ...]:
        reached, missed = above(1, 0, above_by - answer)
        then = (noise,) if numeric is None else (noise, numeric)
        won = Way(2 + (0 if numeric is None else answer - low), ONE, then, (reached,), () if numeric is None else (2,))
        return won, Way(1, ONE, (noise,), (missed,), (0,))

    ask = KeptAsk(1, Entry("answers", arrival=True), choices, tuple(map(compared, choices)))
    start = (Way(0, ONE, (threshold,), kept=(0,)),)
    missed = KeptTell(1, False, (Way(0, ONE, kept=(0,)),))
    function = reads("answers", StreamType(IntType(low, high)))
    if numeric is None:
        return process([ask, missed, KeptTell(0, True, (Way(3, ONE),)), KeptEnd()], start), function
    end = 2 + len(choices)
    told = [KeptTell(1, Unbounded(((1, 0),), fmpq(answer), real=True), (Way(end, ONE),)) for answer in choices]
    return process([ask, missed, *told, KeptEnd()], start), function


def noisy_maximum(noise: Reals, count: int, top: int, value: bool = False) -> tuple[KeptProcess, Function]:
    """Which noisy count is the greatest; or its `value` instead. The state has the greatest count so far and its
    place."""
    choices = tuple(range(top + 1))
    keys = [(at, best, held) for at in range(1, count + 1) for best in range(at) for held in choices]
    if value:
        keys = [(at, 0, held) for at in range(1, count + 1) for held in choices]
    number = {key: place for place, key in enumerate(keys, 1)}
    end = len(keys) + 1
    fresh = (noise,)

    def compared(at: int, best: int, held: int, answer: int) -> tuple[Way, ...]:
        wins, loses = above(1, 0, held - answer)
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
            told = Unbounded(((1, 0),), fmpq(held), real=True) if value else best
            states.append(KeptTell(1, told, (Way(end, ONE),)))
    states.append(KeptEnd())
    return process(states, (Way(0, ONE),)), reads("counts", VectorType(IntType(0, top), count))
