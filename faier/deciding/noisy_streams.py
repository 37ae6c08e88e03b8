"""Streams to which noise on the reals is added, of kinds whose laws are compared whole: normal noise, or with a delta.

What refutes a claim are the first values that are shown, one more at a time, for as many arrivals as these need. What
proves it for outputs of every length are rounds, each from one arrival to the next, where one arrival alone differs:
whoever saw what a round shows and the state that follows would know more than is seen, and all else is alike. So a
claim holds that every round keeps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import product
from math import ceil, prod

from faier.deciding import by_density
from faier.deciding.comparison import LENGTH, ends, explored, neighboring, shows_parts
from faier.deciding.finding import Delta, Finding
from faier.deciding.laws import Compared, once, readable_stream
from faier.deciding.question import Question
from faier.deciding.replay import Mismatch
from faier.deciding.store import Store
from faier.deciding.whole_inputs import entries
from faier.engines.density.law import Law
from faier.engines.density.reading import Cut, law_of
from faier.engines.density.weighing import Unread
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict
from faier.exact import ONE, ZERO, Number, TooLarge, Undecidable, compare, from_ratio
from faier.hmm.lump_kept import lump_kept
from faier.hmm.wholes import holds, input_type, scopes
from faier.lang.claim import Edges, One, Relation, Total
from faier.lang.syntax import StreamType
from faier.lang.values import Sequence, Value, same
from faier.limits import LimitReached, Limits
from faier.semantics.explore.predicate import truth_of
from faier.semantics.inputs import choices
from faier.semantics.kept import KeptAsk, KeptEnd, KeptProcess, KeptTell, ways_of
from faier.semantics.leaves import count_of

# So many pairs of inputs are compared; of longer ones those that are the same again and again.
PAIRS = 5_000
# And of these so many values are shown.
LONGEST = 64
# Arrivals beyond two for each value.
MORE = 4
# Of the time, what a proof may take, and outputs of one length.
HALF, PART = 0.5, 0.2
# The tight epsilon of outputs of so many values is told.
SHORT = 2
# Digits of what only guides.
GUIDE = 53
EVERYTHING = Coverage(1, True)
STOPPED = (LimitReached, TooLarge, Undecidable)

Inputs = dict[str, Value]


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where what is shown is of another kind."""
    kept = _kept(question, store, limits)
    if kept is None:
        return None
    try:
        if all(by_density.keeps(question, one, limits) for one in _rounds(question, kept, limits.share(HALF))):
            return Proved(EVERYTHING, "density")
    except (*STOPPED, Unread):
        pass
    if not question.delta:
        found = _repeated(question, kept, limits.share(HALF))
        if found is not None:
            return found
    so_far, reason = 0, ""
    try:
        for length, every, again in _lengths(question, kept, limits):
            limits.check()
            verdict = _of_these(question, every, limits if length is None else limits.share(PART))
            if verdict is None or length is None or isinstance(verdict, Refuted):
                return verdict
            if isinstance(verdict, Undecided):
                reason = verdict.reason
            elif again:
                reason = f"of streams with {length} values only those are compared that repeat one arrival"
            elif so_far == length - 1:
                so_far = length
            if length == question.length == so_far:
                return Proved(Coverage(length, False), "density")
    except (*STOPPED, Unread) as error:
        reason = str(error)
    told = f"no output of {so_far or 'some'} values is seen to break the claim"
    return Undecided(Coverage(so_far, False), "density", f"{told}; {reason or 'longer ones are not looked at'}")


def _of_these(question: Question, every: list[Compared], limits: Limits) -> Verdict | None:
    """Time that is up for these is not for others."""
    try:
        return by_density.check(question, _knowing(question, every), limits)
    except STOPPED as error:
        return Undecided(Coverage(0, False), "density", str(error))


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    """What is found of the first values, and for all of them an upper end where every round has one."""
    kept = _kept(question, store, limits)
    if kept is None:
        return None
    if ends(kept):
        return _bound_whole(question, kept, limits)
    try:
        upper = _upper(question, kept, limits.share(HALF))
    except (*STOPPED, Unread):
        upper = None
    best: Finding | None = None
    try:
        for length, every, _again in _lengths(question, kept, limits):
            found = by_density.bound(question, _knowing(question, every), limits)
            if found is None or found.tight is None:
                break
            best = replace(found, coverage=Coverage(length or 0, found.tight.lower is None))
            if upper is not None or length == SHORT or found.tight.lower is None:
                break
    except (*STOPPED, Unread):
        pass
    if best is None or best.tight is None:
        return None if upper is None else Finding(Tight(ONE, upper, False, None), EVERYTHING, "density")
    lower = best.tight.lower
    if upper is None:
        return best if lower is None else replace(best, tight=replace(best.tight, upper=None, attained=False))
    if lower is None or compare(upper, lower) < 0:
        raise Mismatch(f"an output has the factor {lower or 'infinity'}, and {upper} was proved")
    attained = best.tight.attained and upper == lower
    return replace(best, tight=replace(best.tight, upper=upper, attained=attained), coverage=EVERYTHING)


def _bound_whole(question: Question, kept: KeptProcess, limits: Limits) -> Finding | None:
    """Of all that is shown, where that ends."""
    try:
        every = next(_lengths(question, kept, limits))[1]
    except Unread:
        return None
    return by_density.bound(question, _knowing(question, every), limits)


def _upper(question: Question, kept: KeptProcess, limits: Limits) -> Number | None:
    """What every round keeps."""
    known = _knowing(question, list(_rounds(question, kept, limits)))
    if not question.delta:
        return by_density.ends_of(question, known, limits).upper
    found = by_density.bound(question, known, limits)
    return None if found is None or found.tight is None else found.tight.upper


def _repeated(question: Question, kept: KeptProcess, limits: Limits) -> Refuted | None:
    """By the same value again and again, where it tells as much each time."""
    try:
        for one in _prefixes(question, kept, 1, _arrivals(question, kept, 1), True, limits):
            place = by_density.place_of(one, limits)
            if place is None or place.right == 0:
                continue
            gain = float(from_ratio(place.left / place.right).enclose(GUIDE))
            times = ceil(float(question.budget.enclose(GUIDE)) / gain) + 1 if gain > 0 else LONGEST
            if times < LONGEST:
                pair = (one.left, one.right)
                for longer in _prefixes(question, kept, times, _arrivals(question, kept, times), True, limits, pair):
                    found = by_density.broken_at(question, longer, place.output * times, limits)
                    if found is not None:
                        return found
    except (*STOPPED, Unread):
        pass
    return None


def least_delta(question: Question, store: Store, limits: Limits) -> Delta | None:
    """Where every round has one, for outputs of every length: the least delta of the rounds is no less."""
    kept = _kept(question, store, limits)
    if kept is None:
        return None
    try:
        return _least_delta(question, kept, limits)
    except Unread:
        return None


def _least_delta(question: Question, kept: KeptProcess, limits: Limits) -> Delta | None:
    if ends(kept):
        every = next(_lengths(question, kept, limits))[1]
        return by_density.least_delta(question, _knowing(question, every), limits)
    rounds = by_density.least_delta(question, _knowing(question, list(_rounds(question, kept, limits))), limits)
    if rounds is None or rounds.value is None:
        return None
    try:
        every = next(_lengths(question, kept, limits))[1]
        first = by_density.least_delta(question, _knowing(question, every), limits)
    except Unread:
        first = None
    lower = ZERO if first is None or first.value is None else first.value if first.lower is None else first.lower
    return Delta(rounds.value, EVERYTHING, lower=None if lower == rounds.value else lower)


def _kept(question: Question, store: Store, limits: Limits) -> KeptProcess | None:
    """The mechanism, with what runs read; None where this is not a question for here."""
    if question.prior is not None or question.unknown_epsilon:
        return None
    neighboring(question, limits)
    try:
        return lump_kept(readable_stream(explored(question, store, limits), question), limits)
    except Unread:
        return None


def _knowing(question: Question, found: list[Compared]) -> Store:
    """A store in which these are the laws that the question compares, of the kinds that they are of."""
    laws = [law for one in found for law in (one.more, one.less)]
    kinds = ["laws of sets with rounded noise"]
    if not any(map(by_density.with_rounded, laws)):
        kinds.append("laws of sets")
        if not any(law.integers or law.several for law in laws):
            kinds.append("laws")
    return Store(made=dict.fromkeys(((kind, question.compared) for kind in kinds), found))


def _rounds(question: Question, kept: KeptProcess, limits: Limits) -> Iterator[Compared]:
    """What each state that reads a stream shows until the next one, for each two arrivals that may differ. `Unread`
    where more than one arrival differs, or anything else."""
    relation, function = question.subject.relation, question.mechanism
    assert relation is not None
    streams = _streams(question)
    parts = scopes(relation, function)
    if len(parts) != 1 or any(not _of_one(part) or not streams >= set(names) for names, part in parts):
        raise Unread("more than one arrival of a stream may differ")
    first = _first(kept)
    every = list(_wholes(question, dict.fromkeys(streams, 1)))
    for at, state in enumerate(kept.states):
        if isinstance(state, KeptAsk) and state.entry.arrival and state.entry.input == first:
            yield from _pairs(question, kept, every, streams, Cut(begin=at), limits)


def _of_one(relation: Relation) -> bool:
    """Whether no more than one arrival differs."""
    return isinstance(relation, One | Edges) or relation == Total(1)


def _first(kept: KeptProcess) -> str:
    """The stream that is read first."""
    waiting, seen, found = [way.target for way in kept.start], set[int](), set[str]()
    while waiting:
        at = waiting.pop()
        state = kept.states[at]
        if isinstance(state, KeptAsk) and state.entry.arrival:
            found.add(state.entry.input)
        elif at not in seen:
            seen.add(at)
            waiting += [way.target for ways in ways_of(state) for way in ways]
    if len(found) != 1:
        raise Unread("streams are not read in turn")
    return found.pop()


def _lengths(
    question: Question, kept: KeptProcess, limits: Limits
) -> Iterator[tuple[int | None, list[Compared], bool]]:
    """The laws of the first values, of one more each time; None: of all. Said is whether only streams of one arrival
    again and again are among them."""
    if ends(kept):
        yield None, _prefixes(question, kept, None, _arrivals(question, kept, None), False, limits), False
        return
    if shows_parts(kept):
        raise Unread("tuples with noise in them are shown without end")
    length, most, again = 1, question.length or LENGTH, False
    while length <= (LONGEST if again and question.length is None else most):
        arrivals = _arrivals(question, kept, length)
        again = again or _count(question, arrivals) ** 2 > PAIRS
        found = _prefixes(question, kept, length, arrivals, again, limits)
        if found:
            yield length, found, again
        length = 2 * length if again else length + 1


def _prefixes(
    question: Question,
    kept: KeptProcess,
    length: int | None,
    arrivals: dict[str, int],
    again: bool,
    limits: Limits,
    only: tuple[Inputs, Inputs] | None = None,
) -> list[Compared]:
    """For all streams that begin with so many arrivals, or with the same one `again` and again; `only` for those that
    begin as these two do."""
    every = list(_wholes(question, arrivals, again))
    if only is not None:
        every = [inputs for inputs in every if any(_begins(inputs, one) for one in only)]
    found = once(_pairs(question, kept, every, arrivals.keys(), Cut(length=length), limits))
    return sorted(found, key=_alike)


def _pairs(
    question: Question, kept: KeptProcess, every: list[Inputs], streams: Collection[str], cut: Cut, limits: Limits
) -> Iterator[Compared]:
    """The laws of each two of these that are neighbors."""
    relation, function = question.subject.relation, question.mechanism
    assert relation is not None
    truth = truth_of(question.program)
    known: dict[Sequence, Law] = {}

    def law(inputs: Inputs) -> Law:
        key = Sequence("tuple", tuple(inputs.values()))
        if key not in known:
            given = entries(function, {name: value for name, value in inputs.items() if name not in streams})
            read = {name: value.items for name in streams if isinstance(value := inputs[name], Sequence)}
            of_these = replace(cut, arrivals=read)
            known[key] = law_of(kept, kept.finals[0][1], given, limits, several=True, floors=True, cut=of_these)
        return known[key]

    for left, right in product(every, repeat=2):
        limits.check()
        if holds(relation, function, left, right, truth):
            one = Compared(_listed(left, streams), _listed(right, streams), law(left), law(right), cut=cut.length)
            if cut.length is not None:
                _require_one_length(one, bool(question.delta))
            yield one


def _alike(one: Compared) -> int:
    """How much is the same on both sides: the pairs that differ in most come first."""
    both = ((value, one.right[name]) for name, value in one.left.items())
    return sum(
        sum(map(same, left.items, right.items)) if isinstance(left, Sequence) and isinstance(right, Sequence) else 0
        for left, right in both
    )


def _listed(inputs: Inputs, arrivals: Collection[str]) -> Inputs:
    """As they are told: what arrived of a stream is a list."""
    return {
        name: Sequence("list", value.items) if name in arrivals and isinstance(value, Sequence) else value
        for name, value in inputs.items()
    }


def _begins(longer: Inputs, shorter: Inputs) -> bool:
    return all(
        value.items[: len(short.items)] == short.items
        if isinstance(value, Sequence) and isinstance(short := shorter[name], Sequence)
        else same(value, shorter[name])
        for name, value in longer.items()
    )


def _require_one_length(one: Compared, sets: bool) -> None:
    """In `sets` outputs are alike: all of them ended, or are beginnings that are as long."""
    outputs = {output.items for law in (one.more, one.less) for output in law.outputs}
    if sets and any(len(items) != one.cut for items in outputs):
        raise Unread("runs may end before others")


def _arrivals(question: Question, kept: KeptProcess, length: int | None) -> dict[str, int]:
    """How many arrivals of each stream there are: those that are read before so many values are shown, and one more of
    a stream in which one must differ, where that may be one that is not read yet."""
    read, relation = _read(kept, length), question.subject.relation
    assert relation is not None
    parts = scopes(relation, question.mechanism)
    for names, part in parts:
        for name in _streams(question) & set(names):
            known = read.get(name, 0)
            read[name] = known + (isinstance(part, One | Edges) and (len(parts) > 1 or not known))
    return read


def _read(kept: KeptProcess, length: int | None) -> dict[str, int]:
    """How many arrivals of each stream are read at most before so many values are shown."""
    most: dict[str, int] = {}
    waiting: list[tuple[int, int, tuple[str, ...]]] = [(way.target, 0, ()) for way in kept.start]
    seen = set[tuple[int, int, tuple[str, ...]]]()
    limit = None if length is None else 2 * length + MORE
    while waiting:
        place = waiting.pop()
        if place in seen:
            continue
        seen.add(place)
        at, shown, read = place
        state = kept.states[at]
        if isinstance(state, KeptTell):
            shown += 1
        if isinstance(state, KeptEnd) or shown == length:
            continue
        if isinstance(state, KeptAsk) and state.entry.arrival:
            read = tuple(sorted((*read, state.entry.input)))
            most[state.entry.input] = max(most.get(state.entry.input, 0), read.count(state.entry.input))
            if limit is not None and len(read) > limit:
                raise Unread("many arrivals may be read before anything is shown")
        waiting += [(way.target, shown, read) for ways in ways_of(state) for way in ways]
    return most


def _streams(question: Question) -> set[str]:
    return {item.name for item in question.mechanism.parameters if isinstance(item.type, StreamType)}


def _count(question: Question, arrivals: Mapping[str, int]) -> int:
    """How many whole inputs there are."""
    return prod(count_of(input_type(item)) ** arrivals.get(item.name, 1) for item in question.mechanism.parameters)


def _wholes(question: Question, arrivals: Mapping[str, int], again: bool = False) -> Iterator[Inputs]:
    """Whole inputs, with so many arrivals of each stream."""
    parameters = question.mechanism.parameters
    every: list[list[Value]] = []
    for item in parameters:
        each = choices(input_type(item))
        if not isinstance(item.type, StreamType):
            every.append(list(each))
        elif again:
            every.append([Sequence("tuple", (one,) * arrivals.get(item.name, 0)) for one in each])
        else:
            every.append([Sequence("tuple", row) for row in product(each, repeat=arrivals.get(item.name, 0))])
    for row in product(*every):
        yield {item.name: value for item, value in zip(parameters, row, strict=True)}
