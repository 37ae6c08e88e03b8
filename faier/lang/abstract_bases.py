"""Abstract classes of `collections.abc` as bases: what a class made from them must say, and where that is all they do.

`class Kept(Mapping)` is a class like others where nothing of the file asks for what it has of `Mapping`: its methods
`get` and `items` are not there, so calls of them are reported, and so are `==` and `in` where the class has no method
for them; but `dict(kept)`, patterns and `reversed` would take it for something else.

`class Noise(metaclass=ABCMeta)` is `class Noise(ABC)`.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import moved

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


def with_abc(tree: ast.Module) -> ast.Module:
    """The file, in which abstract classes have a base in place of a metaclass."""
    if not any(item.arg == "metaclass" for node in occurring(tree, ast.ClassDef) for item in node.keywords):
        return tree
    tree = copy.deepcopy(tree)
    given = given_names(tree)
    written: dict[str, ast.expr] = {}  # what stands for ABC, by what stands for ABCMeta
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="abc", level=0, names=aliases):
                meta = [item.asname or item.name for item in aliases if item.name == "ABCMeta"]
                have = any(item.name == "ABC" and item.asname is None for item in aliases)
                if meta and given.count("ABC") == have:
                    written |= dict.fromkeys(meta, ast.Name("ABC", ast.Load()))
                    aliases += [] if have else [ast.copy_location(ast.alias("ABC"), aliases[0])]
            case ast.Import(names=aliases):
                modules = [item.asname or item.name for item in aliases if item.name == "abc"]
                written |= {
                    f"{name}.ABCMeta": ast.Attribute(ast.Name(name, ast.Load()), "ABC", ast.Load()) for name in modules
                }
    written = {name: base for name, base in written.items() if given.count(name.partition(".")[0]) == 1}
    for owner in [part for part in ast.walk(tree) if isinstance(part, ast.ClassDef)]:
        match owner.keywords:
            case [ast.keyword(arg="metaclass", value=value)] if ast.unparse(value) in written:
                base = copy.deepcopy(written[ast.unparse(value)])
                owner.bases, owner.keywords = [*owner.bases, moved(base, value)], []
    return tree
