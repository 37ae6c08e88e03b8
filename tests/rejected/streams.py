"""Streams that are used as values."""
from faier import Int, Stream, flip, mechanism


def helper(values):
    return values


@mechanism
def values(xs: Stream[Int[0, 1]], ys: Stream[Int[0, 1]]):
    a = xs  # error: FA114 `xs` is a stream
    b = xs[0]  # error: FA114 `xs` is a stream
    c = len(xs)  # error: FA114 `xs` is a stream
    d = sum(xs) if flip(1 / 2) else 0  # error: FA114 `xs` is a stream
    e = flip(1 / 2) and [x for x in xs]  # error: FA114 `xs` is a stream
    f = flip(1 / 2) and helper(xs)  # error: FA114 `xs` is a stream
    g = list(zip(xs, ys))  # error: FA114 `xs` is a stream  # error: FA114 `ys` is a stream
    for x in reversed(xs):  # error: FA114 `xs` is a stream
        yield x
    for x in xs if flip(1 / 2) else ys:  # error: FA114 `xs` is a stream  # error: FA114 `ys` is a stream
        yield x
    xs = 3  # error: FA114 `xs` is a stream: it cannot be assigned
    xs[0] = 3  # error: FA114 `xs` is a stream: it has no items
    for ys in range(2):  # error: FA114 `ys` is a stream: it cannot be assigned
        yield 0


@mechanism
def twice(xs: Stream[Int[0, 1]]):
    for x in xs:
        yield x
    for x in enumerate(xs):  # error: FA114 the stream `xs` is read by a second `for`
        yield x


@mechanism
def both(xs: Stream[Int[0, 1]]):
    for x, y in zip(xs, xs):  # error: FA114 the stream `xs` is read by a second `for`
        yield x


@mechanism
def nested(xs: Stream[Int[0, 1]]):
    for i in range(2):
        for x in xs:  # error: FA114 the stream `xs` is read inside another loop
            yield x
    while flip(1 / 2):
        for x in xs:  # error: FA114 the stream `xs` is read inside another loop
            yield x
