"""Least deltas of many epsilons, each as a question of its own: what is missing where laws are not listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flint import fmpq

from faier.deciding import plan
from faier.deciding.measuring import Delta, Measured, Measures, grid
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.exact import ZERO, Epsilon, Number
from faier.limits import LimitReached, Limits


def with_least_deltas(
    found: Measured, question: Question, asked: Measures, tight: Number | None, store: Store, limits: Limits
) -> Measured:
    """With the total variation and the profile, where they are asked for, missing, and known; then nothing may be."""
    if asked.profile and found.profile is None:
        profile = least_deltas(question, grid(tight), store, limits)
        if profile is not None:
            found = replace(found, profile=profile)
    if asked.variation and found.variation is None:
        known = least_deltas(question, [ZERO], store, limits) if found.profile is None else found.profile
        found = found if known is None else replace(found, variation=known[0])
    asked_for = (asked.profile, asked.variation, asked.concentrated, asked.alpha is not None)
    there = (found.profile, found.variation, found.rho, found.renyi)
    missing = any(wanted and one is None for wanted, one in zip(asked_for, there, strict=True))
    return found if missing else replace(found, reason=None)


def least_deltas(question: Question, points: Iterable[fmpq], store: Store, limits: Limits) -> tuple[Delta, ...] | None:
    """None where one of them is not known."""
    found = []
    for at in points:
        about = replace(question, epsilon=Epsilon.rational(at), delta=None)
        try:
            limits.check()
        except LimitReached:
            return None
        least = plan.least_delta(about, store, limits)
        if least.value is None or not least.coverage.all:
            return None
        found.append(Delta(at, least.value if least.lower is None else least.lower, least.value))
    return tuple(found)
