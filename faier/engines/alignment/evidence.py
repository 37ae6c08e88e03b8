"""How runs are aligned, written so that it can be checked without searching anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from faier.engines.alignment.region import Facts, Size
from faier.exact import Epsilon


class Link(NamedTuple):
    """A value y that is the left run's draw `left` (-1: of none), and with `shift` added the right run's draw `right`
    (-1: of none): a real, or an integer."""

    left: int
    right: int
    shift: Size
    real: bool = False


@dataclass(frozen=True)
class Hypothesis:
    """The left run is in state `left` and the right one in `right`. Each draw that they hold is that of one link, and
    the values of the links meet the facts."""

    left: int
    right: int
    links: tuple[Link, ...]
    facts: Facts


@dataclass(frozen=True)
class Piece:
    """A part of a left way, beside way `right` of the right run. `coupled` lists (left fresh draw, right fresh draw,
    shift): the right draw is the left one plus the shift. Other fresh draws have nothing to do with each other. The
    left way weighs at most e^gain times what the right one weighs. Then the runs are as the hypothesis of this number
    says."""

    right: int
    coupled: tuple[tuple[int, int, Size], ...]
    gain: Epsilon
    hypothesis: int


@dataclass(frozen=True)
class Match:
    """Way `left` of the left run, in pieces that together are all of it."""

    left: int
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Bound:
    """What some words cost, from a node on: only left states in `alive` can show such a word, and from hypothesis h of
    the node it weighs on the left at most e^costs[h] times what it weighs on the right (None: not known). Costs of
    hypotheses whose left state is not alive say nothing and are None."""

    alive: frozenset[int]
    costs: tuple[Epsilon | None, ...]


@dataclass(frozen=True)
class Covered:
    """`bound` is the number of a bound of the node that covers the words (None: there are none). `matches[h]` shows
    that for hypothesis h: one for each left way to where the rest can be shown; None where nothing is to be shown."""

    bound: int | None
    matches: tuple[tuple[Match, ...] | None, ...]


@dataclass(frozen=True)
class Following:
    """For one letter of a node: bound `last` covers the word that ends with the letter (None if it shows nothing),
    and `then[i]` covers the words that go on as those of bound i of the letter's target do."""

    last: int | None
    then: tuple[Covered, ...]


@dataclass(frozen=True)
class Aligned:
    """The hypotheses, the bounds and the letters of one node."""

    hypotheses: tuple[Hypothesis, ...]
    bounds: tuple[Bound, ...]
    letters: tuple[Following, ...]


@dataclass(frozen=True)
class Alignment:
    """No word of two copies of a kept process, however long, weighs on the left more than e^epsilon times what it
    weighs on the right. `nodes` are those of the plan that drives both. `start[i]` aligns the ways that the process
    starts with, for words of bound i of the first node."""

    epsilon: Epsilon
    nodes: tuple[Aligned, ...]
    start: tuple[tuple[Match, ...], ...]
