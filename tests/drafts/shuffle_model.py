"""The shuffle model: everybody adds noise, then nobody knows who sent which message."""

from faier import Bool, Vector, flip, log, mechanism, one, private, shuffled


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def shuffle_model(bits: Vector[Bool, 3]):
    messages = [int(b) if flip(3 / 4) else 1 - int(b) for b in bits]
    return shuffled(messages)
