"""Strings: what operators, methods and conversions make of them, exactly as Python would."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import fraction
from faier.lang.arithmetic import exact_number
from faier.lang.comparing import iterate, pairs_of, place
from faier.lang.errors import VALUE, ZERO
from faier.lang.failures import BAD_ARGUMENT, MAXIMAL_LENGTH, TOO_LARGE, WRONG_KIND, Failure, kind_of
from faier.lang.noise import Apart, Computed, Noise, is_endless, is_fraction, not_followed, number
from faier.lang.records import of_text
from faier.lang.syntax import Error
from faier.lang.templates import by_format, by_percent
from faier.lang.values import ENUMS, FUNCTION, Infinite, Real, Sequence, Shape, Value, make, plain

Plain: TypeAlias = str | int | None | list[str] | tuple[str, ...]

_BRACKETS = {"list": "[]", "tuple": "()", "set": "{}"}

# Their results are strings, numbers or Booleans but for the last ones, which are lists and tuples.
_METHODS = (
    *(
        "capitalize",
        "casefold",
        "center",
        "count",
        "endswith",
        "expandtabs",
        "find",
        "index",
        "isalnum",
        "isalpha",
        "isascii",
    ),
    *("isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle", "isupper"),
    *("join", "ljust", "lower", "lstrip", "removeprefix", "removesuffix", "replace", "rfind", "rindex", "rjust"),
    *("rstrip", "startswith", "strip", "swapcase", "title", "upper", "zfill"),
)
LISTING = ("split", "rsplit", "splitlines")
PARTING = ("partition", "rpartition")
_MAKETRANS = 'write str.maketrans("ab", "xy"), or str.maketrans({"a": "x", "b": None})'
_MOST_DIGITS = 4300
_WIDE = ("center", "ljust", "rjust", "zfill")


def binary(operation: str, a: Value, b: Value) -> Value:
    """`a operation b`, one of them a string."""
    if operation == "+" and isinstance(a, str) and isinstance(b, str):
        return _bounded(a + b)
    text, times = (a, b) if isinstance(a, str) else (b, a)
    if operation == "*" and isinstance(text, str) and isinstance(times, int):
        if len(text) * int(times) > MAXIMAL_LENGTH:
            raise _too_long()
        return text * int(times)
    if operation == "%" and isinstance(a, str):
        return _bounded(by_percent(a, number(b, "a text"), formatted, written, represented))
    hint = 'write an f-string: f"{x}"' if operation == "+" else ""
    raise Failure(WRONG_KIND, f"{kind_of(a)} {operation} {kind_of(b)} is not defined", hint)


def written(value: Value) -> str:
    """`str(value)`"""
    if isinstance(value, str):
        return value
    if isinstance(value, Real) and value.machine == "fraction":
        return str(fraction(cast(fmpq, exact_number(value))))
    _not_its_own(value)
    if isinstance(value, Sequence) and isinstance(value.of, Shape) and value.of.kind in ENUMS:
        plain = value.of.kind in ("IntEnum", "StrEnum")
        return written(value.items[1]) if plain else f"{value.of.written}.{value.items[0]}"
    return represented(value)


def _not_its_own(value: Value) -> None:
    """Fails for values of which the class says how they are written, and those that Python writes by where they are."""
    of = value.of if isinstance(value, Sequence) else None
    if isinstance(of, Shape) and of.labels:
        kind = "a function" if of.name.startswith(FUNCTION) else "an object of no class"
        message = f"the text of {kind} is another one in every run of Python"
        raise Failure(WRONG_KIND, message, "write a label of it: a string, or a member of an Enum")
    if isinstance(of, Shape) and not {"__repr__", "__str__", "__format__"}.isdisjoint(of.special):
        raise Failure(WRONG_KIND, f"{kind_of(value)} as a text is not followed", "write its fields")


def represented(value: Value) -> str:
    """`repr(value)`"""
    value = _known(value)
    if value is None or isinstance(value, (str, int)):
        return repr(value)
    if isinstance(value, Infinite):
        return "inf" if value.sign > 0 else "-inf"
    if isinstance(value, Real) and isinstance(value.exact, fmpq) and value.machine != "symbolic":
        number_of = exact_number(value)
        return repr(fraction(cast(fmpq, number_of)) if value.machine == "fraction" else value.machine)
    if isinstance(value, Sequence):
        return _bounded(_sequence(value))
    raise Failure(WRONG_KIND, f"the text of {kind_of(value)} is not defined")


def _known(value: Value) -> Value:
    if is_endless(value):
        raise not_followed("the text of noise")
    return number(value, "a text")


def is_written(value: object, spec: str = "") -> bool:
    """Whether noise is surely written so, whatever it is."""
    if not spec:
        return True
    if re.search(r"\d{5}|[cn]$", spec) or is_fraction(value):
        return False
    like: list[int | float | str] = [0] if isinstance(value, Noise | Apart) else [0.5]
    if isinstance(value, Computed):
        like = ["a"] if value.text else [0, 0.5]
    try:
        return all(bool(format(one, spec)) for one in like)
    except ValueError:
        return False


def _sequence(value: Sequence) -> str:
    of = value.of
    if isinstance(of, Shape):
        _not_its_own(value)
        if of.kind in ENUMS:
            return f"<{of.written}.{value.items[0]}: {represented(value.items[1])}>"
        if of.kind != "NamedTuple":
            raise Failure(WRONG_KIND, f"{kind_of(value)} as a text is not followed", "write its fields")
        fields = zip(of.fields, value.items, strict=True)
        return f"{of.written}({', '.join(f'{name}={represented(item)}' for name, item in fields)})"
    if value.kind == "dict" and of is None:
        pairs = [": ".join(map(represented, cast(Sequence, pair).items)) for pair in value.items]
        return f"{{{', '.join(pairs)}}}"
    if value.kind in ("range", "bytes"):
        return repr(plain(value))
    if value.kind in _BRACKETS and of is None and (value.kind != "set" or len(value.items) == 1):
        brackets = _BRACKETS[value.kind]
        alone = "," if value.kind == "tuple" and len(value.items) == 1 else ""
        return f"{brackets[0]}{', '.join(map(represented, value.items))}{alone}{brackets[1]}"
    way = "write it of sorted(...)" if value.kind in ("set", "frozenset") else "write it of what is in it: list(...)"
    raise Failure(WRONG_KIND, f"{kind_of(value)} as a text is not followed", way)


def formatted(value: Value, spec: Value = "") -> Value:
    """`format(value, spec)`, and so `f"{value:spec}"`."""
    value = _known(value)
    if not isinstance(spec, str):
        raise Failure(WRONG_KIND, f"a format is a string, not {kind_of(spec)}")
    _not_its_own(value)
    if isinstance(value, Sequence) and isinstance(value.of, Shape) and value.of.kind in ("IntEnum", "StrEnum"):
        value = value.items[1]
    if not spec:
        return written(value)
    if re.search(r"\d{5}", spec):
        raise _too_long()
    if isinstance(value, (int, str)) and "n" not in spec[-1:]:
        return _asked(lambda: format(value, spec))
    if isinstance(value, Real) and isinstance(value.machine, float) and spec[-1] != "n":
        exact_number(value)
        machine = value.machine
        return _asked(lambda: format(machine, spec))
    raise Failure(WRONG_KIND, f"{kind_of(value)} is not written with the format {spec!r} here", "leave the format out")


def whole_of_text(text: str, base: Value = 10) -> int:
    """`int(text)`, `int(text, base)`"""
    if not isinstance(base, int):
        raise Failure(WRONG_KIND, f"the base must be an integer, not {kind_of(base)}")
    wrong = VALUE if len(text) <= _MOST_DIGITS else None  # how many Python reads can be set
    return cast(int, _asked(lambda: int(text, int(base)), wrong))


def fraction_of_text(text: str) -> Value:
    """`Fraction(text)`"""
    if len(text) > MAXIMAL_LENGTH // 1000 or re.search(r"[eE][-+]?\d{4}", text):
        raise _too_long()
    wrong = None if re.search(r"_|\S\s+\S", text) else VALUE  # which of these Python reads depends on its version
    return _asked(lambda: Fraction(text), wrong)


def character(code: Value) -> Value:
    """`chr(code)`"""
    code = number(code, "a character")
    if not isinstance(code, int) or not 0 <= code < 0x110000 or 0xD800 <= code < 0xE000:
        raise Failure(BAD_ARGUMENT, f"{kind_of(code)} is the number of no character")
    return chr(code)


def code_of(text: Value) -> Value:
    """`ord(text)`"""
    if not isinstance(text, str) or len(text) != 1:
        raise Failure(BAD_ARGUMENT, f"ord takes one character, not {kind_of(text)}")
    return ord(text)


def _digits(write: Callable[[int], str]) -> Callable[[Value], Value]:
    def call(value: Value) -> Value:
        value = number(value, "a text")
        if not isinstance(value, int):
            raise Failure(WRONG_KIND, f"{write.__name__} of {kind_of(value)} is not defined")
        return write(int(value))

    return call


def _method(name: str) -> Callable[..., Value]:
    def call(ways: object, text: str, /, *arguments: Value, **keywords: Value) -> Value:
        given = [_plain(of_text(value), name) for value in arguments]
        named = {key: _plain(value, name) for key, value in keywords.items()}
        most = len(text)
        if name in _WIDE and given and isinstance(given[0], int):
            most = given[0]
        if name == "expandtabs":
            most = len(text) * max([8, *(size for size in (*given, *named.values()) if isinstance(size, int))])
        if name == "replace" and len(given) > 1 and isinstance(given[1], str):
            most = (len(text) + 1) * (len(given[1]) + 1)
        if name == "join" and given and isinstance(given[0], (list, tuple)):
            most = sum(map(len, given[0])) + len(text) * len(given[0])
        if most > MAXIMAL_LENGTH:
            raise _too_long()
        return _asked(lambda: getattr(text, name)(*given, **named), VALUE)

    return call


def _filled(ways: object, text: str, /, *given: Value, **named: Value) -> Value:
    """`text.format(...)`"""
    return _bounded(by_format(text, given, named, formatted, {"s": written, "r": represented}))


def _filled_from(ways: object, text: str, table: Value, /) -> Value:
    """`text.format_map(table)`, and `text.format(**table)`"""
    if not isinstance(table, Sequence) or table.kind != "dict" or table.of is not None:
        other = isinstance(table, Sequence) and table.kind == "dict"
        kind = "a Counter or a defaultdict" if other else kind_of(table)
        raise Failure(WRONG_KIND, f"`.format_map(...)` takes a plain dictionary, not {kind}", "write dict(...)")
    named = {key: value for key, value in pairs_of(table) if isinstance(key, str)}
    if len(named) < len(table.items):
        raise Failure(WRONG_KIND, "`.format_map(...)` takes a dictionary whose keys are strings")
    return _bounded(by_format(text, (), named, formatted, {"s": written, "r": represented}))


def table_of_letters(*given: Value) -> Value:
    """`str.maketrans(...)`: from the numbers of letters to what stands for them."""
    match [of_text(value) for value in given]:
        case [Sequence(kind="dict", of=None) as source]:
            pairs = [(_letter(known), value) for known, value in pairs_of(source)]
        case [str(old), str(new), *gone] if len(old) == len(new) and all(isinstance(text, str) for text in gone):
            pairs = [(ord(a), ord(b)) for a, b in zip(old, new, strict=True)]
            pairs += [(ord(letter), None) for text in gone for letter in cast(str, text)]
        case [str(old), str(new), *_] if len(old) != len(new):
            message = "the first two texts of str.maketrans must be equally long"
            raise Failure(BAD_ARGUMENT, message, "write a dictionary: str.maketrans({'a': 'b', 'c': None})", VALUE)
        case _:
            raise Failure(BAD_ARGUMENT, "str.maketrans takes a dictionary of letters, or two or three texts")
    made: dict[int, Value] = dict(pairs)
    return Sequence("dict", tuple(Sequence("tuple", pair) for pair in made.items()))


def _letter(known: Value) -> int:
    if isinstance(known, str) and len(known) == 1:
        return ord(known)
    if isinstance(known, int):
        return known
    raise Failure(BAD_ARGUMENT, f"str.maketrans takes letters as keys, not {kind_of(known)}")


def _translated(ways: object, text: str, table: Value, /) -> Value:
    """`text.translate(table)`"""
    if not isinstance(table, Sequence) or table.kind != "dict" or table.of is not None:
        raise Failure(WRONG_KIND, f"`.translate(...)` takes a plain dictionary, not {kind_of(table)}", _MAKETRANS)
    pairs = pairs_of(table)
    found: list[str] = []
    for letter in text:
        at = place((known for known, _ in pairs), ord(letter))
        new = letter if at is None else of_text(pairs[at][1])
        if isinstance(new, int):
            new = character(new)
        if not isinstance(new, str | None):
            raise Failure(WRONG_KIND, f"`.translate(...)` puts texts for letters, not {kind_of(new)}", _MAKETRANS)
        found.append(new or "")
    return _bounded("".join(found))


def _plain(value: Value, method: str) -> Plain:
    """An argument of a method as Python would hold it."""
    if value is None or isinstance(value, (str, int)):
        return value
    several = method == "join" or (method in ("startswith", "endswith") and getattr(value, "kind", "") == "tuple")
    if not several or not isinstance(value, Sequence):
        raise Failure(WRONG_KIND, f"`.{method}(...)` of a string does not take {kind_of(value)}")
    items = tuple(map(of_text, iterate(value)))
    if not all(isinstance(item, str) for item in items):
        other = next(item for item in items if not isinstance(item, str))
        raise Failure(WRONG_KIND, f"`.{method}(...)` takes strings, not {kind_of(other)}", "write str(...) of each")
    return cast("list[str] | tuple[str, ...]", items)


def _asked(
    compute: Callable[[], str | int | Fraction | list[str] | tuple[str, ...]], wrong: Error | None = None
) -> Value:
    """What Python says, as a value; a ValueError is what is `wrong`, where that may be caught."""
    try:
        return make(compute())
    except ValueError as reason:
        raise Failure(BAD_ARGUMENT, str(reason), "", wrong) from None
    except ZeroDivisionError as reason:
        raise Failure(BAD_ARGUMENT, str(reason), "", wrong and ZERO) from None
    except OverflowError as reason:
        raise Failure(BAD_ARGUMENT, str(reason)) from None


def _bounded(text: str) -> str:
    if len(text) > MAXIMAL_LENGTH:
        raise _too_long()
    return text


def _too_long() -> Failure:
    return Failure(TOO_LARGE, f"a string has more than {MAXIMAL_LENGTH:,} characters")


TEXT_METHODS: dict[str, Callable[..., Value]] = {name: _method(name) for name in (*_METHODS, *LISTING, *PARTING)}
TEXT_METHODS["format"] = _filled
TEXT_METHODS["format_map"] = _filled_from
TEXT_METHODS["translate"] = _translated
TEXTS: dict[str, Callable[..., Value]] = {
    "str": lambda value="": written(value),
    "str.maketrans": table_of_letters,
    "repr": represented,
    "format": formatted,
    "chr": character,
    "ord": code_of,
    "bin": _digits(bin),
    "hex": _digits(hex),
    "oct": _digits(oct),
}
