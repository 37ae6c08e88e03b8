"""Mechanisms that keep noise, run as the Python that they are with every draw that is not too far out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from types import GeneratorType

from faier.checker.amounts import amounts
from faier.checker.claims import Claim, claim_of
from faier.checker.enumeration import enumerated, ranges_of
from faier.checker.fed_process import Joint, States
from faier.checker.file import File
from faier.checker.forms import Number, total
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.refutation import _seen, started
from faier.checker.values import List, shown_key

HEAD = (
    "from fractions import Fraction\nfrom faier import Int, Positive, Stream, Vector, clamp, each, exp, flip, log\n"
    "from faier import geometric, mechanism\n"
)
Word = tuple[object, ...]


def joint_of(source: str, steps: int = 2_000_000) -> Joint:
    """The checker's machine for the mechanism `m`."""
    return Joint(*claimed(source, "0"), Budget(steps))


def claimed(source: str, epsilon: str, neighbors: str = "each(1)") -> tuple[File, Claim]:
    file = read(HEAD + source, {})
    empty = dict.fromkeys(("decorator", "delta", "prior", "pairs"))
    return file, claim_of(file, empty | {"mechanism": "m", "epsilon": epsilon, "neighbors": neighbors})


def probability(joint: Joint, inputs: dict[str, object], word: Word, ended: bool = True) -> Number:
    """Of an output, or of one that begins like this."""
    given = {name: _made(value) for name, value in inputs.items()}
    states = joint.given(started(joint.claim, given))
    found = joint.rest(_seen(joint, states, tuple(map(_made, word)), ended, given))
    return total(weight for _, weight in found.values())


def brute(source: str, inputs: dict[str, object], reach: int, most: int = 3) -> dict[Word, Fraction]:
    """The outputs of runs whose draws are all within reach, with their probabilities; no more than `most` values."""
    found: dict[Word, Fraction] = {}
    for word, weight in _runs(source, inputs, reach, most):
        found[word] = found.get(word, Fraction(0)) + weight
    return found


def outputs(joint: Joint, inputs: dict[str, object]) -> dict[object, Number]:
    """All outputs of a mechanism that ends, with their probabilities."""
    found: dict[object, Number] = {}
    given = {name: _made(value) for name, value in inputs.items()}
    waiting: list[tuple[Word, States]] = [((), joint.given(started(joint.claim, given)))]
    while waiting:
        shown, states = waiting.pop()
        tells, ended = joint.shown(states, lambda entry: given[entry.name])
        if ended:
            found[shown] = total(weight for _, weight in joint.rest(ended).values())
        waiting += [((*shown, key), after) for key, (_, after) in tells.items()]
    return found


def key(word: Word) -> object:
    return tuple(shown_key(thawed(value)) for value in word)


def _made(value: object) -> object:
    return List(map(_made, value)) if isinstance(value, list) else value


def _runs(source: str, inputs: dict[str, object], reach: int, most: int) -> Iterator[tuple[Word, Fraction]]:
    paths: list[list[int]] = [[]]
    code = compile("from __future__ import annotations\n" + source, "m.py", "exec")
    options = sorted(range(-reach, reach + 1), key=abs)
    while paths:
        path = paths.pop()
        weights: list[Fraction] = []

        def pick(chances: list[Fraction], path: list[int] = path, weights: list[Fraction] = weights) -> int:
            at = len(weights)
            if at == len(path):
                paths.extend([*path, other] for other in range(1, len(chances)))
                path.append(0)
            weights.append(chances[path[at]])
            return path[at]

        def geometric(ratio: float, pick: Callable[..., int] = pick) -> int:
            a = Fraction(ratio).limit_denominator(1000)
            share = (1 - a) / (1 + a)
            return options[pick([share * a ** abs(y) for y in options])]

        def flip(chance: float, pick: Callable[..., int] = pick) -> bool:
            p = Fraction(chance).limit_denominator(1000)
            return bool(pick([1 - p, p]))

        names: dict[str, object] = {
            "geometric": geometric,
            "flip": flip,
            "clamp": lambda x, low, high: max(low, min(high, x)),
            "mechanism": lambda function: function,
        }
        exec(code, names)
        run = names["m"](**{name: _copied(value) for name, value in inputs.items()})  # type: ignore[operator]
        if isinstance(run, GeneratorType):
            shown = [value for _, value in zip(range(most), run, strict=False)]
        else:
            shown = [] if run is None else [run]
        weight = Fraction(1)
        for share in weights:
            weight *= share
        yield tuple(map(_frozen, shown)), weight


def _copied(value: object) -> object:
    return list(map(_copied, value)) if isinstance(value, list) else value


def _frozen(value: object) -> object:
    if isinstance(value, (list, tuple)):
        return ("list" if isinstance(value, list) else "tuple", *map(_frozen, value))
    return value


def thawed(value: object) -> object:
    if isinstance(value, tuple):
        kind, *items = value
        return List(map(thawed, items)) if kind == "list" else tuple(map(thawed, items))
    return value


def answer(source: str, epsilon: str, length: int | None = None, neighbors: str = "each(1)") -> str:
    """What looking at every word comes to."""
    file, claim = claimed(source, epsilon, neighbors)
    budget = Budget(3_000_000)
    try:
        with budget.counting():
            numbers = amounts(ranges_of(file, claim), {}, budget)
            enumerated(Joint(file, claim, budget), length, numbers.settle)
    except Invalid:
        return "invalid"
    except Hole:
        return "holey"
    return "valid"
