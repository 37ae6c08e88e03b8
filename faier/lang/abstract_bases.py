"""Abstract classes of `collections.abc` as bases: what a class made from them must say, and where that is all they do.

`class Kept(Mapping)` is a class like others where nothing of the file asks for what it has of `Mapping`: its methods
`get` and `items` are not there, so calls of them are reported, and so are `==` and `in` where the class has no method
for them; but `dict(kept)`, patterns and `reversed` would take it for something else.
"""

from __future__ import annotations

import ast

from faier.lang.occurring import occurring

NEEDED: dict[str, frozenset[str]] = {
    "Callable": frozenset(["__call__"]),
    "Collection": frozenset(["__contains__", "__iter__", "__len__"]),
    "Container": frozenset(["__contains__"]),
    "Hashable": frozenset(["__hash__"]),
    "Iterable": frozenset(["__iter__"]),
    "Mapping": frozenset(["__getitem__", "__iter__", "__len__"]),
    "Sequence": frozenset(["__getitem__", "__len__"]),
    "Sized": frozenset(["__len__"]),
}
_LOOKED_AT = {"Mapping": (ast.MatchMapping,), "Sequence": (ast.MatchSequence,)}
_TAKING = frozenset(["dict", "Counter", "defaultdict", "OrderedDict", "ChainMap", "reversed", "update", "subtract"])


def is_plain_here(name: str, tree: ast.Module) -> bool:
    """Whether nothing in the file takes what is made from this class for more than its own methods make it."""
    if any(occurring(tree, kind) for kind in _LOOKED_AT.get(name, ())):
        return False
    if name != "Mapping":
        return True
    calls = occurring(tree, ast.Call)
    names = {part.func.id for part in calls if isinstance(part.func, ast.Name) and part.args}
    names |= {part.func.attr for part in calls if isinstance(part.func, ast.Attribute) and part.args}
    return not names & _TAKING
