"""What is asked: a notion of privacy, its budget, and who must be indistinguishable from whom.

Claims are data. `lang` makes them from decorators or from the command line; `hmm` turns their relations
into automata over what is read; `engines` decide them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from flint import fmpq

from faier.exact import Epsilon
from faier.lang.syntax import Expression, Invoke, Span
from faier.lang.values import Value


@dataclass(frozen=True)
class Each:
    """Every entry differs by at most `distance`."""

    distance: int


@dataclass(frozen=True)
class One:
    """Exactly one entry differs, by at most `distance` (None: by anything)."""

    distance: int | None = None


@dataclass(frozen=True)
class Total:
    """The absolute differences of all entries sum to at most `distance`."""

    distance: int


@dataclass(frozen=True)
class Edges:
    """Exactly one entry differs, from u to v or from v to u, for a listed (u, v)."""

    edges: tuple[tuple[Value, Value], ...]


@dataclass(frozen=True)
class Pairs:
    """The listed pairs of whole inputs, as written: left first. With several inputs a whole input is the
    tuple of the non-public ones, in order of the parameters."""

    pairs: tuple[tuple[Value, Value], ...]


@dataclass(frozen=True)
class Where:
    """All pairs of whole inputs for which the predicate holds, as written: left first. Where that calls functions of
    the file, a helper returns it, and `asked` is the call of the helper with both inputs."""

    left: str  # names of the lambda's two parameters
    right: str
    predicate: Expression
    asked: Invoke | None = None


@dataclass(frozen=True)
class Added:
    """The lists of records are equal but for one record that one of them has more, at any place."""


Cell: TypeAlias = tuple[int, ...]
"""Where a count stands in a histogram: its index, of a matrix those of its row and its column."""


@dataclass(frozen=True)
class Moves:
    """One record moves along a listed edge, in either direction: one less in a cell, one more in another. Without the
    other cell (None) it comes or goes."""

    edges: tuple[tuple[Cell, Cell | None], ...]


@dataclass(frozen=True)
class PerInput:
    """A relation for each named input; inputs not named are equal."""

    relations: tuple[tuple[str, Relation], ...]


Relation: TypeAlias = Each | One | Total | Edges | Pairs | Where | Added | Moves | PerInput


@dataclass(frozen=True)
class Neighbors:
    """Inputs that are related; `text` is what was written, normalised in spacing: "each(1)"."""

    relation: Relation
    text: str


@dataclass(frozen=True)
class Prior:
    """The secrets of a prior: every two, or the listed pairs in both directions, with what they were written as."""

    name: str
    pairs: tuple[tuple[Value, Value], ...] | None = None
    pairs_text: str | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Subject:
    """Whose runs are compared: those of a mechanism on related inputs, or given the secrets of a prior (None: nothing
    is compared, it is about the mechanism alone)."""

    mechanism: str
    against: Neighbors | Prior | None = None
    span: Span | None = field(default=None, compare=False)

    @property
    def relation(self) -> Relation | None:
        return self.against.relation if isinstance(self.against, Neighbors) else None

    @property
    def prior(self) -> str | None:
        return self.against.name if isinstance(self.against, Prior) else None

    @property
    def neighbors(self) -> str | None:
        """The relation, as it was written."""
        return self.against.text if isinstance(self.against, Neighbors) else None

    @property
    def pairs(self) -> tuple[tuple[Value, Value], ...] | None:
        return self.against.pairs if isinstance(self.against, Prior) else None

    @property
    def pairs_text(self) -> str | None:
        return self.against.pairs_text if isinstance(self.against, Prior) else None

    @property
    def words(self) -> str:
        match self.against:
            case Neighbors(_, text):
                return f"neighbors={text}"
            case Prior(name, _, None):
                return f"prior={name}"
            case Prior(name, _, pairs):
                return f"prior={name} pairs={pairs}"
            case None:
                return ""


@dataclass(frozen=True)
class Budget:
    """What may be lost, and how it was written, normalised in spacing. `delta` is in [0, 1]."""

    epsilon: Epsilon
    epsilon_text: str
    delta: fmpq = fmpq(0)
    delta_text: str = "0"


@dataclass(frozen=True)
class Renyi:
    """The Renyi divergence of an order above 1 is at most rho, which has no unknowns."""

    alpha: fmpq
    alpha_text: str
    rho: Epsilon
    rho_text: str


@dataclass(frozen=True)
class Concentrated:
    """The Renyi divergence of each order alpha above 1 is at most rho * alpha; rho has no unknowns."""

    rho: Epsilon
    rho_text: str


Measure: TypeAlias = Renyi | Concentrated
"""What is promised of another measure than the greatest ratio."""


@dataclass(frozen=True)
class Claim:
    """One `@private(...)`: what is compared, and what it may lose."""

    subject: Subject
    promise: Budget | Measure
    expect: Literal["proved", "refuted"] = "proved"
    name: str | None = None

    @property
    def budget(self) -> Budget:
        """The epsilon and delta of a claim that has them: the promise of another measure is none."""
        if not isinstance(self.promise, Budget):
            raise TypeError("a claim about a Renyi divergence has no epsilon")
        return self.promise

    @property
    def label(self) -> str:
        """The claim in brackets of a result's id: its name, or what it says."""
        return self.name if self.name is not None else f"{self.promised} {self.subject.words}"

    @property
    def promised(self) -> str:
        """As it was written, `epsilon=log(2)` or `renyi=(2, 1/2)`."""
        match self.promise:
            case Budget(_, epsilon, delta, text):
                return f"epsilon={epsilon}" + (f" delta={text}" if delta != 0 else "")
            case Renyi(alpha_text=alpha, rho_text=rho):
                return f"renyi=({alpha}, {rho})"
            case Concentrated(rho_text=rho):
                return f"zcdp={rho}"
            case _:
                assert_never(self.promise)
