"""Unary encoding with bit flips (basic RAPPOR)."""

from faier import Int, Vector, flip, log, mechanism, one, private

N_VALUES = 3


def one_hot(value: int, size: int = N_VALUES) -> list[bool]:
    return [i == value for i in range(size)]


def perturb(bits, f):
    return [bit ^ flip(f) for bit in bits]


def main():
    print(perturb(one_hot(1), 1 / 4))


@private(epsilon=log(9), neighbors=one())
@mechanism
def aggregate(values: Vector[Int[0, 2], 2]):
    reports = [perturb(one_hot(v), 1 / 4) for v in values]
    return [sum(column) for column in zip(*reports, strict=True)]


if __name__ == "__main__":
    main()
