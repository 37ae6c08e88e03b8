"""A claim about a query that is shown as it is -> the mixtures of normals that it is, given each two secrets."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from faier.calibration.known import Missing
from faier.calibration.normals.boxes import at
from faier.calibration.normals.components import Component, Normals
from faier.deciding.in_boxes import corners, laws_in
from faier.deciding.laws import compared
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.law import Law
from faier.engines.density.weighing import Unread
from faier.limits import Limits

NONE = Missing("the query is not normal given a secret, nor a mixture of normals")


def normals_of(query: Question, store: Store, limits: Limits) -> tuple[tuple[Normals, Normals], ...] | Missing:
    """For every pair of secrets and every prior of the class; of unknown means and deviations at the corners of their
    box."""
    found: list[tuple[Normals, Normals]] = []
    try:
        for more, less in _laws(query, store, limits):
            left, right = _normals(more), _normals(less)
            if left is None or right is None:
                return NONE
            found.append((left, right))
    except Unread:
        return NONE
    return tuple(dict.fromkeys(found)) or NONE


def _laws(query: Question, store: Store, limits: Limits) -> Iterator[tuple[Law, Law]]:
    read = laws_in(query, limits) if query.unknown_reals else None
    if read is None:
        for one in compared(query, store, limits):
            yield one.more, one.less
    else:
        for corner in corners(read.box):
            for one in read.laws:
                yield at(one.more, corner), at(one.less, corner)


def _normals(law: Law) -> Normals | None:
    """One real is shown, and nothing beside it."""
    if law.atoms or len(law.densities) != 1:
        return None
    ((output, parts),) = law.densities.items()
    found: list[Component] = []
    for part in parts:
        variance = part.noise.variance
        whole = part.low is None and part.high is None and not part.noise.rates
        if not (whole and isinstance(part.weight, fmpq) and isinstance(variance, fmpq)) or len(output.items) != 1:
            return None
        found.append(Component(part.weight, part.at, variance))
    return tuple(sorted(found, key=lambda one: (one.mean, one.variance)))
