"""Constants that several statements at the top level build:

    TABLE = {}                              def build():
    for i, name in enumerate(NAMES):            table = {}
        TABLE[name] = i                         for i, name in enumerate(NAMES):
                                                    table[name] = i
                                                return table
                                            TABLE = build()

All that gives such a constant its value becomes a function, which stands where the last of it stood. What stands in
between must not tell: it reads nothing of the constant, and gives nothing that was read before.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Iterable, Iterator

from faier.lang.names import bindings, fresh, given_names
from faier.lang.placing import placed
from faier.lang.run_alone import is_main
from faier.lang.vocabulary import DECORATORS, MARKS, RELATIONS, TYPES

BUILT = "built"  # of a function: the first of the constants that it builds

_COMPOUND = (ast.For, ast.While, ast.If, ast.Try)
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
_LEFT_ALONE = (
    *_DEFINITIONS,
    *(ast.AsyncFunctionDef, ast.Import, ast.ImportFrom, ast.With, ast.Match, ast.Global, ast.Return),
    *(ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr),
)
_NO_VALUES = TYPES | DECORATORS | MARKS.keys() | RELATIONS.keys()


def with_built_constants(tree: ast.Module) -> ast.Module:
    """The file, in which functions build these constants."""
    if not any(_may_build(node) for node in tree.body):
        return tree
    work = _Building(tree)
    groups = [group for group in work.whole_groups() if work.is_apart(group)]
    if not groups:
        return tree
    body: list[ast.stmt] = []
    for at, node in enumerate(tree.body):
        group = next((group for group in groups if at in group), None)
        if group is None:
            body.append(node)
        elif at == group[-1]:
            body += work.built(group)
    return ast.Module(body, tree.type_ignores)


def _may_build(node: ast.stmt) -> bool:
    match node:
        case ast.If(test=test):
            return not is_main(test)
        case ast.Expr(value=ast.Call(func=ast.Attribute())) | ast.AugAssign() | ast.Delete():
            return True
        case ast.Assign(targets=targets):
            return any(isinstance(target, ast.Subscript) for target in targets)
    return isinstance(node, _COMPOUND)


def _root(node: ast.expr) -> str | None:
    """The variable whose part this is."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def _changed(node: ast.stmt) -> Iterator[str]:
    """The variables in which the statement may change something, or that it gives values."""
    for part in ast.walk(node):
        found: str | None = None
        match part:
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                found = _root(part)
            case ast.Call(func=ast.Attribute(value=value)):
                found = _root(value)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found = name
        if found is not None:
            yield found


def _reads(node: ast.AST) -> set[str]:
    """The names that it reads, but for variables of functions and comprehensions inside of it."""
    own: set[str] = set()
    found: set[str] = set()
    match node:
        case ast.Name(id=name):
            return set() if isinstance(node.ctx, ast.Store) else {name}
        case ast.FunctionDef(args=args, body=body):
            own = {part.arg for part in ast.walk(args) if isinstance(part, ast.arg)}
            own |= {name for name, _ in bindings(body)}
            outer = [*node.decorator_list, *args.defaults, *filter(None, args.kw_defaults)]
            found = {name for part in outer for name in _reads(part)}
        case ast.Lambda(args=args):
            own = {part.arg for part in ast.walk(args) if isinstance(part, ast.arg)}
            found = {name for part in [*args.defaults, *filter(None, args.kw_defaults)] for name in _reads(part)}
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            own = {name for clause in node.generators for name in given_names(clause.target)}
            found = _reads(node.generators[0].iter)
    return found | ({name for part in ast.iter_child_nodes(node) for name in _reads(part)} - own)


class _Building:
    def __init__(self, tree: ast.Module) -> None:
        self.body = tree.body
        self.read = [_reads(node) for node in tree.body]
        self.taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | {*given_names(tree)}
        self.begun: dict[str, list[int]] = {}
        for at, node in enumerate(tree.body):
            for name in _begins(node):
                self.begun.setdefault(name, []).append(at)
        self.functions = {node.name for node in tree.body if isinstance(node, _DEFINITIONS)}
        self.functions |= {part.asname or part.name for node in tree.body for part in _imported(node)}

    def groups(self) -> list[list[int]]:
        """The places of statements that build the same constants."""
        found: list[tuple[set[int], set[str]]] = []
        for at, node in enumerate(self.body):
            named = self.given(at) if _may_build(node) else set()
            if not named:
                continue
            places = {at, *(place for name in named for place in self.begun.get(name, []))}
            for other in [pair for pair in found if pair[1] & named]:
                found.remove(other)
                places, named = places | other[0], named | other[1]
            found.append((places, named))
        return [sorted(places) for places, _ in found]

    def whole_groups(self) -> list[list[int]]:
        """The same, with the constants between those of a group that ask for what it builds."""
        found = [{*group} for group in self.groups()]
        waiting = [*found]
        while waiting:
            group = waiting.pop()
            more = self.asking(sorted(group))
            met = [other for other in found if other is not group and other & (group | more)]
            if more or met:
                group |= more.union(*met)
                found = [other for other in found if other not in met]
                waiting = [*(other for other in waiting if other not in met), group]
        return [sorted(group) for group in found]

    def asking(self, group: list[int]) -> set[int]:
        """The places of constants between those of the group that may not be computed first."""
        named = self.outputs(group)
        return {
            at
            for at in range(group[0], group[-1])
            if at not in group and (_may_build(self.body[at]) or [*_begins(self.body[at])])
            if not self.is_beside(at, named, self.read_before(group, at))
        }

    def read_before(self, group: list[int], at: int) -> set[str]:
        """What the statements of the group that stand above mention."""
        return {name for place in group if place < at for name in {*self.read[place], *_changed(self.body[place])}}

    def given(self, at: int) -> set[str]:
        """The constants that the statement builds: others ask for them, or say that they are there."""
        node = self.body[at]
        changed = {*_changed(node)}
        own = {name for name, _ in bindings([node])}
        found = {name for name in changed if self.begun.get(name, [at])[0] < at}
        if isinstance(node, _COMPOUND):
            outside = set().union(*(read for place, read in enumerate(self.read) if place != at))
            found |= own & (outside | _surely([node]))
        return found

    def is_apart(self, group: list[int]) -> bool:
        """Whether nothing can tell that all of the group happens where the last of it stands."""
        lines = [self.body[at] for at in group]
        parts = [part for line in lines for part in ast.walk(line)]
        if any(isinstance(part, _LEFT_ALONE) for part in parts):
            return False
        if any(isinstance(part, ast.Name) and part.id in _NO_VALUES for part in parts):
            return False
        named = self.outputs(group)
        if any(hasattr(builtins, name) for name, _ in bindings(lines)):
            return False
        hidden = {name for part in parts for name in _own_names(part)}
        if (
            hidden & named
            or not named <= _surely(lines)
            or any(place not in group for name in named for place in self.begun.get(name, []))
        ):
            return False
        between = (at for at in range(group[0], group[-1]) if at not in group)
        return all(self.is_beside(at, named, self.read_before(group, at)) for at in between)

    def is_beside(self, at: int, named: set[str], before: set[str]) -> bool:
        """Whether the statement between those of a group may be computed first. `before` is read before it."""
        node = self.body[at]
        if before & {name for name, _ in bindings([node])}:
            return False
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                return not before & self.functions
            case ast.Assign() | ast.AnnAssign():
                return not (self.read[at] | before) & self.functions and not self.read[at] & named
            case ast.FunctionDef(args=args, decorator_list=marks):
                outer = [*marks, *args.defaults, *filter(None, args.kw_defaults)]
                read = {name for part in outer for name in _reads(part)}
                return not (read | before) & self.functions and not read & named
        return False

    def outputs(self, group: list[int]) -> set[str]:
        lines = [self.body[at] for at in group]
        outside = {name for at, read in enumerate(self.read) if at not in group for name in read}
        return _surely(lines) | (outside & {name for name, _ in bindings(lines)})

    def built(self, group: list[int]) -> list[ast.stmt]:
        """A function that does all of this, and the constants that it gives."""
        first, last = self.body[group[0]], self.body[group[-1]]
        outputs = sorted(self.outputs(group))
        body = [copy.deepcopy(self.body[at]) for at in group]
        own: list[ast.expr] = [ast.Name(name, ast.Load()) for name in outputs]
        constants: list[ast.expr] = [ast.Name(name, ast.Store()) for name in outputs]
        several = len(outputs) > 1
        value = ast.Tuple(own, ast.Load()) if several else own[0]
        target = ast.Tuple(constants, ast.Store()) if several else constants[0]
        title = f"{outputs[0]}_built"
        title = title if title not in self.taken else fresh(title, self.taken)
        self.taken.add(title)
        body.append(placed(ast.Return(value), last))
        made = ast.FunctionDef(title, ast.arguments([], [], None, [], [], None, []), body, [], None)
        made.type_params = []  # type: ignore[attr-defined,unused-ignore]
        setattr(made, BUILT, outputs[0])
        call = ast.Call(ast.Name(title, ast.Load()), [], [])
        end = ast.Pass(lineno=last.end_lineno or last.lineno, col_offset=last.end_col_offset or 0)
        return [placed(made, first), placed(ast.Assign([target], call), end)]


def _begins(node: ast.stmt) -> Iterator[str]:
    """The names that the statement itself gives values."""
    match node:
        case ast.Assign(targets=targets):
            for target in targets:
                for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                    if isinstance(part, ast.Name):
                        yield part.id
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            yield name


def _surely(block: Iterable[ast.stmt]) -> set[str]:
    """The names that have values after the statements."""
    found: set[str] = set()
    for node in block:
        found |= {*_begins(node)}
        match node:
            case ast.If(body=body, orelse=orelse):
                found |= _surely(body) & _surely(orelse)
            case ast.Try(body=body, orelse=orelse, handlers=handlers, finalbody=last):
                ends = [_surely([*body, *orelse]), *(_surely(handler.body) for handler in handlers)]
                found |= set.intersection(*ends) | _surely(last)
    return found


def _imported(node: ast.stmt) -> Iterable[ast.alias]:
    """Names of other files of the project: what they stand for may be a function."""
    if isinstance(node, ast.ImportFrom) and (node.level or node.module != "faier"):
        return node.names
    return []


def _own_names(part: ast.AST) -> list[str]:
    """The names of comprehensions and lambdas."""
    match part:
        case ast.comprehension(target=target):
            return given_names(target)
        case ast.Lambda(args=args):
            return given_names(args)
    return []
