"""Questions about one real that is shown, beside exact values: the greatest ratio of densities, and their divergence.

Densities are finite mixtures. What exceeds a claim is told as a real with both densities, or for a delta as a set of
outputs, and is computed again by integrating numerically.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cmp_to_key, partial
from math import prod

from flint import arb, ctx, fmpq

from faier.deciding.alike import densities, require_alike
from faier.deciding.finding import Delta, Finding, greater, nothing
from faier.deciding.laws import Compared, Exact, along_chains, compared
from faier.deciding.question import Question
from faier.deciding.replay import MOMENT, Mismatch, confirm_neighbors, likelihoods
from faier.deciding.store import Store
from faier.engines.density import again
from faier.engines.density.boxes import chosen
from faier.engines.density.engine import FAR, Broken, Greatest, Place, breaks, greatest, joined
from faier.engines.density.excess import Divergence, Region, divergence
from faier.engines.density.law import PLACE, Lattice, Law, Likeness, likeness
from faier.engines.density.mixture import Part
from faier.engines.density.near_chances import near
from faier.engines.density.rounding import above, above_or_tiny, below, scale
from faier.engines.density.several import along_lines, products_of, reduced
from faier.engines.density.slanted import told
from faier.engines.density.slices import broken_on_a_line, greatest_beside, kept_beside
from faier.engines.density.unrounded import unrounded
from faier.engines.density.weighing import Unread
from faier.engines.outputs.hockey_stick import least_factor
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Verdict, Witness
from faier.exact import ONE, ZERO, Epsilon, Number, TooLarge, Undecidable, bounds, compare, enclose, exponential_of
from faier.exact.simplest import simplest_between
from faier.lang.noise import NotFollowed
from faier.lang.values import Between, Near, Sequence, Value, leaves, whole
from faier.limits import LimitReached, Limits
from faier.semantics.kept import Reals

NOTHING = Coverage(0, False)
# A least epsilon for a delta is found up to that.
CLOSE = fmpq(1, 10**12)
# Integers up to that power of 2 are looked at.
FURTHEST = 12
# So many of those that noise is around are looked at.
MANY = 256
# Integers beyond all that are told one by one are less likely than that.
UNTOLD = fmpq(1, 10**30)
# Of the chances of a set no more than this matters beside a delta.
LITTLE = arb(10) ** -50
# No epsilon above this is tried.
MOST = fmpq(1 << 16)


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where no real is kept until it is shown."""
    try:
        return checked(question, store, limits)
    except Exact:
        return None
    except Unread as error:
        return _unread(question, error)


def refuted(question: Question, store: Store, limits: Limits) -> Refuted | None:
    """By an output, where one is seen to exceed the claim: the tight factor is no less than there."""
    try:
        found = checked(question, store, limits)
    except (Unread, LimitReached, TooLarge, Undecidable):
        return None
    if not isinstance(found, Refuted):
        return None
    return replace(found, tight=Tight(found.witness.ratio, None, False, found.witness))


def check_asked(question: Question, store: Store, limits: Limits) -> Verdict:
    try:
        return checked(question, store, limits)
    except Unread as error:
        return _unread(question, error)


def _unread(question: Question, error: Unread) -> Undecided:
    followed = "sets of outputs are compared where what is shown is independent noise"
    followed = (
        followed
        if question.delta
        else "one shown real, or several that are independent noise, is followed by its density"
    )
    return Undecided(NOTHING, "density", f"{followed}, but {error}")


def checked(question: Question, store: Store, limits: Limits) -> Verdict:
    """`Unread` where something else is shown."""
    length, reason, kept = 0, None, set[Likeness]()
    try:
        read = _all_read(question, store, limits)
    except Unread as error:
        if question.delta or isinstance(error, Exact):
            raise
        rounded = _kept_by_reals(question, store, limits) or _far_out(question, store, limits)
        if rounded is None:
            raise
        return rounded
    for one in read:
        length = max(length, _length(one))
        if question.delta:
            laws = reduced(one.more, one.less, limits)
            like = likeness(*laws)
            if like in kept:
                continue
            found = _exceeds(question, one, laws, limits)
            if found is None:
                kept.add(like)
        else:
            found = _breaks(question, one, limits)
        if isinstance(found, Witness):
            return Refuted(Coverage(length, True), "density", found)
        reason = reason or found
    if reason is not None:
        return Undecided(NOTHING, "density", reason)
    return Proved(Coverage(length, True), "density")


def _kept_by_reals(question: Question, store: Store, limits: Limits) -> Proved | None:
    """Where reals that are rounded to integers keep the claim, the integers do."""
    length = 0
    for one in _read(question, store, limits, sets=True, floors=True):
        reals = unrounded(one.more, one.less)
        if reals is None or _kept(replace(one, more=reals[0], less=reals[1]), question.budget, limits) is not None:
            return None
        length = max(length, _length(one))
    return Proved(Coverage(length, True), "density")


def _kept(one: Compared, budget: Epsilon, limits: Limits) -> Place | str | None:
    try:
        return _broken(budget, one, limits)
    except Unread as error:
        return str(error)


def _far_out(question: Question, store: Store, limits: Limits) -> Refuted | None:
    """By an integer that normal noise is rounded to, if one is found: far out the ratio grows without end."""
    for one in _read(question, store, limits, sets=True, floors=True):
        place = _integer_above(one, question.budget, limits)
        if place is not None:
            return Refuted(Coverage(_length(one), True), "density", _witness(question, one, place, limits))
    return None


def _without_end(question: Question, store: Store, limits: Limits) -> Finding | None:
    """That there is no tight epsilon, where integers that are far out have ratios without end."""
    for one in _read(question, store, limits, sets=True, floors=True):
        for left, right in _columns(one):
            if any(_goes_further(left, right, way) for way in (1, -1)):
                place = _integer_above(one, FAR, limits)
                witness = None if place is None else _witness(question, one, place, limits)
                return Finding(Tight(None, None, False, witness), Coverage(_length(one), True), "density")
    return None


def _of_integers(question: Question, store: Store, limits: Limits) -> Finding | None:
    """Between what an integer has that is shown, and what the reals have that are rounded."""
    best, length = Greatest(ZERO, ZERO), 0
    of: Compared | None = None
    place: Place | None = None
    for one in _read(question, store, limits, sets=True, floors=True):
        reals = unrounded(one.more, one.less)
        if reals is None:
            return None
        length = max(length, _length(one))
        most = _greatest(replace(one, more=reals[0], less=reals[1]), limits, None)
        best = joined(best, replace(most, lower=ZERO, place=None))
        found = _likeliest(one, limits)
        if found is not None and (place is None or compare(found.left * place.right, place.left * found.right) > 0):
            of, place = one, found
    if place is None or of is None:
        return Finding(Tight(ONE, best.upper, False, None), Coverage(length, True), "density", best.reason)
    witness = _witness(question, of, place, limits)
    return Finding(Tight(witness.ratio, best.upper, False, witness), Coverage(length, True), "density", best.reason)


def _columns(one: Compared) -> Iterator[tuple[list[Lattice], list[Lattice]]]:
    """What the normal noise is on both sides that is rounded to an integer which is shown: where it goes far out,
    nothing else shows the same. Noise beside it may be any integer."""
    outputs = {output for law in (one.more, one.less) for output in law.outputs}
    for output in (*one.more.integers, *one.more.several):
        sides = [
            [[one for one in product.factors if isinstance(one, Lattice)] for product in products_of(law, output)]
            for law in (one.more, one.less)
        ]
        places = sum(item == PLACE for item in output.items)
        rows = [row for side in sides for row in side]
        if any(len(row) < places for row in rows) or (_several(one) and len(outputs) > 1):
            continue
        for at in range(places):
            beside = [lattice for row in rows for lattice in (*row[:at], *row[at + 1 :])]
            if all(_normal(row[at]) for row in rows) and all(lattice.low is lattice.high is None for lattice in beside):
                left, right = ([row[at] for row in side] for side in sides)
                yield left, right


def _normal(lattice: Lattice) -> bool:
    return isinstance(lattice.noise, Reals) and not lattice.noise.rates


def _goes_further(left: Iterable[Lattice], right: Iterable[Lattice], way: int) -> bool:
    """Whether integers far above (1) or below (-1) are likelier without end on the left; False where that is open."""
    try:
        mine, yours = _widest(left, way), _widest(right, way)
        return mine is not None and (yours is None or _wider(mine, yours) > 0)
    except Undecidable:
        return False


def _widest(lattices: Iterable[Lattice], way: int) -> tuple[Number, fmpq] | None:
    """By what the chances of integers far above (1) or below (-1) are governed: of normal draws the greatest variance,
    and of these the number from which the distance of the integer is that of the nearest draw that is rounded to it."""
    found: list[tuple[Number, fmpq]] = []
    for lattice in lattices:
        end = lattice.high if way == lattice.sign else lattice.low
        if end is None and isinstance(lattice.noise, Reals):
            inside = lattice.offset if way == lattice.sign else 1 - lattice.offset
            found.append((lattice.noise.variance, way * lattice.at + inside))
    return max(found, key=cmp_to_key(_wider), default=None)


def _wider(one: tuple[Number, fmpq], other: tuple[Number, fmpq]) -> int:
    return compare(one[0], other[0]) or int(one[1] > other[1]) - int(one[1] < other[1])


def _integer_above(one: Compared, budget: Epsilon, limits: Limits) -> Place | None:
    """An integer that is more than e^budget times as likely on the left."""
    places = (_above(one, shown, budget) for shown in _integers(one, limits))
    return next((place for place in places if place is not None), None)


def _likeliest(one: Compared, limits: Limits) -> Place | None:
    """Of these integers the one that is so many times as likely on the left as no other."""
    best: tuple[arb, tuple[Value, ...], arb, arb] | None = None
    with ctx.workprec(again.BITS):
        for shown in _integers(one, limits):
            left, right = (_chance_of(law, shown) for law in (one.more, one.less))
            if left > 0 and right > 0 and (best is None or left / right > best[0]):
                best = left / right, shown, left, right
    return None if best is None else _over(best[1], Epsilon.rational(ZERO), best[2], best[3])


def _integers(one: Compared, limits: Limits) -> Iterator[tuple[Value, ...]]:
    """Outputs with integers near what reals are around that are rounded to them, and further and further out; in the
    places beside one, where there is noise as well, integers at which that is around."""
    for output in (*one.more.integers, *one.more.several):
        beside = [products_of(law, output) for law in (one.more, one.less)]
        factors = [product.factors for products in beside for product in products]
        lattices = [
            [lattice for lattice in column if isinstance(lattice, Lattice)] for column in zip(*factors, strict=True)
        ]
        if any(len(column) < len(factors) for column in lattices):
            continue
        middle = [column[0].at for column in lattices]
        for number, column in enumerate(lattices):
            if not all(isinstance(lattice.noise, Reals) for lattice in column):
                continue
            near = {lattice.at for lattice in column}
            far = (end for power in range(FURTHEST) for end in (min(near) - (1 << power), max(near) + (1 << power)))
            for integer in dict.fromkeys((*sorted(near)[:MANY], *far)):
                limits.check()
                integers = iter([*middle[:number], integer, *middle[number + 1 :]])
                yield tuple(next(integers) if item == PLACE else item for item in output.items)


def _above(one: Compared, shown: tuple[Value, ...], budget: Epsilon) -> Place | None:
    return _over(shown, budget, *(_chance_of(law, shown) for law in (one.more, one.less)))


def _over(shown: tuple[Value, ...], budget: Epsilon, left: arb, right: arb) -> Place | None:
    """The output, where its weights are seen to exceed what is allowed."""
    with ctx.workprec(again.BITS):
        if not left > budget.enclose(again.BITS).exp() * right:
            return None
        power = scale(left)
        shrunk, factor = exponential_of(Epsilon.rational(power)), arb(-power).exp()
        return Place(shown, below(left * factor) * shrunk, above(right * factor) * shrunk)


def _chance_of(law: Law, shown: tuple[Value, ...], likely: Callable[[Lattice, int], arb] | None = None) -> arb:
    """How likely this is, in whatever of its places noise is; nothing in it is a real. With `likely` no formulas of
    chances are used."""
    exact, found = law.atoms.get(Sequence("tuple", shown), ZERO), arb(0)
    for output in dict.fromkeys((*law.integers, *law.several)):
        if len(shown) != len(output.items):
            continue
        values = [value for value, item in zip(shown, output.items, strict=True) if item == PLACE]
        integers = [value for value in values if isinstance(value, int)]
        beside = iter(integers)
        if len(integers) < len(values) or Sequence("tuple", shown) != Sequence(
            "tuple", tuple(next(beside) if item == PLACE else item for item in output.items)
        ):
            continue
        for product in products_of(law, output):
            lattices = [factor for factor in product.factors if isinstance(factor, Lattice)]
            if len(lattices) < len(integers):
                continue
            if likely is None and not any(isinstance(each.noise, Reals) and each.noise.rates for each in lattices):
                chances = (lattice.chance(integer) for lattice, integer in zip(lattices, integers, strict=True))
                exact = exact + prod(chances, start=product.weight)
                continue
            with ctx.workprec(again.BITS):
                amount = enclose(product.weight, again.BITS)
                for lattice, integer in zip(lattices, integers, strict=True):
                    amount *= (likely or _chance)(lattice, integer)
                found += amount
    with ctx.workprec(again.BITS):
        return found + enclose(exact, again.BITS)


def _chance(lattice: Lattice, integer: int) -> arb:
    draw = lattice.sign * (integer - lattice.at)
    outside = (lattice.low is not None and draw < lattice.low) or (lattice.high is not None and draw > lattice.high)
    if outside or not isinstance(lattice.noise, Reals) or not lattice.noise.rates:
        return enclose(lattice.chance(integer), again.BITS)
    low, high = near(lattice.noise, *lattice.reals(draw, draw))
    return arb(low).union(arb(high))


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    try:
        return _bounded(question, store, limits)
    except Unread:
        return None


def check_in_chains(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """Where records are a Markov chain, with the tight epsilon; None where that is not seen."""
    if not _in_chains(question, store, limits):
        return None
    finding = _tight(question, store, limits)
    tight = finding.tight
    if tight is not None and tight.witness is not None and _broken_by(question, tight.witness):
        return Refuted(finding.coverage, "density", tight.witness, tight)
    verdict = checked(question, store, limits)
    return verdict if isinstance(verdict, Undecided) else replace(verdict, tight=tight)


def _broken_by(question: Question, witness: Witness) -> bool:
    """Whether the densities that were computed from the file exceed the claim."""
    try:
        return not witness.rounded and greater(witness.ratio, exponential_of(question.budget))
    except (TooLarge, Undecidable):
        return False


def bound_in_chains(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    return bound(question, store, limits) if _in_chains(question, store, limits) else None


def _in_chains(question: Question, store: Store, limits: Limits) -> bool:
    """Whether the laws are found along chains; they are kept."""

    def found() -> list[Compared] | None:
        along = along_chains(question, limits)
        return None if along is None else list(along)

    along = store.once(("laws along chains", question.compared), found)
    if along is not None:
        for kind in ("laws", "laws of sets"):
            store.made.setdefault((kind, question.compared), along)
    return along is not None


def bound_asked(question: Question, store: Store, limits: Limits) -> Finding:
    try:
        return _bounded(question, store, limits)
    except Unread as error:
        return nothing(_unread(question, error).reason, "density")


def _bounded(question: Question, store: Store, limits: Limits) -> Finding:
    return _least_factor(question, store, limits) if question.delta else _tight(question, store, limits)


def least_delta(question: Question, store: Store, limits: Limits) -> Delta | None:
    """Between two ends, of which the upper one is told; None where no real is shown, or more than is read here."""
    worst: Divergence | None = None
    length = 0
    try:
        seen = set[Likeness]()
        for one in _sets_read(question, store, limits):
            length = max(length, _length(one))
            laws = reduced(one.more, one.less, limits)
            like = likeness(*laws)
            if like in seen:
                continue
            seen.add(like)
            found = divergence(*laws, question.budget, limits)
            found = replace(found, low=_told_lower(one, found.low))
            if worst is None or compare(found.high, worst.high) > 0:
                worst = found
    except Unread:
        return None
    assert worst is not None
    lower = None if worst.low == worst.high else worst.low
    return Delta(worst.high, Coverage(length, True), lower=lower)


def _read(
    question: Question, store: Store, limits: Limits, sets: bool = False, floors: bool = False
) -> Iterator[Compared]:
    """Read before anything is decided: a law that is not read makes the question one of another engine. Where `sets` of
    outputs are asked for, several noisy numbers may be in them."""
    kind = "laws of sets with rounded noise" if floors else "laws of sets" if sets else "laws"
    yield from store.once(
        (kind, question.compared), lambda: list(compared(question, store, limits, sets, sets, floors))
    )


def _all_read(question: Question, store: Store, limits: Limits) -> list[Compared]:
    """Also where several reals are shown, if one by itself is not what is."""
    if question.delta:
        return _sets_read(question, store, limits)
    try:
        return list(_read(question, store, limits))
    except Exact:
        raise
    except Unread:
        found = list(_read(question, store, limits, sets=True))
        if not any(_several(one) for one in found):
            raise
        return found


def _sets_read(question: Question, store: Store, limits: Limits) -> list[Compared]:
    """For a delta."""
    try:
        return list(_read(question, store, limits, sets=True))
    except Exact:
        raise
    except Unread:
        return list(_read(question, store, limits, sets=True, floors=True))


def _told_lower(one: Compared, low: Number) -> Number:
    """A lower end of a divergence in which integers that are far out count as if the other side never showed them."""
    if not any(map(with_rounded, (one.more, one.less))):
        return low
    return max(low - UNTOLD, ZERO, key=cmp_to_key(compare))


def _several(one: Compared) -> bool:
    return bool(one.more.several or one.less.several)


def _breaks(question: Question, one: Compared, limits: Limits) -> Witness | str | None:
    found = _broken(question.budget, one, limits)
    return _witness(question, one, found, limits) if isinstance(found, Place) else found


def _broken(budget: Epsilon, one: Compared, limits: Limits) -> Place | str | None:
    """Where the claim does not hold, or why that is not known; None: it holds."""
    found = breaks(one.more, one.less, budget, limits)
    if isinstance(found, Broken):
        return found.place
    if not _several(one):
        return found
    place = broken_on_a_line(one.more, one.less, budget, limits)
    if place is not None:
        return place
    if kept_beside(one.more, one.less, budget, limits) and not one.more.integers:
        return found
    found = breaks(*_as_one_real(one, limits), budget, limits)
    return "the claim does not hold, but no output was found that shows it" if isinstance(found, Broken) else found


def keeps(question: Question, one: Compared, limits: Limits) -> bool:
    """Whether what is compared is seen to keep the claim."""
    if not question.delta:
        followed = not any(law.integers or with_rounded(law) for law in (one.more, one.less))
        return followed and _broken(question.budget, one, limits) is None
    found = divergence(*reduced(one.more, one.less, limits), question.budget, limits, question.delta)
    return compare(found.high, question.delta) <= 0


def _as_one_real(one: Compared, limits: Limits) -> tuple[Law, Law]:
    """Laws of one real at most with the same ratios."""
    left, right = reduced(one.more, one.less, limits)
    if left.several or right.several:
        raise Unread("several reals that differ are shown, and not all noise is normal and alike")
    return left, right


def _exceeds(question: Question, one: Compared, laws: tuple[Law, Law], limits: Limits) -> Witness | str | None:
    delta = question.delta
    assert delta is not None
    found = divergence(*laws, question.budget, limits, delta)
    if compare(found.low, delta) > 0:
        witness = _set_of_outputs(one, found, question.budget, delta, limits)
        if witness is None:
            if any(map(_with_integers, (one.more, one.less))) and compare(found.low, delta + UNTOLD) < 0:
                return "integers that are next to impossible decide, and what is so far out is not told one by one"
            return "the least delta is more than the claim says, but no short set of outputs was found that shows it"
        confirm_neighbors(question, witness)
        _confirm_set(question, witness, limits)
        return witness
    if compare(found.high, delta) <= 0:
        return None
    ends = (enclose(end, 96).str(20, radius=False) for end in (found.low, found.high))
    return f"the least delta is between {' and '.join(ends)}, which does not tell it from the claim"


def place_of(one: Compared, limits: Limits) -> Place | None:
    """Where the ratio is greatest, or nearly so."""
    return _greatest(one, limits, None).place


def ends_of(question: Question, store: Store, limits: Limits) -> Tight:
    """The tight epsilon without an output that shows it."""
    best, _, _ = _worst(question, store, limits)
    return Tight(best.lower, best.upper, best.attained, None)


def _tight(question: Question, store: Store, limits: Limits) -> Finding:
    try:
        best, of, length = _worst(question, store, limits)
    except Exact:
        raise
    except Unread:
        found = _without_end(question, store, limits) or _of_integers(question, store, limits)
        if found is None:
            raise
        return found
    witness = None if best.place is None else _witness(question, of, best.place, limits)
    tight = Tight(best.lower, best.upper, best.attained, witness)
    return Finding(tight, Coverage(length, True), "density", best.reason)


def _worst(question: Question, store: Store, limits: Limits) -> tuple[Greatest, Compared, int]:
    """The greatest ratio, the pair that has it, and the length of the longest output."""
    best: Greatest | None = None
    of: Compared | None = None
    length = 0
    for one in _all_read(question, store, limits):
        length = max(length, _length(one))
        found = _greatest(one, limits, None if best is None else best.lower)
        together = found if best is None else joined(best, found)
        if best is None or together.place is not best.place:
            of = one
        best = together
        if best.lower is None:
            break
    assert best is not None
    assert of is not None
    return best, of, length


def _greatest(one: Compared, limits: Limits, floor: Number | None) -> Greatest:
    if not _several(one):
        return greatest(one.more, one.less, limits, floor)
    try:
        found = greatest(*_as_one_real(one, limits), limits, floor)
    except Unread:
        several = None if one.more.integers else greatest_beside(one.more, one.less, limits)
        if several is None:
            raise
        return joined(greatest(one.more, one.less, limits, floor), several)
    place = broken_on_a_line(one.more, one.less, FAR, limits) if found.lower is None else None
    return replace(found, place=place, attained=False)


def _least_factor(question: Question, store: Store, limits: Limits) -> Finding:
    """The least e^epsilon for the delta, between two powers of e."""
    delta = question.delta
    assert delta is not None
    read = _sets_read(question, store, limits)
    coverage = Coverage(max(map(_length, read)), True)
    every = [reduced(one.more, one.less, limits) for one in read]
    laws = list({likeness(*both): both for both in every}.values())
    untold = UNTOLD if any(with_rounded(law) for one in read for law in (one.more, one.less)) else ZERO
    if not any(law.densities or law.several for both in laws for law in both):
        most = _exactly(laws, delta)
        if not untold:
            return Finding(most, coverage, "density")
        return Finding(replace(most, lower=_exactly(laws, delta + untold).lower, attained=False), coverage, "density")

    found = least_epsilon(laws, delta, limits, untold)
    if isinstance(found, str):
        return nothing(found, "density")
    low, high = (exponential_of(Epsilon.rational(end)) for end in found)
    return Finding(Tight(low, high, low == high, None), coverage, "density")


def least_epsilon(
    laws: list[tuple[Law, Law]], delta: fmpq, limits: Limits, untold: fmpq = ZERO
) -> tuple[fmpq, fmpq] | str:
    """Two ends of it, the same where it is 0; a text: why none is known. Lower ends of a divergence may be so much too
    great."""

    def enough(epsilon: fmpq) -> bool | None:
        every = True
        for one in laws:
            found = divergence(*one, Epsilon.rational(epsilon), limits, delta)
            if compare(found.low, delta + untold) > 0:
                return False
            every = every and compare(found.high, delta) <= 0
        return every or None

    low, high = ZERO, ONE
    if enough(ZERO):
        return ZERO, ZERO
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST:
            return f"no epsilon up to {MOST.p} is seen to be enough for this delta"
    while high - low > CLOSE:
        middle = (low + high) / 2
        answer = enough(middle)
        if answer is None:
            break
        low, high = (low, middle) if answer else (middle, high)
    return low, high


def _exactly(laws: list[tuple[Law, Law]], delta: fmpq) -> Tight:
    """The least e^epsilon where all that is shown has a probability."""
    worst: Number = ZERO
    for more, less in laws:
        factor = least_factor(more.atoms, less.atoms, delta)
        if factor is None:
            return Tight(None, None, True, None)
        worst = max(worst, factor, key=cmp_to_key(compare))
    return Tight(worst, worst, True, None)


def _length(one: Compared) -> int:
    return max((len(output.items) for law in (one.more, one.less) for output in law.outputs), default=0)


def _witness(question: Question, one: Compared, place: Place, limits: Limits) -> Witness:
    """An output, perhaps with a real in it, whose probabilities or densities are computed again from the file itself;
    where that cannot be, from the mixtures by integrating numerically."""
    witness = _told(one, place)
    try:
        sides = densities(question, witness, limits.extended(MOMENT))
        ratio = None if sides is None else sides[0] / sides[1]
    except (NotFollowed, LimitReached, TooLarge):
        _recompute(one, place)
        return witness
    if sides is None:
        return witness
    left, right = sides
    return replace(witness, probability_left=left, probability_right=right, ratio=ratio, rounded=False)


def _told(one: Compared, place: Place) -> Witness:
    return Witness(
        left=tuple(one.left.items()),
        right=tuple(one.right.items()),
        output=whole(place.output),
        ended=one.ended(place.output),
        probability_left=place.left,
        probability_right=place.right,
        ratio=place.left / place.right if place.right != 0 else None,
        parameters=one.parameters,
        rounded=True,
    )


def chances(
    question: Question, store: Store, found: Witness, output: tuple[Value, ...], limits: Limits
) -> tuple[arb, arb] | None:
    """How likely an output with intervals in place of its reals is on both sides of a witness, by the laws that were
    read for it; None where these are not at hand."""
    given = dict(found.left), dict(found.right)
    one = next((one for one in _all_read(question, store, limits) if (one.left, one.right) == given), None)
    if one is None or one.parameters != found.parameters:
        return None
    sides = []
    for law in (one.more, one.less):
        total = arb(0)
        for known in law.outputs:
            cells = _cells(whole(known.items), output)
            if cells is not None:
                for product in products_of(law, known):
                    amount = enclose(product.weight, again.BITS)
                    for factor, cell in zip(product.factors, cells, strict=True):
                        assert isinstance(factor, Part)
                        amount *= again.chance((factor,), cell.low, cell.high)
                    total += amount
        sides.append(total)
    return sides[0], sides[1]


def _cells(shown: tuple[Value, ...], output: tuple[Value, ...]) -> list[Between] | None:
    """What stands in the places of noisy numbers, where the rest is the same."""
    mine, yours = list(leaves(shown)), list(leaves(output))
    places = [at for at, item in enumerate(mine) if item == PLACE]
    if len(mine) != len(yours) or not all(isinstance(yours[at], Between) for at in places):
        return None
    waiting = iter(yours[at] for at in places)

    def filled(value: Value) -> Value:
        if isinstance(value, Sequence):
            return value.holding(map(filled, value.items))
        return next(waiting) if value == PLACE else value

    if tuple(map(filled, shown)) != output:
        return None
    return [item for at in places if isinstance(item := yours[at], Between)]


def refuted_by(question: Question, one: Compared, limits: Limits) -> Verdict | None:
    """That a pair whose laws were once computed again from the file breaks the claim: only its densities are."""
    found = breaks(one.more, one.less, question.budget, limits)
    if not isinstance(found, Broken):
        return None
    worst = greatest(one.more, one.less, limits)
    place = found.place if worst.place is None else worst.place
    _recompute(one, place)
    return Refuted(Coverage(_length(one), True), "density", _told(one, place))


def _recompute(one: Compared, place: Place) -> None:
    found = _dense if any(isinstance(item, Near) for item in place.output) else partial(_chance_of, likely=_integrated)
    for law, known in ((one.more, place.left), (one.less, place.right)):
        require_alike(found(law, place.output), known)


def _integrated(lattice: Lattice, integer: int) -> arb:
    """How likely the integer is, of noise on the reals by integrating numerically."""
    draw = lattice.sign * (integer - lattice.at)
    outside = (lattice.low is not None and draw < lattice.low) or (lattice.high is not None and draw > lattice.high)
    if outside or not isinstance(lattice.noise, Reals):
        return enclose(lattice.chance(integer), again.BITS)
    return again.chance((Part(ONE, ZERO, lattice.noise),), *lattice.reals(draw, draw))


def _dense(law: Law, shown: tuple[Value, ...]) -> arb:
    """The density of an output with reals in it."""
    nears = [item for item in shown if isinstance(item, Near)]
    key = Sequence("tuple", tuple(PLACE if isinstance(item, Near) else item for item in shown))
    found = arb(0)
    with ctx.workprec(again.BITS):
        for product in products_of(law, key):
            amount = enclose(product.weight, again.BITS)
            for factor, near in zip(product.factors, nears, strict=True):
                assert isinstance(factor, Part)
                amount *= again.density((factor,), near)
            found += amount
    return found


def broken_at(question: Question, one: Compared, shown: tuple[Value, ...], limits: Limits) -> Refuted | None:
    """By an output with reals in it, if it exceeds the claim."""
    place = _over(shown, question.budget, *(_dense(law, shown) for law in (one.more, one.less)))
    return (
        None
        if place is None
        else Refuted(Coverage(_length(one), True), "density", _witness(question, one, place, limits))
    )


def _confirm_set(question: Question, witness: Witness, limits: Limits) -> None:
    """Compute the probabilities again, output by output from the file itself, where that can be."""
    within, sides = limits.extended(MOMENT), [arb(0), arb(0)]
    try:
        for output in witness.outputs:
            found = likelihoods(question, replace(witness, output=output), within)
            with ctx.workprec(again.BITS):
                sides = [side + enclose(one, again.BITS) for side, one in zip(sides, found, strict=True)]
    except (NotFollowed, LimitReached, TooLarge):
        return
    for side, known in zip(sides, (witness.probability_left, witness.probability_right), strict=True):
        require_alike(side, known, LITTLE)


@dataclass(frozen=True)
class _Sides:
    left: arb
    right: arb


def _set_of_outputs(one: Compared, found: Divergence, epsilon: Epsilon, delta: fmpq, limits: Limits) -> Witness | None:
    """A set of outputs that are too likely, with both probabilities as they are computed again."""
    if _several(one) and not any(map(_with_integers, (one.more, one.less))):
        witness = _along_lines(one, found, epsilon, delta, limits)
        if witness is not None:
            return witness
    if any(law.integers or law.several for law in (one.more, one.less)):
        ends = {end for region in found.regions for end in region.interval or () if end is not None}
        with ctx.workprec(again.BITS):
            set_ = chosen(one.more, one.less, epsilon.enclose(again.BITS).exp(), delta, ends, limits)
        if set_ is None:
            return None
        return _of_set(one, tuple(map(whole, set_.outputs)), _Sides(set_.left, set_.right), epsilon)
    regions = [_rounded(region) for region in found.regions]
    sides = _chances(one, regions)
    if not _excess(sides, epsilon) > arb(delta):
        regions = list(found.regions)
        sides = _chances(one, regions)
    if not _excess(sides, epsilon) > arb(delta):
        raise Mismatch(f"the least delta was told to be {found.low}, and the outputs need {_excess(sides, epsilon)}")
    return _of_set(one, tuple(whole(region.shown) for region in regions), sides, epsilon)


def _with_integers(law: Law) -> bool:
    products = (product for found in law.several.values() for product in found)
    return bool(law.integers) or any(isinstance(one, Lattice) for product in products for one in product.factors)


def with_rounded(law: Law) -> bool:
    """Whether integers are shown that reals are rounded to: where these are far out is not told exactly."""
    products = (product for found in law.several.values() for product in found)
    shown = (
        *(lattice for found in law.integers.values() for lattice in found),
        *(factor for product in products for factor in product.factors if isinstance(factor, Lattice)),
    )
    return any(isinstance(lattice.noise, Reals) for lattice in shown)


def _along_lines(one: Compared, found: Divergence, epsilon: Epsilon, delta: fmpq, limits: Limits) -> Witness | None:
    """The same where no more than one real is left of several; None where that is not so, or cannot be told."""
    left, right, lines = along_lines(one.more, one.less, limits)
    if left.several or right.several:
        return None
    regions = [_rounded(region) for region in found.regions]
    sides = _chances(replace(one, more=left, less=right), regions)
    if not _excess(sides, epsilon) > arb(delta):
        regions = list(found.regions)
        sides = _chances(replace(one, more=left, less=right), regions)
    shown: list[tuple[Value, ...]] = []
    for region in regions:
        line = lines.get(region.output)
        if line is None or region.interval is None:
            shown.append(whole(region.shown))
        else:
            slanted = told(region.output, line, *region.interval)
            if slanted is None:
                return None
            shown.append(slanted)
    if not _excess(sides, epsilon) > arb(delta):
        return None
    return _of_set(one, tuple(shown), sides, epsilon)


def _of_set(one: Compared, shown: tuple[tuple[Value, ...], ...], sides: _Sides, epsilon: Epsilon) -> Witness:
    with ctx.workprec(again.BITS):
        left, right = below(sides.left), above_or_tiny(sides.right)
        needed = below(_excess(sides, epsilon))
    return Witness(
        left=tuple(one.left.items()),
        right=tuple(one.right.items()),
        output=shown[0],
        ended=one.cut is None,
        probability_left=left,
        probability_right=right,
        ratio=left / right if right != 0 else None,
        parameters=one.parameters,
        outputs=shown,
        excess=needed,
        rounded=True,
    )


def _rounded(region: Region) -> Region:
    """The region with ends of few digits: what exceeds hardly changes near them."""
    if region.interval is None:
        return region
    low, high = (None if end is None else _simple(end) for end in region.interval)
    return region if low is not None and high is not None and low >= high else Region(region.output, (low, high))


def _simple(number: Number) -> fmpq:
    end = bounds(number)[0]
    if end.q < 1 << 10:
        return end
    width = fmpq(1, 10**6) * max(abs(end), fmpq(1, 10**6))
    return simplest_between(end - width, end + width)


def _chances(one: Compared, regions: list[Region]) -> _Sides:
    sides = []
    with ctx.workprec(again.BITS):
        for law in (one.more, one.less):
            total = arb(0)
            for region in regions:
                if region.interval is None:
                    total += enclose(law.atoms.get(region.output, ZERO), again.BITS)
                else:
                    total += again.chance(law.densities.get(region.output, ()), *region.interval)
            sides.append(total)
    return _Sides(*sides)


def _excess(sides: _Sides, epsilon: Epsilon) -> arb:
    with ctx.workprec(again.BITS):
        return sides.left - epsilon.enclose(again.BITS).exp() * sides.right
