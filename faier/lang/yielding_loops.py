"""Iterators as loops: `(f(x) for x in xs)` is `for x in xs: yield f(x)`."""

from __future__ import annotations

import ast
import copy
from typing import cast

from faier.lang import names
from faier.lang.occurring import occurring
from faier.lang.placing import moved, placed

# What some of `itertools` yield, of what they go over: OVER, OTHER; a function is CALLED of a VALUE.
_TEXTS = {
    "itertools.accumulate": "first, total = True, None\nfor value in OVER:\n"
    "    total = value if first else total + value\n    first = False\n    yield total",
    "itertools.pairwise": "first, before = True, None\nfor value in OVER:\n    if not first:\n"
    "        yield before, value\n    first, before = False, value",
    "itertools.takewhile": "for value in OVER:\n    if not CALLED(value):\n        return\n    yield value",
    "itertools.dropwhile": "dropping = True\nfor value in OVER:\n    if dropping and not CALLED(value):\n"
    "        dropping = False\n    if not dropping:\n        yield value",
    "itertools.starmap": "for value in OVER:\n    yield CALLED(*value)",
    "map": "for value in OVER:\n    yield CALLED(value)",
    "filter": "for value in OVER:\n    if CALLED(value):\n        yield value",
    "iter": "for value in OVER:\n    yield value",
}
LIBRARY = frozenset([*_TEXTS, "itertools.chain", "zip", "enumerate", "reversed"])
_CALLING = frozenset(["map", "filter", "itertools.takewhile", "itertools.dropwhile", "itertools.starmap"])


def loops_of(value: ast.GeneratorExp, taken: set[str]) -> list[ast.stmt]:
    """Loops that yield what the comprehension gives, with variables of their own."""
    made = _with_own_names(value, taken)
    return [_loops(made, [ast.Expr(ast.Yield(made.elt))], leaves=False, otherwise=[])]


def with_loops_in_loops(tree: ast.Module) -> ast.Module:
    """The file, in which `for z in (f(x, y) for x in xs for y in ys(x))` is a loop in a loop: both go on in turn."""
    spots = [node for node in occurring(tree, ast.For) if _several(node.iter) is not None]
    if not spots:
        return tree
    work = _Loops({*names.given_names(tree), *(part.id for part in occurring(tree, ast.Name))})
    return cast(ast.Module, work.visit(copy.deepcopy(tree)))


class _Loops(ast.NodeTransformer):
    def __init__(self, taken: set[str]) -> None:
        self.taken = taken

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        value = _several(node.iter)
        if value is None:
            return node
        made = _with_own_names(value, self.taken)
        body = [placed(ast.Assign([node.target], made.elt), node), *node.body]
        return placed(_loops(made, body, leaves=_leaves(node.body), otherwise=node.orelse), node)


def _several(node: ast.expr) -> ast.GeneratorExp | None:
    if not isinstance(node, ast.GeneratorExp) or len(node.generators) < 2:
        return None
    return None if any(one.is_async for one in node.generators) else node


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether a `break` of the loop itself is in it."""
    for node in body:
        if isinstance(node, ast.Break):
            return True
        if isinstance(node, (ast.For, ast.While)):
            inside = [node.orelse]
        else:
            inside = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
            inside += [part.body for part in (*getattr(node, "handlers", []), *getattr(node, "cases", []))]
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) and any(map(_leaves, inside)):
            return True
    return False


def _with_own_names(value: ast.GeneratorExp, taken: set[str]) -> ast.GeneratorExp:
    made = copy.deepcopy(value)
    first = made.generators[0].iter
    made.generators[0].iter = ast.Constant(None)
    new: dict[str, str] = {}
    for name in sorted(targets_of(made)):
        new[name] = names.fresh(name.strip("_") or "item", taken)
        taken.add(new[name])
    _Renamed(new).visit(made)
    made.generators[0].iter = first
    return made


def _loops(made: ast.GeneratorExp, body: list[ast.stmt], *, leaves: bool, otherwise: list[ast.stmt]) -> ast.stmt:
    """A loop for each clause; what leaves the innermost one `leaves` them all."""
    for clause in reversed(made.generators):
        for test in reversed(clause.ifs):
            body = [ast.If(test, body, [])]
        if clause is made.generators[0]:
            body = [ast.For(clause.target, clause.iter, body, otherwise)]
        elif leaves:
            body = [ast.For(clause.target, clause.iter, body, [ast.Continue()]), ast.Break()]
        else:
            body = [ast.For(clause.target, clause.iter, body, [])]
    (loop,) = body
    return loop


def library_loops(
    word: str, call: ast.Call, taken: set[str]
) -> tuple[list[ast.stmt], list[str], list[ast.expr]] | None:
    """What a call of a function of Python's library yields: statements, their parameters and what these are given."""
    if call.keywords or any(isinstance(item, ast.Starred) for item in call.args):
        return None
    given = call.args[1:] if word in _CALLING else call.args
    if not given or (word in _TEXTS and len(given) != 1):
        return None
    own = [names.fresh(f"over_{at}", taken) for at in range(len(given))]
    if word == "itertools.chain":
        text = "\n".join(f"for value in {name}:\n    yield value" for name in own)
    elif word in _TEXTS:
        text = _TEXTS[word].replace("OVER", own[0])
    else:
        text = f"for value in CALLED({', '.join(own)}):\n    yield value"
    body = ast.parse(text).body
    mentioned = {part.id for statement in body for part in ast.walk(statement) if isinstance(part, ast.Name)}
    inside = mentioned - {"CALLED", *own}
    new = {name: names.fresh(name, taken | set(own)) for name in inside}
    each = call.args[0] if word in _CALLING else call.func
    if word in _CALLING and not _is_function(each):
        return None
    work = _Called(each)
    made = [moved(work.visit(_Renamed(new).visit(part)), call) for part in body]
    taken |= {*own, *new.values()}
    return None if work.failed else (made, own, list(given))


def _is_function(each: ast.expr) -> bool:
    match each:
        case ast.Lambda(args=ast.arguments(posonlyargs=[], vararg=None, kwonlyargs=[], kwarg=None, defaults=[])):
            inside = [
                part for part in ast.walk(each.body) if isinstance(part, (ast.arg, ast.NamedExpr, ast.comprehension))
            ]
            return not inside
    return isinstance(each, (ast.Name, ast.Attribute)) or (isinstance(each, ast.Constant) and each.value is None)


class _Called(ast.NodeTransformer):
    """Writes what the function computes where it is called."""

    def __init__(self, each: ast.expr) -> None:
        self.each = each
        self.failed = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(func=ast.Name("CALLED"), args=args):
                pass
            case _:
                return node
        match self.each, args:
            case ast.Constant(), [value]:
                return value
            case ast.Lambda(args=ast.arguments(args=[own]), body=body), [ast.Name(id=name)]:
                return cast(ast.AST, _Renamed({own.arg: name}).visit(copy.deepcopy(body)))
            case ast.Lambda(args=ast.arguments(args=own), body=body), [ast.Starred(value=ast.Name() as value)]:
                wanted = {item.arg: ast.Subscript(value, ast.Constant(at), ast.Load()) for at, item in enumerate(own)}
                return cast(ast.AST, _Instead(wanted).visit(copy.deepcopy(body)))
            case ast.Lambda(), _:
                self.failed = True
                return node
        return ast.Call(copy.deepcopy(self.each), args, [])


def targets_of(value: ast.GeneratorExp) -> set[str]:
    """The variables of the comprehension."""
    inside = [part for clause in value.generators for part in ast.walk(clause.target)]
    return {part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


class _Renamed(ast.NodeTransformer):
    def __init__(self, instead: dict[str, str]) -> None:
        self.instead = instead

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self.instead.get(node.id, node.id)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self.instead.get(node.arg, node.arg)  # a lambda's own, which hides the other one
        return node


class _Instead(ast.NodeTransformer):
    def __init__(self, instead: dict[str, ast.Subscript]) -> None:
        self.instead = instead

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return copy.deepcopy(self.instead.get(node.id, node))
