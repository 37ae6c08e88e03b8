"""`match` with patterns that look into values -> `if`, `elif` and `else`.

    case (0, x, *rest) if x:     if (isinstance(v, (list, tuple)) and len(v) >= 2 and v[0] == 0
                                     and (x := v[1], rest := list(v[2:])) and x):
    case Point(x=0) | None:      if (isinstance(v, Point) and v.x == 0) or v is None:
    case int(n):                 if isinstance(v, int) and (n := v,):

Python compiles the file before, so no name is bound twice and nothing stands behind a case that always fits. Names are
bound when all of a pattern fits; alternatives that bind names are left as they are, and so is what is not known here.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container

_OF_ONE = frozenset(["bool", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"])
_ASKED = ("isinstance", "len", "list", "tuple", "deque")


class _Unknown(Exception):
    """A pattern that is left as it is."""


def opened(
    node: ast.Match, bound: Container[str], fields: Callable[[str], list[str] | None], fresh: Callable[[], str]
) -> ast.stmt:
    """The same as an `if`, where there is more than values to compare with; `bound` are all names of the file."""
    if all(_compares(case.pattern) for case in node.cases) or any(name in bound for name in _ASKED):
        return node
    value, first = node.subject, []
    if not isinstance(value, ast.Name):
        kept = fresh()
        first, value = [_let([(kept, node.subject)])], ast.Name(kept, ast.Load())
    rest: list[ast.stmt] = []
    try:
        for number, case in reversed(list(enumerate(node.cases))):
            names: list[tuple[str, ast.expr]] = []
            tests = _tests(case.pattern, value, fields, names)
            whole = [*([] if number else first), *tests, *([_let(names)] if names else [])]
            whole += [] if case.guard is None else [case.guard]
            made = ast.If(_all(whole), case.body, rest)
            rest = [ast.fix_missing_locations(ast.copy_location(made, case.body[0]))]
    except _Unknown:
        return node
    return rest[0]


def _compares(pattern: ast.pattern) -> bool:
    match pattern:
        case ast.MatchOr(patterns=several):
            return all(map(_compares, several))
        case ast.MatchAs(pattern=None, name=None):
            return True
    return isinstance(pattern, (ast.MatchValue, ast.MatchSingleton))


def _tests(
    pattern: ast.pattern,
    value: ast.expr,
    fields: Callable[[str], list[str] | None],
    names: list[tuple[str, ast.expr]],
) -> list[ast.expr]:
    """What holds where the pattern fits; the names that are bound then are added."""
    match pattern:
        case ast.MatchValue(value=wanted):
            return [ast.Compare(value, [ast.Eq()], [wanted])]
        case ast.MatchSingleton(value=wanted):
            return [ast.Compare(value, [ast.Is()], [ast.Constant(wanted)])]
        case ast.MatchAs(pattern=inner, name=name):
            found = [] if inner is None else _tests(inner, value, fields, names)
            names += [] if name is None else [(name, value)]
            return found
        case ast.MatchOr(patterns=several):
            before = len(names)
            either: list[ast.expr] = [_all(_tests(one, value, fields, names)) for one in several]
            if len(names) > before:
                raise _Unknown
            return [ast.BoolOp(ast.Or(), either)]
        case ast.MatchSequence(patterns=items):
            return _sequence(items, value, fields, names)
        case ast.MatchClass(cls=ast.Name(id=called), patterns=places, kwd_attrs=keys, kwd_patterns=inside):
            tests: list[ast.expr] = [_call("isinstance", value, ast.Name(called, ast.Load()))]
            if called in _OF_ONE:
                if len(places) > 1 or keys:
                    raise _Unknown
                return tests + [test for one in places for test in _tests(one, value, fields, names)]
            known = fields(called)
            if known is None or len(places) > len(known) or set(known[: len(places)]) & set(keys):
                raise _Unknown
            for key, one in [*zip(known, places, strict=False), *zip(keys, inside, strict=True)]:
                tests += _tests(one, ast.Attribute(value, key, ast.Load()), fields, names)
            return tests
    raise _Unknown


def _sequence(
    items: list[ast.pattern],
    value: ast.expr,
    fields: Callable[[str], list[str] | None],
    names: list[tuple[str, ast.expr]],
) -> list[ast.expr]:
    kinds = ast.Tuple([ast.Name("list", ast.Load()), ast.Name("tuple", ast.Load())], ast.Load())
    star = next((at for at, item in enumerate(items) if isinstance(item, ast.MatchStar)), None)
    size, behind = _call("len", value), 0 if star is None else len(items) - star - 1
    order: ast.cmpop = ast.Eq() if star is None else ast.GtE()
    count = len(items) - (star is not None)
    tests = [_call("isinstance", value, kinds), ast.Compare(size, [order], [ast.Constant(count)])]
    for at, item in enumerate(items):
        if isinstance(item, ast.MatchStar):
            if item.name is not None:
                stop = ast.BinOp(size, ast.Sub(), ast.Constant(behind))
                names.append(
                    (item.name, _call("list", ast.Subscript(value, ast.Slice(ast.Constant(at), stop), ast.Load())))
                )
            continue
        place: ast.expr = ast.Constant(at)
        if star is not None and at > star:
            place = ast.BinOp(size, ast.Sub(), ast.Constant(len(items) - at))
        tests += _tests(item, ast.Subscript(value, place, ast.Load()), fields, names)
    return tests


def _all(tests: list[ast.expr]) -> ast.expr:
    if not tests:
        return ast.Constant(True)
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _let(names: list[tuple[str, ast.expr]]) -> ast.expr:
    """A tuple, which is true, that gives values their names."""
    return ast.Tuple([ast.NamedExpr(ast.Name(name, ast.Store()), value) for name, value in names], ast.Load())


def _call(name: str, *given: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(given), [])
