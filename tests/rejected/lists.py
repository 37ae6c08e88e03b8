"""Lists that Python would change in two places."""
from faier import Int, Vector, flip, mechanism

ROW = [0, 0]


def first(values):
    return values


def second(values):
    other = [values]
    return other[0]


def pick(values, more):
    return values if len(values) > 1 else more


def changes(values):
    values[0] = 1  # error: FA210 this changes `values`, a list that was passed in
    return values


def early(values):
    if len(values) == 2:
        return values
    values = list(values)
    values[0] = 1
    return values


def shared_rows(count):
    row = [0]
    return [row for _ in range(count)]


@mechanism
def inputs(xs: Vector[Int[0, 1], 2], ys: Vector[Int[0, 1], 2], grid: Vector[Vector[Int[0, 1], 2], 2]):
    xs[0] = 1  # error: FA210 this changes `xs`, a list that was passed in
    ys += [1]  # error: FA210 this changes `ys`, a list that was passed in
    grid = list(grid)  # error: FA210 items of `grid` are changed on line
    grid[0][1] = 1
    for row in grid:
        row[0] = 1
    return xs


@mechanism
def appended(xs: Vector[Int[0, 1], 2], grid: Vector[Vector[Int[0, 1], 2], 2]):
    xs.append(1)  # error: FA210 this changes `xs`, a list that was passed in
    copied = list(grid)  # error: FA210 items of `copied` are changed on line
    copied[0].append(1)
    a = [0]
    b = [a]  # error: FA210 this gives the list `a` a second name
    a.append(1)
    c = [0]
    b.append(c)  # error: FA210 this gives the list `c` a second name
    c.append(1)
    for item in a:  # error: FA210 `a` changes while the loop goes over it
        a.append(item)
    return len(b) + len(xs)


@mechanism
def late(xs: Vector[Int[0, 1], 2]):
    if xs[0]:
        xs = [0, 0]
    xs[0] = 1  # error: FA210 this changes `xs`, a list that was passed in
    return xs


@mechanism
def names(xs: Vector[Int[0, 1], 2]):
    a = [0, 0]
    b = [a]  # error: FA210 this gives the list `a` a second name
    a[0] = 1
    c = d = [0, 0]  # error: FA210 `c` is changed on line
    c[0] = 1
    e = xs  # error: FA210 `e` is changed on line
    e[0] = 1
    f = ROW  # error: FA210 `f` is changed on line
    f[0] = 1
    g = [0, 0]
    h = [g, 1]  # error: FA210 this gives the list `g` a second name
    g *= 2
    i = [0, 0]
    j = (i, i) if flip(1 / 2) else 0  # error: FA210 this gives the list `i` a second name
    i[1] = 1
    k = [0, 0]
    m, n = k, 1  # error: FA210 this gives the list `k` a second name
    k[1] = 1
    return (b, d, h, j, m)


@mechanism
def rows():
    a = [[0] * 2] * 3  # error: FA210 items of `a` are changed on line
    a[0][1] = 1
    row = [0, 0]
    b = [row, [0, 0]]  # error: FA210 items of `b` are changed on line
    b[1][0] = 1
    c = [row for _ in range(2)]  # error: FA210 items of `c` are changed on line
    c[1][0] += 1
    d = [[0], [1]]
    d[0] = d[1]  # error: FA210 this gives the list `d` a second name
    d[0][0] = 5
    e = [[0], [1]]
    last = e[-1]  # error: FA210 this gives the list `e` a second name
    e[0][0] = 5
    f = [[0], [1]]
    f[0] = row  # error: FA210 what is stored in `f` here is a list that something else holds too
    f[0][0] = 5
    g = shared_rows(2)  # error: FA210 items of `g` are changed on line
    g[0][0] = 5
    h = [[0], [1]]
    h += [row]  # error: FA210 what is stored in `h` here is a list
    h[2][0] = 1
    for i in [[0, 0], row]:
        i[0] = 1  # error: FA210 this changes `i`, a list that is part of something else
    return (a, b, c, d, last)


@mechanism
def helpers(xs: Vector[Int[0, 1], 2]):
    a = first(xs)  # error: FA210 `a` is changed on line
    a[0] = 1
    b = [0, 0]
    c = second(b)  # error: FA210 this gives the list `b` a second name
    b[0] = 1
    d = early(xs)  # error: FA210 `d` is changed on line
    d[0] = 1
    e = [0]
    f = pick(ROW, e)  # error: FA210 this gives the list `e` a second name
    e[0] = 2
    return (c, f, [changes([x, 0]) for x in d])


@mechanism
def loops():
    a = [0, 1, 2]
    for value in a:  # error: FA210 `a` changes while the loop goes over it
        a[value] = 0
    for i, value in enumerate(a):  # error: FA210 `a` changes while the loop goes over it
        if value:
            a += [1]
    b = [[0, 1], [2, 3]]
    for value in b[0]:  # error: FA210 `b` changes while the loop goes over it
        b[0][1] = 5
    return a


@mechanism
def loop_targets():
    a = [[0, 1], [2, 3]]
    for row in a:  # error: FA210 this gives the list `a` a second name
        pass
    a[0][0] = row[0]
    b = [[0, 1], [2, 3]]
    for part in b:  # error: FA210 `b` changes while the loop goes over it  # error: FA210 this gives the list `b` a second name
        b[0][0] = part[1]
    c = [[0, 1], [2, 3]]
    kept = []
    for item in c:
        kept = kept + [item]  # error: FA210 this gives the list `c` a second name
    c[0][0] = 5
    d = [[0, 1], [2, 3]]
    for cell in d:  # error: FA210 this gives the list `d` a second name
        cell = cell[1:]
    d[0][0] = 5
    e = [[0, 1], [2, 3]]
    for own in e:
        own[0] = 1
    return (a, kept)


@mechanism
def yields():
    a = [0, 1]
    yield a  # error: FA210 this shows the list `a`
    a[0] = 1
    yield (1, [a])  # error: FA210 this shows the list `a`
    a[1] = 1
    b = [[0], [1]]
    b[0][0] = 1
    yield tuple(b)  # error: FA210 this shows the list `b`
    b[0][0] = 2
