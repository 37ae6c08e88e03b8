"""A mechanism file as the checker holds it: constants, types, functions and claims, and its names of words of faier."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .caught_values import Told
from .forms import Number
from .values import Box, Shape

# Draws: the least and the greatest number of arguments (None: any), and their keywords.
DRAWS: dict[str, tuple[int, int | None, tuple[str, ...]]] = {
    "flip": (1, 1, ()), "uniform": (2, 2, ()), "categorical": (1, None, ()), "geometric": (1, 1, ()),
    "choice": (1, 1, ()), "shuffled": (1, 1, ()), "sample": (2, 2, ()), "laplace": (1, 1, ()), "gaussian": (1, 1, ()),
}  # fmt: skip

WORDS = frozenset(
    {"Int", "Bool", "Vector", "Stream", "Public", "Probability", "Real", "Positive", "mechanism", "prior", "private"}
    | {"secret", "assume", "clamp", "exp", "log"}
    | {"each", "one", "total", "edges", "pairs", "where", "added", "moves", "Records"}
    | DRAWS.keys()
)

# What is known of Python's own library. Such a word is called "math.floor", but for "Fraction".
LIBRARY: dict[str, frozenset[str]] = {
    "fractions": frozenset({"Fraction"}),
    "collections": frozenset({"Counter", "defaultdict", "deque"}),
    "itertools": frozenset(
        {
            "accumulate",
            "chain",
            "combinations",
            "combinations_with_replacement",
            "pairwise",
            "permutations",
            "product",
            "repeat",
        }
    )
    | {"count", "cycle"}
    | {"compress", "filterfalse", "starmap"},
    "functools": frozenset({"partial", "reduce"}),
    "math": frozenset({"ceil", "comb", "factorial", "floor", "gcd", "inf", "isqrt", "lcm", "perm", "prod", "trunc"}),
}


LIBRARY |= {
    "copy": frozenset(["copy", "deepcopy"]),
    "enum": frozenset(["Enum", "IntEnum", "auto"]),
    "dataclasses": frozenset(["dataclass", "field", "replace"]),
}

# Names that stand in annotations.
REMARKS: dict[str, frozenset[str]] = {
    "typing": frozenset(
        {"Any", "Callable", "ClassVar", "Collection", "Final", "Generator", "Iterable", "Iterator", "List", "Literal"}
        | {"Mapping", "NamedTuple", "Optional", "Sequence", "TypeAlias", "Union", "TYPE_CHECKING"}
    ),
    "collections.abc": frozenset(
        ["Callable", "Collection", "Generator", "Iterable", "Iterator", "Mapping", "Sequence"]
    ),
}


@dataclass(frozen=True)
class Type:
    """kind "int" (low, high), "bool", "choice" (values), "vector" (item, length), "records" (item, at most length),
    "record" (fields, shape; without one a tuple), "stream" (item), "probability", "real" (low, high), "noisy real"."""

    kind: str
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    item: Type | None = None
    length: int = 0
    public: bool = False
    values: tuple[object, ...] = ()
    fields: tuple[Type, ...] = ()
    shape: Shape | None = None

    @property
    def whole(self) -> bool:
        """Whether there are records in it, which are not followed leaf by leaf."""
        return self.kind in ("record", "records") or (self.item is not None and self.item.whole)


@dataclass(frozen=True)
class Parameter:
    name: str
    type: Type | None
    default: ast.expr | None
    keyword_only: bool
    rest: str = ""  # "*" or "**": all that is given besides


@dataclass(frozen=True)
class Function:
    """`inner` are the functions inside of functions that it sees. One that is inside of another
    one has `captured` variables of those around it, each with the function whose it is, of which it may give new values
    to those that are `rebound`. What it is given for the `lent` parameters it changes in place."""

    kind: str  # "mechanism", "prior" or "helper"
    name: str
    node: ast.FunctionDef
    parameters: tuple[Parameter, ...]
    settings: dict[str, object]
    locals: frozenset[str]
    inner: frozenset[str] = frozenset()
    captured: Mapping[str, str] = field(default_factory=dict)
    rebound: frozenset[str] = frozenset()
    lent: frozenset[str] = frozenset()

    @property
    def yields(self) -> bool:
        return any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(self.node))

    @property
    def streams(self) -> frozenset[str]:
        return frozenset(item.name for item in self.parameters if item.type is not None and item.type.kind == "stream")

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        return tuple(item for item in self.parameters if item.name not in self.settings)


@dataclass(frozen=True)
class Field:
    """A field of a record; `made`: every record gets a default of its own."""

    name: str
    optional: bool
    default: object
    made: bool
    said: ast.expr


@dataclass(frozen=True)
class Class:
    """A class of the file: the members of an Enum, and those of every name; or the fields of a record."""

    shape: Shape
    members: tuple[Box, ...] = ()
    names: Mapping[str, Box] = field(default_factory=dict)
    fields: tuple[Field, ...] = ()
    by_name: bool = False


@dataclass
class File:
    """`words` are the words of faier and of Python's library by the names that the file gives them, and so are
    `modules`; `catches`: somewhere there is a `try`."""

    constants: dict[str, object] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)
    functions: dict[str, Function] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    modules: dict[str, str] = field(default_factory=dict)
    claims: dict[str, list[ast.Call]] = field(default_factory=dict)
    classes: dict[str, Class] = field(default_factory=dict)
    exceptions: dict[str, str] = field(default_factory=dict)  # classes of the file, and what they are made from
    catches: bool = False
    invoke: Callable[[Function, dict[str, object]], object] | None = None  # what functions come to, for constants
    told: Told = field(default_factory=Told)  # what exceptions hold
    epsilon: str | None = None
    statements: tuple[ast.stmt, ...] = ()
    postponed: bool = False  # annotations are not worked out
    work: int = 0  # spent on constants
    lent: Mapping[str, str] = field(default_factory=dict)  # by other files, see `linking`
    valued: frozenset[str] = frozenset()  # functions that are mentioned as values
    divisors: list[Number] = field(default_factory=list)  # of constants: what may not be 0

    def defines(self, name: str) -> bool:
        known = (self.constants, self.types, self.functions, self.words, self.modules, self.classes, self.exceptions)
        return any(name in names for names in known)

    def word(self, node: ast.expr, hidden: frozenset[str] | set[str] = frozenset()) -> str | None:
        match node:
            case ast.Name(id=name) if name in self.words and name not in hidden:
                return self.words[name]
            case ast.Attribute(value=ast.Name(id=name), attr=word) if name in self.modules and name not in hidden:
                return library_word(self.modules[name], word)
        return None


def of_copy(file: File, node: ast.Call, hidden: frozenset[str] | set[str]) -> ast.expr | None:
    """The record of which the call is a copy with other fields: `replace(p, x=1)`, `p._replace(x=1)`."""
    match node:
        case ast.Call(func=called, args=[base]) if file.word(called, hidden) == "dataclasses.replace":
            return base
        case ast.Call(func=ast.Attribute(value=base, attr="_replace"), args=[]):
            return base
    return None


def library_word(module: str, name: str) -> str | None:
    """The word that a name of a module is."""
    if module == "faier":
        return name if name in WORDS else None
    if name not in LIBRARY.get(module, frozenset()) | REMARKS.get(module, frozenset()):
        return None
    return name if module == "fractions" else f"{module}.{name}"
