"""`match` with patterns that take values apart, or name them: the `if` that says the same.

Names are bound once a whole pattern fits, before its guard is asked, as in Python.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass, field

from faier.lang.names import File
from faier.lang.objects import INITIAL

_BUILTIN = ("bool", "float", "int", "list", "str", "tuple", "dict", "set", "frozenset")


NOT_READ = "a case is a value, a sequence, a dictionary, a class, a name, or several values with |"


class Unread(Exception):
    """Not a pattern that is read, and why."""

    def __init__(self, pattern: ast.pattern, message: str = NOT_READ, hint: str = "compare with `if`") -> None:
        super().__init__()
        self.pattern, self.message, self.hint = pattern, message, hint


def is_literal(pattern: ast.pattern) -> bool:
    """Whether it is a value, several of them, or the one for all others: no `if` is needed."""
    match pattern:
        case ast.MatchOr(patterns=options):
            return all(not isinstance(option, ast.MatchAs) and is_literal(option) for option in options)
        case ast.MatchAs(pattern=None, name=None) | ast.MatchSingleton() | ast.MatchValue():
            return True
    return False


def as_ifs(node: ast.Match, file: File, name: str) -> ast.If | list[Unread]:
    """The `if` that does what the `match` does, or what is wrong with it; its subject is kept as `name` where it is no
    name, or one that may get another value on the way."""
    subject: ast.expr = node.subject
    begin: list[ast.expr] = []
    if not isinstance(subject, ast.Name) or any(_rebinds(case, subject.id, file) for case in node.cases):
        begin = [_bound(name, subject)]
        subject = ast.Name(name, ast.Load())
    tests: list[list[ast.expr]] = []
    wrong: list[Unread] = []
    for case in node.cases:
        try:
            tests.append(_tests(case, case is node.cases[-1], subject, file))
        except Unread as unread:
            wrong.append(unread)
    if wrong:
        return wrong
    tests[0][:0] = begin
    found: list[ast.stmt] = []
    for case, asked in zip(reversed(node.cases), reversed(tests), strict=True):
        test = _both(asked) if asked else ast.Constant(True)
        following = ast.If(ast.copy_location(test, case.pattern), case.body, found)
        found = [ast.fix_missing_locations(ast.copy_location(following, case.pattern))]
    (first,) = found
    assert isinstance(first, ast.If)
    return first


def _rebinds(case: ast.match_case, name: str, file: File) -> bool:
    """Whether a case may give the variable another value before all of its names are bound, or another case is tried:
    by a name in it, or in its guard, where functions inside of this one may do so too."""
    for part in ast.walk(case.pattern):
        if name in (getattr(part, "name", None), getattr(part, "rest", None)):
            return True
    for part in [] if case.guard is None else ast.walk(case.guard):
        called = part.func if isinstance(part, ast.Call) else None
        inner = isinstance(called, ast.Name) and not hasattr(builtins, called.id) and called.id not in file.signatures
        if inner or (isinstance(part, ast.NamedExpr) and part.target.id == name):
            return True
    return False


def _tests(case: ast.match_case, last: bool, subject: ast.expr, file: File) -> list[ast.expr]:
    """What holds where the case is taken; the names are bound before the guard is asked."""
    if not last and case.guard is None and _fits_all(case.pattern):
        message = f"`case {ast.unparse(case.pattern)}` catches everything: the cases after it are never reached"
        raise Unread(case.pattern, message, "move it to the end; a constant is compared with `case _ if x == LIMIT`")
    reading = _Reading(file)
    reading.read(case.pattern, subject)
    if len(set(reading.bound)) < len(reading.bound):
        raise Unread(case.pattern, "this pattern gives a name to two values", "use two names")
    return [*reading.tests, *reading.names, *([] if case.guard is None else [case.guard])]


@dataclass
class _Reading:
    """What must hold for a pattern to fit, and the names that it binds then."""

    file: File
    tests: list[ast.expr] = field(default_factory=list)
    names: list[ast.expr] = field(default_factory=list)
    bound: list[str] = field(default_factory=list)

    def read(self, pattern: ast.pattern, value: ast.expr) -> None:
        match pattern:
            case ast.MatchValue(value=wanted):
                self.tests.append(ast.Compare(value, [ast.Eq()], [wanted]))
            case ast.MatchSingleton(value=wanted):
                self.tests.append(ast.Compare(value, [ast.Is()], [ast.Constant(wanted)]))
            case ast.MatchAs(pattern=inner, name=name):
                if inner is not None:
                    self.read(inner, value)
                if name is not None:
                    self.name(name, value)
            case ast.MatchOr(patterns=options):
                self.tests.append(ast.BoolOp(ast.Or(), [self.alone(option, value) for option in options]))
            case ast.MatchSequence(patterns=parts):
                self.sequence(parts, value)
            case ast.MatchClass():
                self.of_class(pattern, value)
            case ast.MatchMapping(keys=keys, patterns=parts, rest=rest):
                self.mapping(keys, parts, rest, value)
            case _:
                raise Unread(pattern)

    def name(self, name: str, value: ast.expr) -> None:
        self.bound.append(name)
        self.names.append(_bound(name, value))

    def alone(self, pattern: ast.pattern, value: ast.expr) -> ast.expr:
        """One of several patterns, which bind nothing."""
        inner = _Reading(self.file)
        inner.read(pattern, value)
        if inner.names:
            raise Unread(pattern)
        return _both(inner.tests) if inner.tests else ast.Constant(True)

    def mapping(self, keys: list[ast.expr], parts: list[ast.pattern], rest: str | None, value: ast.expr) -> None:
        """`{"kind": kind, **rest}`"""
        self.tests.append(ast.Call(ast.Name("isinstance", ast.Load()), [value, ast.Name("dict", ast.Load())], []))
        for key in keys:
            self.tests.append(ast.Compare(key, [ast.In()], [value]))
        for key, part in zip(keys, parts, strict=True):
            self.read(part, ast.Subscript(value, key, ast.Load()))
        if rest is not None:
            pair = ast.Tuple([ast.Name("key", ast.Store()), ast.Name("item", ast.Store())], ast.Store())
            items = ast.Call(ast.Attribute(value, "items", ast.Load()), [], [])
            known = ast.Compare(ast.Name("key", ast.Load()), [ast.NotIn()], [ast.Tuple(keys, ast.Load())])
            clause = ast.comprehension(pair, items, [known], 0)
            left = ast.DictComp(ast.Name("key", ast.Load()), ast.Name("item", ast.Load()), [clause])
            self.name(rest, left)

    def sequence(self, parts: list[ast.pattern], value: ast.expr) -> None:
        kinds = [_name("list"), _name("tuple"), _name("range"), _deque()]
        self.tests.append(_call("isinstance", value, ast.Tuple(kinds, ast.Load())))
        if sum(isinstance(part, ast.MatchStar) for part in parts) > 1:
            raise Unread(parts[0], "a sequence has one `*`", "take the rest apart by itself")
        starred = [at for at, part in enumerate(parts) if isinstance(part, ast.MatchStar)]
        length, least = _call("len", value), ast.Constant(len(parts) - len(starred))
        self.tests.append(ast.Compare(length, [ast.GtE() if starred else ast.Eq()], [least]))
        for at, part in enumerate(parts):
            after = at - len(parts)
            if isinstance(part, ast.MatchStar):
                if part.name is not None:
                    stop = ast.BinOp(length, ast.Sub(), ast.Constant(len(parts) - 1 - at))
                    rest = ast.Subscript(value, ast.Slice(ast.Constant(at), stop), ast.Load())
                    self.name(part.name, _call("list", rest))
                continue
            number: ast.expr = ast.Constant(at)
            if starred and at > starred[0]:
                number = ast.UnaryOp(ast.USub(), ast.Constant(-after))
            self.read(part, ast.Subscript(value, number, ast.Load()))

    def of_class(self, pattern: ast.MatchClass, value: ast.expr) -> None:
        self.tests.append(_call("isinstance", value, pattern.cls))
        fields: tuple[str, ...] = ()
        match pattern.cls:
            case ast.Name(id=name) if name in self.file.classes:
                made = self.file.classes[name]
                by_name = INITIAL in dict(made.methods) or (
                    made.constructor is not None and any(item.keyword_only for item in made.constructor.parameters)
                )
                if by_name and pattern.patterns:
                    raise Unread(pattern, "Python may have other fields in these places", f"write case {name}(x=...)")
                fields = made.shape.fields
            case ast.Name(id=name) if name in _BUILTIN and len(pattern.patterns) < 2 and not pattern.kwd_attrs:
                for inner in pattern.patterns:
                    self.read(inner, value)
                return
        keys = [*fields[: len(pattern.patterns)], *pattern.kwd_attrs]
        if len(pattern.patterns) > len(fields) or len(set(keys)) < len(keys):
            raise Unread(pattern)
        named = [
            *zip(fields, pattern.patterns, strict=False),
            *zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True),
        ]
        for name, inner in named:
            self.read(inner, ast.Attribute(value, name, ast.Load()))


def _fits_all(pattern: ast.pattern) -> bool:
    match pattern:
        case ast.MatchAs(pattern=inner):
            return inner is None or _fits_all(inner)
        case ast.MatchOr(patterns=options):
            return any(map(_fits_all, options))
    return False


def _both(tests: list[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _bound(name: str, value: ast.expr) -> ast.expr:
    """Gives the value a name, and is true."""
    return ast.Tuple([ast.NamedExpr(ast.Name(name, ast.Store()), value)], ast.Load())


def _deque() -> ast.expr:
    """The type, whatever the file calls it, if it does at all."""
    kind = ast.Constant("deque")
    kind.label = True  # type: ignore[attr-defined]
    return kind


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _call(function: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(_name(function), list(arguments), [])
