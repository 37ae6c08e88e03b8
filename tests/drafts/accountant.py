"""An accountant that forgets to charge where the answer is refused for being negative."""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 2


class Accountant:
    def __init__(self, total: int):
        self.total = total
        self.spent = 0

    def check(self, cost: int):
        if self.spent + cost > self.total:
            raise RuntimeError("budget exhausted")

    def charge(self, cost: int):
        self.spent += cost


def noisy_count(data, accountant, cost=1):
    accountant.check(cost)
    result = sum(data) + geometric(1 / 2)
    if result < 0:
        raise ValueError("negative count")
    accountant.charge(cost)
    return min(result, N)


@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def retry(data: Vector[Int[0, 1], N]):
    accountant = Accountant(total=1)
    for attempt in range(3):
        try:
            yield noisy_count(data, accountant)
        except ValueError:
            yield "retry"
        except RuntimeError:
            yield "exhausted"
            break
