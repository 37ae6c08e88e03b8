"""Constants that an `if` at the top level chooses:

    if SMALL:                               EPS = 1 if SMALL else 2
        EPS = 1
    else:
        EPS = 2

Each branch gives values to the same names, in the same order, and does nothing else. Where these are several the test
is computed for each, so it calls nothing and reads none of them.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.placing import placed


def with_chosen_constants(tree: ast.Module) -> ast.Module:
    """The file, in which a conditional expression stands for each of these constants."""
    if not any(isinstance(node, ast.If) and node.orelse for node in tree.body):
        return tree
    body: list[ast.stmt] = []
    for node in tree.body:
        found = _values([node]) if isinstance(node, ast.If) else None
        body += [node] if found is None else [_constant(target, value) for target, value in found]
    return ast.Module(body, tree.type_ignores)


def _constant(target: ast.Name, value: ast.expr) -> ast.stmt:
    return placed(ast.Assign([target], value), target)


def _values(block: list[ast.stmt]) -> list[tuple[ast.Name, ast.expr]] | None:
    """What a block gives values to, if that is all that it does."""
    match block:
        case [ast.If(test=test, body=body, orelse=[_, *_] as orelse) as node]:
            first, second = _values(body), _values(orelse)
            names = [target.id for target, _ in first or []]
            if first is None or second is None or names != [target.id for target, _ in second]:
                return None
            if len({*names}) < len(names) or (len(names) > 1 and not _may_be_repeated(test, {*names})):
                return None
            return [
                (target, placed(ast.IfExp(copy.deepcopy(test), value, other), node))
                for (target, value), (_, other) in zip(first, second, strict=True)
            ]
    found: list[tuple[ast.Name, ast.expr]] = []
    for part in block:
        match part:
            case ast.Assign(targets=[ast.Name() as target], value=value) if not isinstance(value, ast.Lambda):
                found.append((target, value))
            case _:
                return None
    return found


def _may_be_repeated(test: ast.expr, names: set[str]) -> bool:
    return not any(
        isinstance(part, ast.Call | ast.NamedExpr) or (isinstance(part, ast.Name) and part.id in names)
        for part in ast.walk(test)
    )
