"""What happens to noise where a value is shown: it is compared with the value that is looked for, or it must be known.

An adversary sees the number itself. Where every output is asked for there must be finitely many. A real is looked for
at a `Near`, with its density for a weight, or in a `Between`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

from faier.lang.failures import Failure
from faier.lang.values import Between, Near, Sequence, Value
from faier.semantics.denote.config import seen
from faier.semantics.denote.draws import Draws
from faier.semantics.denote.held import UNBOUNDED, Held
from faier.semantics.denote.noise import Affine, Drawn, Formula, Noise, mentions, rewritten

Asked: TypeAlias = Literal["kept", "given", "every", "drawn"] | Sequence
"""A caller takes noise as it is, a mechanism reals of a prior; every value is asked for, any one that chance gives, or
this one, in a 1-tuple."""


@dataclass(frozen=True)
class Other:
    """Shown in place of every value that is not looked for."""


OTHER = cast(Value, Other())


def told(draws: Draws, value: Held, asked: Asked) -> Value:
    """The value as it is shown; `OTHER` where noise in it is not what is asked for."""
    if asked == "kept" or not mentions(value):
        return cast(Value, value)
    if isinstance(asked, Sequence):
        return asked.items[0] if _is(draws, value, asked.items[0]) else OTHER

    def known(noise: Drawn) -> Value:
        if isinstance(noise, Affine) and asked == "given":
            return cast(Value, noise)
        if isinstance(noise, Affine):
            raise _infinitely_many()
        if asked == "drawn":
            return draws.drawn(noise)
        return draws.settled(noise, _infinitely_many)

    return rewritten(cast(Value, value), known)


def dense(value: Value) -> bool:
    """Whether there are reals in what is seen, so that its weight is a density."""
    return isinstance(value, Near) or (isinstance(value, Sequence) and any(map(dense, value.items)))


def _is(draws: Draws, value: Held, wanted: object) -> bool:
    """Whether an observer would see the wanted value: True is not 1, (1,) is not [1]."""
    if isinstance(value, Noise):
        return type(wanted) is int and _is_integer(draws, value, wanted)
    if isinstance(value, Affine):
        if isinstance(wanted, Between):
            return draws.dense(value) and _is_between(draws, value, wanted)
        return isinstance(wanted, Near) and draws.seen([(value, wanted.at, wanted.side)])
    if isinstance(value, Sequence):
        if not (isinstance(wanted, Sequence) and (value.kind, value.of) == (wanted.kind, wanted.of)):
            return False
        if len(value.items) != len(wanted.items):
            return False
        pairs = list(zip(value.items, wanted.items, strict=True))
        reals = [
            (one, other.at, other.side)
            for one, other in cast("list[tuple[object, object]]", pairs)
            if isinstance(one, Affine) and isinstance(other, Near)
        ]
        if len(reals) == len(pairs):
            return draws.seen(reals)
        return all(_is(draws, *_with_beside(item, other, value)) for item, other in pairs)
    if isinstance(value, Formula):
        raise AssertionError("formulas are shown to nobody who waits for an output")
    return Sequence("tuple", (seen(value),)) == Sequence("tuple", (cast(Value, wanted),))


def _with_beside(item: Held, wanted: object, inside: Sequence) -> tuple[Held, object]:
    """The sum that lies between two numbers, where that is asked of reals of one list together."""
    if not isinstance(wanted, Between) or not isinstance(item, Affine):
        return item, wanted
    for place, factor in wanted.beside:
        other = cast(object, inside.items[place])
        if not isinstance(other, Affine):
            return 0, wanted
        item = item.plus(other, factor)
    return item, Between(wanted.low, wanted.high)


def _is_between(draws: Draws, value: Affine, wanted: Between) -> bool:
    assert not wanted.beside
    above = wanted.low is None or draws.positive(value.shifted(-wanted.low))
    return above and (wanted.high is None or draws.positive(value.times(-1).shifted(wanted.high)))


def _is_integer(draws: Draws, noise: Noise, wanted: int) -> bool:
    found = draws.whole(noise)
    if isinstance(found, Noise):
        found = cast(int, draws.decide(found, [wanted, wanted + 1], lambda k: wanted if k == wanted else OTHER))
    return found == wanted


def _infinitely_many() -> Failure:
    return Failure(
        UNBOUNDED,
        "noise without bounds is shown here: it can be any number, so the outputs cannot be listed",
        "ask for one output",
    )
