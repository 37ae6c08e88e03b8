"""Verifying Pufferfish Privacy in Hidden Markov Models."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from findings_of import Paper, Row, claims, holds

STUDY = "casestudies/hidden_markov_models/"
GEOMETRIC = STUDY + "geometric.py::truncated_geometric"
NAIVE = STUDY + "naive_noisy_max.py::naive_noisy_max"
IMPROVED = STUDY + "improved_noisy_max.py::improved_noisy_max"
ABOVE = STUDY + "above_threshold.py::above_threshold"
UNCLAMPED = STUDY + "above_threshold_unclamped.py::above_threshold"
PRINTED = "casestudies/findings/fifth_is_first.py::fifth_is_first"
THIRDS = "casestudies/findings/first_or_third.py::"


def truncated(at: int, alpha: fmpq, top: int = 2) -> list[fmpq]:
    """The chances of each output, by adding up the noise that ends there."""
    ends = (alpha**at / (1 + alpha), alpha ** (top - at) / (1 + alpha))
    inside = [(1 - alpha) / (1 + alpha) * alpha ** abs(out - at) for out in range(1, top)]
    return [ends[0], *inside, ends[1]]


def table() -> Mapping[str, object]:
    rows = [truncated(at, fmpq(1, 2)) for at in range(3)]
    holds(rows[0] == [fmpq(2, 3), fmpq(1, 6), fmpq(1, 6)] and rows[1] == [fmpq(1, 3)] * 3, "the table of figure 1")
    holds(rows[2] == rows[0][::-1], "its last row")
    return {"most": max(rows[i][out] / rows[i + 1][out] for i in range(2) for out in range(3))}


def table_1() -> Mapping[str, object]:
    """The six entries, at enough values of p to tell polynomials of degree 3 apart."""
    rows = [truncated(at, fmpq(1, 2)) for at in range(3)]
    for p in (fmpq(k, 7) for k in range(1, 7)):
        without = [(1 - p) ** 2, 2 * p * (1 - p), p**2]
        ill = [fmpq(0), (2 - 2 * p) / (2 - p), p / (2 - p)]
        found = [
            [sum((law[at] * rows[at][out] for at in range(3)), fmpq(0)) for out in range(3)] for law in (without, ill)
        ]
        printed = [
            [(p**2 - 4 * p + 4) / 6, (-2 * p**2 + 2 * p + 1) / 6, (p**2 + 2 * p + 1) / 6],
            [(4 - 3 * p) / (12 - 6 * p), (4 - 3 * p) / (12 - 6 * p), 2 / (6 - 3 * p)],
        ]
        holds(found == printed, f"table 1 at p = {p}")
    return {}


def below_then_above(n: int, answers: int, last: int) -> fmpq:
    """The chance of n times bottom and then top, with threshold 2, by the definition."""
    noisy = truncated(2, fmpq(1, 4))
    each, end = truncated(answers, fmpq(1, 2)), truncated(last, fmpq(1, 2))
    return sum((noisy[t] * sum(each[:t], fmpq(0)) ** n * sum(end[t:], fmpq(0)) for t in range(3)), fmpq(0))


def family() -> Mapping[str, object]:
    for n in range(1, 30):
        ratio = below_then_above(n, 1, 2) / below_then_above(n, 2, 1)
        printed = [
            fmpq(3, 20) * (fmpq(1) / low) ** n * at_1 + fmpq(4, 5) * (fmpq(2) / high) ** n * at_2
            for low, at_1, high, at_2 in ((3, fmpq(5, 6), 3, fmpq(2, 3)), (6, fmpq(2, 3), 6, fmpq(1, 3)))
        ]
        holds(ratio == printed[0] / printed[1], f"the ratio of the family at {n}")
        holds(ratio > fmpq(16, 11) * 2**n, f"the bound of the family at {n}")
    return {}


def threshold_noise() -> Mapping[str, object]:
    holds(truncated(0, fmpq(1, 4)) == [fmpq(4, 5), fmpq(3, 20), fmpq(1, 20)], "the noisy threshold")
    holds(truncated(0, fmpq(1, 2))[0] == fmpq(2, 3), "the noisy answer")
    return {}


COMPUTED = "exact fractions"

PAPER = Paper(
    "Verifying Pufferfish Privacy in Hidden Markov Models",
    "Liu, Wang and Zhang",
    (
        Row(
            "Figure 1, Example 4.1",
            "the truncated geometric mechanism over 0, 1, 2 shows 0 with chances 2/3, 1/3, 1/6 for a count of 0, 1, 2, and no "
            "ratio of neighbors is over 2",
            "the same nine chances; the greatest ratio is {most}, and {tight} is tight",
            "reproduced",
            claims(GEOMETRIC, "Example 4.2"),
            asked=table,
        ),
        Row(
            "section 4.1",
            "the geometric mechanism with base alpha costs -log(alpha), truncated too",
            "for every epsilon at once, with alpha = exp(-epsilon): {tight} is tight over 0 to 2",
            "reproduced",
            claims("models/noise/any_scale.py::any_scale", "epsilon=EPS neighbors=each(1)"),
            claims("models/noise/any_scale.py::any_scale", "epsilon=0.999999 * EPS neighbors=each(1)"),
        ),
        Row(
            "Example 4.2, Table 2",
            "as a hidden Markov model it is log(2)-private for neighbors",
            "{tight} is tight",
            "reproduced",
            claims(GEOMETRIC, "Example 4.2"),
        ),
        Row(
            "Example 4.3, Table 2",
            "two people who infect each other: the ratio is 4, so log(2) fails",
            "refuted; {tight} is what it costs",
            "reproduced",
            claims(GEOMETRIC, "Example 4.4, what holds"),
            claims(GEOMETRIC, "Example 4.3 and 4.4"),
        ),
        Row(
            "Example 4.4, Table 2",
            "the same for every chance p that both are ill: log(4) holds, log(2) does not",
            "proved for all p between 0 and 1; {tight} is tight",
            "reproduced",
            claims(GEOMETRIC, "Example 4.4, what holds"),
            claims(GEOMETRIC, "Example 4.3 and 4.4"),
        ),
        Row(
            "Example 4.5, Table 2",
            "independent illness with chance p keeps log(2) for all p",
            "proved; {tight} is the supremum, for p near 0, and no p attains it",
            "reproduced",
            claims(GEOMETRIC, "Example 4.5"),
        ),
        Row(
            "Table 1",
            "six rational functions of p: each output with and without John's record",
            "the same six, compared at six values of p",
            "reproduced",
            asked=table_1,
            by=("tests/hmm/test_table_1.py",),
            evidence=COMPUTED,
        ),
        Row(
            "Example 6.1, Table 2",
            "Noisy Max that names the first winner is not log(2)-private",
            "refuted; {tight} is tight",
            "reproduced",
            claims(NAIVE, "section 6.2.2: exactly"),
            claims(NAIVE, "Example 6.1"),
        ),
        Row(
            "section 6.2.2",
            "the budget of Noisy Max with the first winner is 2.1",
            "2.1 is enough, and so is {tight}: 2.1 is that, rounded up",
            "corrected",
            claims(NAIVE, "section 6.2.2: exactly", "section 6.2.2: 2.1 holds"),
        ),
        Row(
            "section 6.2.2",
            "with winners drawn uniformly, log(2) still fails",
            "refuted",
            "reproduced",
            refuted=claims(IMPROVED, "section 6.2.2: log(2) does not"),
        ),
        Row(
            "section 6.2.2",
            "with winners drawn uniformly, the budget is 1.3",
            "1.3 is enough, and so is {tight}",
            "corrected",
            claims(IMPROVED, "section 7.3.2: exactly", "section 6.2.2: 1.3 holds"),
        ),
        Row(
            "Example 6.2, Table 2",
            "independent diseases with unknown chances: log(2) holds for uniform winners (found by a second solver)",
            "proved by polynomials without a solver; log(40/21) = 0.6444 is enough "
            "([case study](../casestudies/hidden_markov_models/README.md))",
            "reproduced",
            claims(IMPROVED, "Example 6.2"),
        ),
        Row(
            "Example 6.3, Table 2",
            "one contagious disease: log(2) fails when all chances are 1/2",
            "refuted; log(4) holds",
            "reproduced",
            claims(IMPROVED, "Example 6.3, what holds"),
            claims(IMPROVED, "Example 6.3"),
        ),
        Row(
            "Table 2, counterexample of Example 6.3",
            "the third query wins, with all chances 1/2",
            "log(2) holds for that output: {tight} is its loss; it is the first query, with {tight1}, that violates",
            "corrected",
            claims(THIRDS + "third_wins", "epsilon=log(2) prior=contagious"),
            claims(THIRDS + "first_wins", "epsilon=log(2) prior=contagious"),
        ),
        Row(
            "Figure 2",
            "the hidden Markov model of Noisy Max with three queries: results 0 to 2, and a node for each noisy triple",
            "compiled from the program; its tight epsilon is {tight}",
            "reproduced",
            claims(NAIVE, "section 6.2.2: exactly"),
        ),
        Row(
            "section 6.3, Table 2",
            "Above Threshold with truncated noise is not 4 log(2)-private",
            "refuted",
            "reproduced",
            refuted=claims(ABOVE, "Table 2"),
        ),
        Row(
            "Table 2, counterexample of Above Threshold",
            "pairs of answers 01, 12, 12, 12, 21 and top at the fifth violate 4 log(2)",
            "refuted by exactly these: {tight}, and exp(4 log(2)) is 16",
            "reproduced",
            refuted=claims(PRINTED, "Table 2"),
        ),
        Row(
            "Figure 3",
            "a threshold of 0 becomes 1 with chance 3/20; an answer of 0 stays with 2/3",
            "4/5, 3/20 and 1/20 for the threshold, 2/3 for the answer",
            "reproduced",
            asked=threshold_noise,
            evidence=COMPUTED,
        ),
        Row(
            "section 6.3.2",
            "n times bottom and then top: the ratio for threshold 2 is more than (16/11) 2^n",
            "the printed sums are right and the bound holds for n up to 29; it is not the worst family: n + 1 answers reach "
            "2^(n+1) ([case study](../casestudies/hidden_markov_models/README.md))",
            "reproduced",
            asked=family,
            evidence=COMPUTED,
        ),
        Row(
            "section 6.3.2",
            "so no epsilon at all is enough",
            "a cycle of answers doubles the ratio at each turn: infinite",
            "reproduced",
            refuted=claims(ABOVE, "Table 2", "section 7.2.2: 3 does not hold"),
        ),
        Row(
            "section 6.3.2, conclusions",
            "it is the discrete noise that loses what continuous noise keeps",
            "geometric noise that is not truncated keeps 4 log(2) for ever; truncating is what loses",
            "corrected",
            claims(UNCLAMPED, "what continuous noise promises"),
            claims(UNCLAMPED, "nearly all of it is lost"),
        ),
        Row(
            "Figure 4 (a)",
            "testing rejects every epsilon in [0, 2] for Noisy Max with the first winner",
            "right: {tight} is the least",
            "reproduced",
            claims(NAIVE, "section 6.2.2: exactly"),
        ),
        Row(
            "Figure 4 (b)",
            "testing of uniform winners comes to certainty only at 1.6",
            "{tight} is enough: the test asks for a third more",
            "corrected",
            claims(IMPROVED, "section 7.3.2: exactly"),
            claims(IMPROVED, "section 7.3.2: 1.232 is too little"),
        ),
        Row(
            "Figure 4 (c), section 7.2.2",
            "testing with short databases takes Above Threshold for 3-private; it is not",
            "refuted: no epsilon is enough",
            "reproduced",
            refuted=claims(ABOVE, "section 7.2.2: 3 does not hold"),
        ),
        Row(
            "section 7.2.2",
            "pairs 01, 12, 12, 12, 01 and top at the fifth violate epsilon = 3",
            "they do not: {tight} is their loss; with 10 at the end it is {tight1}, more than 3",
            "refuted",
            claims(PRINTED, "as printed"),
            claims(PRINTED, "10 at the end"),
        ),
        Row(
            "Figure 4 (d)",
            "with longer databases testing finds a larger epsilon",
            "each answer adds log(2), so every length has its own: none is an epsilon of the mechanism",
            "reproduced",
            refuted=claims(ABOVE, "Table 2"),
        ),
        Row(
            "Figure 4 (e)",
            "three runs of one test differ in their p-values",
            "",
            "open",
            evidence="what a test draws is no property of the mechanism; faier's answers have no chance in them",
        ),
        Row(
            "Figure 4 (f), section 7.3.2",
            "the budget of uniform winners is between 1.21 and 1.28",
            "{tight}",
            "reproduced",
            claims(IMPROVED, "section 7.3.2: exactly"),
        ),
        Row(
            "Algorithm 5, section 7.3.2",
            "by bisection: 1.232 fails and 1.233 holds",
            "both decided; {tight} is exact",
            "reproduced",
            claims(IMPROVED, "section 7.3.2: exactly", "section 7.3.2: 1.233 is enough"),
            claims(IMPROVED, "section 7.3.2: 1.232 is too little"),
        ),
        Row(
            "section 7.2.1",
            "databases longer than 5 end in a timeout of 20 minutes",
            "`faier bound --set N=6` takes seconds: log(15552/3905) = 1.3819 for six queries "
            "([case study](../casestudies/hidden_markov_models/README.md))",
            "corrected",
            claims("models/noisy_max_uniform_ties.py::noisy_max_uniform_ties", "epsilon=log(24 / 7) neighbors=each(1)"),
        ),
        Row(
            "Theorem 5.2, Figure 5",
            "deciding Pufferfish privacy of hidden Markov models is NP-hard",
            "",
            "open",
            evidence="a statement about all deciders, which no mechanism decides",
        ),
        Row(
            "Lemma 10.1, Theorem 10.2",
            "the model that draws which query comes next gives each output (1/3)^(2n + 1) times the chance of Algorithm 4",
            "",
            "open",
            evidence="here queries are inputs that are asked for, not drawn, so no such factor comes up; the verdicts are those of Figure 3",
        ),
        Row(
            "Theorem 5.3",
            "Algorithm 1's query is unsatisfiable exactly where the ratio is bounded",
            "`--engine smt` asks it; the tests hold it against the exact search on this claim and others",
            "reproduced",
            claims(NAIVE, "section 6.2.2: exactly"),
            claims(NAIVE, "Example 6.1"),
        ),
    ),
)
