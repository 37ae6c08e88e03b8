"""Neighboring inputs, drawn: what the relation allows is followed entry by entry, by several moods that go to ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from faier.hmm.model import AskLetter
from faier.hmm.neighbors import Automaton, Pair
from faier.hmm.wholes import Inputs
from faier.lang.values import same
from faier.limits import Limits
from faier.semantics.process import Entry

Word = tuple[AskLetter, ...]


@dataclass(frozen=True)
class Mood:
    """How likely an entry differs where it may, on which side the greater value then is (0: on any), and whether
    values are at the ends."""

    differs: float
    greater: int
    ends: bool


@dataclass(frozen=True)
class Two:
    """Neighboring inputs, and the word that they are."""

    left: Inputs
    right: Inputs
    word: Word


class Neighbors:
    """Pairs of inputs that an automaton allows; of a stream there are so many arrivals."""

    def __init__(self, inputs: Automaton, arrivals: int, random: Random, limits: Limits) -> None:
        self.inputs, self.random, self.limits = inputs, random, limits
        self.entries = [
            Entry(name, None if place.arrival else place.path or None, place.arrival)
            for name, places in inputs.places.items()
            for place in (places[:1] * arrivals if name in inputs.streams else places)
        ]

    def drawn(self) -> Two:
        """Any pair, of any mood."""
        count = max(len(self.entries), 1)
        differs = self.random.choice((1 / count, 0.5, 1.0))
        mood = Mood(differs, self.random.choice((-1, 0, 1)), self.random.random() < 0.5)
        return self._followed(lambda number, allowed: self._chosen(allowed, mood))

    def near(self, word: Word) -> Two:
        """A pair that has most entries in common with this one."""
        change = 1.5 / max(len(self.entries), 1)
        mood = Mood(0.5, self.random.choice((-1, 0, 1)), self.random.random() < 0.5)

        def chosen(number: int, allowed: Sequence[Pair]) -> Pair:
            old = word[number] if number < len(word) else None
            kept = [one for one in allowed if old is not None and same(one[0], old.left) and same(one[1], old.right)]
            return kept[0] if kept and self.random.random() > change else self._chosen(allowed, mood)

        return self._followed(chosen)

    def _followed(self, choose: Callable[[int, Sequence[Pair]], Pair]) -> Two:
        word: list[AskLetter] = []
        state = self.inputs.start
        for number, entry in enumerate(self.entries):
            self.limits.spend(1)
            left, right, state = choose(number, self.inputs.letters(state, entry))
            word.append(AskLetter(entry, left, right))
        return Two(*self.inputs.complete(word), tuple(word))

    def _chosen(self, allowed: Sequence[Pair], mood: Mood) -> Pair:
        wanted = self.random.random() < mood.differs
        some = [one for one in allowed if same(one[0], one[1]) != wanted] or list(allowed)
        if mood.greater and wanted:
            most = max(_above(one, mood.greater) for one in some)
            some = [one for one in some if _above(one, mood.greater) == most]
        return self.random.choice((some[0], some[-1])) if mood.ends else self.random.choice(some)


def _above(one: Pair, side: int) -> int:
    """How much greater the value is on the right (1) or on the left (-1), where values are numbers."""
    left, right, _ = one
    return side * (int(right) - int(left)) if isinstance(left, int) and isinstance(right, int) else 0
