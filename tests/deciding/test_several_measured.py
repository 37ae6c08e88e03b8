"""Other measures of mechanisms that show several noisy numbers, against sums over all outputs and closed forms."""

from __future__ import annotations

import json
import math
import random
from itertools import product
from pathlib import Path
from typing import Any

import asked
import pytest
from command_line import faier

from faier.engines.verdict import Refuted
from faier.lang import parse
from faier.limits import Limits

HEAD = "from faier import Int, Stream, Vector, each, flip, gaussian, geometric, laplace, mechanism, one, private\n\n\n"
DELTAS = ("--total-variation", "--profile", "--no-cache", "--format", "json")
FAR = 40

Item = tuple[int, int, int, int]
"""What is shown in a place: so many times x, so many times y, so much more, and the noise: 0, or its base's inverse."""


def drawn(dice: random.Random) -> list[tuple[int, tuple[Item, Item]]]:
    """Ways to run with their weights, each of which shows two integers."""
    bases = [dice.choice((2, 3, 4)) for _ in range(2)]

    def item(place: int) -> Item:
        noise = 0 if dice.random() < 0.2 else bases[place]
        if noise == 0:
            return 0, 0, dice.randint(-1, 1), 0
        return dice.randint(0, 2), dice.randint(-1, 1), dice.randint(-1, 1), noise

    ways: list[tuple[int, tuple[Item, Item]]] = [
        (dice.randint(1, 3), (item(0), item(1))) for _ in range(dice.randint(1, 3))
    ]
    first = dice.randint(1, 2), dice.randint(0, 1), 0, bases[0]
    return [*ways, (1, (first, (dice.randint(0, 1), 1, 0, bases[1])))]


def as_mechanism(ways: list[tuple[int, tuple[Item, Item]]]) -> str:
    lines = ["@mechanism", "def shown(x: Int[0, 1], y: Int[0, 1]):"]
    left = sum(weight for weight, _ in ways)
    for weight, items in ways:
        told = [
            f"{a} * x + {b} * y + {c}" + (f" + geometric(1 / {noise})" if noise else "") for a, b, c, noise in items
        ]
        shown = f"return {told[0]}, {told[1]}"
        lines += [f"    {shown}"] if weight == left else [f"    if flip({weight} / {left}):", f"        {shown}"]
        left -= weight
    return "\n".join(lines) + "\n"


def law(ways: list[tuple[int, tuple[Item, Item]]], x: int, y: int) -> dict[tuple[int, int], float]:
    whole = sum(weight for weight, _ in ways)
    found: dict[tuple[int, int], float] = {}

    def chances(item: Item) -> list[tuple[int, float]]:
        a, b, c, noise = item
        at = a * x + b * y + c
        if not noise:
            return [(at, 1.0)]
        base = 1 / noise
        return [(at + k, (1 - base) / (1 + base) * base ** abs(k)) for k in range(-FAR, FAR + 1)]

    for weight, items in ways:
        for (one, p), (other, q) in product(*map(chances, items)):
            found[one, other] = found.get((one, other), 0.0) + weight / whole * p * q
    return found


def worst(ways: list[tuple[int, tuple[Item, Item]]], epsilon: float, alpha: float) -> tuple[float, float]:
    """The least delta, and the divergence, of neighbors by each(1): any two inputs."""
    laws = [law(ways, x, y) for x, y in product(range(2), repeat=2)]
    delta, most = 0.0, 0.0
    for p, q in product(laws, repeat=2):
        delta = max(delta, sum(max(chance - math.exp(epsilon) * q.get(at, 0.0), 0.0) for at, chance in p.items()))
        inside = {at: chance for at, chance in p.items() if all(abs(k) < FAR - 6 for k in at)}
        if any(at not in q for at in inside):
            return delta, math.inf
        most = max(most, math.log(sum(chance**alpha * q[at] ** (1 - alpha) for at, chance in inside.items())))
    return delta, most / (alpha - 1)


@pytest.mark.parametrize("seed", (1, 2, 4))
def test_two_integers_against_all_outputs(capsys: pytest.CaptureFixture[str], tmp_path: Path, seed: int) -> None:
    compare(capsys, tmp_path, seed)


def compare(capsys: pytest.CaptureFixture[str], folder: Path, seed: int) -> None:
    ways = drawn(random.Random(seed))
    text = HEAD + "@private(epsilon=9, neighbors=each(1))\n" + as_mechanism(ways)
    (folder / "a.py").write_text(text)
    (found,) = faier(capsys, "bound", str(folder / "a.py"), *DELTAS, "--renyi", "3/2").json["results"]
    assert found["measures_reason"] is None, text
    for point in found["profile"][::5]:
        delta, _ = worst(ways, point["epsilon"], 2)
        assert abs(delta - point["delta"]["value"]) < 1e-9, text
    _, most = worst(ways, 0, 1.5)
    told = found["renyi"]
    assert told["lower"] == told["upper"] == most if math.isinf(most) else abs(told["upper"] - most) < 1e-8, text


REALS = """\
@private(epsilon=9, delta=1 / 100, neighbors=each(1))
@mechanism
def normals(v: Vector[Int[0, 1], 3]):
    return [x + gaussian(2) for x in v]


@private(epsilon=2, neighbors=each(1))
@mechanism
def laplacians(x: Int[0, 1], y: Int[0, 1]):
    return x + laplace(1), y + laplace(2)


@private(epsilon=9, delta=1 / 100, neighbors=each(1))
@mechanism
def both(x: Int[0, 1], y: Int[0, 1]):
    return x + laplace(1), y + gaussian(2)
"""


def of_laplace(scale: float, alpha: float) -> float:
    """The divergence of Laplace noise moved by 1, in closed form."""
    a = 1 / scale
    total = alpha * math.exp(a * (alpha - 1)) + (alpha - 1) * math.exp(-a * alpha)
    return math.log(total / (2 * alpha - 1)) / (alpha - 1)


def test_several_reals_add_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(HEAD + REALS)
    results = faier(capsys, "bound", str(tmp_path / "a.py"), *DELTAS, "--zcdp", "--renyi", "5/2").json["results"]
    found: dict[str, Any] = {item["mechanism"]: item for item in results}
    assert found["normals"]["zcdp"]["rho"]["exact"] == "3/8"
    sums = {"laplacians": of_laplace(1, 2.5) + of_laplace(2, 2.5), "both": of_laplace(1, 2.5) + 2.5 / 8}
    for name, truth in sums.items():
        assert abs(found[name]["renyi"]["lower"] - truth) < 1e-9
        assert abs(found[name]["renyi"]["upper"] - truth) < 1e-9
    deviation = math.sqrt(4 / 3)  # of the draw along the line
    apart = math.erf(1 / deviation / math.sqrt(8))
    assert abs(found["normals"]["total_variation"]["upper"] - apart) < 1e-9
    for told in found.values():
        assert told["measures_reason"] is None
        assert told["profile"][0]["delta"]["value"] == told["total_variation"]["upper"]


@pytest.mark.parametrize(
    ("name", "above", "below"),
    [
        ("normals", "zcdp=3 / 8", "zcdp=0.374"),
        ("normals", "renyi=(2, 3 / 4)", "renyi=(2, 0.7499)"),
        ("laplacians", "renyi=(2, 0.8195)", "renyi=(2, 0.8194)"),
        ("both", "renyi=(2, 0.8692)", "renyi=(2, 0.8691)"),
    ],
)
def test_claims_about_several_reals(name: str, above: str, below: str) -> None:
    body = REALS.partition(f"def {name}")[2].partition("\n\n\n")[0]
    for claim, verdict in ((above, "proved"), (below, "refuted")):
        program = parse(f"{HEAD}@private({claim}, neighbors=each(1))\n@mechanism\ndef {name}{body}\n", "m.py")
        found = asked.check(program, program.claims[0], limits=Limits())
        assert type(found).__name__.lower() == verdict
        assert not isinstance(found, Refuted) or len(found.witness.output) == 1


STREAM = """\
@private(epsilon=2, delta=1 / 100, neighbors=one(1))
@mechanism
def readings(xs: Stream[Int[0, 3]]):
    for x in xs:
        yield x + gaussian(2)


@private(epsilon=2, delta=1 / 100, neighbors=each(1))
@mechanism
def rounded(x: Int[0, 3]):
    return round(x + gaussian(2))
"""


def test_profiles_of_what_is_not_listed_are_those_of_its_deltas(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Of readings one moves by 1: as a single normal draw, of which the rounded one shows less."""
    (tmp_path / "a.py").write_text(HEAD + STREAM)
    run = faier(capsys, "bound", str(tmp_path / "a.py"), "--profile", "--no-cache", "--format", "json")
    single, rounded = [item["profile"] for item in json.loads(run.out)["results"]]
    for point, less in zip(single, rounded, strict=True):
        epsilon, mean = point["epsilon"], 0.5
        tail = [0.5 * math.erfc(z / math.sqrt(2)) for z in (epsilon / mean - mean / 2, epsilon / mean + mean / 2)]
        assert abs(point["delta"]["value"] - (tail[0] - math.exp(epsilon) * tail[1])) < 1e-9
        assert less["delta"]["value"] <= point["delta"]["value"] + 1e-9
