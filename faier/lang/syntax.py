"""The trees of a mechanism file's functions: what `parse` makes, `show` writes and `semantics` gives meaning to.

Every name is resolved, every constant and type is evaluated, and spans do not count in comparisons, so
`parse(show(tree)) == tree`. A file is a `program.Program` of them. Grammar, from the top:

    Function  = mechanism | prior | helper: parameters and a body
    Statement = Assign | Augment | If | Match | For | While | Break | Continue | Pass
              | Return | Yield | Assert | Raise | Try | Secret | Assume | Evaluate
    Expression = Literal | Decimal | Name | Unary | Binary | Compare | Logic | Choice | Display
              | Index | Slice | Attribute | Construct | Star | Call | Draw | Invoke | Comprehension | Bind | Change
              | Caught
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal as Either
from typing import TypeAlias, TypeGuard

from flint import fmpq

from faier.lang.values import Infinite, Sequence, Shape, Value
from faier.lang.vocabulary import DrawKind


@dataclass(frozen=True)
class Span:
    """A place in the source: lines and columns count from 1, columns in characters; the end is exclusive. `path` is
    that of a file that the mechanism's file imports, empty in the mechanism's own."""

    line: int
    column: int
    end_line: int
    end_column: int
    path: str = ""

    @property
    def words(self) -> str:
        """`line 3`, `line 3 of clipping.py`."""
        return f"line {self.line}" + (f" of {self.path}" if self.path else "")


NOWHERE = Span(0, 0, 0, 0)


# Types. All bounds and lengths are evaluated.


@dataclass(frozen=True)
class IntType:
    low: int
    high: int  # low <= high


@dataclass(frozen=True)
class BoolType:
    pass


@dataclass(frozen=True)
class OneOfType:
    """One of the listed values: numbers, Booleans, labels, members of an Enum. 1 and True are two of them."""

    values: tuple[Value, ...]  # one or more
    name: str | None = None  # of the Enum that they are the members of


@dataclass(frozen=True)
class VectorType:
    item: InputType
    length: int  # >= 0


@dataclass(frozen=True)
class RecordType:
    """Records of a class of the file, or tuples; public fields are equal in neighbors."""

    shape: Shape | None  # of tuples None
    fields: tuple[InputType, ...]  # one for each of the shape's
    public: tuple[bool, ...]

    def made(self, items: Iterable[Value]) -> Sequence:
        """The record or the tuple of these items."""
        return Sequence("tuple" if self.shape is None else "record", tuple(items), self.shape)

    def holds(self, value: Value) -> TypeGuard[Sequence]:
        """Whether the value is one, whatever its items are. A tuple may be given as a list."""
        if not isinstance(value, Sequence) or value.of != self.shape or len(value.items) != len(self.fields):
            return False
        return self.shape is not None or value.kind in ("tuple", "list")


@dataclass(frozen=True)
class RecordsType:
    """A list of records, of which there are at most so many; a mechanism's parameter only."""

    item: InputType  # no records again
    most: int  # >= 0


@dataclass(frozen=True)
class StreamType:
    item: InputType


@dataclass(frozen=True)
class ProbabilityType:
    """An unknown real in the open interval (0, 1); a prior's parameter only."""


@dataclass(frozen=True)
class RealType:
    """An unknown real in the closed interval; a prior's parameter only."""

    low: fmpq
    high: fmpq


@dataclass(frozen=True)
class AnyRealType:
    """Any real; a mechanism's input that a prior draws."""


InputType: TypeAlias = IntType | BoolType | OneOfType | VectorType | RecordType | RecordsType
INPUT_TYPES = (IntType, BoolType, OneOfType, VectorType, RecordType, RecordsType)
Type: TypeAlias = InputType | StreamType | ProbabilityType | RealType | AnyRealType


# Expressions.

Operator: TypeAlias = Either["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "@"]


@dataclass(frozen=True)
class Literal:
    value: int | bool | str | Infinite | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Decimal:
    """A number written with a point or an exponent: exact here, a float when Python runs the file."""

    exact: fmpq
    machine: float
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Name:
    """A local variable, a parameter or a top-level constant (constants are in `Program.constants`)."""

    name: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Unary:
    operator: Either["-", "+", "~", "not"]
    operand: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Binary:
    operator: Operator
    left: Expression
    right: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Compare:
    """A chain: `operands[0] operators[0] operands[1] ...`. `is` and `is not` only against None, True, False."""

    operands: tuple[Expression, ...]
    operators: tuple[str, ...]  # == != < <= > >= in, not in, is, is not; one fewer than operands
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Logic:
    operator: Either["and", "or"]
    operands: tuple[Expression, ...]  # two or more
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Choice:
    """`then if test else otherwise`."""

    test: Expression
    then: Expression
    otherwise: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Display:
    """A tuple or a list written out; items may be `Star`."""

    kind: Either["tuple", "list"]
    items: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Index:
    base: Expression
    index: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Slice:
    base: Expression
    lower: Expression | None
    upper: Expression | None
    step: Expression | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Attribute:
    """`base.name`: a field of a record; of a member of an Enum its `name` or `value`."""

    base: Expression
    name: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Construct:
    """A new record: one argument for each field, defaults filled in. With a `Star` among them the run must make it
    so. Members of an Enum are constants: `Color.RED` is a `Name`."""

    shape: Shape
    arguments: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Star:
    """`*value` inside a display or the arguments of a call."""

    value: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Call:
    """A call of one of `vocabulary.FUNCTIONS`, or of the method `.name` of the first argument. `range`, `enumerate`,
    `zip`, `reversed` and what `methods.VIEWS` has stand only where something is iterated: a `for`, a clause of a
    comprehension, an argument of a function that consumes an iterable, a Star; `range` also on the right of `in`."""

    function: str
    arguments: tuple[Expression, ...]
    keywords: tuple[tuple[str, Expression], ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Draw:
    """A random call."""

    kind: DrawKind
    arguments: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Invoke:
    """A call of a helper or of another mechanism that returns. Keywords are already matched to parameters:
    one argument for each parameter, defaults filled in. With a `Star` among them the run must make it so. `captured`
    are the variables that the function shares with its caller: its name for each, and the caller's, or the way to what
    a variable of the caller holds. Such a way is found when the arguments are there; it draws and changes nothing."""

    function: str
    arguments: tuple[Expression, ...]
    span: Span = field(default=NOWHERE, compare=False)
    captured: tuple[tuple[str, str | Item], ...] = ()

    @property
    def shared(self) -> tuple[str, ...]:
        """The caller's variables among these, or that hold these."""
        return tuple(outside if isinstance(outside, str) else outside.name for _, outside in self.captured)


@dataclass(frozen=True)
class Clause:
    """`for target in iterable if condition ...`."""

    target: Target
    iterable: Expression
    conditions: tuple[Expression, ...]


@dataclass(frozen=True)
class Comprehension:
    """A list comprehension, or a generator expression that its enclosing call consumes from left to right.
    Its targets hide nothing: `parse` renames a target that would hide a name of the function, of the file or of
    a comprehension around it. Comprehensions side by side may bind the same names."""

    kind: Either["list", "generator"]
    element: Expression
    clauses: tuple[Clause, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Change:
    """`target.method(...)` of a method that changes what it is called on, see `changes`. `del target[i]` is "del", `del
    target[i:j]` is "del[:]", `target[i:j] = values` is "[:]=" with the values first: statements. "[]" is `target[i]`
    of what may be a defaultdict."""

    target: Name | Item
    method: str
    arguments: tuple[Expression, ...]
    keywords: tuple[tuple[str, Expression], ...] = ()
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Bind:
    """`(target := value)`: a variable of the function, inside of comprehensions too."""

    target: Name
    value: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Caught:
    """What the exception tells that was caught last: the first thing of a handler that asks for it."""

    span: Span = field(default=NOWHERE, compare=False)


Expression: TypeAlias = (
    Literal
    | Decimal
    | Name
    | Unary
    | Binary
    | Compare
    | Logic
    | Choice
    | Display
    | Index
    | Slice
    | Attribute
    | Construct
    | Star
    | Call
    | Draw
    | Invoke
    | Comprehension
    | Bind
    | Change
    | Caught
)

# Targets of assignment.


@dataclass(frozen=True)
class Field:
    """`.name` where something is changed: `state.counts[0] = 1` changes `Item("state", (Field("counts"), 0))`."""

    name: str


@dataclass(frozen=True)
class Item:
    """`name[i]` or `name[i].field`: an element of a list or a field of a record, changed in place."""

    name: str
    indices: tuple[Expression | Field, ...]  # one or more
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Rest:
    """`*target` among the targets of an `Unpack`: a list of what the others leave."""

    target: Name
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Unpack:
    targets: tuple[Target, ...]  # at most one of them is a `Rest`
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def rest(self) -> int | None:
        """Where the `Rest` is."""
        return next((at for at, target in enumerate(self.targets) if isinstance(target, Rest)), None)


Target: TypeAlias = Name | Item | Unpack | Rest


# Statements.


@dataclass(frozen=True)
class Assign:
    """`a = b = value`; with `type`, a declared local: `x: Int[0, 2] = value`."""

    targets: tuple[Target, ...]
    value: Expression
    type: InputType | None = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Augment:
    target: Name | Item
    operator: Operator
    value: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class If:
    test: Expression
    then: Block
    otherwise: Block  # may be empty
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Pattern:
    """`options` are literal alternatives (`case 0 | 1`) and constants (`case Color.RED`); None means the wildcard `_`.
    True, False and None match by identity, numbers and strings by equality, as in Python."""

    options: tuple[Value, ...] | None


@dataclass(frozen=True)
class Case:
    pattern: Pattern
    guard: Expression | None
    body: Block


@dataclass(frozen=True)
class Match:
    subject: Expression
    cases: tuple[Case, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class For:
    target: Target
    iterable: Expression
    body: Block
    otherwise: Block  # runs when the loop was not broken out of; may be empty
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class While:
    test: Expression
    body: Block
    otherwise: Block
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Break:
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Continue:
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Pass:
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Return:
    value: Expression | None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Yield:
    value: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Assert:
    test: Expression
    span: Span = field(default=NOWHERE, compare=False)

    @property
    def of_class(self) -> bool:
        """Whether it asks of which class a value is. Methods begin so, where Python itself finds another method, or
        none: no handler catches what comes of that."""
        return isinstance(self.test, Call) and self.test.function == "isinstance"


@dataclass(frozen=True)
class Error:
    """A class of exceptions: one of Python's, or one of a file's own, made from these."""

    name: str
    bases: tuple[Error, ...] = ()  # none of Python's own


@dataclass(frozen=True)
class Raise:
    """`raise error(...)`: a run that comes here is wrong, unless a `Try` around it catches that. `message` is the
    argument, where that is a plain string. Without an error it is what the handler around caught. `told` is what
    a handler may ask for."""

    error: Error | None
    message: str | None
    span: Span = field(default=NOWHERE, compare=False)
    told: Expression | None = None


@dataclass(frozen=True)
class Handler:
    """`except errors:`; what it caught has no name."""

    errors: tuple[Error, ...]  # one or more
    body: Block


@dataclass(frozen=True)
class Try:
    """`final` runs in the end, whatever happens; where there is one, nothing inside leaves the statement early."""

    body: Block
    handlers: tuple[Handler, ...]
    otherwise: Block  # runs when the body raised nothing; may be empty
    final: Block  # may be empty
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Secret:
    value: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Assume:
    condition: Expression
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Evaluate:
    """An expression for its own sake: a call of a helper whose result is not used."""

    value: Expression
    span: Span = field(default=NOWHERE, compare=False)


Statement: TypeAlias = (
    Assign
    | Augment
    | If
    | Match
    | For
    | While
    | Break
    | Continue
    | Pass
    | Return
    | Yield
    | Assert
    | Raise
    | Try
    | Secret
    | Assume
    | Evaluate
)
Block: TypeAlias = tuple[Statement, ...]


# Functions.


@dataclass(frozen=True)
class Parameter:
    name: str
    type: Type | None  # None in helpers
    public: bool = False
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True)
class Function:
    """Keyword-only parameters with a default are constants: they are in `settings`, evaluated, and are
    read like top-level constants. `yields` says whether the body contains `yield`. A function inside of another is
    `within` it and called outer.inner; `captured` are variables of others that it reads or assigns, none of them its
    own: no name of it is also a name of those around it."""

    kind: Either["mechanism", "prior", "helper"]
    name: str
    parameters: tuple[Parameter, ...]
    settings: tuple[tuple[str, Value], ...]
    body: Block
    yields: bool
    doc: str | None = None
    span: Span = field(default=NOWHERE, compare=False)
    within: str | None = None
    captured: tuple[str, ...] = ()

    @property
    def own(self) -> bool:
        """Whether the mechanism's file defines it, and none that it imports."""
        return not self.span.path
