"""PATE with the confident aggregator: answer only when the noisy plurality is large."""

from collections import Counter
from dataclasses import dataclass
from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

CLASSES = range(3)


class NoConsensus(Exception):
    def __init__(self, top, threshold):
        super().__init__(f"top {top} is below {threshold}")
        self.top = top
        self.threshold = threshold


@dataclass(frozen=True)
class Aggregator:
    threshold: int = 2
    alpha_check: float = 1 / 2
    alpha_vote: float = 1 / 2

    def votes(self, labels):
        tally = Counter(labels)
        return [tally[c] for c in CLASSES]

    def aggregate(self, labels):
        votes = self.votes(labels)
        top = max(votes) + geometric(self.alpha_check)
        if top < self.threshold:
            raise NoConsensus(top=max(votes), threshold=self.threshold)
        noisy = [clamp(v + geometric(self.alpha_vote), 0, 3) for v in votes]
        return max(CLASSES, key=noisy.__getitem__)


@private(epsilon=3 * log(2), neighbors=one())
@mechanism
def confident_gnmax(labels: Vector[Int[0, 2], 3]):
    teacher = Aggregator()
    try:
        return teacher.aggregate(labels)
    except NoConsensus as refusal:
        return f"no consensus below {refusal.threshold}"


@private(epsilon=3 * log(2), neighbors=one(), expect="refuted")
@mechanism
def leaky_gnmax(labels: Vector[Int[0, 2], 3]):
    """Tells the true top in the message."""
    try:
        return Aggregator().aggregate(labels)
    except NoConsensus as refusal:
        return str(refusal)
