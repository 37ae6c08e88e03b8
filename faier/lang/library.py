"""Python's own modules that a mechanism file may import, and the names of each that mean something to faier.

A name is known by where it comes from: `from enum import Enum as E` makes `E` the name of "enum.Enum". What such a name
means is said by who reads it: a call in `calls`, a class in `classes`, an annotation nowhere, since it is a remark.
"""

from __future__ import annotations

import string

from faier.lang.prelude import NAMES
from faier.lang.vocabulary import HASHES, LIBRARY_FUNCTIONS


def _functions(module: str) -> frozenset[str]:
    names = (function.partition(".") for function in LIBRARY_FUNCTIONS)
    return frozenset(name for start, _, name in names if start == module)


# Texts of Python's own library.
TEXTS = {
    name: getattr(string, name)
    for name in (
        "ascii_letters",
        "ascii_lowercase",
        "ascii_uppercase",
        "digits",
        "hexdigits",
        "octdigits",
        "punctuation",
    )
}

# None: whatever the module has, since it stands in annotations.
LIBRARY: dict[str, frozenset[str] | None] = {
    "__future__": frozenset(["annotations"]),
    "typing": None,
    "types": frozenset(["MappingProxyType", "TracebackType"]),
    "abc": frozenset(["ABC", "abstractmethod"]),
    "collections.abc": None,
    "contextlib": frozenset(["suppress", "nullcontext"]),
    "enum": frozenset(["Enum", "IntEnum", "StrEnum", "auto", "unique"]),
    "dataclasses": frozenset(["InitVar", "KW_ONLY", "asdict", "astuple", "dataclass", "field", "replace"]),
    "math": _functions("math") | {"inf"},
    "itertools": frozenset(
        function.split(".")[1] for function in LIBRARY_FUNCTIONS if function.startswith("itertools.")
    )
    | {"starmap"}
    | NAMES["itertools"],
    "copy": frozenset(["copy", "deepcopy"]),
    "fractions": frozenset(["Fraction"]),
    "functools": frozenset(["cache", "cached_property", "lru_cache", "partial", "reduce", "total_ordering"]),
    "numbers": frozenset(["Integral", "Number", "Rational", "Real"]),
    "operator": frozenset(["attrgetter", "itemgetter", "methodcaller"]) | NAMES["operator"],
    "bisect": NAMES["bisect"],
    "hashlib": frozenset(HASHES),
    "zlib": _functions("zlib"),
    "heapq": NAMES["heapq"],
    "string": frozenset(TEXTS),
    "statistics": NAMES["statistics"],
    "collections": _functions("collections") | {"namedtuple"},
}
