"""Two frequency oracles behind one interface; the better one is chosen by the size of the domain."""

from enum import Enum

from faier import Int, categorical, flip, log, mechanism, one, private


class Oracle(Enum):
    GRR = "grr"
    OUE = "oue"


DOMAIN = 4


def pick(size):
    return Oracle.GRR if size < 3 * 3 + 2 else Oracle.OUE


def grr(value, size=DOMAIN):
    others = [v for v in range(size) if v != value]
    return ([value] + others)[categorical(3, *([1] * (size - 1)))]


def oue(value, size=DOMAIN):
    bits = [v == value for v in range(size)]
    return "".join("1" if flip(1 / 2 if bit else 1 / 4) else "0" for bit in bits)


REPORTERS = {Oracle.GRR: grr, Oracle.OUE: oue}


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def report(value: Int[0, 3]):
    oracle = pick(DOMAIN)
    return REPORTERS[oracle](value)
