"""Runs told apart by what is the same on both sides, but not known: one after the other, each as if it were known.

Whether a noisy number exceeds a limit, which of several is the greatest, what was chosen by an exponential mechanism:
such facts are the same in both runs. Each valuation of them is looked at alone, and what is paid is the most that is
paid in any. That is sound. Fix two neighboring inputs, and of all runs on the left those with one valuation. The right
run that makes up for their differences has the same valuation and shows the same, so runs of different valuations lead
to different ones. Taken in the order in which they are used, each draw is shifted by what depends on the valuation and
on what was used before it, which the right run tells as well: no two runs lead to one, and their density is lower by no
more than the factor that this valuation pays. All that is shown is then at most that of the dearest valuation likelier.
Valuations that no run has, or that are asked for twice, only make that more.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from faier.deciding.side_by_side.held import Unfollowed

# Runs that are told apart at most, facts that one of them rests on, and answers to one question.
RUNS, FACTS, ANSWERS = 3_000, 150, 256


@dataclass
class Forks:
    """The answers that the run in hand has to what is not known, in the order in which it asks."""

    taken: list[int] = field(default_factory=list)
    many: list[int] = field(default_factory=list)
    at: int = 0
    runs: int = 1
    answers: int = ANSWERS

    def one_of(self, many: int) -> int:
        """Which of so many, counted from 0."""
        if many > self.answers or self.at >= FACTS:
            raise Unfollowed
        if self.at == len(self.taken):
            self.taken.append(0)
            self.many.append(many)
        if self.many[self.at] != many:
            raise Unfollowed
        self.at += 1
        return self.taken[self.at - 1]

    def next(self) -> bool:
        """Goes on to the next run, if there is one."""
        while self.taken and self.taken[-1] + 1 == self.many[-1]:
            self.taken.pop()
            self.many.pop()
        if not self.taken:
            return False
        self.taken[-1] += 1
        self.at = 0
        self.runs += 1
        if self.runs > RUNS:
            raise Unfollowed
        return True
