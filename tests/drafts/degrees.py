"""How many friends do people have? A histogram of degrees in a graph; an edge is private."""

from itertools import combinations

from faier import Bool, Vector, clamp, geometric, log, mechanism, one, private

PEOPLE = ("ann", "bob", "cem")
EDGES = list(combinations(PEOPLE, 2))


def neighbours(graph: dict[str, set[str]], person: str) -> int:
    return len(graph[person])


@private(epsilon=log(16), neighbors=one())
@private(epsilon=log(4), neighbors=one(), expect="refuted")
@mechanism
def degree_histogram(friends: Vector[Bool, 3]):
    graph = {person: set() for person in PEOPLE}
    for (left, right), known in zip(EDGES, friends):
        if known:
            graph[left].add(right)
            graph[right].add(left)
    histogram = [0] * len(PEOPLE)
    for person in graph:
        histogram[neighbours(graph, person)] += 1
    return [clamp(number + geometric(1 / 2), 0, 3) for number in histogram]
