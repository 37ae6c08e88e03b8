"""A process and whole inputs -> the exact distribution of its outputs, where all of them end.

Used where a claim speaks of sets of outputs, so that letter by letter is not enough.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeAlias, TypeVar

from flint import fmpq

from faier.exact import Number
from faier.lang.values import Sequence, Value, same
from faier.limits import LimitReached, Limits
from faier.semantics.process import Ask, End, Entry, Process, Tell

# The shown values as one sequence: sequences tell True from 1.
Output: TypeAlias = Sequence
K = TypeVar("K", bound=Hashable)
MAXIMAL_OUTPUTS = 200_000


def output_distribution(
    process: Process, weights: tuple[Number, ...], inputs: Mapping[Entry, Value], limits: Limits
) -> dict[Output, Number]:
    """The weight of every output; `weights` are a final of the process, `inputs` hold every entry it may ask for."""
    totals: dict[Sequence, Number] = {}
    nothing = Sequence("tuple", ())
    level: dict[tuple[Sequence, int], Number] = {(nothing, state): weight for state, weight in process.start}
    while level:
        following: dict[tuple[Sequence, int], Number] = {}
        for (output, state), amount in level.items():
            match process.states[state]:
                case End():
                    _add(totals, output, amount * weights[state])
                case Tell(value, row):
                    for target, weight in row:
                        longer = Sequence("tuple", (*output.items, value))
                        _add(following, (longer, target), amount * weight)
                case Ask(entry, choices, rows):
                    row = next(row for value, row in zip(choices, rows, strict=True) if same(value, inputs[entry]))
                    for target, weight in row:
                        _add(following, (output, target), amount * weight)
        if len(following) + len(totals) > MAXIMAL_OUTPUTS:
            raise LimitReached("outputs", f"there are more than {MAXIMAL_OUTPUTS:,} outputs to compare")
        limits.check()
        level = following
    return {output: weight for output, weight in totals.items() if weight != 0}


def _add(totals: dict[K, Number], key: K, amount: Number) -> None:
    known = totals.get(key, fmpq(0))
    totals[key] = known + amount
