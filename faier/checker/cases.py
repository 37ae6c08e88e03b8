"""`match` with patterns that look into values -> `if`, `elif` and `else`.

    case (0, x, *rest) if x:     if (isinstance(v, #sequence) and len(v) >= 2 and v[0] == 0
                                     and (x := v[1], rest := list(v[2:])) and x):
    case Point(x=0) | None:      if (isinstance(v, Point) and v.x == 0) or v is None:
    case int(n):                 if isinstance(v, int) and (n := v,):
    case {"k": 0, **rest}:       if (isinstance(v, dict) and "k" in v and v["k"] == 0
                                     and (rest := {k: x for k, x in v.items() if k not in ("k",)},)):

Python compiles the file before, so no name is bound twice and nothing stands behind a case that always fits. Names are
bound when all of a pattern fits: those of alternatives, which all bind the same, have other names before. What is not
known here is left as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Container
from dataclasses import dataclass

_OF_ONE = frozenset(["bool", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"])
_ASKED = ("isinstance", "len", "list", "tuple", "dict")

SEQUENCE = "#sequence"  # a list, a tuple or a deque; no name of a file has such a sign


class _Unknown(Exception):
    """A pattern that is left as it is."""


def opened(
    node: ast.Match, bound: Container[str], fields: Callable[[str], list[str] | None], fresh: Callable[[], str]
) -> ast.stmt:
    """The same as an `if`, where there is more than values to compare with; `bound` are all names of the file."""
    if all(_compares(case.pattern) for case in node.cases) or any(name in bound for name in _ASKED):
        return node
    value, first = node.subject, []
    if not isinstance(value, ast.Name) or _rebound(value.id, node.cases, bound):
        kept = fresh()
        first, value = [_let([(kept, node.subject)])], ast.Name(kept, ast.Load())
    rest: list[ast.stmt] = []
    try:
        for number, case in reversed(list(enumerate(node.cases))):
            names: list[tuple[str, ast.expr]] = []
            tests = _Tests(fields, fresh).of(case.pattern, value, names)
            whole = [*([] if number else first), *tests, *([_let(names)] if names else [])]
            whole += [] if case.guard is None else [case.guard]
            made = ast.If(_all(whole), case.body, rest)
            rest = [ast.fix_missing_locations(ast.copy_location(made, case.body[0]))]
    except _Unknown:
        return node
    return rest[0]


def _rebound(name: str, cases: list[ast.match_case], bound: Container[str]) -> bool:
    """Whether the variable may get another value before the last case is left."""
    for case in cases:
        for part in [] if case.guard is None else ast.walk(case.guard):
            called = part.func if isinstance(part, ast.Call) else None
            if isinstance(part, ast.NamedExpr) or (isinstance(called, ast.Name) and called.id in bound):
                return True
        if any(name in (getattr(part, "name", None), getattr(part, "rest", None)) for part in ast.walk(case.pattern)):
            return True
    return False


def _compares(pattern: ast.pattern) -> bool:
    match pattern:
        case ast.MatchOr(patterns=several):
            return all(map(_compares, several))
        case ast.MatchAs(pattern=None, name=None):
            return True
    return isinstance(pattern, (ast.MatchValue, ast.MatchSingleton))


@dataclass
class _Tests:
    """What holds where a pattern fits; the names that are bound then are added to `names`."""

    fields: Callable[[str], list[str] | None]
    fresh: Callable[[], str]

    def of(self, pattern: ast.pattern, value: ast.expr, names: list[tuple[str, ast.expr]]) -> list[ast.expr]:
        match pattern:
            case ast.MatchValue(value=wanted):
                return [ast.Compare(value, [ast.Eq()], [wanted])]
            case ast.MatchSingleton(value=wanted):
                return [ast.Compare(value, [ast.Is()], [ast.Constant(wanted)])]
            case ast.MatchAs(pattern=inner, name=name):
                found = [] if inner is None else self.of(inner, value, names)
                names += [] if name is None else [(name, value)]
                return found
            case ast.MatchOr(patterns=several):
                return [self.either(several, value, names)]
            case ast.MatchSequence(patterns=items):
                return self.sequence(items, value, names)
            case ast.MatchMapping(keys=keys, patterns=inside, rest=rest):
                return self.mapping(keys, inside, rest, value, names)
            case ast.MatchClass(cls=ast.Name(id=called), patterns=places, kwd_attrs=keys, kwd_patterns=inside):
                tests: list[ast.expr] = [_call("isinstance", value, ast.Name(called, ast.Load()))]
                if called in _OF_ONE:
                    if len(places) > 1 or keys:
                        raise _Unknown
                    return tests + [test for one in places for test in self.of(one, value, names)]
                known = self.fields(called)
                if known is None or len(places) > len(known) or set(known[: len(places)]) & set(keys):
                    raise _Unknown
                for key, one in [*zip(known, places, strict=False), *zip(keys, inside, strict=True)]:
                    tests += self.of(one, ast.Attribute(value, key, ast.Load()), names)
                return tests
        raise _Unknown

    def either(self, several: list[ast.pattern], value: ast.expr, names: list[tuple[str, ast.expr]]) -> ast.expr:
        options: list[ast.expr] = []
        known: dict[str, str] = {}
        for one in several:
            bound: list[tuple[str, ast.expr]] = []
            tests = self.of(one, value, bound)
            for name, _ in bound:
                if name not in known:
                    known[name] = self.fresh()
            options.append(_all([*tests, _let([(known[name], found) for name, found in bound])] if bound else tests))
        names += [(name, ast.Name(before, ast.Load())) for name, before in known.items()]
        return ast.BoolOp(ast.Or(), options)

    def mapping(
        self,
        keys: list[ast.expr],
        inside: list[ast.pattern],
        rest: str | None,
        value: ast.expr,
        names: list[tuple[str, ast.expr]],
    ) -> list[ast.expr]:
        """All keys are there before the first value is looked at."""
        if not all(isinstance(key, ast.Constant) and isinstance(key.value, (str, int)) for key in keys):
            raise _Unknown
        tests = [_call("isinstance", value, ast.Name("dict", ast.Load()))]
        tests += [ast.Compare(key, [ast.In()], [value]) for key in keys]
        for key, one in zip(keys, inside, strict=True):
            tests += self.of(one, ast.Subscript(value, key, ast.Load()), names)
        if rest is not None:
            names.append((rest, self.others(keys, value)))
        return tests

    def others(self, keys: list[ast.expr], value: ast.expr) -> ast.expr:
        """A new dictionary of what is under no other key."""
        key, found = self.fresh(), self.fresh()
        both = ast.Tuple([ast.Name(key, ast.Store()), ast.Name(found, ast.Store())], ast.Store())
        other = ast.Compare(ast.Name(key, ast.Load()), [ast.NotIn()], [ast.Tuple(keys, ast.Load())])
        items = ast.Call(ast.Attribute(value, "items", ast.Load()), [], [])
        clause = ast.comprehension(both, items, [other] if keys else [], 0)
        return ast.DictComp(ast.Name(key, ast.Load()), ast.Name(found, ast.Load()), [clause])

    def sequence(self, items: list[ast.pattern], value: ast.expr, names: list[tuple[str, ast.expr]]) -> list[ast.expr]:
        star = next((at for at, item in enumerate(items) if isinstance(item, ast.MatchStar)), None)
        size, behind = _call("len", value), 0 if star is None else len(items) - star - 1
        order: ast.cmpop = ast.Eq() if star is None else ast.GtE()
        count = len(items) - (star is not None)
        tests = [
            _call("isinstance", value, ast.Name(SEQUENCE, ast.Load())),
            ast.Compare(size, [order], [ast.Constant(count)]),
        ]
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
            tests += self.of(item, ast.Subscript(value, place, ast.Load()), names)
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
