"""Amplification by sampling: one of three people is asked, and answers with noise."""

from faier import Bool, Vector, flip, log, mechanism, one, private, sample


def respond(bit: bool) -> bool:
    """The truth three times out of four."""
    truthful = flip(3 / 4)
    return bit if truthful else not bit


@private(epsilon=log(5 / 3), neighbors=one())
@private(epsilon=log(3 / 2), neighbors=one(), expect="refuted")
@mechanism
def subsampled(bits: Vector[Bool, 3]):
    (asked,) = sample(bits, 1)
    return respond(asked)
