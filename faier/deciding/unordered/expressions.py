"""Expressions in two runs on the same rows in two orders: what comes of each of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from faier.calibration.constants import Varying, constant
from faier.deciding.unordered.calls import By, of_call, of_draw, of_same
from faier.deciding.unordered.forms import (
    BOOL,
    INT,
    UNKNOWN,
    Form,
    all_joined,
    clear,
    form_of_value,
    joined,
    list_of,
    whole,
)
from faier.deciding.unordered.kinds import (
    Bag,
    Each,
    Kind,
    Lost,
    Ordered,
    Pending,
    Same,
    Scope,
    Table,
    all_together,
    items_of,
    table,
    together,
)
from faier.exact import TooLarge, Undecidable
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import (
    Attribute,
    Binary,
    Bind,
    Call,
    Change,
    Choice,
    Clause,
    Compare,
    Comprehension,
    Decimal,
    Display,
    Draw,
    Expression,
    Field,
    Function,
    Index,
    Invoke,
    Literal,
    Logic,
    Name,
    Slice,
    Star,
    Target,
    Unary,
    Unpack,
)
from faier.lang.values import Shape
from faier.lang.walk import children, read_in
from faier.limits import Limits

_SETS = ("|", "&", "-", "^")
_OF_INTEGERS = ("+", "-", "*", "//", "%", *_SETS)
# What gives something for each two integers.
_SAFE = ("+", "-", "*")
_MAKING = ("dict", "dict.fromkeys", "collections.Counter", "collections.defaultdict")


@dataclass
class Expressions:
    """A function that is followed. `apart`: how much is gone over around here in an order that may be another one:
    nothing may be drawn there. `held`: whether an expression is computed several times: it may change nothing."""

    program: Program
    function: Function
    scope: Scope
    limits: Limits
    apart: int = 0
    held: int = 0

    def same(self, expression: Expression) -> Form:
        """What is known of a value that is the same in both runs."""
        kind = self.value(expression)
        if not isinstance(kind, Same):
            raise Ordered
        return kind.form

    def truth(self, expression: Expression) -> None:
        """It is asked whether it is true: a list is where it has items, in any order."""
        match expression:
            case Logic(operands=operands):
                for operand in operands:
                    self.truth(operand)
            case Unary(operator="not", operand=operand):
                self.truth(operand)
            case _:
                if isinstance(self.value(expression), Pending | Lost):
                    raise Ordered

    def value(self, expression: Expression) -> Kind:
        self.limits.check()
        match expression:
            case Literal(value=value):
                return Same(form_of_value(value))
            case Decimal():
                return Same()
            case Name(name=name):
                return self._named(name)
            case Unary(operator="not"):
                self.truth(expression)
                return Same(BOOL)
            case Unary(operand=operand):
                form = self.same(operand)
                return Same(INT if whole(form) else UNKNOWN)
            case Binary(operator=operator, left=left, right=right):
                return binary(operator, self.value(left), self.value(right))
            case Compare(operands=operands, operators=operators):
                return self._compared(operands, operators)
            case Logic(operands=operands):
                return all_together(*map(self.value, operands))
            case Choice(test=test, then=then, otherwise=otherwise):
                self.truth(test)
                if self._is_whole(test):
                    return self.value(then)
                return together(self.value(then), self.value(otherwise))
            case Display(kind=kind, items=items):
                return self._displayed(kind, items)
            case Index(base=base, index=index):
                return self._item(self.value(base), index)
            case Attribute(base=base, name=name):
                return Same(_field(self.same(base), name))
            case Slice(base=base):
                ends = [self.same(end) for end in children(expression)[1:]]
                found = self.value(base)
                if not isinstance(found, Same | Each) or None in ends:
                    raise Ordered
                of_list = isinstance(found, Each) or found.form.tag in ("list", "str")
                return found if of_list else Same()
            case Call():
                return self._called(expression)
            case Draw(kind=kind, arguments=arguments):
                if self.apart:
                    raise Ordered
                return of_draw(kind, [self.value(argument) for argument in arguments])
            case Comprehension():
                return self._comprehended(expression)
            case Bind(target=target, value=value):
                self._once()
                found = self.value(value)
                self.assign(target, found)
                return found
            case Change():
                self._once()
                return self.change(expression)
            case Invoke():
                return self.invoke(expression)
            case _:
                for inside in children(expression):
                    self.same(inside)
                return Same()

    def change(self, change: Change) -> Kind:
        raise NotImplementedError

    def invoke(self, invoke: Invoke) -> Kind:
        raise NotImplementedError

    def assign(self, target: Target, kind: Kind) -> None:
        raise NotImplementedError

    def _once(self) -> None:
        if self.held:
            raise Ordered

    def _named(self, name: str) -> Kind:
        kind = self.scope.get(name)
        if kind is None:
            known = dict(self.program.constants) | dict(self.function.settings)
            if name not in known:
                raise Ordered
            return Same(form_of_value(known[name]))
        if isinstance(kind, Pending | Lost):
            raise Ordered
        return kind

    def _is_whole(self, test: Expression) -> bool:
        """Whether it is asked of an integer whether it is one."""
        match test:
            case Call(function="isinstance", arguments=(value, *classes)):
                return whole(self.same(value)) and any(each == Literal("int") for each in classes)
        return False

    def _compared(self, operands: tuple[Expression, ...], operators: tuple[str, ...]) -> Kind:
        kinds = [self.value(operand) for operand in operands]
        if all(isinstance(kind, Same) for kind in kinds):
            return Same(BOOL)
        match kinds, operators:
            case [Same(), Bag() | Table()], ["in" | "not in"] if not _is_lazy(operands[1]) or self._sure(operands[1]):
                return Same(BOOL)
            case [Table(), Table()] | [Table(), Same()] | [Same(), Table()], ["==" | "!="]:
                return Same(BOOL)
            case [Bag(), Same(Form(tag="list", items=(Form(tag="nothing"),)))], ["==" | "!="]:
                return Same(BOOL)
        raise Ordered

    def _displayed(self, kind: str, items: tuple[Expression, ...]) -> Kind:
        inside = [self.value(item.value if isinstance(item, Star) else item) for item in items]
        starred = [isinstance(item, Star) for item in items]
        if any(starred):
            taken = [items_of(each) if star else (each, False) for each, star in zip(inside, starred, strict=True)]
            form = all_joined(_form(each) for each, _ in taken)
            return Bag(form) if any(apart for _, apart in taken) else Same(list_of(form))
        if all(isinstance(each, Same) for each in inside):
            known = tuple(map(_form, inside))
            return Same(Form("tuple", items=known) if kind == "tuple" else list_of(all_joined(known)))
        first, *others = inside
        for other in others:
            first = together(first, other)
        return _each(first)

    def _item(self, base: Kind, index: Expression) -> Kind:
        self.same(index)
        match base:
            case Same(form):
                return Same(item_form(form, index))
            case Each(item):
                return item
            case Table(value=form):
                return Same(form)
        raise Ordered

    def _comprehended(self, over: Comprehension) -> Kind:
        with self._over(over.clauses) as apart:
            element = self.value(over.element)
            keyed = self._is_keyed(over)
        if not apart:
            return Same(list_of(element.form)) if isinstance(element, Same) else _each(element)
        return Bag(_form(element), keyed=keyed)

    def _is_keyed(self, over: Comprehension) -> bool:
        """Whether what is made are pairs of which no two begin with the same."""
        match over:
            case Comprehension(
                element=Display(kind="tuple", items=(Name() as first, _)), clauses=(Clause() as clause,)
            ):
                source = self.value(clause.iterable)
                whole_item = isinstance(source, Table) or (isinstance(source, Bag) and source.distinct)
                if whole_item and clause.target == first:
                    return True
                if isinstance(source, Bag) and source.keyed and isinstance(clause.target, Unpack):
                    return clause.target.targets[0] == first
        return False

    @contextmanager
    def _over(self, clauses: tuple[Clause, ...]) -> Iterator[bool]:
        """What is computed for each of what the clauses give; whether their order may be another one."""
        scope, apart = dict(self.scope), self.apart
        self.held += 1
        try:
            for clause in clauses:
                item, in_any_order = items_of(self.value(clause.iterable))
                self.apart += in_any_order
                self.assign(clause.target, item)
                for condition in clause.conditions:
                    self.truth(condition)
            yield self.apart > apart
        finally:
            self.scope, self.apart = scope, apart
            self.held -= 1

    @contextmanager
    def apart_from(self, target: Target, item: Kind, in_any_order: bool = True) -> Iterator[None]:
        """What is computed for one of several items; nothing is left of it."""
        scope = dict(self.scope)
        self.held += 1
        self.apart += in_any_order
        try:
            self.assign(target, item)
            yield
        finally:
            self.scope = scope
            self.held -= 1
            self.apart -= in_any_order

    def _called(self, call: Call) -> Kind:
        keywords: dict[str, Kind] = {}
        arguments = [self.value(argument) for argument in call.arguments]
        by: By | None = None
        for name, value in call.keywords:
            if name == "key" and isinstance(value, Comprehension):
                by = self._key(value, arguments)
            else:
                keywords[name] = self.value(value)
        every = (*arguments, *keywords.values())
        if all(isinstance(kind, Same) for kind in every) and (by is None or by.same):
            found = self._constant(call) if call.function in _MAKING else None
            return Same(found or of_same(call.function, [_form(kind) for kind in arguments]))
        if call.function in ("any", "all") and not all(map(self._sure, filter(_is_lazy, call.arguments))):
            raise Ordered
        return of_call(call.function, arguments, keywords, by)

    def _constant(self, call: Call) -> Form | None:
        """What is known of a dictionary that is the same in each run."""
        if read_in(call) & self.scope.keys():
            return None
        try:
            return form_of_value(constant(self.program, self.function, call))
        except (Failure, Varying, TooLarge, Undecidable):
            return None

    def _key(self, key: Comprehension, arguments: list[Kind]) -> By:
        """What things are put in order by: `key=lambda item: ...`."""
        item, apart = items_of(arguments[0]) if len(arguments) == 1 else (Same(), True)
        (clause,) = key.clauses
        with self.apart_from(clause.target, item, apart):
            made = self.value(key.element)
        form = _form(made)
        source = arguments[0] if arguments else None
        keyed = isinstance(source, Bag) and source.keyed
        return By(form, isinstance(item, Same), _tells(key.element, clause.target, keyed))

    def _sure(self, expression: Expression) -> bool:
        """Whether it raises nothing, whatever the rows are; of what is gone over, for each of them."""
        match expression:
            case Name() | Literal() | Decimal():
                return True
            case Comprehension(clauses=clauses, element=element):
                if not all(isinstance(clause.iterable, Name) or self._sure(clause.iterable) for clause in clauses):
                    return False
                with self._over(clauses):
                    asked = [condition for clause in clauses for condition in clause.conditions]
                    return all(map(self._sure, (*asked, element)))
            case Call(function=".values" | ".items" | ".keys", arguments=(Name() as name,)):
                return isinstance(self.value(name), Table)
            case Attribute(base=base):
                return _field(self.same(base), expression.name) != UNKNOWN and self._sure(base)
            case Index(base=base, index=Literal(value=int(at))):
                form = self.same(base)
                return form.tag == "tuple" and 0 <= at < len(form.items) and self._sure(base)
            case Compare(operands=operands, operators=operators):
                known = list(map(self.same, operands))
                plain = all(map(clear, known))
                alike = all(map(whole, known)) or all(form.tag == "str" for form in known)
                return all(map(self._sure, operands)) and (
                    (plain and set(operators) <= {"==", "!="})
                    or (alike and set(operators) <= {"==", "!=", "<", "<=", ">", ">="})
                )
            case Logic(operands=operands):
                return all(map(self._sure, operands))
            case Unary(operator=operator, operand=operand):
                return self._sure(operand) and (operator == "not" or whole(self.same(operand)))
            case Binary(operator=operator, left=left, right=right) if operator in _SAFE:
                return all(whole(self.same(side)) and self._sure(side) for side in (left, right))
            case Choice():
                return all(map(self._sure, children(expression)))
        return False


def binary(operator: str, left: Kind, right: Kind) -> Kind:
    match left, right:
        case Same(a), Same(b):
            return Same(_result(operator, a, b))
        case (Bag(), Bag()) | (Bag(), Same(Form(tag="list"))) | (Same(Form(tag="list")), Bag()) if operator == "+":
            return Bag(joined(_form(items_of(left)[0]), _form(items_of(right)[0])))
        case (Table(a, x, of), Table(b, y, also)) if of == also:
            return _joined_tables(operator, (a, x), (b, y), of)
        case (Table(a, x, of), Same(Form(tag="dict", items=(b, y), of=also))) if of == also:
            return _joined_tables(operator, (a, x), (b, y), of)
        case (Same(Form(tag="dict", items=(a, x), of=str(of))), Table(b, y, also)) if of == also:
            return _joined_tables(operator, (a, x), (b, y), of)
    raise Ordered


def _joined_tables(operator: str, one: tuple[Form, Form], other: tuple[Form, Form], of: str) -> Kind:
    if (of == "Counter" and operator in ("+", "-", "|", "&")) or (of == "dict" and operator == "|"):
        return table(joined(one[0], other[0]), joined(one[1], other[1]), of)
    raise Ordered


def _result(operator: str, left: Form, right: Form) -> Form:
    if whole(left) and whole(right) and operator in _OF_INTEGERS:
        return BOOL if left.tag == right.tag == "bool" and operator in ("&", "|", "^") else INT
    if (
        operator == "**"
        and whole(left)
        and right.tag == "int"
        and all(type(v) is int and v >= 0 for v in right.values or (-1,))
    ):
        return INT
    if left.tag == right.tag and left.tag in ("list", "str") and operator == "+":
        return joined(replace(left, values=None), replace(right, values=None))
    if operator == "*" and {left.tag, right.tag} in ({"list", "int"}, {"list", "bool"}):
        return left if left.tag == "list" else right
    if left.tag == right.tag == "set" and operator in _SETS:
        return joined(left, right)
    return UNKNOWN


def item_form(form: Form, index: Expression | Field) -> Form:
    """What is known of what stands at an index."""
    match form:
        case Form(tag="list", items=(item,)) | Form(tag="dict", items=(_, item)):
            return item
        case Form(tag="tuple", items=items):
            match index:
                case Literal(value=int(at)) if -len(items) <= at < len(items):
                    return items[at]
    return UNKNOWN


def _field(form: Form, name: str) -> Form:
    if form.tag == "tuple" and isinstance(form.of, Shape) and name in form.of.fields:
        return form.items[form.of.fields.index(name)]
    return UNKNOWN


def _form(kind: Kind) -> Form:
    if not isinstance(kind, Same):
        raise Ordered
    return kind.form


def _each(kind: Kind) -> Kind:
    if isinstance(kind, Pending | Lost):
        raise Ordered
    return Each(kind)


def _is_lazy(expression: Expression) -> bool:
    """Whether it is computed item by item, as far as somebody asks."""
    return not isinstance(expression, Name) and not (
        isinstance(expression, Comprehension) and expression.kind == "list"
    )


def _tells(key: Expression, target: Target, keyed: bool) -> bool:
    """Whether things that are not the same have other keys."""
    match key:
        case Display(kind="tuple", items=items):
            return any(_tells(item, target, keyed) for item in items)
        case Unary(operator="-", operand=operand):
            return _tells(operand, target, keyed)
        case Name():
            return key == target
        case Index(base=base, index=Literal(value=0)):
            return keyed and base == target
    return False
