"""Draws where something is evaluated once: in places that are changed, bounds, patterns, arguments."""

from faier import Int, clamp, flip, mechanism, uniform


@mechanism
def place_added_to(x: Int[0, 1]):
    values = [0, 5, x]
    values[uniform(0, 2)] += uniform(1, 2)
    return tuple(values)


@mechanism
def row_and_column(x: Int[0, 1]):
    grid = [[1, 5], [7, x]]
    grid[uniform(0, 1)][-uniform(1, 2)] *= grid[0][uniform(0, 1)] - x
    return grid


@mechanism
def row_that_grows(x: Int[0, 1]):
    grid = [[1], [x]]
    grid[uniform(0, 1)] += [uniform(0, 1)]
    grid[uniform(0, 1)].append(x)
    return grid


@mechanism
def place_from_a_place(x: Int[0, 1]):
    values = [x, 1]
    values[values[uniform(0, 1)]] //= 2
    return values


@mechanism
def places_assigned_together(x: Int[0, 1]):
    values = [x, 1]
    first, values[uniform(0, 1)] = uniform(0, 1), uniform(0, 2)
    values[uniform(0, 1)], values[first] = values[uniform(0, 1)], 3
    return first, values


@mechanism
def bounds(x: Int[0, 1]):
    return clamp(uniform(0, 3), uniform(0, 1), uniform(1, 2)), x < uniform(0, 2) < uniform(1, 2) < 2


@mechanism
def subject(x: Int[0, 1]):
    match uniform(0, 2):
        case 0 | 1 if flip(1 / 2):
            return 1
        case 1 | 2 if flip(1 / 3):
            return 2
        case 0:
            return x
    return 3
