"""Continual counting: the binary mechanism with a stack of partial sums that are merged like a carry."""

from dataclasses import dataclass

from faier import Bool, Stream, Vector, clamp, geometric, log, mechanism, one, private

T = 3


@dataclass(order=True)
class PartialSum:
    level: int
    exact: int
    noisy: int = 0

    def __add__(self, other: "PartialSum") -> "PartialSum":
        if self.level != other.level:
            return NotImplemented
        return PartialSum(self.level + 1, self.exact + other.exact)


class BinaryCounter:
    def __init__(self):
        self._stack: list[PartialSum] = []

    def feed(self, bit: bool) -> int:
        node = PartialSum(level=0, exact=int(bit))
        while self._stack and self._stack[-1].level == node.level:
            node = self._stack.pop() + node
        node.noisy = clamp(node.exact + geometric(1 / 2), 0, T)
        self._stack.append(node)
        return sum(part.noisy for part in self._stack)

    def __repr__(self):
        return f"BinaryCounter({[p.noisy for p in self._stack]!r})"


@private(epsilon=2 * log(2), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def running_count(bits: Vector[Bool, T]):
    counter = BinaryCounter()
    return [counter.feed(bit) for bit in bits]
