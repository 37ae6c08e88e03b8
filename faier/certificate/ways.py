"""Shifts of draws for the rule "shifts": for sums of the checker's own that share draws."""

from __future__ import annotations

from typing import cast

from flint import fmpq

from faier.certificate.unwritten import Unwritten
from faier.checker.budgets import Epsilon as Price
from faier.checker.shifting import Cell, Shown, draws_in
from faier.engines.shifts import Drawn, Row, made_up
from faier.exact import Epsilon, rational
from faier.limits import Limits

UNKNOWN = "EPS"


def ways_of(found: Shown, limits: Limits) -> dict[str, object]:
    """Nothing where each sum has a draw of its own, which needs no ways."""
    draws = draws_in(found.sums)
    if all(len(one.draws) <= 1 for one in found.sums) and sum(len(one.draws) for one in found.sums) == len(draws):
        return {}
    places = {draw: at for at, draw in enumerate(draws)}
    rows = [
        Row(
            {entry.path: rational(share) for entry, share in one.entries if entry.name == found.name},
            {places[draw]: rational(share) for draw, share in one.draws},
        )
        for one in found.sums
    ]
    drawn = {at: Drawn(_epsilon(draw.price), draw.whole) for draw, at in places.items()}
    moves = {
        (u, v): {cast(Cell, cell): by for cell, by in ((u, -1), (v, 1)) if cell is not None} for u, v in found.moves
    }
    made = made_up(rows, drawn, moves, limits.check)
    if made is None:
        raise Unwritten("no shifts of the draws make up for a move")
    return {"ways": [[[draw, _text(by)] for draw, by in way] for way in made.ways]}


def _epsilon(price: Price) -> Epsilon:
    total = Epsilon.rational(rational(price.constant)) + Epsilon.positive(UNKNOWN, rational(price.rate))
    for base, amount in price.logs:
        total += Epsilon.log(rational(base)) * rational(amount)
    return total


def _text(number: fmpq) -> str:
    return f"{number.p}/{number.q}"
