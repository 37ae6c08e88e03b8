"""Streams and how they are read."""
from faier import Bool, Int, Public, Stream, Vector, each, log, mechanism, private


@private(epsilon=log(2), neighbors={"left": each(1)}, expect="refuted")
@mechanism
def paired(left: Stream[Int[0, 2]], right: Public[Stream[Int[0, 2]]], *, limit=3):
    for index, (x, y) in enumerate(zip(left, right), 1):
        if index > limit:
            break
        yield x > y
    else:
        return


@mechanism
def vectors(flag: Public[Bool], rows: Stream[Vector[Int[0, 1], 2]]):
    if flag:
        for row in rows:
            counts = list(row)
            counts[0] += 1
            yield max(counts)


@mechanism
def unread(values: Stream[Bool]):
    yield 0
