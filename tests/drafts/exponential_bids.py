"""The exponential mechanism with a utility function that is given to it."""

from faier import Int, Vector, categorical, log, mechanism, one, private


def exponential_mechanism(data, utility, options):
    weights = [2 ** utility(data, option) for option in options]
    return options[categorical(*weights)]


def revenue(bids, price):
    return price * sum(1 for bid in bids if bid >= price)


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def auction(bids: Vector[Int[0, 2], 2]):
    return exponential_mechanism(bids, revenue, [1, 2])
