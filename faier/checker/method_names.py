"""The names of methods, and how many arguments they take."""

from __future__ import annotations

# Of a text without letters beyond ASCII Python's versions agree.
BY_LETTER = frozenset(
    {"upper", "lower", "title", "capitalize", "swapcase", "casefold", "isdigit", "isalpha", "isalnum", "isdecimal"}
    | {"isnumeric", "islower", "isupper", "istitle", "isspace", "split", "rsplit", "splitlines", "strip", "lstrip"}
    | {"rstrip", "isidentifier", "isascii"}
)
_PADDING = frozenset({"zfill", "ljust", "rjust", "center"})
_SEARCHING = frozenset(
    {"find", "rfind", "index", "rindex", "count", "startswith", "endswith", "removeprefix", "removesuffix"}
    | {"partition", "rpartition"}
)
TEXT_METHODS = BY_LETTER | _PADDING | _SEARCHING | {"join", "replace"}

# Methods: the least and the greatest number of arguments, of whatever has them, and their keywords.
METHODS: dict[str, tuple[int, int | None, tuple[str, ...]]] = dict.fromkeys(TEXT_METHODS, (0, 3, ())) | {
    "index": (1, 3, ()), "count": (1, 1, ()), "copy": (0, 0, ()), "get": (1, 2, ()), "keys": (0, 0, ()),
    "values": (0, 0, ()), "items": (0, 0, ()), "most_common": (0, 1, ()), "elements": (0, 0, ()), "total": (0, 0, ()),
    "union": (0, None, ()), "intersection": (0, None, ()), "difference": (0, None, ()),
    "symmetric_difference": (1, 1, ()), "issubset": (1, 1, ()), "issuperset": (1, 1, ()), "isdisjoint": (1, 1, ()),
    "bit_length": (0, 0, ()), "bit_count": (0, 0, ()), "_asdict": (0, 0, ()),
}  # fmt: skip
CHANGING: dict[str, tuple[int, int | None, tuple[str, ...]]] = {
    "append": (1, 1, ()), "appendleft": (1, 1, ()), "extend": (1, 1, ()), "extendleft": (1, 1, ()),
    "insert": (2, 2, ()), "remove": (1, 1, ()), "pop": (0, 2, ()), "popleft": (0, 0, ()), "popitem": (0, 0, ()),
    "clear": (0, 0, ()),
    "sort": (0, 0, ("reverse", "key")), "reverse": (0, 0, ()), "rotate": (0, 1, ()),
    "add": (1, 1, ()), "discard": (1, 1, ()),
    "update": (0, None, ()), "setdefault": (1, 2, ()), "subtract": (0, 1, ()), "difference_update": (0, None, ()),
    "intersection_update": (0, None, ()), "symmetric_difference_update": (1, 1, ()),
}  # fmt: skip
VIEWS = frozenset({"keys", "values", "items", "elements"})
