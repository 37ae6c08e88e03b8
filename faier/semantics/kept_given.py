"""A process that keeps draws under an unknown epsilon -> the same with a number in the epsilon's place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from flint import fmpq

from faier.exact import Number, substitute_epsilon
from faier.semantics.kept import (
    Floors,
    Fresh,
    KeptAsk,
    KeptEnd,
    KeptProcess,
    KeptState,
    KeptTell,
    Reals,
    Unbounded,
    Way,
    rate_key,
)


def given(kept: KeptProcess, values: Mapping[str, fmpq]) -> KeptProcess:
    """The process at these values of unknown epsilons."""
    return _Given(values).process(kept) if values else kept


@dataclass
class _Given:
    values: Mapping[str, fmpq]
    numbers: dict[Number, Number] = field(default_factory=dict)

    def process(self, kept: KeptProcess) -> KeptProcess:
        return replace(
            kept,
            states=tuple(map(self.state, kept.states)),
            start=self.ways(kept.start),
            finals=tuple((secret, tuple(map(self.number, weights))) for secret, weights in kept.finals),
            drawn=tuple((self.number(chance), span) for chance, span in kept.drawn),
            loops=tuple((self.number(chance), span) for chance, span in kept.loops),
        )

    def state(self, state: KeptState) -> KeptState:
        match state:
            case KeptAsk():
                return replace(state, ways=tuple(map(self.ways, state.ways)))
            case KeptTell(value=Unbounded(unknown=unknown) as told):
                return replace(state, value=replace(told, unknown=self.number(unknown)), ways=self.ways(state.ways))
            case KeptTell():
                return replace(state, ways=self.ways(state.ways))
            case KeptEnd():
                return state

    def ways(self, ways: Iterable[Way]) -> tuple[Way, ...]:
        return tuple(
            replace(way, weight=self.number(way.weight), fresh=tuple(map(self.fresh, way.fresh))) for way in ways
        )

    def fresh(self, fresh: Fresh) -> Fresh:
        match fresh:
            case Reals(rates, variance):
                moved = sorted((rate.substitute(self.values) for rate in rates), key=rate_key)
                return Reals(tuple(moved), self.number(variance))
            case Floors(real, offset):
                moved_real = self.fresh(real)
                assert isinstance(moved_real, Reals)
                return Floors(moved_real, offset)
            case _:
                return tuple((coefficient, self.number(base)) for coefficient, base in fresh)

    def number(self, number: Number) -> Number:
        if number not in self.numbers:
            self.numbers[number] = substitute_epsilon(number, self.values)
        return self.numbers[number]
