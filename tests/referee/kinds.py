"""The generator's own bookkeeping: kinds of values with their ranges, expressions, scopes."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

WORD = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class IntKind:
    low: int
    high: int


@dataclass(frozen=True)
class BoolKind:
    pass


@dataclass(frozen=True)
class FracKind:
    """A probability. `dyadic`: a float holds it and its products exactly. `inner`: strictly within (0, 1)."""

    dyadic: bool
    inner: bool


@dataclass(frozen=True)
class LabelKind:
    options: tuple[str, ...]


@dataclass(frozen=True)
class ListKind:
    """Values of one kind; `plain` lists may have items assigned, tuples may not."""

    element: Any
    size: int
    plain: bool = True


@dataclass(frozen=True)
class PairKind:
    """A tuple of values of different kinds."""

    elements: tuple[Any, ...]


@dataclass(frozen=True)
class StreamKind:
    element: Any


BOOL = BoolKind()


@dataclass(frozen=True)
class Expr:
    """Python text of a kind. `raw`: it depends on a private input without noise. `atom`: needs no parentheses."""

    text: str
    kind: Any
    raw: bool = False
    atom: bool = False

    @property
    def low(self) -> int:
        return int(self.kind.low)

    @property
    def high(self) -> int:
        return int(self.kind.high)

    @property
    def inner(self) -> str:
        return self.text if self.atom else f"({self.text})"


@dataclass(frozen=True)
class Var:
    """A name in scope.

    `settled` variables are never assigned again; `informed` ones depend on the private input, if only through
    noise, and are worth using.
    """

    name: str
    kind: Any
    raw: bool = False
    settled: bool = False
    informed: bool = False

    def expr(self) -> Expr:
        return Expr(self.name, self.kind, self.raw, atom=True)


@dataclass(frozen=True)
class Helper:
    """A callable of the file: its parameters (name, kind, may be raw), what it returns and what it costs in
    bits. `optional` names the last parameter where it has a default."""

    name: str
    parameters: tuple[tuple[str, Any, bool], ...]
    result: Any
    bits: float
    optional: str | None = None


@dataclass
class Scope:
    """Variables by name. A block works on a copy, so that what it declares is forgotten after it."""

    variables: dict[str, Var] = field(default_factory=dict)

    def copy(self) -> "Scope":
        return Scope(dict(self.variables))

    def add(self, variable: Var) -> Var:
        self.variables[variable.name] = variable
        return variable

    def remove(self, name: str) -> None:
        self.variables.pop(name, None)

    def settle(self, name: str) -> None:
        self.variables[name] = replace(self.variables[name], settled=True)

    def informs(self, text: str) -> bool:
        """Whether an expression mentions an informed variable."""
        return any(v.informed for name in WORD.findall(text) if (v := self.variables.get(name)))

    def of(self, kind: type, raw: bool) -> list[Var]:
        """The variables of a kind; those with raw values only if asked for."""
        return [v for v in self.variables.values() if isinstance(v.kind, kind) and (raw or not v.raw)]

    def lists(self, element: type, raw: bool) -> list[Var]:
        return [v for v in self.of(ListKind, raw) if isinstance(v.kind.element, element)]


def show_kind(kind: Any) -> str:
    """The annotation that declares a kind."""
    match kind:
        case IntKind(low, high):
            return f"Int[{low}, {high}]"
        case BoolKind():
            return "Bool"
        case ListKind(element, size):
            return f"Vector[{show_kind(element)}, {size}]"
        case StreamKind(element):
            return f"Stream[{show_kind(element)}]"
    raise AssertionError(kind)


def size_of(kind: Any) -> int:
    """How many values there are."""
    match kind:
        case IntKind(low, high):
            return high - low + 1
        case BoolKind():
            return 2
        case ListKind(element, size):
            return int(size_of(element) ** size)
    raise AssertionError(kind)
