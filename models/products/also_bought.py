"""People who bought this also bought: the item that is most often in the same basket, if it is there often enough.

Counts of items that are bought together, as in a recommender. One basket may add to the count of every other item,
which costs more than baskets of which one item counts, drawn at random. A floor that the true count must reach,
against odd recommendations, shows the true count.
"""

from faier import Bool, Vector, clamp, geometric, log, mechanism, one, private, uniform

BASKETS = 2
ITEMS = 2
FLOOR = 1


def winner(counts):
    """The index of a greatest noisy count, ties broken uniformly; None below the floor."""
    noisy = [clamp(count + geometric(1 / 2), 0, BASKETS) for count in counts]
    best = [item for item in range(ITEMS) if noisy[item] == max(noisy)]
    chosen = best[uniform(0, len(best) - 1)]
    return chosen if noisy[chosen] >= FLOOR else None


def one_item(basket):
    """The basket with one of its items at most."""
    found = [item for item in range(ITEMS) if basket[item]]
    kept = found[uniform(0, len(found) - 1)] if len(found) > 0 else None
    return [item == kept for item in range(ITEMS)]


@private(epsilon=log(32 / 11), neighbors=one())
@private(epsilon=log(32 / 11) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def also_bought(baskets: Vector[Vector[Bool, ITEMS], BASKETS]):
    counted = [one_item(basket) for basket in baskets]
    return winner([sum([basket[item] for basket in counted]) for item in range(ITEMS)])


@private(epsilon=log(32 / 11), neighbors=one(), expect="refuted", name="a basket counts for every item in it")
@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def whole_baskets(baskets: Vector[Vector[Bool, ITEMS], BASKETS]):
    return winner([sum([basket[item] for basket in baskets]) for item in range(ITEMS)])


@private(epsilon=log(4), neighbors=one(), expect="refuted", name="the true count must reach the floor")
@mechanism
def true_floor(baskets: Vector[Vector[Bool, ITEMS], BASKETS]):
    counts = [sum([basket[item] for basket in baskets]) for item in range(ITEMS)]
    return winner(counts) if max(counts) >= FLOOR else None
