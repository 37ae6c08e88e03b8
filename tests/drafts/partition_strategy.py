"""PipelineDP's partition selection: strategies behind an abstract class and a factory."""

from abc import ABC, abstractmethod
from enum import Enum, auto
from fractions import Fraction

from faier import Int, Records, added, flip, geometric, log, mechanism, private


class PartitionSelectionStrategy(Enum):
    TRUNCATED_GEOMETRIC = auto()
    GEOMETRIC_THRESHOLDING = auto()


class PartitionSelection(ABC):
    """Decides whether a partition with some number of privacy ids is kept."""

    def __init__(self, *, delta: Fraction, max_partitions: int = 1):
        self.delta = delta
        self.max_partitions = max_partitions

    @abstractmethod
    def should_keep(self, num_users: int) -> bool:
        raise NotImplementedError()


class TruncatedGeometric(PartitionSelection):
    def probability_of_keep(self, num_users: int) -> Fraction:
        if num_users == 0:
            return Fraction(0)
        before = self.probability_of_keep(num_users - 1)
        return min(2 * before + self.delta, 1 - (1 - before - self.delta) / 2, Fraction(1))

    def should_keep(self, num_users):
        return flip(self.probability_of_keep(num_users))


class Thresholding(PartitionSelection):
    def __init__(self, threshold: int, **kwargs):
        super().__init__(**kwargs)
        self.threshold = threshold

    def should_keep(self, num_users):
        return num_users > 0 and num_users + geometric(1 / 2) >= self.threshold


def create_partition_selection_strategy(strategy: PartitionSelectionStrategy, delta, max_partitions=1):
    match strategy:
        case PartitionSelectionStrategy.TRUNCATED_GEOMETRIC:
            return TruncatedGeometric(delta=delta, max_partitions=max_partitions)
        case PartitionSelectionStrategy.GEOMETRIC_THRESHOLDING:
            return Thresholding(3, delta=delta, max_partitions=max_partitions)
        case _:
            raise ValueError(f"Unknown strategy {strategy.name}")


@private(epsilon=log(2), delta=1 / 10, neighbors=added())
@private(epsilon=log(2), neighbors=added(), expect="refuted")
@mechanism
def optimal(ids: Records[Int[0, 1], 3]):
    chooser = create_partition_selection_strategy(
        PartitionSelectionStrategy.TRUNCATED_GEOMETRIC, delta=Fraction(1, 10)
    )
    kept = {partition for partition in range(2) if chooser.should_keep(sum(i == partition for i in ids))}
    return sorted(kept)


@private(epsilon=log(2), delta=1 / 4, neighbors=added())
@mechanism
def thresholded(ids: Records[Int[0, 1], 3]):
    chooser = create_partition_selection_strategy(PartitionSelectionStrategy.GEOMETRIC_THRESHOLDING, Fraction(1, 4))
    return [partition for partition in range(2) if chooser.should_keep(ids.count(partition))]
