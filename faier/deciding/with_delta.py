"""(epsilon, delta) claims, where the outputs can be enumerated: the hockey-stick divergence as an exact number.

Sets of outputs are compared, so whole inputs are fixed first: every neighboring pair of them, or every value
of the public inputs that a prior leaves open. The worst of them decides, and is the witness: its output is the
set of outputs that are too likely on the left, told by its most telling member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from flint import fmpq

from faier.deciding.comparison import Comparison, Model, Subject, comparisons, is_parametric, model, models
from faier.deciding.replay import MOMENT, Mismatch
from faier.engines.algebra.domain import domain
from faier.engines.outputs.engine import Output, output_distribution
from faier.engines.outputs.hockey_stick import Divergence, divergence, least_factor
from faier.engines.verdict import Coverage, Proved, Refuted, Undecided, Verdict, Witness
from faier.exact import ZERO, Epsilon, Number, compare, epsilons, nearest_float, unknowns
from faier.hmm.wholes import input_type, whole_pairs, wholes
from faier.lang.program import Program
from faier.lang.syntax import ProbabilityType, RealType, StreamType
from faier.lang.values import Real, Sequence, Value, same, sort_key
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


def check(
    program: Program, subject: Subject, epsilon: Epsilon, delta: Number, limits: Limits, model: Model = model
) -> Verdict:
    """The verdict on an (epsilon, delta) claim."""
    worst = least_delta(program, subject, epsilon, limits, model)
    if isinstance(worst, str):
        return Undecided(Coverage(0, False), "outputs", worst)
    assert worst.value is not None
    coverage = Coverage(worst.length, True)
    if compare(worst.value, delta) <= 0:
        return Proved(coverage, "outputs")
    stick = divergence(worst.compared.more, worst.compared.less, epsilon)
    _confirm(program, subject, worst.compared, stick, limits.extended(MOMENT))
    return Refuted(coverage, "outputs", _witness(worst.compared, stick))


def least_delta(
    program: Program, subject: Subject, epsilon: Epsilon, limits: Limits, model: Model = model
) -> Worst | str:
    """The least delta for this epsilon; or why it is not known."""
    return _worst(
        program,
        subject,
        lambda one: divergence(one.more, one.less, epsilon).delta,
        limits,
        model,
        bool(epsilon.unknowns),
    )


def least_epsilon(
    program: Program, subject: Subject, delta: Number, limits: Limits, model: Model = model
) -> Worst | str:
    """The least factor e^epsilon for this delta (None: infinite); or why it is not known."""
    return _worst(program, subject, lambda one: least_factor(one.more, one.less, delta), limits, model, False)


def _worst(
    program: Program,
    subject: Subject,
    measure: Callable[[Compared], Number | None],
    limits: Limits,
    model: Model,
    unknown: bool,
) -> Worst | str:
    if any(isinstance(item.type, StreamType) for item in program.function(subject.mechanism).parameters):
        return "sets of outputs are compared where inputs and outputs can be enumerated: not with streams"
    worst: Worst | None = None
    for compared in _compared(program, subject, limits, model):
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


def _compared(program: Program, subject: Subject, limits: Limits, model: Model) -> Iterator[Compared | str]:
    """Every pair of distributions that the claim compares. Vacuous claims are rejected on the way, and so are unknowns
    of which the distributions may be free, but with which a draw is impossible or a loop has no end."""
    found: list[Comparison] = []
    for comparison in comparisons(program, subject, None, limits, model):
        if comparison.length is not None:
            yield "sets of outputs are compared where they can be listed: this mechanism may show values without end"
            return
        found.append(comparison)
    if is_parametric(program, subject):
        from faier.deciding import assumptions

        prior = None if subject.prior is None else program.function(subject.prior)
        assumptions.require(program, subject, found, domain(prior, assumptions.numbers(found), Epsilon()), limits)
    if subject.prior is None:
        yield from _neighbors(program, subject, limits, model)
    else:
        yield from _secrets(program, subject, limits)


def _neighbors(program: Program, subject: Subject, limits: Limits, model: Model) -> Iterator[Compared]:
    assert subject.relation is not None
    function = program.function(subject.mechanism)
    process = model(program, subject.mechanism, limits)
    known: dict[Sequence, dict[Output, Number]] = {}

    def outputs(inputs: Mapping[str, Value]) -> dict[Output, Number]:
        key = Sequence("tuple", tuple(inputs.values()))
        if key not in known:
            known[key] = output_distribution(process, process.finals[0][1], _entries(inputs), limits)
        return known[key]

    for left, right in whole_pairs(subject.relation, function, truth_of(program), limits):
        yield Compared(dict(left), dict(right), outputs(left), outputs(right))


def _secrets(program: Program, subject: Subject, limits: Limits) -> Iterator[Compared]:
    function = program.function(subject.mechanism)
    for parameters, process in models(program, subject, limits):
        asked = {state.entry.input for state in process.states if hasattr(state, "entry")}
        public = {p.name: input_type(p) for p in function.parameters if p.name in asked}
        for given in wholes(public, limits):
            conditional = list(_conditional(process, given, limits))
            for one, more in conditional:
                for other, less in conditional:
                    if not same(one, other) and _listed(one, other, subject):
                        left = {"secret": one} | dict(given)
                        right = {"secret": other} | dict(given)
                        yield Compared(left, right, more, less, parameters + _any(program, subject))


def _conditional(
    process: Process, given: Mapping[str, Value], limits: Limits
) -> Iterator[tuple[Value, dict[Output, Number]]]:
    """The distribution of outputs given each secret that is possible."""
    for secret, weights in process.finals:
        mass: Number = sum((weight * weights[state] for state, weight in process.start), start=ZERO)
        if mass != 0:
            outputs = output_distribution(process, weights, _entries(given), limits)
            yield secret, {output: weight / mass for output, weight in outputs.items()}


def _any(program: Program, subject: Subject) -> tuple[tuple[str, Value], ...]:
    """Values for the prior's unknown reals: nothing that is compared depends on them."""
    assert subject.prior is not None
    return tuple(
        (item.name, Real(item.type.low if isinstance(item.type, RealType) else fmpq(1, 2), "fraction"))
        for item in program.function(subject.prior).parameters
        if isinstance(item.type, RealType | ProbabilityType)
    )


def _listed(one: Value, other: Value, subject: Subject) -> bool:
    pairs = subject.secret_pairs
    return pairs is None or any(
        (same(one, a) and same(other, b)) or (same(one, b) and same(other, a)) for a, b in pairs
    )


def _entries(inputs: Mapping[str, Value]) -> dict[Entry, Value]:
    """Whole inputs, entry by entry."""
    found: dict[Entry, Value] = {}

    def enter(name: str, value: Value, path: tuple[int, ...]) -> None:
        if isinstance(value, Sequence):
            for at, item in enumerate(value.items):
                enter(name, item, (*path, at))
        else:
            found[Entry(name, path or None)] = value

    for name, value in inputs.items():
        enter(name, value, ())
    return found


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


def _confirm(program: Program, subject: Subject, compared: Compared, stick: Divergence, limits: Limits) -> None:
    """Compute the probabilities of the set again, output by output."""
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
