"""A draw that is used twice is one value, and one that is made twice is two: see `tests/referee/one_draw.py`."""

from faier import Int, Stream, clamp, flip, geometric, mechanism, uniform


def noise():
    return geometric(1 / 2)


def noisy(x):
    return x + noise()


def twice(value):
    return value, value


def signs(value):
    return value >= 1, value < 1


def larger(first, second):
    return first if first > second else second


def by_default(value, least=1, *, most=2):
    return least <= value <= most


# Nothing is left of the draw


@mechanism
def minus_itself(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    return kept - kept


@mechanism
def equals_itself(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    return kept == kept, kept <= kept, kept < kept


@mechanism
def copies(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    other = kept
    kept += 1
    return kept - other


@mechanism
def one_item_twice(x: Int[0, 2]):
    kept = [geometric(1 / 2)] * 2
    kept[0] += x
    return kept[0] - kept[1]


@mechanism
def helper_gives_it_twice(x: Int[0, 2]):
    first, second = twice(x + geometric(1 / 2))
    return first - second, first == second


@mechanism
def list_copied(x: Int[0, 2]):
    kept = [x + geometric(1 / 2), 3]
    other = list(kept)
    other[1] = kept[0]
    return other[0] == other[1], other[1] - kept[0]


@mechanism
def nested(x: Int[0, 2]):
    kept = geometric(1 / 2)
    pair = (kept, [kept + x, (kept - 1, x)])
    return pair[1][0] - pair[0], pair[1][1][0] - pair[0]


@mechanism
def exchanged(x: Int[0, 2]):
    first, second = geometric(1 / 2), x
    before = first
    first, second = second, first
    return first, second - before


@mechanism
def multiples(x: Int[0, 2]):
    kept = geometric(1 / 2)
    return 2 * kept - kept - kept + x, 0 * kept, kept * 3 - 3 * kept


@mechanism
def pairs_of_itself(x: Int[0, 2]):
    kept = [x + geometric(1 / 2)] * 3
    return [kept[i] == kept[i + 1] for i in range(2)]


@mechanism
def never_used(x: Int[0, 2]):
    geometric(1 / 2)
    kept = [noise() for _ in range(2)]
    kept[0] = x
    return kept[0]


@mechanism
def used_in_vain(x: Int[0, 2]):
    kept = noise()
    if kept >= x:
        pass
    larger(kept, x)
    return x


# Looked at twice


@mechanism
def two_thresholds(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    return kept >= 1, kept >= 2


@mechanism
def both_signs(x: Int[0, 2]):
    kept = geometric(1 / 2)
    return kept <= 0 and -kept <= 0


@mechanism
def in_a_helper(x: Int[0, 2]):
    kept = noisy(x)
    return signs(kept), by_default(kept), by_default(kept, 0, most=1)


@mechanism
def clamped_twice(x: Int[0, 2]):
    kept = noisy(x)
    return clamp(kept, 0, 2), clamp(kept, 1, 3)


@mechanism
def clamped_after_a_comparison(x: Int[0, 2]):
    kept = noisy(x)
    return kept > 1, clamp(kept, 0, 2)


@mechanism
def compared_after_a_clamp(x: Int[0, 2]):
    kept = noisy(x)
    near = clamp(kept, 0, 2)
    return near == kept, near


@mechanism
def folded(x: Int[0, 2]):
    kept = geometric(1 / 2)
    return abs(kept) >= 1, kept >= 1


@mechanism
def cut_off(x: Int[0, 2]):
    kept = geometric(1 / 2)
    return max(kept, 0) - kept >= 1, min(kept, 1) == kept


@mechanism
def truth(x: Int[0, 2]):
    kept = geometric(1 / 2)
    return bool(kept), not kept, kept != 0


@mechanism
def among(x: Int[0, 2]):
    kept = geometric(1 / 2)
    return kept in (0, 1), kept == 1


@mechanism
def counted(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    return sum([kept >= least for least in range(1, 4)])


@mechanism
def counted_in_a_loop(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    count = 0
    while count < 3 and kept > count:
        count += 1
    return count


@mechanism
def first_that_holds(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    for least in range(3):
        if kept <= least:
            return least
    return -1


@mechanism
def in_both_branches(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    if kept >= 1:
        return kept >= 2
    return kept >= 0


@mechanism
def copied_in_a_branch(x: Int[0, 2]):
    kept = geometric(1 / 2)
    other = kept if flip(1 / 2) else -kept
    return other == kept


@mechanism
def an_index(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    return (5, 6, 7)[clamp(kept, 0, 2)], kept >= 1


@mechanism
def an_end(x: Int[0, 2]):
    kept = geometric(1 / 2)
    return uniform(0, clamp(kept, 0, 1)), kept >= 1


@mechanism
def yielded_twice(x: Int[0, 2]):
    kept = x + geometric(1 / 2)
    yield kept >= 1
    yield kept >= 2


@mechanism
def compared_with_arrivals(answers: Stream[Int[0, 2]]):
    limit = 1 + geometric(1 / 2)
    for answer in answers:
        yield answer >= limit


# Two draws


@mechanism
def two_draws(x: Int[0, 2]):
    return geometric(1 / 2) == geometric(1 / 2)


@mechanism
def two_items(x: Int[0, 2]):
    first, second = [geometric(1 / 2) for _ in range(2)]
    return first == second


@mechanism
def helper_called_twice(x: Int[0, 2]):
    return noise() == noise()


@mechanism
def redrawn(x: Int[0, 2]):
    kept = noise()
    before = kept
    kept = noise()
    return kept == before


@mechanism
def redrawn_in_a_loop(x: Int[0, 2]):
    kept = noise()
    for _ in range(2):
        before, kept = kept, noise()
    return kept == before


@mechanism
def three_ways(x: Int[0, 2]):
    first, second = noise(), noise()
    return first < second, first == second, first > second


@mechanism
def chained(x: Int[0, 2]):
    first, second = noise(), noise()
    return first < second, 0 <= first < second


@mechanism
def the_larger_one(x: Int[0, 2]):
    first, second = noise(), noise()
    best = max(first, second)
    return best >= first, best == first, best == larger(second, first)


@mechanism
def gap(x: Int[0, 2]):
    first, second = noise(), noise()
    return clamp(first - second, 0, 2)


@mechanism
def difference_with_an_input(x: Int[0, 2]):
    first, second = noise(), noise()
    return first - second < x


@mechanism
def shared_limit(x: Int[0, 2]):
    limit = noise()
    return noise() > limit, noise() > limit


@mechanism
def own_limits(x: Int[0, 2]):
    return noise() > noise(), noise() > noise()


# Shown as it is


@mechanism
def shown(x: Int[0, 2]):
    return x + geometric(1 / 2)


@mechanism
def shown_twice(x: Int[0, 2]):
    kept = geometric(1 / 2)
    return kept, kept + x


@mechanism
def shown_and_compared(x: Int[0, 2]):
    kept = noisy(x)
    yield kept
    yield kept >= 1


@mechanism
def compared_and_shown(x: Int[0, 2]):
    kept = noisy(x)
    yield kept >= 1
    yield kept
