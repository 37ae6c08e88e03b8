"""A clamped sum, with the bounds in a class of their own."""

from dataclasses import dataclass

from faier import Int, Vector, geometric, log, mechanism, one, private


@dataclass(frozen=True)
class Bounds:
    lower: int
    upper: int

    def clamp(self, value):
        return min(max(value, self.lower), self.upper)

    @property
    def sensitivity(self):
        return self.upper - self.lower


BOUNDS = Bounds(lower=1, upper=3)


def add_noise(value: int, bounds: Bounds) -> int:
    """Noise for a change of one person's value."""
    if bounds.sensitivity <= 0:
        raise ValueError("the bounds are empty")
    return value + geometric(1 / 2)


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def bounded_sum(values: Vector[Int[0, 5], 2]) -> int:
    total = sum(BOUNDS.clamp(value) for value in values)
    return add_noise(total, BOUNDS)
