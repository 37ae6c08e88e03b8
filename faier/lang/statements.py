"""Python's statements -> the tree's: the body of one function."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal as Either
from typing import assert_never

from faier.lang import calls, changes, errors, instead, names, overloading, patterns, told_errors, typed
from faier.lang.annotations import check_remark, is_remark
from faier.lang.callables import held_meanwhile
from faier.lang.chosen_places import chosen_place
from faier.lang.expressions import ExpressionReader
from faier.lang.method_calls import read_change, repeatable
from faier.lang.names import File, fresh
from faier.lang.objects import setter_name
from faier.lang.places import read_place
from faier.lang.placing import placed
from faier.lang.repeated import is_path, is_still
from faier.lang.rewritten import gathered
from faier.lang.scope import BROKEN, Place, Scope
from faier.lang.syntax import (
    INPUT_TYPES,
    Assert,
    Assign,
    Assume,
    Augment,
    Bind,
    Block,
    Break,
    Call,
    Case,
    Change,
    Continue,
    Draw,
    Error,
    Evaluate,
    Expression,
    Field,
    For,
    Handler,
    If,
    InputType,
    Invoke,
    Item,
    Literal,
    Match,
    Name,
    Pass,
    Pattern,
    Raise,
    Rest,
    Return,
    Secret,
    Span,
    Statement,
    Target,
    Try,
    Unpack,
    While,
    Yield,
)
from faier.lang.values import Value
from faier.lang.vocabulary import MARKS, VOCABULARY, MarkKind
from faier.lang.walk import parts, place_of, read_in

# Python refuses to compile more.
MAXIMAL_LOOPS = 20

RAISING = "write raise ValueError, or assert condition"
NO_ERROR = ("this names no exception", "name one: except ValueError")


@dataclass
class Body:
    """What is known of the function that the statements belong to."""

    kind: Either["mechanism", "prior", "helper"]
    file: File
    scope: Scope
    constant_names: set[str] = field(default_factory=set)  # settings: they cannot be assigned
    loops: int = 0
    read: frozenset[str] = frozenset()  # names that something in the function reads
    trying: int = 0  # `try` around
    catching: int = 0  # handlers around
    returns: list[ast.Return] = field(default_factory=list)
    yields: list[ast.AST] = field(default_factory=list)
    secrets: int = 0
    streams_read: dict[str, ast.AST] = field(default_factory=dict)
    define: Callable[[ast.stmt], None] = lambda _: None  # a function inside of this one


class StatementReader:
    def __init__(self, body: Body) -> None:
        self.body = body
        self.file = body.file
        self.before: list[Statement] = []  # what comes before the statement that is being read

    def block(self, statements: list[ast.stmt]) -> Block:
        defined = set(self.file.defined)
        read: list[Statement] = []
        for node in statements:
            statement = self.statement(node)
            read += [*self.before, *([] if statement is None else [statement])]
            self.before.clear()
        self.file.defined = defined  # what a block defines may not be there after it
        return tuple(read)

    def statement(self, node: ast.stmt) -> Statement | None:
        span = self.file.source.span(node)
        match node:
            case ast.FunctionDef():
                self.body.define(node)
                return None
            case ast.Assign(targets=[ast.Name(id=name)]) if "." in self.body.scope.names.get(name, "")[1:]:
                self.body.define(node)
                return None
            case ast.Nonlocal():
                return None
            case ast.Assign(targets=[ast.Subscript(slice=ast.Slice() as part) as target], value=value):
                return self.assigned_slice(target, part, value, span)
            case ast.Delete():
                return self.delete(node, span)
            case ast.Assign() if (
                self.file.operators and (made := overloading.set_item(self.reader(), node)) is not None
            ):
                return self.statement(made)
            case ast.Assign(targets=[ast.Attribute() as target], value=value) if self.sets(target):
                return self.set_property(target, value, node)
            case ast.AugAssign(target=ast.Attribute(value=value) as target) if self.sets(target) and self.is_kept(
                value, node
            ):
                return self.augment_property(target, node, span)
            case ast.Assign():
                value = gathered(self.file, self.body.scope, node.targets, node.value)
                return Assign(tuple(map(self.target, node.targets)), self.expression(value), None, span)
            case ast.AnnAssign():
                return self.declared(node, span)
            case ast.AugAssign() if (
                self.file.operators and (made := overloading.augmented(self.reader(), node)) is not None
            ):
                return self.statement(made)
            case ast.AugAssign():
                apart = chosen_place(node, node.target)
                return self.augment(node, span) if apart is None else self.statement(apart)
            case ast.If():
                return If(self.tested(node.test), self.block(node.body), self.block(node.orelse), span)
            case ast.Match():
                return self.matching(node, span)
            case ast.For():
                return self.for_loop(node, span)
            case ast.While():
                test = self.tested(node.test)
                return While(test, self.loop_body(node.body), self.block(node.orelse), span)
            case ast.Break():
                return Break(self.inside_loop(node, "break"))
            case ast.Continue():
                return Continue(self.inside_loop(node, "continue"))
            case ast.Pass():
                return Pass(span)
            case ast.Return():
                self.body.returns.append(node)
                return Return(None if node.value is None else self.expression(node.value), span)
            case ast.Assert():
                return self.assertion(node, span)
            case ast.Raise():
                return self.raising(node, span)
            case ast.Try():
                return self.trying(node, span)
            case ast.Expr(value=value):
                return self.expression_statement(value, span)
        self.unsupported(node)
        return None

    def sets(self, target: ast.Attribute) -> bool:
        """Whether a class has a property of this name that can be given a value."""
        return bool(self.file.owners(setter_name(target.attr)))

    def set_property(self, target: ast.Attribute, value: ast.expr, node: ast.stmt) -> Statement | None:
        """`account.total = 3` calls what `@total.setter` stands above, where the record has that."""
        owners = self.file.owners(setter_name(target.attr))
        function = ast.copy_location(ast.Attribute(target.value, setter_name(target.attr), ast.Load()), target)
        called = ast.copy_location(ast.Expr(ast.copy_location(ast.Call(function, [value], []), node)), node)
        if not any(target.attr in shape.shape.fields for shape in self.file.shapes.values()):
            return self.statement(called)
        known = calls.class_of(self.reader(), target.value)
        if known is not None and known in owners:
            return self.statement(called)
        message = f"`{target.attr}` is a property of {owners[0].shape.name}, and a field of another class"
        self.file.error("FA107", node, message, "give one of them another name")
        return None

    def is_kept(self, path: ast.expr, node: ast.AugAssign) -> bool:
        """Whether the path leads to the same record after what stands on the right is computed."""
        inside = list(ast.walk(node.value))
        called = [part.func for part in inside if isinstance(part, ast.Call)]
        if any(isinstance(part, (ast.NamedExpr, ast.Yield, ast.YieldFrom)) for part in inside):
            return False
        if isinstance(path, ast.Name):
            scope = self.body.scope.names
            return not any(isinstance(part, ast.Name) and "." in scope.get(part.id, "") for part in called)
        return is_path(path) and is_still(self.file, path) and is_still(self.file, node.value)

    def augment_property(self, target: ast.Attribute, node: ast.AugAssign, span: Span) -> Statement | None:
        """`account.log += [3]` reads the property, changes what it gave, and gives it that."""
        name = self.named(target.attr, target).name
        held = ast.copy_location(ast.Name(name, ast.Store()), target)
        read = ast.copy_location(ast.Attribute(target.value, target.attr, ast.Load()), target)
        self.before.append(Assign((self.target(held),), self.expression(read), None, span))
        augmented = self.augment(ast.copy_location(ast.AugAssign(held, node.op, node.value), node), span)
        self.before += [] if augmented is None else [augmented]
        return self.set_property(target, ast.copy_location(ast.Name(name, ast.Load()), target), node)

    def tested(self, node: ast.expr) -> Expression:
        """What a branch or a loop asks."""
        return self.of(self.reader(), node, None)

    def expression(self, node: ast.expr, place: Place = Place.VALUE) -> Expression:
        reader = self.reader()
        if place is Place.LOOP and isinstance(node, ast.Call):
            reader.handed = frozenset([*node.args, *(keyword.value for keyword in node.keywords)])
        return self.of(reader, node, place)

    def reader(self) -> ExpressionReader:
        return ExpressionReader(self.file, self.body.scope)

    def of(self, reader: ExpressionReader, node: ast.expr, place: Place | None) -> Expression:
        result = reader.test(node) if place is None else reader.read(node, place)
        for name, where in reader.read_streams:
            self.stream_read(name, where)
        return result

    # Assignments.

    def target(self, node: ast.expr) -> Target:
        span = self.file.source.span(node)
        match node:
            case ast.Name(id=name):
                return self.name_target(name, node, span)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return Unpack(tuple(self.unpacked(item, items) for item in items), span)
            case ast.Subscript() | ast.Attribute():
                return self.item_target(node, span)
            case ast.Starred():
                hint = "write first, *rest = values"
                self.file.error("FA107", node, "`*` stands once among several names, and before a name", hint)
            case _:
                self.file.error("FA107", node, "this cannot be assigned to", "give it a name first: values = ...")
        return Name(BROKEN, span)

    def unpacked(self, node: ast.expr, items: list[ast.expr]) -> Target:
        match node:
            case ast.Starred(value=ast.Name(id=name) as inner) if (
                sum(isinstance(item, ast.Starred) for item in items) == 1
            ):
                return Rest(self.name_target(name, inner, self.file.source.span(inner)), self.file.source.span(node))
        return self.target(node)

    def name_target(self, name: str, node: ast.AST, span: Span) -> Name:
        if name == "__debug__":
            self.file.error("FA107", node, "Python does not let anybody assign to `__debug__`", "use another name")
        elif name in self.body.constant_names:
            message = f"`{name}` is a setting: its value never changes"
            self.file.error("FA107", node, message, "assign to another variable")
        elif name in self.body.scope.streams:
            self.file.error("FA114", node, f"`{name}` is a stream: it cannot be assigned to", "use another name")
        else:
            return Name(self.body.scope.names[name], span)
        return Name(BROKEN, span)

    def item_target(self, node: ast.expr, span: Span) -> Target:
        found = self.place(node, node)
        return Name(BROKEN, span) if found is None else found

    def place(self, node: ast.expr, whole: ast.AST) -> Name | Item | None:
        """The variable, or the way into it, that `whole` changes."""
        return read_place(ExpressionReader(self.file, self.body.scope), node, whole)

    def declared(self, node: ast.AnnAssign, span: Span) -> Statement | None:
        if not isinstance(node.target, ast.Name):
            plain = isinstance(node.annotation, ast.Name) and node.annotation.id == "bool"
            if node.value is not None and (plain or is_remark(node.annotation, self.file)):
                return self.statement(ast.copy_location(ast.Assign([node.target], node.value), node))
            self.file.error("FA107", node.target, "only a variable can be declared with a type", "leave the type out")
            return None
        declared = self.local_type(node.annotation)
        target = self.target(node.target)
        if node.value is None:
            message = f"`{node.target.id}` is declared without a value"
            self.file.error("FA107", node, message, "give it its first value here: x: Int[0, 2] = 0")
            return None
        return Assign((target,), self.expression(node.value), declared, span)

    def local_type(self, node: ast.expr) -> InputType | None:
        """Python's own annotations (`x: int = 0`) declare nothing that could be checked."""
        if is_remark(node, self.file):
            check_remark(node, self.file)
            return None
        declared = typed.read_type(self.file, node)
        if declared is None or isinstance(declared, INPUT_TYPES):
            return declared
        self.file.error(
            "FA208", node, "a variable is an Int, a Bool or a Vector", "leave the type out, or write Int[lo, hi]"
        )
        return None

    def augment(self, node: ast.AugAssign, span: Span) -> Statement | None:
        operator = overloading.operator_of(self.file, node.op)
        target = self.target(node.target)
        value = self.expression(node.value)
        if operator is None:
            sign, hint = instead.OPERATORS[type(node.op)]
            self.file.error("FA102", node, f"`{sign}=` is not part of the language", hint)
            return None
        if isinstance(target, Unpack | Rest):
            return None
        return Augment(target, operator, value, span)

    # Changes that are statements.

    def delete(self, node: ast.Delete, span: Span) -> Statement | None:
        """`del values[i]`, `del values[i:j]`."""
        last: Statement | None = None
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                self.unsupported(node)
                return None
            found = self.place(target.value, target)
            if isinstance(target.slice, ast.Slice):
                method, arguments = "del[:]", self.ends(target.slice, span)
            else:
                method, arguments = "del", (self.expression(target.slice),)
            if last is not None:
                self.before.append(last)
            last = None if found is None else Evaluate(Change(found, method, arguments, (), span), span)
        return last

    def assigned_slice(self, node: ast.Subscript, part: ast.Slice, value: ast.expr, span: Span) -> Statement | None:
        """`values[i:j] = value`."""
        new = self.expression(value, Place.CONSUMED)
        found = self.place(node.value, node)
        if found is None:
            return None
        return Evaluate(Change(found, "[:]=", (new, *self.ends(part, span)), (), span), span)

    def sorted_by(self, node: ast.Call, values: ast.expr, keywords: list[ast.keyword], span: Span) -> Statement | None:
        """`values.sort(key=f)` is `values[:] = sorted(values, key=f)`, unless f asks for the list: it is empty then."""
        found = self.place(values, node)
        if found is None:
            return None
        way = found.indices if isinstance(found, Item) else ()
        if not all(isinstance(index, Field) or repeatable(index) for index in way):
            self.file.error("FA102", node, "the list that is sorted is drawn here", "give its index a name first")
            return None
        call = ast.copy_location(ast.Call(ast.Name("sorted", ast.Load()), [values], keywords), node)
        new = self.expression(ast.fix_missing_locations(call))
        if isinstance(new, Call) and any(found.name in read_in(value) for _, value in new.keywords):
            message = f"while Python sorts `{found.name}`, it is empty: its keys cannot ask for it"
            self.file.error("FA210", node, message, "write values = sorted(values, key=...)")
            return None
        nothing = Literal(None, span)
        return Evaluate(Change(found, "[:]=", (new, nothing, nothing, nothing), (), span), span)

    def ends(self, node: ast.Slice, span: Span) -> tuple[Expression, ...]:
        nothing = Literal(None, span)
        return tuple(nothing if end is None else self.expression(end) for end in (node.lower, node.upper, node.step))

    def grouped(self, node: ast.Call, table: ast.expr, given: list[ast.expr], span: Span) -> Statement | None:
        """`table.setdefault(key, default).method(...)`: the item is made, and then changed where it is."""
        key = self.expression(given[0])
        found = self.place(table, node)
        if found is None:
            return None
        way = found.indices if isinstance(found, Item) else ()
        if not all(isinstance(part, Field) or repeatable(part) for part in way):
            message = "this key stands for two here: it is drawn, or computed by a function of the file"
            self.file.error("FA102", table, message, "give the key a name first: key = ...")
            return None
        first = key
        if not repeatable(key):
            key = self.named("key", given[0])
            first = Bind(key, first, key.span)
        made = Change(found, "setdefault", (first, *map(self.expression, given[1:])), (), span)
        self.before.append(Evaluate(made, span))
        item = Item(found.name, (*way, key), span)
        change = read_change(ExpressionReader(self.file, self.body.scope), node, item, span)
        return None if change == Name(BROKEN) else Evaluate(change, span)

    def named(self, word: str, node: ast.expr) -> Name:
        """A variable that nothing else has, for what is computed once and read twice."""
        scope = self.body.scope
        name = names.fresh(word, scope.taken, scope.names, self.file.places)
        scope.taken.add(name)
        scope.names[name] = name
        scope.binds = {**(scope.binds or {}), name: name}
        return Name(name, self.file.source.span(node))

    # Branches and loops.

    def matching(self, node: ast.Match, span: Span) -> Statement | None:
        if not all(patterns.is_literal(case.pattern) for case in node.cases):
            name = self.named("subject", node.subject).name
            same = patterns.as_ifs(node, self.file, name)
            if isinstance(same, list):
                for unread in same:
                    self.file.error("FA108", unread.pattern, unread.message, unread.hint)
                for case in node.cases:
                    self.block(case.body)
                return None
            return self.statement(same)
        cases = tuple(self.case(case, case is node.cases[-1]) for case in node.cases)
        return Match(self.expression(node.subject), cases, span)

    def case(self, node: ast.match_case, last: bool) -> Case:
        pattern = self.pattern(node.pattern)
        if pattern.options is None and node.guard is None and not last:
            message = "`case _` catches everything: the cases after it are never reached"
            self.file.error("FA108", node.pattern, message, "move it to the end")
        guard = None if node.guard is None else self.expression(node.guard)
        return Case(pattern, guard, self.block(node.body))

    def pattern(self, node: ast.pattern) -> Pattern:
        options: list[Value] = []
        alternatives = node.patterns if isinstance(node, ast.MatchOr) else [node]
        for alternative in alternatives:
            match alternative:
                case ast.MatchSingleton(value=value):
                    options.append(value)
                case ast.MatchValue(value=ast.Constant(value=int() | str() as value)):
                    options.append(value)
                case ast.MatchValue(value=ast.Attribute() as constant):
                    options += self.constant_option(constant)
                case ast.MatchValue(value=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value))):
                    options.append(-value)
                case ast.MatchAs(pattern=None, name=None) if alternative is node:
                    return Pattern(None)
                case _:
                    self.file.error("FA108", alternative, patterns.NOT_READ, "compare with `if`")
        return Pattern(tuple(options))

    def constant_option(self, node: ast.Attribute) -> list[Value]:
        """`case Color.RED`."""
        read = self.expression(node)
        if isinstance(read, Name) and read.name in self.file.constants:
            return [self.file.constants[read.name]]
        if read != Name(BROKEN):
            self.file.error("FA108", node, "a case is a value that never changes", "compare with `if`")
        return []

    def for_loop(self, node: ast.For, span: Span) -> Statement:
        for part in held_meanwhile(node):
            message = f"`{ast.unparse(part)}` is asked for once, and may be another one after a turn"
            self.file.error("FA113", part, message, "write a loop over the items, and call it there")
        iterable = self.expression(node.iter, Place.LOOP)
        target = self.loop_target(node.target)
        return For(target, iterable, self.loop_body(node.body), self.block(node.orelse), span)

    def loop_target(self, node: ast.expr) -> Target:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Subscript):
                self.file.error("FA107", inner, "a loop binds plain names", "assign the item inside the loop")
                return Name(BROKEN, self.file.source.span(node))
        return self.target(node)

    def loop_body(self, statements: list[ast.stmt]) -> Block:
        self.body.loops += 1
        if self.body.loops == MAXIMAL_LOOPS + 1:
            message = f"Python takes no more than {MAXIMAL_LOOPS} loops inside each other"
            self.file.error("FA005", statements[0], message, "move inner loops into a helper")
        result = self.block(statements)
        self.body.loops -= 1
        return result

    def inside_loop(self, node: ast.stmt, word: str) -> Span:
        if not self.body.loops:
            self.file.error("FA111", node, f"`{word}` stands outside a loop", "use `return` to end the run")
        return self.file.source.span(node)

    def stream_read(self, name: str, where: ast.AST) -> None:
        if self.body.loops:
            message = f"the stream `{name}` is read inside another loop: it would be read several times"
            self.file.error("FA114", where, message, "read it in one `for` that is not inside a loop")
        elif name in self.body.streams_read:
            message = f"the stream `{name}` is read by a second `for`"
            self.file.error("FA114", where, message, "a stream is gone once it was read: do all of it in one loop")
        self.body.streams_read[name] = where

    # What is seen, and what is assumed.

    def assertion(self, node: ast.Assert, span: Span) -> Statement | None:
        """The message of an assertion is never shown: no run that is verified fails."""
        if isinstance(node.test, ast.Tuple) and node.test.elts:
            message = "this assertion is always true: it tests a tuple"
            self.file.error("FA112", node.test, message, "write assert condition, 'message' without parentheses")
        if node.msg is not None and self.file.catching and _risky(node.msg, self.file):
            fails = ast.Raise(ast.Call(ast.Name("AssertionError", ast.Load()), [node.msg], []), None)
            return self.statement(placed(ast.If(ast.UnaryOp(ast.Not(), node.test), [fails], []), node))
        if node.msg is not None:
            self.told(node.msg)
        return Assert(self.tested(node.test), span)

    def raising(self, node: ast.Raise, span: Span) -> Statement | None:
        """What an exception tells is never shown."""
        told = self.expression(node.cause) if node.cause is not None and told_errors.is_told(node) else None
        if node.exc is None and self.body.catching:
            return Raise(None, None, span, told)
        called = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        error = self.exception(called or node, "`raise` takes one of Python's exceptions, or of the file", RAISING)
        if error is None:
            return None
        message = None
        if isinstance(node.exc, ast.Call):
            values = (*node.exc.args, *(keyword.value for keyword in node.exc.keywords))
            for value in values if told is None else ():
                self.told(value)
            match node.exc.args:
                case [ast.Constant(value=str(text))] if not node.exc.keywords and _is_plain(text):
                    message = text
        return Raise(error, message, span, told)

    def exception(self, node: ast.AST, message: str, hint: str) -> Error | None:
        """The exception of Python, or of the file, that the expression names."""
        match node:
            case ast.Name() if self.file.takes_from_python(node):
                return None
            case ast.Name(id=name) if name not in self.body.scope.names and name in self.file.errors:
                return self.file.errors[name]
            case ast.Name(id=name) if name not in self.body.scope.names and name not in self.file.places:
                if errors.is_python(name):
                    return Error(name)
                self.file.error("FA205", node, f"`{name}` is no exception of Python", "write raise ValueError")
                return None
        self.file.error("FA101", node, message, hint)
        return None

    def trying(self, node: ast.Try, span: Span) -> Statement | None:
        """`try` with `except`, `else` and `finally`."""
        if node.finalbody and (leaving := _leaves(node)) is not None:
            message = "this leaves a `try` that has a `finally`"
            self.file.error("FA101", leaving, message, "give the result a name there, and return it after the `try`")
            return None
        self.body.trying += 1
        body = self.block(node.body)
        self.body.trying -= 1
        handlers: list[Handler] = []
        for handler in node.handlers:
            caught = self.caught(handler)
            self.body.catching += 1
            handlers.append(Handler(caught, self.block(handler.body)))
            self.body.catching -= 1
        return Try(body, tuple(handlers), self.block(node.orelse), self.block(node.finalbody), span)

    def caught(self, node: ast.ExceptHandler) -> tuple[Error, ...]:
        if node.name is not None and node.name in self.body.read:
            self.file.error("FA101", node, told_errors.NOT_FOLLOWED.format(node.name), told_errors.WAY_ON)
        if node.type is None:
            return (Error("Exception"),)
        named = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        every = [ast.copy_location(ast.Name("Exception", ast.Load()), one) if _is_base(one) else one for one in named]
        return tuple(error for one in every if (error := self.exception(one, *NO_ERROR)) is not None)

    def told(self, node: ast.expr) -> None:
        """What a failing run would tell; it is told to nobody, and names in it must be known. What may raise another
        exception, or change something, is computed before, where something in the file is caught."""
        for part in ast.walk(node):
            if isinstance(part, (ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)):
                self.file.error("FA102", part, "what an error tells is a string or values", "compute it before")
        for part in _risky(node, self.file):
            known = list(self.file.problems.found)
            value = self.expression(part) if self.file.catching else Name(BROKEN)
            if self.file.problems.found == known and value != Name(BROKEN):
                self.before.append(Evaluate(value, self.file.source.span(part)))
                continue
            self.file.problems.found[:] = known
            message = "computing what an exception tells is not followed where something is caught"
            self.file.uncaught.append((part, message, "compute it in a statement before"))

    def expression_statement(self, node: ast.expr, span: Span) -> Statement | None:
        match node:
            case ast.Yield(value=value):
                return self.yielded(node, value, span)
            case ast.YieldFrom(value=value):
                return self.yielded_from(node, value, span)
            case ast.Call(func=function) if self.file.word(function, self.body.scope.names) in MARKS:
                return self.mark(MARKS[self.file.word(function, self.body.scope.names) or ""], node, span)
            case ast.Call(ast.Attribute(values, "sort"), [], [*keywords]) if any(one.arg == "key" for one in keywords):
                return self.sorted_by(node, values, keywords, span)
            case ast.Call(
                ast.Attribute(ast.Call(ast.Attribute(table, "setdefault"), [_, *_] as given, []), method)
            ) if method in changes.NAMES and not any(isinstance(part, ast.Starred) for part in given):
                return self.grouped(node, table, given, span)
            case ast.Constant(value=str()):
                self.file.error("FA112", node, "a string here does nothing", "write a comment: # ...")
                return None
            case ast.Constant(value=value) if value is ...:
                return Pass(span)
            case ast.Call(func=ast.Attribute(value=held, attr=name)) if name in changes.NAMES:
                apart = chosen_place(ast.copy_location(ast.Expr(node), node), held)
                if apart is not None:
                    return self.statement(apart)
        result = self.expression(node)
        acts = any(isinstance(part, (Bind, Change, Draw, Invoke)) or part == Name(BROKEN) for part in parts(result))
        asked = self.body.trying or (self.file.catching and _risky(node, self.file))  # whether it may be computed
        if not acts and not asked and place_of(result) is None:  # a place must be there
            hint = (
                "did you mean `=` instead of `==`?" if isinstance(node, ast.Compare) else "use its value, or remove it"
            )
            self.file.error("FA112", node, "this expression does nothing", hint)
            return None
        return Evaluate(result, span)

    def yielded(self, node: ast.Yield, value: ast.expr | None, span: Span) -> Statement | None:
        self.body.yields.append(node)
        if value is None and self.body.kind == "helper":
            return Yield(Literal(None, span), span)
        if value is None:
            self.file.error("FA109", node, "`yield` shows nothing here", "write `yield value`")
            return None
        return Yield(self.expression(value), span)

    def yielded_from(self, node: ast.YieldFrom, value: ast.expr, span: Span) -> Statement:
        """`yield from values` is `for item in values: yield item`."""
        self.body.yields.append(node)
        iterable = self.expression(value, Place.LOOP)
        scope = self.body.scope
        taken = (scope.names, scope.taken, self.file.places, self.file.words)
        item = Name(fresh("item", *taken) if any("item" in known for known in taken) else "item", span)
        scope.taken.add(item.name)
        return For(item, iterable, (Yield(item, span),), (), span)

    def mark(self, word: MarkKind, node: ast.Call, span: Span) -> Statement | None:
        if self.body.kind != "prior":
            hint = "write `assert` for what must hold" if word == "assume" else "declare the prior with @prior"
            self.file.error("FA110", node, f"`{word}(...)` may stand only in a prior", hint)
        self.body.secrets += word == "secret"
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            self.file.error("FA206", node, f"`{word}` takes 1 argument", f"write {VOCABULARY[word].form}")
            return None
        value = self.expression(node.args[0])
        match word:
            case "assume":
                return Assume(value, span)
            case "secret":
                return Secret(value, span)
            case _:
                assert_never(word)

    # What is not part of the language.

    def unsupported(self, node: ast.stmt) -> None:
        """The statement is reported; the statements inside it are read for their own faults."""
        message, hint = instead.STATEMENTS.get(type(node).__name__, ("this statement is not part of the language", ""))
        self.file.error("FA101", node, message, hint)
        if isinstance(node, (ast.With, ast.AsyncWith)):
            self.block(node.body)
        elif isinstance(node, ast.TryStar):
            self.block(node.body + node.orelse + node.finalbody)
            for handler in node.handlers:
                self.block(handler.body)
        elif isinstance(node, ast.AsyncFor):
            self.loop_body(node.body)


def _leaves(node: ast.Try) -> ast.stmt | None:
    """What inside of the statement ends the function, a loop around it, or lets a caller go on before its end."""
    waiting: list[tuple[ast.AST, bool]] = [(part, False) for part in reversed(list(ast.iter_child_nodes(node)))]
    while waiting:
        part, looped = waiting.pop()
        match part:
            case ast.Return() | ast.Expr(value=ast.Yield() | ast.YieldFrom()):
                return part
            case ast.Break() | ast.Continue() if not looped:
                return part
            case ast.FunctionDef() | ast.Lambda():
                continue
        inner = looped or isinstance(part, ast.For | ast.While)
        waiting += [(child, inner) for child in reversed(list(ast.iter_child_nodes(part)))]
    return None


# Functions that change nothing, and take every value of their kinds.
_TELLING = frozenset(["len", "str", "repr", "type", "list", "tuple", "sorted", "sum", "abs"])


def _risky(node: ast.expr, file: File) -> list[ast.expr]:
    """The parts of a text that may raise an exception or change something, in the order in which they are computed."""
    if not any(_may_matter(part, file) for part in ast.walk(node)):
        return []
    match node:
        case ast.JoinedStr(values=parts) | ast.Tuple(elts=parts) | ast.List(elts=parts):
            return [one for part in parts for one in _risky(part, file)]
        case ast.FormattedValue() if _texts_matter(file):
            return [ast.copy_location(ast.JoinedStr([node]), node)]
        case ast.FormattedValue(value=value, format_spec=form):
            return [*_risky(value, file), *([] if form is None else _risky(form, file))]
        case ast.Call(args=args, keywords=keywords) if not _may_matter(node, file):
            return [one for part in (*args, *(item.value for item in keywords)) for one in _risky(part, file)]
        case ast.BinOp(left=left, right=right) if not _may_matter(node, file):
            return [*_risky(left, file), *_risky(right, file)]
    return [node]


def _may_matter(part: ast.AST, file: File) -> bool:
    """Whether computing it may change something, or raise an exception."""
    match part:
        case ast.Attribute(attr=name) if any(name in item.properties for item in file.shapes.values()):
            return True
        case ast.FormattedValue() | ast.Call(func=ast.Name()) if _texts_matter(file):
            return True
        case ast.BinOp() | ast.Compare() | ast.UnaryOp() if file.operators:
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name not in _TELLING
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join" | "format")):
            return False
        case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
            return False
        case ast.BinOp(op=ast.Div() | ast.FloorDiv() | ast.Mod() | ast.Pow() | ast.LShift() | ast.RShift()):
            return True
    return isinstance(part, ast.Call | ast.Subscript)


def _texts_matter(file: File) -> bool:
    """Whether a class says what its text or its length is, and may raise something there, or change something."""
    methods = [dict(item.methods).get(name) for item in file.shapes.values() for name in _TEXTS]
    return any(isinstance(part, _ACTS) for method in methods if method is not None for part in ast.walk(method))


_TEXTS = ("__str__", "__repr__", "__format__", "__len__", "__bool__", "__abs__", "__int__", "__float__", "__round__")
_ACTS = (ast.Raise, ast.Call, ast.Subscript, ast.AugAssign)


def _is_base(node: ast.expr) -> bool:
    """`BaseException`: what a run may raise is an `Exception`."""
    return isinstance(node, ast.Name) and node.id == "BaseException"


def _is_plain(text: str) -> bool:
    return not any(0xD800 <= ord(character) < 0xE000 for character in text)
