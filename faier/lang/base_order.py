"""Classes that are made from several of the file: in which order Python asks them."""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping, Sequence

from faier.lang.occurring import occurring


def has_several(tree: ast.Module) -> bool:
    """Whether a class of the file is made from more than one of them. What asks for the one base of a class then does
    not know what `super()` means."""
    classes = occurring(tree, ast.ClassDef)
    if not any(len(node.bases) > 1 for node in classes):
        return False
    names = {node.name for node in classes}
    return any(len(bases_in(node, names)) > 1 for node in classes)


def bases_in(node: ast.ClassDef, names: Container[str]) -> list[str]:
    """The bases among these classes, also where types are asked for in brackets."""
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return [base.id for base in plain if isinstance(base, ast.Name) and base.id in names]


def order_of(name: str, bases: Sequence[str], known: Mapping[str, list[str]]) -> list[str] | None:
    """The class and all that it is made from, as Python asks them one after the other, or None where Python cannot
    make it; `known` has that of its bases."""
    waiting = [list(known[base]) for base in bases] + [list(bases)]
    found = [name]
    while any(waiting):
        waiting = [one for one in waiting if one]
        later = {item for one in waiting for item in one[1:]}
        following = next((one[0] for one in waiting if one[0] not in later), None)
        if following is None:
            return None
        found.append(following)
        waiting = [[item for item in one if item != following] for one in waiting]
    return found
