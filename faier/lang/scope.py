"""Where an expression stands, and which names it sees there."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

# The name that stands in the tree for an expression that was reported.
BROKEN = "<broken>"

# What a key is computed of: the items of what is sorted.
ITEMS = ".items"


# What `Scope.made` says of variables that hold lists, dictionaries and sets of Python.
CONTAINER = "a container"
# ... and of those that hold numbers and texts, or are declared so.
NUMBER = "a number"


class Place(Enum):
    """What surrounds an expression: where iterators, generators and streams may stand."""

    VALUE = auto()
    CONSUMED = auto()  # an argument that is iterated to its end at once: a generator may stand here
    ITERATED = auto()  # a clause of a comprehension, or inside enumerate, zip, reversed
    LOOP = auto()  # what a `for` statement goes over: a stream may stand here


@dataclass
class Scope:
    """The names that an expression sees besides the file's. `names` maps what the user wrote to the name in
    the tree, `taken` are all names of the function, `bound` those that comprehensions
    around it bind, `unbound` what the user calls those that get their values only further right. `random` says
    whether draws and calls of the file's functions may stand here, `where` names the place for messages. `binds` are
    the variables that `:=` may give a value, as `names` has them; `iterating`: a comprehension goes over it."""

    names: ChainMap[str, str] = field(default_factory=ChainMap)
    taken: set[str] = field(default_factory=set)
    bound: frozenset[str] = frozenset()
    unbound: frozenset[str] = frozenset()
    streams: set[str] = field(default_factory=set)
    random: bool = False
    where: str = "a constant"
    budget: bool = False  # EPS may stand here
    scaled: bool = True  # and so may multiples of it, inside of this too
    binds: Mapping[str, str] | None = None
    iterating: bool = False
    fixed: frozenset[str] = frozenset()  # settings: constants of the function
    computed: bool = False  # functions of the file may be run while it is read
    asks: bool = False  # they may be asked about whole inputs, as `where` does
    made: Mapping[str, str] = field(default_factory=dict)  # the classes of variables, where all assignments say them
