"""A setting at whose values a claim does not turn, as far as was searched -> why it holds, or fails, at all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from flint import fmpq

from faier.calibration.added_last import Sense
from faier.calibration.least import Outcome, Search, Turn

Throughout: TypeAlias = Literal["post-processing", "algebra", "tried", "apart"]
"""The end with least noise holds, or that with most fails; all were proved at once; each whole number was tried; what
is known without the setting decides it."""

# So many whole numbers are tried one by one.
MOST = 256


@dataclass(frozen=True)
class Everywhere:
    """`sense` is in which sense the setting is noise that is added last; `at_once` says whether the claim is proved for
    all values beside one where it is, `apart` that it is proved, or refuted, whatever the setting is."""

    search: Search
    whole: bool
    sense: Callable[[], Sense | None]
    at_once: Callable[[Turn], bool]
    apart: Callable[[bool], bool]

    def known(self, turn: Turn) -> tuple[Turn, Throughout | None]:
        """What is known of all values, and the turn, which may have been found on the way."""
        if turn.open is not None or (turn.proved is None) == (turn.refuted is None):
            return turn, None
        found, why = self._between_ends(turn)
        if why is None and found == turn and self.apart(turn.proved is not None):
            why = "apart"
        return found, why

    def _between_ends(self, turn: Turn) -> tuple[Turn, Throughout | None]:
        end = self._decisive(turn)
        if end is not None:
            return end, "post-processing"
        if self.whole:
            return self._each(turn)
        return turn, "algebra" if turn.proved is not None and self.at_once(turn) else None

    def _decisive(self, turn: Turn) -> Turn | None:
        """At the end with the least noise if the claim holds, with the most if it does not."""
        search, held = self.search, turn.proved is not None
        if search.low is None and search.high is None:
            return None
        sense = self.sense()
        if sense is None:
            return None
        end = search.low if (sense == 1) == held else search.high
        if end is None or search.at(end) != ("proved" if held else "refuted"):
            return None
        return Turn(end, None) if held else Turn(None, end)

    def _each(self, turn: Turn) -> tuple[Turn, Throughout | None]:
        """By trying all whole numbers between the ends."""
        search, here = self.search, turn.proved if turn.proved is not None else turn.refuted
        if search.low is None or search.high is None or here is None:
            return turn, None
        first, last = int(search.low.ceil()), int(search.high.floor())
        if last - first >= MOST:
            return turn, None
        wanted: Outcome = search.at(here)
        same = here
        for value in map(fmpq, range(first, last + 1)):
            found = search.at(value)
            if found == "undecided":
                return Turn(turn.proved, turn.refuted, value), None
            if found == wanted:
                same = value
            elif found != "outside":
                return search.between(same, value), None
        return turn, "tried"
