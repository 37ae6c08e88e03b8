"""`"%d of %s" % (x, y)` and `"{} of {}".format(x, y)`: templates are taken apart, each value is written by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from string import Formatter
from typing import TypeAlias

from faier.lang.comparing import pairs_of
from faier.lang.failures import BAD_ARGUMENT, WRONG_KIND, Failure, kind_of
from faier.lang.values import Real, Sequence, Value

# How a value is written with a format: `texts.formatted`; `str(value)`, `repr(value)`; and `int(value)`.
Formatted: TypeAlias = Callable[[Value, Value], Value]
Written: TypeAlias = Callable[[Value], str]

_PART = re.compile(
    r"%(?:\((?P<name>[^()]*)\))?(?P<flags>[-+ 0#]*)(?P<width>\d+)?(?:\.(?P<digits>\d+))?(?P<kind>[a-zA-Z%])"
)
_WHOLE = {"d": "d", "i": "d", "u": "d", "x": "x", "X": "X", "o": "o"}


def by_percent(text: str, value: Value, formatted: Formatted, written: Written, represented: Written) -> str:
    """`text % value`"""
    several = isinstance(value, Sequence) and value.kind == "tuple"
    left = list(value.items) if isinstance(value, Sequence) and several else [value]
    named = isinstance(value, Sequence) and value.kind == "dict"
    done, at, used_names = [], 0, False
    while (start := text.find("%", at)) >= 0:
        part = _PART.match(text, start)
        if part is None:
            raise Failure(BAD_ARGUMENT, f"the template {text!r} is not one of `%`", 'write an f-string: f"{x}"')
        done.append(text[at:start])
        at = part.end()
        if part["kind"] == "%":
            if part.group() != "%%":
                raise _not_followed(part.group())
            done.append("%")
            continue
        if part["name"] is not None:
            if not named or not isinstance(value, Sequence):
                raise Failure(WRONG_KIND, f"`%({part['name']})` takes a dictionary, not {kind_of(value)}")
            found = [item for key, item in pairs_of(value) if key == part["name"]]
            if not found:
                raise Failure(BAD_ARGUMENT, f"the dictionary has no key {part['name']!r}")
            item, used_names = found[0], True
        elif not left:
            raise Failure(BAD_ARGUMENT, "not enough arguments for the template")
        else:
            item = left.pop(0)
        done.append(_converted(part, item, formatted, written, represented))
    if left and not used_names and not (named and not several):
        raise Failure(BAD_ARGUMENT, "not all arguments are converted by the template")
    return "".join([*done, text[at:]])


def _converted(part: re.Match[str], item: Value, formatted: Formatted, written: Written, represented: Written) -> str:
    """The item as this part of a template says."""
    kind, flags, width, digits = part["kind"], part["flags"], part["width"] or "", part["digits"]
    left = "<" if "-" in flags else ">"
    if kind in "sr":
        text = written(item) if kind == "s" else represented(item)
        return str(formatted(text if digits is None else text[: int(digits)], f"{left}{width}" if width else ""))
    if kind in _WHOLE and (digits is not None or "#" in flags):
        raise _not_followed(part.group())
    if kind not in _WHOLE and kind not in "eEfFgG":
        raise _not_followed(part.group())
    if isinstance(item, bool):
        item = int(item)
    if not isinstance(item, int) and (kind in _WHOLE or not isinstance(item, Real)):
        hint = "write int(...) of it" if isinstance(item, Real) else "a number is wanted here; %s takes anything"
        raise Failure(WRONG_KIND, f"`{part.group()}` does not take {kind_of(item)} here", hint)
    sign = "+" if "+" in flags else " " if " " in flags else ""
    fill = "0" if "0" in flags and "-" not in flags else ""
    side = "<" if "-" in flags else ""
    form = "#" if "#" in flags else ""
    places = "" if digits is None else f".{digits}"
    return str(formatted(item, f"{side}{sign}{form}{fill}{width}{places}{_WHOLE.get(kind, kind)}"))


def by_format(
    text: str, given: tuple[Value, ...], named: dict[str, Value], formatted: Formatted, of: dict[str, Written]
) -> str:
    """`text.format(*given, **named)`; `of` writes a value as `!s` and `!r` say."""
    counted = 0
    by_number = False

    def value_of(name: str) -> Value:
        nonlocal counted, by_number
        if name == "":
            if by_number:
                raise Failure(BAD_ARGUMENT, "`{}` and `{0}` stand in one template")
            name, counted = str(counted), counted + 1
        elif name.isdigit():
            if counted:
                raise Failure(BAD_ARGUMENT, "`{}` and `{0}` stand in one template")
            by_number = True
        if name.isdigit():
            if int(name) >= len(given):
                raise Failure(BAD_ARGUMENT, f"the template has no argument {name}")
            return given[int(name)]
        if not name.isidentifier():
            raise _not_followed("{" + name + "}")
        if name not in named:
            raise Failure(BAD_ARGUMENT, f"the template has no argument `{name}`")
        return named[name]

    def filled(template: str, depth: int) -> str:
        try:
            pieces = list(Formatter().parse(template))
        except ValueError as reason:
            raise Failure(BAD_ARGUMENT, f"a template that is wrong: {reason}") from None
        done = []
        for before, name, spec, conversion in pieces:
            done.append(before)
            if name is None:
                continue
            value = value_of(name)
            if conversion not in (None, "s", "r"):
                raise _not_followed(f"!{conversion}")
            if conversion is not None:
                value = of[conversion](value)
            done.append(str(formatted(value, filled(spec, depth + 1) if spec and depth < 1 else spec or "")))
        return "".join(done)

    return filled(text, 0)


def _not_followed(part: str) -> Failure:
    return Failure(WRONG_KIND, f"`{part}` in a template is not followed", 'write an f-string: f"{x:>5}"')
