"""PATE: teachers vote for a label, and the label with most noisy votes is told."""

from collections import Counter
from typing import Literal

from faier import Vector, geometric, log, mechanism, one, private

LABELS = ("cat", "dog")


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def label(votes: Vector[Literal["cat", "dog"], 3]):
    tally = Counter(dict.fromkeys(LABELS, 0))
    tally.update(votes)
    for name in LABELS:
        tally[name] += geometric(1 / 2)
    [(winner, _)] = tally.most_common(1)
    return winner
