"""Alignments of runs that keep noise: known bounds, sums that no bound may be below, and evidence that is spoilt."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import exp

import pytest
from flint import fmpq
from kept_examples import Noise, noisy_maximum, sparse_vector
from kept_reals import twin
from kept_reals import worst as worst_of_reals
from kept_sums import random_kept, shown, worst

from faier.engines.alignment import Alignment, NotAligned, align, least
from faier.engines.alignment.check import Broken, verify
from faier.engines.alignment.costs import at_most, codes_of
from faier.engines.alignment.gains import at_most_times
from faier.engines.alignment.late import late
from faier.engines.alignment.region import Fact, Facts, Region, Size, closed, covered, joined
from faier.engines.alignment.skeleton import Skeleton, skeleton_of
from faier.exact import ONE, Epsilon, Number, exponential
from faier.hmm.lump_kept import lump_kept
from faier.hmm.neighbors import automaton
from faier.lang.claim import Each, One, Relation
from faier.lang.syntax import Function
from faier.limits import DEFAULTS
from faier.semantics.kept import Constraint, KeptAsk, KeptProcess, Reals


def power(rate: fmpq) -> Number:
    return exponential(fmpq(rate), "EPS")


def eps(multiple: fmpq | int) -> Epsilon:
    return Epsilon.positive("EPS", fmpq(multiple))


HALF, QUARTER = fmpq(1, 2), fmpq(1, 4)
ONE_EACH = Epsilon.rational(1)
SPARSE = sparse_vector(power(-QUARTER), power(-HALF), -1, 1)
ABOVE = sparse_vector(QUARTER, HALF, 0, 2)
NUMERIC = sparse_vector(power(-QUARTER), power(-HALF), -1, 1, shown=power(-HALF))

KNOWN = {
    "sparse vector": (SPARSE, Each(1), eps(fmpq(5, 4))),
    "sparse vector, threshold and answers": (sparse_vector(power(-HALF), power(-QUARTER), -1, 1), Each(1), eps(1)),
    "one answer differs": (ABOVE, One(), Epsilon.log(2) * 2),
    "above threshold": (ABOVE, Each(1), Epsilon.log(2) * 4),
    "powers of e": (
        sparse_vector(exponential(-QUARTER), exponential(-HALF), -1, 1),
        Each(1),
        Epsilon.rational(fmpq(5, 4)),
    ),
    "numeric": (NUMERIC, Each(1), eps(fmpq(7, 4))),
    "two bases": (sparse_vector(fmpq(1, 3), HALF, -1, 1), Each(1), Epsilon.log(12)),
    "maximum of two": (noisy_maximum(power(-HALF), 2, 2), Each(1), eps(1)),
    "maximum of four": (noisy_maximum(power(-HALF), 4, 1), Each(1), eps(1)),
    "maximum, one count": (noisy_maximum(power(-HALF), 3, 2), One(1), eps(HALF)),
    "maximum with its value": (noisy_maximum(power(-HALF), 3, 2, value=True), Each(1), eps(fmpq(3, 2))),
    "reals": (sparse_vector(eps(QUARTER), eps(HALF), -1, 1), Each(1), eps(fmpq(5, 4))),
    "reals, one answer differs": (sparse_vector(eps(HALF), eps(QUARTER), 0, 2), One(), eps(HALF)),
    "two rates": (sparse_vector(Epsilon.log(3) * HALF, ONE_EACH, 0, 2), Each(1), Epsilon.log(3) * HALF + ONE_EACH * 2),
    "numeric reals": (sparse_vector(eps(QUARTER), eps(HALF), -1, 1, shown=eps(HALF)), Each(1), eps(fmpq(7, 4))),
    "reals, then an integer": (
        sparse_vector(eps(QUARTER), eps(HALF), -1, 1, shown=power(-HALF)),
        Each(1),
        eps(fmpq(7, 4)),
    ),
    "maximum of reals, one count": (noisy_maximum(eps(HALF), 3, 1), One(1), eps(HALF)),
    "maximum of reals with its value": (noisy_maximum(eps(HALF), 2, 1, value=True), Each(1), eps(1)),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_bounds(name: str) -> None:
    (kept, function), relation, bound = KNOWN[name]
    assert at_most(bound, align(kept, function, relation, bound * 3).epsilon)
    assert align(kept, function, relation, bound).epsilon == bound
    with pytest.raises(NotAligned):
        align(kept, function, relation, bound * fmpq(99, 100))


@pytest.mark.parametrize("rates", [(power(-QUARTER), power(-HALF)), (eps(QUARTER), eps(HALF))])
def test_no_bound_where_there_is_none(rates: tuple[Noise, Noise]) -> None:
    kept, function = sparse_vector(*rates, -1, 1, stop=False)
    with pytest.raises(NotAligned):
        align(kept, function, Each(1), eps(5))


def test_normal_variables_have_no_price() -> None:
    kept, function = sparse_vector(eps(QUARTER), eps(HALF), -1, 1)
    (start,) = kept.start
    normal, both = (replace(kept, start=(replace(start, fresh=(Reals(of, ONE),)),)) for of in ((), (eps(1),)))
    with pytest.raises(NotAligned, match="a normal variable"):
        align(normal, function, Each(1), eps(3))
    assert align(both, function, Each(1), eps(2)).epsilon == eps(2)


def test_answers_between_the_integers() -> None:
    """A tenth of a step costs a tenth, whatever the threshold is."""
    kept, function = sparse_vector(eps(QUARTER), eps(HALF), -1, 1)
    ask = kept.states[0]
    assert isinstance(ask, KeptAsk)
    ways = tuple(tuple(replace(way, constraints=tuple(map(tenth, way.constraints))) for way in of) for of in ask.ways)
    kept = replace(kept, states=(replace(ask, ways=ways), *kept.states[1:]))
    assert least(kept, function, Each(1)).epsilon == eps(fmpq(1, 8))


def tenth(constraint: Constraint) -> Constraint:
    sign = next(sign for sign, at in constraint.terms if at == 1)
    return replace(constraint, least=constraint.least / 10 + sign * fmpq(1, 3))


def test_more_counts() -> None:
    kept, function = noisy_maximum(power(-HALF), 5, 1)
    assert align(kept, function, Each(1), eps(1)).epsilon == eps(1)


def test_priors_are_refused() -> None:
    kept, function = ABOVE
    finals = ((1, (fmpq(1, 2),) * len(kept.states)),)
    with pytest.raises(NotAligned):
        align(replace(kept, finals=finals), function, Each(1), eps(5))


def test_sums_of_the_sparse_vector_come_near() -> None:
    kept, _ = sparse_vector(fmpq(1, 8), fmpq(1, 4), 0, 1)
    ratio = worst(kept, 3, 8, 1e-7)
    assert 4 < ratio <= 8 * 16
    assert sum(shown(kept, (0, 1), 9)[output] for output in ((0,), (1,))) == pytest.approx(1, abs=1e-5)


# Of these a bound above 1 is found at once.
SEEDS = (20, 24, 56, 87, 92, 107, 110, 131, 185, 222, 245, 262, 300, 303, 307)


# And of these, which tell sums of two draws.
SUMS = (68, 307, 489, 656, 901)


@pytest.mark.parametrize(("seed", "sums"), [*((seed, False) for seed in SEEDS), *((seed, True) for seed in SUMS)])
def test_no_sum_is_above_a_bound(seed: int, sums: bool) -> None:
    kept, function = random_kept(seed, sums)
    found = next(bound for steps in (3, 12) if (bound := proved(kept, function, steps)) is not None)
    held = max(getattr(state, "draws", 0) for state in kept.states)
    far = 6 if held < 2 else 3
    assert worst(kept, 2, far, (held + 2) * 4.0**-far) <= exp(found.epsilon.value) * (1 + 1e-9)


# Of these all draws are made reals, or some of them.
REALS = (20, 56, 107, 222, 262)


@pytest.mark.parametrize(("seed", "sums"), [*((seed, False) for seed in REALS), *((seed, True) for seed in SUMS)])
@pytest.mark.parametrize("some", [False, True])
def test_no_sum_over_reals_is_above_a_bound(seed: int, sums: bool, some: bool) -> None:
    kept, function = random_kept(seed, sums)
    kept = twin(kept, seed if some else None)
    found = next(bound for steps in (3, 12) if (bound := proved(kept, function, steps)) is not None)
    held = max(getattr(state, "draws", 0) for state in kept.states)
    far = 6 if held < 2 else 3
    assert worst_of_reals(kept, 2, far, 2, (held + 2) * 4.0**-far) <= exp(found.epsilon.value) * (1 + 1e-9)


def test_drawing_late_changes_nothing_that_is_shown() -> None:
    changed = 0
    for seed in range(40):
        kept, _ = random_kept(seed, seed % 2 == 1)
        later = late(kept)
        changed += later != kept
        for arrivals in ((0,), (1, 0)):
            one, other = shown(kept, arrivals, 3), shown(later, arrivals, 3)
            assert one.keys() == other.keys()
            assert all(one[output] == pytest.approx(other[output], abs=0.03) for output in one)
    assert changed > 10


def proved(kept: KeptProcess, function: Function, steps: int) -> Alignment | None:
    try:
        return align(kept, function, Each(1), Epsilon.log(2) * steps)
    except NotAligned:
        return None


def skeleton(kept: KeptProcess, function: Function, relation: Relation) -> Skeleton:
    rule = automaton(relation, function, None, DEFAULTS)
    return skeleton_of(lump_kept(late(kept)), [parameter.name for parameter in function.parameters], rule, DEFAULTS)


@pytest.mark.parametrize("name", ["above threshold", "numeric", "maximum of two", "numeric reals"])
def test_spoilt_evidence_is_no_proof(name: str) -> None:
    (kept, function), relation, bound = KNOWN[name]
    found, words = align(kept, function, relation, bound), skeleton(kept, function, relation)
    verify(words, found, DEFAULTS)
    for spoilt in list(spoiled(found))[:60]:
        with pytest.raises(Broken):
            verify(words, spoilt, DEFAULTS)


def spoiled(found: Alignment) -> Iterator[Alignment]:
    """A smaller epsilon, a start that is left out, ways and pieces that are left out, draws that are shifted further
    for nothing."""
    yield replace(found, epsilon=found.epsilon * fmpq(99, 100))
    yield replace(found, start=())
    yield replace(found, nodes=found.nodes[1:])
    for number, matches in enumerate(found.start):
        yield replace(found, start=(*found.start[:number], matches[1:], *found.start[number + 1 :]))
    for at, node in enumerate(found.nodes):
        for place, following in enumerate(node.letters):
            if following.last is not None:
                letters = (*node.letters[:place], replace(following, last=None), *node.letters[place + 1 :])
                yield replace(found, nodes=(*found.nodes[:at], replace(node, letters=letters), *found.nodes[at + 1 :]))
            for index, rest in enumerate(following.then):
                for which, matches in enumerate(rest.matches):
                    cost = None if rest.bound is None else node.bounds[rest.bound].costs[which]
                    if cost is None or not matches:
                        continue
                    short = (*rest.matches[:which], matches[1:], *rest.matches[which + 1 :])
                    then = (*following.then[:index], replace(rest, matches=short), *following.then[index + 1 :])
                    letters = (*node.letters[:place], replace(following, then=then), *node.letters[place + 1 :])
                    nodes = (*found.nodes[:at], replace(node, letters=letters), *found.nodes[at + 1 :])
                    yield replace(found, nodes=nodes)


def test_weights_that_are_no_powers() -> None:
    """That the first answer is above the threshold is a way without draws, as in what is explored."""
    kept, function = summed(SPARSE[0]), SPARSE[1]
    assert align(kept, function, Each(1), eps(fmpq(5, 4))).epsilon == eps(fmpq(5, 4))
    with pytest.raises(NotAligned):
        align(kept, function, Each(1), eps(fmpq(6, 5)))


def summed(kept: KeptProcess) -> KeptProcess:
    """The sparse vector that asks before it draws the threshold."""
    (begin,), ask = kept.start, kept.states[0]
    assert isinstance(ask, KeptAsk)
    quarter, half = power(QUARTER), power(HALF)
    whole = 1 + quarter + 2 * half + quarter**3 + half**2
    hits = [(1 + half + quarter**3) / whole, (quarter + half + half**2) / whole, half / (1 + half)]
    ways = []
    for hit, (first, miss) in zip(hits, ask.ways, strict=True):
        fresh = replace(miss, fresh=(*begin.fresh, *miss.fresh))
        ways.append((replace(first, fresh=(), constraints=(), weight=hit), fresh))
    states = (*kept.states, replace(ask, draws=0, ways=tuple(ways)))
    start = (replace(begin, target=len(kept.states), fresh=(), kept=()),)
    finals = ((None, (ONE,) * len(states)),)
    return replace(kept, states=states, start=start, finals=finals, notes=(*kept.notes, "first"))


def test_what_a_ratio_is_at_most() -> None:
    one, two = 1 + power(HALF), 1 + power(1)
    assert at_most_times(two, one, eps(HALF), lambda: None)
    assert not at_most_times(two, one, eps(fmpq(49, 100)), lambda: None)
    assert not at_most_times(two, one, Epsilon.log(5), lambda: None)
    assert at_most_times(fmpq(5), fmpq(2), Epsilon.log(fmpq(5, 2)), lambda: None)
    assert not at_most_times(fmpq(5), fmpq(2), Epsilon.rational(fmpq(9, 10)), lambda: None)
    assert not at_most_times(fmpq(1), fmpq(0), Epsilon.log(5), lambda: None)


def test_what_follows_from_facts() -> None:
    rng = random.Random(1)
    for _ in range(150):
        count = rng.choice([1, 2, 2, 3])
        box = [(((sign, at),), -5) for at in range(count) for sign in (1, -1)]
        region = Region(joined(box, (fact(rng, count) for _ in range(rng.randint(0, 4)))), frozenset())
        points = [y for y in product(range(-5, 6), repeat=count) if all(holds(one, y) for one in region.facts)]
        known = closed(region)
        assert (known is None) == (not points)
        for terms, end in (known or {}).items():
            assert end == min(sum(sign * y[at] for sign, at in terms) for y in points)
        parts = [joined(fact(rng, count) for _ in range(rng.randint(1, 2))) for _ in range(rng.randint(0, 3))]
        everywhere = all(any(all(holds(one, y) for one in part) for part in parts) for y in points)
        assert covered(region, parts) == everywhere


def test_what_follows_from_facts_about_reals() -> None:
    """Six points between any two multiples of 1/2, as multiples of 1/32: wherever three reals are, without an integer
    among their sums and differences, three of these are so as well."""
    rng = random.Random(2)
    inside = [16 * half + part for half in range(-2, 2) for part in (2, 4, 6, 10, 12, 14)]
    amid = {count: [y for y in product(inside, repeat=count) if _amid(y)] for count in (1, 2, 3)}

    def meets(y: tuple[int, ...], facts: Facts) -> bool:
        return all(holds((terms, 32 * least), y) for terms, least in facts)

    for count in (1, *(2,) * 40, *(3,) * 8):
        box = [(((sign, at),), -1) for at in range(count) for sign in (1, -1)]
        facts = joined(box, (fact(rng, count) for _ in range(rng.randint(0, 3))))
        region = Region(facts, frozenset(range(count)))
        points = [y for y in amid[count] if meets(y, facts)]
        known = closed(region)
        assert (known is None) == (not points)
        for terms, end in (known or {}).items():
            assert 0 < min(sum(sign * y[at] for sign, at in terms) for y in points) - 32 * end < 32
        parts = [joined(fact(rng, count) for _ in range(rng.randint(1, 2))) for _ in range(rng.randint(0, 3))]
        assert covered(region, parts) == all(any(meets(y, part) for part in parts) for y in points)


def _amid(y: tuple[int, ...]) -> bool:
    return all((one + other) % 32 and (one - other) % 32 for one, other in combinations(y, 2))


def test_integers_and_reals_are_not_compared() -> None:
    with pytest.raises(ValueError, match="integers and reals"):
        closed(Region(((((1, 0), (1, 1)), 1),), frozenset({1})))
    both = Region(joined([(((1, 0),), 1), (((-1, 0),), -1), (((1, 1),), fmpq(1)), (((-1, 1),), fmpq(-1))]), frozenset())
    with pytest.raises(ValueError, match="integers and reals"):
        closed(both)
    assert closed(both._replace(reals=frozenset({1}))) is None


def fact(rng: random.Random, count: int) -> Fact:
    variables = sorted(rng.sample(range(count), min(count, rng.choice([1, 2]))))
    return tuple((rng.choice([1, -1]), at) for at in variables), rng.randint(-3, 3)


def holds(one: Fact, y: Sequence[Size]) -> bool:
    return sum(sign * y[at] for sign, at in one[0]) >= one[1]


def test_codes_add_up_and_are_decoded() -> None:
    parts = [Epsilon.log(2), Epsilon.log(fmpq(3, 2)), Epsilon.rational(fmpq(1, 3)), eps(QUARTER)]
    codes = codes_of(parts)
    for counts in product((-2, 0, 5), repeat=4):
        total, code = Epsilon(), 0
        for count, part in zip(counts, parts, strict=True):
            total, code = total + part * count, code + count * codes.code(part)
        assert codes.decode(code) == total
    assert codes_of([Epsilon.log(fmpq(2, 3)), Epsilon.log(fmpq(4, 9))]).decode(3) == Epsilon.log(fmpq(27, 8))
