"""Random processes that keep draws: kernels of every shape, whether or not a program has them."""

from __future__ import annotations

import random

from flint import fmpq

from faier.exact import ONE
from faier.semantics.kept import Constraint, KeptAsk, KeptEnd, KeptProcess, KeptState, KeptTell, Unbounded, Way
from faier.semantics.process import Entry

BASES = [fmpq(1, 8), fmpq(1, 12), fmpq(1, 16)]
CHOICES = (0, 1)


def kept_random(seed: int, layers: int = 3, most: int = 2, sums: bool = False) -> KeptProcess:
    """States in layers, each going to the next; the last one ends. Weights need not add up to anything. With `sums`,
    those of two draws may be told."""
    draw = random.Random(seed)
    counts = [[draw.randint(0, most) for _ in range(draw.randint(1, 2))] for _ in range(layers)] + [[0]]
    numbers: dict[tuple[int, int], int] = {}
    for layer, found in enumerate(counts):
        for place in range(len(found)):
            numbers[layer, place] = len(numbers)

    def way(have: int, layer: int) -> Way:
        place = draw.randrange(len(counts[layer]))
        wanted = counts[layer][place]
        fresh = max(wanted - have, draw.choice((0, 0, 1, 1, 2)))
        known = range(have + fresh)
        constraints = []
        for _ in range(draw.choice((0, 1, 1, 2))):
            chosen = sorted(draw.sample(known, min(len(known), draw.choice((1, 2, 2)))))
            if chosen:
                terms = tuple((draw.choice((1, -1)), at) for at in chosen)
                constraints.append(Constraint(terms, draw.randint(-1, 1)))
                if len(terms) == 2 and draw.random() < 0.3:
                    constraints.append(Constraint(tuple((-sign, at) for sign, at in terms), draw.randint(-2, 0)))
        parameters = [(ONE, draw.choice(BASES)) for _ in range(fresh)]
        return Way(
            numbers[layer, place],
            fmpq(draw.randint(1, 3), 4),
            tuple(((1, a),) for _, a in parameters),
            tuple(constraints),
            tuple(draw.sample(known, wanted)),
        )

    def ways(have: int, layer: int) -> tuple[Way, ...]:
        return tuple(way(have, layer) for _ in range(draw.randint(1, 2)))

    def state(layer: int, have: int) -> KeptState:
        if layer == layers:
            return KeptEnd()
        kind = draw.choice(("ask", "ask", "tell", "noise", "noise"))
        if kind == "ask":
            return KeptAsk(have, Entry("inputs", (layer,)), CHOICES, tuple(ways(have, layer + 1) for _ in CHOICES))
        if kind == "noise" and have:
            told = {draw.randrange(have): sign for sign in draw.choices((1, -1), k=1 + sums)}
            value = Unbounded(tuple((told[at], at) for at in sorted(told)), draw.randint(-1, 1))
            return KeptTell(have, value, ways(have, layer + 1))
        return KeptTell(have, draw.randint(0, 1), ways(have, layer + 1))

    states = tuple(state(layer, have) for layer, found in enumerate(counts) for have in found)
    finals = ((None, (ONE,) * len(states)),)
    return KeptProcess(states, ways(0, 0), finals, ("",) * len(states))
