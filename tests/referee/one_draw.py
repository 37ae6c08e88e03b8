"""The exact laws of `files/one_draw.py`, by hand: a draw that is used twice is one value.

Y has probability 2^-|y| / 3, so Pr[Y >= m] = Pr[Y <= -m] = 2^(1 - m) / 3 for m >= 1. Of two of them, Pr[Y = Z] = 5/27,
Pr[Y - Z = 1] = 4/27 and Pr[0 <= Y < Z] = 4/27; of three, Pr[Y > Z and X > Z] = 47/189.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

from . import brute
from .chance import Law

FILE = Path(__file__).parent / "files" / "one_draw.py"
GIVEN = {"x": 1}
ARRIVALS = {"answers": [0, 1, 2]}
OUT = 40

Shares = dict[Any, int]

SURE: dict[str, Any] = {
    "minus_itself": 0,
    "equals_itself": (True, True, False),
    "copies": 1,
    "one_item_twice": 1,
    "helper_gives_it_twice": (0, True),
    "list_copied": (True, 0),
    "nested": (1, -1),
    "exchanged": (1, 0),
    "multiples": (1, 0, 0),
    "pairs_of_itself": [True, True],
    "never_used": 1,
    "used_in_vain": 1,
}

EQUAL: tuple[int, Shares] = (27, {True: 5, False: 22})

RETURNED: dict[str, tuple[int, Shares]] = {
    "two_thresholds": (3, {(False, False): 1, (True, False): 1, (True, True): 1}),
    "both_signs": (3, {True: 1, False: 2}),
    "in_a_helper": (
        6,
        {
            ((False, True), False, False): 1,
            ((False, True), False, True): 1,
            ((True, False), True, True): 2,
            ((True, False), True, False): 1,
            ((True, False), False, False): 1,
        },
    ),
    "clamped_twice": (6, {(0, 1): 2, (1, 1): 2, (2, 2): 1, (2, 3): 1}),
    "clamped_after_a_comparison": (3, {(False, 0): 1, (False, 1): 1, (True, 2): 1}),
    "compared_after_a_clamp": (6, {(False, 0): 1, (True, 0): 1, (True, 1): 2, (True, 2): 1, (False, 2): 1}),
    "folded": (3, {(False, False): 1, (True, True): 1, (True, False): 1}),
    "cut_off": (6, {(True, True): 2, (False, True): 3, (False, False): 1}),
    "truth": (3, {(False, True, False): 1, (True, False, True): 2}),
    "among": (6, {(True, False): 2, (True, True): 1, (False, False): 3}),
    "counted": (6, {0: 2, 1: 2, 2: 1, 3: 1}),
    "counted_in_a_loop": (6, {0: 2, 1: 2, 2: 1, 3: 1}),
    "first_that_holds": (6, {0: 2, 1: 2, 2: 1, -1: 1}),
    "in_both_branches": (2, {True: 1, False: 1}),
    "copied_in_a_branch": (3, {True: 2, False: 1}),
    "an_index": (3, {(5, False): 1, (6, True): 1, (7, True): 1}),
    "an_end": (6, {(0, False): 4, (0, True): 1, (1, True): 1}),
    "two_draws": EQUAL,
    "two_items": EQUAL,
    "helper_called_twice": EQUAL,
    "redrawn": EQUAL,
    "redrawn_in_a_loop": EQUAL,
    "three_ways": (27, {(True, False, False): 11, (False, True, False): 5, (False, False, True): 11}),
    "chained": (27, {(True, True): 4, (True, False): 7, (False, False): 16}),
    "the_larger_one": (27, {(True, True, True): 16, (True, False, True): 11}),
    "difference_with_an_input": (27, {True: 16, False: 11}),
    "gap": (27, {0: 16, 1: 4, 2: 7}),
    "shared_limit": (189, {(True, True): 47, (True, False): 30, (False, True): 30, (False, False): 82}),
    "own_limits": (729, {(True, True): 121, (True, False): 176, (False, True): 176, (False, False): 256}),
}

YIELDED: dict[str, tuple[int, Shares]] = {
    "yielded_twice": (3, {(False, False): 1, (True, False): 1, (True, True): 1}),
    "compared_with_arrivals": (
        6,
        {(True, True, True): 2, (False, True, True): 2, (False, False, True): 1, (False, False, False): 1},
    ),
}


def noise(y: int) -> Fraction:
    return Fraction(1, 3 * 2 ** abs(y))


OUTWARDS = range(-OUT, OUT + 1)

ENDLESS: dict[str, dict[tuple[Any, ...], Fraction]] = {
    "shown": {(y + 1,): noise(y) for y in OUTWARDS},
    "shown_twice": {((y, y + 1),): noise(y) for y in OUTWARDS},
    "shown_and_compared": {(y + 1, y >= 0): noise(y) for y in OUTWARDS},
    "compared_and_shown": {(y >= 0, y + 1): noise(y) for y in OUTWARDS},
}

NAMES = (*SURE, *RETURNED, *YIELDED, *ENDLESS)


def inputs_of(name: str) -> dict[str, Any]:
    return ARRIVALS if name == "compared_with_arrivals" else GIVEN


def truth(name: str) -> Law:
    """The outputs of a mechanism and their probabilities; of those in `ENDLESS`, of the outputs near 0."""
    if name in SURE:
        return {event(name, [SURE[name]]): Fraction(1)}
    if name in ENDLESS:
        return {event(name, shown): weight for shown, weight in ENDLESS[name].items()}
    whole, shares = (RETURNED | YIELDED)[name]
    listed = [(value if name in YIELDED else (value,), share) for value, share in shares.items()]
    return {event(name, shown): Fraction(share, whole) for shown, share in listed}


def event(name: str, shown: Any) -> brute.Output:
    """What is shown, and that the run has ended, unless it waits for more arrivals."""
    return tuple(brute.show(value) for value in shown), name != "compared_with_arrivals"
