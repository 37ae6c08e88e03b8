"""The obligations of a claim with unknowns -> an answer to each; all by one process, or shared out.

What is found about one obligation depends on no other. Shares are numbers alone: a process makes its obligations from
the file again. An answer counts where the same comparison and word have the same number there; nothing is proved
before every obligation has one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from flint import fmpq

from faier.deciding import factors
from faier.deciding.factors import Divided
from faier.deciding.shares import Share
from faier.deciding.store import Help
from faier.engines.algebra.domain import Domain
from faier.engines.algebra.engine import Answer, Fails, answers
from faier.engines.algebra.obligations import Obligation
from faier.exact import Epsilon, TooLarge
from faier.hmm.model import Letter
from faier.limits import LimitReached, Limits

Label: TypeAlias = tuple[tuple[int, int], tuple[Letter, ...]]
"""What an obligation is about: the place of its comparison, and its word."""

# So many times as long as making the obligations must answering the rest take, to be worth sharing out.
WORTH = 2.0

# What stands for an obligation in an answer that is sent: whoever gets it has the obligation.
UNSENT = Obligation(fmpq(0), fmpq(0), ())

# Why nothing is decided where a share says nothing about an obligation that it was given.
SILENT = "a part of it is missing"


@dataclass(frozen=True)
class Settled:
    """The answer to the obligation with this number and label."""

    number: int
    label: Label
    answer: Answer


@dataclass(frozen=True)
class Part:
    """What is known of some of the obligations. From number `place` on the rest of them is not known, because of a
    `limit`, or of a number that is `large`."""

    settled: tuple[Settled, ...] = ()
    place: int = 0
    limit: str = ""
    large: str = ""


def settle(
    items: Sequence[Obligation],
    labels: Sequence[Label],
    domain: Domain,
    epsilon: Epsilon,
    limits: Limits,
    others: Help,
) -> tuple[Answer, ...]:
    """The answers, up to and including the first violation; or `Divided`, when that takes long and more than one
    obligation is left."""
    if others.parts:
        parts = [part for part in others.parts if isinstance(part, Part)]
        return _replayed(items, labels, parts, others.missing)
    found = answers(items, domain, epsilon, limits)
    begin, known = time.monotonic(), list[Settled]()
    for number, answer in enumerate(found):
        known.append(Settled(number, labels[number], answer))
        left = 0 if isinstance(answer, Fails) else len(items) - number - 1
        if min(others.jobs, left) > 1 and _worth(begin - others.begun, time.monotonic() - begin, left / (number + 1)):
            count = min(others.jobs * factors.SHARES, left)
            shares = tuple(Share(at, count, number + 1, obligations=True) for at in range(count))
            raise Divided(Part(tuple(_sent(one) for one in known)), shares, others.begun)
    return tuple(one.answer for one in known)


def part(
    items: Sequence[Obligation],
    labels: Sequence[Label],
    domain: Domain,
    epsilon: Epsilon,
    limits: Limits,
    share: Share,
) -> Part:
    """What is found of a share, up to its first violation."""
    numbers = [at for at in range(share.first, len(items)) if at % share.count == share.number]
    known: list[Settled] = []
    try:
        found = answers([items[at] for at in numbers], domain, epsilon, limits, simple=False)
        for at, answer in zip(numbers, found, strict=False):
            known.append(_sent(Settled(at, labels[at], answer)))
    except LimitReached as reached:
        return Part(tuple(known), numbers[len(known)], limit=reached.text)
    except TooLarge as error:
        return Part(tuple(known), numbers[len(known)], large=str(error))
    return Part(tuple(known))


def _worth(before: float, spent: float, more: float) -> bool:
    """Whether what is left, `more` times what was `spent`, is long, also beside the time `before` that each other
    process needs to make the obligations again."""
    return spent >= factors.ALONE and spent * more >= WORTH * before


def _sent(one: Settled) -> Settled:
    return replace(one, answer=replace(one.answer, obligation=UNSENT))


def _replayed(
    items: Sequence[Obligation], labels: Sequence[Label], parts: Sequence[Part], missing: str | None
) -> tuple[Answer, ...]:
    """The answers that one process would have found. A violation refutes also where something before it took too long
    or was lost."""
    known = {one.number: one for found in parts for one in found.settled if one.label == labels[one.number]}
    large = {found.place: found.large for found in parts if found.large}
    told: list[Answer] = []
    for number, item in enumerate(items):
        if number in large:
            raise TooLarge(large[number])
        if number in known:
            answer = replace(known[number].answer, obligation=item)
            told.append(answer)
            if isinstance(answer, Fails):
                return tuple(told) if len(told) == number + 1 else (answer,)
    if len(told) == len(items):
        return tuple(told)
    ended = min((found for found in parts if found.limit), key=lambda found: found.place, default=None)
    raise LimitReached("timeout", missing or SILENT if ended is None else ended.limit)
