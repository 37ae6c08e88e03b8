"""First choose an attribute with report noisy max, then show its count with new noise."""

from faier import Bool, Vector, clamp, geometric, log, mechanism, one, private

NAMES = "ABC"


def argmax(scores: dict[str, int]) -> str:
    """The key of the largest score, the first of equals."""
    best = None
    for key, score in scores.items():
        if best is None or score > scores[best]:
            best = key
    return best


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def two_stage(choices: Vector[Bool, 3]):
    counts = dict(zip(NAMES, choices))
    noisy = {name: count + geometric(1 / 2) for name, count in counts.items()}
    winner = argmax(noisy)
    return winner, clamp(counts[winner] + geometric(1 / 2), 0, 1)
