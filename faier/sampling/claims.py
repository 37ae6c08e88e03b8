"""The claims written above a mechanism. Running the file records them; `faier check` decides them.

Nothing is checked here: a claim that is wrong is an error of `faier check`, with its place in the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from faier.sampling.runs import is_mechanism
from faier.sampling.symbolic import Number

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, repr=False)
class Neighbors:
    """A relation between inputs, as it was written."""

    name: str
    arguments: tuple[object, ...]

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(repr, self.arguments))})"


def each(d: int) -> Neighbors:
    """Every entry differs by at most d."""
    return Neighbors("each", (d,))


def one(d: int | None = None) -> Neighbors:
    """Exactly one entry differs, by at most d if it is given."""
    return Neighbors("one", () if d is None else (d,))


def total(d: int) -> Neighbors:
    """The absolute differences of all entries sum to at most d."""
    return Neighbors("total", (d,))


def edges(*listed: tuple[object, object]) -> Neighbors:
    """Exactly one entry differs, from u to v or from v to u, for a listed (u, v)."""
    return Neighbors("edges", listed)


def pairs(*listed: tuple[object, object]) -> Neighbors:
    """The listed pairs of whole inputs, left first."""
    return Neighbors("pairs", listed)


def where(predicate: Callable[[Any, Any], object]) -> Neighbors:
    """The pairs of whole inputs of which the predicate holds, left first."""
    return Neighbors("where", (predicate,))


def added() -> Neighbors:
    """One record more on one side, at any place."""
    return Neighbors("added", ())


def moves(*listed: tuple[object, object]) -> Neighbors:
    """Histograms between which one record moves along a listed edge (u, v), in either direction; with None in the place
    of a cell it is added or taken away."""
    return Neighbors("moves", listed)


def private(
    *,
    epsilon: Number | None = None,
    neighbors: Neighbors | Mapping[str, Neighbors] | None = None,
    prior: Callable[..., Any] | None = None,
    delta: Number = 0,
    renyi: tuple[Number, Number] | None = None,
    zcdp: Number | None = None,
    pairs: Sequence[tuple[object, object]] | None = None,
    expect: Literal["proved", "refuted"] = "proved",
    name: str | None = None,
) -> Callable[[F], F]:
    """A claim about the mechanism below: `@private(epsilon=log(2), neighbors=each(1))` for differential
    privacy, `@private(epsilon=log(4), prior=contagious)` for Pufferfish privacy. In place of epsilon
    `renyi=(ALPHA, RHO)` bounds the Renyi divergence of an order, and `zcdp=RHO` that of all orders, by RHO times the
    order.

    The mechanism's `__claims__` holds the keywords of its claims, topmost first.
    """
    claim = {
        "epsilon": epsilon,
        "neighbors": neighbors,
        "prior": prior,
        "delta": None if epsilon is None and delta == 0 else delta,
        "renyi": renyi,
        "zcdp": zcdp,
        "pairs": pairs,
        "expect": expect,
        "name": name,
    }

    def record(mechanism: F) -> F:
        if not is_mechanism(mechanism):
            title = getattr(mechanism, "__name__", repr(mechanism))
            raise TypeError(f"@private(...) is not above a mechanism: write @mechanism just above def {title}")
        given = {keyword: value for keyword, value in claim.items() if value is not None}
        mechanism.__claims__ = (given, *getattr(mechanism, "__claims__", ()))  # type: ignore[attr-defined]
        return mechanism

    return record
