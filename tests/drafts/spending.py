"""An accountant as a context manager: the scope rolls back what was not spent. Bug: an exception gives the budget back
although the noise was seen."""

from contextlib import contextmanager

from faier import Int, geometric, log, each, mechanism, private


class Accountant:
    def __init__(self, total):
        self.left = total

    @contextmanager
    def spending(self, cost):
        if cost > self.left:
            raise PermissionError(f"{cost} > {self.left}")
        self.left -= cost
        try:
            yield self
        except ValueError:
            self.left += cost


def checked(value):
    if value < 0:
        raise ValueError("negative count", value)
    return value


@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@private(epsilon=3 * log(2), neighbors=each(1))
@mechanism
def count(n: Int[0, 2]):
    accountant = Accountant(total=1)
    for attempt in range(3):
        result = None
        try:
            with accountant.spending(1):
                result = checked(n + geometric(1 / 2))
        except PermissionError:
            yield "spent"
            return
        yield result
