"""The census' top-down idea on a nested dictionary: state and counties, noisy at each level, made consistent."""

from collections import defaultdict
from typing import Any

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 2
GEOGRAPHY = {"VT": ["Addison", "Orange"], "RI": ["Kent"]}
COUNTY_OF = ["Addison", "Orange", "Kent"]
STATE_OF = {county: state for state, counties in GEOGRAPHY.items() for county in counties}


def noisy(count: int, budget: int) -> int:
    return clamp(count + geometric(1 / 2**budget), 0, N)


def measure(people) -> dict[str, Any]:
    tree = defaultdict(lambda: {"total": 0, "counties": defaultdict(int)})
    for county in people:
        state = STATE_OF[county]
        tree[state]["total"] += 1
        tree[state]["counties"][county] += 1
    return {
        state: {
            "total": noisy(tree[state]["total"], 1),
            "counties": {county: noisy(tree[state]["counties"][county], 1) for county in counties},
        }
        for state, counties in GEOGRAPHY.items()
    }


def consistent(measured: dict[str, Any]) -> dict[str, Any]:
    """Takes from the largest county or adds to the smallest until the counties sum up to the state."""
    out = {}
    for state, entry in measured.items():
        counties = dict(entry["counties"])
        while (gap := entry["total"] - sum(counties.values())) != 0:
            name = min(counties, key=counties.get) if gap > 0 else max(counties, key=counties.get)
            counties[name] += 1 if gap > 0 else -1
        out[state] = counties
    return out


@private(epsilon=4 * log(2), neighbors=one())
@mechanism
def top_down(people: Vector[Int[0, 2], N]):
    return consistent(measure([COUNTY_OF[p] for p in people]))
