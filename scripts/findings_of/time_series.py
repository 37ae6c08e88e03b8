"""Composition Properties of Inferential Privacy for Time-Series Data."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import log

from flint import arb, ctx, fmpq

from faier.calibration.known import Missing
from faier.calibration.quilts import (
    Part,
    chain,
    correction,
    dependent,
    far_apart,
    mixing,
    parallel,
    quilts_by_mixing,
    quilts_of_chains,
    quilts_of_networks,
    same_quilts,
    sequential,
)
from faier.calibration.quilts.mixing import Mixing
from faier.exact import Epsilon
from findings_of import Paper, Row, claims, holds
from findings_of.chains import as_network, decimal, influence

COMPOSITION = "casestudies/composition/"
STAYS = [[Fraction(4, 5), Fraction(1, 5)], [Fraction(1, 5), Fraction(4, 5)]]
LEANS = [[Fraction(1, 2), Fraction(1, 2)], [Fraction(1, 10), Fraction(9, 10)]]
TURNS = [
    [Fraction(3, 5), Fraction(3, 10), Fraction(1, 10)],
    [Fraction(1, 10), Fraction(3, 5), Fraction(3, 10)],
    [Fraction(3, 10), Fraction(1, 10), Fraction(3, 5)],
]


def two_nodes() -> Mapping[str, object]:
    """The four numbers of the proof, in balls."""
    p, q = arb(9) / 10, arb(1) / 100
    e = arb(1).exp()
    once = [((q + e * (1 - q)) / (p + e * (1 - p))) ** 2, ((e * p + 1 - p) / (e * q + 1 - q)) ** 2]
    twice = [(q + e**2 * (1 - q)) / (p + e**2 * (1 - p)), (e**2 * p + 1 - p) / (e**2 * q + 1 - q)]
    for value, printed in zip([*once, *twice], ("5.3132", "6.2672", "4.4695", "6.3448"), strict=True):
        holds(abs(value - arb(printed)) < arb("0.00005"), f"the number {printed}")
    return {}


def known(rows: list[list[Fraction]]) -> Mixing:
    return mixing(chain(rows, 2), reversal=True)


def by_reversal() -> Mapping[str, object]:
    """The bound beside the influence, for a chain that is reversible and one that is not."""
    least = 10**6
    with ctx.workprec(200):
        for rows in (STAYS, TURNS):
            made = known(rows)
            for before, after in ((20, 20), (25, 30), (40, 21)):
                parts = [(-arb(made.rate) * t).exp() / made.least for t in (before, after)]
                if not all(part < 1 for part in parts):
                    continue
                bounds = [((1 + part) / (1 - part)).log() for part in parts]
                bound, true = 2 * bounds[0] + bounds[1], influence(rows, before, after)
                holds(bound >= true, f"the bound at {before} and {after}")
                least = min(least, int((bound / true).floor().unique_fmpz()))
    return {"times": least}


def every_set() -> Mapping[str, object]:
    year = chain(STAYS, 6)
    of_all, of_few = quilts_of_networks(as_network(STAYS, 6), 5).scale, quilts_of_chains(year, 5).scale
    holds(of_all == of_few, "all sets ask for something else")
    return {"scale": decimal(of_few, 3)}


def with_same_quilts() -> Mapping[str, object]:
    year = chain(STAYS, 100)
    quilts = quilts_of_chains(year, 1)
    found = same_quilts([(1, quilts), (1, quilts), (1, quilts)])
    other = same_quilts([(1, quilts), (2, quilts_of_chains(year, 2))])
    holds(found == 3 and isinstance(other, Missing), "theorem II.6")
    return {"promised": found}


def parts_of_a_chain() -> Mapping[str, object]:
    days = chain(LEANS, 4, [Fraction(1, 2), Fraction(1, 2)])
    found = parallel(days, Part(1, 2, Epsilon.log(300)), Part(3, 4, Epsilon.log(200)))
    holds(not isinstance(found, Missing), "theorem III.1")
    assert not isinstance(found, Missing)
    holds(abs(float(found.p) / float(found.q) - log(1500)) < 1e-6, "its promise")
    return {"promised": decimal(found, 4)}


def far() -> Mapping[str, object]:
    found = far_apart([mixing(chain(STAYS, 200))], Part(1, 40, 1), Part(90, 129, 2))
    near = far_apart([mixing(chain(STAYS, 200))], Part(1, 40, 1), Part(50, 89, 2))
    holds(found == 2 and isinstance(near, Missing), "theorem III.3")
    return {"promised": found}


def sequence() -> Mapping[str, object]:
    holds(sequential(["0.6", "0.6", "0.6"]) == fmpq(9, 5), "theorem III.7")
    return {"promised": sequential([1] * 10)}


def divided() -> Mapping[str, object]:
    """Two randomized responses about the same record of a chain, and what the correction allows for."""
    truth = fmpq(3, 4)
    stays, laws, losses = fmpq(4, 5), [], []
    for secret in (0, 1):
        law: dict[tuple[object, object], fmpq] = {
            (one, other): sum(
                (
                    (stays if state == secret else 1 - stays)
                    * (truth if one == state else 1 - truth)
                    * (truth if other == state else 1 - truth)
                    for state in (0, 1)
                ),
                fmpq(0),
            )
            for one in (0, 1)
            for other in (0, 1)
        }
        laws.append(law)
    single = [{one: law[one, 0] + law[one, 1] for one in (0, 1)} for law in laws]
    alone = max(single[0][one] / single[1][one] for one in (0, 1))
    losses = [laws[0][key] / laws[1][key] for key in laws[0]]
    off = correction(laws)
    assert not isinstance(off, Missing)
    promised = dependent(Epsilon.log(alone), Epsilon.log(alone), off)
    with ctx.workprec(100):
        holds(arb(max(losses)).log() <= promised, "theorem III.6")
    return {"promised": decimal(promised, 4), "lost": f"{log(float(max(losses).p) / float(max(losses).q)):.4f}"}


def approximate() -> Mapping[str, object]:
    year = chain(STAYS, 100)
    exact, roughly = quilts_of_chains(year, 1).scale, quilts_by_mixing(mixing(year), 100, 1).scale
    holds(exact <= roughly, "MQMApprox asks for less than MQMExact")
    return {"exact": decimal(exact, 3), "roughly": decimal(roughly, 3)}


BALLS = "balls, and exact fractions"
QUILTS = "faier.calibration.quilts."

PAPER = Paper(
    "Composition Properties of Inferential Privacy for Time-Series Data",
    "Song and Chaudhuri",
    (
        Row(
            "Lemma II.3",
            "the influence on a quilt is bounded by the least stationary chance and half of the eigengap of the chain "
            "times its reversal",
            "held by every quilt asked about, of a reversible chain and one that is not; at least {times} times the influence",
            "reproduced",
            asked=by_reversal,
            by=(QUILTS + "mixing",),
            evidence=BALLS,
        ),
        Row(
            "Lemma II.5",
            "quilts of one record on each side, one, or none are enough for a chain",
            "all 32 sets of the other records of a chain of six ask for no less: {scale} at epsilon 5",
            "reproduced",
            asked=every_set,
            by=(QUILTS + "quilts_of_networks", QUILTS + "quilts_of_chains"),
            evidence=BALLS,
        ),
        Row(
            "section II.D, Algorithm 1",
            "the mechanism keeps epsilon for every record; MQMApprox bounds the influence and MQMExact computes it",
            "100 records that stay with chance 4/5: {exact} by the exact influence, {roughly} by the bound; with 6 records "
            "{tight} of an epsilon of 1 is lost",
            "reproduced",
            claims("casestudies/findings/sums_of_a_chain.py::quilts", "epsilon=1 prior=any_day"),
            asked=approximate,
            by=(QUILTS + "quilts_of_chains", QUILTS + "quilts_by_mixing"),
            evidence=BALLS,
        ),
        Row(
            "Theorem II.6",
            "K releases with the same quilts cost K times the greatest epsilon",
            "three releases at epsilon 1 are promised {promised}; the loss is less (Theorem III.7)",
            "reproduced",
            asked=with_same_quilts,
            by=(QUILTS + "same_quilts",),
            evidence="exact fractions",
        ),
        Row(
            "section II, introduction",
            "releases about different records of a chain do not compose as for differential privacy, by their maximum",
            "log(300) and log(200) about two parts: together {tight}",
            "reproduced",
            claims(COMPOSITION + "two_parts.py::both_parts", "epsilon=log(300) + log(5) prior=four_days"),
        ),
        Row(
            "Theorem III.1",
            "a record of the first part pays for the second no more than the influence of the second part's record on it",
            "log(300) + log(39/11) is refuted: {tight} is lost",
            "refuted",
            refuted=claims(COMPOSITION + "two_parts.py::both_parts", "epsilon=log(300) + log(39 / 11) prior=four_days"),
        ),
        Row(
            "Theorem III.1, proof",
            "the proof takes the influence the other way round",
            "that holds: log(300) + log(5), {promised}",
            "corrected",
            claims(COMPOSITION + "two_parts.py::both_parts", "epsilon=log(300) + log(5) prior=four_days"),
            asked=parts_of_a_chain,
            by=(QUILTS + "parallel",),
        ),
        Row(
            "Theorem III.3",
            "parts that are as far apart as they are long cost the greater epsilon only",
            "records 1 to 40 at 1 and 90 to 129 at 2 are promised {promised}; 50 to 89 are too near",
            "reproduced",
            asked=far,
            by=(QUILTS + "far_apart",),
            evidence=BALLS,
        ),
        Row(
            "Theorem III.4",
            "a chain of two records, and noise of scale 1: two releases cost more than twice one",
            "one costs {tight}, two {tight1}",
            "reproduced",
            claims(COMPOSITION + "two_nodes.py::once", "epsilon=1.9177 prior=two_records")
            + claims(COMPOSITION + "two_nodes.py::twice", "epsilon=3.8477 prior=two_records"),
            claims(COMPOSITION + "two_nodes.py::twice", "epsilon=3.8354 prior=two_records"),
        ),
        Row(
            "Theorem III.4, proof",
            "with .9 and .01: e^2 times 5.3132 and 6.2672 for one release squared, 4.4695 and 6.3448 for two",
            "all four digits are right; the paper's second pair is a lower bound, and it is the greatest: {tight}",
            "reproduced",
            claims(COMPOSITION + "two_nodes.py::twice", "epsilon=3.8477 prior=two_records"),
            asked=two_nodes,
        ),
        Row(
            "Theorem III.6",
            "two releases cost the sum and twice the distance of their joint law from independence",
            "two responses about the next record: {promised} is promised and {lost} lost",
            "reproduced",
            asked=divided,
            by=(QUILTS + "correction", QUILTS + "dependent"),
            evidence=BALLS,
        ),
        Row(
            "Theorem III.7",
            "releases by the Markov quilt mechanism cost no more than the sum of their epsilons",
            "ten at epsilon 1 are promised {promised}; three sums of three records with scale 3 lose {tight} together, as one "
            "with scale 1 does ({tight1})",
            "reproduced",
            claims(COMPOSITION + "releases.py::three_times", "epsilon=2.1389 prior=any_day")
            + claims(COMPOSITION + "releases.py::once_at_a_third_of_the_scale", "epsilon=2.1389 prior=any_day"),
            asked=sequence,
            by=(QUILTS + "sequential",),
        ),
        Row(
            "section III.B, after Theorem III.7",
            "the sum is better than K times the greatest epsilon",
            "two sums with scale 3 lose {tight}, less than twice what one loses, {tight1}",
            "reproduced",
            claims(COMPOSITION + "releases.py::twice", "epsilon=1.4481 prior=any_day")
            + claims(COMPOSITION + "releases.py::once", "epsilon=0.731 prior=any_day"),
        ),
    ),
)
