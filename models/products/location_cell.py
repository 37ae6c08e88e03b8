"""Where is somebody? The cell of a grid with noise on both coordinates.

Geo-indistinguishability (Andrés, Bordenabe, Chatzikokolakis and Palamidessi, 2013) on a grid: what is lost grows with
the distance, log(2) for each step here. Hiding the point near home, as fitness trackers did, shows where home is.
Drawing again until the point is not in the lake costs more than it seems: how often that happens depends on the place.
"""

from faier import Int, clamp, geometric, log, mechanism, private, total

SIDE = 3


def near(x, y):
    return clamp(x + geometric(1 / 2), 0, SIDE - 1), clamp(y + geometric(1 / 2), 0, SIDE - 1)


@private(epsilon=log(2), neighbors=total(1))
@private(epsilon=log(2) - 1 / 1000000, neighbors=total(1), expect="refuted")
@private(epsilon=4 * log(2), neighbors=total(4))
@private(epsilon=4 * log(2) - 1 / 1000000, neighbors=total(4), expect="refuted")
@mechanism
def location_cell(x: Int[0, SIDE - 1], y: Int[0, SIDE - 1]):
    return near(x, y)


@private(epsilon=log(2), neighbors=total(1), expect="refuted", name="nothing is shown at home")
@mechanism
def hidden_at_home(x: Int[0, SIDE - 1], y: Int[0, SIDE - 1]):
    return "at home" if (x, y) == (1, 1) else near(x, y)


@private(epsilon=log(2), neighbors=total(1), expect="refuted", name="points in the lake are drawn again")
@private(epsilon=log(14 / 5), neighbors=total(1))
@private(epsilon=log(14 / 5) - 1 / 1000000, neighbors=total(1), expect="refuted")
@mechanism
def on_land(x: Int[0, SIDE - 1], y: Int[0, SIDE - 1]):
    while True:
        point = near(x, y)
        if point != (SIDE - 1, SIDE - 1):
            return point
