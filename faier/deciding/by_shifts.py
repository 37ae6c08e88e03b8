"""Questions about a record that moves in a histogram of which sums are shown, with noise that does not depend on it.

The loss is that of the worst move, whatever the counts are: what is found holds for all counts, beyond those declared.
Where draws are in several sums, outputs far out may come near to the loss and none attain it: none is computed then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flint import fmpq

from faier.deciding.comparison import neighboring
from faier.deciding.finding import Finding, nothing
from faier.deciding.question import Question
from faier.deciding.replay import Mismatch, likelihoods
from faier.deciding.store import Store
from faier.engines.alignment.costs import at_most, logarithm_of
from faier.engines.shifts import Drawn, Loss, Row, Shift, greatest, made_up
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import Epsilon, Number, Undecidable, compare, compare_epsilon, exponential_of
from faier.lang.claim import Cell, Moves, PerInput
from faier.lang.judging import NotFollowed
from faier.lang.syntax import IntType, Type, VectorType
from faier.lang.values import Near, Sequence, Value
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.denote.densities import Density, laplace
from faier.semantics.denote.planes import Law
from faier.semantics.denote.released import Released, Sum, released
from faier.semantics.denote.weights import Weight, geometric

NOT_SUMS = "what is shown is not only sums of counts and of Laplace or geometric noise whose shifts make up for a move"
NOT_SHOWN = "outputs far out lose nearly as much as is known to be enough, but none of them is computed"
NOT_BEST = "where draws cost numbers that are no multiples of each other, the best shifts are not found for sure"
Edge = tuple[Cell, Cell | None]


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where something else is shown than sums of counts and noise."""
    found = _found(question, store, limits)
    if found is None:
        return None
    coverage, epsilon = Coverage(len(found.shown.values), True, counts=True), found.loss.epsilon
    if question.program.epsilon_name is not None or question.budget.unknowns:
        fine = epsilon is not None and at_most(epsilon, question.budget)
        return Proved(coverage, "shifts", _tight(question, found, None)) if fine else None
    if epsilon is not None and compare_epsilon(epsilon, question.budget) <= 0:
        return Proved(coverage, "shifts", _tight(question, found, None))
    witness = _witness(question, found, limits)
    if witness is None:
        return Undecided(coverage, "shifts", NOT_SHOWN if found.exact else NOT_BEST, _tight(question, found, None))
    return Refuted(coverage, "shifts", witness, _tight(question, found, witness))


def check_asked(question: Question, store: Store, limits: Limits) -> Verdict:
    return check(question, store, limits) or Undecided(Coverage(0, False), "shifts", NOT_SUMS)


def bound(question: Question, store: Store, limits: Limits) -> Finding | None:
    found = _found(question, store, limits)
    if found is None or not found.exact:
        return None
    witness = None if question.unknown_epsilon else _witness(question, found, limits)
    coverage = Coverage(len(found.shown.values), True, counts=True)
    return Finding(_tight(question, found, witness), coverage, "shifts")


def bound_asked(question: Question, store: Store, limits: Limits) -> Finding:
    return bound(question, store, limits) or nothing(NOT_SUMS, "shifts")


def _tight(question: Question, found: Found, witness: Witness | None) -> Tight:
    upper = None if found.loss.epsilon is None else exponential_of(found.loss.epsilon)
    lower = upper if found.exact else fmpq(1)
    return Tight(lower, upper, found.attained, witness, unknown=question.program.epsilon_name)


@dataclass(frozen=True)
class Found:
    """What is shown, the histogram that changes, and what the worst move loses, at most; no less where that is `exact`;
    `attained` where outputs without noise show it."""

    shown: Released
    name: str
    loss: Loss[Edge]
    exact: bool = True
    attained: bool = True


def _found(question: Question, store: Store, limits: Limits) -> Found | None:
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
    drawn = {draw: Drawn(rate, isinstance(law, Weight)) for draw, law in shown.laws.items() if (rate := _rate(law))}
    if len(drawn) < len(shown.laws):
        return None
    changes = {(u, v): {u: -1} if v is None else {u: -1, v: 1} for u, v in relation.edges}
    if shown.apart:
        shifts = [_shift(one, name, drawn) for one in shown.sums]
        return Found(shown, name, greatest(shifts, changes, limits.check))
    rows = [Row(_counted(one, name), dict(one.draws)) for one in shown.sums]
    made = made_up(rows, drawn, changes, limits.check)
    return None if made is None else Found(shown, name, made.loss, made.exact, made.attained)


def _moves(question: Question) -> tuple[str, Moves] | None:
    """The histogram, and the moves in it; None where another relation is asked about."""
    relation = question.subject.relation
    private = [parameter.name for parameter in question.mechanism.parameters if not parameter.public]
    if isinstance(relation, PerInput) and len(relation.relations) == 1:
        ((name, relation),) = relation.relations
        return (name, relation) if isinstance(relation, Moves) else None
    return (private[0], relation) if isinstance(relation, Moves) else None


def _counted(one: Sum, name: str) -> dict[Cell, fmpq]:
    return {cell: factor for (of, cell), factor in one.counts if of == name}


def _shift(one: Sum, name: str, drawn: Mapping[int, Drawn]) -> Shift[Cell]:
    if not one.draws:
        return Shift(_counted(one, name), None, False)
    ((draw, scale),) = one.draws
    counts = {cell: factor / scale for cell, factor in _counted(one, name).items()}
    return Shift(counts, drawn[draw].rate, drawn[draw].whole)


def _possible(parameter: Number) -> bool:
    """Whether a parameter of geometric noise is between 0 and 1 for every unknown epsilon; False may mean unknown."""
    cost = logarithm_of(parameter)
    return cost is not None and cost != Epsilon() and at_most(cost, Epsilon())


def _rate(law: Law) -> Epsilon | None:
    """What a shift of the draw by 1 costs, where it is a Laplace or a geometric one."""
    if isinstance(law, Density):
        rate = law.cells[0][2][0][0]
        return rate if law == laplace(rate) else None
    if isinstance(law, Weight):
        ratio = law.cells[-1][2][0][0]
        cost = logarithm_of(ratio) if law == geometric(ratio) else None
        return None if cost is None else -cost
    return None


def _witness(question: Question, found: Found, limits: Limits) -> Witness | None:
    """The worst move, away from the least counts, and what is shown where all noise is 0 on the left."""
    if not found.attained:
        return None
    shown, name, loss = found.shown, found.name, found.loss
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
    witness = Witness(tuple(left.items()), tuple(right.items()), output, True, fmpq(1), fmpq(1), fmpq(1))
    try:
        more, less = denote.comparable(*likelihoods(question, witness, limits))
    except (NotFollowed, Undecidable):
        if shown.apart:
            raise
        return None
    ratio = more / less if less != 0 else None
    expected = None if loss.epsilon is None else exponential_of(loss.epsilon)
    if more == 0 or not _alike(ratio, expected):
        raise Mismatch(f"a move in {question.subject.mechanism} has the factor {ratio}, not {expected}")
    return replace(witness, probability_left=more, probability_right=less, ratio=ratio)


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
