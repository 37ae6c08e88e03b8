"""The text of a mechanism file -> whether a mechanism of it draws reals, also where the file cannot be followed."""

from __future__ import annotations

import ast
import contextlib
from collections.abc import Iterable, Mapping

from .language import expression
from .outcome import Hole, Invalid
from .texts import parsed

IDEAL = "Ideal reals, rounded once when shown"

_NOISE = frozenset(["laplace", "gaussian"])

# What stands at the top of a file, by its names.
_Places = dict[str, list[ast.AST]]


def draws_reals(texts: Iterable[str], mentioned: Iterable[str]) -> bool:
    """Whether what is mentioned, or something that it mentions, is noise on the reals. All files are taken for one, and
    fields for what has their names: where there is doubt, it is."""
    places: _Places = {}
    for text in texts:
        with contextlib.suppress(Hole, Invalid):
            for node in parsed(text).body:
                _enter(places, node)
    waiting, seen = list(mentioned), set[str]()
    while waiting:
        name = waiting.pop()
        if name in _NOISE and name not in places:
            return True
        if name not in seen:
            seen.add(name)
            for place in places.get(name, ()):
                waiting += _mentioned(place)
    return False


def mentioned_in(name: str, texts: Mapping[str, str | None]) -> list[str]:
    """The mechanism, and what the claim about it mentions."""
    found = [name]
    for text in texts.values():
        if text is not None:
            found += _mentioned(expression(text))
    return found


def _enter(places: _Places, node: ast.stmt) -> None:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            places.setdefault(name, []).append(node)
        case ast.ImportFrom(names=names) | ast.Import(names=names):
            for one in names:
                if one.asname is not None:
                    places.setdefault(one.asname, []).append(ast.Name(one.name.rpartition(".")[2]))
        case _:
            for part in ast.walk(node):
                match part:
                    case ast.Name(id=name, ctx=ast.Store()):
                        places.setdefault(name, []).append(node)
                    case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                        places.setdefault(name, []).append(part)


def _mentioned(node: ast.AST) -> list[str]:
    """The names in it; claims above a function say nothing of what it does."""
    found = list[str]()
    waiting: list[ast.AST] = [node]
    while waiting:
        match part := waiting.pop():
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.append(name)
        above = part.decorator_list if isinstance(part, ast.FunctionDef) else []
        claims = [one for one in above if isinstance(one, ast.Call) and one.keywords]
        waiting += [child for child in ast.iter_child_nodes(part) if child not in claims]
    return found
