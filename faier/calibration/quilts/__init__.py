"""Markov quilts: how much noise hides one record, when those near it are given up and those far off know little of it.

A quilt of a record is a set of records that stand between it and all that is remote: given the quilt, the remote ones
know nothing of the record. Noise that is enough for the nearby ones, where epsilon is what is left of it after the
influence of the record on its quilt, keeps the promise (Song, Wang and Chaudhuri 2017). Scales are of Laplace noise,
exact fractions that are never less than what the method asks for: floats only look for the best quilt.
"""

from faier.calibration.quilts.as_prior import mechanism_file, prior_program
from faier.calibration.quilts.chains import Chain, chain
from faier.calibration.quilts.composition import (
    Part,
    correction,
    dependent,
    far_apart,
    one_release,
    parallel,
    same_quilts,
    sequential,
)
from faier.calibration.quilts.exactly import quilts_of_chains
from faier.calibration.quilts.general import (
    Scaled,
    Separated,
    candidate_quilts,
    max_influence,
    nearby,
    quilts_of_networks,
)
from faier.calibration.quilts.mixing import Mixing, known_mixing, mixing
from faier.calibration.quilts.networks import Network, network
from faier.calibration.quilts.roughly import quilts_by_mixing
from faier.calibration.quilts.scale import Cover, Quilt, Quilted
from faier.calibration.quilts.two_states import quilts_of_two_states

__all__ = [
    "Chain",
    "Cover",
    "Mixing",
    "Network",
    "Part",
    "Quilt",
    "Quilted",
    "Scaled",
    "Separated",
    "candidate_quilts",
    "chain",
    "correction",
    "dependent",
    "far_apart",
    "known_mixing",
    "max_influence",
    "mechanism_file",
    "mixing",
    "nearby",
    "network",
    "one_release",
    "parallel",
    "prior_program",
    "quilts_by_mixing",
    "quilts_of_chains",
    "quilts_of_networks",
    "quilts_of_two_states",
    "same_quilts",
    "sequential",
]
