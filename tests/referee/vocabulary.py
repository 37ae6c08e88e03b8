"""What a mechanism file imports from faier, bound to a tape of choices, so that its runs can be enumerated."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from inspect import Parameter, signature
from itertools import permutations
from types import SimpleNamespace
from typing import Any

from . import domain, far, noise
from .chance import Discarded, Failed, Options, Tape, Unsupported
from .floats import simplest
from .logarithm import Epsilon, epsilon


@dataclass
class Mechanism:
    """A decorated mechanism: calling it checks the declared ranges, as a call inside another one must."""

    function: Callable[..., Any]
    claims: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, *values: Any, **named: Any) -> Any:
        shape = signature(self.function)
        for name, value in shape.bind(*values, **named).arguments.items():
            if shape.parameters[name].kind is Parameter.KEYWORD_ONLY:
                continue
            declared = domain.kind_of(shape.parameters[name].annotation, self.function.__globals__)
            declared = declared.inner if isinstance(declared, domain.PublicType) else declared
            if not declared.contains(value):
                raise Failed(f"{value!r} is outside the declared range of {name}")
        return self.function(*values, **named)


@dataclass(frozen=True)
class Prior:
    function: Callable[..., Any]


class Subscript:
    """An annotation written with square brackets."""

    def __init__(self, build: Callable[..., Any]) -> None:
        self.build = build

    def __getitem__(self, key: Any) -> Any:
        return self.build(*key) if isinstance(key, tuple) else self.build(key)


class Vocabulary:
    """The names of the language. `secrets` are those declared by the present run, `base` is e to the power of the
    unknown epsilon, of which only multiples by integers are powers here. With a `floor`, geometric noise is drawn as
    the integer that it is, as far out as a run has that probability, or, with an integer for a floor, as far out as
    that (see `far`)."""

    def __init__(self, tape: Tape, base: Fraction = Fraction(3), floor: Fraction | int | None = None) -> None:
        self.tape = tape
        self.base = base
        self.floor = floor
        self.secrets: list[Any] = []

    def names(self) -> dict[str, Any]:
        random = {
            "flip": lambda p: self.tape.choose(lambda: coin(exact(p))),
            "uniform": lambda lo, hi: self.tape.choose(lambda: evenly(integer(lo), integer(hi))),
            "categorical": self.categorical,
            "geometric": self.geometric,
            "choice": self.choice,
            "shuffled": lambda values: self.sample(items := list(values), len(items)),
            "sample": self.sample,
            "clamp": noise.clamp,
            "secret": self.secrets.append,
            "assume": assume,
        }
        return (
            random
            | TYPES
            | RELATIONS
            | {
                "mechanism": Mechanism,
                "private": private,
                "prior": Prior,
                "log": lambda x: Epsilon.log(exact(x)),
                "Positive": lambda default: Epsilon.log(self.base),
                "exp": lambda x: epsilon(x).exponential(),
            }
        )

    def geometric(self, a: Any) -> Any:
        if self.floor is None:
            return noise.geometric(self.tape, exact(a))
        if isinstance(self.floor, int):
            return far.within(self.tape, exact(a), self.floor)
        return far.geometric(self.tape, exact(a), self.floor)

    def categorical(self, *weights: Any) -> Any:
        if len(weights) == 1 and isinstance(weights[0], dict):
            return [*weights[0].keys()][self.categorical(*weights[0].values())]
        return self.tape.choose(lambda: weighted(tuple(map(exact, flat(weights)))))

    def choice(self, values: Any) -> Any:
        """The places are drawn, for what stands there is another object in every run."""
        listed = sequence(values)
        if not listed:
            raise Failed("a choice of nothing")
        return listed[self.tape.choose(lambda: evenly(0, len(listed) - 1))]

    def sample(self, values: Any, k: Any) -> list[Any]:
        """In the order in which they are taken, as `random.sample` does."""
        listed, count = sequence(values), integer(k)
        if not 0 <= count <= len(listed):
            raise Failed("a sample of more than there is")
        return [listed[place] for place in self.tape.choose(lambda: orders(len(listed), count))]

    def module(self) -> SimpleNamespace:
        return SimpleNamespace(**self.names())


TYPES: dict[str, Any] = {
    "Int": Subscript(domain.IntType),
    "Bool": domain.BoolType(),
    "Vector": Subscript(domain.VectorType),
    "Stream": Subscript(domain.StreamType),
    "Records": Subscript(domain.RecordsType),
    "Public": Subscript(domain.PublicType),
    "Probability": domain.RealType(Fraction(0), Fraction(1)),
    "Real": Subscript(lambda low, high: domain.RealType(exact(low), exact(high))),
}

RELATIONS: dict[str, Any] = {
    "each": domain.Each,
    "one": domain.One,
    "total": domain.Total,
    "edges": lambda *edges: domain.Edges(domain.plain(edges)),
    "pairs": lambda *pairs: domain.Pairs(domain.plain(pairs)),
    "where": domain.Where,
    "added": domain.Added,
    "moves": lambda *edges: domain.Moves(domain.plain(edges)),
}


def private(**claim: Any) -> Callable[[Mechanism], Mechanism]:
    def attach(mechanism: Mechanism) -> Mechanism:
        mechanism.claims.insert(0, claim)
        return mechanism

    return attach


def assume(condition: Any) -> None:
    if not condition:
        raise Discarded


def exact(value: Any) -> Fraction:
    """The number that a probability or weight stands for: a float is the simplest fraction rounding to it."""
    if isinstance(value, float):
        return simplest(value)
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, Epsilon):
        raise Unsupported("a logarithm as a number")
    raise Failed(f"{value!r} is not a number")


def integer(value: Any) -> int:
    if isinstance(value, noise.Noisy):
        return value.__index__()
    if not isinstance(value, int):
        raise Failed(f"{value!r} is not an integer")
    return int(value)


def sequence(values: Any) -> list[Any]:
    if not isinstance(values, list | tuple | range | str | deque):
        raise Failed(f"{values!r} has no places to choose from")
    return list(values)


@lru_cache(maxsize=4096)
def orders(n: int, k: int) -> Options:
    """Every way to take k of n places, one after the other."""
    ways = list(permutations(range(n), k))
    return tuple((way, Fraction(1, len(ways))) for way in ways)


@lru_cache(maxsize=4096)
def coin(p: Fraction) -> Options:
    if not 0 <= p <= 1:
        raise Failed(f"{p} is not a probability")
    return tuple((value, weight) for value, weight in ((True, p), (False, 1 - p)) if weight)


@lru_cache(maxsize=4096)
def evenly(low: int, high: int) -> Options:
    if low > high:
        raise Failed("uniform over nothing")
    return tuple((value, Fraction(1, high - low + 1)) for value in range(low, high + 1))


@lru_cache(maxsize=4096)
def weighted(weights: tuple[Fraction, ...]) -> Options:
    if not weights or min(weights) < 0 or sum(weights) == 0:
        raise Failed(f"{weights} are not weights")
    return tuple((index, weight / sum(weights)) for index, weight in enumerate(weights) if weight)


def flat(weights: tuple[Any, ...]) -> tuple[Any, ...]:
    """The weights, which may come as one list."""
    return tuple(weights[0]) if len(weights) == 1 and isinstance(weights[0], list | tuple) else weights
