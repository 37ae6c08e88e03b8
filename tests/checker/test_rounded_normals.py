"""Normal noise that is rounded to integers, by the checker's own enclosures: against the error function of Python."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, floor, sqrt

import pytest
from claimed_files import Claimed

from faier.checker.normals import Normal
from faier.checker.outcome import Hole
from faier.checker.rounded_normals import RoundedNormal

HEAD = "from faier import Int, clamp, each, flip, gaussian, geometric, laplace, mechanism, private\nimport math\n\n\n"
STEPS = range(-60, 60)
Chances = dict[object, float]


def claimed(lines: str, more: str, epsilon: str) -> Claimed:
    decorator = f"neighbors=each(1){more}"
    body = "".join(f"    {line}\n" for line in lines.split("; "))
    text = f"{HEAD}@private(epsilon={epsilon}, {decorator})\n@mechanism\ndef m(x: Int[0, 1]):\n{body}"
    return Claimed(text, epsilon, decorator)


def below(x: float) -> float:
    return erfc(-x / sqrt(2)) / 2


def floors(mean: float, deviation: float) -> Chances:
    """How likely each integer is the greatest that is at most a normal draw."""
    return {k: below((k + 1 - mean) / deviation) - below((k - mean) / deviation) for k in STEPS}


def mixed(*parts: tuple[float, Chances]) -> Chances:
    found: Chances = {}
    for weight, chances in parts:
        for key, chance in chances.items():
            found[key] = found.get(key, 0) + weight * chance
    return found


def lost(left: Chances, right: Chances, epsilon: float) -> float:
    return max(
        sum(max(0.0, chance - exp(epsilon) * other.get(key, 0)) for key, chance in one.items())
        for one, other in ((left, right), (right, left))
    )


def renamed(chances: Chances, name: dict[int, object] | None = None, sign: int = 1) -> Chances:
    return mixed(*((1.0, {(name or {}).get(k, sign * k): chance}) for k, chance in chances.items()))  # type: ignore[call-overload, operator]


LAWS = {
    "return round(x + gaussian(2))": lambda x: floors(x + 0.5, 2),
    "return math.floor(x / 2 + gaussian(1))": lambda x: floors(x / 2, 1),
    "return math.ceil(x / 2 + gaussian(1))": lambda x: renamed(floors(-x / 2, 1), sign=-1),
    "return 5 - 2 * round(3 * x - gaussian(2))": lambda x: {
        5 - 2 * k: chance for k, chance in floors(3 * x + 0.5, 2).items()  # type: ignore[operator]
    },
    "return (x + gaussian(6)) // 3": lambda x: floors(x / 3, 2),
    "return round(x + gaussian(2)) if flip(1 / 3) else 4 * x": lambda x: mixed(
        (1 / 3, floors(x + 0.5, 2)), (2 / 3, {4 * x: 1.0})
    ),
    "n = round(x + gaussian(2)); return n if n > 1 else 'low'": lambda x: renamed(
        floors(x + 0.5, 2), dict.fromkeys(range(-60, 2), "low")
    ),
    "return clamp(round(x + gaussian(2)), 0, 3)": lambda x: renamed(
        floors(x + 0.5, 2), dict.fromkeys(range(-60, 0), 0) | dict.fromkeys(range(4, 60), 3)
    ),
    "y = x + gaussian(2); return round(y) if y > 1 / 4 else 'low'": lambda x: mixed(
        (1.0, {k: chance for k, chance in floors(x + 0.5, 2).items() if k > 0}),  # type: ignore[operator]
        (1.0, {"low": below((0.25 - x) / 2), 0: below((0.5 - x) / 2) - below((0.25 - x) / 2)}),
    ),
    "return round(gaussian(1) + gaussian(2) + x)": lambda x: floors(x + 0.5, sqrt(5)),
    "return int(x + gaussian(1))": lambda x: mixed(
        *((1.0, {k + (k < 0): chance}) for k, chance in floors(x, 1).items())  # type: ignore[operator]
    ),
}  # fmt: skip


@pytest.mark.parametrize("body", LAWS)
@pytest.mark.parametrize("epsilon", [0.0, 0.25])
def test_deltas(body: str, epsilon: float) -> None:
    least = lost(LAWS[body](0), LAWS[body](1), epsilon)
    assert least > 1e-3
    assert claimed(body, f", delta={Fraction(least + 1e-9)}", str(epsilon)).answer() == ("valid", "")
    assert claimed(body, f", delta={Fraction(least - 1e-9)}", str(epsilon)).answer()[0] == "invalid"


@pytest.mark.parametrize(
    ("shown", "epsilon", "answer"),
    [(-4, 1.1, "valid"), (-4, 1.103, "invalid"), (4, 0.1, "invalid"), (-40, 10, "valid"), (True, 0, "invalid")],
)
def test_integers_refute(shown: int, epsilon: float, answer: str) -> None:
    """At -4 the ratio is e^1.10223."""
    found = claimed("return round(x + gaussian(2))", "", str(epsilon))
    assert found.refuted([shown], {"x": 0}, {"x": 1}).answer()[0] == answer
    assert found.answer()[0] != "valid"


@pytest.mark.parametrize(
    "body",
    [
        "return round(x + gaussian(2)) + geometric(1 / 2)",
        "return round(x + gaussian(2)) % 2",
        "return round(x + gaussian(2)) > geometric(1 / 2)",
        "return round(x + gaussian(2)) > round(gaussian(2))",
        "return round(x + gaussian(2)) + round(laplace(2))",
        "return round(x + gaussian(2)) // 2",
        "return round(x + gaussian(2)), round(gaussian(2))",
        "n = round(x + gaussian(2)); return n, n",
    ],
)
def test_beside_other_draws_it_is_not_followed(body: str) -> None:
    assert claimed(body, ", delta=1 / 2", "20").answer()[0] == "holey"


def test_next_to_impossible_integers_tell_nothing() -> None:
    """Not told one by one, they are neither taken to be there nor not."""
    assert claimed("return round(gaussian(2))", f", delta=1 / {10**40}", "1").answer()[0] == "holey"
    assert claimed("return round(gaussian(2))", f", delta=1 / {10**25}", "0").answer()[0] == "valid"


def test_there_is_no_table() -> None:
    draw = RoundedNormal(Normal(Fraction(4)))
    for name in ("low", "values", "below", "above", "high", "from_on", "up_to"):
        with pytest.raises(Hole):
            getattr(draw, name)
    assert draw.restricted(-2, 3).ends == (-2, 3)
    assert draw.restricted(-2, 3).along(1, -1).ends == (-2, 3)
    assert draw.restricted(0, 3).along(1, -1).ends == (-2, 1)
    assert floor(2.0) in draw.window()
