"""What faier says of a file with one claim: the verdict, and ends of the least delta for its epsilon."""

from __future__ import annotations

from faier.deciding import by_density, plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.exact import float_above, float_below
from faier.lang import parse
from faier.limits import seconds

MOST = 30.0


def decide(text: str) -> str:
    program = parse(text, "m.py", {})
    return type(plan.decide(question_of(program, program.claims[0]), Store(), seconds(MOST))).__name__.lower()


def least(text: str) -> tuple[float, float] | None:
    program = parse(text, "m.py", {})
    found = by_density.least_delta(question_of(program, program.claims[0]), Store(), seconds(MOST))
    return (
        None
        if found is None
        else (float_below(found.value if found.lower is None else found.lower), float_above(found.value))
    )
