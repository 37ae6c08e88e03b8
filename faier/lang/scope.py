"""Where an expression stands, and which names it sees there."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto

# The name that stands in the tree for an expression that was reported.
BROKEN = "<broken>"


class Place(Enum):
    """What surrounds an expression: where iterators, generators and streams may stand."""

    VALUE = auto()
    CONSUMED = auto()  # an argument that is iterated to its end at once: a generator may stand here
    ITERATED = auto()  # a clause of a comprehension, or inside enumerate, zip, reversed
    LOOP = auto()  # what a `for` statement goes over: a stream may stand here


@dataclass
class Scope:
    """The names that an expression sees besides the file's. `names` maps what the user wrote to the name in
    the tree. `random` says whether draws and calls of the file's functions may stand here, `where` names the
    place for messages."""

    names: dict[str, str] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    streams: set[str] = field(default_factory=set)
    random: bool = False
    where: str = "a constant"
    budget: bool = False  # multiples of EPS may stand here
