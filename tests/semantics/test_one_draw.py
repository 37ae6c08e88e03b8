"""A draw that is used twice is one value: both semantics give the family of `referee/one_draw.py` its laws by hand."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from kept_processes import walked
from processes import forward_process
from referee import one_draw
from referee.contest import number
from referee.far import agree
from referee.kept_contest import given, unshown

from faier.lang import parse
from faier.lang.values import make
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.kept import KeptProcess
from faier.semantics.unfold import unfold

PROGRAM = parse(one_draw.FILE.read_text(), str(one_draw.FILE), {})
NEAR = 4


def outputs(name: str) -> Iterator[tuple[tuple[Any, ...], bool, Fraction]]:
    """The outputs and their probabilities; of endless ones, those near 0; and one that never happens."""
    truth = one_draw.truth(name)
    events = list(truth)
    if name in one_draw.ENDLESS:
        events = events[one_draw.OUT - NEAR : one_draw.OUT + NEAR + 1]
    for shown, ended in events:
        yield tuple(make(unshown(value)) for value in shown), ended, truth[shown, ended]
    yield (make("nothing like it"),), True, Fraction(0)


@pytest.mark.parametrize("name", one_draw.NAMES)
def test_the_short_semantics(name: str) -> None:
    inputs = given(one_draw.inputs_of(name))
    for output, ended, weight in outputs(name):
        assert number(denote.probability(PROGRAM, name, inputs, output, ended)) == weight


@pytest.mark.parametrize("name", [name for name in one_draw.NAMES if name not in one_draw.ENDLESS])
def test_the_fast_semantics(name: str) -> None:
    inputs = given(one_draw.inputs_of(name))
    process = explore(PROGRAM, name, Limits())
    if isinstance(process, KeptProcess):
        process = unfold(process, 3, Limits()).process
    for output, ended, weight in outputs(name):
        assert number(forward_process(process, inputs, output, ended)) == weight


@pytest.mark.parametrize("name", [name for name in one_draw.ENDLESS if name != "shown_twice"])
def test_the_fast_semantics_of_what_is_shown_without_bounds(name: str) -> None:
    """All of it where draws are walked through as integers; of what is unfolded, the integers that it tells. A tuple of
    such noise is told in items."""
    inputs = given(one_draw.inputs_of(name))
    process = explore(PROGRAM, name, Limits())
    assert isinstance(process, KeptProcess)
    known = walked(process, inputs, 3, Fraction(1, 2**30))
    assert list(agree(one_draw.truth(name), known)) == []
    unfolded = unfold(process, 3, Limits()).process
    weights = [
        (number(forward_process(unfolded, inputs, shown, ended)), right) for shown, ended, right in outputs(name)
    ]
    assert all(weight in (0, right) for weight, right in weights)
    assert any(weight for weight, _ in weights)
