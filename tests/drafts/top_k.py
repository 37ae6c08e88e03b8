"""Top k by peeling: the best is taken out, and the rest are asked again with new noise."""

from faier import Int, each, geometric, log, mechanism, private


def noisy_argmax(scores):
    noisy = [(score + geometric(1 / 2), name) for name, score in scores.items()]
    _, name = max(noisy)
    return name


@private(epsilon=4 * log(2), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def top_two(a: Int[0, 1], b: Int[0, 1], c: Int[0, 1]):
    remaining = {"a": a, "b": b, "c": c}
    chosen = []
    while len(chosen) < 2:
        chosen.append(noisy_argmax(remaining))
        del remaining[chosen[-1]]
    return chosen
