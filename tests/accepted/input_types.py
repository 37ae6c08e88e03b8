"""Inputs that are Python's own types, lists of values, or nothing."""

import typing
from typing import Literal, Optional, Union

from faier import Bool, Int, Public, Stream, Vector, each, flip, log, mechanism, one, prior, private, secret

Maybe = Int[0, 2] | None
Size = Literal["small", "large"]
Flag = bool


@private(epsilon=log(3), neighbors={"sizes": one(), "mixed": one()})
@mechanism
def inputs(
    flag: bool,
    known: Public[Flag],
    sizes: Vector[Size, 2],
    maybe: Optional[Int[0, 1]],
    either: Union[Int[-1, 0], Bool, None],
    mixed: Literal[1, 2, "a", None, True, -3],
    public: Public[typing.Literal["x"] | None],
):
    local: Maybe = maybe
    return flag if flip(3 / 4) else known and local is None and sizes[0] == sizes[1] and mixed == either


@private(epsilon=log(3), neighbors=each(1))
@mechanism
def stream(values: Stream[Literal[1, 2, 5]]):
    for value in values:
        yield flip(1 / 2)


@prior
def believed(day: Maybe, kind: Literal["a", 1], known: bool):
    state = flip(1 / 2)
    secret(state)
    return day if state and known else kind if kind == 1 else None


@private(epsilon=log(3), prior=believed)
@mechanism
def fed(value: Int[0, 2] | None):
    return value is None if flip(1 / 2) else flip(1 / 2)
