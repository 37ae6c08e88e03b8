"""Quilts for many records at once: what one record's best quilt says about others.

A quilt that does not reach back to the first record is one for all later records too, at the same distances, or less
is nearby where the chain ends; likewise on the other side. So the records whose best quilts are not known are a range,
whose middle record takes away half of it, or all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from flint import arb, fmpq

from faier.calibration.quilts.best import best_quilt
from faier.calibration.quilts.scale import Cover, Quilt, asked
from faier.exact import Epsilon, nearest_float

NONE = fmpq(0)


class Alike(Protocol):
    """Records of which each influences its quilts no more than this."""

    def about(self, before: int | None, after: int | None) -> float: ...

    def certainly(self, quilt: Quilt) -> arb | None: ...


def covered(
    alike: Alike, records: Sequence[int], length: int, epsilon: Epsilon, lipschitz: fmpq, most: fmpq = NONE
) -> list[Cover]:
    """Quilts for all of these records, which are sorted; a score of `most` is good enough."""
    found: list[Cover] = []
    enough = nearest_float(most / lipschitz) * (1 - 1e-9)
    low, high = 0, len(records) - 1
    while low <= high:
        middle = (low + high) // 2
        record = records[middle]
        _, before, after = best_quilt(record, length, epsilon.value, alike.about, enough)
        quilt = Quilt(before, after)
        scale = asked(quilt.nearby(record, length), lipschitz, epsilon, alike.certainly(quilt))
        if scale is None:
            quilt = Quilt(None, None)
            scale = asked(length, lipschitz, epsilon, None)
            assert scale is not None
        first = records[low] if after is not None or before is None else record
        last = records[high] if before is not None or after is None else record
        found.append(Cover(first, last, quilt, scale))
        if (before is None) == (after is None):
            break
        if before is None:
            low = middle + 1
        else:
            high = middle - 1
    return found
