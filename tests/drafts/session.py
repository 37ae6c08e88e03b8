"""A session in the manner of Tumult Analytics: a budget, queries, an error once it is spent."""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 3


class BudgetExceeded(Exception):
    """Raised when a query asks for more than is left."""


class Session:
    def __init__(self, data, budget):
        self._data = data
        self._remaining = budget

    @property
    def remaining_budget(self):
        return self._remaining

    def _spend(self, cost):
        if cost > self._remaining:
            raise BudgetExceeded(f"{cost} > {self._remaining}")
        self._remaining -= cost

    def count(self, predicate, cost=1):
        """Each unit of cost is log(2)."""
        self._spend(cost)
        true_count = sum(1 for row in self._data if predicate(row))
        return clamp(true_count + geometric(1 / 2**cost), 0, len(self._data))


@private(epsilon=2 * log(2), neighbors=one())
@mechanism
def analyst(rows: Vector[Int[0, 3], N]):
    session = Session(rows, budget=2)
    queries = [lambda r: r >= 2, lambda r: r == 1, lambda r: r % 2 == 0]
    answers = []
    for query in queries:
        try:
            answers.append(session.count(query))
        except BudgetExceeded:
            answers.append(None)
    return answers
