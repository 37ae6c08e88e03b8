"""Normal data with unknowns in it: laws with fewer unknowns that lose at least as much as any in a box.

What is independent and added to both sides hides: so a common part of the variances is as small as it may be. Of two
single variables, each with noise that is symmetric and falls to both sides, the one of which is moved by d: what both
have in common, the integral of the least of f(x - d) and c g(x), is that of the lengths of the intersections of
intervals around d and 0, which shrink as d grows. So d is as great as it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flint import fmpq

from faier.engines.density.law import Formula, Law, Output
from faier.exact import ZERO, Number, unknowns
from faier.exact.bernstein import range_in
from faier.lang.judging import Box
from faier.semantics.kept import Reals

Case = tuple[Law, Law, Box]


def worst(more: Law, less: Law, box: Box) -> Case:
    """Two laws and a box of what is unknown in them: in that box they lose no less anywhere than in this one."""
    both = _single(more), _single(less)
    found = None if both[0] is None or both[1] is None else _apart(both[0], both[1], box)
    one, other = _narrowest(more, less, box) if found is None else found
    left = {name for law in (one, other) for number in _numbers(law) for name in unknowns(number)}
    return one, other, {name: ends for name, ends in box.items() if name in left}


def _numbers(law: Law) -> Iterator[Number]:
    for found in law.formulas.values():
        for one in found:
            yield one.at
            yield one.noise.variance


def _single(law: Law) -> tuple[Output, Formula] | None:
    """All that is shown, if that is one variable."""
    if len(law.outputs) != 1 or law.atoms or law.integers or law.several:
        return None
    (output,) = law.outputs
    known, formulas = law.densities.get(output, ()), law.formulas.get(output, ())
    whole = [Formula(part.weight, part.at, part.noise) for part in known if part.low is None and part.high is None]
    every = (*whole, *formulas)
    return (output, every[0]) if len(every) == len(known) + len(formulas) == 1 else None


def _apart(one: tuple[Output, Formula], other: tuple[Output, Formula], box: Box) -> tuple[Law, Law] | None:
    """At the greatest distance, as narrow as they may be where they are alike; None where that is not known."""
    apart = range_in(one[1].at - other[1].at, box)
    if apart is None or one[0] != other[0] or one[1].weight != other[1].weight:
        return None
    by = max(abs(apart[0]), abs(apart[1]))
    more, less = (
        Law({}, {}, formulas={output: (replace(formula, at=at),)})
        for (output, formula), at in ((one, by), (other, ZERO))
    )
    return _narrowest(more, less, box)


def _narrowest(more: Law, less: Law, box: Box) -> tuple[Law, Law]:
    """Moved so that means change little, and with the least variances where all of them differ by numbers."""
    outputs = [output for output in {*more.formulas, *less.formulas} if not _known(more, less, output)]
    by = {output: _common((*_formulas(more, output), *_formulas(less, output)), box) for output in outputs}
    every = [one for law in (more, less) for found in law.formulas.values() for one in found]
    wider: Number = ZERO
    if every and not more.densities and not less.densities:
        first = every[0].noise.variance
        ends, numbers = range_in(first, box), [one.noise.variance - first for one in every]
        least = [number for number in numbers if isinstance(number, fmpq)]
        if ends is not None and len(least) == len(every) and ends[0] + min(least) > 0:
            wider = first - ends[0]
    return _with(more, by, wider), _with(less, by, wider)


def _known(more: Law, less: Law, output: Output) -> bool:
    return any(output in law.densities for law in (more, less))


def _formulas(law: Law, output: Output) -> tuple[Formula, ...]:
    return law.formulas.get(output, ())


def _common(every: Sequence[Formula], box: Box) -> Number:
    """The mean of which the others differ least."""

    def change(by: Number) -> fmpq:
        ends = [range_in(one.at - by, box) for one in every]
        return sum((end[1] - end[0] for end in ends if end is not None), ZERO)

    return min((ZERO, *(one.at for one in every)), key=change)


def _with(law: Law, by: Mapping[Output, Number], wider: Number) -> Law:
    """With means and variances that are less by these."""
    formulas = {
        output: tuple(
            Formula(one.weight, one.at - by.get(output, ZERO), Reals(one.noise.rates, one.noise.variance - wider))
            for one in found
        )
        for output, found in law.formulas.items()
    }
    return replace(law, formulas=formulas)
