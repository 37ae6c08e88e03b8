"""Lists that are changed in place, as far as values and objects cannot be told apart."""
from faier import Int, Vector, flip, mechanism, uniform

WEIGHTS = [1, 2, 3]


def histogram(values, size):
    counts = [0] * size
    for value in values:
        counts[value] += 1
    return counts


def table(rows, columns):
    result = []
    for _ in range(rows):
        result.append([0] * columns)
        result[-1].append(1)
    return result


def first_rows(count):
    rows = [[0, 0], [0, 0]]
    rows = [[1, 1]] + rows + [[2, 2]]
    rows = list(rows[:count])
    rows[0][0] = 5
    return rows


def largest(values):
    return max(values)


def doubled(values):
    values = list(values)
    for i in range(len(values)):
        values[i] *= 2
    return values


def kept(values):
    return values


@mechanism
def counted(xs: Vector[Int[0, 3], 3]):
    counts = [0] * 4
    for x in xs:
        counts[x] += 1
    copy = list(counts)
    copy[0] = 9
    top = largest(counts)
    if counts == [3, 0, 0, 0] and counts[0] in counts:
        return "all"
    return (tuple(counts), counts[1:], top, sum(counts), [c + 1 for c in counts], copy[0])


@mechanism
def copied(xs: Vector[Int[0, 3], 3]):
    first = xs[0]
    xs = list(xs)
    xs[0] = first + 1
    xs += [first]
    xs *= 2
    return xs


@mechanism
def nested(x: Int[0, 1]):
    grid = [[0] * 2 for _ in range(2)]
    grid[x][0] = 1
    grid[0] = [5, 5]
    grid[0][1] += 1
    mine = table(2, 2)
    some = first_rows(2)
    some[1][1] = 6
    mine[0][0] = 1
    mine[1] = list(grid[0])
    mine[1][1] = 2
    flat = [cell for row in grid for cell in row]
    flat[0] = 3
    for row in grid:
        flat[0] += sum(row)
    for i, (row, other) in enumerate(zip(grid, mine)):
        if i < len(row):
            flat[1] += max(row[i], other[i])
    grid[0][0] = flat[1]
    return (flat, some, mine[0][0], mine[1][1], grid[0][1], grid[1][1])


@mechanism
def from_helpers(xs: Vector[Int[0, 3], 2]):
    counts = histogram(xs, 4)
    counts[0] += 1
    twice = doubled(counts)
    twice[1] = 0
    same = kept(xs)
    return (counts, twice, same)


@mechanism
def looped(xs: Vector[Int[0, 3], 3]):
    values = sorted(xs)
    for i, value in enumerate(list(values)):
        values[i] = value + 1
    for i in range(len(values)):
        values[i] += 1
    for value in values:
        if value == 5:
            return value
    values, other = [0, 0], 1
    values[0] = other
    return values


@mechanism
def swapped(xs: Vector[Int[0, 3], 3]):
    deck = list(xs)
    for i in reversed(range(1, 3)):
        j = uniform(0, i)
        deck[i], deck[j] = deck[j], deck[i]
    return deck[0]


@mechanism
def shown(x: Int[0, 1]):
    state = [x, 0]
    for _ in range(2):
        if flip(1 / 2):
            state[1] += 1
        yield tuple(state)
        yield list(state)


@mechanism
def unchanged(x: Int[0, 1]):
    """Sharing a list that never changes is fine."""
    row = [x, 1]
    rows = [row, row, WEIGHTS]
    other = row
    rows[0] = other
    history = []
    for _ in range(2):
        history = history + [row]
        yield row
    number = 0
    number += rows[1][0]
    pair = (number, 1)
    pair += (2,)
    yield (tuple(rows), history, pair)
