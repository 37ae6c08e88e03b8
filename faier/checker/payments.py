"""Rule "payments": two runs on neighboring inputs, side by side, and what each draw of noise pays for.

What is known in both runs is one value. What is computed from the rows of an input is a base and, for each row, a
number that this row alone decides (`amounts_of_rows`), and the runs differ by what those numbers differ by. Where noise
is added to such a number, the draw on the other side is less by that difference: then both sums are the same, and that
costs the price of a shift of the draw by 1, times the difference. Draws are independent and each is shifted once, so
the prices add up. Whatever is done with what is the same in both runs, without looking at an input again, costs
nothing.

So for two inputs the loss is at most the sum, over draws, of price * |difference|: of one row that is another one, or
is there or not, or of all rows, each within its distance. What differs is maximized over all rows that the type has.
What an entry draws for itself costs the logarithms of ratios (`lots`), which are multiplied pair by pair of its values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import pairwise, product

from .amounts_of_rows import Atom, Payment, Source
from .budgets import Epsilon, at_least_zero, within
from .claims import Claim
from .document import Fields
from .exceptions import Raised
from .fed_process import Joint
from .file import File, Type
from .forms import ONE, ZERO, Number, multiplied
from .kinds import row_of
from .lots import Lot, greatest, product_of
from .outcome import Budget, Hole, Invalid
from .relation import Rule, rules_of
from .two_runs import Following
from .values import List, parts

MOST_ROWS = 20_000
MOST_PAIRS = 400_000

Cost = dict[Epsilon, Fraction]
"""How many times each unit, all of which are above 0."""


def payments(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """For words of every length, whatever the certificate says of it."""
    evidence.finish()
    if claim.neighbors is None or claim.prior is not None or claim.pairs is not None:
        raise Hole("payments of a claim with a prior")
    rules = rules_of(Joint(file, claim, budget).asked, claim.mechanism, claim.neighbors)
    sources = {source.name: source for source in _sources(claim, budget)}
    if not any(_can_differ(rule, sources[name]) for rule in rules for name in rule.inputs):
        raise Invalid("no two inputs are neighbors")
    try:
        paid, shows = Following(file, claim.mechanism, budget).mechanism(sources)
    except (Raised, Invalid, ZeroDivisionError):
        raise Hole("a run may go wrong, beside payments") from None
    if not shows:
        raise Invalid("the mechanism shows nothing")
    lots = [one for one in paid if isinstance(one, Lot)]
    left = claim.epsilon
    ratio: Number = ONE
    for rule in rules:
        for unit, share in _cost(rule, sources, [one for one in paid if isinstance(one, Payment)], budget).items():
            left = left.plus(unit.scaled(-share))
        if lots:
            ratio = multiplied(ratio, _ratio(rule, sources, lots, budget))
    if not at_least_zero(left) or (lots and not within(ratio, ONE, left)):
        raise Invalid("the draws pay more than the claim allows")


def _sources(claim: Claim, budget: Budget) -> Iterator[Source]:
    for item in claim.mechanism.inputs:
        type_ = item.type
        if type_ is None:
            raise Hole("an input without a type, beside payments")
        many = type_.kind in ("records", "vector") and type_.item is not None
        of = type_.item if many and type_.item is not None else type_
        if type_.public:
            yield Source(item.name, "public", (), 1, type_.kind)
            continue
        rows = tuple(_values(of))
        budget.spend(len(rows))
        yield Source(item.name, type_.kind if many else "scalar", rows, type_.length if many else 1)


def _values(type_: Type) -> list[object]:
    """Everything that a row of the type may be."""
    found: list[object]
    match type_.kind:
        case "int" if type_.high - type_.low < MOST_ROWS:
            return list(range(int(type_.low), int(type_.high) + 1))
        case "bool":
            return [False, True]
        case "choice":
            return list(type_.values)
        case "record":
            inside = [_values(field) for field in type_.fields]
            _require_few(inside)
            return [row_of(type_, items) for items in product(*inside)]
        case "vector" if type_.item is not None and type_.length <= MOST_ROWS:
            inside = [_values(type_.item)] * type_.length
            _require_few(inside)
            found = [List(items) for items in product(*inside)]
            return found
    raise Hole("an input with too many rows, or of another kind, beside payments")


def _require_few(inside: Iterable[list[object]]) -> None:
    many = 1
    for values in inside:
        many *= len(values)
        if many > MOST_ROWS:
            raise Hole("an input with too many rows beside payments")


def _can_differ(rule: Rule, source: Source) -> bool:
    return source.length > 0 and (rule.kind == "added" or len(source.rows) > 1)


def _cost(rule: Rule, sources: dict[str, Source], paid: list[Payment], budget: Budget) -> Cost:
    """The most that neighbors by the rule pay."""
    if rule.kind not in ("one", "each", "added"):
        raise Hole(f"payments of the relation {rule.kind}")
    worst: Cost = {}
    for name in rule.inputs:
        source = sources[name]
        if rule.kind == "added" and source.kind != "records":
            raise Hole("records are added to something else than records")
        told = sorted({atom[1] for one in paid for atom in one.amounts if atom[0] == name and atom[1] is not None})
        places: list[tuple[int | None, int]] = [(place, 1) for place in told]
        if source.length > len(told):
            places.append((None, source.length - len(told)))
        for place, times in places:
            columns = _columns(source, place, paid)
            cost = _alone(columns, budget) if rule.kind == "added" else _between(source, columns, rule.distance, budget)
            if rule.kind == "each":
                worst = {unit: worst.get(unit, ZERO) + times * cost.get(unit, ZERO) for unit in {**worst, **cost}}
            else:
                worst = {unit: max(worst.get(unit, ZERO), cost.get(unit, ZERO)) for unit in {**worst, **cost}}
    return worst


def _ratio(rule: Rule, sources: dict[str, Source], lots: list[Lot], budget: Budget) -> Number:
    """How many times as likely what entries draw for themselves is at most: of one entry, or of each."""
    each: Number = ONE
    found: list[Number] = []
    for name in rule.inputs:
        for place in sorted({lot.atom[1] for lot in lots if lot.atom[0] == name and lot.atom[1] is not None}):
            mine = [lot for lot in lots if lot.atom == (name, place)]
            found.append(greatest(_apart(sources[name], mine, rule.distance, budget)))
            each = multiplied(each, found[-1])
    return each if rule.kind == "each" else greatest(found)


def _apart(source: Source, lots: list[Lot], distance: int | None, budget: Budget) -> Iterator[Number]:
    """For each two values of an entry; those that are told alike, or too many, are not asked how far they are apart."""
    told: list[tuple[int, ...]] = list(zip(*(lot.classes for lot in lots), strict=True))
    if distance is not None and len(told) ** 2 <= MOST_PAIRS:
        budget.spend(len(told) ** 2)
        rows = list(zip(source.rows, told, strict=True))
        pairs = {(a, b) for (row, a), (beside, b) in product(rows, repeat=2) if _within(row, beside, distance)}
    else:
        different = set(told)
        if len(different) ** 2 > MOST_PAIRS:
            raise Hole("too many laws of what a row draws for itself")
        pairs = {(a, b) for a in different for b in different}
    for one, other in pairs:
        budget.spend(1 + len(lots))
        shares = zip(lots, one, other, strict=True)
        yield product_of(lot.ratios[a, b] for lot, a, b in shares if a != b)


Columns = dict[Epsilon, list[tuple[Fraction, ...]]]
"""For each unit and each row: the share of each draw, times what the row gives."""


def _columns(source: Source, place: int | None, paid: list[Payment]) -> Columns:
    found: dict[Epsilon, list[tuple[Fraction, ...]]] = {}
    for one in paid:
        amounts = [one.amounts.get(atom) for atom in _atoms(source.name, place)]
        given = [item for item in amounts if item is not None]
        if given:
            found.setdefault(one.unit, []).append(tuple(one.share * sum(items) for items in zip(*given, strict=True)))
    return {unit: list(zip(*columns, strict=True)) for unit, columns in found.items()}


def _atoms(name: str, place: int | None) -> tuple[Atom, ...]:
    return ((name, None),) if place is None else ((name, None), (name, place))


def _alone(columns: Columns, budget: Budget) -> Cost:
    found: Cost = {}
    for unit, rows in columns.items():
        budget.spend(sum(map(len, rows)))
        found[unit] = max(sum((abs(item) for item in row), ZERO) for row in rows)
    return found


def _between(source: Source, columns: Columns, distance: int | None, budget: Budget) -> Cost:
    """Of two rows, within the distance; where there are too many pairs, of any two, or what they pay at most."""
    found: Cost = {}
    many = len(source.rows)
    beside = _reach(source, distance)
    near = beside is not None and many * beside <= MOST_PAIRS
    for unit, rows in columns.items():
        kept = rows if near else list(dict.fromkeys(rows))
        if not near and len(kept) ** 2 * len(kept[0]) > MOST_PAIRS:
            budget.spend(len(kept) * len(kept[0]))
            found[unit] = sum((max(items) - min(items) for items in zip(*kept, strict=True)), ZERO)
            continue
        most = ZERO
        for at, one in enumerate(kept):
            first = max(0, at - (beside or 0)) if near else 0
            budget.spend(1 + (at - first) * len(one))
            for before in range(first, at):
                if near and not _within(source.rows[at], source.rows[before], distance or 0):
                    continue
                most = max(most, sum((abs(a - b) for a, b in zip(one, kept[before], strict=True)), ZERO))
        found[unit] = most
    return found


def _reach(source: Source, distance: int | None) -> int | None:
    """How far from each other in the list of rows those may be that are within the distance; None: of any distance."""
    if distance is None:
        return None
    numbers = [row for row in source.rows if isinstance(row, int)]
    rising = len(numbers) == len(source.rows) and all(b - a == 1 for a, b in pairwise(numbers))
    return min(distance, len(numbers)) if rising else len(source.rows)


def _within(one: object, other: object, distance: int) -> bool:
    """Whether no number in it is further away: what else neighbors have in common is left out, which allows more."""
    inside, beside = parts(one), parts(other)
    if inside is not None and beside is not None and len(inside) == len(beside):
        return all(_within(a, b, distance) for a, b in zip(inside, beside, strict=True))
    return not (isinstance(one, int) and isinstance(other, int)) or abs(int(one) - int(other)) <= distance
