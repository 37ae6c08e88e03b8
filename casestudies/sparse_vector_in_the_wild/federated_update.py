"""What a hospital sends in one round of federated learning: a few noisy coordinates of its model update.

A filter of a federated learning framework selects coordinates by a sparse vector: those above a noisy threshold
are accepted, some of the accepted are drawn and sent with noise, the others are sent as zero. As shipped in 2022,
accepted coordinates that were not drawn were neither: they were sent as they are.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private, uniform

N = 2
TOP = 2
SENT = 1


def accepted(update):
    """Which coordinates are above a noisy threshold."""
    threshold = clamp(1 + geometric(1 / 2), 0, TOP)
    return [value + geometric(1 / 2) >= threshold for value in update]


def drawn(allowed):
    """One of the accepted coordinates, each with the same probability; N if there is none."""
    places = [place for place in range(N) if allowed[place]]
    return places[uniform(0, len(places) - 1)] if places else N


def noisy(value):
    return clamp(value + geometric(1 / 2), 0, TOP)


@private(epsilon=4 * log(2), neighbors=each(1), expect="refuted", name="shipped")
@mechanism
def shipped(update: Vector[Int[0, TOP], N]):
    allowed = accepted(update)
    sent = drawn(allowed)
    return tuple([noisy(update[i]) if i == sent else update[i] if allowed[i] else 0 for i in range(N)])


@private(epsilon=4 * log(2), neighbors=each(1), name="repaired")
@private(epsilon=log(2), neighbors=each(1), expect="refuted", name="repaired, but budgeted for the noisy value only")
@mechanism
def repaired(update: Vector[Int[0, TOP], N]):
    sent = drawn(accepted(update))
    return tuple([noisy(update[i]) if i == sent else 0 for i in range(N)])
