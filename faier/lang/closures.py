"""Functions inside of others that become values: `return inner`, `[lambda x: x + shift]`.

Such a function remembers variables of the function around it. It is written as a class whose records hold them, with a
method `__call__`, and the value is a record of that class. That is what Python means where the variables have got their
last values before: where one may change afterwards the function stays as it is, and is refused as a value. What the
function itself changes by `nonlocal` is kept in the one record of it, where nothing else reads it any more.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable
from dataclasses import dataclass, field

from faier.lang import names
from faier.lang.called_there import CalledThere
from faier.lang.handed import values_in
from faier.lang.occurring import occurring
from faier.lang.placing import placed

KEPT = "kept_"
Spot = tuple[int, int]
_LOOPS = (ast.For, ast.While)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def with_closures(tree: ast.Module) -> ast.Module:
    """The file, in which functions that remember variables are records."""
    outer = _outermost(tree)
    if not occurring(tree, ast.Lambda) and len(outer) == len(occurring(tree, ast.FunctionDef)):
        return tree
    if not any(map(_inner, outer)):
        return tree
    tree = copy.deepcopy(tree)
    taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | set(names.assigned_names(tree.body))
    body: list[ast.stmt] = []
    there = CalledThere(tree)
    for node in tree.body:
        functions = [node] if isinstance(node, ast.FunctionDef) else []
        title = ""
        if isinstance(node, ast.ClassDef):
            functions, title = [part for part in node.body if isinstance(part, ast.FunctionDef)], f"{node.name}\u00b7"
        for function in functions:
            body += _made_of(function, title, taken, there)
        body.append(node)
    tree.body = body
    return tree


def _outermost(tree: ast.Module) -> list[ast.FunctionDef]:
    inside = [part for node in tree.body if isinstance(node, ast.ClassDef) for part in node.body]
    return [node for node in (*tree.body, *inside) if isinstance(node, ast.FunctionDef)]


def _inner(function: ast.FunctionDef) -> bool:
    return any(isinstance(part, (ast.FunctionDef, ast.Lambda)) and part is not function for part in ast.walk(function))


def _made_of(function: ast.FunctionDef, title: str, taken: set[str], there: CalledThere) -> list[ast.ClassDef]:
    """The classes of what the function makes, those of what these make first. The function itself is changed."""
    work = _Function(function, title, taken, there)
    work.convert()
    found: list[ast.ClassDef] = []
    for made in work.classes:
        call = made.body[-1]
        assert isinstance(call, ast.FunctionDef)
        found += [*_made_of(call, f"{made.name}\u00b7", taken, there), made]
    return found


@dataclass
class _Mention:
    """A function where it is a value: the loop furthest out around it begins at `since`, `over` are the variables of
    comprehensions around it. In a loop it may come to be several times. `used` is the call that it is handed
    to, where nothing has it after that."""

    node: ast.expr
    since: Spot
    over: frozenset[str]
    looped: bool
    used: ast.Call | None = None


@dataclass
class _Arm:
    """One branch of a statement, from its first place to its last; of the `others` none runs where this one does."""

    first: Spot
    last: Spot
    others: list[_Arm] = field(default_factory=list)


def _arms(function: ast.FunctionDef) -> list[_Arm]:
    found: list[_Arm] = []
    for part in ast.walk(function):
        ways: list[list[ast.AST]] = []
        if isinstance(part, ast.If) and part.orelse:
            ways = [[*part.body], [*part.orelse]]
        if isinstance(part, ast.Match):
            ways = [[case.pattern, *case.body] for case in part.cases]
        arms = [_Arm(_spot(way[0]), _end(way[-1])) for way in ways]
        for arm in arms:
            arm.others = [other for other in arms if other is not arm]
        found += arms
    return found


def _within(node: ast.AST, arm: _Arm) -> bool:
    return arm.first <= _spot(node) <= arm.last


def _end(node: ast.AST) -> Spot:
    return (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))


@dataclass
class _Function:
    """One function, and what is inside of it."""

    node: ast.FunctionDef
    title: str
    taken: set[str]
    there: CalledThere
    classes: list[ast.ClassDef] = field(default_factory=list)
    made: dict[str, tuple[str, list[str]]] = field(default_factory=dict)  # class and variables of inner functions

    def __post_init__(self) -> None:
        self.bound: dict[str, list[Spot]] = {argument.arg: [] for argument in arguments_of(self.node.args)}
        for name, node in names.bindings(self.node.body):
            self.bound.setdefault(name, []).append(_spot(node))
        self.inner = {
            part.name: part
            for part in own_parts(self.node.body)
            if isinstance(part, ast.FunctionDef) and len(self.bound[part.name]) == 1
        }
        declared = [part for part in ast.walk(self.node) if isinstance(part, ast.Nonlocal)]
        self.shared = {name for part in declared for name in part.names}

    def convert(self) -> None:
        found: dict[int, ast.expr] = {}
        for mention in self.mentions():
            made = self.value(mention.node, mention)
            if made is not None:
                found[id(mention.node)] = made
        if not found:
            return
        _Replaced(found).visit(self.node)
        read = [part.id for part in ast.walk(self.node) if isinstance(part, ast.Name)]
        own = {
            name: [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]
            for name, node in self.inner.items()
        }
        unused = {
            id(self.inner[name]) for name in self.made if name in own and read.count(name) == own[name].count(name)
        }
        _Without(unused).visit(self.node)

    def mentions(self) -> list[_Mention]:
        found: list[_Mention] = []

        def look(node: ast.AST, since: Spot | None, over: frozenset[str]) -> None:
            if isinstance(node, _LOOPS) and since is None:
                since = _spot(node)
            if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
                over |= variables_of(node.generators)
            for child in values_in(node):
                if isinstance(child, ast.Lambda) or (isinstance(child, ast.Name) and child.id in self.inner):
                    used = node if isinstance(node, ast.Call) and self.there.holds(node, child) else None
                    found.append(_Mention(child, since or _spot(child), over, since is not None, used))
            for part in ast.iter_child_nodes(node):
                if not isinstance(part, SCOPES):
                    look(part, since, over)

        for statement in self.node.body:
            if not isinstance(statement, SCOPES):
                look(statement, None, frozenset())
        return found

    def value(self, node: ast.expr, mention: _Mention) -> ast.expr | None:
        """The record that the function is; None where it is left as it is."""
        if isinstance(node, ast.Name):
            name, function = node.id, self.inner[node.id]
        else:
            assert isinstance(node, ast.Lambda)
            name, function = f"lambda_{node.lineno}_{node.col_offset}", _defined(node)
            if not self.remembered(function, mention):
                return None
        if not self.is_alone(name, function, mention) or (
            name not in self.made and not self.make(name, function, mention)
        ):
            return None
        title, remembered = self.made[name]
        given = changed_by(function)
        arguments: list[ast.expr] = []
        for variable in remembered:
            if variable in mention.over and (mention.used is None or isinstance(node, ast.Name)):
                return None  # a function that has a name stands outside of the comprehension
            if variable in mention.over:
                arguments.append(ast.copy_location(ast.Name(variable, ast.Load()), node))
                continue
            if variable in self.shared and variable not in given:
                return None
            name_of = ast.copy_location(ast.Name(variable, ast.Load()), node)
            since = _spot(mention.used) if mention.used is not None else mention.since
            changes = any(spot >= since for spot in self.later(variable, mention))
            argument = self.value(name_of, mention) if variable in self.inner else None if changes else name_of
            if argument is None:
                return None
            arguments.append(argument)
        made = ast.Call(ast.Name(title, ast.Load()), arguments, [])
        return placed(made, node)

    def later(self, variable: str, mention: _Mention) -> list[Spot]:
        """Where the variable may get another value once the function is there: not in other branches."""
        if mention.used is not None:
            first, last = _spot(mention.used), _end(mention.used)
            return [spot for spot in self.bound[variable] if first <= spot <= last]
        if mention.looped:
            return self.bound[variable]
        arms = [part for part in _arms(self.node) if not _within(mention.node, part)]
        beside = [arm for arm in arms if any(_within(mention.node, other) for other in arm.others)]
        return [spot for spot in self.bound[variable] if not any(arm.first <= spot <= arm.last for arm in beside)]

    def is_alone(self, name: str, function: ast.FunctionDef, mention: _Mention) -> bool:
        """Whether the variables that the function gives other values are its own from then on, and no other record
        of it is made."""
        given = changed_by(function)
        if not given:
            return True
        own = {id(part) for part in ast.walk(function)}
        others = [part for part in ast.walk(self.node) if isinstance(part, ast.Name) and id(part) not in own]
        once = sum(part.id == name for part in others) == 1 and name not in self.made
        before = all(part.id not in given or _spot(part) < mention.since for part in others)
        inside = [part for part in ast.walk(self.node) if isinstance(part, SCOPES) and part is not self.node]
        inside = [part for part in inside if id(part) not in own]
        seen = any(isinstance(part, ast.Name) and part.id in given for inner in inside for part in ast.walk(inner))
        return once and before and not seen and not mention.looped and given <= self.bound.keys()

    def remembered(self, function: ast.FunctionDef, mention: _Mention) -> list[str]:
        """The variables around it that it reads."""
        arguments = [part.arg for part in arguments_of(function.args)]
        own = {*arguments, *names.assigned_names(function.body)}
        read = {part.id: None for part in ast.walk(function) if isinstance(part, ast.Name)}
        here = mention.used is not None and isinstance(mention.node, ast.Lambda)
        known = self.bound.keys() | (mention.over if here else ())
        return [name for name in read if name in known and name not in own]

    def make(self, name: str, function: ast.FunctionDef, mention: _Mention) -> bool:
        """A class for the function, unless what it does cannot be said by one."""
        remembered = self.remembered(function, mention)
        inside = [part for statement in function.body for part in ast.walk(statement)]
        hidden = {part.arg for part in inside if isinstance(part, ast.arg)}
        hidden |= variables_of(part for part in inside if isinstance(part, ast.comprehension))
        hidden |= {part.name for part in inside if isinstance(part, ast.FunctionDef)}
        refused = any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in inside)
        further = [part for inner in inside if isinstance(inner, SCOPES) for part in ast.walk(inner)]
        refused = refused or any(isinstance(part, ast.Nonlocal) for part in further)
        if refused or function.decorator_list or name in remembered or hidden & {*remembered}:
            return False
        title = new_name(f"{self.title}{self.node.name}\u00b7{name}", self.taken)
        own = new_name("closure", {part.id for part in inside if isinstance(part, ast.Name)} | hidden | set(self.bound))
        self.made[name] = title, remembered
        self.classes.append(_class(title, own, remembered, copy.deepcopy(function)))
        return True


def changed_by(function: ast.FunctionDef) -> set[str]:
    """The variables around it that the function gives other values."""
    found = [part for part in own_parts(function.body) if isinstance(part, ast.Nonlocal)]
    return {name for part in found for name in part.names}


def _class(title: str, own: str, remembered: list[str], function: ast.FunctionDef) -> ast.ClassDef:
    """The class of the records that the function is: `own` is what its methods call the record."""
    body: list[ast.stmt] = [
        ast.Assign([ast.Attribute(ast.Name(own, ast.Load()), f"{KEPT}{name}", ast.Store())], ast.Name(name, ast.Load()))
        for name in remembered
    ]
    start = ast.FunctionDef("__init__", parameters_named([own, *remembered]), body or [ast.Pass()], [], None)
    read = Remembered(own, frozenset(remembered))
    args = function.args
    first = ast.arg(own)
    args = ast.arguments(**{**dict(ast.iter_fields(args)), **with_first(args, first)})
    call = ast.FunctionDef("__call__", args, [read.visit(part) for part in function.body], [], function.returns)
    made = ast.ClassDef(title, [], [], [start, call], [])
    for part in (start, call, made):
        part.type_params = []  # type: ignore[attr-defined,union-attr,unused-ignore]
    return placed(made, function)


def with_first(args: ast.arguments, first: ast.arg) -> dict[str, list[ast.arg]]:
    return {"posonlyargs": [first, *args.posonlyargs]} if args.posonlyargs else {"args": [first, *args.args]}


def parameters_named(found: Iterable[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(name) for name in found], None, [], [], None, [])


def arguments_of(args: ast.arguments) -> list[ast.arg]:
    return [part for part in ast.walk(args) if isinstance(part, ast.arg)]


def _defined(node: ast.Lambda) -> ast.FunctionDef:
    returned = ast.copy_location(ast.Return(node.body), node.body)
    made = ast.FunctionDef("<lambda>", node.args, [returned], [], None)
    return ast.copy_location(made, node)


def variables_of(clauses: Iterable[ast.comprehension]) -> set[str]:
    """The variables of comprehensions."""
    return {part.id for clause in clauses for part in ast.walk(clause.target) if isinstance(part, ast.Name)}


def own_parts(body: list[ast.stmt]) -> list[ast.AST]:
    """What stands in the body, not in functions inside of it."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        found.append(node)
        if not isinstance(node, SCOPES):
            waiting.extend(ast.iter_child_nodes(node))
    return found


def _spot(node: ast.AST) -> Spot:
    return (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))


def new_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "\u00b7"
    taken.add(name)
    return name


class _Replaced(ast.NodeTransformer):
    def __init__(self, found: dict[int, ast.expr]) -> None:
        self.found = found

    def visit(self, node: ast.AST) -> ast.AST:
        made = self.found.get(id(node))
        return self.generic_visit(node) if made is None else made


class _Without(ast.NodeTransformer):
    """Leaves out functions that nothing calls by their names any more."""

    def __init__(self, unused: set[int]) -> None:
        self.unused = unused

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return ast.copy_location(ast.Pass(), node) if id(node) in self.unused else self.generic_visit(node)


class Remembered(ast.NodeTransformer):
    """`shift` as `closure.kept_shift`, which is what `nonlocal` means then."""

    def __init__(self, own: str, remembered: frozenset[str]) -> None:
        self.own = own
        self.remembered = remembered

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.remembered:
            return node
        return placed(ast.Attribute(ast.Name(self.own, ast.Load()), f"{KEPT}{node.id}", node.ctx), node)

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.stmt:
        return node if {*node.names} - self.remembered else ast.copy_location(ast.Pass(), node)
