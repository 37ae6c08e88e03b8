"""Rule "cover": for every node of a graph a few vectors that stand for all words from there on.

A word from a node on is a pair of vectors over the node's spots: its weight from each spot on the left, x, and on
the right, y. A list of vectors covers a node when for every word there are multipliers a >= 0 with x <= sum a_i x_i and
y >= sum a_i y_i. The certificate gives the multipliers for words of no letter and for every edge and vector of its
target; by induction on the letters that covers every word. If then at the start every vector satisfies the claim, so
does every word. With unknowns that is said for every value of theirs.
"""

from __future__ import annotations

from fractions import Fraction

from .amounts import Amounts
from .budgets import Epsilon
from .compared import Compared, Finals, cyclic
from .document import Fields, count
from .forms import ONE, ZERO, Number, total
from .graph import Edge, Node, Row
from .inequality import holds
from .outcome import Invalid

Vector = tuple[tuple[Number, ...], tuple[Number, ...]]


def cover(words: Compared, epsilon: Epsilon, evidence: Fields, numbers: Amounts) -> None:
    """`vectors[n]` are those of node n; `steps[n]` the multipliers for its empty words, then edge by edge."""
    vectors, steps = evidence.items("vectors"), evidence.items("steps")
    evidence.finish()
    nodes = words.graph.nodes
    if len(vectors) != len(nodes) or len(steps) != len(nodes):
        raise Invalid("the vectors are not those of the nodes")
    known = [_vectors(data, node, numbers) for data, node in zip(vectors, nodes, strict=True)]
    endless = cyclic(words.graph)
    for place, node in enumerate(nodes):
        wanted = empty_words(node, words.finals[place], words.graph.length, endless)
        for edge in node.edges:
            wanted += [image(edge, vector, numbers) for vector in known[edge.target]]
        given = steps[place]
        if not isinstance(given, list) or len(given) != len(wanted):
            raise Invalid("a step has no multipliers")
        for vector, terms in zip(wanted, given, strict=True):
            numbers.budget.spend(1 + len(vector[0]) + len(vector[1]))
            if not _covered(vector, terms, known[place], numbers):
                raise Invalid(f"a word is not covered at node {place}")
    for vector in known[0]:
        left, right = (_times(row, part, numbers) for row, part in zip(words.start, vector, strict=True))
        if not holds(left, right, epsilon, numbers.settle):
            raise Invalid("a vector at the start exceeds what the claim allows")


def empty_words(node: Node, finals: Finals, length: int | None, endless: bool) -> list[Vector]:
    """The end, where nothing is asked any more; and what was shown so far, where more may follow for ever."""
    found: list[Vector] = []
    if node.telling:
        sides = zip((node.left, node.right), finals, strict=True)
        ended = [
            tuple(final if spot.kind == "end" else ZERO for spot, final in zip(*side, strict=True)) for side in sides
        ]
        found.append((ended[0], ended[1]))
    if endless or (node.telling and node.shown == length):
        found.append(finals)
    return found


def image(edge: Edge, vector: Vector, numbers: Amounts) -> Vector:
    """The vector one letter earlier."""
    left, right = (
        tuple(_times(row, part, numbers) for row in rows)
        for rows, part in zip((edge.left, edge.right), vector, strict=True)
    )
    return left, right


def _times(row: Row, part: tuple[Number, ...], numbers: Amounts) -> Number:
    return total(numbers.times(weight, part[at]) for at, weight in row.items())


def _vectors(data: object, node: Node, numbers: Amounts) -> list[Vector]:
    if not isinstance(data, list):
        raise Invalid("the vectors of a node are not an array")
    return [_vector(item, len(node.left), len(node.right), numbers) for item in data]


def _vector(data: object, left: int, right: int, numbers: Amounts) -> Vector:
    match data:
        case [list() as one, list() as other] if (len(one), len(other)) == (left, right):
            return tuple(_part(item, numbers) for item in one), tuple(_part(item, numbers) for item in other)
    raise Invalid("a vector does not fit its node")


def _part(data: object, numbers: Amounts) -> Number:
    return _amount(data, numbers) if isinstance(data, list) else Fraction(count(data, "an amount"))


def _amount(data: object, numbers: Amounts) -> Number:
    found = numbers.read(data)
    if not numbers.at_least_zero(found):
        raise Invalid("an amount may be negative")
    return found


def _covered(vector: Vector, terms: object, vectors: list[Vector], numbers: Amounts) -> bool:
    """`terms` are the multipliers, or `times`, a positive number, and the multipliers, `sum`, for so many times the
    vector."""
    scale: Number = ONE
    if isinstance(terms, dict):
        step = Fields(terms, "a step")
        scale, terms = numbers.read(step.take("times")), step.take("sum")
        step.finish()
        if not numbers.above_zero(scale):
            raise Invalid("what a vector is multiplied by may be 0")
    if not isinstance(terms, list):
        raise Invalid("multipliers are not an array")
    sums: tuple[list[Number], list[Number]] = [ZERO] * len(vector[0]), [ZERO] * len(vector[1])
    for term in terms:
        match term:
            case [int() as place, amount] if not isinstance(place, bool) and 0 <= place < len(vectors):
                multiplier = _amount(amount, numbers)
            case _:
                raise Invalid("a multiplier is not [vector, amount]")
        for side, part in zip(sums, vectors[place], strict=True):
            for at, item in enumerate(part):
                side[at] += numbers.times(multiplier, item)
    left, right = ([numbers.times(scale, item) for item in side] for side in vector)
    return all(numbers.at_least_zero(b - a) for a, b in zip(left, sums[0], strict=True)) and all(
        numbers.at_least_zero(a - b) for a, b in zip(right, sums[1], strict=True)
    )
