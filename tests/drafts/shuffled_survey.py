"""The shuffle model: local randomizer, shuffler, analyzer."""

from collections import Counter
from typing import Iterable, List

from faier import Bool, Vector, flip, log, mechanism, one, private, shuffled


class Randomizer:
    def __init__(self, gamma):
        if not 0 < gamma < 1:
            raise ValueError(f"gamma must be in (0, 1), not {gamma}")
        self.gamma = gamma

    def __call__(self, bit: bool) -> bool:
        return flip(1 / 2) if flip(self.gamma) else bit


class Shuffler:
    def __call__(self, messages: Iterable[bool]) -> List[bool]:
        return shuffled(messages)


class Analyzer:
    def histogram(self, messages: List[bool]) -> Counter:
        return Counter("yes" if m else "no" for m in messages)


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), delta=9 / 64, neighbors=one())
@private(epsilon=log(2), delta=8 / 64, neighbors=one(), expect="refuted")
@mechanism
def survey(answers: Vector[Bool, 3]):
    randomizer, shuffler, analyzer = Randomizer(1 / 2), Shuffler(), Analyzer()
    return analyzer.histogram(shuffler(map(randomizer, answers)))
