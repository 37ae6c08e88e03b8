"""How far a move of a record shifts what is shown, and what that loses.

Where counts are added up with noise that does not depend on them, two histograms that differ by a move are shown alike
but for shifts, the same ones whatever the other counts are. A shift by s of a draw with a Laplace or a geometric
distribution of rate r multiplies what any value weighs by exp(r * abs(s)) at most, and where the draw is 0 by just
that. Independent draws multiply, so the loss of a move is the sum over what is shown, and is attained. Where sums share
draws (`shared`), it is what the cheapest shifts cost that make up for the move, and outputs far out come near to it.
"""

from faier.engines.shifts.engine import Loss, Shift, greatest
from faier.engines.shifts.shared import Drawn, Made, Row, Ways, made_up

__all__ = ["Drawn", "Loss", "Made", "Row", "Shift", "Ways", "greatest", "made_up"]
