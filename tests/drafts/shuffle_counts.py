"""The shuffle model: every client sends a bit or a blanket message, the analyzer sees how many of each."""


from faier import Int, Vector, flip, log, mechanism, one, private, uniform


def encode(value: int, *, gamma: float = 1 / 2) -> int:
    blanket = flip(gamma)
    return uniform(0, 1) if blanket else value


def analyze(messages: list[int]) -> dict[int, int]:
    histogram: dict[int, int] = {0: 0, 1: 0}
    for message in messages:
        histogram[message] += 1
    return histogram


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(1.5), neighbors=one(), expect="refuted")
@mechanism
def shuffled_counts(values: Vector[Int[0, 1], 3]) -> dict[int, int]:
    return analyze([encode(value) for value in values])
