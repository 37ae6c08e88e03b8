"""The predicate of a `where` relation -> a function from two whole inputs to its truth.

One that calls functions of the file is the call of a helper, and means what `denote` says that this returns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from faier.lang import operations
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import Expression, Invoke, Name
from faier.lang.values import Value
from faier.semantics.denote.asked import Asking
from faier.semantics.explore.pure import Scope, closure, is_pure


def truth_of(program: Program) -> Callable[[Expression, Mapping[str, Value]], bool]:
    """Evaluates predicates of the program, given the values of their names. May raise `Failure`."""
    compiled: dict[int, tuple[Expression, Callable[[Mapping[str, Value]], bool]]] = {}

    def evaluate(predicate: Expression, names: Mapping[str, Value]) -> bool:
        if id(predicate) not in compiled:
            compiled[id(predicate)] = predicate, _compiled(program, predicate, tuple(names))
        return compiled[id(predicate)][1](names)

    return evaluate


def _compiled(program: Program, predicate: Expression, names: tuple[str, ...]) -> Callable[[Mapping[str, Value]], bool]:
    if isinstance(predicate, Invoke):
        return _called(program, predicate)
    if not is_pure(predicate):
        raise Failure("FA304", "a predicate of inputs cannot draw at random").at(predicate.span)
    taken = list(names)

    def fresh(name: str) -> int:
        taken.append(name)
        return len(taken) - 1

    slots = {name: slot for slot, name in enumerate(names)}
    value = closure(predicate, Scope(slots, dict(program.constants), fresh))

    def truth(values: Mapping[str, Value]) -> bool:
        environment = [values.get(name) for name in names] + [None] * (len(taken) - len(names))
        return operations.truth(value(environment))

    return truth


def _called(program: Program, call: Invoke) -> Callable[[Mapping[str, Value]], bool]:
    asking = Asking(program)
    names = [argument.name for argument in call.arguments if isinstance(argument, Name)]

    def truth(values: Mapping[str, Value]) -> bool:
        try:
            return operations.truth(asking.returned(call.function, tuple(values[name] for name in names)))
        except Failure as failure:
            raise failure.at(call.span) from None

    return truth
