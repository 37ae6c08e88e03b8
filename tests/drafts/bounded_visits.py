"""Contribution bounding with itertools.groupby: each user keeps at most one random row per partition."""

from itertools import chain, groupby
from operator import attrgetter
from typing import Iterable, List, NamedTuple

from faier import Int, Records, choice, clamp, geometric, log, mechanism, one, private, sample


class Visit(NamedTuple):
    user: Int[0, 1]
    shop: Int[0, 1]


L0 = 1


def bound_contributions(visits: Iterable[Visit], l0: int) -> List[Visit]:
    by_user = attrgetter("user")
    bounded = []
    for user, rows in groupby(sorted(visits, key=by_user), key=by_user):
        shops = sorted({row.shop for row in rows})
        kept = sample(shops, min(l0, len(shops)))
        bounded.append([Visit(user, shop) for shop in kept])
    return list(chain.from_iterable(bounded))


@private(epsilon=4 * log(2), neighbors=one())
@mechanism
def visits_per_shop(visits: Records[Visit, 2]):
    bounded = bound_contributions(visits, L0)
    return {shop: clamp(sum(1 for v in bounded if v.shop == shop) + geometric(1 / 2), 0, 2) for shop in (0, 1)}
