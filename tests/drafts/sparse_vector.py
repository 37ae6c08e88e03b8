"""The sparse vector technique: stop after C queries above the threshold."""

from faier import Int, Vector, each, geometric, log, mechanism, private

C = 1
T = 1


@private(epsilon=log(32), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def sparse(queries: Vector[Int[0, 2], 3]):
    threshold = T + geometric(1 / 2)

    def above(value):
        return value + geometric(1 / 4) >= threshold

    def run():
        found = 0
        for value in queries:
            if above(value):
                yield "T"
                found += 1
                if found == C:
                    return
            else:
                yield "_"

    return "".join(run())
