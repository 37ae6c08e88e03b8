"""Whole mechanisms: the published table by plain enumeration, streams, priors, and what must fail."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod
from textwrap import dedent

import pytest
from flint import fmpq

from faier.exact import Number, substitute, unknown
from faier.lang import parse
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.values import Value, make, plain
from faier.limits import LimitReached, Limits
from faier.semantics import denote

HEAD = """
from faier import Bool, Int, Probability, Public, Real, Stream, Vector
from faier import assume, clamp, flip, geometric, mechanism, prior, secret, uniform

"""

TRUNCATED = """
@prior
def contagious(p: Probability):
    sick = flip(p)
    secret(sick)
    return 2 * sick

@mechanism
def shown(count: Int[0, 2]):
    return clamp(count + geometric(1 / 2), 0, 2)
"""

NAIVE = """
N = 3

@mechanism
def shown(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner
"""

IMPROVED = """
N = 3

@prior
def independent(a: Probability, b: Probability, c: Probability):
    sick = flip(a)
    secret(sick)
    return sick + flip(a), flip(b) + flip(b), flip(c) + flip(c)

@prior
def contagious(a: Probability, b: Probability, c: Probability):
    sick = flip(a)
    secret(sick)
    return 2 * sick, flip(b) + flip(b), flip(c) + flip(c)

@mechanism
def shown(answers: Vector[Int[0, 2], N]):
    best, winner, ties = -1, 0, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if noisy == best:
            ties += 1
            if flip(1 / ties):
                winner = index
        elif noisy > best:
            best, winner, ties = noisy, index, 1
    return winner
"""

ABOVE = """
@mechanism
def shown(threshold: Public[Int[0, 2]], answers: Stream[Int[0, 2]]):
    noisy = clamp(threshold + geometric(1 / 4), 0, 2)
    for answer in answers:
        above = clamp(answer + geometric(1 / 2), 0, 2) >= noisy
        yield above
        if above:
            return
"""


def program(text: str) -> Program:
    return parse(HEAD + dedent(text), "mechanism.py")


def simple(found: dict[denote.Output, Number]) -> dict[tuple[object, bool], Number]:
    """Outputs as plain Python: (what is shown, did it end)."""
    assert sum(found.values()) == 1
    return {(tuple(map(plain, shown)), ended): weight for (shown, ended), weight in found.items()}


def tight(distributions: dict[tuple[int, ...], dict[denote.Output, Number]], near: Callable[..., bool]) -> fmpq:
    """The largest ratio of an output's probabilities over all neighboring inputs."""
    return max(
        weight / distributions[other][output]
        for one, other in product(distributions, repeat=2)
        if one != other and near(one, other)
        for output, weight in distributions[one].items()
    )


def each(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(x - y) <= 1 for x, y in zip(one, other, strict=True))


def one_entry(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return sum(x != y for x, y in zip(one, other, strict=True)) == 1


def one_by_1(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one_entry(one, other) and each(one, other)


@pytest.mark.parametrize(
    ("text", "near", "factor"),
    [
        (NAIVE, each, fmpq(8)),
        (NAIVE, one_entry, fmpq(25, 7)),
        (NAIVE, one_by_1, fmpq(2)),
        (IMPROVED, each, fmpq(24, 7)),
        (IMPROVED, one_entry, fmpq(24, 7)),
        (IMPROVED, one_by_1, fmpq(40, 21)),
    ],
)
def test_tight_factors_of_noisy_max(text: str, near: Callable[..., bool], factor: fmpq) -> None:
    tree = program(text)
    found = {x: denote.outputs(tree, "shown", {"answers": make(x)}) for x in product(range(3), repeat=3)}
    assert all(sum(outputs.values()) == 1 for outputs in found.values())
    assert tight(found, near) == factor


def test_the_truncated_geometric_mechanism_and_its_household() -> None:
    tree = program(TRUNCATED)
    found = {(x,): denote.outputs(tree, "shown", {"count": x}) for x in range(3)}
    assert tight(found, each) == 2
    for p in (fmpq(1, 2), fmpq(1, 97)):
        weights = denote.joint(tree, "shown", "contagious", {"p": p}, {})
        masses = {secret: sum(outputs.values()) for secret, outputs in weights.items()}
        assert masses == {True: p, False: 1 - p}
        ratios = [weights[True][w] / masses[True] / (weights[False][w] / masses[False]) for w in weights[True]]
        assert (max(ratios), min(ratios)) == (4, fmpq(1, 4))


@pytest.mark.parametrize("length", [1, 2, 3])
def test_above_threshold_loses_log_2_at_every_query(length: int) -> None:
    tree = program(ABOVE)
    factors = []
    for threshold in range(3):
        found = {
            stream: denote.outputs(tree, "shown", {"threshold": threshold, "answers": make(stream)}, length)
            for stream in product(range(3), repeat=length)
        }
        factors.append(tight(found, each))
    assert max(factors) == 2**length


def ratios(tree: Program, prior: str, grid: list[fmpq]) -> list[fmpq]:
    """All ratios of an output's probabilities given the two secrets, over a grid of beliefs."""
    named = {name: unknown(name) for name in "abc"}
    polynomials = denote.joint(tree, "shown", prior, dict(named), {})
    found = []
    for beliefs in product(grid, repeat=3):
        point = dict(zip("abc", beliefs, strict=True))
        for output in polynomials[True]:
            sick, healthy = (substitute(polynomials[secret][output], point) for secret in (True, False))
            ratio = sick * (1 - beliefs[0]) / (healthy * beliefs[0])
            found += [ratio, 1 / ratio]
    return found


def test_noisy_max_when_the_adversary_believes_in_three_diseases() -> None:
    tree = program(IMPROVED)
    grid = [fmpq(1, 10**9), fmpq(1, 4), fmpq(1, 2), 1 - fmpq(1, 10**9)]
    # Independent diseases: 40/21 is approached. A contagious one: 24/7 is.
    for prior, limit in (("independent", fmpq(40, 21)), ("contagious", fmpq(24, 7))):
        assert limit - fmpq(1, 10**6) < max(ratios(tree, prior, grid)) < limit


def test_unknown_beliefs_give_polynomials() -> None:
    tree = program(IMPROVED)
    named = {name: unknown(name) for name in "abc"}
    point = {"a": fmpq(1, 3), "b": fmpq(2, 5), "c": fmpq(5, 7)}
    polynomials, masses = denote.joint_probability(tree, "shown", "independent", dict(named), {}, (1,), True)
    values, _ = denote.joint_probability(tree, "shown", "independent", dict(point), {}, (1,), True)
    assert masses == {True: named["a"], False: 1 - named["a"]}
    for secret in (True, False):
        assert substitute(polynomials[secret], point) == values[secret]


ROWS = [
    [fmpq(2, 3), fmpq(1, 6), fmpq(1, 6)],
    [fmpq(1, 3), fmpq(1, 3), fmpq(1, 3)],
    [fmpq(1, 6), fmpq(1, 6), fmpq(2, 3)],
]


def test_twenty_queries_and_two_hundred_arrivals() -> None:
    tree = program(NAIVE.replace("N = 3", "N = 20"))
    answers = [0, 1, 2, 2] * 5
    for winner in (0, 7, 19):
        best = fmpq(0)
        for top in range(3):
            below = [sum(ROWS[answer][:top], start=fmpq(0)) for answer in answers]
            up_to = [below[index] + ROWS[answer][top] for index, answer in enumerate(answers)]
            best += prod([*below[:winner], ROWS[answers[winner]][top], *up_to[winner + 1 :]], start=fmpq(1))
        assert denote.probability(tree, "shown", {"answers": make(answers)}, (winner,), True) == best
    stream = {"threshold": 1, "answers": make([1] * 200)}
    silent = denote.probability(program(ABOVE), "shown", stream, (False,) * 200, False)
    # Noisy threshold 0: never below; 1: below with 1/3; 2: below with 2/3.
    assert silent == fmpq(3, 5) * fmpq(1, 3) ** 200 + fmpq(1, 5) * fmpq(2, 3) ** 200


# Outputs.


def test_outputs_are_cut_at_the_length_and_at_the_last_arrival() -> None:
    tree = program("""
        @mechanism
        def shown(bits: Stream[Bool]):
            for bit in bits:
                if flip(1 / 2):
                    yield bit
                if flip(1 / 2):
                    yield 'stop'
                    return
    """)
    one = {"bits": make([True])}
    quarter = fmpq(1, 4)
    assert simple(denote.outputs(tree, "shown", one)) == {
        ((True,), False): quarter,
        ((True, "stop"), True): quarter,
        (("stop",), True): quarter,
        ((), False): quarter,
    }
    assert simple(denote.outputs(tree, "shown", one, 1)) == {
        ((True,), False): 2 * quarter,
        (("stop",), False): quarter,
        ((), False): quarter,
    }
    assert simple(denote.outputs(tree, "shown", one, 0)) == {((), False): fmpq(1)}
    assert denote.probability(tree, "shown", one, (), False) == 1
    assert denote.probability(tree, "shown", one, (True,), False) == 2 * quarter
    assert denote.probability(tree, "shown", one, (True,), True) == 0
    assert denote.probability(tree, "shown", one, (1,), False) == 0
    assert denote.probability(tree, "shown", one, (True, "stop"), True) == quarter
    assert denote.probability(tree, "shown", one, ("stop", True), True) == 0


def test_every_probability_is_the_sum_of_its_outputs() -> None:
    tree = program(ABOVE)
    inputs = {"threshold": 1, "answers": make([0, 2, 1])}
    found = denote.outputs(tree, "shown", inputs)
    for (shown, ended), weight in found.items():
        assert denote.probability(tree, "shown", inputs, shown, True) == (weight if ended else 0)
        started = [w for (other, _), w in found.items() if other[: len(shown)] == shown]
        assert denote.probability(tree, "shown", inputs, shown, False) == sum(started)


def test_loops_over_a_stream_number_and_pair_its_arrivals() -> None:
    tree = program("""
        @mechanism
        def shown(xs: Stream[Int[0, 9]], n: Public[Int[0, 9]]):
            for index, (x, y) in enumerate(zip(xs, [n, n]), 5):
                yield index, x, y
            yield 'done'
    """)
    both = ((5, 7, 1), (6, 8, 1))
    # zip asks the stream before it sees that the list is at its end.
    for arrivals, shown, ended in [([7, 8], both, False), ([7, 8, 9], (*both, "done"), True)]:
        found = simple(denote.outputs(tree, "shown", {"xs": make(arrivals), "n": 1}))
        assert found == {(shown, ended): fmpq(1)}


def test_endless_yields_need_a_length() -> None:
    tree = program("""
        @mechanism
        def shown(x: Int[0, 1]):
            while True:
                yield flip(1 / 2)
    """)
    assert len(denote.outputs(tree, "shown", {"x": 0}, 5)) == 32
    assert denote.probability(tree, "shown", {"x": 0}, (True,) * 30, False) == fmpq(1, 2**30)
    with pytest.raises(LimitReached):
        denote.outputs(tree, "shown", {"x": 0}, None, Limits(states=500))


def test_shown_numbers_are_equal_however_they_were_computed() -> None:
    tree = parse(
        "from fractions import Fraction\n" + HEAD + "@mechanism\ndef shown(x: Int[0, 1]):\n"
        "    return 0.5 if flip(1 / 3) else Fraction(1, 2)\n",
        "mechanism.py",
    )
    assert simple(denote.outputs(tree, "shown", {"x": 0})) == {((Fraction(1, 2),), True): fmpq(1)}


# Priors.

ACTIVITY = """
@prior
def activity(stay: Real[0.6, 0.9], hidden: Int[0, 99]):
    state = flip(1 / 2)
    for day in range({days}):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(stay) else not state

@mechanism
def shown(days: Stream[Bool]):
    for day in days:
        yield day if flip(3 / 4) else not day
"""


def chain_by_hand(stay: fmpq, days: int, hidden: int, output: tuple[bool, ...], ended: bool) -> dict[bool, fmpq]:
    """Forward algorithm of the hidden chain."""
    weights = {(secret, state): fmpq(1, 2) * (secret == state or hidden > 0) for secret in (0, 1) for state in (0, 1)}
    for day in range(days):
        if day == hidden:
            weights = {
                (secret, state): weight if secret == state else fmpq(0) for (secret, state), weight in weights.items()
            }
        if day < len(output):
            weights = {key: w * (fmpq(3, 4) if key[1] == output[day] else fmpq(1, 4)) for key, w in weights.items()}
        weights = {
            (secret, state): stay * weights[secret, state] + (1 - stay) * weights[secret, 1 - state]
            for secret, state in weights
        }
    assert not ended or len(output) == days
    return {bool(secret): weights[secret, 0] + weights[secret, 1] for secret in (0, 1)}


@pytest.mark.parametrize(("hidden", "shown", "ended"), [(0, 2, False), (3, 2, False), (2, 5, False), (2, 5, True)])
def test_a_prior_that_yields_is_a_hidden_markov_model(hidden: int, shown: int, ended: bool) -> None:
    tree = program(ACTIVITY.format(days=5))
    stay = fmpq(7, 10)
    output = (True, False, False, True, True)[:shown]
    beliefs: dict[str, Value | Number] = {"stay": stay, "hidden": hidden}
    weights, masses = denote.joint_probability(tree, "shown", "activity", beliefs, {}, output, ended)
    assert weights == chain_by_hand(stay, 5, hidden, output, ended)
    assert masses == {True: fmpq(1, 2), False: fmpq(1, 2)}
    everything = denote.joint(tree, "shown", "activity", beliefs, {}, shown)
    key = (output, False)
    assert {secret: outputs[key] for secret, outputs in everything.items()} == (
        denote.joint_probability(tree, "shown", "activity", beliefs, {}, output, False)[0]
    )


def test_a_hundred_days() -> None:
    tree = program(ACTIVITY.format(days=100))
    output = (True, True, False, True) * 25
    weights, masses = denote.joint_probability(
        tree, "shown", "activity", {"stay": fmpq(9, 10), "hidden": 60}, {}, output, True
    )
    assert weights == chain_by_hand(fmpq(9, 10), 100, 60, output, True)
    assert sum(masses.values()) == 1


def test_the_prior_runs_on_when_the_mechanism_has_stopped() -> None:
    """The secret comes after the only record that is read, and a later assumption still counts."""
    tree = program("""
        @prior
        def late():
            first = flip(1 / 2)
            yield first
            second = flip(1 / 3)
            yield second
            secret(first == second)
            assume(first or second)

        @mechanism
        def shown(records: Stream[Bool]):
            for record in records:
                return record
    """)
    found = denote.joint(tree, "shown", "late", {}, {})
    plainly = {secret: {shown: w for (shown, _), w in outputs.items()} for secret, outputs in found.items()}
    assert plainly == {
        True: {(True,): fmpq(1, 6)},
        False: {(True,): fmpq(1, 3), (False,): fmpq(1, 6)},
    }


def test_when_the_prior_ends_the_stream_ends() -> None:
    tree = program("""
        @prior
        def short(n: Int[0, 3]):
            secret(n)
            for _ in range(n):
                yield 1

        @mechanism
        def shown(records: Stream[Int[0, 1]]):
            total = 0
            for record in records:
                total += record
            yield total
    """)
    for n in range(4):
        assert denote.joint(tree, "shown", "short", {"n": n}, {}) == {n: {((n,), True): fmpq(1)}}


def test_a_prior_without_end() -> None:
    tree = program("""
        @prior
        def endless():
            state = flip(1 / 2)
            secret(state)
            while True:
                yield state
                state = state if flip(3 / 4) else not state

        @mechanism
        def shown(records: Stream[Bool]):
            for record in records:
                yield record
    """)
    weights, masses = denote.joint_probability(tree, "shown", "endless", {}, {}, (True, False), False)
    assert (weights, masses) == ({True: fmpq(1, 8), False: 0}, {True: fmpq(1, 2), False: fmpq(1, 2)})
    assert denote.joint_probability(tree, "shown", "endless", {}, {}, (True,), True)[0] == {True: 0, False: 0}


def test_public_inputs_are_given_or_returned() -> None:
    text = """
        @prior
        def data():
            sick = flip(1 / 2)
            secret(sick)
            return {returned}

        @mechanism
        def shown(limit: Public[Int[0, 5]], count: Int[0, 2]):
            return count >= limit
    """
    asked = denote.joint(program(text.format(returned="2 * sick")), "shown", "data", {}, {"limit": 2})
    told = denote.joint(program(text.format(returned="(2, 2 * sick)")), "shown", "data", {}, {})
    assert asked == told
    assert asked == {secret: {((secret,), True): fmpq(1, 2)} for secret in (True, False)}


def test_public_inputs_that_nobody_gives_and_no_run_reads() -> None:
    tree = program("""
        @prior
        def data():
            sick = flip(1 / 2)
            secret(sick)
            return sick

        @mechanism
        def shown(a: Public[Int[3, 5]], b: Public[Bool], c: Public[Vector[Int[1, 2], 2]], count: Int[0, 1]):
            return count
    """)
    expected = {secret: {((int(secret),), True): fmpq(1, 2)} for secret in (True, False)}
    assert denote.joint(tree, "shown", "data", {}, {}) == expected


def test_assumptions_condition_exactly() -> None:
    tree = program("""
        @prior
        def somebody():
            people = [flip(1 / 4) for _ in range(3)]
            assume(any(people))
            secret(people[0])
            return sum(people)

        @mechanism
        def shown(count: Int[0, 3]):
            return count
    """)
    weights, masses = denote.joint_probability(tree, "shown", "somebody", {}, {}, (1,), True)
    assert masses == {True: fmpq(1, 4), False: fmpq(3, 4) - fmpq(27, 64)}
    assert weights == {True: fmpq(9, 64), False: fmpq(18, 64)}


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("for _ in range(0):\n    secret(1)\nreturn 1", "FA311", "without calling"),
        ("secret(1)\nsecret(1)\nreturn 1", "FA311", "twice"),
        ("if flip(1 / 2):\n    secret(1)\nreturn 1", "FA311", "without calling"),
        ("secret(1)\nreturn 3", "FA310", "is not the mechanism's input"),
        ("secret(1)\nreturn None", "FA310", "is not the mechanism's input"),
        ("secret(1)", "FA310", "without data"),
        ("secret(1)\nwhile flip(1):\n    pass\nreturn 1", "FA406", "forever"),
    ],
)
def test_priors_that_mean_nothing(body: str, code: str, message: str) -> None:
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    text = f"@prior\ndef wrong():\n{lines}\n\n@mechanism\ndef shown(count: Int[0, 2]):\n    return count\n"
    with pytest.raises(Failure, match=message) as caught:
        denote.joint(program(text), "shown", "wrong", {}, {})
    assert caught.value.code == code


def test_only_runs_that_satisfy_the_assumptions_need_one_secret() -> None:
    tree = program("""
        @prior
        def fussy():
            sick = flip(1 / 2)
            if sick:
                secret(sick)
                secret(sick)
                assume(False)
            if flip(1 / 2):
                assume(1 > 2)
            else:
                secret(sick)
            return 1

        @mechanism
        def shown(count: Int[0, 2]):
            return count
    """)
    assert denote.joint_probability(tree, "shown", "fussy", {}, {}, (1,), True)[0] == {False: fmpq(1, 4)}


def test_a_prior_may_wait_silently_for_its_assumption_but_not_forever_for_its_secret() -> None:
    mechanism = "@mechanism\ndef shown(records: Stream[Bool]):\n    for record in records:\n        return record\n"
    patient = (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    yield x\n    while flip(1 / 2):\n        assume(x)\n"
    )
    weights, _ = denote.joint_probability(program(patient + mechanism), "shown", "p", {}, {}, (False,), False)
    # From x = False only the runs that leave the loop at once remain.
    assert weights == {True: 0, False: fmpq(1, 4)}
    silent = (
        "@prior\ndef p():\n    while True:\n        yield flip(1 / 2)\n        if flip(0):\n            secret(1)\n"
    )
    with pytest.raises(Failure, match="secret"):
        denote.joint(program(silent + mechanism), "shown", "p", {}, {})


@pytest.mark.parametrize("read", ["return record", "yield record"])
def test_a_prior_may_not_go_on_forever_without_a_record(read: str) -> None:
    """Neither when the mechanism waits for one, nor when it has ended."""
    text = (
        "@prior\ndef p():\n    secret(1)\n    yield flip(1 / 2)\n    while True:\n        pass\n"
        f"@mechanism\ndef shown(records: Stream[Bool]):\n    for record in records:\n        {read}\n"
    )
    with pytest.raises(Failure) as caught:
        denote.joint(program(text), "shown", "p", {}, {})
    assert caught.value.code == "FA406"


@pytest.mark.parametrize(
    ("read", "times", "ended"), [("return record", 1, True), ("yield record", 2, False), ("total = record", 0, False)]
)
def test_records_without_end(read: str, times: int, ended: bool) -> None:
    """A mechanism that has ended, or shown enough, leaves them to a prior; one that shows nothing reads for ever."""
    text = (
        "@prior\ndef p():\n    x = flip(1 / 3)\n    secret(x)\n    while True:\n        yield x\n"
        f"@mechanism\ndef shown(records: Stream[Bool]):\n    for record in records:\n        {read}\n"
    )
    found = denote.joint(program(text), "shown", "p", {}, {}, 2)
    assert found == {x: {((x,) * times, ended): fmpq(1, 3) if x else fmpq(2, 3)} for x in (True, False)}
    for output, over in (((True,) * times, ended), ((True,), True), ((True,), False), ((), False)):
        same = output == (True,) * times and over == ended
        prefix = not over and len(output) <= times
        weights, _ = denote.joint_probability(program(text), "shown", "p", {}, {}, output, over)
        assert weights[True] == (fmpq(1, 3) if same or prefix else 0)
