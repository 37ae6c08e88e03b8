"""Markov quilts for records that are a Markov chain.

Song, Wang and Chaudhuri (2017), Algorithms 2 to 5; Song and Chaudhuri, Composition Properties of Inferential Privacy
for Time-Series Data (2017), MQMExact and MQMApprox.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from faier.calibration.known import Known, Missing
from faier.calibration.quilts import (
    Chain,
    Quilted,
    chain,
    mixing,
    quilts_by_mixing,
    quilts_of_chains,
    quilts_of_networks,
)
from faier.extras import MissingExtraError


def exactly(known: Known) -> fmpq | Missing:
    """With the influences that the chains have."""

    def asked(chains: list[Chain], step: fmpq) -> fmpq:
        return quilts_of_chains(chains, known.epsilon, lipschitz=step).scale

    return _asked(known, asked)


def roughly(known: Known) -> fmpq | Missing:
    """With what the stationary chances and the eigengap say about influences."""

    def asked(chains: list[Chain], step: fmpq) -> fmpq:
        return max(_by_mixing(one, known, step).scale for one in chains)

    return _asked(known, asked)


def of_networks(known: Known) -> fmpq | Missing:
    """For records that are a Bayesian network, and no chain."""
    if not isinstance(known.chains, Missing):
        return Missing("the records are a Markov chain")
    if isinstance(known.networks, Missing):
        return known.networks
    if isinstance(known.step, Missing) or not known.step:
        return known.step if isinstance(known.step, Missing) else Missing("the query depends on no record")
    step = known.step
    try:
        return max(quilts_of_networks(one, known.epsilon, lipschitz=step).scale for one in known.networks)
    except (ValueError, MissingExtraError) as error:
        return Missing(str(error))


def _by_mixing(one: Chain, known: Known, step: fmpq) -> Quilted:
    return quilts_by_mixing(mixing(one), one.length, known.epsilon, lipschitz=step)


def _asked(known: Known, scale: Callable[[list[Chain], fmpq], fmpq]) -> fmpq | Missing:
    if isinstance(known.chains, Missing):
        return known.chains
    if isinstance(known.step, Missing):
        return known.step
    if not known.step:
        return Missing("the query depends on no record")
    try:
        return scale([chain(one.moves, one.length, one.start) for one in known.chains], known.step)
    except (ValueError, MissingExtraError) as error:
        return Missing(str(error))
