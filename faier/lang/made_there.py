"""What is made in a call, and changed by what is called, gets a name: `yield from monitor(readings, Alarm(1))` is
`made = Alarm(1)` and `yield from monitor(readings, made)`, where nothing can tell the order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import zip_longest

from faier.lang.before import with_before
from faier.lang.lending import Place, changed_parameters
from faier.lang.names import fresh
from faier.lang.second_names import with_blocks
from faier.lang.syntax import (
    NOWHERE,
    Assign,
    Attribute,
    Binary,
    Bind,
    Block,
    Call,
    Change,
    Compare,
    Comprehension,
    Construct,
    Display,
    Expression,
    Function,
    Invoke,
    Literal,
    Name,
    Star,
    Statement,
    Try,
    Unary,
)
from faier.lang.walk import (
    blocks,
    expressions,
    mentions_in,
    names_of,
    parts,
    read_in,
    renamed,
    statements,
    targets_of,
)

_MAKING = (Call, Comprehension, Construct, Display, Invoke)
_STAYING = (Literal, Name)


def with_made(functions: tuple[Function, ...]) -> tuple[Function, ...]:
    """The functions, in which what calls make for parameters that are changed is made in statements before."""
    if not any(map(_calls, functions)):
        return functions
    changed = changed_parameters(functions)
    table = {function.name: function for function in functions}
    caught = any(isinstance(part, Try) for function in functions for part in statements(function.body))
    return tuple(_Naming(changed, table, function, caught).named(function) for function in functions)


def _calls(function: Function) -> bool:
    """Whether it gives a function of the file something that is made there."""
    found = (part for whole in statements(function.body) for here in expressions(whole) for part in parts(here))
    return any(isinstance(part, Invoke) and any(map(_is_made, part.arguments)) for part in found)


class _Naming:
    def __init__(
        self, changed: frozenset[Place], table: Mapping[str, Function], function: Function, caught: bool
    ) -> None:
        """`caught`: somewhere it matters which of several parts fails first."""
        self.changed = changed
        self.table = table
        self.caught = caught
        self.made: set[str] = set()
        self.once: set[str] = set()  # the variables that get a value in one place
        self.taken = {*mentions_in(function.body), *(item.name for item in function.parameters), *function.captured}

    def named(self, function: Function) -> Function:
        if not self.changed:
            return function
        targets = [name for part in statements(function.body) for one in targets_of(part) for name in names_of(one)]
        self.once = {name for name, times in Counter(targets).items() if times == 1}
        self.once -= {*function.captured, *(item.name for item in function.parameters)}
        body = with_before(function.body, self.apart)
        return replace(function, body=body if self.caught else self.directly(body))

    def directly(self, block: Block) -> Block:
        """`fitted = rescale(made)` of something made has one name: `fitted = made` and `fitted = rescale(fitted)`."""
        found: list[Statement] = []
        for statement in block:
            inner = tuple(map(self.directly, blocks(statement)))
            if inner != blocks(statement):
                statement = with_blocks(statement, inner)
            match found[-1:], statement:
                case (
                    [Assign(targets=(Name(name=made),)) as before],
                    Assign(targets=(Name(name=name) as target,), value=Invoke() as call, type=None),
                ) if made in self.made and self.is_alone(made, name, call):
                    found[-1] = replace(before, targets=(target,))
                    statement = replace(statement, value=renamed(call, {made: name}))
            found.append(statement)
        return tuple(found)

    def is_alone(self, made: str, name: str, call: Invoke) -> bool:
        """Whether the call gets nothing else that is made, and does not know the variable of what it returns."""
        mentioned = mentions_in(call)
        others = self.made & {*mentioned} - {made}
        return name in self.once and name not in mentioned and mentioned.count(made) == 1 and not others

    def apart(self, whole: Expression) -> tuple[Block, Expression]:
        made: list[Statement] = []
        whole = self.told_apart(whole, made)
        return tuple(made), whole

    def told_apart(self, whole: Expression, made: list[Statement]) -> Expression:
        """The expression, in which what is made has names, as far as nothing in it changes what that reads."""
        acted = {name for part in parts(whole) for name in self.acted_on(part)}
        before: list[Expression] = []

        def found(here: Expression) -> Expression:
            result = inside(here)
            before.append(here)
            return result

        def inside(here: Expression) -> Expression:
            match here:
                case Invoke(function, arguments) if function in self.table and not any(map(_is_star, arguments)):
                    which = [
                        (function, parameter.name) in self.changed for parameter in self.table[function].parameters
                    ]
                    pairs = zip(arguments, which, strict=True)
                    return replace(here, arguments=tuple(given(one, changed) for one, changed in pairs))
                case Call(arguments=arguments, keywords=()):
                    return replace(here, arguments=tuple(map(found, arguments)))
                case Display(items=items):
                    return replace(here, items=tuple(map(found, items)))
                case Binary(left=left, right=right):
                    return replace(here, left=found(left), right=found(right))
                case Unary(operand=operand):
                    return replace(here, operand=found(operand))
                case Compare(operands=(left, right)):
                    return replace(here, operands=(found(left), found(right)))
                case Attribute(base=base):
                    return replace(here, base=found(base))
            return here

        def given(argument: Expression, changed: bool) -> Expression:
            if not changed or not _is_made(argument) or not acted.isdisjoint(read_in(argument)):
                return found(argument)
            if self.caught and not all(isinstance(part, _STAYING) for part in before):
                return found(argument)
            return self.name(argument, made)

        return found(whole)

    def acted_on(self, part: Expression) -> Iterable[str]:
        """The variables that the part gives other values, or of which it changes what is in them."""
        match part:
            case Bind(target=target) | Change(target=target):
                yield target.name
            case Invoke(function, arguments):
                yield from part.shared
                names = (
                    [parameter.name for parameter in self.table[function].parameters] if function in self.table else []
                )
                for argument, name in zip_longest(arguments, names):
                    if argument is not None and (function, name) in self.changed and not _is_made(argument):
                        yield from read_in(argument)

    def name(self, argument: Expression, made: list[Statement]) -> Name:
        name = Name(fresh("made", self.taken), argument.span)
        self.taken.add(name.name)
        self.made.add(name.name)
        made.append(Assign((name,), argument, None, argument.span))
        return name


def _is_star(argument: Expression) -> bool:
    return isinstance(argument, Star)


def _is_made(argument: Expression) -> bool:
    """Whether it is new, and no variable gets another value where it is computed. What defaults are is made once."""
    acting = any(isinstance(part, Bind | Change) or getattr(part, "captured", ()) for part in parts(argument))
    return isinstance(argument, _MAKING) and argument.span != NOWHERE and not acting
