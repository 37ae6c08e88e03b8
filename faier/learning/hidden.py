"""Series become a hidden Markov model that makes them likely, fitted by hmmlearn and rounded to decimals.

The same data gives the same model: what is random in the fit begins at fixed seeds, and the best of several is taken.
"""

from __future__ import annotations

import logging
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from flint import fmpq

from faier.extras import needed
from faier.learning.chains import Start, stationary
from faier.learning.refusal import Place, unfit
from faier.learning.rounding import apportioned, significant
from faier.learning.sequences import Series
from faier.learning.values import Value, ranked

if TYPE_CHECKING:
    from collections.abc import Sequence

Emissions = Literal["categorical", "normal"]
SEEDS = range(8)
ROUNDS, ENOUGH = 300, 1e-4


@dataclass(frozen=True)
class Hidden:
    """A chain of hidden states: weights of the first one, of what follows each, and of the records that each shows;
    or the mean and the deviation of the readings in each, where these are normal."""

    column: str
    states: tuple[Value, ...]
    first: tuple[fmpq, ...]
    start: Start
    following: tuple[tuple[fmpq, ...], ...]
    shown: tuple[tuple[fmpq, ...], ...]
    means: tuple[fmpq, ...]
    deviations: tuple[fmpq, ...]
    fit: float

    @property
    def emissions(self) -> Emissions:
        return "normal" if self.means else "categorical"

    @property
    def size(self) -> int:
        return len(self.first)


def fitted(path: str, series: Series, size: int, emissions: Emissions | None, start: Start) -> Hidden:
    """The model with so many hidden states."""
    needed("learn", "numpy", "hmmlearn")
    kind = emissions or likely_emissions(series)
    states = ranked(value for run in series.runs for value in run)
    if kind == "normal" and any(isinstance(value, str) for value in states):
        unfit(Place(path), f"{series.column!r} holds texts, which are not normal", "say --emissions categorical")
    if series.records <= 2 * size:
        said = f"{series.records} records say too little about {size} hidden states"
        unfit(Place(path), said, "fit fewer hidden states, or more data")
    best = None
    for seed in SEEDS:
        found = _attempt(series, states, size, kind, seed)
        if found is not None and (best is None or found[0] > best[0] + ENOUGH):
            best = found
    if best is None:
        unfit(Place(path), f"no model with {size} hidden states fits the data", "fit fewer hidden states")
    score, model = best
    order = _order(model, kind)
    following = tuple(apportioned([model.transmat_[one][other] for other in order]) for one in order)
    if start == "stationary":
        found_first = stationary([list(row) for row in following])
        first = apportioned(found_first or [model.startprob_[one] for one in order])
        start = start if found_first else "sequences"
    else:
        first = apportioned([model.startprob_[one] for one in order])
    normal = kind == "normal"
    return Hidden(
        series.column,
        () if normal else tuple(states),
        first,
        start,
        following,
        () if normal else tuple(apportioned(list(model.emissionprob_[one])) for one in order),
        tuple(significant(float(model.means_[one][0])) for one in order) if normal else (),
        tuple(significant(math.sqrt(float(model.covars_[one].ravel()[0]))) for one in order) if normal else (),
        score,
    )


def likely_emissions(series: Series) -> Emissions:
    """Normal for readings, categorical for labels and for small integers."""
    values = {value for run in series.runs for value in run}
    labels = all(isinstance(value, str | int) for value in values)
    few = len(values) <= 20 or any(isinstance(value, str) for value in values)
    return "categorical" if labels and few else "normal"


def _attempt(
    series: Series, states: Sequence[Value], size: int, kind: Emissions, seed: int
) -> tuple[float, Any] | None:
    """How well the model fits that is found from this seed, and the model."""
    import numpy
    from hmmlearn import hmm  # type: ignore[import-untyped, unused-ignore]  # also where others check what uses faier

    lengths = [len(run) for run in series.runs]
    if kind == "normal":
        column = numpy.array([[float(value)] for run in series.runs for value in run])
        model = hmm.GaussianHMM(size, "diag", n_iter=ROUNDS, tol=ENOUGH, random_state=seed)
    else:
        number = {state: at for at, state in enumerate(states)}
        column = numpy.array([[number[value]] for run in series.runs for value in run])
        model = hmm.CategoricalHMM(size, n_features=len(states), n_iter=ROUNDS, tol=ENOUGH, random_state=seed)
    with _quiet():
        try:
            model.fit(column, lengths)
            score = float(model.score(column, lengths))
        except ValueError:  # a hidden state that nothing is in
            return None
    return (score, model) if math.isfinite(score) else None


def _order(model: Any, kind: Emissions) -> list[int]:
    """Hidden states by what they show: least means first, or those that most show the first records."""
    shown = model.means_ if kind == "normal" else -model.emissionprob_
    return sorted(range(len(shown)), key=lambda one: list(shown[one]))


@contextmanager
def _quiet() -> Iterator[None]:
    """What hmmlearn and numpy have to say about a fit that did not work is not for users."""
    logger = logging.getLogger("hmmlearn")
    before = logger.level
    logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logger.setLevel(before)
