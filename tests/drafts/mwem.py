"""MWEM in small: choose the worst query, measure it, and reweigh a synthetic histogram."""


from faier import Int, Vector, categorical, clamp, geometric, log, mechanism, one, private

QUERIES = [[1, 0], [0, 1]]
ROUNDS = 1


def evaluate(query, histogram):
    return sum(q * h for q, h in zip(query, histogram))


def select(queries, real, synthetic):
    scores = [abs(evaluate(q, real) - evaluate(q, synthetic)) for q in queries]
    return categorical(*[2**score for score in scores])


def reweigh(synthetic, query, measured):
    for i, q in enumerate(query):
        if q and measured > synthetic[i]:
            synthetic[i] += 1
        elif q and measured < synthetic[i]:
            synthetic[i] -= 1


@private(epsilon=log(64), neighbors=one())
@mechanism
def mwem(people: Vector[Int[0, 1], 2]):
    real = [0, 0]
    for person in people:
        real[person] += 1
    synthetic = [1, 1]
    for _ in range(ROUNDS):
        index = select(QUERIES, real, synthetic)
        measured = clamp(evaluate(QUERIES[index], real) + geometric(1 / 2), 0, 2)
        reweigh(synthetic, QUERIES[index], measured)
    return tuple(synthetic)
