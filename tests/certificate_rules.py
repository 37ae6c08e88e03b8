"""Rule by rule: one certificate that is accepted, and changes of it that are not. For other checkers too.

Each rule has a mechanism file, the accepted certificate's claim, verdict, length and evidence, and changes: a path
into the certificate with what stands there instead (`GONE`: nothing), and the answer, "invalid" if none is given.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

GONE = "(gone)"
FORMAT = "faier.certificate/1"

HEAD = """from faier import Bool, Positive, Probability, Stream, exp, flip, log, mechanism, one, prior, private, secret

TRUTH = 3 / 4
"""

COIN = """

@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def coin(answer: Bool):
    return answer if flip(TRUTH) else not answer
"""

STREAM = """

@mechanism
def answers(answers: Stream[Bool]):
    for answer in answers:
        yield answer if flip(TRUTH) else not answer
"""

AGAIN = """

@mechanism
def again(answer: Bool):
    while True:
        yield answer if flip(TRUTH) else not answer
"""

BELIEF = """

@prior
def sick(p: Probability):
    state = flip(p)
    secret(state)
    return state


@mechanism
def coin(answer: Bool):
    return answer if flip(TRUTH) else not answer
"""

CHAIN = """

@prior
def chain():
    state = flip(1 / 2)
    secret(state)
    while True:
        yield state
        state = flip(1 / 2)
"""

ANEW = """

@prior
def anew(p: Probability):
    state = flip(1 / 2)
    secret(state)
    while True:
        yield state
        state = flip(p)
"""

DAYS = """
from faier import Real


@prior
def days(stay: Real[1 / 2, 3 / 4]):
    state = flip(1 / 2)
    secret(state)
    for _ in range(2):
        yield state
        state = state if flip(stay) else not state
"""

KNOB = """

EPS = Positive(1)


@mechanism
def knob(answer: Bool):
    return answer if flip(exp(EPS) / (1 + exp(EPS))) else not answer
"""

SHY = """

EPS = Positive(1)


@mechanism
def shy(answer: Bool):
    if flip(1 / 3):
        return answer if flip(exp(EPS) / (1 + exp(EPS))) else not answer
    return flip(1 / 2)
"""

SQUARE = """

@prior
def square(p: Probability):
    state = flip(1 / 2)
    flip((2 * p - 1) * (2 * p - 1))
    secret(state)
    return state


@mechanism
def coin(answer: Bool):
    return answer if flip(TRUTH) else not answer
"""

# A parameter that is called e is between 0 and 1, too.
CALLED_E = """

@prior
def rare(e: Probability):
    state = flip(1 / 2)
    secret(state)
    return state if flip(1 / 8 + e / 4) else not state


@mechanism
def shown(answer: Bool):
    return answer
"""


ADDED = """from faier import Int, Probability, each, flip, geometric, log, mechanism, prior, private, secret


@prior
def ill(p: Probability):
    state = flip(p)
    secret(state)
    return int(state)


@mechanism
def noisy(count: Int[0, 1]):
    return count + geometric(1 / 2)
"""

# The sparse vector: the threshold moves by one, and a fresh draw by two where it is exceeded.
SPARSE = """from faier import Int, Positive, Stream, each, exp, geometric, log, mechanism, one

EPS = Positive(1)


@mechanism
def sparse(answers: Stream[Int[-1, 1]]):
    threshold = geometric(exp(-EPS / 4))
    for answer in answers:
        if answer + geometric(exp(-EPS / 2)) >= threshold:
            yield True
            return
        yield False
"""


SURVEY = """from faier import Int, Records, added, each, laplace, log, mechanism, one, private, total


@mechanism
def survey(ages: Records[Int[0, 10], 1000]):
    tall, summed = 0, 0
    for age in ages:
        if age > 4:
            tall += 1
        summed += min(age, 5)
    return [tall + laplace(4), summed + laplace(10)]


@mechanism
def grown(ages: Records[Int[0, 10], 1000]):
    seen, summed = [0], 0
    for age in ages:
        summed += len(seen)
        seen.append(age)
    return summed + laplace(10)


@mechanism
def shown(ages: Records[Int[0, 10], 1000]):
    noise = laplace(10)
    return [sum(ages) + noise, noise]
"""


REALS = """from faier import Int, Stream, laplace, log, mechanism, one, total


@mechanism
def half(answer: Int[0, 1]):
    y = answer + laplace(1)
    if y >= 1:
        return y
    return 0


@mechanism
def halves(answers: Stream[Int[0, 2]]):
    kept = laplace(2)
    for answer in answers:
        yield answer / 2 + laplace(2) >= kept
        yield answer / 2 + laplace(2)
"""
HALF = {"mechanism": "half", "epsilon": "1", "neighbors": "one(1)"}
OUTPUT = ("evidence", "outputs", 0, "shown", 0)
COVERED = json.loads(
    """
{"kind": "bounds", "proofs": [{"kind": "cover", "vectors": [[[[[["1/1", "1/1"]]], [1]]], [[[1, 0],
[1, 0]], [[0, 1], [0, 1]]], [[[1, 0], [1, 0]], [[0, 1], [0, [["1/1", "1/1"]]]]], [[[1, 0], [1, 0]],
[[0, [["1/1", "1/1"]]], [0, 1]]], [[[1, 0], [1, 0]], [[0, 1], [0, 1]]], [[[1], [1]]], [[[1],
[1]]]], "steps": [[{"times": [["2/1", "2/1"]], "sum": [[0, [["2/1", "1/1"], ["-1/1", "0/1"]]]]},
{"times": [["2/1", "1/1"]], "sum": [[0, "1/1"]]}, {"times": [["2/1", "2/1"]], "sum": [[0, [["2/1",
"1/1"], ["-1/1", "0/1"]]]]}, {"times": [["2/1", "1/1"]], "sum": [[0, "1/1"]]}, {"times": [["2/1",
"1/1"]], "sum": [[0, "1/1"]]}, [[0, "1/2"]], {"times": [["2/1", "1/1"]], "sum": [[0, "1/1"]]},
{"times": [["2/1", "1/1"]], "sum": [[0, "1/1"]]}], [[], [[0, "1/1"]], {"times": [["1/1", "1/1"]],
"sum": [[1, "1/1"]]}], [[], [[0, "1/1"]], {"times": [["1/1", "1/1"]], "sum": [[1, "1/1"]]}], [[],
[[0, "1/1"]], {"times": [["1/1", "1/1"]], "sum": [[1, "1/1"]]}], [[], [[0, "1/1"]], [[1, "1/1"]]],
[[[0, "1/1"]]], [[[0, "1/1"]]]]}]}
"""
)


@dataclass(frozen=True)
class Rule:
    source: str
    claim: dict[str, Any]
    verdict: str
    evidence: dict[str, Any]
    rejected: tuple[tuple[Any, ...], ...]
    length: int | None = None
    settings: dict[str, str] = field(default_factory=dict)

    def certificate(self) -> dict[str, Any]:
        empty = dict.fromkeys(("decorator", "delta", "neighbors", "prior", "pairs"))
        return {
            "format": FORMAT,
            "file": {"path": "m.py", "sha256": hashlib.sha256(self.source.encode()).hexdigest()},
            "set": self.settings,
            "claim": empty | self.claim,
            "verdict": self.verdict,
            "length": self.length,
            "evidence": self.evidence,
        }

    def changed(self, path: tuple[Any, ...], value: Any) -> str:
        document = json.loads(json.dumps(self.certificate()))
        place = document
        for step in path[:-1]:
            place = place[step]
        if value == GONE:
            del place[path[-1]]
        else:
            place[path[-1]] = value
        return json.dumps(document)


def coin(epsilon: str, decorator: int | None = None, **more: Any) -> dict[str, Any]:
    return {"mechanism": "coin", "epsilon": epsilon, "decorator": decorator, "neighbors": "one()"} | more


# Wrong with probability 1/4: what an output may be more likely by on the other side is worth 1/8.
LEAST = {
    "kind": "optimum",
    "error": "1/4",
    "factor": "3/1",
    "outputs": ["0/1", "1/1"],
    "weights": [["0/1", "1/2"], ["1/1", "1/2"]],
    "comparisons": [
        {"left": {"count": 0}, "right": {"count": 1}, "multipliers": ["1/8", "0/1"]},
        {"left": {"count": 1}, "right": {"count": 0}, "multipliers": ["0/1", "1/8"]},
    ],
}
PARAMETERS = {"p": "1/2"}
LEAST_BELIEVED = LEAST | {
    "weights": {"parameters": PARAMETERS},
    "comparisons": [
        {"parameters": PARAMETERS, "public": {}, "left": False, "right": True, "multipliers": ["1/8", "0/1"]},
        {"parameters": PARAMETERS, "public": {}, "left": True, "right": False, "multipliers": ["0/1", "1/8"]},
    ],
}
NOISY = {"mechanism": "noisy", "epsilon": "log(3)", "neighbors": "each(1)"}
BELIEVED_NOISY = {"mechanism": "noisy", "epsilon": "log(3)", "prior": "ill"}

ENUMERATION = {"kind": "enumeration", "boxes": {}}
TOLD = {
    "kind": "violation",
    "outputs": [{"shown": [True], "ended": True}],
    "at_epsilon": None,
    "left": {"answer": True},
    "right": {"answer": False},
}
BELIEVED = TOLD | {"left": True, "right": False, "parameters": {"p": "1/2"}, "public": {}}
# The name of 1 - 4 p + 4 p^2, which is 0 at 1/2.
NAME = hashlib.sha256(b"0:1;1:-4;2:4").hexdigest()[:32]
GROWTH = {
    "kind": "growth",
    "place": 0,
    "prefix": [1],
    "cycle": [0],
    "suffix": [],
    "ended": False,
    "low": ["1/1", "0/1"],
    "high": ["3/1", "1/1"],
    "rates": ["3/4", "1/2"],
}
ONE, HALVES = [[0, "1/1"]], [[[0, "3/4"], [1, "1/4"]], [[0, "1/4"], [1, "3/4"]]]
COVER = {
    "kind": "cover",
    "vectors": [
        [[[3], [1]]],
        [[[3, 0], [1, 0]], [[0, 3], [0, 1]]],
        [[[1, 0], [1, 0]], [[0, 1], [0, 1]]],
        [[[1], [1]]],
    ],
    "steps": [
        [[[0, top]] for top in ("1/3", "3/4", "1/4", "1/4", "1/12", "1/12", "1/4", "1/4", "3/4")],
        [[], [[0, "9/16"], [1, "9/16"]], [[0, "1/1"]], [[1, "1/1"]]],
        [[], [[0, "1/1"], [1, "1/1"]], [[0, "1/1"]], [[1, "1/1"]]],
        [[[0, "1/1"]], [[0, "3/4"]], [[0, "1/4"]], [[0, "1/4"]], [[0, "3/4"]]],
    ],
}
MOVES = [[[[[0, 0, "3/4"]]] * 2, [[[0, 0, "1/4"]]] * 2], [[[[0, 0, "1/4"]]] * 2, [[[0, 0, "3/4"]]] * 2]]
COUPLING = {
    "kind": "coupling",
    "factor": "3/1",
    "left": [[ONE], HALVES, HALVES, [ONE]],
    "right": [[ONE], HALVES, HALVES[::-1], [ONE]],
    "bounds": [[["3/1"]], [["3/1", "9/1"], ["9/1", "3/1"]], [["3/1", "1/1"], ["1/1", "3/1"]], [["1/1"]]],
    "flows": [
        [[[[[0, 0, "1/1"]]]], [[[[0, 0, "1/1"]]]], [[[[1, 1, "1/1"]]]], [[[[1, 1, "1/1"]]]]],
        MOVES,
        MOVES,
        [[[[[0, 1, "1/1"]]]], [[[[1, 0, "1/1"]]]]],
    ],
    "start": [[0, 0, "1/1"]],
}


def turned(i: int, j: int, *amounts: str) -> list[list[list[list[Any]]]]:
    return [[[[i, j, amount]]] * 2 for amount in amounts]


# Places are the end; where the state is drawn anew, the secret told; the start. Then the same for the other order.
TURNS = [turned(0, 1, "3/4", "1/4"), turned(1, 0, "3/4", "1/4"), turned(0, 1, "1/4", "3/4"), turned(1, 0, "1/4", "3/4")]
ENDLESS_PLACES = {
    "left": [[ONE], HALVES, [ONE], HALVES[::-1], [ONE]],
    "right": [[ONE], HALVES[::-1], [ONE], HALVES, [ONE]],
    "bounds": [[["1/1"]], [["3/1", "1/1"], ["1/1", "3/1"]], [["3/1"]], [["3/1", "1/1"], ["1/1", "3/1"]], [["3/1"]]],
    "flows": [
        [],
        [turned(0, 0, "1/1", "1/1"), *TURNS],
        [[[[[0, 0, "1/4"]]]]],
        [turned(0, 0, "1/1", "1/1"), *TURNS[::-1]],
        [[[[[0, 0, "1/4"]]]]],
    ],
}
# Places are the end; the end of a run, and a part that begins there; the second day. Then, for either order, the first
# day, the part that begins there, and the start.
LATER = [
    [[0, "3/8"], [1, "1/8"], [2, "1/8"], [3, "3/8"]],
    [[0, "9/16"], [1, "1/16"], [2, "3/16"], [3, "3/16"]],
    [[0, "3/16"], [1, "3/16"], [2, "1/16"], [3, "9/16"]],
]
AFTER = [
    [[[[0, 0, "1/2"]], None, None], [None, [[0, 0, one]], None], [None, None, [[0, 0, other]]]]
    for one, other in (("5/8", "3/8"), ("3/8", "5/8"))
]


def only(at: int, amount: str) -> list[list[list[list[Any]]]]:
    return [[[[at, at, amount]]]]


DAYS_PLACES = {
    "left": [[ONE], [ONE], [ONE], LATER, HALVES[:1], [ONE], [ONE], HALVES[1:], [ONE], [ONE]],
    "right": [[ONE], [ONE], [ONE], [LATER[0], *LATER[:0:-1]], HALVES[1:], [ONE], [ONE], HALVES[:1], [ONE], [ONE]],
    "bounds": [
        *[[["1/1"]]] * 3,
        [["1/1", None, None], [None, "5/3", None], [None, None, "5/3"]],
        *[[[bound]] for bound in ("5/1", "5/3", "3/1", "5/1", "15/1", "1/3")],
    ],
    "flows": [
        [],
        [only(0, "1/1")],
        [only(0, "1/1")],
        AFTER,
        [only(0, "3/4"), only(1, "3/4"), only(0, "1/4"), only(1, "1/4")],
        [only(0, "4/3")],
        [only(0, "3/16")],
        [only(0, "1/4"), only(2, "1/4"), only(0, "3/4"), only(2, "3/4")],
        [only(0, "4/1")],
        [only(0, "1/16")],
    ],
}


def raised(*powers: int, knob: bool = False) -> list[Any]:
    """The sum of these powers of e, or of e^EPS."""
    return [["1/1", "0/1", f"{power}/1"] if knob else ["1/1", f"{power}/1"] for power in powers]


def cover_of_powers(knob: bool) -> dict[str, Any]:
    """For answers that are right with probability x / (1 + x), and x is e or e^EPS."""
    top, both, more = (raised(*powers, knob=knob) for powers in ((1,), (1, 0), (2, 1)))
    full = [[0, "1/1"]]
    low, high, least = ({"times": factor, "sum": full} for factor in (top, both, more))
    kept = {"times": both, "sum": [[0, top]]}
    units = [[], *([[at, "1/1"]] for at in range(3))]
    return {
        "kind": "cover",
        "vectors": [
            [[[top], [1]]],
            [[[1, 1], [1, 1]], [[top, 0], [1, 0]], [[0, top], [0, 1]]],
            [[[1, 1], [1, 1]], [[1, 0], [1, 0]], [[0, 1], [0, 1]]],
            [[[1], [1]]],
        ],
        "steps": [
            [low, low, kept, high, low, high, least, low, least, high, low, high, kept],
            units,
            units,
            [full, full, kept, high, full, high, kept],
        ],
    }


# The name of the sum that says so of the less likely answer.
FINE = "b120ecf56f754083720206cf364ebe29"

E_COVER, EPS_COVER = cover_of_powers(knob=False), cover_of_powers(knob=True)
E_RESPONSE = STREAM.replace("TRUTH", "exp(1) / (1 + exp(1))")
EPS_RESPONSE = "\n\nEPS = Positive(1)\n" + STREAM.replace("TRUTH", "exp(EPS) / (1 + exp(EPS))")
E_COIN = "\n\n" + COIN[COIN.index("@mechanism") :].replace("TRUTH", "exp(1) / (1 + exp(1))")
# e / (1 + e) is between 0.73105 and 0.73106.
E_GROWTH = GROWTH | {"high": ["4/1", "1/1"], "rates": ["73/100", "1/2"]}
TOLD_ONE, TOLD_OTHER = [[[[0, 0, "1/1"]], None], [None, []]], [[[], None], [None, [[0, 0, "1/1"]]]]
E_SHARES = [[0, 0, "3/4"], [1, 1, "11/40"]], [[0, 0, "11/40"], [1, 1, "3/4"]]
UNITS = [[[0, "1/1"]], [[1, "1/1"]]]
E_COUPLING = {
    "kind": "coupling",
    "factor": "3/1",
    "left": [[ONE], UNITS, UNITS, [ONE], [ONE]],
    "right": [[ONE], UNITS, UNITS, [ONE], [ONE]],
    "bounds": [[["3/1"]], *([["1/1", None], [None, "1/1"]],) * 2, *([["1/1"]],) * 2],
    "flows": [
        [[[E_SHARES[0]]], [[E_SHARES[0]]], [[E_SHARES[1]]], [[E_SHARES[1]]]],
        *([TOLD_ONE, TOLD_OTHER],) * 2,
        [],
        [],
    ],
    "start": [[0, 0, "1/1"]],
}
SQUARES = SQUARE[: SQUARE.index("    return state")] + "    yield state\n" + STREAM


def squares_cover(left: int) -> dict[str, Any]:
    """For a stream of one arrival that is the secret: spots show an answer of either secret, then they end."""
    sides = left, 1 - left
    shown = [[[int(at == 2 * value + side) for at in range(4)] for side in sides] for value in range(2)]
    ended = [[[int(at == side) for at in range(2)] for side in sides]]
    return {
        "kind": "cover",
        "vectors": [shown, ended],
        "steps": [[[], [[0, "1/1"]], [[1, "1/1"]]], [[[0, "1/1"]]]],
    }


# The name of (2 p - 1)^2, where p makes a draw impossible.
DRAWN = hashlib.sha256(b"0:1;1:-4;2:4").hexdigest()[:32]
E1 = ("evidence",)

HISTOGRAM = """from faier import Int, Vector, laplace, mechanism, moves, private

LINE = [(0, 1), (1, 2)]


@mechanism
def prefixes(counts: Vector[Int[0, 9], 3]):
    total = 0
    for count in counts:
        total += count
        yield total + 2 * laplace(1 / 2)
"""
SHARED = """
from faier import Int, Vector, laplace, mechanism, moves, private

@mechanism
def shared(counts: Vector[Int[0, 9], 2]):
    one, other = laplace(1), laplace(1)
    return [counts[0] + one + other, counts[1] - other]
"""
KEPT = """from faier import Int, Stream, each, geometric, mechanism, one, private


@mechanism
def stream(answers: Stream[Int[0, 1]]):
    kept = geometric(1 / 2)
    for answer in answers:
        yield answer + geometric(1 / 2) >= kept
"""
IN_CELLS = json.loads(
    """
{"kind": "cells", "integers": [-1, 0, 1, 2], "reals": [], "at_epsilon": null, "prefix": [],
"cycle": [[0, 1], [false], [1, 0], [true]], "low": ["0/1", "0/1", "0/1", "1/1", "0/1"],
"high": ["4/3", "12/7", "3/1", "3/1", "1/1"], "rates": ["4/9", "1/6"]}
"""
)
MEASURED = {"mechanism": "coin", "epsilon": None, "neighbors": "one()"}

RULES: dict[str, Rule] = {
    "a Renyi divergence": Rule(
        HEAD + COIN,
        MEASURED | {"renyi": "(2, log(7 / 3))"},
        "proved",
        {"kind": "divergences"},
        (
            (("claim", "renyi"), "(2, log(233 / 100))"),
            (("claim", "renyi"), "(3 / 2, log(7 / 3))", "valid"),
            (("claim", "renyi"), "(201 / 100, log(7 / 3))"),
            (("claim", "renyi"), "(1, log(3))", "holey"),
            (("claim", "renyi"), "log(3)", "holey"),
            (("claim", "renyi"), GONE),
            (("claim", "epsilon"), "log(3)"),
            (("claim", "delta"), "1 / 2"),
            (("claim", "zcdp"), "3"),
            (("claim", "decorator"), 0),
            (("length",), 1, "holey"),
            (("evidence", "orders"), ["2/1"]),
            (("evidence", "kind"), "enumeration"),
            (("evidence",), {"kind": "enumeration", "boxes": {}}),
            (("evidence",), {"kind": "divergence", "left": {"answer": True}, "right": {"answer": False}}),
        ),
    ),
    "divergences of all orders": Rule(
        HEAD + COIN,
        MEASURED | {"zcdp": "3 / 4"},
        "proved",
        {"kind": "divergences", "orders": ["5/4", "3/2"]},
        (
            (("claim", "zcdp"), "7 / 10"),
            (("evidence", "orders"), ["3/2"], "valid"),
            (("evidence", "orders"), ["5/4", "3/2", "2/1", "9/1"], "valid"),
            (("evidence", "orders"), []),
            (("evidence", "orders"), ["5/4"]),
            (("evidence", "orders"), ["7/4"]),
            (("evidence", "orders"), ["3/2", "5/4"]),
            (("evidence", "orders"), ["1/1", "3/2"]),
            (("evidence", "orders"), ["1/2", "3/2"]),
            (("evidence", "orders"), ["3/2", 3]),
            (("evidence", "orders"), GONE),
        ),
    ),
    "a divergence that is exceeded": Rule(
        HEAD + COIN,
        MEASURED | {"renyi": "(2, log(23 / 10))"},
        "refuted",
        {"kind": "divergence", "left": {"answer": True}, "right": {"answer": False}},
        (
            (("claim", "renyi"), "(2, log(7 / 3))"),
            (("claim", "neighbors"), "pairs((True, True))", "holey"),
            (("evidence", "right"), {"answer": True}),
            (("evidence", "left"), {"answer": 1}),
            (("evidence", "order"), "2/1"),
            (("verdict",), "proved"),
        ),
    ),
    "an order that is exceeded": Rule(
        HEAD + BELIEF.replace("p: Probability", "").replace("flip(p)", "flip(1 / 3)"),
        {"mechanism": "coin", "epsilon": None, "prior": "sick", "zcdp": "2 / 5"},
        "refuted",
        {"kind": "divergence", "order": "2/1", "left": True, "right": False, "parameters": {}, "public": {}},
        (
            (("claim", "zcdp"), "3 / 5"),
            (("evidence", "order"), "1/1"),
            (("evidence", "order"), "9/1"),
            (("evidence", "order"), GONE),
            (("evidence", "right"), True),
            (("evidence", "right"), 2),
            (("evidence", "public"), {"answer": True}),
        ),
    ),
    "sums of counts that share noise": Rule(
        SHARED,
        {"mechanism": "shared", "epsilon": "1", "neighbors": "moves((0, 1), (0, None))"},
        "proved",
        {"kind": "shifts", "ways": [[[1, "1/1"]], [[0, "1/1"]]]},
        (
            (("claim", "epsilon"), "99 / 100"),
            (("claim", "neighbors"), "moves((1, None))"),
            (("evidence", "ways"), [[[1, "1/1"]]]),
            (("evidence", "ways"), [[[0, "1/1"]], [[1, "1/1"]]], "valid"),
            (("evidence", "ways"), [[[1, "-1/1"]], [[0, "1/1"]]]),
            (("evidence", "ways"), [[[1, "1/1"]], [[2, "1/1"]]]),
            (("evidence", "ways"), [[[1, 1]], [[0, "1/1"]]]),
            (("evidence", "ways"), {}),
            (("evidence", "ways"), None, "holey"),
        ),
    ),
    "sums of counts": Rule(
        HISTOGRAM,
        {"mechanism": "prefixes", "epsilon": "1", "neighbors": "moves(*LINE)"},
        "proved",
        {"kind": "shifts"},
        (
            (("claim", "epsilon"), "99 / 100"),
            (("claim", "neighbors"), "moves((0, 2))"),
            (("claim", "neighbors"), "moves((0, 1), (2, None))", "valid"),
            (("claim", "neighbors"), "moves((1, None))"),
            (("claim", "neighbors"), "moves((2, 3))", "holey"),
            (("claim", "neighbors"), "moves((1, 1))"),
            (("claim", "neighbors"), "moves()", "holey"),
            (("claim", "neighbors"), "total(1)", "holey"),
            (("claim", "neighbors"), '{"counts": moves(*LINE)}', "valid"),
            (("claim", "neighbors"), '{"other": moves(*LINE)}'),
            (("claim", "delta"), "1 / 2", "holey"),
            (("evidence", "shift"), 1),
            (("evidence", "kind"), "alignment"),
            (("verdict",), "refuted"),
        ),
    ),
    "two runs side by side": Rule(
        SPARSE,
        {"mechanism": "sparse", "epsilon": "5 / 4 * EPS", "neighbors": "each(1)"},
        "proved",
        {"kind": "alignment", "shift": 2},
        (
            (("claim", "epsilon"), "1249 / 1000 * EPS"),
            (("claim", "epsilon"), "EPS + 1"),
            (("claim", "epsilon"), "100"),
            (("claim", "neighbors"), "each(2)"),
            (("claim", "delta"), "1 / 2", "holey"),
            (("evidence", "shift"), 1),
            (("evidence", "shift"), 0),
            (("evidence", "shift"), -1),
            (("evidence", "shift"), True),
            (("evidence", "shift"), "2"),
            (("evidence", "shift"), 9, "holey"),
            (("evidence", "shift"), GONE),
            (("evidence", "more"), []),
            (("verdict",), "refuted"),
        ),
    ),
    "reals that are shown": Rule(
        REALS,
        HALF,
        "proved",
        ENUMERATION,
        (
            (("claim", "epsilon"), "999 / 1000"),
            (("claim", "epsilon"), "log(5 / 2)"),
            (("verdict",), "refuted"),
        ),
    ),
    "vectors at letters of reals": Rule(
        REALS,
        HALF,
        "proved",
        COVERED,
        (
            (("claim", "epsilon"), "999 / 1000"),
            (("evidence", "proofs", 0, "steps", 1), COVERED["proofs"][0]["steps"][1][:-1]),
            (("evidence", "proofs", 0, "steps", 1), COVERED["proofs"][0]["steps"][1][::-1]),
            (("evidence", "proofs", 0, "steps", 2, 1), []),
            (("evidence", "proofs", 0, "steps", 2, 1), [[0, "9/10"]]),
            (("evidence", "proofs", 0, "steps", 2, 2, "times"), [["1/1", "9/10"]]),
            (("evidence", "proofs", 0, "steps", 3, 2, "times"), [["1/1", "11/10"]]),
            (("evidence", "proofs", 0, "vectors", 2), COVERED["proofs"][0]["vectors"][3]),
            (("evidence", "proofs", 0, "vectors", 2), COVERED["proofs"][0]["vectors"][2][:1]),
            (("evidence", "proofs"), []),
        ),
    ),
    "a density": Rule(
        REALS,
        HALF | {"epsilon": "999 / 1000"},
        "refuted",
        {
            "kind": "violation",
            "outputs": [{"shown": [{"near": "1/1", "side": 1}], "ended": True}],
            "at_epsilon": None,
            "left": {"answer": 1},
            "right": {"answer": 0},
        },
        (
            (("claim", "epsilon"), "1"),
            (("claim", "delta"), "1 / 9"),
            ((*OUTPUT, "side"), 0),
            ((*OUTPUT, "side"), -1),
            ((*OUTPUT, "side"), "1"),
            ((*OUTPUT, "near"), "99/100"),
            ((*OUTPUT, "near"), "0/1"),
            ((*OUTPUT, "near"), 1),
            ((*OUTPUT, "near"), "2/1", "valid"),
            (OUTPUT, "1/1"),
            (OUTPUT, 1),
            (OUTPUT, [{"near": "1/1", "side": 1}]),
            (("evidence", "left", "answer"), 0),
            (("evidence", "right", "answer"), 1),
            (("evidence", "left", "answer"), {"near": "1/1", "side": 1}),
            (("evidence", "at_epsilon"), "1/1"),
        ),
    ),
    "reals that are shifted": Rule(
        REALS,
        {"mechanism": "halves", "epsilon": "1", "neighbors": "total(2)"},
        "proved",
        {"kind": "alignment", "shift": 2, "step": "1/2"},
        (
            (("claim", "epsilon"), "99 / 100"),
            (("claim", "neighbors"), "total(1)", "valid"),
            (("evidence", "step"), "1/3"),
            (("evidence", "step"), "1/1"),
            (("evidence", "step"), GONE),
            (("evidence", "step"), "0/1"),
            (("evidence", "step"), "-1/2"),
            (("evidence", "step"), 1),
            (("evidence", "shift"), 1),
            (("evidence", "shift"), 0),
            (("evidence", "shift"), 3, "valid"),
        ),
    ),
    "the file": Rule(
        HEAD + COIN,
        coin("log(3)", 0),
        "proved",
        ENUMERATION,
        (
            (("format",), "faier.certificate/2"),
            (("format",), GONE),
            (("more",), 1),
            (("file", "sha256"), "0" * 64),
            (("file", "path"), 1),
            (("set",), {"LIES": "1"}),
            (("set",), {"TRUTH": "4 / 5"}),
            (("verdict",), "refuted"),
            (("verdict",), "undecided"),
            (("length",), -1),
            (("length",), True),
            (("evidence",), {"kind": "none", "why": "a solver said so"}, "holey"),
            (("evidence",), {"kind": "magic"}),
        ),
    ),
    "the claim": Rule(
        HEAD + COIN,
        coin("log(3)", 0),
        "proved",
        ENUMERATION,
        (
            (("claim", "mechanism"), "other"),
            (("claim", "decorator"), 1),
            (("claim", "decorator"), 2),
            (("claim", "decorator"), True),
            (("claim", "decorator"), False),
            (("claim", "decorator"), -1),
            (("claim", "epsilon"), "log(4)"),
            (("claim", "epsilon"), None),
            (("claim", "delta"), "0"),
            (("claim", "neighbors"), None),
            (("claim", "neighbors"), "one(1)"),
            (("claim", "prior"), "sick"),
            (("claim", "pairs"), "((True, False),)"),
        ),
    ),
    "settings": Rule(
        HEAD + COIN,
        coin("log(4)"),
        "proved",
        ENUMERATION,
        ((("set", "TRUTH"), "5 / 6"), (("set", "TRUTH"), GONE, "valid"), (("set", "TRUTH"), 1)),
        settings={"TRUTH": "4 / 5"},
    ),
    "violation": Rule(
        HEAD + COIN,
        coin("log(2)", 1),
        "refuted",
        TOLD,
        (
            ((*E1, "outputs"), []),
            ((*E1, "outputs", 0, "shown"), [1]),
            ((*E1, "outputs", 0, "shown"), [False]),
            ((*E1, "outputs", 0, "shown"), [True, True]),
            ((*E1, "outputs", 0, "shown"), []),
            ((*E1, "outputs", 0, "ended"), False, "valid"),  # True is also what is seen first
            ((*E1, "outputs"), [{"shown": [True], "ended": True}] * 2),
            ((*E1, "at_epsilon"), "1/1"),
            ((*E1, "left"), {}),
            ((*E1, "left", "answer"), False),
            ((*E1, "left", "answer"), 1),
            ((*E1, "right", "answer"), True),
            ((*E1, "right", "more"), True),
            (("claim",), coin("log(3)") | dict.fromkeys(("delta", "prior", "pairs"))),
            (("length",), 1),
        ),
    ),
    "violation with a delta": Rule(
        HEAD + COIN,
        coin("0", delta="1 / 3"),
        "refuted",
        TOLD,
        (
            (("claim", "delta"), "1 / 2"),
            (("claim", "delta"), "2", "holey"),
            ((*E1, "outputs"), [{"shown": [True], "ended": True}, {"shown": [False], "ended": True}]),
            ((*E1, "outputs"), [{"shown": [True], "ended": True}, {"shown": [], "ended": False}]),
            ((*E1, "outputs"), [{"shown": [True], "ended": False}, {"shown": [], "ended": False}]),
            ((*E1, "outputs"), [{"shown": [True], "ended": False}], "valid"),
        ),
    ),
    "violation of a belief": Rule(
        HEAD + BELIEF,
        coin("log(2)", neighbors=None, prior="sick"),
        "refuted",
        BELIEVED,
        (
            ((*E1, "left"), False),
            ((*E1, "right"), True),
            ((*E1, "left"), 2),
            ((*E1, "parameters", "p"), "0/1"),
            ((*E1, "parameters", "p"), "1/4", "valid"),
            ((*E1, "parameters", "p"), GONE),
            ((*E1, "parameters", "q"), "1/2"),
            ((*E1, "public", "answer"), True),
            ((*E1, "public", "nobody"), True),
            (("claim", "epsilon"), "log(3)"),
            (("claim", "pairs"), "((True, 5),)"),
            (("claim", "pairs"), "((False, True),)", "valid"),
        ),
    ),
    "violation at an epsilon": Rule(
        HEAD + KNOB,
        coin("EPS / 2") | {"mechanism": "knob"},
        "refuted",
        TOLD | {"at_epsilon": "1/1"},
        (
            ((*E1, "at_epsilon"), "0/1"),
            ((*E1, "at_epsilon"), "-1/1"),
            ((*E1, "at_epsilon"), 1),
            ((*E1, "at_epsilon"), None, "holey"),
            ((*E1, "at_epsilon"), "7/2", "valid"),
            (("claim", "epsilon"), "EPS"),
        ),
    ),
    "payments": Rule(
        SURVEY,
        {"mechanism": "survey", "epsilon": "3 / 4", "neighbors": "added()"},
        "proved",
        {"kind": "payments"},
        (
            (("claim", "epsilon"), "749 / 1000"),
            (("claim", "epsilon"), "log(2)"),
            (("claim", "epsilon"), "log(3)", "valid"),
            (("claim", "delta"), "1 / 10", "valid"),
            (("claim", "neighbors"), "one()", "valid"),
            (("claim", "neighbors"), "one(1)", "valid"),
            (("claim", "neighbors"), "each(1)"),
            (("claim", "neighbors"), "total(1)", "holey"),
            (("claim", "neighbors"), "lambda one, other: True", "holey"),
            (("claim", "mechanism"), "grown", "holey"),
            (("claim", "mechanism"), "shown", "holey"),
            (("length",), 5, "valid"),
            (("verdict",), "refuted"),
            (("evidence", "kind"), "payment"),
            (("evidence", "proofs"), []),
            (("evidence", "paid"), "3/4"),
        ),
    ),
    "enumeration": Rule(
        HEAD + COIN,
        coin("log(3)"),
        "proved",
        ENUMERATION,
        (
            ((*E1, "boxes"), []),
            ((*E1, "boxes"), {"0": 0}),
            ((*E1, "more"), 0),
            (("claim", "epsilon"), "log(3) - 1 / 1000000"),
            (("claim", "epsilon"), "1.0986122"),
            (("claim", "epsilon"), "1.0986123", "valid"),
            (("claim", "epsilon"), "-1", "holey"),
            (("length",), 0, "valid"),
        ),
    ),
    "enumeration with a delta": Rule(
        HEAD + COIN,
        coin("log(2)", delta="1 / 4"),
        "proved",
        ENUMERATION,
        ((("claim", "delta"), "0.2499"), (("claim", "epsilon"), "log(2) - 1 / 1000"), (("length",), 1, "holey")),
    ),
    "enumeration for every epsilon": Rule(
        HEAD + KNOB,
        coin("EPS") | {"mechanism": "knob"},
        "proved",
        ENUMERATION,
        (
            (("claim", "epsilon"), "EPS * 99 / 100"),
            (("claim", "epsilon"), "2"),
            (("claim", "epsilon"), "-EPS", "holey"),
        ),
    ),
    "a parameter called e": Rule(
        HEAD + CALLED_E,
        coin("log(7)", neighbors=None, prior="rare") | {"mechanism": "shown"},
        "proved",
        ENUMERATION,
        ((("claim", "epsilon"), "log(5)"), (("claim", "epsilon"), "2", "valid")),
    ),
    "boxes": Rule(
        HEAD + SQUARE,
        coin("log(3)", neighbors=None, prior="square"),
        "proved",
        {"kind": "enumeration", "boxes": {NAME: [0, "1/2", 0, 0]}},
        (
            ((*E1, "boxes"), {}),
            ((*E1, "boxes", NAME), 0),
            ((*E1, "boxes", NAME), [0, "1/3", 0, 0]),
            ((*E1, "boxes", NAME), [1, "1/2", 0, 0]),
            ((*E1, "boxes", NAME), [0, "0/1", 0, 0]),
            ((*E1, "boxes", NAME), [0, "1/1", 0, 0]),
            ((*E1, "boxes", NAME), [0, "1/2", 0]),
            ((*E1, "boxes", NAME), [0, "1/2", 0, False]),
            ((*E1, "boxes", NAME), [0, "1/2", 0, [0, "1/3", 0, 0]], "valid"),
            ((*E1, "boxes"), {NAME: [0, "1/2", 0, 0], "0" * 32: 0}),
        ),
    ),
    "pieces": Rule(
        HEAD + SHY,
        coin("EPS * 33334 / 100000") | {"mechanism": "shy"},
        "proved",
        {
            "kind": "enumeration",
            "boxes": {FINE: {"pieces": [["0/1", ["rise", "0/1", ["rise", "16667/50000", "sums"]]]]}},
        },
        (
            ((*E1, "boxes"), {}, "holey"),
            ((*E1, "boxes", FINE), 0, "holey"),
            ((*E1, "boxes", FINE), {"pieces": [["0/1", "sums"]]}),
            ((*E1, "boxes", FINE), {"pieces": [["0/1", ["rise", "0/1", "sums"]]]}),
            ((*E1, "boxes", FINE), {"pieces": [["0/1", ["rise", "0/1", ["chord", "1/1"]]]]}),
            ((*E1, "boxes", FINE), {"pieces": [["1/1", ["rise", "0/1", ["rise", "16667/50000", "sums"]]]]}),
            ((*E1, "boxes", FINE), {"pieces": []}),
            ((*E1, "boxes", FINE), {"pieces": [], "boxes": []}),
            ((*E1, "boxes", FINE, "pieces", 0, 0), "0"),
            ((*E1, "boxes", FINE, "pieces", 0, 1, 1), "1/2", "valid"),
            ((*E1, "boxes"), {"0" * 32: {"pieces": [["0/1", "sums"]]}}, "holey"),
            (("claim", "epsilon"), "EPS * 33333 / 100000", "holey"),
            (("claim", "epsilon"), "EPS * 33335 / 100000", "holey"),
        ),
    ),
    "bounds: cover": Rule(
        HEAD + STREAM,
        coin("log(3)") | {"mechanism": "answers"},
        "proved",
        {"kind": "bounds", "proofs": [COVER]},
        (
            ((*E1, "proofs"), []),
            ((*E1, "proofs"), [COVER, COVER]),
            ((*E1, "proofs"), COVER),
            ((*E1, "proofs", 0, "kind"), "enumeration"),
            ((*E1, "proofs", 0, "vectors", 0), []),
            ((*E1, "proofs", 0, "vectors", 0, 0), [[-3], [1]]),
            ((*E1, "proofs", 0, "vectors", 0, 0), [[3]]),
            ((*E1, "proofs", 0, "vectors", 0, 0), [[4], [1]]),
            ((*E1, "proofs", 0, "vectors", 3, 0), [[2], [1]]),
            ((*E1, "proofs", 0, "vectors", 3, 0, 0, 0), "1/1"),
            ((*E1, "proofs", 0, "steps"), []),
            ((*E1, "proofs", 0, "steps", 0, 0), []),
            ((*E1, "proofs", 0, "steps", 0, 0), [[0, "1/4"]]),
            ((*E1, "proofs", 0, "steps", 0, 0), [[0, "1/2"]], "valid"),  # the word before has room
            ((*E1, "proofs", 0, "steps", 0, 0), [[0, "2/1"]]),
            ((*E1, "proofs", 0, "steps", 0, 0), [[1, "1/3"]]),
            ((*E1, "proofs", 0, "steps", 0, 0), [[0, "1/3"], [0, "0/1"]], "valid"),
            ((*E1, "proofs", 0, "steps", 1, 0), [[0, "-1/1"]]),
            (("claim", "epsilon"), "log(2)"),
            (("claim", "epsilon"), "log(4)", "valid"),
            (("claim", "neighbors"), "each(1)"),
            (("claim", "delta"), "1 / 9", "holey"),
            (("length",), 2),  # another graph
        ),
    ),
    "bounds: coupling": Rule(
        HEAD + STREAM,
        coin("log(3)") | {"mechanism": "answers"},
        "proved",
        {"kind": "bounds", "proofs": [COUPLING]},
        (
            ((*E1, "proofs", 0, "factor"), "4/1"),
            ((*E1, "proofs", 0, "factor"), "2/1"),
            ((*E1, "proofs", 0, "start"), []),
            ((*E1, "proofs", 0, "start"), [[0, 0, "1/2"]]),
            ((*E1, "proofs", 0, "start"), [[0, 0, "2/1"]]),
            ((*E1, "proofs", 0, "start"), [[0, 1, "1/1"]]),
            ((*E1, "proofs", 0, "start"), [[0, 0, "1/2"], [0, 0, "1/2"]], "valid"),
            ((*E1, "proofs", 0, "bounds", 3), [[None]]),
            ((*E1, "proofs", 0, "bounds", 3), [["1/2"]]),
            ((*E1, "proofs", 0, "bounds", 3), [["2/1"]]),
            ((*E1, "proofs", 0, "bounds", 3), [["-1/1"]]),
            ((*E1, "proofs", 0, "bounds", 3), []),
            ((*E1, "proofs", 0, "left", 3), [[[0, "2/1"]]]),
            ((*E1, "proofs", 0, "left", 3), [[[0, "-1/1"]]]),
            ((*E1, "proofs", 0, "left", 3), [[[1, "1/1"]]]),
            ((*E1, "proofs", 0, "right", 3), [[[0, "1/1"], [0, "1/1"]]]),
            ((*E1, "proofs", 0, "flows", 3, 0), [[None]]),
            ((*E1, "proofs", 0, "flows", 3, 0), [[[]]]),
            ((*E1, "proofs", 0, "flows", 3), []),
            ((*E1, "proofs", 0, "flows", 3, 0), [[[[0, 0, "1/1"]]]]),
            (("claim", "epsilon"), "1.0986122"),
        ),
    ),
    "places": Rule(
        HEAD + DAYS + STREAM,
        {"mechanism": "answers", "epsilon": "log(5)", "prior": "days"},
        "proved",
        {"kind": "places", "boxes": 0, "proofs": [DAYS_PLACES]},
        (
            (("claim", "epsilon"), "log(5) - 1 / 10 ** 9"),
            (("claim", "epsilon"), "log(6)", "valid"),
            (("claim", "delta"), "1 / 9", "holey"),
            (("claim", "prior"), None),
            (("claim",), coin("log(5)", delta=None, prior=None, pairs=None) | {"mechanism": "answers"}, "holey"),
            (("claim", "pairs"), "((True, False),)", "valid"),
            (("claim", "pairs"), "((True, True),)"),
            (("length",), 1),  # other places
            ((*E1, "boxes"), {}),
            ((*E1, "boxes"), 1),
            ((*E1, "boxes"), [0, "1/2", 0, 0]),
            ((*E1, "boxes"), [1, "1/2", 0, 0]),
            ((*E1, "boxes"), [0, "1/1", 0, 0]),
            ((*E1, "proofs"), []),
            ((*E1, "proofs"), [DAYS_PLACES] * 2),
            ((*E1, "proofs", 0, "start"), [[0, 0, "1/1"]]),
            ((*E1, "proofs", 0, "left"), []),
            ((*E1, "proofs", 0, "left", 9), []),
            ((*E1, "proofs", 0, "left", 9), [[[0, "2/1"]]]),  # the bound would be about another vector
            ((*E1, "proofs", 0, "right", 9), [[[0, "3/1"]]]),
            ((*E1, "proofs", 0, "right", 9), [[[0, "3/1"]], ONE]),
            ((*E1, "proofs", 0, "left", 4), [[[0, "1/1"]]]),
            ((*E1, "proofs", 0, "left", 4), [[[0, "-3/4"], [1, "1/4"]]]),
            ((*E1, "proofs", 0, "left", 4), [[[2, "3/4"], [1, "1/4"]]]),
            ((*E1, "proofs", 0, "bounds", 0), [["1/2"]]),
            ((*E1, "proofs", 0, "bounds", 0), [[None]]),
            ((*E1, "proofs", 0, "bounds", 3, 0, 0), "3/5"),
            ((*E1, "proofs", 0, "bounds", 3, 1, 1), "2/1"),  # what leads here counted on less
            ((*E1, "proofs", 0, "bounds", 3, 1, 2), "5/3"),
            ((*E1, "proofs", 0, "bounds", 4), [["4/1"]]),
            ((*E1, "proofs", 0, "bounds", 5), [["1/3"]]),
            ((*E1, "proofs", 0, "bounds", 5), [["2/1"]]),
            ((*E1, "proofs", 0, "bounds", 5), [[None]]),
            ((*E1, "proofs", 0, "flows", 3, 0, 1, 1), [[0, 0, "1/2"]]),
            ((*E1, "proofs", 0, "flows", 4, 0), [[[[1, 1, "3/4"]]]]),
            ((*E1, "proofs", 0, "flows", 4, 0), [[[[0, 1, "3/4"]]]]),
            ((*E1, "proofs", 0, "flows", 4, 3), [[[]]]),
            ((*E1, "proofs", 0, "flows", 4), [only(0, "3/4"), only(1, "3/4")]),  # one end of the box
            ((*E1, "proofs", 0, "flows", 6), [only(0, "1/16")]),
            ((*E1, "proofs", 0, "flows", 6), []),
        ),
    ),
    "places: without end": Rule(
        HEAD + ANEW + STREAM,
        {"mechanism": "answers", "epsilon": "log(3)", "prior": "anew"},
        "proved",
        {"kind": "places", "boxes": 0, "proofs": [ENDLESS_PLACES]},
        (
            (("claim", "epsilon"), "log(3) - 1 / 10 ** 9"),
            (("length",), 2),
            ((*E1, "proofs", 0, "bounds", 1, 0, 0), "2/1"),
            ((*E1, "proofs", 0, "bounds", 1, 0, 1), "1/2"),
            ((*E1, "proofs", 0, "bounds", 2), [["2/1"]]),
            ((*E1, "proofs", 0, "flows", 1, 0), turned(0, 0, "1/2", "1/2")),  # what is seen so far
            ((*E1, "proofs", 0, "flows", 1, 1), turned(0, 0, "3/4", "1/4")),
            ((*E1, "proofs", 0, "flows", 1, 2), turned(0, 1, "3/4", "1/4")),
        ),
    ),
    "bounds: cover with powers of e": Rule(
        HEAD + E_RESPONSE,
        coin("1") | {"mechanism": "answers"},
        "proved",
        {"kind": "bounds", "proofs": [E_COVER]},
        (
            (("claim", "epsilon"), "999999 / 1000000"),
            (("claim", "epsilon"), "log(2)"),
            (("claim", "epsilon"), "log(3)", "valid"),
            (("claim", "epsilon"), "log(21) / 3", "valid"),
            (("claim", "epsilon"), "log(20) / 3"),
            ((*E1, "boxes"), {}, "valid"),
            ((*E1, "boxes"), []),
            ((*E1, "boxes"), {"0": 0}),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), 3),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), 2),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "999/1000"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "1001/1000"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/2", "1/1"], ["1/2", "1/1"]], "valid"),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "1/1", "0/1"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", 1]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), ["1/1", "1/1"]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "6000/1"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), "3/1"),
            ((*E1, "proofs", 0, "vectors", 0, 0, 1, 0), [["1/1", "1/1000"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 1, 0), [["1/1", "1/1"], ["-3/1", "0/1"]]),
            ((*E1, "proofs", 0, "vectors", 3, 0, 1, 0), [["1/1", "1/1"], ["-2/1", "0/1"]]),
            ((*E1, "proofs", 0, "steps", 0, 2, "sum", 0, 1), "2/1"),
            ((*E1, "proofs", 0, "steps", 0, 2, "sum", 0, 1), "3/1"),
            ((*E1, "proofs", 0, "steps", 0, 2, "sum", 0, 1), [["-1/1", "1/1"]]),
            ((*E1, "proofs", 0, "steps", 0, 2, "sum", 0, 1), 1),
            ((*E1, "proofs", 0, "steps", 0, 2, "sum"), GONE),
            ((*E1, "proofs", 0, "steps", 0, 2, "times"), GONE),
            ((*E1, "proofs", 0, "steps", 0, 2, "more"), 1),
            ((*E1, "proofs", 0, "steps", 0, 2, "times"), raised(1)),
            ((*E1, "proofs", 0, "steps", 0, 2, "times"), raised(1, 0, 0)),
            ((*E1, "proofs", 0, "steps", 0, 2), {"times": "0/1", "sum": []}),
            ((*E1, "proofs", 0, "steps", 0, 2), {"times": [["-1/1", "0/1"]], "sum": []}),
            ((*E1, "proofs", 0, "steps", 0, 2), {"times": [["1/1", "1/1"], ["-3/1", "0/1"]], "sum": []}),
            ((*E1, "proofs", 0, "steps", 1, 0), {"times": "3/1", "sum": []}, "valid"),
            ((*E1, "proofs", 0, "steps", 1, 0), {"times": [["1/1", "1/1"], ["-2/1", "0/1"]], "sum": []}, "valid"),
            ((*E1, "proofs", 0, "steps", 1, 0), {"times": [["1/1", "1/1"], ["-3/1", "0/1"]], "sum": []}),
            (("claim", "neighbors"), "each(1)"),
        ),
    ),
    "bounds: cover for every epsilon": Rule(
        HEAD + EPS_RESPONSE,
        coin("EPS") | {"mechanism": "answers"},
        "proved",
        {"kind": "bounds", "proofs": [EPS_COVER]},
        (
            (("claim", "epsilon"), "EPS * 999999 / 1000000"),
            (("claim", "epsilon"), "EPS + log(2)", "valid"),
            (("claim", "epsilon"), "20"),
            ((*E1, "boxes"), {"0": 0}),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), 3),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "1/1"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "0/1", "999/1000"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "0/1", "1001/1000"]]),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "0/1", "20000/1"]], "holey"),
            ((*E1, "proofs", 0, "vectors", 0, 0, 0, 0), [["1/1", "0/1", "2/1"], ["-1/1", "0/1", "0/1"]]),
            ((*E1, "proofs", 0, "vectors", 3, 0, 1, 0), [["1/1", "0/1", "-1/1"]]),
            ((*E1, "proofs", 0, "vectors", 3, 0, 1, 0), [["1/1", "0/1", "1/1"], ["-2/1", "0/1", "0/1"]]),
            ((*E1, "proofs", 0, "steps", 1, 0), {"times": raised(1, knob=True), "sum": []}, "valid"),
            (
                (*E1, "proofs", 0, "steps", 1, 0),
                {"times": [["1/1", "0/1", "1/1"], ["-1/1", "0/1", "0/1"]], "sum": []},
                "valid",
            ),
            ((*E1, "proofs", 0, "steps", 1, 0), {"times": [["1/1", "0/1", "1/1"], ["-2/1", "0/1", "0/1"]], "sum": []}),
            ((*E1, "proofs", 0, "steps", 1, 0), {"times": [["1/1", "0/1", "-1/1"], ["-1/1", "0/1", "0/1"]], "sum": []}),
            ((*E1, "proofs", 0, "steps", 0, 2, "sum", 0, 1), raised(2, knob=True)),
            ((*E1, "proofs", 0, "steps", 0, 2, "sum", 0, 1), "1/1"),
        ),
    ),
    "bounds: boxes": Rule(
        HEAD + SQUARES,
        coin("log(3)", neighbors=None, prior="square") | {"mechanism": "answers"},
        "proved",
        {"kind": "bounds", "proofs": [squares_cover(0), squares_cover(1)], "boxes": {DRAWN: [0, "1/2", 0, 0]}},
        (
            ((*E1, "boxes"), GONE),
            ((*E1, "boxes"), {}),
            ((*E1, "boxes", DRAWN), [0, "1/3", 0, 0]),
            ((*E1, "boxes"), {DRAWN: [0, "1/2", 0, 0], "0" * 32: 0}),
            (("claim", "epsilon"), "log(2)"),
        ),
    ),
    "bounds: coupling with powers of e": Rule(
        HEAD + E_COIN,
        coin("log(3)"),
        "proved",
        {"kind": "bounds", "proofs": [E_COUPLING]},
        (
            (("claim", "epsilon"), "1"),
            ((*E1, "proofs", 0, "flows", 0, 1, 0, 0, 0, 2), "73106/100000", "valid"),
            ((*E1, "proofs", 0, "flows", 0, 1, 0, 0, 0, 2), "73105/100000"),
            ((*E1, "proofs", 0, "flows", 0, 1, 0, 0, 0, 2), "8068/10000", "valid"),
            ((*E1, "proofs", 0, "flows", 0, 1, 0, 0, 0, 2), "8069/10000"),
            ((*E1, "proofs", 0, "flows", 0, 1, 0, 0, 0, 2), raised(0)),
        ),
    ),
    "growth with powers of e": Rule(
        HEAD + AGAIN.replace("TRUTH", "exp(1) / (1 + exp(1))"),
        coin("100") | {"mechanism": "again"},
        "refuted",
        E_GROWTH,
        (
            ((*E1, "rates"), ["73105/100000", "1/2"], "valid"),
            ((*E1, "rates"), ["73106/100000", "1/2"]),
            ((*E1, "rates"), ["73/100", "2/5"]),
            ((*E1, "high"), ["3/1", "1/1"]),
            ((*E1, "low"), ["1/1", "1/1"]),
        ),
    ),
    "growth": Rule(
        HEAD + AGAIN,
        coin("100") | {"mechanism": "again"},
        "refuted",
        GROWTH,
        (
            (("claim", "epsilon"), "10 ** 9", "valid"),
            (("claim", "delta"), "1 / 9", "holey"),
            (("length",), 9),
            ((*E1, "place"), 1),
            ((*E1, "place"), 10**40),
            ((*E1, "prefix"), []),
            ((*E1, "prefix"), [0]),  # equal inputs
            ((*E1, "prefix"), [9]),
            ((*E1, "cycle"), []),
            ((*E1, "cycle"), [1]),
            ((*E1, "cycle"), [0, 0]),
            ((*E1, "suffix"), [0], "valid"),  # one turn more
            ((*E1, "suffix"), [1]),
            ((*E1, "suffix"), [9]),
            ((*E1, "ended"), True),
            ((*E1, "low"), ["1/1"]),
            ((*E1, "low"), ["2/1", "0/1"]),
            ((*E1, "low"), ["1/1", "1/1"]),
            ((*E1, "low"), ["0/1", "0/1"]),
            ((*E1, "low"), ["1/2", "0/1"], "valid"),
            ((*E1, "high"), ["2/1", "1/1"]),
            ((*E1, "high"), ["3/1", "1/2"]),
            ((*E1, "high"), ["4/1", "1/1"], "valid"),
            ((*E1, "rates"), ["3/4", "3/4"]),
            ((*E1, "rates"), ["4/5", "1/2"]),
            ((*E1, "rates"), ["3/4", "1/4"]),
            ((*E1, "rates"), ["3/4", "0/1"]),
            ((*E1, "rates"), ["3/5", "1/2"], "valid"),
            ((*E1, "rates"), ["3/4"]),
        ),
    ),
    "growth in cells": Rule(
        KEPT,
        coin("100") | {"mechanism": "stream", "neighbors": "each(1)"},
        "refuted",
        IN_CELLS,
        (
            (("claim", "epsilon"), "10 ** 9", "valid"),
            (("claim", "neighbors"), "one(1)"),
            (("claim", "neighbors"), "each(2)", "valid"),
            (("claim", "delta"), "1 / 9", "holey"),
            (("length",), 9),
            ((*E1, "integers"), []),
            ((*E1, "integers"), IN_CELLS["integers"][::-1]),
            ((*E1, "integers", 0), 5),
            ((*E1, "integers", 0), "-1"),
            ((*E1, "integers"), list(range(-500, 500)), "holey"),
            ((*E1, "reals"), ["0/1"], "valid"),
            ((*E1, "reals"), [0]),
            ((*E1, "at_epsilon"), "1/1"),
            ((*E1, "prefix"), [[0, 0]]),
            ((*E1, "prefix"), IN_CELLS["cycle"]),
            ((*E1, "cycle"), []),
            ((*E1, "cycle"), IN_CELLS["cycle"][:2]),
            ((*E1, "cycle"), IN_CELLS["cycle"][:3], "holey"),
            ((*E1, "cycle"), [[1, 1], [False], [0, 0], [True]]),
            ((*E1, "cycle", 0), [1, 0]),
            ((*E1, "cycle", 0), [0, 2]),
            ((*E1, "cycle", 0), [0]),
            ((*E1, "cycle", 0), [0, 1, 1]),
            ((*E1, "cycle", 1), [0]),
            ((*E1, "low"), IN_CELLS["low"][1:]),
            ((*E1, "low"), ["0/1"] * 5),
            ((*E1, "low"), ["1/1"] * 5),
            ((*E1, "high"), ["1/1"] * 5, "valid"),  # no cell leads to another one
            ((*E1, "high"), ["1/2"] * 5),
            ((*E1, "high"), IN_CELLS["high"][:-1]),
            ((*E1, "rates"), ["4/9", "4/9"]),
            ((*E1, "rates"), ["1/2", "1/9"]),
            ((*E1, "rates"), ["4/9", "1/7"]),
            ((*E1, "rates"), ["1/3", "1/5"], "valid"),
        ),
    ),
    "the least error": Rule(
        ADDED,
        NOISY,
        "least error",
        LEAST,
        (
            (("verdict",), "proved"),
            (("length",), 2),
            (("claim", "epsilon"), "log(2)", "valid"),
            (("claim", "epsilon"), "log(4)"),
            (("claim", "epsilon"), "11 / 10"),
            (("claim", "delta"), "1 / 5"),
            (("claim", "neighbors"), "pairs((0, 1))"),
            (("evidence", "error"), "1/5", "valid"),
            (("evidence", "error"), "-1/5", "valid"),
            (("evidence", "error"), "250000001/1000000000"),
            (("evidence", "error"), 0),
            (("evidence", "factor"), "2/1"),
            (("evidence", "factor"), "299999999/100000000"),
            (("evidence", "factor"), "4/1"),
            (("evidence", "factor"), "0/1"),
            (("evidence", "factor"), "-3/1"),
            (("evidence", "outputs"), ["0/1", "0/1"]),
            (("evidence", "outputs"), ["0/1", "1/2"]),
            (("evidence", "outputs"), ["0/1", "2/1"], "valid"),  # then the least is more
            (("evidence", "outputs"), ["0/1"]),
            (("evidence", "outputs"), []),
            (("evidence", "weights"), [["0/1", "1/1"]]),
            (("evidence", "weights"), [["0/1", "1/2"], ["0/1", "1/2"]]),
            (("evidence", "weights"), [["0/1", "1/1"], ["1/1", "1/1"]]),
            (("evidence", "weights"), [["0/1", "3/2"], ["1/1", "-1/2"]]),
            (("evidence", "weights"), [["9/1", "1/2"], ["1/1", "1/2"]]),
            (("evidence", "weights"), {"parameters": {}}),
            (("evidence", "comparisons", 0, "multipliers"), ["1/8"]),
            (("evidence", "comparisons", 0, "multipliers"), ["1/8", "-1/8"]),
            (("evidence", "comparisons", 0, "multipliers"), ["1/4", "0/1"]),
            (("evidence", "comparisons", 0, "left", "count"), 1),
            (("evidence", "comparisons", 0, "right", "count"), 2),
            (("evidence", "comparisons", 0, "right", "count"), 0),
            (("evidence", "comparisons"), LEAST["comparisons"][:1]),
            (("evidence", "comparisons", 0, "more"), 1),
        ),
    ),
    "the least mean error": Rule(
        ADDED,
        BELIEVED_NOISY,
        "least error",
        LEAST_BELIEVED,
        (
            (("claim", "epsilon"), "log(2)", "valid"),
            (("claim", "epsilon"), "log(4)"),
            (("claim", "pairs"), "((True, False),)", "valid"),
            (("claim", "pairs"), "((True, True),)"),
            (("evidence", "weights", "parameters", "p"), "1/3"),
            (("evidence", "weights", "parameters", "p"), "1/1"),
            (("evidence", "weights", "parameters"), {}),
            (("evidence", "weights", "more"), 1),
            (("evidence", "weights"), [["0/1", "1/2"], ["1/1", "1/2"]], "valid"),
            (("evidence", "weights"), None),
            (("evidence", "comparisons", 0, "parameters", "p"), "1/5", "valid"),  # the laws given a secret are the same
            (("evidence", "comparisons", 0, "parameters", "p"), "0/1"),
            (("evidence", "comparisons", 0, "left"), True),
            (("evidence", "comparisons", 0, "right"), 7),
            (("evidence", "comparisons", 0, "public"), {"count": 0}),
            (("evidence", "error"), "1/3"),
        ),
    ),
}
