"""How far a move of a record shifts what is shown, and what that loses.

Where counts are added up with noise that does not depend on them, two histograms that differ by a move are shown alike
but for shifts, the same ones whatever the other counts are. A shift by s of a draw with a Laplace or a geometric
distribution of rate r multiplies what any value weighs by exp(r * abs(s)) at most, and where the draw is 0 by just
that. Independent draws multiply, so the loss of a move is the sum over what is shown, and is attained.
"""

from faier.engines.shifts.engine import Loss, Shift, greatest

__all__ = ["Loss", "Shift", "greatest"]
