"""Several functions that share what they remember: `spend, left = make_budget(2)`, where `make_budget` ends with
`return spend, left`.

What they remember is one record, and each is a method of it.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass

from faier.lang import names
from faier.lang.closures import (
    KEPT,
    SCOPES,
    Remembered,
    arguments_of,
    changed_by,
    new_name,
    own_parts,
    parameters_named,
    variables_of,
    with_first,
)
from faier.lang.placing import placed


def with_shared_closures(tree: ast.Module) -> ast.Module:
    """The file, in which such functions are methods, wherever they are called and nothing else."""
    if not any(isinstance(part, ast.Nonlocal) for part in ast.walk(tree)):
        return tree
    for place, node in enumerate(tree.body):
        found = _found(node) if isinstance(node, ast.FunctionDef) else None
        if found is None or not _only_taken_apart(tree, found):
            continue
        tree = copy.deepcopy(tree)
        _write(tree, place)
        return with_shared_closures(tree)
    return tree


@dataclass
class _Maker:
    """A function that returns functions inside of it."""

    node: ast.FunctionDef
    inner: dict[str, ast.FunctionDef]
    returned: list[str]
    remembered: list[str]


def _found(node: ast.FunctionDef) -> _Maker | None:
    own = own_parts(node.body)
    match node.body[-1]:
        case ast.Return(value=ast.Tuple(elts=elements)):
            returned = [part.id for part in elements if isinstance(part, ast.Name)]
        case _:
            return None
    inner = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
    bound = {*names.assigned_names(node.body), *(part.arg for part in arguments_of(node.args))}
    single = all(sum(name == other for other, _ in names.bindings(node.body)) == 1 for name in inner)
    mentioned = [part.id for part in own if isinstance(part, ast.Name) and part.id in inner]
    if len(returned) != len(elements) or sorted(mentioned) != sorted(inner) or sorted(returned) != sorted(inner):
        return None
    others = [part for part in own if isinstance(part, SCOPES) and part not in inner.values()]
    leaving = [part for part in own if isinstance(part, (ast.Return, ast.Yield, ast.YieldFrom))]
    if not single or others or len(leaving) > 1 or node.decorator_list or not any(map(changed_by, inner.values())):
        return None
    remembered: dict[str, None] = {}
    for function in inner.values():
        inside = [part for statement in function.body for part in ast.walk(statement)]
        parameters = {part.arg for part in arguments_of(function.args)}
        hidden = {part.arg for part in inside if isinstance(part, ast.arg)}
        hidden |= variables_of(part for part in inside if isinstance(part, ast.comprehension))
        hidden |= {part.name for part in inside if isinstance(part, ast.FunctionDef)}
        further = [part for one in inside if isinstance(one, SCOPES) for part in ast.walk(one)]
        refused = any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in inside)
        refused = refused or any(isinstance(part, (ast.Nonlocal, ast.Global)) for part in further)
        own_names = {*parameters, *names.assigned_names(function.body)} - changed_by(function)
        read = [part.id for part in inside if isinstance(part, ast.Name)]
        around = [name for name in read if name in bound and name not in own_names]
        if refused or function.decorator_list or hidden & bound or not changed_by(function) <= bound:
            return None
        if any(name in inner and not _is_called(name, inside) for name in around):
            return None
        if any(isinstance(part, ast.Name) and part.id in around for part in ast.walk(function.args)):
            return None
        remembered |= dict.fromkeys(name for name in around if name not in inner)
    return _Maker(node, inner, returned, list(remembered)) if remembered else None


def _is_called(name: str, inside: list[ast.AST]) -> bool:
    """Whether it is a function that is called wherever it stands."""
    called = {id(part.func) for part in inside if isinstance(part, ast.Call)}
    return all(id(part) in called for part in inside if isinstance(part, ast.Name) and part.id == name)


def _only_taken_apart(tree: ast.Module, maker: _Maker) -> bool:
    """Whether each call of it is `first, second = make(...)` in a function in which these are called alone."""
    name = maker.node.name
    mentions = [part for part in ast.walk(tree) if isinstance(part, ast.Name) and part.id == name]
    known = 0
    for function in [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]:
        taking = [part for part in own_parts(function.body) if _takes(part, name)]
        known += len(taking)
        for statement in taking:
            targets = _targets(statement)
            if targets is None or len(set(targets)) != len(maker.returned):
                return False
            if not all(_only_called(function, target) for target in targets):
                return False
    return known == len(mentions) > 0


def _takes(part: ast.AST, name: str) -> bool:
    match part:
        case ast.Assign(value=ast.Call(func=ast.Name(id=called))):
            return called == name
    return False


def _targets(statement: ast.AST) -> list[str] | None:
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=elements)]):
            found = [part.id for part in elements if isinstance(part, ast.Name)]
            return found if len(found) == len(elements) else None
    return None


def _only_called(function: ast.FunctionDef, name: str) -> bool:
    """Whether the variable gets its one value there, and is called in the function itself and nothing else."""
    bindings = [known for known, _ in names.bindings(function.body) if known == name]
    every = [part for part in ast.walk(function) if isinstance(part, ast.Name) and part.id == name]
    own = [part for part in own_parts(function.body) if isinstance(part, ast.Name) and part.id == name]
    parameters = [part.arg for part in ast.walk(function) if isinstance(part, ast.arg)]
    calls = {id(part.func) for part in own_parts(function.body) if isinstance(part, ast.Call)}
    called = all(id(part) in calls for part in own if isinstance(part.ctx, ast.Load))
    return len(bindings) == 1 and len(own) == len(every) and name not in parameters and called


def _write(tree: ast.Module, place: int) -> None:
    node = tree.body[place]
    assert isinstance(node, ast.FunctionDef)
    maker = _found(node)
    assert maker is not None
    taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | set(names.assigned_names(tree.body))
    title = new_name(f"{node.name}_shared", taken)
    for function in [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]:
        for statement in [part for part in own_parts(function.body) if _takes(part, node.name)]:
            targets = _targets(statement)
            assert isinstance(statement, ast.Assign) and targets is not None
            record = new_name("_".join(targets), taken)
            statement.targets = [placed(ast.Name(record, ast.Store()), statement)]
            methods = dict(zip(targets, maker.returned, strict=True))
            for part in ast.walk(function):
                if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in methods:
                    called = ast.Attribute(ast.Name(record, ast.Load()), methods[part.func.id], ast.Load())
                    part.func = placed(called, part.func)
    tree.body.insert(place, _class(maker, title, taken))
    node.body = [part for part in node.body[:-1] if part not in maker.inner.values()]
    given: list[ast.expr] = [ast.Name(name, ast.Load()) for name in maker.remembered]
    node.body.append(placed(ast.Return(ast.Call(ast.Name(title, ast.Load()), given, [])), node))


def _class(maker: _Maker, title: str, taken: set[str]) -> ast.ClassDef:
    own = new_name("closure", taken | {part.arg for part in ast.walk(maker.node) if isinstance(part, ast.arg)})
    start: list[ast.stmt] = [
        ast.Assign([ast.Attribute(ast.Name(own, ast.Load()), f"{KEPT}{name}", ast.Store())], ast.Name(name, ast.Load()))
        for name in maker.remembered
    ]
    first = ast.FunctionDef("__init__", parameters_named([own, *maker.remembered]), start, [], None)
    methods: list[ast.stmt] = [first]
    read, siblings = Remembered(own, frozenset(maker.remembered)), _Siblings(own, frozenset(maker.inner))
    for name, function in maker.inner.items():
        fields = {**dict(ast.iter_fields(function.args)), **with_first(function.args, ast.arg(own))}
        body = [read.visit(siblings.visit(part)) for part in function.body]
        methods.append(ast.FunctionDef(name, ast.arguments(**fields), body, [], function.returns))
    made = ast.ClassDef(title, [], [], methods, [])
    for part in (*methods, made):
        part.type_params = []  # type: ignore[attr-defined,union-attr,unused-ignore]
    return placed(made, maker.node)


class _Siblings(ast.NodeTransformer):
    """`left()` as `closure.left()`."""

    def __init__(self, own: str, known: frozenset[str]) -> None:
        self.own = own
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.known:
            return node
        return placed(ast.Attribute(ast.Name(self.own, ast.Load()), node.id, ast.Load()), node)
