"""Functions inside of functions -> functions of the file, each with what it shares with those around it.

A function that is defined in another one is cut out: where it stood is left its head, which a run comes to when it
makes the function. Its name is `outer.inner`, and so is that of a lambda that is given a name. What it reads of the
functions around it, it reads when it is called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from .outcome import Hole

MOST_FUNCTIONS = 200
MOST_INSIDE = 8

Definition = ast.FunctionDef


@dataclass
class Scope:
    """One function: its own names, names of functions that it sees, and what it and those it mentions share."""

    name: str
    node: Definition
    around: Scope | None
    own: frozenset[str] = frozenset()
    rebinds: frozenset[str] = frozenset()  # by `nonlocal`
    mentioned: frozenset[str] = frozenset()
    inner: dict[str, Scope] = field(default_factory=dict)
    captured: dict[str, Scope] = field(default_factory=dict)  # with the function whose variable it is
    rebound: set[str] = field(default_factory=set)

    def home(self, name: str) -> Scope | None:
        """The function around this one, or this one, whose variable the name is."""
        here: Scope | None = self
        while here is not None and name not in here.own:
            here = here.around
        return here

    def function(self, name: str) -> Scope | None:
        """The function inside of another one that the name stands for here."""
        home = self.home(name)
        return home.inner.get(name) if home is not None else None


def scopes_of(node: Definition) -> list[Scope]:
    """The function itself, and all functions inside of it."""
    found: list[Scope] = []
    waiting: list[tuple[str, Definition, Scope | None, int]] = [(node.name, node, None, 0)]
    while waiting:
        name, definition, around, depth = waiting.pop(0)
        if len(found) == MOST_FUNCTIONS or depth > MOST_INSIDE:
            raise Hole("too many functions inside of functions")
        cut, inside = _cut(definition)
        scope = Scope(name, cut, around)
        scope.own, scope.rebinds, scope.mentioned = _names(cut)
        found.append(scope)
        if around is not None:
            around.inner[definition.name] = scope
        for inner in inside:
            waiting.append((f"{name}.{inner.name}", inner, scope, depth + 1))
    for scope in found:
        _require_names(scope)
    for scope in found:
        _Naming(scope).name()
    for scope in found:
        scope.own, scope.rebinds, scope.mentioned = _names(scope.node)
        scope.inner = {inner.name: inner for inner in scope.inner.values()}
    for scope in found:
        _require_order(scope)
    _share(found)
    return found


def _cut(node: Definition) -> tuple[Definition, list[Definition]]:
    """The function without the bodies of those inside of it, and these."""
    inside: list[Definition] = []

    def block(body: list[ast.stmt]) -> list[ast.stmt]:
        return [statement(item) for item in body]

    def statement(item: ast.stmt) -> ast.stmt:
        if isinstance(item, ast.FunctionDef):
            inside.append(item)
            head = ast.FunctionDef(name=item.name, args=item.args, body=[ast.Pass()], decorator_list=[], returns=None)
            return ast.copy_location(head, item)
        if isinstance(item, ast.Match):
            cases = [ast.match_case(case.pattern, case.guard, block(case.body)) for case in item.cases]
            return ast.copy_location(ast.Match(item.subject, cases), item)
        fields = dict(ast.iter_fields(item))
        changed = {
            name: block(value)
            for name, value in fields.items()
            if isinstance(value, list) and value and all(isinstance(part, ast.stmt) for part in value)
        }
        return ast.copy_location(type(item)(**(fields | changed)), item) if changed else item

    body = block(node.body)
    names = [inner.name for inner in inside]
    if len(set(names)) < len(names):
        raise Hole("a function inside of another one is defined twice")
    if not inside:
        return node, []
    fields = dict(ast.iter_fields(node))
    return ast.copy_location(ast.FunctionDef(**(fields | {"body": body})), node), inside


def parameters_of(arguments: ast.arguments) -> list[str]:
    every = (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
    return [item.arg for item in every if item is not None]


def own_names(node: Definition) -> frozenset[str]:
    return _names(node)[0]


def _names(node: Definition) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The function's own names; those it binds around it; and all that its body and the heads in it mention."""
    bound, elsewhere, mentioned = set(parameters_of(node.args)), set[str](), set[str]()
    for part, inside in parts_of(node.body):
        match part:
            case ast.Nonlocal(names=names):
                elsewhere.update(names)
            case ast.NamedExpr(target=ast.Name(id=name)):
                if inside == "lambda":
                    raise Hole("a lambda that gives a name to a value")
                bound.add(name)
            case ast.Name(id=name):
                mentioned.add(name)
                if not inside and isinstance(part.ctx, (ast.Store, ast.Del)):
                    bound.add(name)
            case ast.FunctionDef(name=name) | ast.ExceptHandler(name=str() as name):
                bound.add(name)
    return frozenset(bound - elsewhere), frozenset(elsewhere), frozenset(mentioned | elsewhere)


def parts_of(body: list[ast.stmt]) -> Iterator[tuple[ast.AST, str]]:
    """All that is in the body, with the scope of its own that it stands in: "lambda", "comprehension" or none."""
    waiting: list[tuple[ast.AST, str]] = [(node, "") for node in body]
    while waiting:
        node, inside = waiting.pop()
        yield node, inside
        match node:
            case ast.FunctionDef():
                parts: list[ast.AST] = [*node.decorator_list, *node.args.defaults]
                waiting.extend((part, inside) for part in (*parts, *filter(None, node.args.kw_defaults)))
                continue
            case ast.ClassDef() | ast.AsyncFunctionDef() | ast.Import() | ast.ImportFrom() | ast.Global():
                raise Hole(f"{type(node).__name__} inside a function")
            case ast.Lambda():
                inside = "lambda"
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inside = inside or "comprehension"
        waiting.extend((part, inside) for part in ast.iter_child_nodes(node))


def _require_names(scope: Scope) -> None:
    """The name of a function inside is given to nothing else, and `nonlocal` names a variable."""
    taken = set(parameters_of(scope.node.args))
    for part, inside in parts_of(scope.node.body):
        match part:
            case ast.NamedExpr(target=ast.Name(id=name)):
                taken.add(name)
            case ast.Name(id=name) if not inside and not isinstance(part.ctx, ast.Load):
                taken.add(name)
    hidden = {name for part in scope.node.body for name in _hiding(part)}
    if taken & set(scope.inner) or any(scope.function(name) for name in hidden):
        raise Hole("the name of a function is given to something else")
    for name in scope.rebinds:
        home = scope.around.home(name) if scope.around is not None else None
        if home is None or name in home.inner:
            raise Hole("`nonlocal` of no variable")


def _require_order(scope: Scope) -> None:
    """A function inside is defined in no branch, and above everything that mentions it."""
    for name in scope.mentioned:
        found = scope.function(name)
        if found is None or found.around is None:
            continue
        body, here = found.around.node.body, scope
        places = {node.name: at for at, node in enumerate(body) if isinstance(node, ast.FunctionDef)}
        while here is not found.around and here.around is not None and here.around is not found.around:
            here = here.around
        first = places.get(here.name, -1) if here is not found.around else _first(body, name)
        if name not in places or first < places[name]:
            raise Hole("a function inside of another one is mentioned before it is surely there")


def _first(body: list[ast.stmt], name: str) -> int:
    """The first statement that mentions the name."""
    mentions = (any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node)) for node in body)
    return next((at for at, mentioned in enumerate(mentions) if mentioned), len(body))


def _hiding(part: ast.AST) -> Iterator[str]:
    """The names that comprehensions and lambdas bind."""
    for node in ast.walk(part):
        if isinstance(node, ast.comprehension):
            yield from (name.id for name in ast.walk(node.target) if isinstance(name, ast.Name))
        if isinstance(node, ast.Lambda):
            yield from (item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg))


class _Naming(ast.NodeTransformer):
    """Every function inside of another one gets a name that nothing else has."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def name(self) -> None:
        for statement in self.scope.node.body:
            self.visit(statement)

    def visit_Name(self, node: ast.Name) -> ast.Name:
        found = self.scope.function(node.id)
        if found is not None:
            node.id = found.name
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        found = self.scope.function(node.name)
        if found is not None:
            node.name = found.name
        return node


def _share(scopes: list[Scope]) -> None:
    """What each shares with the functions around it: until nothing changes, for functions may call each other."""
    for scope in scopes:
        for name in scope.mentioned - scope.own:
            home = scope.home(name)
            if home is not None:
                scope.captured[name] = home
        scope.rebound |= scope.rebinds
    changed = True
    while changed:
        changed = False
        for scope in scopes:
            for name in scope.mentioned:
                called = scope.function(name)
                for shared, home in called.captured.items() if called is not None else ():
                    if home is scope:
                        continue
                    if scope.home(shared) is not home:
                        raise Hole(f"{shared} is another variable where a function is called that reads it")
                    if shared not in scope.captured:
                        scope.captured[shared], changed = home, True
                more = {item for item in called.rebound if item in scope.captured} if called is not None else set()
                if not more <= scope.rebound:
                    scope.rebound |= more
                    changed = True
