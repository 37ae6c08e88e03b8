"""An Enum as a value: the tuple of its members, where nothing that is done with it can tell.

    class Histogram:                                        class Histogram:
        def __init__(self, domain):                             def __init__(self, domain):
            self.domain = domain                                    self.domain = domain
        def cells(self, xs):                                    def cells(self, xs):
            return [xs.count(c) for c in self.domain]               return [xs.count(c) for c in self.domain]
    Histogram(Color)                                        Histogram(tuple(Color))

A parameter, a variable or a field *carries* an Enum, or lists and dictionaries of them, if all that it gets anywhere in
the file is one. `handed_enums` finds these. They may be gone over, counted, made a list of, handed on and asked for a
member, `kind[name]` and `kind(value)`, which a function of the file looks for. Where one of them is used otherwise
nothing is done.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.handed_enums import Carriers, enums_in
from faier.lang.later_fields import reads_others
from faier.lang.occurring import occurring
from faier.lang.placing import placed

_NAMED = """
def {function}(kind, name):
    for member in kind:
        if member.name == name:
            return member
    raise KeyError(name)
"""
_VALUED = """
def {function}(kind, value):
    for member in kind:
        if member == value or member.value == value:
            return member
    raise ValueError("this is the value of no member")
"""
# What is no member of any Enum is refused, and so is a value: by asking an Enum that has a name.
_SOUGHT = """
def {function}(item, kind):
    for member in kind:
        if item is member:
            return True
        if member.value == item:
            return None in {enum}
    return item in {enum} and False
"""


def with_member_lists(tree: ast.Module, imported: bool) -> ast.Module:
    """The file, in which the members are handed over. Others may call what an `imported` one has, with anything."""
    enums = enums_in(tree)
    if not enums or not any(node.id in enums for node in occurring(tree, ast.Name)):
        return tree
    changed = copy.deepcopy(tree)
    carriers = Carriers(changed, enums)
    handed = carriers.handed()
    open_ended = imported and (carriers.named or carriers.valued or carriers.sought)
    if not handed or open_ended or (carriers.shared and (imported or reads_others(tree))):
        return tree
    taken = {node.id for node in ast.walk(changed) if isinstance(node, ast.Name)}
    if {"tuple", "named_member", "valued_member", "sought_member"} & (taken & carriers.stored):
        return tree
    _Written(handed, carriers.named, carriers.valued, carriers.sought).visit(changed)
    written = (
        (_NAMED, "named_member", carriers.named),
        (_VALUED, "valued_member", carriers.valued),
        (_SOUGHT, "sought_member", carriers.sought),
    )
    for text, name, nodes in written:
        if nodes:
            helper = ast.parse(text.format(function=name, enum=min(carriers.enums)))
            changed.body += [placed(_bare(node), next(iter(nodes))) for node in helper.body]
    return changed


def _bare(node: ast.stmt) -> ast.stmt:
    """Without places, to get those of the file."""
    for part in ast.walk(node):
        for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            part.__dict__.pop(name, None)
    return node


class _Written(ast.NodeTransformer):
    def __init__(
        self, handed: set[ast.expr], named: set[ast.expr], valued: set[ast.expr], sought: set[ast.expr]
    ) -> None:
        self.handed = handed
        self.named = named
        self.valued = valued
        self.sought = sought

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _call("tuple", node, node) if node in self.handed else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        asked = node in self.named
        self.generic_visit(node)
        return _call("named_member", node, node.value, node.slice) if asked else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        asked = node in self.valued
        self.generic_visit(node)
        return _call("valued_member", node, node.func, *node.args) if asked else node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        asked = node in self.sought
        self.generic_visit(node)
        if not asked:
            return node
        found = _call("sought_member", node, node.left, node.comparators[0])
        return placed(ast.UnaryOp(ast.Not(), found), node) if isinstance(node.ops[0], ast.NotIn) else found


def _call(name: str, at: ast.expr, *values: ast.expr) -> ast.expr:
    return placed(ast.Call(ast.Name(name, ast.Load()), list(values), []), at)
