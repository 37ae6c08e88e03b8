"""Python's expressions -> the tree's. Names are resolved, calls are matched to what they call.

A wrong expression is reported and stands as `BROKEN` in the tree, which no later pass complains about.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import replace
from typing import Literal as Either

from flint import fmpq

from faier.exact import TooLarge, rational
from faier.lang import calls, foreign, instead, methods, names, overloading, tables, told_errors
from faier.lang.attributes import read_attribute
from faier.lang.handed import value_of
from faier.lang.library import TEXTS
from faier.lang.method_calls import is_view, the_constant
from faier.lang.names import Class, File, suggestion
from faier.lang.records import OF_RANGE
from faier.lang.scope import BROKEN, Place, Scope
from faier.lang.syntax import (
    Attribute,
    Binary,
    Bind,
    Call,
    Caught,
    Choice,
    Clause,
    Compare,
    Comprehension,
    Decimal,
    Display,
    Expression,
    Index,
    Literal,
    Logic,
    Name,
    Rest,
    Slice,
    Span,
    Star,
    Target,
    Unary,
    Unpack,
)
from faier.lang.values import Budget, Infinite
from faier.lang.vocabulary import FUNCTIONS, PYTHON_FUNCTIONS, TYPES, VOCABULARY

MAXIMAL_LITERAL_BITS = 4_096
MAXIMAL_DIGITS = 400

# In a file with more faults than this, no more names are compared with the wrong ones.
_MOST_SUGGESTIONS = 200


_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}


class ExpressionReader:
    """Reads the expressions of one scope."""

    def __init__(self, file: File, scope: Scope) -> None:
        self.file = file
        self.scope = scope
        self.read_streams: list[tuple[str, ast.AST]] = []
        self.handed: frozenset[ast.AST] = frozenset()  # arguments of what a loop goes over: streams may stand there

    # The entry: one expression where it stands.

    def read(self, node: ast.expr, place: Place = Place.VALUE) -> Expression:
        span = self.file.source.span(node)
        if place is not Place.VALUE and self.file.operators and self.file.owners("__iter__"):
            made = calls.class_of(self, node)
            if made is not None and f"{made.shape.name}.__iter__" in self.file.methods:
                return self.invoked(made, "__iter__", [node], node, place)
        if place is not Place.VALUE and self.file.operators and self.file.owners("__reversed__"):
            backwards = calls.reversed_record(self, node)
            if backwards is not None:
                return self.invoked(*backwards, node, place)
        match node:
            case ast.Constant():
                return self.literal(node, span)
            case ast.Name() if self.file.takes_from_python(node):
                return Name(BROKEN, span)
            case ast.Name(id=name):
                return self.name(name, node, span, place)
            case ast.UnaryOp():
                return self.unary(node, span)
            case ast.BinOp():
                return self.binary(node, span)
            case ast.Compare():
                return self.compare(node, span)
            case ast.BoolOp(op=op, values=values):
                operator: Either["and", "or"] = "and" if isinstance(op, ast.And) else "or"
                return Logic(operator, tuple(self.read(value) for value in values), span)
            case ast.IfExp(test=test, body=body, orelse=otherwise):
                return Choice(self.test(test), self.read(body), self.read(otherwise), span)
            case ast.Tuple(elts=items):
                return Display("tuple", tuple(map(self.item, items)), span)
            case ast.List(elts=items):
                return Display("list", tuple(map(self.item, items)), span)
            case ast.JoinedStr(values=pieces):
                return self.formatted(pieces, span)
            case ast.Subscript():
                return self.subscript(node, span)
            case ast.Attribute():
                return self.attribute(node, span, place)
            case ast.Lambda() if (function := value_of(self.file, node, span)) is not None:
                return function
            case ast.Call(func=ast.Name(id=told_errors.CAUGHT)):
                return Caught(span)
            case ast.Call():
                return calls.read_call(self, node, span, place)
            case ast.Dict():
                return tables.read_dict(self, node, span)
            case ast.Set():
                return tables.read_set(self, node, span)
            case ast.DictComp(generators=generators):
                pairs = self.comprehension("generator", tables.pair(node), generators, span)
                return Call("dict", (pairs,), (), span)
            case ast.SetComp(elt=element, generators=generators):
                return Call("set", (self.comprehension("generator", element, generators, span),), (), span)
            case ast.NamedExpr(target=ast.Name() as target, value=value):
                return self.bind(node, target, value, span)
            case ast.ListComp(elt=element, generators=generators):
                return self.comprehension("list", element, generators, span)
            case ast.GeneratorExp(elt=element, generators=generators):
                if place is Place.VALUE or (place is not Place.CONSUMED and len(generators) > 1):
                    return self.wrong(
                        "FA113", node, "a generator may stand only where it is consumed at once", "write a list: [...]"
                    )
                return self.comprehension("generator", element, generators, span)
        return self.unsupported(node)

    def test(self, node: ast.expr) -> Expression:
        """What a branch asks."""
        found = None if not self.file.operators or overloading.is_marked(node) else overloading.read_test(self, node)
        return self.read(node) if found is None else found

    def invoked(
        self, owner: Class, method: str, arguments: list[ast.expr], node: ast.expr, place: Place = Place.VALUE
    ) -> Expression:
        """A method of a class, for an operator."""
        call = ast.copy_location(ast.Call(node, arguments, []), node)
        signature = self.file.methods[f"{owner.shape.name}.{method}"]
        return calls.invoke(self, signature, call, self.file.source.span(node), place)

    def wrong(self, code: str, node: ast.AST, message: str, hint: str = "") -> Expression:
        self.file.error(code, node, message, hint)
        return Name(BROKEN, self.file.source.span(node))

    # Numbers and labels.

    def literal(self, node: ast.Constant, span: Span) -> Expression:
        value = node.value
        if value is None or isinstance(value, bool):
            return Literal(value, span)
        if isinstance(value, int):
            if value.bit_length() > MAXIMAL_LITERAL_BITS:
                return self.wrong("FA501", node, f"this integer has more than {MAXIMAL_LITERAL_BITS:,} bits")
            return Literal(value, span)
        if isinstance(value, float):
            return self.decimal(value, node, span)
        if isinstance(value, str):
            if any(0xD800 <= ord(character) < 0xE000 for character in value):
                return self.wrong("FA115", node, "this label holds half a character (a surrogate)")
            return Literal(value, span)
        if value is ...:
            return self.wrong("FA115", node, "`...` is not a value of the language", "write `pass` for an empty body")
        if isinstance(value, bytes):
            return Call("bytes", (Display("list", tuple(Literal(item, span) for item in value), span),), (), span)
        return self.wrong(
            "FA115", node, "complex numbers are not part of the language", "use integers, fractions and labels"
        )

    def decimal(self, machine: float, node: ast.Constant, span: Span) -> Expression:
        text = self.file.source.piece(node).replace("_", "")
        mantissa, _, exponent = text.lower().partition("e")
        unwritten = len(mantissa) > MAXIMAL_DIGITS or len(exponent.lstrip("+-0")) > 3
        try:
            exact = fmpq(0) if unwritten else rational(text)
            if not unwritten and float(text) != machine:  # inside of an f-string its place may not be known
                raise ValueError
        except (ValueError, TooLarge):
            return self.wrong("FA115", node, "this number cannot be read exactly", "write a fraction: 1 / 3")
        if unwritten or machine in (float("inf"), float("-inf")) or (machine == 0) != (exact == 0):
            return self.wrong(
                "FA115", node, "this number is too large, too small or too long for Python's floats", "write a fraction"
            )
        return Decimal(exact, machine, span)

    def formatted(self, pieces: list[ast.expr], span: Span) -> Expression:
        """An f-string joins its pieces."""
        parts: list[Expression] = []
        for piece in pieces:
            if not isinstance(piece, ast.FormattedValue):
                parts.append(self.read(piece))
                continue
            own = None
            if self.file.operators and piece.conversion == -1:
                own = overloading.read_format(self, piece, piece.value, piece.format_spec)
            if own is not None:
                parts.append(own)
                continue
            written = piece.format_spec is None and piece.conversion in (-1, ord("s"))
            value = self.read(
                overloading.as_text(self, piece.value) if written and self.file.operators else piece.value
            )
            if piece.conversion == ord("a"):
                return self.wrong("FA102", piece, "`!a` is not part of the language", "write !r")
            if piece.conversion in (ord("r"), ord("s")):
                value = Call("repr" if piece.conversion == ord("r") else "str", (value,), (), value.span)
            spec = piece.format_spec
            more = () if spec is None else (self.read(spec),)
            parts.append(Call("format", (value, *more), (), self.file.source.span(piece)))
        return Call(".join", (Literal("", span), Display("tuple", tuple(parts), span)), (), span)

    # Names.

    def name(self, name: str, node: ast.AST, span: Span, place: Place) -> Expression:
        scope, file = self.scope, self.file
        if name in scope.unbound:
            return self.wrong("FA413", node, f"`{name}` is read before it has a value", "swap the `for` parts")
        if name in scope.names:
            if name in scope.streams:
                return self.stream(name, node, span, place)
            if "." in scope.names[name][1:]:
                hint = f"call it: {name}(...)"
                return self.wrong("FA205", node, f"`{name}` is a function, not a value: it is called here", hint)
            return Name(scope.names[name], span)
        if name in file.classes:
            members = file.classes[name].shape.name
            if members in file.constants and place is not Place.VALUE:
                return Name(members, span)
            made = value_of(file, node, span) if isinstance(node, ast.Name) else None
            hint = f"write list({name}) for its members" if members in file.constants else ""
            return made or self.wrong("FA205", node, f"`{name}` is a class, not a value", hint)
        if name in file.constants:
            value = file.constants[name]
            if isinstance(value, Budget) and not scope.budget:
                return self.wrong(
                    "FA211",
                    node,
                    f"`{name}` is an unknown positive number: it may stand only inside exp, inside laplace, in claims "
                    "and multiplied or divided by numbers",
                    f"write exp({name}), exp(-{name} / 2) or laplace(1 / {name})",
                )
            return Name(file.aliases.get(name, name), span)
        if name in file.broken:
            return Name(BROKEN, span)
        if name in file.signatures and file.signatures[name].constant:
            if not scope.random and not scope.computed:
                message = f"{scope.where} cannot be computed from `{name}`, which functions of the file make"
                return self.wrong("FA209", node, message, "write its value, or what it is made of")
            return the_constant(file.signatures[name], span)
        if name in file.later and name not in file.signatures:
            return self.wrong("FA204", node, f"`{name}` is used before it is defined", "move its definition up")
        if name in file.types:
            hint = "types stand in annotations: list its values where they are needed"
            return self.wrong("FA205", node, f"`{name}` is a type, not a value", hint)
        if name in file.modules:
            return self.wrong("FA205", node, f"`{name}` is a module, not a value", f"write {name}.flip(1 / 2)")
        if name in file.packages:
            return self.wrong(
                "FA205", node, f"`{name}` is a module, not a value", f"write what is used of it: {name}.f(...)"
            )
        if name in file.library:
            return self.library_value(file.library[name], name, node, span)
        function = value_of(file, node, span) if isinstance(node, ast.Name) else None
        if function is not None:
            return function
        if name in file.signatures or name in FUNCTIONS or name in file.words:
            return self.wrong("FA205", node, f"`{name}` is a function, not a value", f"call it: {name}(...)")
        return self.unknown(name, node)

    def library_value(self, origin: str, name: str, node: ast.AST, span: Span) -> Expression:
        """A name of Python's own library, known by where it comes from, where it is not called."""
        if origin == "math.inf":
            return Literal(Infinite(1), span)
        if origin.startswith("string.") and (text := TEXTS.get(origin.removeprefix("string."))) is not None:
            return Literal(text, span)
        hint = instead.LIBRARY.get(origin, f"call it: {name}(...)" if origin in FUNCTIONS else "")
        return self.wrong("FA205", node, f"`{name}` is not a value", hint)

    def unknown(self, name: str, node: ast.AST) -> Expression:
        if name in VOCABULARY:
            return self.wrong(
                "FA202", node, f"`{name}` is not imported", f"add it to the import: from faier import {name}"
            )
        if name == "Fraction":
            return self.wrong("FA202", node, "`Fraction` is not imported", "add: from fractions import Fraction")
        few = len(self.file.problems.found) < _MOST_SUGGESTIONS
        hint = instead.FUNCTIONS.get(name) or (suggestion(name, self.visible()) if few else "")
        if hasattr(builtins, name):
            return self.wrong("FA205", node, f"Python's `{name}` is not part of the language", hint)
        return self.wrong("FA201", node, f"`{name}` is not defined", hint)

    def visible(self) -> set[str]:
        file = self.file
        known = {*self.scope.names, *file.constants, *file.signatures, *file.words, *PYTHON_FUNCTIONS}
        return known | VOCABULARY.keys() | {"True", "False", "None"}

    def stream(self, name: str, node: ast.AST, span: Span, place: Place) -> Expression:
        if place is not Place.LOOP and node not in self.handed:
            return self.wrong(
                "FA114",
                node,
                f"`{name}` is a stream: it can only be read, once, by a `for` statement",
                f"write `for value in {name}:`, or first `values = list({name})` where a prior ends it",
            )
        self.read_streams.append((name, node))
        return Name(self.scope.names[name], span)

    def bind(self, node: ast.NamedExpr, target: ast.Name, value: ast.expr, span: Span) -> Expression:
        """`(x := value)` gives a variable of the function its value, also in a comprehension."""
        scope, name = self.scope, target.id
        if scope.names.get(name) == BROKEN:
            return Name(BROKEN, span)
        read, place = self.read(value), self.file.source.span(target)
        if scope.binds is None:
            hint = "assign in a statement of its own"
            return self.wrong("FA102", node, f"`:=` cannot stand in {scope.where}", hint)
        if scope.iterating:
            return self.wrong("FA102", node, "Python takes no `:=` in what a comprehension goes over", "move it up")
        if name not in scope.binds:
            return self.wrong("FA107", node, f"`{name}` never gets another value here", "use another name")
        if scope.names.get(name) != scope.binds[name]:
            message = f"a comprehension around it binds `{name}`: Python takes no `:=` of it"
            return self.wrong("FA102", node, message, "use another name")
        return Bind(Name(scope.binds[name], place), read, span)

    # Fields of records, members of Enums.

    def attribute(self, node: ast.Attribute, span: Span, place: Place) -> Expression:
        file, name = self.file, node.attr
        if isinstance(node.value, ast.Name) and node.value.id in file.classes and node.value.id not in self.scope.names:
            return self.of_class(file.classes[node.value.id], node, span)
        found = read_attribute(self, node, span, place)
        if found is not None:
            return found
        if name == "_fields" and (owner := calls.class_of(self, node.value)) is not None:
            return self.of_class(owner, node, span)
        if name in OF_RANGE:
            return Attribute(self.read(node.value), name, span)
        if name in methods.PROPERTIES and file.library_name(node, self.scope.names) is None:
            return Call(f".{name}", (self.read(node.value),), (), span)
        return self.unsupported(node)

    def members(self, node: ast.expr) -> Expression | None:
        """The table of an Enum's members by name: what `Color["RED"]` looks in."""
        match node:
            case ast.Name(id=name) if name in self.file.classes and name not in self.scope.names:
                table = f"{self.file.classes[name].shape.name}.__members__"
                return Name(table, self.file.source.span(node)) if table in self.file.constants else None
        return None

    def of_class(self, owner: Class, node: ast.Attribute, span: Span) -> Expression:
        """`Color.RED`."""
        member = f"{owner.shape.name}.{node.attr}"
        if member in self.file.constants:
            return Name(member, span)
        hint = suggestion(node.attr, [name for name, _ in owner.names])
        return self.wrong("FA201", node, f"`{owner.shape.name}` has no `{node.attr}`", hint)

    # Operators.

    def unary(self, node: ast.UnaryOp, span: Span) -> Expression:
        own = (
            None if not self.file.operators or overloading.is_marked(node) else overloading.read_unary(self, node, span)
        )
        if own is not None:
            return own
        operand = self.read(node.operand)
        match node.op:
            case ast.USub():
                return Unary("-", operand, span)
            case ast.UAdd():
                return Unary("+", operand, span)
            case ast.Not():
                return Unary("not", operand, span)
            case ast.Invert():
                return Unary("~", operand, span)
        return self.unsupported(node)

    def foreign(self, node: ast.expr) -> str | None:
        """Where a name of a module comes from that faier does not know."""
        return foreign.origin_of(node, self.file, self.scope.names)

    def binary(self, node: ast.BinOp, span: Span) -> Expression:
        known = foreign.of_difference(node, self.foreign)
        if known is not None:
            return self.wrong("FA205", node, "numpy's draws are not followed", known)
        own = (
            None
            if not self.file.operators or overloading.is_marked(node)
            else overloading.read_binary(self, node, span)
        )
        if own is not None:
            return own
        outer = self.scope
        if outer.scaled and isinstance(node.op, ast.Mult | ast.Div):
            self.scope = replace(outer, budget=True)
        if self.is_keys(node.left) or self.is_keys(node.right):
            left, right = self.as_set(node.left), self.as_set(node.right)
        else:
            left, right = self.read(node.left), self.read(node.right)
        self.scope = outer
        operator = overloading.operator_of(self.file, node.op)
        if operator is None and Name(BROKEN) in (left, right):
            return Name(BROKEN, span)
        if operator is None:
            sign, hint = instead.OPERATORS[type(node.op)]
            return self.wrong("FA102", node, f"`{sign}` is not part of the language", hint)
        return Binary(operator, left, right, span)

    def is_keys(self, node: ast.expr) -> bool:
        """Whether it is `d.keys()`, which operators take for a set."""
        match node:
            case ast.Call(func=ast.Attribute(attr="keys"), args=[], keywords=[]):
                return not self.file.owners("keys")
        return False

    def as_set(self, node: ast.expr) -> Expression:
        return Call("set", (self.read(node, Place.CONSUMED),), (), self.file.source.span(node))

    def compare(self, node: ast.Compare, span: Span) -> Expression:
        known = foreign.of_compare(node, self.foreign)
        if known is not None:
            return self.wrong("FA205", node, "Python's own random numbers are not followed", known)
        own = (
            None
            if not self.file.operators or overloading.is_marked(node)
            else overloading.read_compare(self, node, span)
        )
        if own is not None:
            return own
        nodes = [node.left, *node.comparators]
        operators = tuple(_COMPARE[type(operator)] for operator in node.ops)
        operands = []
        for position, operand in enumerate(nodes):
            contained = position > 0 and operators[position - 1] in ("in", "not in")
            read = self.member_range if contained else self.as_set if self.is_keys(operand) else self.read
            operands.append(read(operand))
        for operator, left, right in zip(operators, nodes, nodes[1:], strict=False):
            if operator in ("is", "is not") and any(map(_is_made, (left, right))):
                better = "==" if operator == "is" else "!="
                return self.wrong("FA102", node, f"`{operator}` compares identity", f"use `{better}`")
        return Compare(tuple(operands), operators, span)

    def member_range(self, node: ast.expr) -> Expression:
        """`x in range(n)` asks about the numbers of the range, so the range stands where it is iterated.

        `x in Color` fails where `x` is no member."""
        match node:
            case ast.Name(id=name) if name in self.file.classes and name not in self.scope.names:
                members = f"{self.file.classes[name].shape.name}.__contains__"
                if members in self.file.constants:
                    return Name(members, self.file.source.span(node))
                return self.read(node, Place.ITERATED)
            case ast.Call(func=ast.Name(id="range")) | ast.Name():
                return self.read(node, Place.ITERATED)
            case _ if is_view(node):
                return self.read(node, Place.ITERATED)
        return self.read(node)

    # Sequences.

    def item(self, node: ast.expr) -> Expression:
        if isinstance(node, ast.Starred):
            return Star(self.read(node.value, Place.CONSUMED), self.file.source.span(node))
        return self.read(node)

    def subscript(self, node: ast.Subscript, span: Span) -> Expression:
        word = self.file.word(node.value, self.scope.names)
        if word in TYPES:
            return self.wrong("FA205", node, "a type is not a value", "types stand in annotations: x: Int[0, 2]")
        own = None if not self.file.operators or overloading.is_marked(node) else overloading.read_item(self, node)
        if own is not None:
            return own
        inside = isinstance(node.value, ast.Name) and not isinstance(node.slice, ast.Slice)
        base = self.members(node.value) or self.read(node.value, Place.ITERATED if inside else Place.VALUE)
        match node.slice:
            case ast.Slice(lower=lower, upper=upper, step=step):
                ends = [None if end is None else self.read(end) for end in (lower, upper, step)]
                return Slice(base, ends[0], ends[1], ends[2], span)
        return Index(base, self.read(node.slice), span)

    def comprehension(
        self, kind: Either["list", "generator"], element: ast.expr, generators: list[ast.comprehension], span: Span
    ) -> Expression:
        """The first iterable is read in the scope around it, everything else inside, as in Python. A target
        that would hide a name gets a fresh one, so that every name in the tree has one meaning."""
        outer = self.scope
        first = self.iterated(generators[0].iter)
        self.scope = replace(outer, names=outer.names.new_child())
        targets = [_names(clause.target) for clause in generators]
        for name in sorted(frozenset().union(*targets)):
            hidden = name in outer.names or name in self.file.places
            chosen = names.fresh(name, outer.taken, self.scope.bound, self.file.places) if hidden else name
            self.scope.names[name] = chosen
            self.scope.bound |= {chosen}
        self.scope.unbound = outer.unbound.union(*targets)
        clauses: list[Clause] = []
        for clause, bound in zip(generators, targets, strict=True):
            if clause.is_async:
                self.file.error("FA102", clause.target, "`async for` is not part of the language", "write `for`")
            iterable = self.iterated(clause.iter) if clauses else first
            self.scope.unbound -= bound
            target = self.clause_target(clause.target)
            clauses.append(Clause(target, iterable, tuple(map(self.test, clause.ifs))))
        result = Comprehension(kind, self.read(element), tuple(clauses), span)
        self.scope = outer
        return result

    def iterated(self, node: ast.expr) -> Expression:
        """What a clause of a comprehension goes over."""
        outer = self.scope
        self.scope = replace(outer, iterating=True)
        result = self.read(node, Place.ITERATED)
        self.scope = outer
        return result

    def clause_target(self, node: ast.expr) -> Target:
        span = self.file.source.span(node)
        match node:
            case ast.Name(id=name):
                return Name(self.scope.names[name], span)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                if sum(isinstance(item, ast.Starred) for item in items) < 2:
                    return Unpack(tuple(map(self.unpacked, items)), span)
        self.file.error("FA107", node, "a comprehension binds plain names", "write `for x in` or `for x, y in`")
        return Name(BROKEN, span)

    def unpacked(self, node: ast.expr) -> Target:
        match node:
            case ast.Starred(value=ast.Name(id=name) as inner):
                return Rest(Name(self.scope.names[name], self.file.source.span(inner)), self.file.source.span(node))
        return self.clause_target(node)

    # What is not part of the language.

    def unsupported(self, node: ast.expr) -> Expression:
        if isinstance(node, ast.Attribute):
            match node.value:
                case ast.Name(id=name) if name in self.file.modules and name not in self.scope.names:
                    if node.attr in VOCABULARY:
                        return self.wrong("FA205", node, f"`faier.{node.attr}` is not a value here")
                    hint = suggestion(node.attr, VOCABULARY)
                    return self.wrong("FA201", node, f"faier has no `{node.attr}`", hint)
            origin = self.file.library_name(node, self.scope.names)
            if origin is not None:
                return self.library_value(origin, origin, node, self.file.source.span(node))
            hint = instead.METHODS.get(node.attr, "")
            return self.wrong("FA102", node, f"`.{node.attr}` is not part of the language", hint)
        if isinstance(node, ast.Starred):
            return self.wrong("FA102", node, "`*` may stand only inside brackets and calls", "write [*values]")
        known = instead.EXPRESSIONS.get(type(node).__name__)
        message, hint = known or ("this expression is not part of the language", "")
        return self.wrong("FA109" if isinstance(node, ast.Yield) else "FA102", node, message, hint)


def _is_made(node: ast.expr) -> bool:
    """Whether it is a value of which there may be others that are equal; what a name holds the run knows."""
    if isinstance(node, ast.Constant):
        return node.value is not None and not isinstance(node.value, bool)
    return isinstance(node, ast.List | ast.Tuple | ast.Dict | ast.Set | ast.ListComp | ast.SetComp | ast.DictComp)


def _names(target: ast.expr) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(target) if isinstance(node, ast.Name))
