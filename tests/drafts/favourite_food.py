"""Report noisy max: which food do most people like? Only the winner is shown."""

from faier import Int, each, geometric, log, mechanism, private


@private(epsilon=2 * log(2), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def favourite(pizza: Int[0, 2], pasta: Int[0, 2], sushi: Int[0, 2]) -> str:
    scores = {"pizza": pizza, "pasta": pasta, "sushi": sushi}
    noisy = {food: score + geometric(1 / 2) for food, score in scores.items()}
    return max(noisy, key=noisy.get)
