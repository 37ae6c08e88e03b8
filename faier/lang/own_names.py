"""What a class reads of itself while it is made: `DOUBLE = 2 * LIMIT`, `def spend(self, units=LIMIT)`.

class Session:                          class Session:
    LIMIT = 3                               LIMIT = 3
    DOUBLE = 2 * LIMIT                      DOUBLE = 2 * 3
    def spend(self, units=LIMIT): ...       def spend(self, units=3): ...

That is so of names that the class gives one value, above, which never changes. What a lambda or a comprehension reads
is not the class's, and stays.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from faier.lang.occurring import occurring

_PLAIN = (ast.Constant, ast.Name, ast.Load, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator, ast.Tuple)
_LONGEST = 100
_INNER = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def with_own_names(tree: ast.Module) -> ast.Module:
    """The file, in which classes read none of their own names."""
    if not any(_reads_own(node) for node in occurring(tree, ast.ClassDef)):
        return tree
    tree = copy.deepcopy(tree)
    for node in [part for part in ast.walk(tree) if isinstance(part, ast.ClassDef)]:
        _write(node)
    return tree


def _reads_own(node: ast.ClassDef) -> bool:
    given = {name for part in node.body for name in _given(part)}
    return any(
        isinstance(part, ast.Name) and part.id in given
        for statement in node.body
        for value in _worked_out(statement)
        for part in ast.walk(value)
    )


def _write(node: ast.ClassDef) -> None:
    given = Counter(name for part in node.body for name in _given(part))
    known: dict[str, ast.expr] = {}
    for statement in node.body:
        written = _Written(known)
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                assert statement.value is not None
                statement.value = written.of(statement.value)
                if given[name] == 1 and _is_plain(statement.value, given):
                    known[name] = statement.value
            case ast.FunctionDef(args=args):
                args.defaults = list(map(written.of, args.defaults))
                args.kw_defaults = [None if value is None else written.of(value) for value in args.kw_defaults]


def _given(statement: ast.stmt) -> Iterator[str]:
    """The names that the class may have afterwards."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        yield statement.name
        return
    if isinstance(statement, ast.AnnAssign) and statement.value is None:
        return
    for part in ast.walk(statement):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            yield part.id


def _worked_out(statement: ast.stmt) -> list[ast.expr]:
    match statement:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            return [value]
        case ast.FunctionDef(args=args):
            return [*args.defaults, *(value for value in args.kw_defaults if value is not None)]
    return []


def _is_plain(value: ast.expr, given: Counter[str]) -> bool:
    """Whether it is short, the same wherever it is computed, and nobody can change it."""
    parts = list(islice(ast.walk(value), _LONGEST))
    if len(parts) == _LONGEST:
        return False
    own = any(isinstance(part, ast.Name) and part.id in given for part in parts)
    return not own and all(isinstance(part, _PLAIN) for part in parts)


class _Written(ast.NodeTransformer):
    def __init__(self, known: dict[str, ast.expr]) -> None:
        self.known = known

    def of(self, value: ast.expr) -> ast.expr:
        made = self.visit(value)
        assert isinstance(made, ast.expr)
        return made

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, _INNER):
            return node
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in self.known:
            made = copy.deepcopy(self.known[node.id])
            for part in ast.walk(made):
                ast.copy_location(part, node)
            return made
        return self.generic_visit(node)
