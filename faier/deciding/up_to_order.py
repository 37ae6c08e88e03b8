"""A question about rows whose order makes no difference -> the same about rows in one order each.

What is read is the number of such a list. Neighbors are made of neighbors by putting both in that order, and what they
show is as likely as before: so nothing changes of what is compared, but that there are fewer inputs. An output that
breaks a claim is told of two lists that are neighbors themselves, and recomputed from the file itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from math import comb
from typing import TypeAlias

from faier.deciding.finding import Finding
from faier.deciding.question import ZERO, Question
from faier.deciding.replay import confirm, confirm_neighbors
from faier.deciding.unordered import takes_any_order
from faier.engines.verdict import Proved, Refuted, Tight, Unwritable, Verdict, Witness
from faier.hmm.wholes import related_items, scopes
from faier.lang.claim import Added, Edges, Neighbors, One, Pairs, PerInput, Relation
from faier.lang.syntax import INPUT_TYPES, Assign, Function, Index, IntType, Name, Parameter, RecordsType, VectorType
from faier.lang.values import Sequence, Value, same
from faier.limits import LimitReached, Limits
from faier.semantics.inputs import choices
from faier.semantics.leaves import count_of

# Of fewer inputs all are looked at, and no more lists are made than that; so many are followed at once.
MANY, MOST, FEW = 2_000, 30_000, 2_000
# No more pairs of them are compared.
PAIRS = 400_000
# Seconds in which it is found out whether the order makes a difference.
A_MOMENT = 2.0

Chosen: TypeAlias = tuple[int, ...]
"""Items of a list by their numbers among all that there may be, ascending."""


@dataclass(frozen=True)
class UpToOrder:
    """`question` reads numbers of the `lists` of each input."""

    question: Question
    lists: dict[str, tuple[Sequence, ...]]

    @property
    def few(self) -> bool:
        return sum(map(len, self.lists.values())) <= FEW

    def asking(self, question: Question) -> UpToOrder:
        """The same, of another question about what is compared."""
        about = replace(question, program=self.question.program, subject=self.question.subject)
        return UpToOrder(about, self.lists)

    def verdict(self, question: Question, found: Verdict, limits: Limits) -> Verdict:
        """What was found, told of the question itself."""
        tight = None if found.tight is None else self._tight(question, found.tight, limits)
        match found:
            case Proved(evidence=evidence):
                kept = evidence if isinstance(evidence, Unwritable) else None
                return replace(found, tight=tight, evidence=kept)
            case Refuted(evidence=evidence):
                kept = evidence if isinstance(evidence, Unwritable) else None
                witness = self._witness(question, found.witness, limits)
                return replace(found, witness=witness, tight=tight, evidence=kept)
        return replace(found, tight=tight)

    def finding(self, question: Question, found: Finding, limits: Limits) -> Finding:
        return replace(found, tight=found.tight and self._tight(question, found.tight, limits))

    def _tight(self, question: Question, tight: Tight, limits: Limits) -> Tight:
        return replace(tight, witness=tight.witness and self._witness(question, tight.witness, limits))

    def _witness(self, question: Question, found: Witness, limits: Limits) -> Witness:
        left, right = dict[str, Value](), dict[str, Value]()
        sides = dict(found.left), dict(found.right)
        for parameter in question.mechanism.parameters:
            name = parameter.name
            if name not in self.lists:
                left[name], right[name] = (side[name] for side in sides)
                continue
            numbers = [side[_numbered(name)] for side in sides]
            one, other = (self.lists[name][number] for number in numbers if isinstance(number, int))
            left[name], right[name] = one, _beside(one, other)
        found = replace(found, left=tuple(left.items()), right=tuple(right.items()))
        confirm_neighbors(question, found)
        if question.delta != ZERO or question.measure is not None or question.unknown_epsilon or found.rounded:
            return found  # recomputed as it was found, of the same rows
        try:
            return confirm(question, found, limits)
        except LimitReached:
            return found


def up_to_order(question: Question, limits: Limits) -> UpToOrder | None:
    """None where there are few inputs, or still too many, or their order may make a difference."""
    try:
        return _made(question, limits.at_most(A_MOMENT))
    except LimitReached:
        return None


def _made(question: Question, limits: Limits) -> UpToOrder | None:
    relation, function = question.subject.relation, question.mechanism
    if relation is None or question.engine != "auto" or question.start is not None:
        return None
    relations = {names[0]: part for names, part in scopes(relation, function) if len(names) == 1}
    made: dict[str, tuple[tuple[Sequence, ...], Pairs]] = {}
    for parameter in function.parameters:
        part = relations.get(parameter.name)
        if part is None or not _fits(parameter, part):
            continue
        if takes_any_order(question.program, function, parameter.name, limits):
            assert isinstance(parameter.type, VectorType | RecordsType)
            made[parameter.name] = _listed(parameter.type, part, limits)
    if not made or any(len(pairs.pairs) > PAIRS for _, pairs in made.values()):
        return None
    others = tuple((name, part) for name, part in relations.items() if name not in made)
    if not isinstance(relation, PerInput) and (others or len(made) > 1):
        return None
    parts = (*((_numbered(name), pairs) for name, (_, pairs) in made.items()), *others)
    lists = {name: found for name, (found, _) in made.items()}
    return UpToOrder(_question(question, PerInput(parts), lists), lists)


def _fits(parameter: Parameter, part: Relation) -> bool:
    type_ = parameter.type
    if parameter.public or not isinstance(type_, VectorType | RecordsType) or not isinstance(type_, INPUT_TYPES):
        return False
    if not isinstance(part, Added | One | Edges):
        return False
    kinds, most = count_of(type_.item), type_.length if isinstance(type_, VectorType) else type_.most
    if kinds > MOST or most > MOST:
        return False
    lists = comb(kinds + most, most) if isinstance(type_, RecordsType) else comb(kinds + most - 1, most)
    return lists <= MOST and count_of(type_) > MANY


def _numbered(name: str) -> str:
    """No file can call anything like that."""
    return f"{name} in one order"


def _lists_of(name: str) -> str:
    return f"lists of {name}"


def _listed(type_: VectorType | RecordsType, part: Relation, limits: Limits) -> tuple[tuple[Sequence, ...], Pairs]:
    """The lists, each of them in one order, and which are neighbors, by their numbers."""
    values = choices(type_.item)
    lengths = range(type_.most + 1) if isinstance(type_, RecordsType) else (type_.length,)
    every: list[Chosen] = [
        chosen for length in lengths for chosen in combinations_with_replacement(range(len(values)), length)
    ]
    numbers = {chosen: number for number, chosen in enumerate(every)}
    pairs: dict[tuple[int, int], None] = {}
    for chosen, number in numbers.items():
        limits.check()
        for other in _around(chosen, values, type_, part):
            if other in numbers:
                pairs |= {(number, numbers[other]): None, (numbers[other], number): None}
    lists = tuple(Sequence("list", tuple(values[at] for at in chosen)) for chosen in every)
    return lists, Pairs(tuple(pairs))


def _around(
    chosen: Chosen, values: tuple[Value, ...], type_: VectorType | RecordsType, part: Relation
) -> Iterator[Chosen]:
    """Neighbors in their order: those that are longer, or as long."""
    if isinstance(part, Added):
        for more in range(len(values)):
            yield tuple(sorted((*chosen, more)))
    elif isinstance(part, One | Edges):
        for at in dict.fromkeys(chosen):
            for other in range(len(values)):
                if related_items(part, type_.item, values[at], values[other]):
                    rest = list(chosen)
                    rest[rest.index(at)] = other
                    yield tuple(sorted(rest))


def _question(question: Question, about: Relation, lists: dict[str, tuple[Sequence, ...]]) -> Question:
    program, function, against = question.program, question.mechanism, question.subject.against
    assert isinstance(against, Neighbors)

    def parameter(item: Parameter) -> Parameter:
        if item.name not in lists:
            return item
        return replace(item, name=_numbered(item.name), type=IntType(0, len(lists[item.name]) - 1))

    read = tuple(Assign((Name(name),), Index(Name(_lists_of(name)), Name(_numbered(name)))) for name in lists)
    changed: Function = replace(
        function, parameters=tuple(map(parameter, function.parameters)), body=(*read, *function.body)
    )
    constants = tuple((_lists_of(name), Sequence("tuple", known)) for name, known in lists.items())
    functions = tuple(changed if each is function else each for each in program.functions)
    return replace(
        question,
        program=replace(program, functions=functions, constants=(*program.constants, *constants)),
        subject=replace(question.subject, against=replace(against, relation=about)),
    )


def _beside(one: Sequence, other: Sequence) -> Value:
    """The other list, in an order in which it differs from the one at one place, where both are as long."""
    if len(one.items) != len(other.items):
        return other
    at = next(at for at, item in enumerate(one.items) if _count(item, one) > _count(item, other))
    new = next(item for item in other.items if _count(item, other) > _count(item, one))
    return one.holding((*one.items[:at], new, *one.items[at + 1 :]))


def _count(item: Value, items: Sequence) -> int:
    return sum(same(item, each) for each in items.items)
