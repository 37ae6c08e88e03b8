"""Python's own modules that a mechanism file may import, and the names of each that mean something to faier.

A name is known by where it comes from: `from enum import Enum as E` makes `E` the name of "enum.Enum". What such a name
means is said by who reads it: a call in `calls`, a class in `classes`, an annotation nowhere, since it is a remark.
"""

from __future__ import annotations

from faier.lang.vocabulary import LIBRARY_FUNCTIONS

# None: whatever the module has, since it stands in annotations.
LIBRARY: dict[str, frozenset[str] | None] = {
    "__future__": frozenset(["annotations"]),
    "typing": None,
    "collections.abc": None,
    "enum": frozenset(["Enum", "IntEnum", "auto", "unique"]),
    "dataclasses": frozenset(["dataclass", "field", "replace"]),
    "math": frozenset(function.removeprefix("math.") for function in LIBRARY_FUNCTIONS) | {"inf"},
    "itertools": frozenset(
        function.split(".")[1] for function in LIBRARY_FUNCTIONS if function.startswith("itertools.")
    ),
    "fractions": frozenset(["Fraction"]),
    "functools": frozenset(["partial", "reduce"]),
    "operator": frozenset(["attrgetter", "itemgetter"]),
    "collections": frozenset(["namedtuple"]),
}
