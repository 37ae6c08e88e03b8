"""A question -> what its mechanism shows of a few inputs, in plain data that samples can be held against.

Inputs are those of pairs that the claim compares, the worst one that is known first. Integers without bounds are listed
as far as they matter; where a real is shown there are intervals, about equally likely.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, pairwise
from typing import Any

from flint import arb, ctx, fmpq

from faier.audit.expected import Expected, Model, Outcome, Place
from faier.audit.process import key
from faier.deciding import plan
from faier.deciding.comparison import explored, model_of
from faier.deciding.lengthened import length_of, with_lists
from faier.deciding.modelled_cells import outcomes, peak, placed
from faier.deciding.partial import known
from faier.deciding.plain import plain
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.deciding.whole_inputs import entries
from faier.engines.density.curve import curve, deviation
from faier.engines.density.law import PLACE, Lattice, Law, Output
from faier.engines.density.mixture import Mixture, Part
from faier.engines.density.reading import law_of
from faier.engines.density.weighing import Unread
from faier.engines.outputs.engine import output_distribution
from faier.exact import ZERO, Number, bounds, enclose, float_above, fraction, nearest_float
from faier.exact.enclosure import ends
from faier.hmm.wholes import Inputs, input_type, whole_pairs, wholes
from faier.lang.diagnostics import Rejected, rejected
from faier.lang.syntax import InputType, StreamType, Yield
from faier.lang.values import Real, Sequence, Value, json_value, same
from faier.lang.walk import statements
from faier.limits import LimitReached, Limits
from faier.semantics.explore.predicate import truth_of
from faier.semantics.kept import KeptProcess

# So many pairs of inputs are looked at, out of so many.
PAIRS, LOOKED = 4, 2_000

# About so many intervals of the line, and which chance of integers without bounds is left over.
INTERVALS, LEFT = 40, Fraction(1, 10**9)

# So many integers are listed at most.
MOST = 10_000

PRECISION = 128


def modelled(question: Question, given: tuple[str, ...], store: Store, limits: Limits) -> Model:
    """`given` are inputs, each a text of JSON; none: those of the claim that are most telling."""
    epsilon = question.epsilon
    known = None if epsilon is None or epsilon.unknowns else epsilon
    model = Model(
        epsilon=None if known is None else float_above(known.bounds(20)[1]),
        epsilon_text=None if known is None else known.text,
        delta=0.0 if question.delta is None else float_above(question.delta),
        names=tuple(item.name for item in question.mechanism.parameters),
        several=any(isinstance(statement, Yield) for statement in statements(question.mechanism.body)),
    )
    if question.unknown_epsilon:
        return replace(model, reason="a file with an unknown epsilon is audited at a value of it: --set EPS=1")
    try:
        if question.of_streams:
            question, store = with_lists(question, _length(question, given, limits)), Store()
        chosen, pairs = _chosen(question, given, store, limits)
        laws = [_law(question, inputs, store, limits) for inputs in chosen]
        if any(not _by_itself(output, model.several) for law in laws for output in _noisy(law)):
            places = placed(laws, model.several)
            inputs = tuple(_in_cells(*one, places, model.several) for one in zip(chosen, laws, strict=True))
            return replace(model, inputs=inputs, pairs=pairs, places=places)
        cuts = _cuts([law.densities[output] for law in laws for output in law.densities])
        inputs = tuple(_expected(one, law, cuts, model.several) for one, law in zip(chosen, laws, strict=True))
    except Unread as error:
        return replace(model, reason=str(error))
    except LimitReached as reached:
        return replace(model, reason=reached.text)
    return replace(model, inputs=inputs, pairs=pairs)


def _chosen(
    question: Question, given: tuple[str, ...], store: Store, limits: Limits
) -> tuple[list[Inputs], tuple[tuple[int, int], ...]]:
    """The inputs, and the pairs of them that the claim compares, by their numbers."""
    relation = question.subject.relation
    chosen: list[Inputs] = [_named(question, text, limits) for text in given]
    found: list[tuple[Inputs, Inputs]] = []
    if relation is not None:
        related = whole_pairs(relation, question.mechanism, truth_of(question.program), limits)
        every = (pair for pair in related if not _alike(*pair))
        if chosen:
            found = [pair for pair in every if all(any(_alike(one, other) for other in chosen) for one in pair)]
        else:
            listed = list(islice(every, LOOKED))
            others = [listed[at] for at in (0, len(listed) - 1, len(listed) // 2)] if listed else []
            found = [*_worst(question, store, limits), *others][:PAIRS]
    if relation is None and not chosen:
        types = {item.name: input_type(item) for item in question.mechanism.parameters}
        chosen = list(islice(wholes(types, limits), PAIRS))
    pairs: list[tuple[int, int]] = []
    for pair in found:
        numbers = []
        for one in pair:
            at = next((at for at, other in enumerate(chosen) if _alike(one, other)), None)
            if at is None:
                chosen.append(one)
                at = len(chosen) - 1
            numbers.append(at)
        both = (min(numbers), max(numbers))
        if both not in pairs:
            pairs.append(both)
    return chosen, tuple(pairs)


def _worst(question: Question, store: Store, limits: Limits) -> Iterator[tuple[Inputs, Inputs]]:
    """The inputs that attain the tight epsilon."""
    found = plan.bound(replace(question, epsilon=None, delta=ZERO), store, limits.share(plan.HALF))
    if found.tight is not None and found.tight.witness is not None:
        yield dict(found.tight.witness.left), dict(found.tight.witness.right)


def _alike(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    return all(same(one[name], other[name]) for name in one)


def _named(question: Question, text: str, limits: Limits) -> Inputs:
    """The input that somebody wrote as JSON."""
    types = {item.name: input_type(item) for item in question.mechanism.parameters}
    try:
        wanted = json.loads(text)
    except ValueError:
        raise _unread(types, limits, f"{text} is no JSON") from None
    if not isinstance(wanted, dict):
        raise _unread(types, limits, f"{text} names no input: it is no object of JSON")
    if missing := [name for name in types if name not in wanted]:
        raise _unread(types, limits, f"no value is given for {' and '.join(missing)}")
    if unknown := [name for name in wanted if name not in types]:
        raise _unread(types, limits, f"the mechanism has no input {' or '.join(unknown)}")
    return {name: _value_of(name, types, wanted[name], limits) for name in types}


def _value_of(name: str, types: Mapping[str, InputType], wanted: object, limits: Limits) -> Value:
    for one in wholes({name: types[name]}, limits):
        if json_value(one[name]) == wanted:
            return one[name]
    raise _unread(types, limits, f"{name} is never {json.dumps(wanted)}")


def _unread(types: Mapping[str, InputType], limits: Limits, message: str) -> Rejected:
    first = {name: wholes({name: type_}, limits)[0][name] for name, type_ in types.items()}
    example = json.dumps({name: json_value(value) for name, value in first.items()})
    return rejected("FA804", "--inputs", message, f"write one such as --inputs '{example}'")


def _length(question: Question, given: tuple[str, ...], limits: Limits) -> int:
    """That of the lists that are given for a stream."""
    name = next(item.name for item in question.mechanism.parameters if isinstance(item.type, StreamType))
    found = set()
    for text in given:
        with suppress(ValueError):
            wanted = json.loads(text)
            if isinstance(wanted, dict) and isinstance(listed := wanted.get(name), list):
                found.add(len(listed))
    if len(found) > 1:
        raise rejected("FA804", "--inputs", f"{name} has several lengths", "write lists of one length for a stream")
    return found.pop() if found else length_of(question, limits)


def _noisy(law: Law) -> tuple[Output, ...]:
    return (*law.densities, *law.integers, *law.several)


def _by_itself(output: Output, several: bool) -> bool:
    return not several and output == Sequence("tuple", (PLACE,))


def _law(question: Question, inputs: Inputs, store: Store, limits: Limits) -> Law:
    found = explored(question, store, limits)
    given = entries(question.mechanism, inputs)
    if not isinstance(found, KeptProcess):
        return Law(output_distribution(found, found.finals[0][1], given, limits), {})
    try:
        return law_of(found, found.finals[0][1], given, limits, several=True)
    except Unread:
        law = _of_beliefs(question, inputs, store, limits)
        if law is None:
            raise
        return law


def _of_beliefs(question: Question, inputs: Inputs, store: Store, limits: Limits) -> Law | None:
    """Where what is shown can be listed, though noise is compared with noise."""
    model = model_of(question, store, limits)
    if model.cut or model.unbounded or model.parts or known(question, store) is not None:
        return None
    process = model.process
    found = output_distribution(process, process.finals[0][1], entries(question.mechanism, inputs), limits)
    return Law(found, {}) if sum(found.values(), start=ZERO) == 1 else None


def _in_cells(inputs: Inputs, law: Law, places: tuple[Place, ...], several: bool) -> Expected:
    first = next((place for place in places if place.real), None)
    return Expected(
        input={name: json_value(value) for name, value in inputs.items()},
        arguments=tuple(_argument(value) for value in inputs.values()),
        outcomes=outcomes(law, places, several),
        peak=Fraction(0) if first is None else peak(law, first, several),
    )


def _expected(inputs: Inputs, law: Law, cuts: tuple[fmpq, ...], several: bool) -> Expected:
    outcomes = [_outcome(output, weight, several) for output, weight in law.atoms.items()]
    rest = Fraction(0)
    for lattices in law.integers.values():
        listed, rest = _listed(lattices)
        known = {one.key: one for one in outcomes}
        for one in listed:
            other = known.pop(one.key, None)
            both = one if other is None else replace(one, low=one.low + other.low, high=one.high + other.high)
            known[one.key] = both
        outcomes = list(known.values())
    for mixture in law.densities.values():
        outcomes += _intervals(mixture, cuts)
    return Expected(
        input={name: json_value(value) for name, value in inputs.items()},
        arguments=tuple(_argument(value) for value in inputs.values()),
        outcomes=tuple(outcomes),
        rest=rest,
        cuts=tuple(map(nearest_float, cuts)) if law.densities else None,
        peak=sum((fraction(_peak(part)) for mixture in law.densities.values() for part in mixture), start=Fraction(0)),
    )


def _outcome(output: Output, weight: Number, several: bool) -> Outcome:
    low, high = map(fraction, bounds(weight, 25))
    shown = [plain(item) for item in output.items]
    alone = None if several or len(shown) != 1 else output.items[0]
    place = Fraction(alone) if isinstance(alone, int) and not isinstance(alone, bool) else None
    if isinstance(alone, Real) and isinstance(alone.exact, fmpq):
        place = fraction(alone.exact)
    return Outcome(key(shown if several else shown[0] if shown else None), low, high, place)


def _argument(value: Value) -> object:
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return float(fraction(value.exact))
    if isinstance(value, Sequence) and value.of is None:
        return [_argument(item) for item in value.items]
    return json_value(value)


def _listed(lattices: tuple[Lattice, ...]) -> tuple[list[Outcome], Fraction]:
    """Integers from the middle outward, until little is left; and what is left, at most."""
    total: Number = sum((part.weight * part.mass for part in lattices), start=ZERO)
    left = fraction(bounds(total, 25)[1])
    middle = sorted(part.at for part in lattices)[len(lattices) // 2]
    found: dict[int, Outcome] = {}
    for step in range(MOST):
        for integer in {middle + step, middle - step}:
            chance: Number = sum((part.chance(integer) for part in lattices), start=ZERO)
            low, high = map(fraction, bounds(chance, 25))
            found[integer] = Outcome(key(integer), low, high, Fraction(integer))
            left -= low
        if left <= LEFT:
            break
    return [found[integer] for integer in sorted(found)], max(left, Fraction(0))


def _cuts(mixtures: list[Mixture]) -> tuple[fmpq, ...]:
    """Numbers that part the line into intervals of about one chance, all of them floats."""
    if not mixtures:
        return ()
    parts = [part for mixture in mixtures for part in mixture]
    low, high = min(part.at for part in parts), max(part.at for part in parts)
    widest = max(ends(deviation(part.noise, PRECISION))[1] for part in parts)
    low, high = low - 3 * widest, high + 3 * widest
    step = (high - low) / INTERVALS
    return tuple(_exact(nearest_float(low + step * number)) for number in range(INTERVALS + 1))


def _peak(part: Part) -> fmpq:
    """Above the density, which is that of the noise at 0 at most."""
    with ctx.workprec(PRECISION):
        return ends(enclose(part.weight, PRECISION) * curve(part.noise, PRECISION).at(fmpq(0)).value)[1]


def _intervals(mixture: Mixture, cuts: tuple[fmpq, ...]) -> Iterator[Outcome]:
    """The chance of each interval, both ends certified."""
    borders: list[fmpq | None] = [None, *cuts, None]
    with ctx.workprec(PRECISION):
        for number, (low, high) in enumerate(pairwise(borders)):
            total = arb(0)
            for part in mixture:
                inner = [_inner(low, part.low, max), _inner(high, part.high, min)]
                if inner[0] is not None and inner[1] is not None and inner[0] >= inner[1]:
                    continue
                moved = [None if end is None else end - part.at for end in inner]
                total += enclose(part.weight, PRECISION) * curve(part.noise, PRECISION).between(moved[0], moved[1])
            least, most = ends(total)
            place = Fraction(number)
            yield Outcome(f"interval {number}", max(fraction(least), Fraction(0)), fraction(most), place)


def _inner(one: fmpq | None, other: fmpq | None, choose: Any) -> fmpq | None:
    if one is None or other is None:
        return other if one is None else one
    found: fmpq = choose(one, other)
    return found


def _exact(number: float) -> fmpq:
    return fmpq(*number.as_integer_ratio())
