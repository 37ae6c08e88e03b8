"""Iterators that have names, and helpers that return some: read before generators are parted.

    stream = map(f, xs)                  first = map(f, xs)              items = counts.items()
    stream = filter(g, stream)           second = filter(g, first)       max(items, key=...)  # max(counts.items(), ...)

A name that gets one iterator after the other is one name for each. A view shows what its dictionary has whenever it is
looked at: so the name is the view. What an iterator is made of is computed at once, and has a name where it would not
be the same later; what `zip(*rows)` unpacks is a tuple. Then iterators stand where they are gone over,
`lang/iterators`, where nothing can tell; what is left of them `lang/suspended` follows.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from faier.lang import names
from faier.lang.iterators import LAZY_WORDS, WRITTEN, Written, blocks, is_plain, yields
from faier.lang.occurring import SCOPES, occurring
from faier.lang.partials import keeps
from faier.lang.placing import moved, placed
from faier.lang.returned_lazily import returns_lazily, with_returned_lazily
from faier.lang.suspended import is_of_project

_LAZY = frozenset(["enumerate", "filter", "iter", "map", "reversed", "zip"])
_ASKED = frozenset(["sum", "min", "max", "list", "tuple", "sorted", "set", "frozenset", "dict", "any", "all"])


def with_named_lazily(tree: ast.Module, imported: bool) -> ast.Module:
    """The file, in which helpers that return iterators yield, and fewer iterators have names."""
    if not _has_named(tree) and not returns_lazily(tree) and not _mentions_iter(tree):
        return tree
    tree = copy.deepcopy(tree)
    iterated: _Iterated | None = None
    if not {"iter", *_ASKED} & set(names.given_names(tree)):
        iterated = _Iterated()
        tree = _OfSelf().visit(iterated.visit(tree))
    for first in (True, False):
        work = Written(tree, [])
        if work.bound.keys() & WRITTEN:
            return tree
        for function in work.all:
            if first and not any(map(is_of_project, tree.body)):
                _with_views(function, work)
            _apart(function, work)
        work = _placed(tree)
        for function in work.all:
            _given_before(function, work)
        work = _placed(tree)
        if iterated is not None:
            tree = iterated.visit(tree)
        if first:
            with_returned_lazily(tree, work, imported)
    return tree


def _placed(tree: ast.Module) -> Written:
    """Writes iterators where they are gone over."""
    work = Written(tree, [])
    for function in work.all:
        work.variables(function, _stepped(function))
    return work


def _has_named(tree: ast.Module) -> bool:
    """Whether a variable may hold an iterator."""
    lazy = {node.name for node in occurring(tree, ast.FunctionDef) if yields(node)} | LAZY_WORDS
    for part in occurring(tree, ast.Assign):
        match part.value:
            case ast.GeneratorExp():
                return True
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in lazy:
                return True
    return False


def _stepped(function: ast.FunctionDef) -> set[str]:
    """The variables that are asked for one item after the other."""
    found: set[str] = set()
    for part in ast.walk(function):
        match part:
            case ast.Call(func=ast.Name("next"), args=[ast.Name(id=name), *_]):
                found.add(name)
            case ast.Attribute(value=ast.Name(id=name), attr="send" | "close"):
                found.add(name)
    return found


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)]


def _named(function: ast.FunctionDef) -> Iterator[tuple[list[ast.stmt], ast.Assign, str]]:
    for block in list(blocks(function)):
        for statement in list(block):
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)]):
                    yield block, statement, name


def _mentions_iter(tree: ast.Module) -> bool:
    own = any(node.name == "__iter__" for node in occurring(tree, ast.FunctionDef))
    return own or any(part.id == "iter" for part in occurring(tree, ast.Name))


class _OfSelf(ast.NodeTransformer):
    """`for x in self` in a class with an `__iter__` of its own as `for x in self.__iter__()`."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or [ast.unparse(item) for item in method.decorator_list]:
                continue
            given = names.given_names(method)
            if not any(isinstance(part, ast.FunctionDef) and part.name == "__iter__" for part in node.body):
                continue
            if given.count("self") == 1 and method.args.args and method.args.args[0].arg == "self":
                for part in ast.walk(method):
                    if isinstance(part, (ast.For, ast.comprehension)):
                        part.iter = self.asked(part.iter)
                    if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in _ASKED:
                        part.args[:1] = map(self.asked, part.args[:1])
        return node

    def asked(self, node: ast.expr) -> ast.expr:
        if not isinstance(node, ast.Name) or node.id != "self":
            return node
        return placed(ast.Call(ast.Attribute(node, "__iter__", ast.Load()), [], []), node)


class _Iterated(ast.NodeTransformer):
    """Without `iter` where its argument is gone over at once; `iter(f, end)` is a function that yields."""

    def __init__(self) -> None:
        self.around: list[ast.FunctionDef] = []
        self.made: list[ast.stmt] = []

    def visit_Module(self, node: ast.Module) -> ast.AST:
        given = names.given_names(node)
        self.functions = {
            part.name for part in node.body if isinstance(part, ast.FunctionDef) and given.count(part.name) == 1
        }
        every = [part.name for part in node.body if isinstance(part, ast.FunctionDef) and yields(part)]
        self.lazy = {name for name in every if given.count(name) == 1 and name in self.functions}
        self.lazy |= _LAZY - set(given)
        self.taken = {*given, *(part.id for part in occurring_names(node))}
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.around.append(node)
        self.generic_visit(node)
        self.around.pop()
        if not self.around:
            at = int(ast.get_docstring(node) is not None)
            node.body[at:at], self.made = self.made, []
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = _without_iter(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _without_iter(node.iter)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id=name), args=[_]) if name in _ASKED:
                node.args = list(map(_without_iter, node.args))
            case ast.Call(func=ast.Name("iter"), args=[ast.GeneratorExp() as inner], keywords=[]):
                return inner
            case ast.Call(func=ast.Name("iter"), args=[ast.Call(func=ast.Name(id=name)) as inner], keywords=[]):
                return inner if name in self.lazy else node
            case ast.Call(func=ast.Name("iter"), args=[function, end], keywords=[]) if len(self.around) == 1:
                return self.until(node, function, end) or node
        return node

    def until(self, node: ast.Call, function: ast.expr, end: ast.expr) -> ast.Call | None:
        match function:
            case ast.Name(id=name) if name in self.functions and not isinstance(end, ast.Starred):
                value: ast.expr = ast.Call(function, [], [])
            case ast.Lambda(args=given, body=value) if not any(isinstance(part, ast.arg) for part in ast.walk(given)):
                pass
            case _:
                return None
        if any(isinstance(part, (ast.NamedExpr, ast.Yield, ast.YieldFrom)) for part in ast.walk(value)):
            return None
        name, until, found = (names.fresh(word, self.taken) for word in ("until", "end", "found"))
        self.taken |= {name, until, found}
        (made,) = ast.parse(
            f"def {name}({until}):\n    while True:\n        {found} = None\n"
            f"        if {found} == {until}:\n            return\n        yield {found}"
        ).body
        made = moved(made, node)
        assert isinstance(made, ast.FunctionDef)
        made.body[0].body[0].value = copy.deepcopy(value)  # type: ignore[attr-defined]
        self.made.append(made)
        return placed(ast.Call(ast.Name(name, ast.Load()), [end], []), node)


def _without_iter(node: ast.expr) -> ast.expr:
    match node:
        case ast.Call(func=ast.Name("iter"), args=[over], keywords=[]) if not isinstance(over, ast.Starred):
            return over
    return node


# Views.


def _with_views(function: ast.FunctionDef, work: Written) -> None:
    given = names.given_names(function)
    for block, made, name in _named(function):
        value = made.value
        if not isinstance(value, ast.Call) or not work.is_view(value) or given.count(name) != 1:
            continue
        assert isinstance(value.func, ast.Attribute)
        if not keeps(value.func.value, function.body, _parameters(function)) or not _is_always_made(function, made):
            continue
        if work.bound.get(value.func.value.id) != 1 and given.count(value.func.value.id) != 1:  # type: ignore[attr-defined]
            continue
        if len(block) == 1:
            continue
        _Instead(name, value).visit(function)
        block.remove(made)


def _is_always_made(function: ast.FunctionDef, made: ast.stmt) -> bool:
    """Whether what comes before does not read the variable: it stands at the top of the body, and is not deleted."""
    return made in function.body and not any(isinstance(part, ast.Delete) for part in ast.walk(function))


class _Instead(ast.NodeTransformer):
    def __init__(self, name: str, value: ast.expr) -> None:
        self.name = name
        self.value = value

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id != self.name or not isinstance(node.ctx, ast.Load):
            return node
        return moved(copy.deepcopy(self.value), node)


# A name for each iterator.


def _apart(function: ast.FunctionDef, work: Written) -> None:
    body = function.body
    again = [name for _, made, name in _named(function) if made in body and work.is_iterator(made.value)]
    late = _read_late(function)
    for name in dict.fromkeys(again):
        spots = [made for made in body if isinstance(made, ast.Assign) and _is_target(made, name)]
        given = name in _parameters(function)
        stored = names.given_names(function).count(name)
        if name in late or stored != len(spots) + given or len(spots) + given < 2:
            continue
        taken = set(names.given_names(work.tree)) | {part.id for part in occurring_names(work.tree)}
        new = name
        for statement in body:
            if statement in spots:
                assert isinstance(statement, ast.Assign)
                statement.value = _Renamed(name, new).visit(statement.value)
                if given or statement is not spots[0]:
                    new = names.fresh(name, taken)
                    taken.add(new)
                statement.targets = [ast.copy_location(ast.Name(new, ast.Store()), statement.targets[0])]
            else:
                _Renamed(name, new).visit(statement)


def occurring_names(tree: ast.AST) -> list[ast.Name]:
    return [part for part in ast.walk(tree) if isinstance(part, ast.Name)]


def _is_target(made: ast.Assign, name: str) -> bool:
    match made.targets:
        case [ast.Name(id=found)]:
            return found == name
    return False


def _read_late(function: ast.FunctionDef) -> set[str]:
    """The variables that are read by what is computed later, or are those of other functions."""
    found: set[str] = set()
    for part in ast.walk(function):
        if isinstance(part, SCOPES) and part is not function:
            found |= {item.id for item in occurring_names(part)} | set(names.given_names(part))
        if isinstance(part, ast.GeneratorExp):
            found |= {item.id for item in occurring_names(part)} - {
                item.id for item in occurring_names(part.generators[0].iter)
            }
            inside = [part.elt, *part.generators[0].ifs, *part.generators[1:]]
            found |= {item.id for one in inside for item in occurring_names(one)}
        if isinstance(part, (ast.Nonlocal, ast.Global)):
            found |= set(part.names)
    return found


class _Renamed(ast.NodeTransformer):
    def __init__(self, old: str, new: str) -> None:
        self.old = old
        self.new = new

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == self.old:
            node.id = self.new
        return node


# What an iterator is made of.


def _given_before(function: ast.FunctionDef, work: Written) -> None:
    """Gives names to what is computed when an iterator is made, where it would be something else later."""
    for block, made, name in _named(function):
        value = made.value
        if not work.is_iterator(value) or any(
            isinstance(part, (ast.NamedExpr, *SCOPES[:2])) for part in ast.walk(value)
        ):
            continue
        if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(value)):
            continue
        if any(isinstance(part, ast.Starred) for part in ast.walk(value)) and not _unpacks_first(value):
            continue
        _Given(function, work, block, made, name).visit_made()


def _unpacks_first(value: ast.expr) -> bool:
    """Whether all that is unpacked in it is so when the iterator is made: `zip(*rows)`."""
    match value:
        case ast.Call(func=ast.Name("zip"), args=args):
            inner = [item for item in args if not isinstance(item, ast.Starred)]
            return not any(isinstance(part, ast.Starred) for item in inner for part in ast.walk(item))
    return False


class _Given:
    def __init__(
        self, function: ast.FunctionDef, work: Written, block: list[ast.stmt], made: ast.Assign, name: str
    ) -> None:
        self.function = function
        self.work = work
        self.block = block
        self.made = made
        self.name = name
        self.taken = set(names.given_names(work.tree)) | {part.id for part in occurring_names(work.tree)}
        self.assigned = {found for found, _ in names.bindings(function.body)}

    def visit_made(self) -> None:
        parts = self.work.at_once(self.made.value)
        if all(map(self.is_same, parts)):
            return
        self.made.value = self.within(self.made.value)

    def is_same(self, part: ast.expr) -> bool:
        """Whether it is the same when it is computed later, as far as names say."""
        if isinstance(part, ast.Name) and part.id in self.assigned | set(_parameters(self.function)):
            return keeps(part, self.function.body, _parameters(self.function))
        if isinstance(part, ast.Attribute) and self.work.origin(part):
            return True
        if isinstance(part, ast.Call) and self.work.origin(part.func).startswith("itertools."):
            return all(map(self.is_same, part.args))  # which has no end
        return isinstance(part, ast.Lambda) or (is_plain(part) and not isinstance(part, (ast.List, ast.Tuple)))

    def within(self, value: ast.expr) -> ast.expr:
        match value:
            case ast.GeneratorExp(generators=[first, *_]):
                first.iter = self.within(first.iter) if self.work.is_iterator(first.iter) else self.given(first.iter)
            case ast.Call():
                value.args = [
                    self.within(item) if self.work.is_iterator(item) else self.given(item) for item in value.args
                ]
                for word in value.keywords:
                    word.value = self.given(word.value)
        return value

    def given(self, part: ast.expr) -> ast.expr:
        if isinstance(part, ast.Starred):
            if not self.work.is_tuple(part.value):
                part.value = self.named(placed(ast.Call(ast.Name("tuple", ast.Load()), [part.value], []), part))
            return part
        return part if self.is_same(part) else self.named(part)

    def named(self, part: ast.expr) -> ast.expr:
        new = names.fresh(f"{self.name}_given", self.taken)
        self.taken.add(new)
        before = placed(ast.Assign([ast.Name(new, ast.Store())], part), part)
        self.block.insert(self.block.index(self.made), before)
        return ast.copy_location(ast.Name(new, ast.Load()), part)
