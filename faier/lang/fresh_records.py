"""Records that are made where a method of them is called: `return Session(3).run(x)`, `Query(rows).where(p).count()`.

A method that changes its record needs a name for it: what is made first in a statement gets one, in a statement before.
Calls of methods that return their record at the end, and nothing else, are statements of their own then.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter

from faier.lang import changes, names
from faier.lang.made import gives_itself
from faier.lang.placing import placed

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def with_fresh_records(tree: ast.Module) -> ast.Module:
    """The file, in which such records have names."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    methods = {node.name: _methods(node) for node in classes}
    if not any(_changing(known) for known in methods.values()):
        return tree
    tree = copy.deepcopy(tree)
    for function in [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]:
        taken = {part.id for part in ast.walk(function) if isinstance(part, ast.Name)}
        hidden = taken & {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
        own = {name: known for name, known in methods.items() if name not in hidden}
        _Function(own, taken, _held(function, own)).visit(function)
    return tree


def _held(function: ast.FunctionDef, methods: dict[str, dict[str, ast.FunctionDef]]) -> dict[str, str]:
    """The classes of the records that variables hold, which are made here, or given back by their own methods."""
    held: dict[str, set[str]] = {}
    times = Counter[str]()
    for part in ast.walk(function):
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                root = _root(value, name, methods, held.get(name, set()))
                times[name] += bool(root)
                held.setdefault(name, set()).add(root)
    given = Counter(names.given_names(function))
    return {name: min(roots) for name, roots in held.items() if len(roots) == 1 and times[name] == given[name]}


def _root(value: ast.expr, name: str, methods: dict[str, dict[str, ast.FunctionDef]], known: set[str]) -> str:
    """The class that makes the record, of which only methods are called that give it back."""
    called: list[str] = []
    while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        called.append(value.func.attr)
        value = value.func.value
    owner = ""
    match value:
        case ast.Call(func=ast.Name(id=made)) if made in methods:
            owner = made
        case ast.Name(id=found) if found == name and called and len(known) == 1:
            owner = min(known)
    own = methods.get(owner, {})
    return owner if all(word in own and gives_itself(own[word]) for word in called) else ""


def _methods(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {part.name: part for part in node.body if isinstance(part, ast.FunctionDef) and not part.decorator_list}


def _changing(known: dict[str, ast.FunctionDef]) -> set[str]:
    """The methods that may change their record."""
    return {name for name in known if name != "__init__" and _may_change(known, name, set())}


def _may_change(known: dict[str, ast.FunctionDef], name: str, seen: set[str]) -> bool:
    if name not in known or name in seen:
        return False
    seen.add(name)
    for part in ast.walk(known[name]):
        match part:
            case ast.Attribute(ctx=ast.Store()):
                return True
            case ast.Subscript(ctx=ast.Store()):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Attribute() | ast.Subscript(), attr=attr)):
                if attr in changes.NAMES or attr not in known:
                    return True
            case ast.Call(func=ast.Attribute(value=ast.Name(), attr=attr)) if attr in changes.NAMES:
                return True  # perhaps a second name of something in it
            case ast.Call(func=ast.Attribute(attr=attr)) if _may_change(known, attr, seen):
                return True
    return False


class _Function:
    """One function: its own statements."""

    def __init__(self, methods: dict[str, dict[str, ast.FunctionDef]], taken: set[str], held: dict[str, str]) -> None:
        self.held = held
        self.methods = methods
        self.changing = {name: _changing(known) for name, known in methods.items()}
        self.taken = taken
        self.given: ast.expr | None = None  # a value that is the record itself

    def visit(self, node: ast.AST) -> None:
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(node, name, None)
            if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                setattr(node, name, [made for line in inner for made in self.statement(line)])
        for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
            part.body = [made for line in part.body for made in self.statement(line)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        if isinstance(node, _SCOPES):
            return [node]
        self.visit(node)
        match node:
            case ast.Return(value=ast.expr() as value) | ast.Expr(value=ast.Yield(value=ast.expr() as value)):
                return self.replaced(node, value)
            case ast.Assign(value=value) if all(isinstance(target, ast.Name | ast.Tuple) for target in node.targets):
                return self.replaced(node, value)
            case ast.Expr(value=value):
                return self.replaced(node, value)
        return [node]

    def replaced(self, node: ast.stmt, value: ast.expr) -> list[ast.stmt]:
        """The statement, after those that make the record."""
        found, whole = self.before(value), value
        match found[-1:]:
            case [ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name))) as last)] if whole is self.given:
                read = ast.copy_location(ast.Name(name, ast.Load()), last)
                inner = node.value if isinstance(node, ast.Expr) else node
                if isinstance(node, ast.Expr) and inner is whole:
                    return found
                assert isinstance(inner, ast.Return | ast.Assign | ast.Yield)
                inner.value = read
        return [*found, node]

    def before(self, value: ast.expr) -> list[ast.stmt]:
        """What is done before the statement: the record that is made first is named there."""
        chain: list[ast.Call] = []
        part = value
        while True:
            match part:
                case ast.Call(func=ast.Name(id=name)) if name in self.methods:
                    break
                case ast.Name(id=name) if name in self.held and len(chain) > 1:
                    return self.parted(name, chain[::-1], value)
                case ast.Call(func=ast.Attribute(value=inner)):
                    chain.append(part)
                    part = inner
                case ast.Call(func=ast.Name(), args=[ast.expr() as inner, *_]):
                    chain, part = [], inner
                case ast.Attribute(value=inner) | ast.Subscript(value=inner) | ast.Tuple(elts=[inner, *_]):
                    chain, part = [], inner
                case _:
                    return []
        assert isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
        return self.named(part, part.func.id, chain[::-1], value)

    def parted(self, name: str, chain: list[ast.Call], whole: ast.expr) -> list[ast.stmt]:
        """Calls of methods that give back what a variable holds are statements of their own."""
        known, found = self.methods[self.held[name]], list[ast.stmt]()
        if _method(chain[0]) not in self.changing[self.held[name]]:
            return []
        while len(chain) > 1 and _method(chain[0]) in known and gives_itself(known[_method(chain[0])]):
            first, *chain = chain
            function = ast.Attribute(ast.Name(name, ast.Load()), _method(first), ast.Load())
            found.append(placed(ast.Expr(ast.Call(function, first.args, first.keywords)), first))
        called = chain[0].func
        assert isinstance(called, ast.Attribute)
        if found:
            called.value = placed(ast.Name(name, ast.Load()), whole)
        return found

    def named(self, made: ast.Call, owner: str, chain: list[ast.Call], whole: ast.expr) -> list[ast.stmt]:
        known, changing = self.methods[owner], self.changing[owner]
        if not chain or _method(chain[0]) not in changing:
            return []
        name = names.fresh("record", self.taken)
        self.taken.add(name)
        self.given = None
        found: list[ast.stmt] = [placed(ast.Assign([ast.Name(name, ast.Store())], copy.copy(made)), made)]
        while chain and _method(chain[0]) in known and gives_itself(known[_method(chain[0])]):
            if len(chain) == 1 and chain[0] is not whole:
                break
            first, *chain = chain
            function = ast.Attribute(ast.Name(name, ast.Load()), _method(first), ast.Load())
            found.append(placed(ast.Expr(ast.Call(function, first.args, first.keywords)), first))
        if not chain:
            self.given = whole
            return found
        called = chain[0].func
        assert isinstance(called, ast.Attribute)
        called.value = placed(ast.Name(name, ast.Load()), made)
        return found


def _method(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""
