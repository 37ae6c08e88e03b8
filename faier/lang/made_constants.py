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
from faier.lang.reached import draws, reached
from faier.lang.syntax import Function

_STARTS = frozenset(["__init__", "__post_init__"])
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
_MARK = "constant"


def with_made_constants(tree: ast.Module, given: Container[str]) -> ast.Module:
    """The file, in which these constants are helpers; those that are `given` from outside stay what they are."""
    if not any(isinstance(node, _DEFINITIONS) for node in tree.body) or not _Making(tree, given).may_make(tree):
        return tree
    tree = copy.deepcopy(tree)
    work = _Making(tree, given)
    work.look(tree)
    body = [made for node in tree.body for made in work.read(node)]
    work.ask(body)
    return ast.Module(body, tree.type_ignores)


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
        if not any(draws(other) for other in reached(function.name, known))
    )


def check_drawn(functions: tuple[Function, ...], made: Iterable[str], file: File) -> None:
    """Report constants that draw when the file is loaded."""
    known = {function.name: function for function in functions}
    for name in made:
        if name in known and any(map(draws, reached(name, known))):
            message = f"`{known[name].name}` may be drawn when the file is loaded: all runs would share that draw"
            file.problems.add("FA209", known[name].span, message, "draw inside the mechanism")


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
        self.taken: set[str] = set()
        self.asked: list[tuple[str, ast.Assert]] = []
        self.catches = False

    def may_make(self, tree: ast.Module) -> bool:
        """Whether anything is asserted when the file is loaded, or may run functions of it then."""
        return any(isinstance(node, ast.Assert) or any(map(self.needs, _computed(node))) for node in tree.body)

    def look(self, tree: ast.Module) -> None:
        """Note which names there are, and whether anything is caught."""
        for node in tree.body:
            for name, _ in names.bindings([node]):
                self.top.setdefault(name, []).append(node)
        self.taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | self.top.keys()
        self.taken |= {part.arg for part in ast.walk(tree) if isinstance(part, ast.arg)}
        self.catches = any(isinstance(part, ast.Try) or _mentions_suppress(part) for part in ast.walk(tree))

    def is_started(self, name: str, before: tuple[str, ...]) -> bool:
        """Whether making a record of the class runs a function of it."""
        node = self.classes.get(name)
        if node is None or name in before:
            return False
        if any(isinstance(part, ast.FunctionDef) and part.name in _STARTS for part in node.body):
            return True
        for part in node.body:  # fields that are made anew each time
            for inner in ast.walk(part) if isinstance(part, ast.AnnAssign) else ():
                if isinstance(inner, ast.keyword) and inner.arg == "default_factory":
                    named = {item.id for item in ast.walk(inner.value) if isinstance(item, ast.Name)}
                    if named & self.functions or any(self.is_started(other, (*before, name)) for other in named):
                        return True
        return any(isinstance(base, ast.Name) and self.is_started(base.id, (*before, name)) for base in node.bases)

    def read(self, node: ast.stmt) -> list[ast.stmt]:
        before = self.hoisted(node)
        match node:
            case ast.Assign(targets=[target], value=value):
                pass
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                pass
            case ast.Assert():
                return [self.asserted(node)]
            case _:
                return [*before, node]
        found = target.elts if isinstance(target, ast.Tuple) else [target]
        called = [part.id for part in found if isinstance(part, ast.Name)]
        once = all(self.top.get(name) == [node] and name not in self.given for name in called)
        if not found or len(called) < len(found) or not once or not self.needs(value) or not self.is_ready(node, value):
            return [node]
        self.made |= set(called)
        return [self.helper(name, found, value, node) for name in called]

    def helper(self, name: str, found: list[ast.expr], value: ast.expr, at: ast.AST) -> ast.FunctionDef:
        value = copy.deepcopy(value)
        body: list[ast.stmt] = []
        if len(found) > 1 or (isinstance(at, ast.Assign) and isinstance(at.targets[0], ast.Tuple)):
            own = {part.id: f"{part.id}_made" for part in found if isinstance(part, ast.Name)}
            targets: list[ast.expr] = [ast.Name(given, ast.Store()) for given in own.values()]
            body.append(ast.Assign([ast.Tuple(targets, ast.Store())], value))
            value = ast.Name(own[name], ast.Load())
        body.append(ast.Return(self.in_steps(value, body)))
        if self.catches:  # what raises when the file is loaded is caught by nothing that runs later
            wrong = ast.BinOp(ast.Constant(f"`{name}` cannot be made"), ast.Add(), ast.Constant(0))
            body = _caught(body, wrong)
        made = ast.FunctionDef(name, ast.arguments([], [], None, [], [], None, []), body, [], None)
        made.type_params = []  # type: ignore[attr-defined,unused-ignore]
        setattr(made, _MARK, True)
        return placed(made, at)

    def in_steps(self, value: ast.expr, before: list[ast.stmt]) -> ast.expr:
        """The value, where what an operator of a class gets has a name: `a() >> b() >> c()` is `ab >> c` then."""
        if not isinstance(value, ast.BinOp) or not self.operators:
            return value
        for field in ("left", "right"):
            part = self.in_steps(getattr(value, field), before)
            if isinstance(part, ast.BinOp | ast.Call):
                name = names.fresh("operand", self.taken)
                self.taken.add(name)
                before.append(placed(ast.Assign([ast.Name(name, ast.Store())], part), part))
                part = ast.Name(name, ast.Load())
            setattr(value, field, part)
        return value

    def ask(self, body: list[ast.stmt]) -> None:
        """Each mechanism makes sure first of what is asserted at the top level."""
        for node in body:
            if self.asked and isinstance(node, ast.FunctionDef) and _is_mechanism(node):
                first = 1 if ast.get_docstring(node) is not None else 0
                at = node.body[0]
                asked = [ast.Assert(ast.Name(name, ast.Load()), line.msg) for name, line in self.asked]
                node.body[first:first] = [placed(part, at) for part in asked]

    def hoisted(self, node: ast.stmt) -> list[ast.stmt]:
        """What stands before a function or a class: the defaults that functions of the file make, and what makes those
        of fields."""
        found: list[ast.stmt] = []
        if isinstance(node, ast.FunctionDef):
            self.defaults(node, "", found)
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                match part:
                    case ast.FunctionDef():
                        self.defaults(part, f"{node.name}_", found)
                    case ast.AnnAssign(target=ast.Name(id=name), value=ast.Call(func=function, keywords=keywords)) if (
                        ast.unparse(function) in ("field", "dataclasses.field")
                    ):
                        for item in keywords:
                            if item.arg == "default_factory" and isinstance(item.value, ast.Lambda):
                                self.factory(item, f"{node.name}_{name}", found)
                    case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if self.needs(value):
                        part.value = self.apart(value, f"{node.name}_{name}", found)
        return found

    def defaults(self, function: ast.FunctionDef, title: str, found: list[ast.stmt]) -> None:
        args = function.args
        names_of = [item.arg for item in [*args.posonlyargs, *args.args][::-1]][: len(args.defaults)][::-1]
        for at, (name, value) in enumerate(zip(names_of, args.defaults, strict=True)):
            if not isinstance(value, ast.Name) and self.needs(value):
                args.defaults[at] = self.apart(value, f"{title}{function.name}_{name}", found)
        for at, (argument, default) in enumerate(zip(args.kwonlyargs, args.kw_defaults, strict=True)):
            if default is not None and not isinstance(default, ast.Name) and self.needs(default):
                args.kw_defaults[at] = self.apart(default, f"{title}{function.name}_{argument.arg}", found)

    def apart(self, value: ast.expr, title: str, found: list[ast.stmt]) -> ast.expr:
        """The name of a constant of its own that has the value."""
        name = self.fresh(title)
        found.append(self.helper(name, [ast.Name(name, ast.Store())], value, value))
        return ast.copy_location(ast.Name(name, ast.Load()), value)

    def factory(self, item: ast.keyword, title: str, found: list[ast.stmt]) -> None:
        """`default_factory=lambda: Part(3)` as a helper that makes one each time."""
        assert isinstance(item.value, ast.Lambda)
        if ast.unparse(item.value.args) or not self.needs(item.value.body):
            return
        name = self.fresh(title)
        made = self.helper(name, [ast.Name(name, ast.Store())], item.value.body, item.value)
        delattr(made, _MARK)
        made.body = [ast.copy_location(ast.Return(item.value.body), item.value)]
        found.append(made)
        self.functions.add(name)
        item.value = ast.copy_location(ast.Name(name, ast.Load()), item.value)

    def fresh(self, title: str) -> str:
        name = title if title not in self.taken else names.fresh(title, self.taken)
        self.taken.add(name)
        self.made.add(name)
        return name

    def asserted(self, node: ast.Assert) -> ast.stmt:
        """A condition that must hold when the file is loaded: each mechanism makes sure of it."""
        name = self.fresh("as_asserted")
        made = self.helper(name, [ast.Name(name, ast.Store())], ast.Constant(True), node)
        assert isinstance(made, ast.FunctionDef)
        made.body.insert(0, node)
        self.asked.append((name, node))
        return made

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
            own = names.assigned_names(part.body) if isinstance(part, ast.FunctionDef) else {}
            for inner in ast.walk(part):
                match inner:
                    case ast.Name(id=name) if name not in own:
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


def _computed(node: ast.stmt) -> list[ast.expr]:
    """What is computed when the file is loaded, or for each record, and may be a constant of its own."""
    match node:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            factories = [part.body for part in ast.walk(value) if isinstance(part, ast.Lambda)]
            return [value, *factories]
        case ast.FunctionDef(args=args):
            return [*args.defaults, *filter(None, args.kw_defaults)]
        case ast.ClassDef(body=body):
            return [value for part in body for value in _computed(part)]
    return []


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


def _is_mechanism(node: ast.FunctionDef) -> bool:
    return any(ast.unparse(item).rpartition(".")[2] == "mechanism" for item in node.decorator_list)


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
