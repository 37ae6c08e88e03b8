"""Where a run of a function stands, and what it can do next, as plain hashable values.

Equal configurations mean the same, so runs that reach the same one are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias, assert_never, cast

from flint import fmpq

from faier.lang.failures import Failure
from faier.lang.syntax import (
    Block,
    BoolType,
    Comprehension,
    Error,
    For,
    Function,
    InputType,
    IntType,
    OneOfType,
    RecordsType,
    RecordType,
    Span,
    Try,
    VectorType,
    While,
)
from faier.lang.values import Real, Sequence, Value
from faier.semantics.denote.draws import Draws, Known
from faier.semantics.denote.evaluate import Arrivals, Stored
from faier.semantics.denote.noise import (
    Affine,
    Drawn,
    Noise,
    Whole,
    drawn_in,
    mentions,
    rewritten,
    substituted,
    variable,
)

NOTHING = Sequence("tuple", ())
NOTHING_KNOWN = Known()


@dataclass(frozen=True, eq=False)
class Here:
    """A place in the tree: the same object, not an equal one."""

    node: Block | For | While | Try

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Here) and self.node is other.node

    def __hash__(self) -> int:
        return id(self.node)


@dataclass(frozen=True)
class Listed:
    """What is left of a loop over values: those from `position` on."""

    values: Sequence
    position: int = 0


@dataclass(frozen=True)
class Numbered:
    """enumerate(inner), about to count `number`."""

    inner: Source
    number: int


@dataclass(frozen=True)
class Zipped:
    inners: tuple[Source, ...]


@dataclass(frozen=True)
class Made:
    """A generator's elements, each made when it is asked for."""

    generator: Comprehension
    inner: Source


Source: TypeAlias = Listed | Arrivals | Numbered | Zipped | Made
Mark: TypeAlias = Literal["making", "turn", "trying", "else"]


@dataclass(frozen=True)
class Thrown:
    """An exception on its way, and what is said where nothing catches it."""

    error: Error
    code: str
    message: str
    hint: str
    span: Span | None
    told: Value = None

    def failure(self) -> Failure:
        failure = Failure(self.code, self.message, self.hint, self.error)
        failure.span = self.span
        failure.told = self.told
        return failure


# (block, next statement) | (for, what is left) | (while, None). Where a function that yields is gone over, its frames
# stand above (for, "making"), and those of the loop's body, while it runs, above (for, "turn") on top of them. Those of
# a body that is tried stand above (try, "trying"), of its `else` above (try, "else"), of a handler above (try, what it
# caught), of `finally` above (try, what is on its way).
Frame: TypeAlias = tuple[Here, "int | Source | Mark | Error | Thrown | None"]
Control: TypeAlias = tuple[Frame, ...]


@dataclass(frozen=True)
class Stream:
    """A stream's arrivals that are known, how many have been read, and whether it ends after them."""

    name: str
    known: Sequence
    read: int = 0
    ends: bool = False


@dataclass(frozen=True)
class Twice:
    """secret(...) was called again, at this place."""

    span: Span


@dataclass(frozen=True)
class Config:
    """`stored` goes with `names`, which ascend. `secret` is what a prior has told so far, in a 1-tuple. `known` is
    what the run knows of the draws that are mentioned; `callers` are the draws that its caller gave it, as they are
    written now."""

    function: str
    control: Control
    names: tuple[str, ...]
    stored: Sequence
    streams: tuple[Stream, ...] = ()
    secret: Sequence | Twice | None = None
    known: Known = NOTHING_KNOWN
    callers: Sequence = NOTHING

    @cached_property
    def _hash(self) -> int:
        place = self.function, self.control, self.names, self.stored, self.streams
        return hash((place, self.secret, self.known, self.callers))

    def __hash__(self) -> int:
        return self._hash


@dataclass(frozen=True)
class Shows:
    """`yield value`, in a 1-tuple; the run goes on at `then`."""

    value: Sequence
    then: Config


@dataclass(frozen=True)
class Ends:
    """`return value`, in a 1-tuple; None without a value. A helper may return noise: see `Config`, and it may end by an
    exception."""

    value: Sequence | None
    secret: Sequence | Twice | None
    known: Known = NOTHING_KNOWN
    callers: Sequence = NOTHING
    thrown: Thrown | None = None


@dataclass(frozen=True)
class Asks:
    """The run waits for the stream's next arrival."""

    stream: str
    config: Config


@dataclass(frozen=True)
class Impossible:
    """assume(...) does not hold: this run does not happen."""


Event: TypeAlias = Config | Shows | Ends | Asks | Impossible


def begun(function: Function, arguments: Mapping[str, Stored], streams: tuple[Stream, ...] = ()) -> Config:
    """The function before its first statement."""
    streamed: dict[str, Stored] = {stream.name: Arrivals(stream.name) for stream in streams}
    return Config(function.name, ((Here(function.body), 0),), *frozen_names({**arguments, **streamed}), streams)


def frozen_names(stored: Mapping[str, Stored]) -> tuple[tuple[str, ...], Sequence]:
    """The names, ascending, and what they stand for."""
    names = tuple(sorted(stored))
    return names, Sequence("tuple", cast("tuple[Value, ...]", tuple(stored[name] for name in names)))


def remembering(config: Config, draws: Draws) -> Config:
    """The configuration, with what the run knows of the draws that are mentioned in it."""
    if not draws.number:
        return config
    mentioned: dict[int, None] = {}

    def current(noise: Drawn) -> Whole | Affine:
        value = draws.now(noise)
        mentioned.update(dict.fromkeys(drawn_in(value)))
        return value

    config = _changed(config, current)
    known, written = draws.kept(mentioned)
    if any(meaning not in (Noise(((draw, 1),)), variable(draw)) for draw, meaning in written.items()):
        config = _changed(config, lambda noise: substituted(noise, written))
    return replace(config, known=known)


def _changed(config: Config, change: Callable[[Drawn], Whole | Affine]) -> Config:
    """All noise in the configuration changed."""
    callers, stored = (cast(Sequence, rewritten(values, change)) for values in (config.callers, config.stored))
    control = tuple(
        (here, _changed_source(rest, change) if isinstance(rest, Listed | Numbered | Zipped | Made) else rest)
        for here, rest in config.control
    )
    return replace(config, control=control, stored=stored, callers=callers)


def _changed_source(source: Source, change: Callable[[Drawn], Whole | Affine]) -> Source:
    match source:
        case Listed(values, position) if mentions(values):
            left = (None if at < position and mentions(item) else item for at, item in enumerate(values.items))
            return replace(source, values=cast(Sequence, rewritten(values.holding(left), change)))
        case Numbered(inner=inner) | Made(inner=inner):
            return replace(source, inner=_changed_source(inner, change))
        case Zipped(inners):
            return Zipped(tuple(_changed_source(inner, change) for inner in inners))
    return source


def fits(value: Value, type_: InputType) -> bool:
    """Whether the value is one of the type's. Python's Booleans are integers, and integers are no Booleans."""
    match type_:
        case IntType(low, high):
            return isinstance(value, int) and low <= value <= high
        case BoolType():
            return isinstance(value, bool)
        case OneOfType(values):
            return any(type(value) is type(known) and value == known for known in values)
        case RecordType(fields=fields):
            return type_.holds(value) and all(map(fits, value.items, fields))
        case RecordsType(item, most):
            return (
                isinstance(value, Sequence)
                and len(value.items) <= most
                and all(fits(entry, item) for entry in value.items)
            )
        case VectorType(item, length):
            return (
                isinstance(value, Sequence)
                and len(value.items) == length
                and all(fits(entry, item) for entry in value.items)
            )
        case _:
            assert_never(type_)


def seen(value: Value) -> Value:
    """The value as an observer sees it: which kind of number Python computed it with does not show."""
    if isinstance(value, Sequence):
        return value.holding(map(seen, value.items))
    if isinstance(value, Real):
        return Real(value.exact, "fraction" if isinstance(value.exact, fmpq) else "symbolic")
    return value
