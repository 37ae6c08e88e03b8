"""Operators of classes of the file -> calls of functions that ask for the class first, for no name tells it.

    a + b            #Add(a, b)      def #Add(a, b):
                                         if isinstance(a, Vec): return Vec.__add__(a, b)
                                         return a + b

Records in containers are not compared so, nor is asked whether they are true: both are a `Hole` in runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .outcome import Hole
from .rewriting import bound_names

_BINARY = {
    "__add__": "Add", "__sub__": "Sub", "__mul__": "Mult", "__truediv__": "Div", "__floordiv__": "FloorDiv",
    "__mod__": "Mod", "__pow__": "Pow", "__and__": "BitAnd", "__or__": "BitOr", "__xor__": "BitXor",
    "__lshift__": "LShift", "__rshift__": "RShift",
}  # fmt: skip
_COMPARED = {"__eq__": "Eq", "__lt__": "Lt", "__le__": "LtE", "__gt__": "Gt", "__ge__": "GtE"}
_TURNED = {"Eq": "Eq", "Lt": "Gt", "LtE": "GtE", "Gt": "Lt", "GtE": "LtE"}
_UNARY = {"__neg__": "USub", "__pos__": "UAdd", "__invert__": "Invert"}
_LEFT = "#NotImplemented\N{OBJECT REPLACEMENT CHARACTER}"
_REFLECTED = {f"__r{name[2:]}": kind for name, kind in _BINARY.items()}
_ASKED = frozenset({"isinstance", "len", "str", "int"})
ORDERED = frozenset({*_BINARY, *_REFLECTED, *_COMPARED})
OF_RECORDS = frozenset({*_BINARY, *_REFLECTED, *_UNARY, "__call__", "__getitem__", "__contains__"})
OF_OBJECTS = OF_RECORDS | _COMPARED.keys() | {"__len__", "__bool__"}


def with_own_operators(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    """The statements of the file, in which operators of its classes are called."""
    found: dict[str, list[str]] = {}
    for node in statements:
        of, _, name = node.name.rpartition(".") if isinstance(node, ast.FunctionDef) else ("", "", "")
        if of and name in OF_OBJECTS:
            found.setdefault(name, []).append(of)
    if not found.keys() - {"__call__", "__getitem__", "__bool__"}:
        return statements
    if any(name in _ASKED for node in statements for name in bound_names(node)):
        raise Hole("a name of Python's that is something else, beside operators of a class")
    writing = _Writing(found)
    functions = [node for node in statements if isinstance(node, ast.FunctionDef)]
    writing.giving_up |= {
        node.name for node in functions if node.name.rpartition(".")[2] in ORDERED and _gives_up(node)
    }
    read = {part.id for node in functions for part in ast.walk(node) if isinstance(part, ast.Name)}
    if read & writing.giving_up:
        raise Hole("a method that leaves it to others is called by its name")
    for node in functions:
        node.body = [writing.visit(part) for part in node.body]
    return (*statements, *writing.made.values())


class _Writing(ast.NodeTransformer):
    def __init__(self, found: dict[str, list[str]]) -> None:
        self.found = found
        self.made: dict[str, ast.stmt] = {}
        self.giving_up: set[str] = set()  # methods that may return NotImplemented
        tables = [(_BINARY, 0), (_COMPARED, 0), (_UNARY, 0), (_REFLECTED, 1)]
        self.asked: dict[str, list[tuple[int, str, str]]] = {}  # by operator: whose, which class, its method
        for table, side in tables:
            for name, kind in table.items():
                self.asked.setdefault(kind, []).extend((side, of, name) for of in found.get(name, ()))
        for name, kind in _COMPARED.items():
            self.asked[_TURNED[kind]].extend((1, of, name) for of in found.get(name, ()))
        for kind in self.asked:
            self.asked[kind].sort(key=lambda item: item[0])
        self.asked["In"] = [(1, of, "__contains__") for of in found.get("__contains__", ())]

    def function(self, kind: str, plain: ast.expr, names: str) -> str:
        """The function of the operator; `plain` is what it does to all else."""
        title = f"#{kind}"
        if title not in self.made:
            body = [*self.asking(kind, names), ast.Return(plain)]
            given = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
            made = ast.FunctionDef(title, given, body, [], None)
            made.lineno = made.col_offset = made.end_lineno = made.end_col_offset = 0
            self.made[title] = ast.fix_missing_locations(made)
        return title

    def asking(self, kind: str, names: str) -> Iterator[ast.stmt]:
        base = kind.removeprefix("Not")
        for side, of, method in self.asked[base]:
            order = names if side == 0 else names[::-1]
            value: ast.expr = _call(f"{of}.{method}", *order)
            test: ast.expr = _call("isinstance", names[side], of)
            for other in (of, "str")[: 1 + (kind == "Mod")] if method in _REFLECTED else ():
                # Python asks it only where the other one is of another class, and a text fills itself
                test = ast.BoolOp(ast.And(), [test, ast.UnaryOp(ast.Not(), _call("isinstance", names[0], other))])
            if f"{of}.{method}" in self.giving_up:
                yield from self.trying(value, test, kind != base)
                continue
            if base == "len":
                yield ast.If(test, _counted(value), [])
                continue
            if kind != base:
                value = ast.UnaryOp(ast.Not(), value)
            elif base == "In":
                value = ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), value))
            yield ast.If(test, [ast.Return(value)], [])

    def trying(self, value: ast.expr, asked: ast.expr, negated: bool) -> Iterator[ast.stmt]:
        """What the method comes to, unless it leaves it to others."""
        kept = ast.Assign([ast.Name("c", ast.Store())], value)
        left = ast.Compare(_name("c"), [ast.Eq()], [ast.Constant(_LEFT)])
        test = ast.BoolOp(ast.And(), [_call("isinstance", "c", "str"), left])
        back = ast.UnaryOp(ast.Not(), _name("c")) if negated else _name("c")
        inside: list[ast.stmt] = [kept, ast.If(ast.UnaryOp(ast.Not(), test), [ast.Return(back)], [])]
        yield ast.If(asked, inside, [])

    def written(self, node: ast.expr, kind: str, given: list[ast.expr], plain: ast.expr) -> ast.expr:
        name = self.function(kind, plain, "ab"[: len(given)])
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), given, []), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        kind = type(node.op).__name__
        if not self.asked.get(kind) or all(isinstance(part, ast.Constant) for part in (node.left, node.right)):
            return node
        return self.written(node, kind, [node.left, node.right], ast.BinOp(_name("a"), node.op, _name("b")))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        kind = type(node.op).__name__
        if not self.asked.get(kind) or isinstance(node.operand, ast.Constant):
            return node
        return self.written(node, kind, [node.operand], ast.UnaryOp(node.op, _name("a")))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        kinds = [type(item).__name__ for item in node.ops]
        if not any(self.asked.get(kind.removeprefix("Not")) for kind in kinds):
            return node
        if len(kinds) > 1:
            raise Hole("several comparisons, where a class has its own")
        both = [node.left, *node.comparators]
        if kinds[0] in ("In", "NotIn") and not isinstance(both[1], (ast.Name, ast.Attribute)):
            return node
        plain = ast.Compare(_name("a"), node.ops, [_name("b")])
        return self.written(node, kinds[0], both, plain)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="len"), args=[ast.Name() | ast.Attribute() | ast.Subscript() as one]) if (
                "__len__" in self.found and not node.keywords
            ):
                self.asked["len"] = [(0, of, "__len__") for of in self.found["__len__"]]
                return self.written(node, "len", [one], _call("len", "a"))
        return node


def _gives_up(method: ast.FunctionDef) -> bool:
    """Whether it may return NotImplemented, which is a text here that no file has."""
    found = False
    if any(isinstance(part, ast.FunctionDef) and part is not method for part in ast.walk(method)):
        return False
    for part in ast.walk(method):
        match part:
            case ast.Return(value=ast.Name(id="NotImplemented") as value):
                part.value = ast.copy_location(ast.Constant(_LEFT), value)
                found = True
    return found


def _counted(value: ast.expr) -> list[ast.stmt]:
    """A length is an integer that is not below 0; what Python does with others is not followed."""
    kept = ast.Assign([ast.Name("c", ast.Store())], value)
    return [kept, *ast.parse("if isinstance(c, int) and 0 <= c < 2**63:\n    return c + 0\nreturn None < None").body]


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _call(name: str, *given: str) -> ast.Call:
    return ast.Call(_name(name), list(map(_name, given)), [])
