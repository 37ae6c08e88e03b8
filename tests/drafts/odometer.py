"""A privacy odometer: queries are answered while the filter allows, each with noise of its own scale."""

from dataclasses import dataclass, field

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private


@dataclass
class PrivacyFilter:
    limit: int
    spent: int = 0
    log: list[int] = field(default_factory=list)

    def can_spend(self, cost: int) -> bool:
        return self.spent + cost <= self.limit

    def charge(self, cost: int) -> None:
        if not self.can_spend(cost):
            raise ValueError("budget exhausted")
        self.spent += cost
        self.log.append(cost)


COSTS = [1, 2, 1]


@private(epsilon=3 * log(2), neighbors=each(1))
@private(epsilon=2 * log(2), neighbors=each(1), expect="refuted")
@mechanism
def answer_all(counts: Vector[Int[0, 1], 3]):
    accountant = PrivacyFilter(limit=3)
    released = []
    for count, cost in zip(counts, COSTS):
        if not accountant.can_spend(cost):
            released.append(None)
            continue
        accountant.charge(cost)
        released.append(clamp(count + geometric(1 / 2**cost), 0, 1))
    return released
