"""A budget that is spent query by query; a query that would spend too much is an error."""

from dataclasses import dataclass, field

from faier import Int, clamp, each, geometric, log, mechanism, private


@dataclass
class Accountant:
    budget: int
    spent: int = 0
    history: list = field(default_factory=list)

    def spend(self, amount):
        if self.spent + amount > self.budget:
            raise RuntimeError("the budget is spent")
        self.spent += amount
        self.history.append(amount)


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(7), neighbors=each(1), expect="refuted")
@mechanism
def answers(count: Int[0, 2]):
    accountant = Accountant(budget=3)
    shown = []
    for parts in [1, 2]:
        accountant.spend(parts)
        shown.append(clamp(count + geometric(1 / 2**parts), 0, 2))
    return shown, accountant.spent
