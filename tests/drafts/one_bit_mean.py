"""One bit per device: its expectation tells the mean (Ding, Kulkarni, Yekhanin)."""

from faier import Int, each, flip, log, mechanism, one, private

LO, HI = 0, 4


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@private(epsilon=log(3 / 2), neighbors=each(1))
@mechanism
def one_bit(minutes: Int[0, 4]) -> int:
    share = (minutes - LO) / (HI - LO)
    return 1 if flip(1 / 4 + share / 2) else 0
