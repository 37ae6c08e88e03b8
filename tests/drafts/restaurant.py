"""Visits to a restaurant: count of visits and sum of what was spent, each with its own noise."""

from dataclasses import dataclass
from enum import Enum

from faier import Int, Records, added, clamp, geometric, log, mechanism, private


class Meal(Enum):
    LUNCH = "lunch"
    DINNER = "dinner"


@dataclass
class Visit:
    meal: Meal
    spent: Int[0, 2]


@private(epsilon=log(8), neighbors=added())
@private(epsilon=log(4), neighbors=added(), expect="refuted")
@mechanism
def restaurant(visits: Records[Visit, 2]):
    lunches = sum(1 for visit in visits if visit.meal is Meal.LUNCH)
    revenue = sum(visit.spent for visit in visits)
    return {
        "lunches": clamp(lunches + geometric(1 / 2), 0, 2),
        "revenue": clamp(revenue + geometric(1 / 2), 0, 4),
    }
