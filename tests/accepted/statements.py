"""Every statement of the language."""
from faier import Bool, Int, Vector, clamp, flip, mechanism, uniform


@mechanism
def assignments(x: Int[0, 3], flag: Bool):
    a = b = x
    (c, d), e = (a, b), 1
    [c, d] = d, c
    first, = (c,)
    counts = [0] * 4
    counts[x] = 1
    counts[a] += 2
    counts[-1], counts[0] = counts[0], counts[-1]
    grid = [[0] * 2 for _ in range(2)]
    grid[0][1] = e
    grid[1][0] -= 1
    a += 1
    a -= 1
    a *= 2
    a //= 2
    a %= 3
    a **= 2
    half = a
    half /= 2
    declared: Int[0, 4] = d
    whole: int = first
    rows: Vector[Int[0, 3], 2] = [c, d]
    return (a, declared, whole, tuple(counts), grid[0][1], rows[0], flag, half == 1)


@mechanism
def branches(x: Int[0, 3], flag: Bool):
    if x == 0:
        pass
    elif x == 1:
        x = 2
    elif flag:
        return "flag"
    else:
        x = 3
    if flag:
        x = 0
    assert 0 <= x <= 3
    assert x >= 0, "the message of an assertion is never shown"
    assert x < 4, f"nor this one: {x}"
    return x


@mechanism
def matched(x: Int[-1, 3], flag: Bool):
    label = "low" if x < 1 else "high" if x < 3 else None
    match x:
        case -1:
            x = 0
        case 0 | 1:
            x = 1
        case _ if flag:
            x = 2
        case _:
            pass
    match label:
        case "low" | "lower":
            return x
        case None:
            return -1
    match flag:
        case True:
            return "yes"
        case False:
            return "no"


@mechanism
def loops(xs: Vector[Int[0, 1], 3]):
    total = 0
    for i in range(3):
        if xs[i] == 0:
            continue
        total += i
        if total > 2:
            break
    else:
        total = 5
    for x in xs:
        total += x
    for i, x in enumerate(xs, 1):
        total += i * x
    for i, (x, y) in enumerate(zip(xs, reversed(xs))):
        total += x * y - i
    for x in reversed(range(2)):
        total += x
    for x, y, _ in zip(xs, range(3), [1, 2, 3]):
        total += x * y
    for x in sorted(xs)[1:]:
        total += x
    while flip(1 / 2):
        total = clamp(total + 1, 0, 20)
        if total == 20:
            break
    else:
        total = clamp(total - uniform(0, 1), 0, 20)
    return total


@mechanism
def shown(x: Int[0, 3]):
    """Yields, then ends with a bare return."""
    yield x
    yield "label"
    yield (x, None, True)
    if x:
        return
    yield -1


@mechanism
def ends_without_a_value(x: Int[0, 1]):
    if x:
        return 1
