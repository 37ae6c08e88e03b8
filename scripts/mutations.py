"""The text of a module to its mutants: each is one small change of one expression or statement.

Left alone: docstrings, annotations, decorators, default values, the text of messages, strings, imports, `__repr__`,
`__str__`, and how often a limit is looked at.
"""

from __future__ import annotations

import ast
import copy
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "abs": "+", "reversed": "list"}
LEFT_ALONE = ("__repr__", "__str__")
SKIPPED_FIELDS = (
    "annotation",
    "returns",
    "decorator_list",
    "type_params",
    "type_comment",
    "ctx",
    "exc",
    "msg",
    "type",
    "defaults",
    "kw_defaults",
)

Put = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """`number` counts those that read the same; `function` is the outermost function around it, if there is one."""

    module: str
    number: int
    line: int
    function: str
    kind: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line} {self.function} [{self.kind}] {self.before} -> {self.after}"


@dataclass(frozen=True)
class Site:
    node: ast.AST
    put: Put
    new: ast.AST
    kind: str
    function: str


def mutants(module: str, text: str) -> list[Mutant]:
    found = []
    alike: Counter[tuple[int, str, str, str]] = Counter()
    for site in sites(ast.parse(text)):
        line, *texts = key = described(site)
        found.append(Mutant(module, alike[key], line, site.function, *texts))
        alike[key] += 1
    return found


def sample(found: list[Mutant], count: int, seed: int) -> list[Mutant]:
    """As many of each module as its share, and not two of the same kind on a line while there are others."""
    by_module: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in found:
        by_module[mutant.module].append(mutant)
    chosen = []
    for module, items in sorted(by_module.items()):
        random.Random(f"{seed}:{module}").shuffle(items)
        first = {(item.line, item.kind): item for item in items}
        items.sort(key=lambda item: first[item.line, item.kind] is not item)
        chosen += items[: max(2, round(count * len(items) / len(found)))]
    return chosen


def changed(text: str, mutant: Mutant) -> ast.Module:
    """The tree with the change made. LookupError if the text has no such place any more."""
    tree = ast.parse(text)
    alike = [site for site in sites(tree) if described(site) == (mutant.line, mutant.kind, mutant.before, mutant.after)]
    site = alike[mutant.number]
    site.put(ast.copy_location(site.new, site.node))
    return ast.fix_missing_locations(tree)


def described(site: Site) -> tuple[int, str, str, str]:
    return site.node.lineno, site.kind, said(site.node), said(site.new)  # type: ignore[attr-defined]


def outermost(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, in the order of the text, without those inside of them."""
    for item in code.co_consts:
        if isinstance(item, CodeType):
            if item.co_flags & 0x3 == 0x3:  # a function has fast locals of its own; a class body has not
                yield item
            else:
                yield from outermost(item)


def said(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else text[:97] + "..."


def sites(tree: ast.Module) -> list[Site]:
    return [site for node, put, function in places(tree, "") for site in of_node(node, put, function)]


def places(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, Put, str]]:
    """Every expression and statement that may be changed, how to put another in its place, and where it is."""
    for name, value in ast.iter_fields(node):
        if name in SKIPPED_FIELDS:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(child, ast.AST) or left_alone(child):
                continue

            def put(new: ast.AST, name: str = name, index: int | None = index) -> None:
                if index is None:
                    setattr(node, name, new)
                else:
                    getattr(node, name)[index] = new

            inside = function
            if isinstance(child, ast.FunctionDef) and not function:
                inside = child.name
            yield child, put, inside
            yield from places(child, inside)


def left_alone(node: ast.AST) -> bool:
    match node:
        case ast.FunctionDef(name=name):
            return name in LEFT_ALONE
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.JoinedStr() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(ast.Call(ast.Attribute(ast.Name("limits") | ast.Attribute(attr="limits"), "check"))):
            return True
        case ast.If(body=[only]) if left_alone(only):
            return True
        case ast.Expr(value=ast.Constant(value=str())) | ast.Call(func=ast.Name(id="cast" | "TypeVar")):
            return True
        case ast.keyword(arg="strict"):
            return True
    return False


def of_node(node: ast.AST, put: Put, function: str) -> Iterator[Site]:
    for kind, new in (*of_expression(node), *of_statement(node, function)):
        yield Site(node, put, new, kind, function)


def of_expression(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Compare(left, ops, comparators):
            for index, op in enumerate(ops):
                for other in COMPARED[type(op)]:
                    yield "comparison", ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], comparators)
        case ast.BinOp(left, op, right) if type(op) in COMPUTED and not (is_text(left) or is_text(right)):
            yield "arithmetic", ast.BinOp(left, COMPUTED[type(op)](), right)
        case ast.BoolOp(op, values):
            yield "and/or", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for index in range(len(values)):
                rest = [*values[:index], *values[index + 1 :]]
                yield "dropped operand", rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield "dropped sign", operand
        case ast.Constant(value=bool() as value):
            yield "constant", ast.Constant(not value)
        case ast.Constant(value=int() as value):
            yield "constant", ast.Constant(value + 1)
            yield "constant", ast.Constant(value - 1)
        case ast.IfExp(test, body, orelse):
            yield "negated condition", ast.IfExp(test, orelse, body)
        case ast.Slice(lower, upper, step):
            if lower is not None:
                yield "slice bound", ast.Slice(None, upper, step)
            if upper is not None:
                yield "slice bound", ast.Slice(lower, None, step)
        case ast.Call(ast.Name(id=name), args, keywords) if name in CALLED and args:
            if CALLED[name] == "+":
                yield "call", args[0]
            elif CALLED[name] != "list":
                yield "call", ast.Call(ast.Name(CALLED[name], ast.Load()), args, keywords)
            else:
                yield "call", ast.Call(ast.Name("list", ast.Load()), args, [])
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for index, generator in enumerate(node.generators):
                for place, test in enumerate(generator.ifs):
                    before, after = generator.ifs[:place], generator.ifs[place + 1 :]
                    negated = ast.UnaryOp(ast.Not(), test)
                    yield "negated condition", with_conditions(node, index, [*before, negated, *after])
                    yield "dropped condition", with_conditions(node, index, [*before, *after])


def with_conditions(node: ast.AST, index: int, ifs: list[ast.expr]) -> ast.AST:
    new = copy.copy(node)
    generators = list(new.generators)  # type: ignore[attr-defined]
    generators[index] = copy.copy(generators[index])
    generators[index].ifs = ifs
    new.generators = generators  # type: ignore[attr-defined]
    return new


def of_statement(node: ast.AST, function: str) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.If(test, body, orelse):
            yield "negated condition", ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.While(test, body, orelse) if not isinstance(test, ast.Constant):
            yield "negated condition", ast.While(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Break():
            yield "break/continue", ast.Continue()
        case ast.Continue():
            yield "break/continue", ast.Break()
        case ast.Expr(ast.Call() | ast.YieldFrom() | ast.Yield()) if function:
            yield "dropped statement", ast.Pass()
        case ast.AugAssign(target, op, value):
            yield "dropped statement", ast.Pass()
            if type(op) in COMPUTED and not is_text(value):
                yield "arithmetic", ast.AugAssign(target, COMPUTED[type(op)](), value)
        case ast.Assign([ast.Subscript() | ast.Attribute()]) | ast.Delete() | ast.Raise():
            yield "dropped statement", ast.Pass()
        case ast.Return(value) if value is not None and not is_false(value):
            yield "return value", ast.Return(ast.Constant(None))


def is_false(node: ast.AST) -> bool:
    """None, or what is taken for the same by most callers."""
    return isinstance(node, ast.Constant) and not node.value


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
