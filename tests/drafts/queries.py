"""A table of queries by name, each answered with the noise that fits its sensitivity."""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

QUERIES = {
    "total": (lambda xs: sum(xs), 2),
    "large": (lambda xs: sum(1 for x in xs if x >= 1), 1),
}


def laplace_like(value, sensitivity):
    """Two-sided geometric noise for this sensitivity."""
    return value + geometric(1 / 2 if sensitivity == 1 else 3 / 4)


@private(epsilon=log(4), neighbors=one())
@mechanism
def answers(xs: Vector[Int[0, 2], 2]):
    out = {}
    for name, (query, sensitivity) in QUERIES.items():
        out[name] = clamp(laplace_like(query(xs), sensitivity), 0, 2)
    return out
