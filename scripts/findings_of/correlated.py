"""Privacy-Preserving Analysis of Correlated Data."""

from __future__ import annotations

import runpy
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import cos, exp, log, pi
from pathlib import Path
from typing import Any

import networkx
from flint import arb, fmpq

from faier.calibration.known import Chain as Records
from faier.calibration.known import Known, Law
from faier.calibration.known import Missing as Unknown
from faier.calibration.methods import inferential
from faier.calibration.methods.mixing import steps_of
from faier.calibration.methods.wasserstein import distance_without, infinity_distance
from faier.calibration.normals.components import mixture
from faier.calibration.normals.needed import Asked as Claim
from faier.calibration.normals.needed import least, noise_of, outcome
from faier.calibration.quilts import (
    chain,
    known_mixing,
    mixing,
    nearby,
    quilts_by_mixing,
    quilts_of_chains,
    quilts_of_networks,
)
from faier.calibration.quilts.chains import stationary
from faier.calibration.quilts.mixing import is_reversible
from faier.exact import Epsilon, rational
from faier.semantics.kept import Reals
from findings_of import Paper, Row, claims, holds
from findings_of.chains import Rows, as_network, decimal, influence, powers, steps

FLU = "casestudies/findings/flu_as_published.py::"
SUMS = "casestudies/findings/sums_of_a_chain.py::"
EVERY_DAY = "casestudies/findings/every_day_of_a_chain.py::quilts"
STAYS: Rows = [[Fraction(4, 5), Fraction(1, 5)], [Fraction(1, 5), Fraction(4, 5)]]
LEANS: Rows = [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 10), Fraction(9, 10)]]
CASES = (STAYS, LEANS)
ONE = Epsilon.rational(1)


def law(chances: Mapping[int | fmpq, fmpq]) -> Law:
    return {(fmpq(value),): chance for value, chance in chances.items()}


WELL = law({0: fmpq(1, 2)} | {count: fmpq(1, 6) for count in (1, 2, 3)})
ILL = law({count: fmpq(1, 4) for count in (1, 2, 3, 4)})


def flu() -> Mapping[str, object]:
    found = infinity_distance(WELL, ILL)
    holds(found == 2, "the distance of both counts")
    return {"distance": found}


def never_more() -> Mapping[str, object]:
    """The distance is that of the query's values at most, here of sums of chains."""
    for rows in CASES:
        for place in range(4):
            sides = [sums(rows, 4, place, secret) for secret in (0, 1)]
            holds(infinity_distance(*sides) <= 4, "Theorem 3.3")
    holds(infinity_distance(WELL, ILL) <= 4, "Theorem 3.3 for the count")
    return {}


def sums(rows: Rows, length: int, place: int, secret: int) -> Law:
    """The sum of the records of a stationary chain, given one of them, by all series."""
    first = stationary([[rational(one) for one in row] for row in rows])
    found: dict[int, fmpq] = {}
    for number in range(2**length):
        series = [number >> at & 1 for at in range(length)]
        if series[place] != secret:
            continue
        chance = first[series[0]]
        for one, other in pairwise(series):
            chance *= rational(rows[one][other])
        found[sum(series)] = found.get(sum(series), fmpq(0)) + chance / first[secret]
    return law(dict(found.items()))


def rare() -> Mapping[str, object]:
    """The least scale for the example of A.3, beside its closed form."""
    distance, chance = 10, fmpq(1, 10)
    one, other = mixture((1, 0, 0)), mixture((1 - chance, 0, 0), (chance, distance, 0))
    turn = least(Claim(one, other, ONE), digits=4)
    assert turn is not None
    assert turn.proved is not None
    closed = distance / log((exp(1) - 1 + float(chance.p) / float(chance.q)) / (float(chance.p) / float(chance.q)))
    found = float(turn.proved.p) / float(turn.proved.q)
    holds(abs(found - closed) < 2e-4, "the least scale of the example of A.3")
    return {"least": f"{found:.4f}", "wasserstein": distance}


def tails() -> Mapping[str, object]:
    """The example of A.4 in cells of length 1."""
    delta = fmpq(1, 100)
    one = law({fmpq(1, 2): 1 - delta} | {fmpq(2 * at + 1, 2): delta / 99 for at in range(1, 100)})
    other = law({fmpq(1, 2): 1 - delta, fmpq(3, 2): delta})
    whole, rest = infinity_distance(one, other), distance_without(one, other, delta)
    holds(whole == 98 and rest == 0, "the example of A.4")
    return {"whole": whole, "rest": rest}


def without_tails() -> Mapping[str, object]:
    """The count of the flu, with the scale that is asked for when delta may be left out."""
    one, other = (mixture(*((chance, point[0], 0) for point, chance in side.items())) for side in (WELL, ILL))
    scales = {}
    for delta in (fmpq(1, 4), fmpq(1, 3)):
        scale = distance_without(WELL, ILL, delta)
        noise = noise_of("laplace", scale) if scale else Reals(())
        holds(outcome(Claim(one, other, ONE, delta), noise) == "proved", "theorem A.8")
        scales[delta] = scale
    return {"quarter": scales[fmpq(1, 4)], "third": scales[fmpq(1, 3)]}


def quilts() -> Mapping[str, object]:
    graph = networkx.DiGraph([(str(at), str(at + 1)) for at in range(1, 8)])
    near = nearby(graph, "4", {"2", "6"})
    holds(near == {"3", "4", "5"} and nearby(graph, "4", {"3", "5"}) == {"4"}, "what is near")
    return {"near": len(near)}


def every_set() -> Mapping[str, object]:
    for rows in CASES:
        holds(
            quilts_of_networks(as_network(rows, 5), 5).scale == quilts_of_chains(chain(rows, 5), 5).scale,
            "quilts of all sets",
        )
    return {}


def bounded_influence() -> Mapping[str, object]:
    times = 10**6
    for rows in CASES:
        known = mixing(chain(rows, 2))
        for before, after in ((5, 5), (7, 9), (12, 6)):
            parts = [(-arb(known.rate) * t).exp() / known.least for t in (before, after)]
            if not all(part < 1 for part in parts):
                continue
            logs = [((1 + part) / (1 - part)).log() for part in parts]
            bound, true = 2 * logs[0] + logs[1], influence(rows, before, after)
            holds(bound >= true, "lemma B.4")
            times = min(times, int((bound / true).floor().unique_fmpz()))
    return {"times": times}


def forgetting() -> Mapping[str, object]:
    return {"steps": min(steps(rows) for rows in CASES)}


def backwards() -> Mapping[str, object]:
    """Lemma B.7 from each first state, so that records are not stationary."""
    for rows in CASES:
        known = mixing(chain(rows, 2))
        for time in range(6, 16):
            part = (-arb(known.rate) * time).exp() / known.least
            if not part < 1:
                continue
            bound = ((1 + part) / (1 - part)) ** 2
            for start in ((fmpq(1, 3), fmpq(2, 3)), (fmpq(9, 10), fmpq(1, 10))):
                after = powers(rows, time)
                now = [sum((start[y] * after[y][x] for y in (0, 1)), fmpq(0)) for x in (0, 1)]
                for y in (0, 1):
                    ratio = (after[y][0] / now[0]) / (after[y][1] / now[1])
                    holds(arb(max(ratio, 1 / ratio)) <= bound, "lemma B.7")
    return {}


def far_enough() -> Mapping[str, object]:
    year = chain(STAYS, 100)
    known = mixing(year)
    count = steps_of(ONE, known.least, known.rate)
    assert count is not None
    roughly, exact = quilts_by_mixing(known, 100, 1).scale, quilts_of_chains(year, 1).scale
    longer = quilts_by_mixing(known, 10**6, 1).scale
    holds(2 * count + 3 <= 100 and exact <= roughly <= 4 * count and longer == roughly, "theorem 4.4")
    return {"bound": 4 * count, "roughly": decimal(roughly, 3), "exact": decimal(exact, 3)}


def histogram() -> Mapping[str, object]:
    """The mean of the greatest of five errors, in scales: 1 + 1/2 + ... + 1/5."""
    mean = sum((fmpq(1, at) for at in range(1, 6)), fmpq(0))
    holds(mean > 2, "the greatest of five errors")
    return {"mean": f"{float(mean.p) / float(mean.q):.4f}"}


def middle() -> Mapping[str, object]:
    """The record in the middle asks for as much as all."""
    for known in (mixing(chain(STAYS, 2)), known_mixing(Fraction(1, 20), Fraction(1, 10))):
        for length in (100, 1000):
            every = quilts_by_mixing(known, length, 5).scale
            holds(quilts_by_mixing(known, length, 5, records=[length // 2]).scale == every, "algorithm 5")
    return {}


def two_states() -> Mapping[str, object]:
    for p in range(1, 10):
        for q in range(1, 10):
            rows = [[fmpq(p, 10), 1 - fmpq(p, 10)], [1 - fmpq(q, 10), fmpq(q, 10)]]
            total = 2 - fmpq(p + q, 10)
            holds(is_reversible(rows), "lemma B.12")
            holds(stationary(rows) == ((1 - fmpq(q, 10)) / total, (1 - fmpq(p, 10)) / total), "its distribution")
    return {"chains": 81}


def printed_gamma(p0: float, p1: float) -> float:
    """The formula of B.10 as it is printed."""
    one = ((1 - p0) ** 2 + (1 - p1) * p0) / ((1 - p1) * (1 - p0) + p1 * (1 - p1))
    other = (p0 * (1 - p0) + p0 * p1) / ((1 - p1) * p0 + p1**2)
    sides = ((1 - p1) / (1 - p0) * one, p1 / p0 * one, (1 - p1) / (1 - p0) * other, p1 / p0 * other)
    return max(abs(log(side)) for side in sides) / 2


def records(p0: fmpq, p1: fmpq, length: int) -> Records:
    rows = ((p0, 1 - p0), (1 - p1, p1))
    return Records(stationary(rows), rows, length)


def gamma() -> Mapping[str, object]:
    found = inferential.influences(records(fmpq(4, 5), fmpq(4, 5), 10))
    assert found is not None
    true = float(found[0][3])
    holds(printed_gamma(0.8, 0.8) < 1e-12 and true > 0.9, "the formula of B.10")
    return {"true": f"{true:.4f}"}


def norm() -> Mapping[str, object]:
    """The matrix has norm 2 gamma cos(pi / (n + 1)): for 100 records gamma may be a little more than 1/2."""
    return {"most": f"{1 / (2 * cos(pi / 101)):.5f}"}


@cache
def figures() -> dict[str, Any]:
    return runpy.run_path(str(Path(__file__).resolve().parent.parent / "redraw_figures"))


def figure_1() -> Mapping[str, object]:
    drawn = figures()
    quilt, matrix = (
        {low: drawn[name](low, 1) if name == "quilts" else drawn[name](low, 1 - low, 1) for low in (0.3, 0.35, 0.4)}
        for name in ("quilts", "inferential")
    )
    worst = {low: max(drawn["inferential"](a, b, 1) for a in (low, 1 - low) for b in (low, 1 - low)) for low in matrix}
    holds(worst[0.3] == float("inf") and all(quilt[low] < worst[low] for low in quilt), "figure 1")
    return {"quilts": f"{quilt[0.4]:.3f}", "matrix": f"{worst[0.4]:.3f}"}


def figure_3() -> Mapping[str, object]:
    """A tenth of the points: the norm says where the matrix applies, the table is the case study's."""
    drawn = figures()
    grid = [fmpq(5 * at, 100) for at in range(1, 20)]
    refused = sum(
        drawn["inferential"](float(p.p) / float(p.q), float(q.p) / float(q.q), 1) == float("inf")
        for p in grid
        for q in grid
    )
    known = Known(ONE, step=fmpq(1), chains=(records(fmpq(1, 5), fmpq(4, 5), 100),))
    near = Known(ONE, step=fmpq(1), chains=(records(fmpq(4, 5), fmpq(4, 5), 100),))
    holds(not isinstance(inferential.asks(known), Unknown) and isinstance(inferential.asks(near), Unknown), "figure 3")
    return {"refused": refused, "of": len(grid) ** 2}


def figure_4() -> Mapping[str, object]:
    def error(chance: str, gap: str, length: int, epsilon: int) -> float:
        scale = quilts_by_mixing(known_mixing(chance, gap), length, epsilon, lipschitz=2).scale
        return 5 * float(scale.p) / float(scale.q) / length

    base = error("0.05", "0.1", 10_000, 1)
    holds(error("0.01", "0.1", 10_000, 1) > base < error("0.05", "0.02", 10_000, 1), "less known is less accurate")
    chances, gaps = error("0.01", "0.1", 10_000, 1) / base, error("0.05", "0.02", 10_000, 1) / base
    holds(
        chances < gaps and error("0.05", "0.1", 100_000, 1) < base and error("0.05", "0.1", 10_000, 5) < base,
        "figure 4",
    )
    return {"chances": f"{chances:.2f}", "gaps": f"{gaps:.2f}"}


def long_groups() -> Mapping[str, object]:
    """Of a chain nobody can leave out any record: the sum of T records may change by T."""
    scales = [quilts_of_chains(chain(STAYS, length), 1).scale for length in (10, 100, 10_000)]
    holds(scales[0] <= 10 and scales[1] == scales[2] < 100, "growth with the length")
    return {"quilts": decimal(scales[2], 3)}


BALLS = "balls, and exact fractions"
QUILTS = "faier.calibration.quilts."
STUDY = "([case study](../casestudies/{}/README.md))"

PAPER = Paper(
    "Privacy-Preserving Analysis of Correlated Data",
    "Wang, Song and Chaudhuri; published as *Pufferfish Privacy Mechanisms for Correlated Data*, 2017",
    (
        Row(
            "sections 1 and 2",
            "noise for a single entry, of scale 1 / epsilon, does not hide an entry of a time series",
            "six records that stay with chance 4/5: an epsilon of 1 is promised, {tight} is lost",
            "reproduced",
            refuted=claims(SUMS + "for_one_record", "epsilon=1 prior=any_day"),
        ),
        Row(
            "sections 1 and 2",
            "noise for the whole group grows with the length T, that of the new mechanism with the mixing time",
            "T / epsilon, and at epsilon 1 {quilts} for 100 records and for 10,000",
            "reproduced",
            asked=long_groups,
            by=(QUILTS + "quilts_of_chains",),
            evidence=BALLS,
        ),
        Row(
            "section 3, example",
            "four people and the flu: the Wasserstein distance of the counts is 2, so the scale is 2 / epsilon",
            "the distance is {distance}; at epsilon 1 that scale loses {tight}, and 1.463533 is enough "
            + STUDY.format("flu"),
            "reproduced",
            claims(FLU + "wasserstein", "epsilon=1 prior=flu", "epsilon=0.7417 prior=flu")
            + claims("casestudies/flu/count.py::cases", "epsilon=1 prior=flu"),
            claims(FLU + "wasserstein", "epsilon=0.7416 prior=flu"),
            asked=flu,
            by=("faier.calibration.methods.wasserstein.infinity_distance",),
        ),
        Row(
            "section 3, example",
            "group privacy adds noise of scale 4 / epsilon there, which is worse",
            "at epsilon 1 it loses {tight} only",
            "reproduced",
            claims(FLU + "group", "epsilon=1 prior=flu"),
            claims(FLU + "group", "epsilon=0.375 prior=flu"),
        ),
        Row(
            "Algorithm 1, Theorem 3.2",
            "the Wasserstein mechanism keeps epsilon",
            "holds for the count, with room: {tight} of 1; `scripts/judge_methods` asks for random priors",
            "reproduced",
            claims(FLU + "wasserstein", "epsilon=1 prior=flu"),
        ),
        Row(
            "Theorem 3.3",
            "its scale is never more than that of group privacy",
            "2 of 4 for the count of the flu; never over 4 for sums of four records of two chains",
            "reproduced",
            asked=never_more,
            by=("faier.calibration.methods.wasserstein.infinity_distance",),
            evidence="exact fractions",
        ),
        Row(
            "appendix A.3",
            "a rare value at distance d: no scale far below d / epsilon is enough, so the mechanism is of the best order",
            "for a chance of 1/10 and d = 10, {least} is enough at epsilon 1 where the mechanism asks for {wasserstein}; it is "
            "d / log(1 + (e - 1) / chance): the order is right for a fixed chance",
            "reproduced",
            asked=rare,
            by=("faier.calibration.normals.needed.least",),
            evidence=BALLS,
        ),
        Row(
            "appendix A.4, example",
            "tails of chance delta out to 100 and to 2: the distance is 98 at least, and 0 when delta may be left out",
            "{whole} exactly, and {rest}, with cells of length 1",
            "reproduced",
            asked=tails,
            by=("faier.calibration.methods.wasserstein.distance_without",),
            evidence="exact fractions",
        ),
        Row(
            "Theorem A.8",
            "leaving out delta on both sides keeps (epsilon, delta)",
            "proved for the count of the flu at epsilon 1: the scale is {quarter} for a delta of 1/4, and {third} for 1/3",
            "reproduced",
            asked=without_tails,
            by=("faier.calibration.methods.wasserstein.distance_without", "faier.calibration.normals.needed.outcome"),
            evidence=BALLS,
        ),
        Row(
            "Figure 2",
            "a quilt that is further away than the blanket leaves more nodes nearby",
            "in a chain: nodes two away leave {near} nearby, neighbors leave 1",
            "reproduced",
            asked=quilts,
            by=(QUILTS + "nearby",),
            evidence="exact",
        ),
        Row(
            "Algorithm 2, Theorem 4.3",
            "the Markov quilt mechanism keeps epsilon",
            "six records: its scale is 6 at epsilon 1, and {tight} is lost",
            "reproduced",
            claims(SUMS + "quilts", "epsilon=1 prior=any_day"),
        ),
        Row(
            "appendix B.2",
            "of a vector, noise of that scale for each number keeps epsilon",
            "all three records of a chain: the scale is 3 at epsilon 1, and {tight} is lost",
            "reproduced",
            claims(EVERY_DAY, "epsilon=1 prior=any_day"),
            claims(EVERY_DAY, "epsilon=0.73 prior=any_day"),
        ),
        Row(
            "Lemmas B.2 and B.3",
            "of a chain, quilts of one record on each side are enough: others ask for as much noise",
            "all 16 sets of the others ask for the same, for two chains of five",
            "reproduced",
            asked=every_set,
            by=(QUILTS + "quilts_of_networks",),
            evidence=BALLS,
        ),
        Row(
            "section 4.1, Lemma B.4",
            "the influence on a quilt is bounded by the least stationary chance and the eigengap",
            "never below the influence; at least {times} times as much where asked",
            "reproduced",
            asked=bounded_influence,
            by=(QUILTS + "mixing",),
            evidence=BALLS,
        ),
        Row(
            "Lemmas B.5 and B.6",
            "after t steps chances differ from the stationary ones by the part exp(-t gap) / least",
            "held for up to {steps} steps of two chains",
            "reproduced",
            asked=forgetting,
            by=(QUILTS + "mixing",),
            evidence=BALLS,
        ),
        Row(
            "Lemma B.7",
            "backwards the bound is the square of that, however the chain began",
            "held for two chains, two beginnings, and up to 15 steps",
            "reproduced",
            asked=backwards,
            by=(QUILTS + "mixing",),
            evidence=BALLS,
        ),
        Row(
            "Theorem 4.4, Lemma B.8",
            "for long chains the scale is at most 4 k / epsilon, with k by gap and least chance",
            "100 records: {bound} at epsilon 1; the mechanism asks for {roughly} by the same bounds and {exact} by the exact "
            "influence, also for a million records",
            "reproduced",
            asked=far_enough,
            by=("faier.calibration.methods.mixing.steps_of", QUILTS + "quilts_by_mixing"),
            evidence=BALLS,
        ),
        Row(
            "Theorem B.9, proof",
            "the mean of the greatest error of a histogram's bars is at most the scale of one bar",
            "it is 1 + 1/2 + ... + 1/k scales for k bars, {mean} for five: the order in T is right, the constant is not",
            "corrected",
            asked=histogram,
            evidence="exact fractions",
        ),
        Row(
            "Algorithm 5, Claims B.10 and B.11",
            "looking from the middle of the chain is enough, and asks for no more",
            "the middle record asks for as much as all, for two kinds of chains of 100 and 1,000",
            "reproduced",
            asked=middle,
            by=(QUILTS + "quilts_by_mixing",),
            evidence=BALLS,
        ),
        Row(
            "section 4.1",
            "searching takes T^3 steps, and T^2 in good cases",
            "",
            "open",
            evidence="running time is no statement about privacy; faier's search of a million records of 51 states takes a second",
        ),
        Row(
            "Lemma B.12",
            "chains of two states are reversible, with a stationary distribution in closed form",
            "for all {chains} chains with chances in tenths",
            "reproduced",
            asked=two_states,
            by=("faier.calibration.quilts.chains.stationary",),
            evidence="exact fractions",
        ),
        Row(
            "appendix B.10",
            "a formula for the influence of neighbors in a chain of two states",
            "for two chances of staying of 4/5 it gives 0, and the definition {true}; with the scale of 2 that follows at "
            "epsilon 1, six records lose {tight}",
            "refuted",
            refuted=claims(SUMS + "by_the_printed_formula", "epsilon=1 prior=any_day"),
            asked=gamma,
            by=("faier.calibration.methods.inferential.influences",),
        ),
        Row(
            "appendix B.10",
            "in long chains the influence matrix works for an influence below 1/2",
            "its norm is twice the influence times cos(pi / (n + 1)): for 100 records below {most}",
            "reproduced",
            asked=norm,
            evidence="closed form",
        ),
        Row(
            "Figure 1",
            "the influence matrix works for narrow classes only, and there is slightly better at small epsilon near 1/2",
            "it works from a least chance of .35 on; at .4 and epsilon 1 quilts ask for {quilts}, and it for {matrix}: in the "
            "range of the figure quilts are ahead, and ask for 2.4 times what is needed " + STUDY.format("activity"),
            "corrected",
            asked=figure_1,
            by=(QUILTS + "quilts_of_two_states",),
            evidence="rounded up; the matrix in floats",
            slow=True,
        ),
        Row(
            "Figure 3",
            "over all pairs of chances the matrix often promises nothing, and falls behind as epsilon grows",
            "it promises nothing for {refused} of {of} pairs; of the rest it asks for less at 2, and at none for epsilon 5 and 10 "
            + STUDY.format("activity"),
            "reproduced",
            asked=figure_3,
            by=("faier.calibration.methods.inferential.asks",),
            evidence="floats; two points in balls",
            slow=True,
        ),
        Row(
            "Figure 4",
            "errors fall with epsilon, the least chance, the gap and the length; the least chance matters less than the gap",
            "a fifth of the least chance costs {chances} times the error, a fifth of the gap {gaps} times "
            + STUDY.format("electricity"),
            "reproduced",
            asked=figure_4,
            by=(QUILTS + "quilts_by_mixing",),
            evidence=BALLS,
        ),
    ),
)
