"""How do people come to work? One noisy count for each way to travel."""

from collections import Counter

from faier import Int, Vector, geometric, log, mechanism, one, private

WAYS = ["car", "bus", "bike"]


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def travel_histogram(answers: Vector[Int[0, 2], 3]):
    counts = Counter(WAYS[answer] for answer in answers)
    return {way: max(0, counts[way] + geometric(1 / 2)) for way in WAYS}
