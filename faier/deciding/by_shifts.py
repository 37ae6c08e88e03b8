"""Questions about a record that moves in a histogram of which sums are shown, with noise that does not depend on it.

The loss is that of the worst move, whatever the counts are: what is found holds for all counts, beyond those declared.
"""

from __future__ import annotations

from dataclasses import replace

from flint import fmpq

from faier.deciding.comparison import neighboring
from faier.deciding.finding import Finding, nothing
from faier.deciding.question import Question
from faier.deciding.replay import Mismatch, likelihoods
from faier.deciding.store import Store
from faier.engines.alignment.costs import at_most, logarithm_of
from faier.engines.shifts import Loss, Shift, greatest
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import Epsilon, Number, compare, compare_epsilon, exponential_of
from faier.lang.claim import Cell, Moves, PerInput
from faier.lang.syntax import IntType, Type, VectorType
from faier.lang.values import Near, Sequence, Value
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.denote.densities import Density, laplace
from faier.semantics.denote.released import Released, Sum, released
from faier.semantics.denote.weights import Weight, geometric

NOT_SUMS = "what is shown is not only sums of counts and of Laplace or geometric noise, a draw of its own for each"
Edge = tuple[Cell, Cell | None]


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where something else is shown than sums of counts and noise."""
    found = _found(question, store, limits)
    if found is None:
        return None
    shown, (name, loss) = found
    coverage, epsilon = Coverage(len(shown.values), True, counts=True), loss.epsilon
    if question.program.epsilon_name is not None or question.budget.unknowns:
        fine = epsilon is not None and at_most(epsilon, question.budget)
        return Proved(coverage, "shifts", _tight(question, epsilon, None)) if fine else None
    if epsilon is not None and compare_epsilon(epsilon, question.budget) <= 0:
        return Proved(coverage, "shifts", _tight(question, epsilon, None))
    witness = _witness(question, shown, name, loss, limits)
    return Refuted(coverage, "shifts", witness, _tight(question, epsilon, witness))


def check_asked(question: Question, store: Store, limits: Limits) -> Verdict:
    return check(question, store, limits) or Undecided(Coverage(0, False), "shifts", NOT_SUMS)


def bound(question: Question, store: Store, limits: Limits) -> Finding | None:
    found = _found(question, store, limits)
    if found is None:
        return None
    shown, (name, loss) = found
    witness = None if question.unknown_epsilon else _witness(question, shown, name, loss, limits)
    coverage = Coverage(len(shown.values), True, counts=True)
    return Finding(_tight(question, loss.epsilon, witness), coverage, "shifts")


def bound_asked(question: Question, store: Store, limits: Limits) -> Finding:
    return bound(question, store, limits) or nothing(NOT_SUMS, "shifts")


def _tight(question: Question, epsilon: Epsilon | None, witness: Witness | None) -> Tight:
    factor = None if epsilon is None else exponential_of(epsilon)
    return Tight(factor, factor, True, witness, unknown=question.program.epsilon_name)


def _found(question: Question, store: Store, limits: Limits) -> tuple[Released, tuple[str, Loss[Edge]]] | None:
    named = _moves(question)
    if named is None or question.length is not None:
        return None
    name, relation = named
    if not any(_grows(item.type) for item in question.mechanism.parameters if item.name == name):
        neighboring(question, limits)  # says that nothing is compared
    mechanism = question.subject.mechanism
    shown = store.once(("released", mechanism), lambda: released(question.program, mechanism, limits))
    if shown is None or not all(map(_possible, shown.unchecked)):
        return None
    shifts = [_shift(one, name) for one in shown.sums]
    known = [shift for shift in shifts if shift is not None]
    if len(known) < len(shifts):
        return None
    changes = {(u, v): {u: -1} if v is None else {u: -1, v: 1} for u, v in relation.edges}
    return shown, (name, greatest(known, changes, limits.check))


def _moves(question: Question) -> tuple[str, Moves] | None:
    """The histogram, and the moves in it; None where another relation is asked about."""
    relation = question.subject.relation
    private = [parameter.name for parameter in question.mechanism.parameters if not parameter.public]
    if isinstance(relation, PerInput) and len(relation.relations) == 1:
        ((name, relation),) = relation.relations
        return (name, relation) if isinstance(relation, Moves) else None
    return (private[0], relation) if isinstance(relation, Moves) else None


def _shift(one: Sum, name: str) -> Shift[Cell] | None:
    """None where the noise is of another kind."""
    counts = {cell: factor / one.scale for (of, cell), factor in one.counts if of == name}
    if one.law is None:
        return Shift(counts, None, False)
    rate = _rate(one)
    return None if rate is None else Shift(counts, rate, not one.dense)


def _possible(parameter: Number) -> bool:
    """Whether a parameter of geometric noise is between 0 and 1 for every unknown epsilon; False may mean unknown."""
    cost = logarithm_of(parameter)
    return cost is not None and cost != Epsilon() and at_most(cost, Epsilon())


def _rate(one: Sum) -> Epsilon | None:
    """What a shift by 1 of the draw costs, where it is a Laplace or a geometric one."""
    law = one.law
    if isinstance(law, Density):
        rate = law.cells[0][2][0][0]
        return rate if law == laplace(rate) else None
    if isinstance(law, Weight):
        ratio = law.cells[-1][2][0][0]
        cost = logarithm_of(ratio) if law == geometric(ratio) else None
        return None if cost is None else -cost
    return None


def _witness(question: Question, shown: Released, name: str, loss: Loss[Edge], limits: Limits) -> Witness:
    """The worst move, away from the least counts, and what is shown where all noise is 0 on the left."""
    parameters = question.mechanism.parameters
    low = {item.name: _least(item.type) for item in parameters}
    left, right = (
        {item.name: _histogram(item.type, low[item.name], cell if item.name == name else None) for item in parameters}
        for cell in loss.move
    )
    counts = {(item.name, cell): low[item.name] for item in parameters for cell in _cells(item.type)}
    counts[name, loss.move[0]] += 1

    def at(value: Value) -> Value:
        one: object = value
        if isinstance(one, Sum):
            number = one.without_noise(counts)
            return Near(number) if one.dense else int(number.p)
        return value.holding(map(at, value.items)) if isinstance(value, Sequence) else value

    output = tuple(at(value) for value in shown.values)
    found = Witness(tuple(left.items()), tuple(right.items()), output, True, fmpq(1), fmpq(1), fmpq(1))
    more, less = denote.comparable(*likelihoods(question, found, limits))
    ratio = more / less if less != 0 else None
    expected = None if loss.epsilon is None else exponential_of(loss.epsilon)
    if more == 0 or not _alike(ratio, expected):
        raise Mismatch(f"a move in {question.subject.mechanism} has the factor {ratio}, not {expected}")
    return replace(found, probability_left=more, probability_right=less, ratio=ratio)


def _alike(one: Number | None, other: Number | None) -> bool:
    """Whether two factors are the same number, however they are written; None is infinite."""
    return compare(one, other) == 0 if one is not None and other is not None else one is other


def _grows(type_: Type | None) -> bool:
    """Whether counts may differ: then every listed move is one between two histograms."""
    while isinstance(type_, VectorType):
        type_ = type_.item
    return isinstance(type_, IntType) and type_.low < type_.high


def _least(type_: Type | None) -> int:
    while isinstance(type_, VectorType):
        type_ = type_.item
    assert isinstance(type_, IntType)
    return type_.low


def _cells(type_: Type | None, path: Cell = ()) -> list[Cell]:
    if isinstance(type_, VectorType):
        return [cell for at in range(type_.length) for cell in _cells(type_.item, (*path, at))]
    return [path]


def _histogram(type_: Type | None, low: int, cell: Cell | None, path: Cell = ()) -> Value:
    """All counts as low as they can be, with one record more in the cell."""
    if isinstance(type_, VectorType):
        items = (_histogram(type_.item, low, cell, (*path, at)) for at in range(type_.length))
        return Sequence("list", tuple(items))
    return low + (path == cell)
