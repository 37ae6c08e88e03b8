"""Constants that functions and classes of the file make: `BUDGET = make_budget(3)`, `PIPELINE = Clip(0, 2) >> Count()`.

Such a constant becomes a helper without parameters, and each mention of it a call: what the helper returns nobody may
change, so it is the same at every mention. Python computes it once, when the file is loaded: what it comes upon must
stand above it then, and must draw nothing.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Container, Iterable

from faier.lang import names
from faier.lang.names import File
from faier.lang.overloading import OPERATIONS
from faier.lang.placing import placed
from faier.lang.syntax import Draw, Function
from faier.lang.walk import callees, expressions, parts, statements, target_expressions

_STARTS = frozenset(["__init__", "__post_init__"])
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
_MARK = "constant"


def with_made_constants(tree: ast.Module, given: Container[str]) -> ast.Module:
    """The file, in which these constants are helpers; those that are `given` from outside stay what they are."""
    if not any(isinstance(node, _DEFINITIONS) for node in tree.body):
        return tree
    work = _Making(tree, given)
    body = [made for node in tree.body for made in work.read(node)]
    return ast.Module(body, tree.type_ignores) if work.made else tree


def is_constant(node: ast.AST) -> bool:
    """Whether the function is a constant that is made."""
    return getattr(node, _MARK, False) is True


def classes_made(tree: ast.Module) -> dict[str, str]:
    """What such constants are called, and what is called to make them."""
    found: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name, body=[ast.Return(value=ast.Call(func=ast.Name(id=made)))]):
                found |= {name: made} if is_constant(node) else {}
    return found


def steady(functions: Iterable[Function]) -> frozenset[str]:
    """The helpers that take nothing and draw nothing: they always return the same."""
    known = {function.name: function for function in functions}
    return frozenset(
        function.name
        for function in known.values()
        if function.kind == "helper" and not (function.parameters or function.captured or function.yields)
        if not any(_draws(other) for other in _reached(function.name, known))
    )


def check_drawn(functions: tuple[Function, ...], made: Iterable[str], file: File) -> None:
    """Report constants that draw when the file is loaded."""
    known = {function.name: function for function in functions}
    for name in made:
        if name in known and any(map(_draws, _reached(name, known))):
            message = f"`{known[name].name}` may be drawn when the file is loaded: all runs would share that draw"
            file.problems.add("FA209", known[name].span, message, "draw inside the mechanism")


def _reached(name: str, known: dict[str, Function]) -> list[Function]:
    """The function, and those that it may call."""
    reached, waiting = {name}, [name]
    while waiting:
        further = set(callees(known[waiting.pop()])) & known.keys() - reached
        reached |= further
        waiting += further
    return [known[other] for other in reached]


def _draws(function: Function) -> bool:
    found = statements(function.body)
    return any(
        isinstance(part, Draw)
        for statement in found
        for expression in (*expressions(statement), *target_expressions(statement))
        for part in parts(expression)
    )


class _Making:
    def __init__(self, tree: ast.Module, given: Container[str]) -> None:
        self.given = given
        self.made: set[str] = set()
        self.functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.functions |= {name for node in tree.body if (name := names.function_of(node)) is not None}
        self.classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        methods = [part for node in self.classes.values() for part in node.body if isinstance(part, ast.FunctionDef)]
        self.methods: dict[str, list[ast.AST]] = {}
        for part in methods:
            self.methods.setdefault(part.name, []).append(part)
        self.operators = bool(self.methods.keys() & OPERATIONS.keys())
        self.started = {name for name in self.classes if self.is_started(name, ())}
        self.top: dict[str, list[ast.stmt]] = {}
        for node in tree.body:
            for name, _ in names.bindings([node]):
                self.top.setdefault(name, []).append(node)
        self.catches = any(isinstance(part, ast.Try) or _mentions_suppress(part) for part in ast.walk(tree))

    def is_started(self, name: str, before: tuple[str, ...]) -> bool:
        """Whether making a record of the class runs a function of it."""
        node = self.classes.get(name)
        if node is None or name in before:
            return False
        if any(isinstance(part, ast.FunctionDef) and part.name in _STARTS for part in node.body):
            return True
        return any(isinstance(base, ast.Name) and self.is_started(base.id, (*before, name)) for base in node.bases)

    def read(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.Assign(targets=[target], value=value):
                pass
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                pass
            case _:
                return [node]
        found = target.elts if isinstance(target, ast.Tuple) else [target]
        called = [part.id for part in found if isinstance(part, ast.Name)]
        once = all(self.top.get(name) == [node] and name not in self.given for name in called)
        if not found or len(called) < len(found) or not once or not self.needs(value) or not self.is_ready(node, value):
            return [node]
        self.made |= set(called)
        return [self.helper(name, found, value, node) for name in called]

    def helper(self, name: str, found: list[ast.expr], value: ast.expr, at: ast.stmt) -> ast.stmt:
        value = copy.deepcopy(value)
        body: list[ast.stmt] = []
        if len(found) > 1 or (isinstance(at, ast.Assign) and isinstance(at.targets[0], ast.Tuple)):
            own = {part.id: f"{part.id}_made" for part in found if isinstance(part, ast.Name)}
            targets: list[ast.expr] = [ast.Name(given, ast.Store()) for given in own.values()]
            body.append(ast.Assign([ast.Tuple(targets, ast.Store())], value))
            value = ast.Name(own[name], ast.Load())
        body.append(ast.Return(value))
        if self.catches:  # what raises when the file is loaded is caught by nothing that runs later
            wrong = ast.BinOp(ast.Constant(f"`{name}` cannot be made"), ast.Add(), ast.Constant(0))
            body = _caught(body, wrong)
        made = ast.FunctionDef(name, ast.arguments([], [], None, [], [], None, []), body, [], None)
        made.type_params = []  # type: ignore[attr-defined,unused-ignore]
        setattr(made, _MARK, True)
        return placed(made, at)

    def needs(self, value: ast.expr) -> bool:
        """Whether functions of the file may run while the value is computed."""
        if isinstance(value, ast.Lambda) or _is_partial(value):
            return False
        for part in _run(value):
            match part:
                case ast.Name(id=name) if name in self.made:
                    return True
                case ast.Call(func=ast.Name(id=name)) if name in self.functions | self.started:
                    return True
                case ast.Attribute(attr=name) if name in self.methods:
                    return True
                case ast.Name(id=name) if self.operators and name in self.classes and value is not part:
                    return not isinstance(value, ast.Call) or self.inside_operator(value)
        return False

    def inside_operator(self, value: ast.expr) -> bool:
        return any(isinstance(part, ast.BinOp | ast.UnaryOp | ast.Compare | ast.Subscript) for part in _run(value))

    def is_ready(self, node: ast.stmt, value: ast.expr) -> bool:
        """Whether all that it may come upon stands above it."""
        seen: set[int] = set()
        waiting: list[ast.AST] = [value]
        while waiting:
            part = waiting.pop()
            if id(part) in seen:
                continue
            seen.add(id(part))
            for inner in ast.walk(part):
                match inner:
                    case ast.Name(id=name):
                        for other in self.top.get(name, []):
                            if _spot(other) >= _spot(node):
                                return False
                            waiting += self.run_by(other)
                    case ast.Attribute(attr=name):
                        waiting += self.methods.get(name, [])
        return True

    def run_by(self, node: ast.AST) -> list[ast.AST]:
        """What may run where the name of this is mentioned."""
        if not isinstance(node, ast.ClassDef):
            return [node]
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        rest = [part for part in node.body if part not in methods]
        return [*node.bases, *rest, *(part for part in methods if part.name.startswith("__"))]


def _run(value: ast.expr) -> list[ast.AST]:
    """The parts of the expression but for the bodies of lambdas."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [value]
    while waiting:
        part = waiting.pop()
        found.append(part)
        if not isinstance(part, ast.Lambda):
            waiting += ast.iter_child_nodes(part)
    return found


def _is_partial(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial")):
            return True
    return False


def _caught(body: list[ast.stmt], wrong: ast.expr) -> list[ast.stmt]:
    """The body, in which nothing is raised that can be caught."""
    *first, last = body
    assert isinstance(last, ast.Return) and last.value is not None
    made = ast.Assign([ast.Name("made_here", ast.Store())], last.value)
    handler = ast.ExceptHandler(ast.Name("Exception", ast.Load()), None, [ast.Return(wrong)])
    return [ast.Try([*first, made], [handler], [], []), ast.Return(ast.Name("made_here", ast.Load()))]


def _mentions_suppress(node: ast.AST) -> bool:
    return isinstance(node, ast.alias) and node.name in ("suppress", "contextlib")


def _spot(node: ast.AST) -> tuple[int, int]:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
