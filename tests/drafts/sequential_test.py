"""A/B test with sequential looks: an iterator class that stops by raising StopIteration-like exception."""
from faier import Bool, Vector, clamp, geometric, log, mechanism, one, private
import enum


class Decision(enum.Enum):
    CONTINUE = "continue"
    SHIP = "ship"
    STOP = "stop"

    def __bool__(self):
        return self is not Decision.CONTINUE


class SequentialTest:
    looks = 0

    def __init__(self, boundary=2):
        self.boundary = boundary
        self.score = 0

    def look(self, batch):
        self.looks += 1
        self.score += sum(+1 if hit else -1 for hit in batch)
        noisy = self.score + geometric(1 / 2)
        if noisy >= self.boundary:
            return Decision.SHIP
        if noisy <= -self.boundary:
            return Decision.STOP
        return Decision.CONTINUE


@private(epsilon=4 * log(2), neighbors=one())
@mechanism
def experiment(hits: Vector[Bool, 4]):
    test = SequentialTest()
    for start in range(0, len(hits), 2):
        decision = test.look(hits[start : start + 2])
        if decision:
            break
    else:
        decision = Decision.CONTINUE
    return decision.value, test.looks
