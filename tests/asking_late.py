"""Random mechanisms that read several inputs in an order that chance and data decide, and the eager answer.

Eager: every pair of neighboring whole inputs is tried, and every output of the one looked up among those of the
other; the distributions are those of `denote`. It shares nothing with asking late but the definition of the relation.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from flint import fmpq

from faier.hmm.wholes import input_type, whole_pairs, wholes
from faier.lang import parse, parse_relation
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore.predicate import truth_of

HEAD = "from faier import Bool, Int, Vector, Public, flip, mechanism, uniform\n\n\n@mechanism\n"
RELATIONS = ("each(1)", "one()", "one(1)", "total(1)", "total(2)", "each(2)")


@dataclass(frozen=True)
class Asking:
    text: str
    relation: str


def mechanism(seed: int) -> Asking:
    """Up to three inputs; statements read entries where they need them, some on some runs alone."""
    rng = random.Random(f"asking {seed}")
    size = rng.choice((1, 2, 2, 3))
    inputs = [f"xs: Vector[Int[0, {rng.choice((1, 2 if size < 3 else 1))}], {size}]", "y: Int[0, 2]"]
    entries = [f"xs[{at}]" for at in range(size)] + ["y"]
    if rng.random() < 0.4:
        inputs.append("b: Bool")
        entries.append("int(b)")
    if rng.random() < 0.3:
        inputs.append("p: Public[Int[0, 1]]")
        entries.append("p")
    rng.shuffle(inputs)
    body = ["k = 0"]
    for _ in range(rng.randint(2, 4)):
        body += _statement(rng, entries, 2)
    body.append(f"yield {_noisy(rng, entries)}")
    lines = "".join(f"    {line}\n" for line in body)
    return Asking(f"{HEAD}def subject({', '.join(inputs)}):\n{lines}", rng.choice(RELATIONS))


def _statement(rng: random.Random, entries: list[str], depth: int) -> list[str]:
    kind = rng.randrange(6 if depth else 3)
    if kind == 0:
        return [f"k = {_noisy(rng, entries)}"]
    if kind == 1:
        return [f"yield {_noisy(rng, entries)}"]
    if kind == 2:
        return [f"k = (k + {rng.choice(entries)}) % 3"]
    test = rng.choice((f"flip({_chance(rng)})", f"{rng.choice(entries)} > {rng.randrange(2)}", "k == 1"))
    then = [f"    {line}" for line in _statement(rng, entries, depth - 1)]
    if kind == 3:
        return [f"if {test}:", *then]
    if kind == 4:
        return [f"if {test}:", *then, "else:", *(f"    {line}" for line in _statement(rng, entries, depth - 1))]
    order = rng.choice(("xs", "reversed(xs)"))
    return [
        f"for x in {order}:",
        f"    if x == {rng.randrange(2)} and flip({_chance(rng)}):",
        *[f"    {t}" for t in then],
    ]


def _noisy(rng: random.Random, entries: list[str]) -> str:
    one, other = rng.choice(entries), rng.choice(entries)
    return rng.choice(
        (
            f"({one} + uniform(0, {rng.choice((1, 2))})) % 3",
            f"{one} if flip({_chance(rng)}) else {other}",
            f"({one} * k + uniform(0, 1)) % 3",
            f"k if flip({_chance(rng)}) else uniform(0, 2)",
            f"int({one} > {other}) if flip({_chance(rng)}) else uniform(0, 1)",
        )
    )


def _chance(rng: random.Random) -> str:
    return rng.choice(("1 / 2", "1 / 3", "3 / 4"))


def eager(asking: Asking) -> fmpq | None:
    """The greatest ratio over all neighboring inputs and outputs (None: infinite)."""
    program = parse(asking.text, "m.py", {})
    function = program.function("subject")
    relation, _ = parse_relation(asking.relation, program, "subject")
    every = wholes({parameter.name: input_type(parameter) for parameter in function.parameters}, Limits())
    laws = {tuple(inputs.items()): denote.outputs(program, "subject", inputs) for inputs in every}
    best = fmpq(1)
    for left, right in whole_pairs(relation, function, truth_of(program)):
        beside = laws[tuple(right.items())]
        for output, weight in laws[tuple(left.items())].items():
            if output not in beside:
                return None
            best = max(best, weight / beside[output])
    return best
