"""A chain that was counted becomes the text of a prior: weights of steps, or boxes in which their chances lie."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from faier.learning.boxes import interval
from faier.learning.chains import Chain
from faier.learning.listing import (
    TAKEN,
    File,
    call,
    counted_from_0,
    decimal,
    identifier,
    literal,
    part_of_name,
    row,
    table,
    type_of,
)
from faier.learning.rounding import apportioned
from faier.learning.source import Source
from faier.learning.values import Value

STARTS = {
    "stationary": "its first state from the stationary distribution",
    "sequences": "its first state as the sequences begin",
    "records": "its first state as often as each was recorded",
}
MOST_DIGITS = 12


@dataclass(frozen=True)
class Box:
    """An unknown of a prior: the chance of a step, with its ends and what was counted."""

    name: str
    low: fmpq
    high: fmpq
    seen: int
    trials: int


@dataclass(frozen=True)
class Boxes:
    """Of each state, which steps have an unknown chance; the step without one takes what is left."""

    confidence: fmpq
    rows: tuple[tuple[Box | None, ...], ...]

    @property
    def all(self) -> list[Box]:
        return [box for row in self.rows for box in row if box is not None]


def boxes_of(chain: Chain, confidence: fmpq) -> Boxes:
    """Boxes for all steps of a state but to itself, or but the most frequent; for all, where others might exceed 1."""
    size = len(chain.states)
    alpha = (1 - confidence) / (2 if size == 2 else size * size)
    names: set[str] = set()
    rows = []
    for here, (state, counts) in enumerate(zip(chain.states, chain.counts, strict=True)):
        trials = sum(counts)
        ends = [interval(count, trials, alpha) for count in counts]
        frequent = max(range(size), key=lambda at: (counts[at], -at))
        rest = next((at for at in (here, frequent) if _others(ends, at) <= 1), None)
        rows.append(
            tuple(
                None if at == rest else Box(_name(state, other, names), *ends[at], counts[at], trials)
                for at, other in enumerate(chain.states)
            )
        )
    return Boxes(confidence, tuple(rows))


def _others(ends: list[tuple[fmpq, fmpq]], rest: int) -> fmpq:
    """What all chances but one are at most, together."""
    return sum((high for at, (_, high) in enumerate(ends) if at != rest), fmpq(0))


def chain_file(chain: Chain, source: Source, boxes: Boxes | None, sentences: list[str]) -> tuple[str, str]:
    """The name of the prior, and the file."""
    name = source.name or identifier(chain.column, "chain")
    plain = counted_from_0(chain.states)
    names = {"Int", "categorical", "prior", "secret", *({"Real"} if boxes else set())}
    blocks = [f"STEPS = {source.steps}  # records that are drawn"]
    if not plain:
        blocks.append(f"STATES = {row(list(map(literal, chain.states)))}")
    if boxes is None:
        keys = None if plain else list(map(literal, chain.states))
        what = "How often each state was followed by each" + ("" if plain else ", in the order of STATES")
        more = f"; {decimal(chain.added)} was added to each count" if chain.added else ""
        blocks.append(f"\n# {what}{more}.\n{table('NEXT', keys, [list(map(decimal, item)) for item in chain.weights])}")
    first = None if boxes and len(chain.states) == 2 and chain.start == "stationary" else first_weights(chain.first)
    if first is not None:
        blocks.append(f"\n# {_first_remark(chain, first)}\nFIRST = {row(list(map(decimal, first)))}")
    written = _prior(name, plain) if boxes is None else _boxed_prior(chain, name, plain, boxes, first is not None)
    blocks += ["", "", written]
    begins = STARTS[chain.start]
    remark = _boxed(boxes) if boxes else f"The prior draws {begins}."
    sentences = [*sentences[:-1], remark, sentences[-1]]
    kind = type_of(chain.states)
    literals = kind.startswith("Literal") and source.wished is not None
    if source.wished is not None:
        blocks += ["", "", _mechanism(chain, name, kind, source)]
        names |= {"Stream", "laplace", "mechanism", "private"} | ({"Bool"} if kind == "Bool" else set())
        names |= {word for word in ("log", "exp") if f"{word}(" in source.wished.text}
    return name, File(sentences, frozenset(names), blocks, literals).text


def first_weights(first: tuple[fmpq, ...]) -> list[fmpq]:
    """The weights as small integers in the same proportions; where that takes many digits, as whole billionths that are
    next to them."""
    common = fmpq(1)
    for weight in first:
        common *= (weight * common).q
    whole = [weight * common for weight in first]
    if max(len(str(weight)) for weight in whole) <= MOST_DIGITS:
        return whole
    return [share * 10**9 for share in apportioned(first, 9)]


def _first_remark(chain: Chain, weights: list[fmpq]) -> str:
    match chain.start:
        case "stationary":
            pairs = zip(weights, chain.first, strict=True)
            exact = all(weight * chain.first[0] == weights[0] * first for weight, first in pairs)
            return "The stationary distribution of these steps, as weights" + ("." if exact else ", rounded.")
        case "sequences":
            return "How often a sequence began in each state."
        case "records":
            return "How often each state was recorded."


def _boxed(boxes: Boxes) -> str:
    percent = decimal(boxes.confidence * 100)
    return (
        f"The chance of each step is unknown in a box. With confidence {percent} % the boxes hold all chances of "
        f"the chain that the data comes from, all at once, however many records there are (Ville's inequality for a "
        f"mixture of likelihoods, the doubt shared evenly by all steps; ends rounded outward). They say nothing about "
        f"the first state, nor about whether it is such a chain."
    )


def _prior(name: str, plain: bool) -> str:
    """The prior of a chain whose steps are counted."""
    return "\n".join(
        [
            f"@prior\ndef {name}(hidden: Int[0, STEPS - 1]):",
            *_series(_state("FIRST", plain)),
            f"        state = {_state('NEXT[state]', plain)}",
        ]
    )


def _boxed_prior(chain: Chain, name: str, plain: bool, boxes: Boxes, first: bool) -> str:
    """The prior of a chain whose chances are unknown."""
    size = len(chain.states)
    settled = call("categorical", [_chance(boxes, 1, 0), _chance(boxes, 0, 1)], 4, None if plain else "STATES")
    unknowns = [
        f"    {box.name}: Real[{decimal(box.low)}, {decimal(box.high)}],  # {box.seen} of {box.trials}"
        for box in boxes.all
    ]
    begins = _series(_state("FIRST", plain) if first else settled)
    lines = ["@prior", f"def {name}(", "    hidden: Int[0, STEPS - 1],", *unknowns, "):", *begins]
    for at, state in enumerate(chain.states):
        chances = [_chance(boxes, at, other) for other in range(size)]
        branch = "else:" if at == size - 1 else f"{'el' if at else ''}if state == {literal(state)}:"
        drawn = call("categorical", chances, 12, None if plain else "STATES")
        lines += [f"        {branch}", f"            state = {drawn}"]
    return "\n".join(lines)


def _series(first: str) -> list[str]:
    return [
        '    """Records that follow each other, any one of which may be the secret."""',
        f"    state = {first}",
        "    for step in range(STEPS):",
        "        if step == hidden:",
        "            secret(state)",
        "        yield state",
    ]


def _chance(boxes: Boxes, at: int, other: int) -> str:
    """The chance of a step as an expression."""
    box = boxes.rows[at][other]
    if box is not None:
        return box.name
    return " - ".join(["1", *(item.name for item in boxes.rows[at] if item is not None)])


def _state(weights: str, plain: bool) -> str:
    """A state that is drawn with these weights."""
    return f"categorical(*{weights})" if plain else f"STATES[categorical(*{weights})]"


def _name(state: Value, other: Value, names: set[str]) -> str:
    """What the chance of a step is called."""
    one, two = part_of_name(state), part_of_name(other)
    text = f"{one}_to_{two}" if not one[0].isdigit() else f"from_{one}_to_{two}"
    found, number = text, 2
    while found in names or found in TAKEN:
        found, number = f"{text}_{number}", number + 1
    names.add(found)
    return found


def _mechanism(chain: Chain, name: str, kind: str, source: Source) -> str:
    wished = source.wished
    assert wished is not None
    if kind.startswith(("Int", "Bool")):
        numbers = [int(state) for state in chain.states if not isinstance(state, str)]
        span, title, what = fmpq(max(numbers) - min(numbers)), "noisy_sum", "The sum of the records"
        before, added = [], "state"
    else:
        often = [sum(row[at] for row in chain.counts) for at in range(len(chain.states))]
        default = chain.states[max(range(len(often)), key=lambda at: (often[at], -at))]
        counted = literal(default if wished.counted is None else wished.counted)
        span, title, what = fmpq(1), "noisy_count", "How many of the records are COUNTED"
        before, added = [f"COUNTED = {counted}", "", ""], "state == COUNTED"
    title = title if title != name else f"{title}_of_records"
    return "\n".join(
        [
            *before,
            f"@private(epsilon={wished.text}, prior={name})",
            "@mechanism",
            f"def {title}(states: Stream[{kind}], *, scale={wished.noise(span, 'STEPS')}):",
            f'    """{what}, with noise that is enough whatever the prior; less may be."""',
            "    total = 0",
            "    for state in states:",
            f"        total += {added}",
            "    return total + laplace(scale)",
        ]
    )
