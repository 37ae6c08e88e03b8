"""Dictionaries, sets and changes of containers -> text."""

from __future__ import annotations

from collections.abc import Callable

from faier.lang.factories import written
from faier.lang.syntax import Call, Change, Comprehension, Display, Expression, Field, Item, Literal, Name, Star
from faier.lang.values import Sequence, Value

Write = Callable[[Expression], str]
Words = tuple[str, set[str]]


def display_text(call: Call, write: Write, clauses: Callable[[Comprehension], str]) -> str | None:
    """`{...}` for what such a display means; None for other calls."""
    match call:
        case Call("dict" | "set", (), ()):
            return "{}" if call.function == "dict" else None
        case Call("dict", (Comprehension("generator", Display("tuple", (key, value))) as made,), ()) if not (
            isinstance(key, Star) or isinstance(value, Star)
        ):
            return f"{{{write(key)}: {write(value)}{clauses(made)}}}"
        case Call("set", (Comprehension("generator", element) as made,), ()):
            return f"{{{write(element)}{clauses(made)}}}"
        case Call("set", (Display("list", (_, *_) as items),), ()):
            return f"{{{', '.join(map(write, items))}}}"
        case Call("dict", (Display("list", (_, *_) as items),), ()):
            pairs = [_pair(item, write) for item in items]
            return None if None in pairs else f"{{{', '.join(map(str, pairs))}}}"
    return None


def _pair(item: Expression, write: Write) -> str | None:
    match item:
        case Display("tuple", (key, value)) if not (isinstance(key, Star) or isinstance(value, Star)):
            return f"{write(key)}: {write(value)}"
        case Star(Call(".items", (table,), ())):
            return f"**{write(table)}"
    return None


def factory_text(call: Call) -> str:
    """The first argument of defaultdict."""
    first = call.arguments[0]
    return written(first.value) if isinstance(first, Literal) and isinstance(first.value, str) else "int"


def target_text(target: Name | Item, write: Write) -> str:
    indices = target.indices if isinstance(target, Item) else ()
    ways = (f".{index.name}" if isinstance(index, Field) else f"[{write(index)}]" for index in indices)
    return target.name + "".join(ways)


def change_text(change: Change, write: Write) -> str:
    """A change, as an expression or as a statement."""
    place, arguments = target_text(change.target, write), change.arguments
    match change.method:
        case "[]":
            return f"{place}[{write(arguments[0])}]"
        case "del":
            return f"del {place}[{write(arguments[0])}]"
        case "del[:]":
            return f"del {place}[{_ends(arguments, write)}]"
        case "[:]=":
            return f"{place}[{_ends(arguments[1:], write)}] = {write(arguments[0])}"
    given = [*map(write, arguments), *(f"{name}={write(value)}" for name, value in change.keywords)]
    return f"{place}.{change.method}({', '.join(given)})"


def _ends(ends: tuple[Expression, ...], write: Write) -> str:
    return ":".join("" if end == Literal(None) else write(end) for end in ends)


def container_words(value: Sequence, words: Callable[[Value], Words]) -> Words:
    """A constant expression for a container that is no list, no tuple and no record."""
    if value.kind == "dict":
        pairs = [tuple(map(words, pair.items)) for pair in value.items if isinstance(pair, Sequence)]
        inside = f"{{{', '.join(f'{key[0]}: {item[0]}' for key, item in pairs)}}}"
        used = {word for pair in pairs for part in pair for word in part[1]}
        if value.of == "Counter":
            return f"collections.Counter({inside})", used | {"collections.Counter"}
        if isinstance(value.of, str):
            factory = written(value.of)
            return f"collections.defaultdict({factory}, {inside})", used | {"collections.defaultdict"}
        return inside, used
    parts = [words(item) for item in value.items]
    inside = ", ".join(text for text, _ in parts)
    used = {word for _, more in parts for word in more}
    if value.kind == "deque":
        most = f", maxlen={value.of}" if isinstance(value.of, str) else ""
        return f"collections.deque([{inside}]{most})", used | {"collections.deque"}
    if value.kind == "set":
        return f"{{{inside}}}" if parts else "set()", used
    return f"frozenset([{inside}])", used
