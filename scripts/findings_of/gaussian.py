"""Approximation of Pufferfish Privacy for Gaussian Priors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

from flint import arb, ctx, fmpq

from faier.calibration.normals.components import Normals, mixture, normal
from faier.calibration.normals.needed import Asked, Kind, least, noise_of, outcome
from faier.calibration.normals.tails import by_lambert, by_quantile
from faier.calibration.normals.theorems import corollary_1a, corollary_1b, corollary_2, remark_1, theorem_1
from faier.exact import Epsilon
from faier.semantics.kept import Reals
from findings_of import Paper, Row, claims, holds

STUDY = "casestudies/census_and_heart/"
MOVED = "casestudies/findings/one_deviation.py::"
FOLDER = Path(__file__).resolve().parent.parent.parent / STUDY
ONE, ZERO = Epsilon.rational(1), fmpq(0)
DELTA = fmpq(3, 10)
PAIR = (normal(0, 1), normal(1, 2))
LINK = "([case study](../casestudies/census_and_heart/README.md))"


def number(value: fmpq) -> float:
    return float(value.p) / float(value.q)


def enough(left: Normals, right: Normals, scale: fmpq, delta: fmpq = ZERO, kind: Kind = "laplace") -> bool:
    return outcome(Asked(left, right, ONE, delta, kind), noise_of(kind, scale)) == "proved"


def needed(left: Normals, right: Normals, delta: fmpq, kind: Kind = "laplace") -> float:
    turn = least(Asked(left, right, ONE, delta, kind), digits=4)
    if turn is None:
        return 0.0
    assert turn.proved is not None
    return number(turn.proved)


def by_theorem_1() -> Mapping[str, object]:
    found = {}
    for name, delta in (
        ("small", fmpq(1, 10**5)),
        ("hundredth", fmpq(1, 100)),
        ("tenth", fmpq(1, 10)),
        ("half", fmpq(1, 2)),
    ):
        asks = theorem_1(*PAIR, ONE, by_quantile(delta))
        assert asks is not None
        holds(enough(*PAIR, asks, delta), "theorem 1")
        found[name] = f"{number(asks):.4f}"
    return found | {"least": f"{needed(*PAIR, fmpq(1, 100)):.4f}"}


def without_delta() -> Mapping[str, object]:
    last = fmpq(0)
    for at in range(2, 12):
        asks = theorem_1(*PAIR, ONE, by_quantile(fmpq(1, 10**at)))
        assert asks is not None
        holds(asks > last, "theorem 1 grows as delta falls")
        last = asks
    return {"asked": f"{number(last):.2f}"}


def points() -> Mapping[str, object]:
    one, other = mixture((1, 0, 0)), mixture((1, 3, 0))
    asks = theorem_1(one, other, ONE, by_quantile(DELTA))
    holds(
        asks == 3 and enough(one, other, fmpq(3)) and not enough(one, other, fmpq(2999, 1000)),
        "the case of no deviation",
    )
    return {"scale": asks}


def translated() -> Mapping[str, object]:
    one = mixture((fmpq(1, 3), 0, 1), (fmpq(2, 3), 4, 2))
    other = mixture((fmpq(1, 3), 2, 1), (fmpq(2, 3), 6, 2))
    asks = remark_1(one, other, ONE)
    holds(asks == 2 and enough(one, other, fmpq(2)), "remark 1 for mixtures")
    return {"scale": asks}


def users(count: int, deviation: int) -> tuple[fmpq, float]:
    """What equation (11) asks for, and what is needed."""
    each = mixture(*((fmpq(1, count), 1, deviation) for _ in range(count)))
    asks = corollary_1a(each, ONE, by_quantile(DELTA))
    with_all = mixture((1, count, 1))[0]
    absent, present = ((type(with_all)(fmpq(1), fmpq(mean), fmpq(mean * deviation**2)),) for mean in (count - 1, count))
    holds(enough(absent, present, asks, DELTA), "corollary 1 (a)")
    return asks, needed(absent, present, DELTA)


def sums() -> Mapping[str, object]:
    asks, least_scale = users(10, 3)
    tau = by_quantile(DELTA)
    closed = 1 + (arb(10).sqrt() - arb(9).sqrt()) * 3 * tau
    holds(abs(arb(asks) - closed) < arb("1e-6"), "equation (11)")
    holds(not least_scale, "no noise is needed")
    return {"asks": f"{number(asks):.4f}"}


def figure_2() -> Mapping[str, object]:
    found = {}
    for deviation in (1, 5):
        line = [users(count, deviation) for count in (2, 5, 10, 20, 50)]
        holds(all(one[0] > two[0] > 1 for one, two in pairwise(line)), "figure 2 falls")
        holds(not any(least_scale for _, least_scale in line), "no noise is needed")
        found[f"first{deviation}"], found[f"last{deviation}"] = (f"{number(line[at][0]):.4f}" for at in (0, -1))
    return found


def many_users() -> Mapping[str, object]:
    asks, _ = users(1000, 5)
    holds(asks < fmpq(11, 10), "the limit of corollary 1 (a)")
    return {"asks": f"{number(asks):.4f}"}


def values() -> Mapping[str, object]:
    holds(corollary_1b(fmpq(4), fmpq(5), ONE) == 1, "corollary 1 (b)")
    return {}


def means() -> Mapping[str, object]:
    one = mixture((fmpq(99, 100), 0, 1), (fmpq(1, 100), 1000, 1))
    other = mixture((fmpq(99, 100), 0, 1), (fmpq(1, 100), 1100, 1))
    asks = corollary_2(one, other, ONE)
    holds(asks == 1, "what corollary 2 asks for")
    return {"asks": asks}


def deviations_out() -> Mapping[str, object]:
    with ctx.workprec(256):
        return _deviations_out()


def _deviations_out() -> Mapping[str, object]:
    last = [arb(10), arb(10)]
    for at in range(1, 1000, 37):
        both = [by_quantile(fmpq(at, 1000)), by_lambert(fmpq(at, 1000))]
        holds(all(new < old for new, old in zip(both, last, strict=True)) and both[0] < both[1], "tau falls with delta")
        last = both
    ends = [(by_quantile(fmpq(at, 1000)), by_lambert(fmpq(at, 1000))) for at in (1, 999)]
    for (quantile, lambert), delta in zip(ends, (fmpq(1, 1000), fmpq(999, 1000)), strict=True):
        holds(abs((quantile / arb(2).sqrt()).erfc() - arb(delta)) < arb("1e-20"), "the quantile")
        x = lambert / ((2 * arb.pi()).sqrt() * arb(delta))
        holds(abs(lambert**2 - 2 * x.lambertw()) < arb("1e-20"), "inequality (22) is met with equality")
    return {
        "first": f"{float(ends[0][0]):.4f}",
        "first_by": f"{float(ends[0][1]):.4f}",
        "last": f"{float(ends[1][0]):.4f}",
        "last_by": f"{float(ends[1][1]):.4f}",
    }


def never() -> Mapping[str, object]:
    for deviation in (1, 10):
        for left, right in (PAIR, (normal(0, 1), normal(1, 1))):
            found = outcome(
                Asked(left, right, Epsilon.rational(2), kind="gaussian"), noise_of("gaussian", fmpq(deviation))
            )
            holds(found == "refuted", "normal noise keeps no epsilon")
    return {}


def variances() -> Mapping[str, object]:
    """2 b^2 for Laplace noise of scale 4, beside both ways to read the other number."""
    holds(2 * 4**2 not in (8, 8**2), "the variances of figure 1")
    return {"laplace": 2 * 4**2}


def by_kind() -> Mapping[str, object]:
    """Deviations of the least noise of both kinds; that of Laplace noise is its scale times the root of 2."""
    found = {}
    for name, right, delta in (("near", normal(1, 2), fmpq(1, 100)), ("far", normal(5, 3), fmpq(1, 2))):
        found[name] = f"{2**0.5 * needed(normal(0, 1), right, delta):.3f}"
        found[name + "_normal"] = f"{needed(normal(0, 1), right, delta, 'gaussian'):.3f}"
    holds(
        float(found["near"]) < float(found["near_normal"]) and float(found["far"]) > float(found["far_normal"]), "kinds"
    )
    return found


def nothing_needed() -> Mapping[str, object]:
    holds(outcome(Asked(*PAIR, ONE, DELTA), Reals(())) == "proved", "no noise is needed")
    return {}


def adult() -> Mapping[str, object]:
    table = json.loads((FOLDER / "adult.json").read_text())
    counted = sum(sum(counts) for counts in table["education_num_1_to_16_by_race"].values())
    holds(counted == table["records"] != 32652, "the number of records")
    return {"records": f"{counted:,}"}


def patients() -> Mapping[str, object]:
    table = json.loads((FOLDER / "heart.json").read_text())["cholesterol_by_sex"]
    return {name: sum(counts.values()) for name, counts in table.items()}


BALLS = "balls"
NEEDED = "faier.calibration.normals.needed."
THEOREMS = "faier.calibration.normals.theorems."
PAIRS, MIXED, TABLES = STUDY + "pairs.py::", STUDY + "mixtures.py::", STUDY + "mixtures_of_tables.py::"

PAPER = Paper(
    "Approximation of Pufferfish Privacy for Gaussian Priors",
    "Ding",
    (
        Row(
            "Theorem 1",
            "normal data: the distance of means, and that of deviations times tau(delta), over epsilon, is enough",
            "holds for N(0, 1) and N(1, 2): {small} for a delta of .00001, {hundredth} for .01, {tenth} for .1; for .01 {least} "
            "is enough",
            "reproduced",
            claims(
                PAIRS + "nearly", "epsilon=1 delta=0.00001 prior=one_further", "epsilon=1 delta=0.01 prior=one_further"
            ),
            asked=by_theorem_1,
            by=(THEOREMS + "theorem_1", NEEDED + "least"),
        ),
        Row(
            "Theorem 1, for a delta of 0",
            "as delta falls to 0 the scale grows without end",
            "{asked} for a delta of 10^-11; 1.8229 is enough without any delta, and 1.8228 is not",
            "corrected",
            claims(PAIRS + "enough", "epsilon=1 prior=one_further"),
            claims(PAIRS + "nearly", "epsilon=1 prior=one_further"),
            asked=without_delta,
            by=(THEOREMS + "theorem_1",),
        ),
        Row(
            "Theorem 1, for a delta of .3",
            "the scale is more than the distance of means: 2.0364 for that pair",
            "no noise is needed: the data as it is keeps epsilon 1 with that delta; not with .2",
            "corrected",
            claims(PAIRS + "as_it_is", "epsilon=1 delta=0.3 prior=one_further"),
            claims(PAIRS + "as_it_is", "epsilon=1 delta=0.2 prior=one_further"),
            asked=nothing_needed,
            by=(NEEDED + "outcome",),
        ),
        Row(
            "Figure 1 (b)",
            "with Laplace noise of scale 4 the logarithms of two densities differ by .2992 at most",
            "-",
            "open",
            evidence="the means and deviations are in a drawing that the text does not repeat",
        ),
        Row(
            "Figure 1 (c)",
            "with normal noise they differ by .0156 at most",
            "without end, whatever the two different distributions are: an epsilon of 100 is refuted. What is drawn is a maximum "
            "over the range of the figure",
            "refuted",
            refuted=claims(MOVED + "with_normal", "epsilon=100 prior=moved", "epsilon=1 prior=moved"),
            asked=never,
            by=(NEEDED + "outcome",),
        ),
        Row(
            "Figure 1",
            "Laplace noise of scale 4 and normal noise marked 8 have the same variance",
            "{laplace} for the former; neither 8 nor 8 squared",
            "refuted",
            asked=variances,
            evidence="arithmetic",
        ),
        Row(
            "Remark 1",
            "where one distribution is the other, moved, the distance of the means over epsilon is enough without a delta",
            "proved for normal data moved by 1, and refuted a thousandth below; for a mixture moved by {scale} too",
            "reproduced",
            claims(MOVED + "with_laplace", "epsilon=1 prior=moved"),
            claims(MOVED + "with_laplace", "epsilon=0.999 prior=moved"),
            asked=translated,
            by=(THEOREMS + "remark_1",),
        ),
        Row(
            "section III.A",
            "without deviations it is the method of sensitivities",
            "two numbers 3 apart: a scale of {scale}, and a thousandth less is refuted",
            "reproduced",
            asked=points,
            by=(THEOREMS + "theorem_1", NEEDED + "outcome"),
            evidence=BALLS,
        ),
        Row(
            "Corollary 1 (a), equation (11)",
            "a sum over users of whom one may be absent: the mean, and the difference of two roots times tau",
            "ten users of deviation 3, delta .3: {asks} is enough, and no noise is needed",
            "reproduced",
            asked=sums,
            by=(THEOREMS + "corollary_1a",),
            evidence=BALLS,
        ),
        Row(
            "Corollary 1 (a), many users",
            "with many users the scale comes down to the mean over epsilon",
            "{asks} for 1,000 users of deviation 5",
            "reproduced",
            asked=many_users,
            by=(THEOREMS + "corollary_1a",),
            evidence=BALLS,
        ),
        Row(
            "Corollary 1 (b)",
            "to hide which of two values somebody adds, their distance over epsilon is enough",
            "1 for values 1 apart: proved, and refuted a thousandth below",
            "reproduced",
            claims(MOVED + "with_laplace", "epsilon=1 prior=moved"),
            claims(MOVED + "with_laplace", "epsilon=0.999 prior=moved"),
            asked=values,
            by=(THEOREMS + "corollary_1b",),
        ),
        Row(
            "Figure 2",
            "scales by the number of users at (1, .3), for variances from 1 to 25: all fall towards 1",
            "they do: from {first1} to {last1} and from {first5} to {last5}, for 2 to 50 users; and none of them needs any noise "
            + LINK,
            "corrected",
            asked=figure_2,
            by=(THEOREMS + "corollary_1a", NEEDED + "least"),
            evidence=BALLS,
        ),
        Row(
            "Theorem 2",
            "mixtures: the mean of what Theorem 1 asks for pairs of parts is enough",
            "false: with weights 3/4 and 1/4 what it asks for at epsilon 1 and delta .00001, .01 or .19 is refuted; the least delta "
            "is between .19 and .195",
            "refuted",
            claims(MIXED + "quarter_by_theorem_2", "epsilon=1 delta=0.195 prior=quarter"),
            claims(
                MIXED + "quarter_by_theorem_2",
                "epsilon=1 delta=0.00001 prior=quarter",
                "epsilon=1 delta=0.01 prior=quarter",
                "epsilon=1 delta=0.19 prior=quarter",
            ),
        ),
        Row(
            "Corollary 2",
            "mixtures that differ in their means only: the mean of the distances over epsilon is enough",
            "false: weights .99 and .01, means 0 and 1000 or 1100: it asks for {asks} at epsilon 1, and loses between 99 and 100",
            "refuted",
            claims(MIXED + "hundredth_by_corollary_2", "epsilon=100 prior=hundredth"),
            claims(MIXED + "hundredth_by_corollary_2", "epsilon=1 prior=hundredth", "epsilon=99 prior=hundredth"),
            asked=means,
            by=(THEOREMS + "corollary_2",),
        ),
        Row(
            "Corollary 2, even weights",
            "the same with one half each",
            "means 0 and 100 or 110: an epsilon of 1 is promised, and between 1.99 and 2 is lost",
            "refuted",
            claims(MIXED + "half_by_corollary_2", "epsilon=2 prior=half"),
            claims(MIXED + "half_by_corollary_2", "epsilon=1 prior=half", "epsilon=1.99 prior=half"),
        ),
        Row(
            "Figure 3 (a), (d)",
            "two mixtures of three normals fit the years of education given two races",
            "fitted anew from the counts, with the numbers that stand in the file " + LINK,
            "reproduced",
            claims(TABLES + "census_by_theorem_2_5", "epsilon=1 delta=0.5 prior=census"),
        ),
        Row(
            "Figure 3 (b), (e)",
            "noise by Theorem 2 keeps (1, .5) for years of education",
            "it does; none is needed, for the mixtures and for the table itself",
            "corrected",
            claims(TABLES + "census_by_theorem_2_5", "epsilon=1 delta=0.5 prior=census")
            + claims(STUDY + "census.py::as_it_is", "epsilon=1 delta=0.5 prior=races"),
        ),
        Row(
            "Figure 3 (c), (f)",
            "more noise by Theorem 2 keeps (1, .3)",
            "it does; none is needed: the least delta of the table at epsilon 1 is between .055 and .0552",
            "corrected",
            claims(TABLES + "census_by_theorem_2_3", "epsilon=1 delta=0.3 prior=census")
            + claims(
                STUDY + "census.py::as_it_is", "epsilon=1 delta=0.3 prior=races", "epsilon=1 delta=0.0552 prior=races"
            ),
            claims(STUDY + "census.py::as_it_is", "epsilon=1 delta=0.055 prior=races"),
        ),
        Row(
            "Figure 4 (b), (e)",
            "noise by Theorem 2 keeps (1, .5) for cholesterol given the sex",
            "it does for the mixtures, scale 52.3; they need none, and the table itself .295 " + LINK,
            "corrected",
            claims(TABLES + "heart_by_theorem_2_5", "epsilon=1 delta=0.5 prior=heart")
            + claims(TABLES + "heart_enough_5", "epsilon=1 delta=0.5 prior=heart"),
        ),
        Row(
            "Figure 4 (c), (f)",
            "more noise by Theorem 2 keeps (1, .3)",
            "it does for the mixtures, scale 59.8; they need none, and the table itself .632 " + LINK,
            "corrected",
            claims(TABLES + "heart_by_theorem_2_3", "epsilon=1 delta=0.3 prior=heart")
            + claims(TABLES + "heart_enough_3", "epsilon=1 delta=0.3 prior=heart"),
        ),
        Row(
            "section V",
            "the Adult data has 32,652 records",
            "{records}",
            "corrected",
            asked=adult,
            by=("casestudies/census_and_heart/adult.json",),
            evidence="counted",
        ),
        Row(
            "section V",
            "the Hungarian heart data has 293 patients",
            "{female} women and {male} men with a level of cholesterol",
            "open",
            asked=patients,
            by=("casestudies/census_and_heart/heart.json",),
            evidence="the table here has only those whose level is known",
        ),
        Row(
            "Figure 5, inequality (22)",
            "tau by delta from .001 to .999: it falls, and Lambert's function bounds the quantile",
            "from {first} to {last} by quantile, from {first_by} to {last_by} by Lambert's function, which is never less",
            "reproduced",
            asked=deviations_out,
            by=("faier.calibration.normals.tails.by_quantile", "faier.calibration.normals.tails.by_lambert"),
            evidence=BALLS,
        ),
        Row(
            "section VI.B",
            "with the same variance, normal noise hides more than Laplace noise",
            "it depends: N(0, 1) and N(1, 2) at (1, .01) need a deviation of {near} of Laplace noise and {near_normal} of normal "
            "noise, N(0, 1) and N(5, 3) at (1, .5) {far} and {far_normal}; without a delta normal noise hides nothing",
            "corrected",
            refuted=claims(MOVED + "with_normal", "epsilon=1 prior=moved"),
            asked=by_kind,
            by=(NEEDED + "least",),
        ),
    ),
)
