"""Laplace noise for a query that is normal given each secret, or a mixture of normals, as `normals.theorems` has it."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, fmpq

from faier.calibration.known import Known, Missing
from faier.calibration.normals import tails, theorems
from faier.calibration.normals.components import Normals

Tail = Callable[[fmpq], arb]

NO_DELTA = Missing("without a delta it asks for infinitely much")


def theorem_1_by_quantile(known: Known) -> fmpq | Missing:
    return _theorem_1(known, tails.by_quantile)


def theorem_1_by_lambert(known: Known) -> fmpq | Missing:
    return _theorem_1(known, tails.by_lambert)


def theorem_2_by_quantile(known: Known) -> fmpq | Missing:
    return _theorem_2(known, tails.by_quantile)


def theorem_2_by_lambert(known: Known) -> fmpq | Missing:
    return _theorem_2(known, tails.by_lambert)


def remark_1(known: Known) -> fmpq | Missing:
    why = Missing("given one secret the query is not what it is given the other, moved")
    return _greatest(known, lambda left, right: theorems.remark_1(left, right, known.epsilon), why)


def corollary_2(known: Known) -> fmpq | Missing:
    why = Missing("the mixtures differ in more than their means, or are none")
    return _greatest(
        known,
        lambda left, right: theorems.corollary_2(left, right, known.epsilon) if len(left) > 1 else None,
        why,
    )


def _theorem_1(known: Known, tail: Tail) -> fmpq | Missing:
    if known.delta == 0:
        return NO_DELTA
    tau = tail(known.delta)
    why = Missing("the query is no single normal variable given each secret")
    return _greatest(known, lambda left, right: theorems.theorem_1(left, right, known.epsilon, tau), why)


def _theorem_2(known: Known, tail: Tail) -> fmpq | Missing:
    if known.delta == 0:
        return NO_DELTA
    tau = tail(known.delta)
    why = Missing("the query is no mixture of normals given each secret")

    def asked(left: Normals, right: Normals) -> fmpq | None:
        return theorems.theorem_2(left, right, known.epsilon, tau) if len(left) + len(right) > 2 else None

    return _greatest(known, asked, why)


def _greatest(known: Known, asked: Callable[[Normals, Normals], fmpq | None], why: Missing) -> fmpq | Missing:
    """What is asked for where most is; a reason where that is not said of every pair of secrets."""
    if isinstance(known.normals, Missing):
        return known.normals
    scales = [asked(left, right) for left, right in known.normals]
    found = [scale for scale in scales if scale is not None]
    return max(found) if found and len(found) == len(scales) else why
