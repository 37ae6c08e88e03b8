"""A circle of four cells is no tree: flows cost more there than what is made for it.

Flows along a line through it hide three of its edges, and the fourth costs three times as much; flows shared fairly
along the circle cost one and a half times as much. A mechanism for the circle that depends on the data costs once.
"""

from faier import Int, Vector, categorical, geometric, laplace, log, mechanism, moves, private

CELLS = 4
LINE = [(i, i + 1) for i in range(CELLS - 1)]
CIRCLE = [*LINE, (CELLS - 1, 0)]
# Four times what least squares send along each edge of the circle.
FLOWS = [[(2 * ((cell - edge - 1) % CELLS) - CELLS + 1) for cell in range(CELLS)] for edge in range(CELLS)]


@private(epsilon=log(2), neighbors=moves(*LINE))
@private(epsilon=log(2), neighbors=moves(*CIRCLE), expect="refuted")
@private(epsilon=3 * log(2), neighbors=moves(*CIRCLE), name="divided by its stretch")
@private(epsilon=2.999 * log(2), neighbors=moves(*CIRCLE), expect="refuted", name="by a little less")
@mechanism
def along_a_line(counts: Vector[Int[0, 1], CELLS]):
    total = 0
    for count in counts[:-1]:
        total += count
        yield total + geometric(1 / 2)


@private(epsilon=1, neighbors=moves(*CIRCLE), expect="refuted")
@private(epsilon=3 / 2, neighbors=moves(*CIRCLE))
@private(epsilon=1.499, neighbors=moves(*CIRCLE), expect="refuted", name="a little less")
@mechanism
def along_the_circle(counts: Vector[Int[0, 1], CELLS]):
    return [sum([row[cell] * counts[cell] for cell in range(CELLS)]) + 8 * laplace(1) for row in FLOWS]


@private(epsilon=log(2), neighbors=moves(*CIRCLE))
@private(epsilon=0.999 * log(2), neighbors=moves(*CIRCLE), expect="refuted", name="a little less")
@mechanism
def around_the_circle(counts: Vector[Int[0, 1], CELLS]):
    """Where the one record is, most likely; the further away on the circle, the less likely."""
    place = sum([cell * count for cell, count in enumerate(counts)]) % CELLS
    return (place + categorical(4, 2, 1, 2)) % CELLS
