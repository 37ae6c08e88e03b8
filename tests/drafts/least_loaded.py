"""Generic heap of noisy scores; tells which of three servers is the least loaded, and its load."""

import heapq
from typing import Generic, TypeVar

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

T = TypeVar("T")


class Heap(Generic[T]):
    def __init__(self) -> None:
        self._items: list[tuple[int, int, T]] = []
        self._n = 0

    def push(self, priority: int, item: T) -> None:
        heapq.heappush(self._items, (priority, self._n, item))
        self._n += 1

    def pop(self) -> tuple[int, T]:
        priority, _, item = heapq.heappop(self._items)
        return priority, item

    def __len__(self) -> int:
        return len(self._items)


@private(epsilon=log(4), neighbors=each(1), expect="refuted")
@mechanism
def least_loaded(loads: Vector[Int[0, 2], 3]):
    heap: Heap[str] = Heap()
    for name, load in zip("abc", loads):
        heap.push(clamp(load + geometric(1 / 2), 0, 2), name)
    return heap.pop()
