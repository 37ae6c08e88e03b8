"""Texts: what operators and methods do to them, and how values are written in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from .held import Float, python, rounded
from .method_names import BY_LETTER
from .outcome import Fails, Hole, Invalid, spend
from .values import Box, List

MOST_TEXT = 10_000

# A fill, a place, a sign, zeros, a width, a separator and a kind.
_INTEGER = re.compile(r"[<>^=]?[+\- ]?0?[0-9]{0,3}[,_]?[dxXob]?\Z")
_WRITTEN = re.compile(r"[+-]?[0-9]{1,1000}\Z")
_NONE = re.compile(r"(?![+-]?[0-9]+\Z)[!-^`-~]+\Z")  # without blanks and underscores, and no digits alone
_DIGITS = re.compile(r"([<>]?)([1-9][0-9]?)?\.([0-9]{1,2})([f%])\Z")
_TEMPLATE = re.compile(r"%(.?)", re.DOTALL)
_TEXT = re.compile(r"[<>^]?([1-9][0-9]{0,2})?s?\Z")


def short(text: str) -> str:
    if len(text) > MOST_TEXT:
        raise Hole("a text is too long")
    return text


def number(text: str) -> int:
    """The integer that is written there."""
    if not _WRITTEN.match(text):
        if (text.isascii() and not any(map(str.isdigit, text))) or _NONE.match(text):
            raise Fails("a run takes the number of a text that has none", "ValueError")
        raise Hole("int of a text that is not so many digits")
    return int(text)


def combined(operator: str, a: object, b: object) -> str:
    match operator, a, b:
        case "+", str(), str():
            short(a[:MOST_TEXT] + b)
            return short(a + b)
        case "*", str(), int():
            return _repeated(a, int(b))
        case "*", int(), str():
            return _repeated(b, int(a))
    raise Hole(f"the operator {operator} on a text")


def _repeated(text: str, count: int) -> str:
    if len(text) * max(count, 0) > MOST_TEXT:
        raise Hole("a text is too long")
    return text * max(count, 0)


def written(value: object, inside: bool = False) -> str:
    """What `str` makes of the value, or `repr` with `inside`."""
    spend(1)
    if isinstance(value, str):
        if not value.isascii() and inside:
            raise Hole("how Python writes a text")
        return repr(value) if inside else value
    if isinstance(value, int) or value is None:
        if isinstance(value, int) and value.bit_length() > MOST_TEXT:
            raise Hole("a text is too long")
        return str(value)
    if isinstance(value, Fraction) and not isinstance(value, Float):
        top, bottom = written(value.numerator), written(value.denominator)
        return f"Fraction({top}, {bottom})" if inside else top if value.denominator == 1 else f"{top}/{bottom}"
    if isinstance(value, tuple):
        items = _listed(value)
        if isinstance(value, List):
            return short(f"[{items}]")
        return short(f"({items},)" if len(value) == 1 else f"({items})")
    if isinstance(value, Box) and value.kind == "dict" and value.of is None:
        return short("{" + _listed(value.items, True) + "}")
    raise Hole("how Python writes a value of this kind")


def _listed(items: tuple[object, ...], pairs: bool = False) -> str:
    found, length = list[str](), 0
    for item in items:
        parts = item if pairs and isinstance(item, tuple) else (item,)
        found.append(": ".join(written(part, True) for part in parts))
        length += len(found[-1])
        if length > MOST_TEXT:
            raise Hole("a text is too long")
    return ", ".join(found)


def formatted(value: object, spec: str) -> str:
    """What stands in the place of {value:spec}."""
    if isinstance(value, int) and _INTEGER.match(spec):
        written(value)
        return short(_tried(lambda: format(value, spec)))
    if isinstance(value, str) and _TEXT.match(spec):
        return short(format(value, spec))
    if isinstance(value, (int, Float)) and (how := _DIGITS.match(spec)):
        return short(_rounded(python(value), how))
    raise Hole("a format in a text")


def _rounded(held: Fraction, how: re.Match[str]) -> str:
    """What Python holds, to so many digits, of two as near ones the even one."""
    place, width, digits, kind = how.groups()
    held = rounded(held * 100) if kind == "%" else held
    whole, part = divmod(round(abs(held) * 10 ** int(digits)), 10 ** int(digits))
    text = f"{whole}.{part:0{digits}d}" if int(digits) else str(whole)
    text = ("-" if held < 0 else "") + text + kind.strip("f")
    return {"<": text.ljust, "^": text.center}.get(place, text.rjust)(int(width or 0))


def filled(template: str, given: Sequence[object], written: Callable[[object], str]) -> str:
    """`template % given`, where it asks for texts and integers."""
    waiting = list(given)

    def one(found: re.Match[str]) -> str:
        kind = found[1]
        if kind == "%":
            return "%"
        if not waiting or kind not in ("s", "d", "i"):
            raise Hole("a template of a text")
        value = waiting.pop(0)
        if kind != "s" and not isinstance(value, int):
            raise Hole("a template of a text")
        return written(value) if kind == "s" else str(int(short_number(value)))

    text = _TEMPLATE.sub(one, template)
    if waiting:
        raise Hole("a template of a text")
    return short(text)


def short_number(value: object) -> int:
    if not isinstance(value, int) or value.bit_length() > MOST_TEXT:
        raise Hole("a text is too long")
    return value


def _tried(made: object) -> str:
    try:
        return made()  # type: ignore[operator,no-any-return]
    except ValueError:
        raise Invalid("a run formats a value as what it is not") from None


def text_method(text: str, name: str, given: list[object]) -> object:
    """What a method of a text comes to."""
    if name in BY_LETTER and not all(item.isascii() for item in (text, *given) if isinstance(item, str)):
        raise Hole(f"{name} of letters beyond ASCII")
    short(text)
    spend(len(text) // 64)
    match name, given:
        case "join", [items]:
            return _joined(text, items)
        case "replace", [str() as old, str() as new]:
            if len(text) + (text.count(old) + 1) * len(new) > MOST_TEXT:
                raise Hole("a text is too long")
            return text.replace(old, new)
        case (("split" | "rsplit"), ([] | [None])):
            return List(text.split())
        case (("split" | "rsplit"), [str() as at]) if at:
            return List(text.split(at))
        case "splitlines", []:
            return List(text.splitlines())
        case (("strip" | "lstrip" | "rstrip"), ([] | [None] | [str()])):
            return getattr(text, name)(*given)
        case (("partition" | "rpartition"), [str() as at]) if at:
            return tuple(getattr(text, name)(at))
        case (("removeprefix" | "removesuffix"), [str()]):
            return getattr(text, name)(*given)
        case (("startswith" | "endswith"), [str() | tuple() as parts]) if not isinstance(parts, List):
            if isinstance(parts, tuple) and not all(isinstance(part, str) for part in parts):
                raise Invalid("a run looks for something else than a text in a text")
            return getattr(text, name)(parts)
        case (("find" | "rfind" | "count" | "index" | "rindex"), [str() as part]):
            if name in ("index", "rindex") and part not in text:
                raise Fails("a run looks for what is not there", "ValueError")
            return getattr(text, name)(part)
        case "zfill", [int() as width] if width <= MOST_TEXT:
            return text.zfill(int(width))
        case (("ljust" | "rjust" | "center"), [int() as width, *fill]) if width <= MOST_TEXT and len(fill) <= 1:
            if fill and not (isinstance(fill[0], str) and len(fill[0]) == 1):
                raise Hole("what a text is filled with")
            return getattr(text, name)(int(width), *fill)
        case _, [] if name in BY_LETTER:
            return getattr(text, name)()
    raise Hole(f"the method {name} of a text")


def _joined(text: str, items: object) -> str:
    if isinstance(items, Box) and items.kind == "dict":
        raise Hole("the keys of a dictionary are joined")
    parts = tuple(items) if isinstance(items, (tuple, str)) else None
    if parts is None:
        raise Hole("something else than a list of texts is joined")
    if not all(isinstance(part, str) for part in parts):
        raise Invalid("a run joins something else than texts")
    words = [part for part in parts if isinstance(part, str)]
    if sum(len(word) + len(text) for word in words) > MOST_TEXT:
        raise Hole("a text is too long")
    return text.join(words)
