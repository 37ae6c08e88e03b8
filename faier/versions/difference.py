"""Answers about two versions of mechanism files -> what became of each claim and of each tight epsilon.

Privacy is worse where a tight epsilon or a claimed one is greater than it was, where a claim is gone that no other
implies, and where a claim does not come out as expected any more. Where that cannot be told, it is undecided.
Numbers are compared exactly, or by certified ends of floats that lie apart.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from faier.answers.answer import Answer, Asked, Bounded, Exact, Loss

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic
    from faier.versions.meaning import Meaning, Texts

Status = Literal["same", "better", "worse", "undecided"]

# Floats further apart than this, relatively, differ as the numbers do that they are nearest to.
APART = 1e-9


@dataclass(frozen=True)
class Tightness:
    """The tight epsilon of a mechanism under one relation or prior, before and now."""

    was: Bounded | None
    now: Bounded | None
    status: Status
    note: str = ""


@dataclass(frozen=True)
class Fate:
    """What became of a claim."""

    change: Literal["kept", "changed", "appeared", "vanished"]
    was: Answer | None
    now: Answer | None
    status: Status
    note: str = ""


@dataclass(frozen=True)
class Compared:
    """A mechanism that is in a file that changed."""

    path: str
    mechanism: str
    tightness: tuple[Tightness, ...]
    fates: tuple[Fate, ...]

    @property
    def statuses(self) -> tuple[Status, ...]:
        return (*(item.status for item in self.tightness), *(item.status for item in self.fates))


@dataclass(frozen=True)
class Difference:
    """`unchanged` counts the files that say the same on both sides; `problems` are those of the new side, `earlier`
    those of the old one."""

    old: str
    new: str
    compared: tuple[Compared, ...] = ()
    unchanged: int = 0
    problems: tuple[Diagnostic, ...] = ()
    earlier: tuple[Diagnostic, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    bugs: tuple[str, ...] = ()
    interrupted: bool = False
    lenient: bool = False

    def count(self, status: Status) -> int:
        return sum(item == status for mechanism in self.compared for item in mechanism.statuses)

    @property
    def status(self) -> int:
        """The exit status: the first that applies."""
        if self.interrupted:
            return 130
        if self.bugs:
            return 4
        if self.problems:
            return 2
        if self.count("worse"):
            return 1
        return 3 if (self.count("undecided") or self.earlier) and not self.lenient else 0


@dataclass(frozen=True)
class Version:
    """What is known about one side, by (path below the side, mechanism)."""

    answers: Mapping[tuple[str, str], list[Answer]]
    bounds: Mapping[tuple[str, str], list[Bounded]]
    meanings: Mapping[tuple[str, str], Mapping[Texts, Meaning]] = field(default_factory=dict)


@dataclass(frozen=True)
class _Meant:
    """What both sides say about a mechanism, in values."""

    was: Mapping[Texts, Meaning]
    now: Mapping[Texts, Meaning]

    def same(self, was: Asked, now: Asked) -> bool:
        """Whether they are about the same, inputs aside."""
        before, after = self.was.get(_compared(was)), self.now.get(_compared(now))
        return _same_subject(was, now) and (
            before is None or after is None or replace(before, inputs=after.inputs) == after
        )

    def more(self, was: Asked, now: Asked) -> bool:
        """Whether all that was compared is compared now: without `pairs`, all secrets are."""
        before, after = self.was.get(_compared(was)), self.now.get(_compared(now))
        if before is None or after is None:
            return _same_subject(now, was) or _compared(now) == (was.neighbors, was.prior, None)
        from faier.versions.meaning import covers

        return was.prior == now.prior and covers(after, before)

    def less(self, was: Asked, now: Asked) -> bool:
        """Whether what is compared now was compared."""
        return _Meant(self.now, self.was).more(now, was)


def compare(old: Version, new: Version) -> tuple[Compared, ...]:
    """Every mechanism of either side."""
    keys = sorted({*old.answers, *old.bounds, *new.answers, *new.bounds})
    return tuple(
        Compared(
            path=key[0],
            mechanism=key[1],
            tightness=tuple(_tightness(old.bounds.get(key, []), new.bounds.get(key, []), meant)),
            fates=tuple(_fates(old.answers.get(key, []), new.answers.get(key, []), meant)),
        )
        for key in keys
        for meant in [_Meant(old.meanings.get(key, {}), new.meanings.get(key, {}))]
    )


def _tightness(was: list[Bounded], now: list[Bounded], meant: _Meant) -> Iterable[Tightness]:
    left = list(was)
    for bound in now:
        before = next((item for item in left if _same_bound(item.question, bound.question, meant)), None)
        if before is None:
            yield Tightness(None, bound, "same")
        else:
            left.remove(before)
            status, note = _looser(before, bound)
            if status in ("same", "better") and not meant.more(before.question, bound.question):
                status, note = "undecided", "the inputs are not the same"
            yield Tightness(before, bound, status, note)
    for bound in left:
        yield Tightness(bound, None, "same")


def _looser(was: Bounded, now: Bounded) -> tuple[Status, str]:
    """Whether a tight epsilon is greater than it was. What is covered to a length only is a lower end for all."""
    before, after = was.loss, now.loss
    if before is None or after is None:
        return "undecided", f"not known {'any more' if after is None else 'before'}"
    if (before.multiple is None) != (after.multiple is None):
        return "undecided", "one is a multiple of an unknown epsilon, the other is not"
    alike = was.reach == now.reach or (was.reach.all and now.reach.all)
    if not alike:
        if (was.reach.all or now.reach.length <= was.reach.length) and not now.reach.all and after.lower > before.upper:
            return "worse", ""
        if now.reach.all and after.upper <= before.lower:
            return "better", ""
        return "undecided", "the outputs that are covered are not the same"
    match _order(before, after):
        case None:
            return "undecided", "the two are not known well enough to be compared"
        case 0:
            return "same", ""
        case sign:
            return ("worse" if sign > 0 else "better"), ""


def _order(was: Loss, now: Loss) -> int | None:
    """The sign of now - was; None where it is not known. Multiples of an unknown epsilon compare with each other."""
    if was.multiple is not None and now.multiple is not None and was.multiple.exact and now.multiple.exact:
        return order(was.multiple.exact, now.multiple.exact)
    if was.exact is not None and now.exact is not None:
        return order(was.exact, now.exact)
    if now.lower > was.upper:
        return 1
    return -1 if now.upper <= was.lower else None


def order(was: Exact, now: Exact) -> int | None:
    """The sign of now - was for two epsilons, each in the one way of writing its number."""
    if was.text == now.text:
        return 0
    if was.infinite or now.infinite:
        return 0 if was.infinite and now.infinite else 1 if now.infinite else -1
    apart = APART * max(abs(was.value), abs(now.value))
    if abs(now.value - was.value) > apart:  # never so where one has unknowns
        return 1 if now.value > was.value else -1
    from faier.exact import TooLarge, Undecidable, compare_epsilon
    from faier.lang import Rejected, parse, parse_epsilon

    nothing = parse("from faier import mechanism\n\n\n@mechanism\ndef nothing():\n    return 0\n", "", {})
    try:
        before, after = (parse_epsilon(item.text, nothing)[0] for item in (was, now))
        return compare_epsilon(after, before)
    except (Rejected, TooLarge, Undecidable, ValueError):
        return None


def _fates(was: list[Answer], now: list[Answer], meant: _Meant) -> Iterable[Fate]:
    left = list(was)
    pairs: dict[int, Answer] = {}
    for same in (_same_name, _same_claim, _same_purpose, _same_subject):
        for at, answer in enumerate(now):
            if at not in pairs:
                before = next((item for item in left if same(item.question, answer.question)), None)
                if before is not None:
                    left.remove(before)
                    pairs[at] = before
    for at, answer in enumerate(now):
        yield _pursued(pairs[at], answer, meant) if at in pairs else _appeared(answer)
    for answer in left:
        implied = answer.question.expected == "refuted" or any(_implies(item, answer, meant) for item in now)
        note = "" if answer.question.expected == "refuted" or not implied else "another claim implies it"
        yield Fate("vanished", answer, None, "same" if implied else "worse", note)


def _same_bound(was: Asked, now: Asked, meant: _Meant) -> bool:
    deltas = [item.delta if math.isnan(item.epsilon.value) else "" for item in (was, now)]
    return deltas[0] == deltas[1] and meant.same(was, now)


def _compared(question: Asked) -> Texts:
    return question.neighbors, question.prior, question.pairs


def _same_name(was: Asked, now: Asked) -> bool:
    return was.name is not None and was.name == now.name


def _same_claim(was: Asked, now: Asked) -> bool:
    return _same_purpose(was, now) and was.exact == now.exact


def _same_purpose(was: Asked, now: Asked) -> bool:
    return _same_subject(was, now) and was.expected == now.expected


def _same_subject(was: Asked, now: Asked) -> bool:
    return _compared(was) == _compared(now)


def _implies(now: Answer, was: Answer, meant: _Meant) -> bool:
    stated = now.verdict == "proved" and now.reach.all and now.question.expected == "proved"
    return stated and meant.more(was.question, now.question) and _weaker(was.question, now.question) in (0, -1)


def _appeared(now: Answer) -> Fate:
    status: Status = "worse" if now.failed else "undecided" if now.verdict == "undecided" else "same"
    return Fate("appeared", None, now, status)


def _pursued(was: Answer, now: Answer, meant: _Meant) -> Fate:
    """What became of a claim that is on both sides."""
    before, after = was.question, now.question
    more, less = meant.more(before, after), meant.less(before, after)
    kept = _same_claim(before, after) and more and less
    change: Literal["kept", "changed"] = "kept" if kept else "changed"
    if now.failed and not was.failed:
        return Fate(change, was, now, "worse", "it does not come out as expected any more")
    if now.verdict == "undecided":
        return Fate(change, was, now, "undecided", "" if was.verdict == "undecided" else "it was decided before")
    if before.expected == "proved" and after.expected == "refuted":
        return Fate(change, was, now, "worse", "it is expected to be refuted now")
    if before.expected == "refuted":
        return Fate(change, was, now, "better" if after.expected == "proved" and now.ok else "same")
    weaker = _weaker(before, after)
    if not more and less and weaker in (0, 1):
        return Fate(change, was, now, "worse", "less is claimed: fewer neighbors, secrets or inputs are compared")
    if not more:
        return Fate(change, was, now, "undecided", "it is about other neighbors, another prior, secrets or inputs")
    if weaker is None:
        return Fate(change, was, now, "undecided", "the two cannot be compared")
    if weaker > 0:
        return Fate(change, was, now, "worse", "less is claimed")
    if was.verdict == "proved" and was.reach.all and not now.reach.all:
        return Fate(change, was, now, "undecided", f"only outputs of up to {now.reach.length} values are covered now")
    better = weaker < 0 or (now.ok and not was.ok)
    return Fate(change, was, now, "better" if better else "same", "more is claimed" if weaker < 0 else "")


def _weaker(was: Asked, now: Asked) -> int | None:
    """1 where epsilon or delta is greater than it was, -1 where neither is and one is less, 0 for equals; alike for
    rho, where both are about divergences of the same orders."""
    if was.promised is not None or now.promised is not None:
        if was.promised is None or now.promised is None or was.exact[1] != now.exact[1]:
            return None
        return order(Exact(was.exact[0], was.promised.rho.value), Exact(now.exact[0], now.promised.rho.value))
    epsilon = order(Exact(was.exact[0], was.epsilon.value), Exact(now.exact[0], now.epsilon.value))
    from fractions import Fraction

    before, after = Fraction(was.exact[1]), Fraction(now.exact[1])
    delta = (after > before) - (after < before)
    if epsilon is None:
        return 1 if delta > 0 else None
    return 1 if max(epsilon, delta) > 0 else min(epsilon, delta)
