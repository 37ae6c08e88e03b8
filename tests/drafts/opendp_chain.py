"""OpenDP: transformations and measurements with stability maps, chained by a helper."""

from dataclasses import dataclass
from typing import Callable

from faier import Int, Vector, geometric, log, mechanism, one, private


@dataclass(frozen=True)
class Transformation:
    function: Callable
    stability_map: Callable


@dataclass(frozen=True)
class Measurement:
    function: Callable
    privacy_map: Callable


def make_clamp(lower, upper):
    return Transformation(
        function=lambda arg: [min(max(x, lower), upper) for x in arg],
        stability_map=lambda d_in: d_in,
    )


def make_bounded_sum(lower, upper):
    return Transformation(
        function=lambda arg: sum(arg),
        stability_map=lambda d_in: d_in * (upper - lower),
    )


def make_base_geometric(alpha):
    return Measurement(function=lambda arg: arg + geometric(alpha), privacy_map=lambda d_in: d_in)


def make_chain_tt(outer, inner):
    return Transformation(
        lambda arg: outer.function(inner.function(arg)),
        lambda d_in: outer.stability_map(inner.stability_map(d_in)),
    )


def make_chain_mt(measurement, transformation):
    return Measurement(
        lambda arg: measurement.function(transformation.function(arg)),
        lambda d_in: measurement.privacy_map(transformation.stability_map(d_in)),
    )


bounded = make_chain_tt(make_bounded_sum(0, 2), make_clamp(0, 2))
meas = make_chain_mt(make_base_geometric(1 / 2), bounded)


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def dp_sum(data: Vector[Int[0, 4], 3]):
    assert meas.privacy_map(1) == 2
    return meas.function(data)
