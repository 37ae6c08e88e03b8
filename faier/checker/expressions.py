"""An expression on given variables -> its value; draws are handed to `pick`, unread entries to `read`.

Without `pick`, draws are not allowed (constants and claims).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fractions import Fraction

from . import operations
from .calling import Calling
from .containers import SETS, is_a, loose, made_dict, made_set, pairs_of
from .exceptions import Raised
from .operations import items_of
from .outcome import Fails, Hole, spend
from .strings import filled, formatted, short
from .values import Box, Callee, Infinite, List, Stream, Used, parts

_OPERATORS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**",
    "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=",
    "BitAnd": "&", "BitOr": "|", "BitXor": "^", "LShift": "<<", "RShift": ">>",
    "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not",
}  # fmt: skip

MOST_STEPS = 200_000


def operator_of(node: ast.AST) -> str:
    name = _OPERATORS.get(type(node).__name__)
    if name is None:
        raise Hole(f"the operator {type(node).__name__}")
    return name


class Evaluation(Calling):
    """An expression's value, step by step."""

    def value(self, node: ast.expr) -> object:
        """The value, a `Noise` or a `Mark` possibly."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Hole("an expression takes too many steps")
        match node:
            case ast.Constant(value=value):
                if isinstance(value, (bool, int, str, Fraction)) or value is None:
                    return value
            case ast.Name(id=name):
                known = self._name(name)
                if isinstance(known, (Stream, Used)) or (isinstance(known, Callee) and "." in known.name):
                    raise Hole("a stream or a function is used as a value")
                return known
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.test(operand)
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return operations.inverted(self.plain(operand))
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign_, operand=operand):
                return self.signed(self.plain(operand, True), isinstance(sign_, ast.USub))
            case ast.BinOp(left=left, op=operator, right=right):
                one, other = self.plain(left, True), self.plain(right, True)
                if isinstance(one, str) and isinstance(operator, ast.Mod):
                    return self._filled(one, other)
                return self.binary(operator_of(operator), one, other)
            case ast.BoolOp(op=operator, values=operands):
                return self._logic(isinstance(operator, ast.Or), operands)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self.value(then if self.test(test) else otherwise)
            case ast.Tuple(elts=items):
                return tuple(self.items(items))
            case ast.List(elts=items):
                return List(self.items(items))
            case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper, step=step)):
                cut = self.value(base)
                return operations.sliced(cut, [end and self.plain(end) for end in (lower, upper, step)])
            case ast.Subscript(value=base, slice=position) if (of := self.class_(base)) is not None:
                return self.named(of, self.plain(position))
            case ast.Subscript(value=base, slice=position):
                return operations.index(self.value(base), self.plain(position))
            case ast.Dict(keys=keys, values=values):
                return self._dictionary(keys, values)
            case ast.Set(elts=items):
                return made_set([self.settled(item, True) for item in self.items(items)], self.equal)
            case ast.SetComp(elt=element, generators=clauses):
                found = self.opened(element, clauses)
                inside = found.items if isinstance(found, Box) else [self.settled(item, True) for item in found]
                return made_set(inside, self.equal)
            case ast.DictComp(key=key, value=value, generators=clauses):
                pair = ast.Tuple([key, value], ast.Load())
                pairs = [operations.items_of(item) for item in self.elements(pair, clauses, 0)]
                return made_dict([(self.settled(item[0], True), item[1]) for item in pairs], self.equal)
            case ast.JoinedStr(values=parts):
                return self._text(parts)
            case ast.Attribute() if self.file.word(node, self.hidden()) == "math.inf":
                return Infinite()
            case ast.Attribute(value=base, attr=name):
                of = self.class_(base)
                if of is not None and name not in of.names:
                    raise Hole(f"the attribute {name} of a class")
                return of.names[name] if of is not None else operations.attribute(self.plain(base, True), name)
            case ast.ListComp(elt=element, generators=clauses):
                return List(self.elements(element, clauses, 0))
            case ast.GeneratorExp(elt=element, generators=clauses):
                try:
                    found = self.opened(element, clauses)
                    return found if isinstance(found, Box) else tuple(found)
                except (Raised, Fails) as raised:
                    raise self.lost(raised) from None
            case ast.NamedExpr(target=ast.Name(id=name), value=inside):
                self.variables[name] = self.value(inside)
                return self.variables[name]
            case ast.Call():
                return self.call(node)
        raise Hole(f"an expression of kind {type(node).__name__}")

    def _dictionary(self, keys: list[ast.expr | None], values: list[ast.expr]) -> object:
        found: list[tuple[object, object]] = []
        for key, value in zip(keys, values, strict=True):
            if key is not None:
                found.append((self.plain(key, True), self.value(value)))
                continue
            more = self.plain(value, True)
            if not is_a(more, "dict"):
                raise Hole("the keys of something else than a dictionary")
            found += pairs_of(more)
        return made_dict(found, self.equal)

    def _text(self, parts: list[ast.expr]) -> str:
        """An f-string."""
        found = ""
        for part in parts:
            match part:
                case ast.Constant(value=str() as text):
                    found += text
                case ast.FormattedValue(value=value, conversion=conversion, format_spec=format_):
                    shown = self.plain(value)
                    spec = self._text(format_.values) if isinstance(format_, ast.JoinedStr) else ""
                    if conversion not in (-1, ord("r"), ord("s")):
                        raise Hole("a conversion in a text")
                    if conversion != -1:
                        shown = self.text(shown, conversion == ord("r"))
                    found += formatted(shown, spec) if spec else self.text(shown)
                case _:
                    raise Hole("a part of a text")
            short(found)
        return found

    def _filled(self, template: str, given: object) -> str:
        """`template % given`; only a tuple is more than one value."""
        if isinstance(given, Box):
            raise Hole("a template of a text")
        return filled(template, given if type(given) is tuple else [given], self.text)

    def fresh(self, default: ast.expr) -> object:
        evaluation = Evaluation(self.file, None, {})
        value = evaluation.value(default)
        self.divisors += evaluation.divisors
        return value

    def _name(self, name: str) -> object:
        for scope in reversed(self.inner):
            if name in scope:
                return scope[name]
        if self.function is not None:
            if name in self.variables:
                return self.variables[name]
            if name in self.function.locals or name in self.function.captured:
                raise Hole(f"the variable {name} has no value here")
            if name in self.function.settings:
                return self.function.settings[name]
        elif name in self.variables:
            return self.variables[name]
        if name in self.file.constants:
            return self.file.constants[name]
        if name in self.file.functions:
            return Callee(name, ())
        if name in self.file.classes:
            return self.file.classes[name].members
        if self.file.words.get(name) == "math.inf":
            return Infinite()
        raise Hole(f"the name {name}")

    def hidden(self) -> set[str]:
        hidden = set().union(*self.inner) if self.inner else set()
        if self.function is not None:
            hidden |= self.function.locals | set(self.function.settings) | self.function.captured.keys()
        return hidden | (set(self.variables) if self.function is None else set())

    def _logic(self, is_or: bool, operands: list[ast.expr]) -> object:
        result: object = None
        for operand in operands:
            result = self.plain(operand, True)
            if self.truth(result) == is_or:
                return result
        return result

    def _compare(self, node: ast.Compare) -> bool:
        left = self.plain(node.left, True)
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            right = self.plain(operand, True)
            if not self.related(operator_of(operator), left, right):
                return False
            left = right
        return True

    def opened(self, element: ast.expr, clauses: list[ast.comprehension]) -> Box | Iterator[object]:
        """What a comprehension goes through; in no order where that are the items of a set."""
        if len(clauses) > 1 or not all(map(self._steady, (element, *clauses[0].ifs))):
            return self.elements(element, clauses, 0)
        over = self.value(clauses[0].iter)
        if not is_a(over, *SETS):
            return self.over(items_of(over), element, clauses, 0)
        try:
            found = [self.settled(item, True) for item in self.over(over.items, element, clauses, 0)]
        except (Raised, Fails):
            raise Hole("something raises while something goes over a set") from None
        return loose(found, self.equal)

    def _steady(self, node: ast.expr) -> bool:
        """Whether it changes nothing and draws nothing: it asks functions of Python alone."""
        for part in ast.walk(node):
            match part:
                case ast.NamedExpr() | ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                    return False
                case ast.Call(func=ast.Name(id="abs" | "len" | "min" | "max" | "bool" as name), keywords=[]):
                    if name in self.hidden() or self.file.defines(name):
                        return False
                case ast.Call() | ast.GeneratorExp():
                    return False
        return True

    def elements(self, element: ast.expr, clauses: list[ast.comprehension], depth: int) -> Iterator[object]:
        if depth == len(clauses):
            yield self.value(element)
            return
        yield from self.over(items_of(self.value(clauses[depth].iter)), element, clauses, depth)

    def over(
        self, values: tuple[object, ...], element: ast.expr, clauses: list[ast.comprehension], depth: int
    ) -> Iterator[object]:
        clause, scope = clauses[depth], dict[str, object]()
        for item in values:
            spend(1)
            self.bind(clause.target, item, scope)
            self.inner.append(scope)
            at = len(self.inner)
            if all(self.test(condition) for condition in clause.ifs):
                yield from self.elements(element, clauses, depth + 1)
            del self.inner[at - 1 :]


class Counting(Evaluation):
    """Counts the items of all sequences that are made on the way."""

    items_made = 0

    def value(self, node: ast.expr) -> object:
        found = super().value(node)
        self.items_made += len(parts(found) or ())
        return found
