"""A claim about a mechanism that adds noise to a query -> what is known of it, for published methods."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from flint import fmpq

from faier.calibration import distances
from faier.calibration.chains import Found
from faier.calibration.known import Chain, Conditional, Known, Law, Missing, Point
from faier.calibration.quilts import Network
from faier.calibration.quilts.read_off import network_of
from faier.calibration.separated import Separated
from faier.deciding import in_chains
from faier.deciding.chains_in_boxes import classes_of
from faier.deciding.comparison import ends, models, neighboring, process_of
from faier.deciding.in_steps import InBox
from faier.deciding.known_steps import Known as Steps
from faier.deciding.known_steps import known_steps
from faier.deciding.normal_parts import normals_of
from faier.deciding.question import Question, is_finite
from faier.deciding.store import Store
from faier.deciding.whole_inputs import listed
from faier.deciding.with_delta import given_secrets
from faier.engines.outputs.engine import Output
from faier.exact import Number, TooLarge, Undecidable
from faier.hmm.neighbors import Automaton, automaton
from faier.lang.claim import One
from faier.lang.diagnostics import Rejected
from faier.lang.syntax import AnyRealType, Function, RecordsType, StreamType, VectorType
from faier.lang.values import Value, same
from faier.limits import LimitReached, Limits
from faier.semantics.explore.predicate import truth_of
from faier.semantics.process import Ask

T = TypeVar("T")

IN_BOXES = Missing("it is about priors that are listed, and those of this class have unknown reals")


def known_of(question: Question, found: Separated, limits: Limits) -> Known:
    """What can be found out about the query of a claim, in the time that there is."""
    assert question.epsilon is not None
    assert question.delta is not None
    query = replace(question, program=found.program, length=None)
    steps = _tried(lambda: known_steps(query, found, limits) or Missing("the steps are not alike"))
    if not isinstance(steps, Missing):
        return _of_steps(question, query, steps, limits)
    boxes = _tried(lambda: _boxes(query, found, limits))
    if not isinstance(boxes, Missing):
        return _of_boxes(question, boxes)
    store = Store()
    about_prior = query.prior is not None
    shown = (
        Missing("the claim is not about a prior")
        if query.prior is None
        else _tried(lambda: in_chains.shown_by(query, limits))
    )
    finite = _tried(lambda: in_chains.finite(query, shown))
    inputs = None if isinstance(finite, Missing) else _records(finite.mechanism)

    def distance(relation: Callable[[Question], Automaton] | None) -> fmpq | Missing:
        if isinstance(finite, Missing):
            return finite
        return _distance(finite, None if relation is None else relation(finite), store, limits)

    chains: tuple[Found, ...] | Missing = Missing("the records are not known to be a Markov chain")
    if inputs is not None and not isinstance(shown, Missing):
        chains = _tried(lambda: in_chains.read_off(shown, limits))

    def conditionals() -> tuple[Conditional, ...] | Missing:
        if not isinstance(chains, Missing) and not isinstance(finite, Missing):
            pairs = _along(finite, chains, limits)
            if pairs is not None:
                return pairs
        return _conditionals(query, store, limits)

    return Known(
        question.epsilon,
        question.delta,
        conditionals=_tried(conditionals) if about_prior else Known.conditionals,
        spread=_tried(lambda: distance(None)) if about_prior else Known.spread,
        step=_tried(lambda: distance(lambda finite: _one_record(finite, limits))) if inputs else Known.step,
        neighboring=Known.neighboring
        if query.subject.relation is None
        else _tried(lambda: distance(lambda finite: neighboring(finite, limits))),
        networks=_tried(lambda: _networks(query, limits)) if about_prior and inputs else Known.networks,
        records=inputs if inputs else Known.records,
        chains=chains if isinstance(chains, Missing) else _each_once(chains),
        normals=_tried(lambda: normals_of(query, store, limits)) if about_prior else Known.normals,
    )


def _of_steps(question: Question, query: Question, steps: Steps, limits: Limits) -> Known:
    assert question.epsilon is not None
    assert question.delta is not None
    moved = _tried(lambda: steps.moved(query, limits))
    return Known(
        question.epsilon,
        question.delta,
        conditionals=_tried(lambda: steps.conditionals(query, limits)),
        moved=None if isinstance(moved, Missing) else moved,
        spread=steps.records * steps.step,
        step=steps.step,
        records=steps.records,
        chains=tuple(dict.fromkeys(steps.chains)),
    )


def _boxes(query: Question, found: Separated, limits: Limits) -> list[InBox] | Missing:
    classes = classes_of(query, found, limits) if query.prior is not None and query.unknown_reals else None
    return classes or Missing("the records are no long chain with unknown chances")


def _of_boxes(question: Question, classes: list[InBox]) -> Known:
    """How far the query moves is the same for all values of the unknowns; its laws are infinitely many."""
    assert question.epsilon is not None
    assert question.delta is not None
    steps = [(one.steps.count, max(one.query.worths) - min(one.query.worths)) for one in classes]
    return Known(
        question.epsilon,
        question.delta,
        conditionals=IN_BOXES,
        spread=max(count * step for count, step in steps),
        step=max(step for _, step in steps),
        records=max(count for count, _ in steps),
        chains=IN_BOXES,
        networks=IN_BOXES,
        normals=IN_BOXES,
    )


def _each_once(found: tuple[Found, ...]) -> tuple[Chain, ...]:
    chains: list[Chain] = []
    for one in found:
        if one.chain not in chains:
            chains.append(one.chain)
    return tuple(chains)


def _tried(find: Callable[[], T | Missing]) -> T | Missing:
    """What is found, or why it is not."""
    try:
        return find()
    except Rejected as error:
        return Missing(error.diagnostics[0].message)
    except (LimitReached, TooLarge, Undecidable) as error:
        return Missing(str(error))


def _conditionals(query: Question, store: Store, limits: Limits) -> tuple[Conditional, ...] | Missing:
    """The distributions of the query given each two secrets that are compared."""
    assert query.prior is not None
    if query.unknown_reals:
        return Missing("the prior has unknown reals")
    given = list(models(query, store, limits))
    if not all(ends(model.process) for _, model in given):
        return Missing("the query may go on for ever")
    laws: dict[int, Law | None] = {}
    kept: list[Mapping[Output, Number]] = []

    def law(outputs: Mapping[Output, Number]) -> Law | None:
        if id(outputs) not in laws:
            kept.append(outputs)
            laws[id(outputs)] = _law(outputs)
        return laws[id(outputs)]

    found = []
    for compared in given_secrets(query, query.prior, given, limits):
        left, right = law(compared.more), law(compared.less)
        if left is None or right is None:
            return Missing("what the query shows are no fractions, or not with chances that are")
        found.append(Conditional(left, right))
    if len({len(point) for pair in found for side in (pair.left, pair.right) for point in side}) > 1:
        return Missing("the query does not always show so many numbers")
    return tuple(found)


def _law(outputs: Mapping[Output, Number]) -> Law | None:
    found: dict[Point, fmpq] = {}
    for output, weight in outputs.items():
        point = distances.numbers(output)
        if point is None or not isinstance(weight, fmpq):
            return None
        found[point] = found.get(point, fmpq(0)) + weight
    return found


def _distance(query: Question, relation: Automaton | None, store: Store, limits: Limits) -> fmpq | Missing:
    """The greatest distance of two values of the query, for any inputs or for those that are related."""
    if any(isinstance(item.type, StreamType | AnyRealType) for item in query.mechanism.parameters):
        return Missing("the inputs are without end")
    process = process_of(query, store, limits)
    if not ends(process):
        return Missing("the query may go on for ever")
    if relation is not None:

        def related(state: Any, asked: Ask) -> Iterable[tuple[Value, Value, Hashable]]:
            return relation.letters(state, asked.entry)

        return distances.greatest(process, related, relation.start, limits)
    public = {item.name for item in query.mechanism.parameters if item.public}
    if not public:
        return distances.greatest(process, distances.anything, None, limits)

    def private(state: Hashable, asked: Ask) -> Iterator[tuple[Value, Value, Hashable]]:
        for left, right, after in distances.anything(state, asked):
            if asked.entry.input not in public or same(left, right):
                yield left, right, after

    return distances.greatest(process, private, None, limits)


def _one_record(query: Question, limits: Limits) -> Automaton:
    return automaton(One(), query.mechanism, truth_of(query.program), limits)


def _records(function: Function) -> int | None:
    """How many records the inputs are."""
    private = [item for item in function.parameters if not item.public]
    if len(private) == 1:
        type_ = private[0].type
        return type_.length if isinstance(type_, VectorType) else type_.most if isinstance(type_, RecordsType) else None
    return len(private) if all(is_finite(item) and not isinstance(item.type, VectorType) for item in private) else None


def _along(query: Question, chains: tuple[Found, ...], limits: Limits) -> tuple[Conditional, ...] | None:
    """The distributions given each two secrets, where the query reads the records of chains in order."""
    each = in_chains.given_secrets(query, chains, Store(), limits)
    if each is None:
        return None
    return tuple(
        Conditional(more, less)
        for given in each
        for left, more in given
        for right, less in given
        if not same(left, right) and listed(left, right, query.subject.pairs)
    )


def _networks(query: Question, limits: Limits) -> tuple[Network, ...] | Missing:
    """The Bayesian network that the records of one list are, for each prior of the class."""
    if query.unknown_reals or len(query.mechanism.parameters) != 1:
        return Missing("the prior has unknown reals, or its records are no single list")
    found: list[Network] = []
    for _, model in models(in_chains.showing_records(query), Store(), limits):
        network = network_of(model.process, limits)
        if isinstance(network, Missing):
            return network
        if all(network.tables != other.tables for other in found):
            found.append(network)
    return tuple(found)
