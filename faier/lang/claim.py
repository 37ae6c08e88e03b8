"""What is asked: a notion of privacy, its budget, and who must be indistinguishable from whom.

Claims are data. `lang` makes them from decorators or from the command line; `hmm` turns their relations
into automata over what is read; `engines` decide them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from flint import fmpq

from faier.exact import Epsilon
from faier.lang.syntax import Expression, Span
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
    """All pairs of whole inputs for which the predicate holds, as written: left first."""

    left: str  # names of the lambda's two parameters
    right: str
    predicate: Expression


@dataclass(frozen=True)
class PerInput:
    """A relation for each named input; inputs not named are equal."""

    relations: tuple[tuple[str, Relation], ...]


Relation: TypeAlias = Each | One | Total | Edges | Pairs | Where | PerInput


@dataclass(frozen=True)
class Claim:
    """One `@private(...)`: exactly one of `relation` and `prior` is given. Texts are what the user wrote,
    normalised in spacing. `delta` is in [0, 1]."""

    mechanism: str
    epsilon: Epsilon
    epsilon_text: str
    relation: Relation | None
    relation_text: str | None  # "each(1)"
    prior: str | None
    secret_pairs: tuple[tuple[Value, Value], ...] | None = None  # pairs= of a Pufferfish claim
    delta: fmpq = fmpq(0)
    delta_text: str = "0"
    expect: Literal["proved", "refuted"] = "proved"
    name: str | None = None
    span: Span | None = field(default=None, compare=False)
    pairs_text: str | None = field(default=None, compare=False)  # what `secret_pairs` were written as

    @property
    def label(self) -> str:
        """The claim in brackets of a result's id: its name, or what it says."""
        if self.name is not None:
            return self.name
        parts = [f"epsilon={self.epsilon_text}"]
        if self.delta != 0:
            parts.append(f"delta={self.delta_text}")
        parts.append(f"prior={self.prior}" if self.prior is not None else f"neighbors={self.relation_text}")
        if self.pairs_text is not None:
            parts.append(f"pairs={self.pairs_text}")
        return " ".join(parts)
