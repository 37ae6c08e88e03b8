"""A question -> the laws of outputs that it compares, where noisy numbers may be shown.

Each pair of neighboring whole inputs, or of secrets given the public inputs. Pairs that are the same up to moving the
reals are told once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from faier.deciding.comparison import (
    ends,
    explored,
    neighboring,
    nothing_compared,
    parameters_of,
    refuse_silence,
    refusing,
)
from faier.deciding.noisy_chains import Given, given_secrets
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.deciding.whole_inputs import any_values, entries, listed
from faier.engines.density.law import Law
from faier.engines.density.mixture import Mixture
from faier.engines.density.reading import law_of
from faier.engines.density.weighing import Unread, divided, mass_of_law
from faier.exact import Number, epsilons, unknowns
from faier.exact.bernstein import range_in
from faier.hmm.wholes import input_type, whole_pairs, wholes
from faier.lang.judging import Box, boxed
from faier.lang.values import Sequence, Value, same, sort_key
from faier.limits import Limits
from faier.semantics.explore import explore_prior
from faier.semantics.explore.predicate import truth_of
from faier.semantics.kept import KeptAsk, KeptProcess, Way, ways_of
from faier.semantics.process import Entry


@dataclass(frozen=True)
class Compared:
    """The laws of one pair of inputs or secrets, in the user's terms."""

    left: dict[str, Value]
    right: dict[str, Value]
    more: Law
    less: Law
    parameters: tuple[tuple[str, Value], ...] = ()
    cut: int | None = None  # what shows so many values may go on

    def ended(self, shown: tuple[Value, ...]) -> bool:
        return len(shown) != self.cut


class Exact(Unread):
    """No real is shown."""


def within(question: Question, limits: Limits, box: Box, several: bool = False) -> list[Compared]:
    """All pairs of secrets, with the unknown means and deviations of a prior in formulas, which lie in the box;
    `several` noisy numbers in one output where that is said."""
    if question.unknown_epsilon or question.prior is None:
        raise Unread("the density engine needs values for unknowns")
    with refusing(question), boxed(box):
        return list(_secrets(question, limits, box, several))


def compared(
    question: Question,
    store: Store,
    limits: Limits,
    integers: bool = False,
    several: bool = False,
    floors: bool = False,
) -> Iterator[Compared]:
    """All pairs; `Unread` where a law is not of this kind; `integers` without bounds, `several` noisy numbers in one
    output, and normal noise that is rounded are where that is said."""
    if question.unknown_epsilon or question.unknown_reals:
        raise Unread("the density engine needs values for unknowns")
    with refusing(question):
        about_prior = question.prior is not None
        found = (
            _secrets(question, limits, several=several, floors=floors)
            if about_prior
            else _neighbors(question, store, limits, several, floors)
        )
        for one in once(found):
            if not integers and (one.more.integers or one.less.integers):
                raise Unread("noise on the integers is shown")
            yield one


def once(found: Iterable[Compared]) -> Iterator[Compared]:
    """Without those that are as one before, up to moving the reals."""
    told: set[Hashable] = set()
    for one in found:
        key = _shape(one)
        if key not in told:
            told.add(key)
            yield one


def _neighbors(question: Question, store: Store, limits: Limits, several: bool, floors: bool) -> Iterator[Compared]:
    relation = question.subject.relation
    assert relation is not None
    neighboring(question, limits)
    kept = _readable(explored(question, store, limits), question)
    known: dict[Sequence, Law] = {}

    def law(inputs: Mapping[str, Value]) -> Law:
        key = Sequence("tuple", tuple(inputs.values()))
        if key not in known:
            given = entries(question.mechanism, inputs)
            known[key] = law_of(kept, kept.finals[0][1], given, limits, several, floors)
        return known[key]

    for left, right in whole_pairs(relation, question.mechanism, truth_of(question.program), limits):
        yield Compared(dict(left), dict(right), law(left), law(right))


def along_chains(question: Question, limits: Limits) -> Iterator[Compared] | None:
    """All pairs, where the records of the prior are a Markov chain; None where that is not seen."""
    found = given_secrets(question, limits) if question.prior is not None and not question.parametric else None
    return None if found is None else once(_compared(question, found))


def _secrets(
    question: Question, limits: Limits, box: Box | None = None, several: bool = False, floors: bool = False
) -> Iterator[Compared]:
    function = question.prior
    assert function is not None

    def given() -> Iterator[Given]:
        for parameters in parameters_of(function, limits):
            found = explore_prior(question.program, question.subject.mechanism, function.name, dict(parameters), limits)
            kept = _readable(found, question, box)
            asked = {state.entry.input for state in kept.states if isinstance(state, KeptAsk)}
            types = {item.name: input_type(item) for item in question.mechanism.parameters if item.name in asked}
            for public in wholes(types, limits):
                laws = _conditional(kept, entries(question.mechanism, public), limits, several, floors)
                yield parameters, public, tuple(laws)

    return _compared(question, given())


def _compared(question: Question, found: Iterable[Given]) -> Iterator[Compared]:
    """Each two secrets that the claim is about."""
    function = question.prior
    assert function is not None
    secrets: list[int] = [0]
    anything = False
    for parameters, public, laws in found:
        secrets.append(len(laws))
        for one, more in laws:
            for other, less in laws:
                if not same(one, other) and listed(one, other, question.subject.pairs):
                    anything = True
                    left, right = ({"secret": secret} | dict(public) for secret in (one, other))
                    yield Compared(left, right, more, less, parameters + any_values(function))
    if not anything:
        raise nothing_compared(question, max(secrets))


def _conditional(
    kept: KeptProcess, given: Mapping[Entry, Value], limits: Limits, several: bool, floors: bool
) -> Iterator[tuple[Value, Law]]:
    """The law given each secret that is possible."""
    for secret, weights in kept.finals:
        law = law_of(kept, weights, given, limits, several, floors)
        mass = mass_of_law(law)
        if mass != 0:
            yield secret, divided(law, mass)


def _readable(found: object, question: Question, box: Box | None = None) -> KeptProcess:
    kept = readable_stream(found, question, box)
    if not ends(kept):
        raise Unread("runs may go on for ever")
    if any(isinstance(state, KeptAsk) and state.entry.arrival for state in kept.states):
        raise Unread("runs read a stream")
    return kept


def readable_stream(found: object, question: Question, box: Box | None = None) -> KeptProcess:
    """What may read streams, and go on for ever."""
    if not isinstance(found, KeptProcess):
        raise Exact("no real is kept until it is shown")
    refuse_silence(question, found)
    numbers = (way.weight for way in _every_way(found))
    if box is None and any(unknowns(number) or epsilons(number) for number in numbers):
        raise Unread("the density engine needs values for unknowns")
    if box is not None and not all(_is_chance(number, box) for number, _ in found.drawn):
        raise Unread("an unknown need not be a probability where it stands for one")
    if box is not None and any(unknowns(number) for number, _ in found.loops):
        raise Unread("an unknown decides how long a loop goes on")
    return found


def _is_chance(number: Number, box: Box) -> bool:
    if not unknowns(number):
        return True
    ends = range_in(number, box)
    return ends is not None and ends[0] >= 0 and ends[1] <= 1


def _every_way(kept: KeptProcess) -> Iterator[Way]:
    yield from kept.start
    for state in kept.states:
        for ways in ways_of(state):
            yield from ways


def _shape(one: Compared) -> Hashable:
    """The same for two pairs whose reals are moved against each other."""
    shapes: list[Hashable] = []
    for law in (one.more, one.less):
        shapes += [frozenset(law.atoms.items()), frozenset(law.integers.items()), frozenset(law.several.items())]
    for output in sorted({*one.more.densities, *one.less.densities}, key=sort_key):
        sides: list[Mixture] = [law.densities.get(output, ()) for law in (one.more, one.less)]
        by = -min(part.at for side in sides for part in side)
        shapes.append((output, *(frozenset(part.moved(by) for part in side) for side in sides)))
    return tuple(shapes)
