"""Every expression of the language."""
from fractions import Fraction

from faier import Int, Vector, categorical, clamp, exp, flip, geometric, mechanism, uniform

LABELS = ("a", "b", None)


@mechanism
def arithmetic(x: Int[1, 3], y: Int[0, 2]):
    z = -x + +y - 3 * x // 2 % 5
    z = z ** 2 + 2 ** -1 * 2
    fraction = Fraction(1, 3) + x / 4
    bias = 1 / 3 if x == 1 else 3 / 4
    bits = 3 * x
    bits ^= x & 1 | y << 2 ^ ~(x >> 1)
    return (z == 3, bits, fraction > 1, (x & 1) == 0, (x | y) ^ 3, -1 << (1 | y), ~x ** 2, [*[z][x & 1 :]], 1_000 + 0x10 + 0b11 + 0o7, 0.1 + 1e-1 == 0.2, bias < 0.5, -2 ** 2, (-2) ** 2)


@mechanism
def strings(x: Int[0, 2], y: Int[0, 2]):
    name = f"bucket {x:02d}/{y!r:>{x + 3}}" + "!" * y
    words = [word.upper() for word in ", ".join(str(i) for i in (x, y)).split(", ")]
    return (name[0], name[1:3], "b" in name, name < "c", len(name), *words, f"", f"a{{}}", int("12"), name.startswith(("a", "b")))


@mechanism
def logic(x: Int[0, 2], y: Int[0, 2]):
    a = x < y <= 2 != 1
    b = not a and x == y or x > 1 >= y
    c = x is None or (x in (0, 1)) is True or y not in [2] and a is not False
    d = x in range(0, 3) and y in range(2)
    return (a, b, c, d, not not x, x and y, x or y, "a" if a else "b" if b else None)


@mechanism
def sequences(xs: Vector[Int[0, 2], 4]):
    pair = (xs[0], xs[-1])
    nested = ((1, 2), [3, 4], (), [], (5,))
    joined = [*xs[1:], *pair, 7] + list(pair)
    return (
        len(joined),
        nested[0][1],
        xs[1:3] == [0, 0],
        xs[::-1][0],
        tuple(xs[:2]) + pair,
        pair * 2,
        [0] * 2 == [0, 0],
        2 * (1,),
        max(xs),
        min(xs[0], xs[1], 1),
        max(*pair, 0),
        sum(xs),
        sum(xs[1:], 1),
        sum(xs, start=2),
        any(xs),
        all([True, xs[0] == 0]),
        tuple(sorted(xs)),
        sorted(xs, reverse=True)[0],
        abs(xs[0] - xs[1]),
        min([], default=3),
        list(range(1, 10, 2))[2],
        tuple(enumerate(xs, start=1))[0],
        list(zip(xs, pair, strict=False))[0],
        tuple(zip(*[(1, 2), (3, 4)])),
        int(xs[0] / 2),
        bool(xs[0]),
    )


@mechanism
def comprehensions(xs: Vector[Int[0, 2], 3]):
    squares = [x**2 for x in xs]
    grid = [[i * x for x in xs if x > 0] for i in range(2)]
    flat = [cell for row in grid for cell in row if cell != 1]
    pairs = [(i, x) for i, x in enumerate(xs)]
    total = sum(x * y for x in xs for y in squares)
    some = any(x > 1 for x in xs)
    every = all(flip(1 / 2) for x in xs if x)
    best = max((x for x in squares), default=0)
    chosen = tuple(x for x in xs if x == best)
    return (len(flat), pairs[0], total, some, every, chosen, max(*[x for x in xs], 0))


@mechanism
def draws(x: Int[0, 2], scores: Vector[Int[0, 1], 2]):
    coin = flip(1 / 2) or flip(0.1) and flip(Fraction(1, 3))
    die = uniform(1, 6)
    index = categorical(1, 2, 1)
    noisy = clamp(x + geometric(1 / 2), 0, 2)
    negative = clamp(x - 2 * geometric(exp(-1 / 4)), 0, 2)
    parity = (x + geometric(1 / 3)) % 2
    above = x + geometric(1 / 2) > 1
    chosen = categorical(*[2**score for score in scores])
    noises = [clamp(score + geometric(1 / 2), 0, 1) for score in scores]
    return (coin, die, LABELS[index], noisy, negative, parity, above, chosen, tuple(noises))
