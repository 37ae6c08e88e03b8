"""(epsilon, delta) claims, where the outputs can be enumerated: the hockey-stick divergence as an exact number.

Sets of outputs are compared, so whole inputs are fixed first: every neighboring pair of them, or every value
of the public inputs that a prior leaves open. The worst of them decides, and is the witness: its output is the
set of outputs that are too likely on the left, told by its most telling member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from faier.deciding.comparison import Comparison, Model, comparisons, models, process_of
from faier.deciding.finding import Delta, Finding, nothing
from faier.deciding.question import Question
from faier.deciding.replay import MOMENT, Mismatch
from faier.deciding.store import Store
from faier.deciding.whole_inputs import any_values, entries, listed
from faier.engines.algebra.domain import domain
from faier.engines.outputs.engine import Output, output_distribution
from faier.engines.outputs.hockey_stick import Divergence, divergence, least_factor
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import ZERO, Epsilon, Number, compare, epsilons, nearest_float, unknowns
from faier.hmm.wholes import input_type, whole_pairs, wholes
from faier.lang.judging import NotFollowed
from faier.lang.syntax import Function, StreamType
from faier.lang.values import Sequence, Value, same, sort_key
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore.predicate import truth_of
from faier.semantics.process import Entry, Process


@dataclass(frozen=True)
class Compared:
    """The output distributions of one pair of inputs or secrets, in the user's terms."""

    left: dict[str, Value]
    right: dict[str, Value]
    more: Mapping[Output, Number]
    less: Mapping[Output, Number]
    parameters: tuple[tuple[str, Value], ...] = ()


@dataclass(frozen=True)
class Worst:
    """The pair for which a quantity is greatest (None: infinite)."""

    value: Number | None
    compared: Compared
    length: int


def check(question: Question, store: Store, limits: Limits) -> Verdict:
    """The verdict on an (epsilon, delta) claim."""
    epsilon, delta = question.budget, question.delta
    worst = _least_delta(question, store, limits)
    if isinstance(worst, str):
        return Undecided(Coverage(0, False), "outputs", worst)
    assert worst.value is not None
    assert delta is not None
    coverage = Coverage(worst.length, True)
    if compare(worst.value, delta) <= 0:
        return Proved(coverage, "outputs")
    stick = divergence(worst.compared.more, worst.compared.less, epsilon)
    try:
        _confirm(question, worst.compared, stick, limits.extended(MOMENT))
    except NotFollowed as failure:
        return Undecided(coverage, "outputs", f"a violation was found, but to compute it again {failure.message}")
    return Refuted(coverage, "outputs", _witness(worst.compared, stick))


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding:
    """The least factor e^epsilon for the delta."""
    delta = question.delta
    assert delta is not None
    worst = _worst(question, store, lambda one: least_factor(one.more, one.less, delta), limits)
    if isinstance(worst, str):
        return nothing(worst, "outputs")
    return Finding(Tight(worst.value, worst.value, True, None), Coverage(worst.length, True), "outputs")


def least_delta(question: Question, store: Store, limits: Limits) -> Delta:
    """The hockey-stick divergence: the least delta for which the epsilon holds."""
    worst = _least_delta(question, store, limits)
    if isinstance(worst, str):
        return Delta(None, Coverage(0, False), worst)
    return Delta(worst.value, Coverage(worst.length, True))


def _least_delta(question: Question, store: Store, limits: Limits) -> Worst | str:
    epsilon = question.budget
    return _worst(question, store, lambda one: divergence(one.more, one.less, epsilon).delta, limits)


def _worst(
    question: Question, store: Store, measure: Callable[[Compared], Number | None], limits: Limits
) -> Worst | str:
    """The pair of distributions of which the measure is greatest; or why it is not known."""
    if any(isinstance(item.type, StreamType) for item in question.mechanism.parameters):
        return "sets of outputs are compared where inputs and outputs can be enumerated: not with streams"
    unknown = question.epsilon is not None and bool(question.epsilon.unknowns)
    worst: Worst | None = None
    for compared in enumerated(question, store, limits):
        if isinstance(compared, str):
            return compared
        if unknown or any(unknowns(w) or epsilons(w) for w in (*compared.more.values(), *compared.less.values())):
            return "with a delta, no unknowns can be decided: give them values"
        value = measure(compared)
        length = max((len(output.items) for output in (*compared.more, *compared.less)), default=0)
        length = max(length, worst.length if worst is not None else 0)
        if worst is None or value is None or (worst.value is not None and compare(value, worst.value) > 0):
            worst = Worst(value, compared, length)
        else:
            worst = Worst(worst.value, worst.compared, length)
        if value is None:
            break
    assert worst is not None
    return worst


def enumerated(question: Question, store: Store, limits: Limits) -> Iterator[Compared | str]:
    """Every pair of distributions that the claim compares. Vacuous claims are rejected on the way, and so are unknowns
    of which the distributions may be free, but with which a draw is impossible or a loop has no end."""
    found: list[Comparison] = []
    for comparison in comparisons(replace(question, length=None), store, limits):
        if comparison.length is not None:
            yield "sets of outputs are compared where they can be listed: this mechanism may show values without end"
            return
        found.append(comparison)
    if any(comparison.unbounded for comparison in found):
        yield "noise is shown here that has no bounds: its outputs cannot be listed"
        return
    if question.program.epsilon_name is not None or question.unknown_reals:
        from faier.deciding import assumptions

        place = domain(question.prior, assumptions.numbers(found), Epsilon())
        assumptions.require(question, found, place, limits)
    if question.prior is None:
        yield from _neighbors(question, store, limits)
    else:
        given = models(replace(question, length=None), store, limits)
        yield from given_secrets(question, question.prior, given, limits)


def _neighbors(question: Question, store: Store, limits: Limits) -> Iterator[Compared]:
    relation = question.subject.relation
    assert relation is not None
    process = process_of(replace(question, length=None), store, limits)
    known: dict[Sequence, dict[Output, Number]] = {}

    def outputs(inputs: Mapping[str, Value]) -> dict[Output, Number]:
        key = Sequence("tuple", tuple(inputs.values()))
        if key not in known:
            known[key] = output_distribution(process, process.finals[0][1], entries(question.mechanism, inputs), limits)
        return known[key]

    for left, right in whole_pairs(relation, question.mechanism, truth_of(question.program), limits):
        yield Compared(dict(left), dict(right), outputs(left), outputs(right))


def given_secrets(
    question: Question, prior: Function, given: Iterable[tuple[tuple[tuple[str, Value], ...], Model]], limits: Limits
) -> Iterator[Compared]:
    """The distributions of outputs given each two secrets that are compared, for each of the priors that are `given` as
    models, and each public input."""
    pairs = question.subject.pairs
    for parameters, model in given:
        process = model.process
        asked = {state.entry.input for state in process.states if hasattr(state, "entry")}
        public = {p.name: input_type(p) for p in question.mechanism.parameters if p.name in asked}
        for inputs in wholes(public, limits):
            conditional = list(_conditional(process, entries(question.mechanism, inputs), limits))
            for one, more in conditional:
                for other, less in conditional:
                    if not same(one, other) and listed(one, other, pairs):
                        left = {"secret": one} | dict(inputs)
                        right = {"secret": other} | dict(inputs)
                        yield Compared(left, right, more, less, parameters + any_values(prior))


def _conditional(
    process: Process, given: Mapping[Entry, Value], limits: Limits
) -> Iterator[tuple[Value, dict[Output, Number]]]:
    """The distribution of outputs given each secret that is possible."""
    for secret, weights in process.finals:
        mass: Number = sum((weight * weights[state] for state, weight in process.start), start=ZERO)
        if mass != 0:
            outputs = output_distribution(process, weights, given, limits)
            yield secret, {output: weight / mass for output, weight in outputs.items()}


def _witness(compared: Compared, stick: Divergence) -> Witness:
    """The whole set of outputs that are too likely counts; the most likely of them is shown."""
    telling = max(stick.outputs, key=lambda output: (nearest_float(compared.more[output]), sort_key(output)))
    ratio = stick.left / stick.right if stick.right != 0 else None
    return Witness(
        left=tuple(compared.left.items()),
        right=tuple(compared.right.items()),
        output=telling.items,
        ended=True,
        probability_left=stick.left,
        probability_right=stick.right,
        ratio=ratio,
        parameters=compared.parameters,
        outputs=tuple(output.items for output in stick.outputs),
        excess=stick.delta,
    )


def _confirm(question: Question, compared: Compared, stick: Divergence, limits: Limits) -> None:
    """Compute the probabilities of the set again, output by output."""
    program, subject = question.program, question.subject
    left: Number = ZERO
    right: Number = ZERO
    for output in stick.outputs:
        if subject.prior is None:
            left += denote.probability(program, subject.mechanism, compared.left, output.items, True, limits)
            right += denote.probability(program, subject.mechanism, compared.right, output.items, True, limits)
            continue
        public = {name: value for name, value in compared.left.items() if name != "secret"}
        parameters: dict[str, Value | Number] = dict(compared.parameters)
        weights, masses = denote.joint_probability(
            program, subject.mechanism, subject.prior, parameters, public, output.items, True, limits
        )
        for secret, mass in masses.items():
            if same(secret, compared.left["secret"]):
                left += weights[secret] / mass
            elif same(secret, compared.right["secret"]):
                right += weights[secret] / mass
    if left != stick.left or right != stick.right:
        raise Mismatch(f"the witness of {subject.mechanism} has probabilities {left} and {right}, not as told")
