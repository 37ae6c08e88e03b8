"""What a mechanism file sees when Python runs it: imports, decorators, types of parameters, priors, errors."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

import faier
from faier import (
    Bool,
    Int,
    Positive,
    Probability,
    Public,
    Real,
    Stream,
    Vector,
    assume,
    each,
    edges,
    exp,
    flip,
    log,
    mechanism,
    one,
    pairs,
    prior,
    private,
    secret,
    total,
    uniform,
    where,
)
from faier.sampling import runs
from faier.sampling.domains import as_domain
from faier.sampling.runs import AssumptionError
from faier.version import VERSION

ROOT = Path(faier.__file__).parent.parent

TYPES = "Int Bool Vector Records Stream Public Probability Real Positive"
RELATIONS = "each one total edges pairs where added moves"
CALLS_AND_DECORATORS = """
    clamp geometric laplace gaussian uniform categorical choice shuffled sample flip exp log
    mechanism private prior secret assume
"""
VOCABULARY = [*TYPES.split(), *RELATIONS.split(), *CALLS_AND_DECORATORS.split()]

FIRST_FILE = '''"""Report Noisy Max over three counting queries, first winner reported."""
from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

N = 3


@private(epsilon=log(8), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner
'''

EVERY_KIND_OF_CLAIM = """
from faier import *
import faier
from fractions import Fraction

EPS = Positive(1)
Answer = Int[0, 2]


@private(epsilon=EPS, neighbors=one())
@private(epsilon=2 * EPS, neighbors=edges((0, 1), (1, 2)), name="edges")
@private(epsilon=EPS / 2, neighbors=where(lambda x, y: abs(x - y) <= 1), delta=0.1)
@private(epsilon=log(1 + exp(EPS)), neighbors=pairs((0, 1)), expect="refuted")
@mechanism
def k_response(value: Int[0, 3]):
    return (value + categorical(exp(EPS), 1, 1, 1)) % 4


@prior
def contagious(p: Probability):
    sick = flip(p)
    secret(sick)
    return 2 * sick


@private(epsilon=log(4), prior=contagious)
@private(epsilon=log(4), prior=contagious, pairs=((False, True),))
@mechanism
def truncated_geometric(count: Answer):
    return faier.clamp(count + geometric(1 / 2), 0, 2)


@prior
def activity(stay: Real[0.6, 0.9], hidden: Int[0, 99]):
    state = flip(1 / 2)
    for day in range(100):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(stay) else not state


@private(epsilon=4 * log(2), prior=activity)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(Fraction(3, 4)) else not state


@private(epsilon=1.232, neighbors={"queries": total(1)})
@mechanism
def above_threshold(threshold: Public[Answer], queries: Stream[Answer], *, positives=1):
    noisy = clamp(threshold + geometric(exp(-1 / 2)), 0, 2)
    for query in queries:
        above = clamp(query + geometric(1 / 2), 0, 2) >= noisy
        yield above
        if above:
            return


print(k_response(2) in range(4), truncated_geometric(contagious(1 / 2)) in range(3))
print(len(list(response(activity(3 / 4, 5)))), list(above_threshold(0, [2, 2, 2, 2, 2, 2, 2, 2]))[-1:])
"""


def run_python(folder: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_the_first_file_of_the_language_runs(tmp_path: Path) -> None:
    (tmp_path / "noisy_max.py").write_text(FIRST_FILE)
    shown = run_python(tmp_path, "-c", "from noisy_max import *; print(noisy_max([0, 1, 2]))")
    assert shown in {"0\n", "1\n", "2\n"}


def test_every_kind_of_claim_runs(tmp_path: Path) -> None:
    (tmp_path / "claims.py").write_text(EVERY_KIND_OF_CLAIM)
    first, second = run_python(tmp_path, "claims.py").splitlines()
    assert first == "True True"
    assert second in {"100 [True]", "100 [False]"}


def test_importing_the_vocabulary_loads_nothing_heavy(tmp_path: Path) -> None:
    """Only the standard library, and nothing of faier but the samplers."""
    show = "import sys, faier; print(*sorted({name for name in sys.modules}))"
    loaded = set(run_python(tmp_path, "-c", show).split())
    own = {name for name in loaded if name.split(".")[0] == "faier"}
    assert own <= {"faier", "faier.version"} | {name for name in own if name.startswith("faier.sampling")}
    assert "faier.sampling.editors" not in own
    foreign = {name.split(".")[0] for name in loaded} - set(sys.stdlib_module_names) - {"faier", "__main__"}
    at_start = set(run_python(tmp_path, "-c", "import sys; print(*sys.modules)").split())
    assert foreign <= {name.split(".")[0] for name in at_start}
    assert not loaded & {"flint", "z3", "click", "numpy", "random", "secrets", "asyncio", "unittest"}


def test_the_vocabulary_is_complete() -> None:
    assert sorted(faier.__all__) == sorted(VOCABULARY)
    assert all(hasattr(faier, name) for name in VOCABULARY)
    assert faier.__version__ == VERSION


def test_type_checkers_accept_the_examples(tmp_path: Path) -> None:
    (tmp_path / "noisy_max.py").write_text(FIRST_FILE)
    spelled_out = EVERY_KIND_OF_CLAIM.replace("from faier import *", STAR)
    # mypy takes `Answer = Int[0, 2]` for a variable, so there it reports every use of a named type.
    spelled_out = spelled_out.replace("Answer = Int[0, 2]\n", "").replace("Answer", "Int[0, 2]")
    (tmp_path / "claims.py").write_text(spelled_out)
    command = ["-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "noisy_max.py", "claims.py"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        env={"MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "Success: no issues found in 2 source files\n"


STAR = f"from faier import {', '.join(VOCABULARY)}"


@mechanism
def tell(answers: Vector[Int[0, 2], 3], more: Vector[Vector[Bool, 2], 1] = ((True, False),), *, factor=2):
    """Shows its inputs."""
    answers[0] *= factor
    return answers, more


@mechanism
def tell_stream(limit: Public[Int[0, 9]], states: Stream[Bool]):
    for position, state in enumerate(states):
        if position == limit:
            return
        yield state


@mechanism
def twice(answers: Vector[Int[0, 2], 3]):
    return tell(answers), tell(answers, factor=3)


def test_a_mechanism_keeps_its_name_and_signature() -> None:
    assert tell.__name__ == "tell"
    assert tell.__doc__ == "Shows its inputs."
    assert inspect.signature(tell) == inspect.signature(tell.__wrapped__)
    assert list(inspect.signature(tell).parameters) == ["answers", "more", "factor"]


def test_a_mechanism_copies_what_it_is_given() -> None:
    given = [1, 1, 1]
    assert tell(given) == ([2, 1, 1], [[True, False]])
    assert given == [1, 1, 1]
    assert tell((1, 0, 2), more=[[False, False]], factor=0) == ([0, 0, 2], [[False, False]])
    assert twice(given) == (([2, 1, 1], [[True, False]]), ([3, 1, 1], [[True, False]]))


def test_integers_arrive_as_integers() -> None:
    class Index:
        def __index__(self) -> int:
            return 2

    answers, _ = tell([True, Index(), False], factor=1)
    assert answers == [1, 2, 0]
    assert [type(answer) for answer in answers] == [int, int, int]


def test_streams_are_read_one_by_one() -> None:
    read = []

    def source() -> Iterator[object]:
        for state in [True, False, 2]:
            read.append(state)
            yield state

    shown = tell_stream(9, source())
    assert read == []
    assert next(shown) is True
    assert read == [True]
    assert next(shown) is False
    with pytest.raises(TypeError, match=r"tell_stream: states\[2\] is 2, not a Bool: write True or False"):
        next(shown)
    assert list(tell_stream(1, iter([True, True, 2]))) == [True]


CALLS = [
    (lambda: tell([1, 2]), ValueError, "tell: answers has 2 entries, but its type is Vector[Int[0, 2], 3]"),
    (lambda: tell([1, 2, 3]), ValueError, "tell: answers[2] is 3, outside of its type Int[0, 2]"),
    (lambda: tell([1, 2, -1]), ValueError, "tell: answers[2] is -1, outside of its type Int[0, 2]"),
    (lambda: tell([1, 2.0, 0]), TypeError, "tell: answers[1] is 2.0, not an integer: its type is Int[0, 2]"),
    (lambda: tell("012"), TypeError, "tell: answers is '012', not a list: its type is Vector[Int[0, 2], 3]"),
    (lambda: tell({0, 1, 2}), TypeError, "tell: answers is {0, 1, 2}, not a list"),
    (lambda: tell(1), TypeError, "tell: answers is 1, not a list"),
    (lambda: tell([0, 0, 0], [[1, 0]]), TypeError, "tell: more[0][0] is 1, not a Bool: write True or False"),
    (lambda: tell(), TypeError, "tell(answers, more, factor): missing a required argument: 'answers'"),
    (lambda: tell([0] * 3, facto=1), TypeError, "tell(answers, more, factor): got an unexpected keyword argument"),
    (lambda: tell_stream(10, []), ValueError, "tell_stream: limit is 10, outside of its type Int[0, 9]"),
    (lambda: tell_stream(1, 5), TypeError, "tell_stream: states is 5, not a list or an iterator"),
    (lambda: biased(0), ValueError, "biased: p is 0, but a Probability lies strictly between 0 and 1"),
    (lambda: biased(exp(1)), ValueError, "biased: p is exp(1), but a Probability lies strictly"),
    (lambda: biased("x"), TypeError, "biased: p is 'x', not a number: its type is Probability"),
    (lambda: between(0.95), ValueError, "between: p is 0.95, outside of its type Real[3/5, 9/10]"),
    (lambda: between(None), TypeError, "between: p is None, not a number: its type is Real[3/5, 9/10]"),
]


@pytest.mark.parametrize(("call", "error", "message"), CALLS)
def test_arguments_are_checked(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        call()
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (Int[0, 2], "Int[0, 2]"),
        (Bool, "Bool"),
        (Vector[Vector[Bool, 2], 0], "Vector[Vector[Bool, 2], 0]"),
        (Stream[Int[-1, 1]], "Stream[Int[-1, 1]]"),
        (Public[Stream[Bool]], "Public[Stream[Bool]]"),
        (Probability, "Probability"),
        (Real[0.6, exp(-1 / 4)], "Real[3/5, exp(-1/4)]"),
        (each(1), "each(1)"),
        (one(), "one()"),
        (one(2), "one(2)"),
        (total(3), "total(3)"),
        (edges((0, 1), (1, 2)), "edges((0, 1), (1, 2))"),
        (pairs(([0, 1], [1, 0])), "pairs(([0, 1], [1, 0]))"),
        (Positive(1), "1"),
    ],
)
def test_texts(shown: object, text: str) -> None:
    assert repr(shown) == text


WRONG_TYPES = [
    (lambda: Int[2, 0], ValueError, "Int[2, 0] holds no integer: write Int[0, 2]"),
    (lambda: Int[2], TypeError, "Int[2]: write two integers, such as Int[0, 2]"),
    (lambda: Int[0, 0.5], TypeError, "Int[0, 0.5]: write two integers, such as Int[0, 2]"),
    (lambda: Int[0, 1, 2], TypeError, "Int[0, 1, 2]: write two integers, such as Int[0, 2]"),
    (lambda: Vector[Int[0, 2]], TypeError, "Vector[Int[0, 2]]: write a type and a length"),
    (lambda: Vector[3, Bool], TypeError, "Vector[3, Bool]: write a type and a length"),
    (lambda: Vector[Bool, -1], ValueError, "Vector[Bool, -1]: a length is not negative"),
    (lambda: Vector[int, 3], TypeError, "Vector[int, 3]: int cannot stand there: write Int[lo, hi]"),
    (lambda: Vector[Int, 3], TypeError, "Vector[Int, 3]: Int cannot stand there: write Int[lo, hi]"),
    (lambda: Stream[float], TypeError, "Stream[float]: float cannot stand there: write Probability or Real[lo, hi]"),
    (lambda: Stream[Stream[Bool]], TypeError, "Stream[Stream[Bool]]: Stream[Bool] cannot stand there: only Int"),
    (lambda: Public[5], TypeError, "Public[5]: 5 is not one type: write Int[lo, hi]"),
    (lambda: Real[1], TypeError, "Real[1]: write two numbers, such as Real[0, 1]"),
    (lambda: Real["0", 1], TypeError, "Real['0', 1]: write two numbers"),
    (lambda: Real[0.9, 0.6], ValueError, "Real[0.9, 0.6] holds no number: write the lower end first"),
    (lambda: mechanism(5), TypeError, "@mechanism stands above a function: write @mechanism just above its def"),
    (lambda: mechanism(untyped), TypeError, "untyped: parameter x has no type: write one, such as x: Int[0, 2]"),
    (lambda: prior(plain), TypeError, "the type of plain: x is wrong: int cannot stand there: write Int[lo, hi]"),
    (lambda: private(epsilon=1, neighbors=one())(plain), TypeError, "@private(...) is not above a mechanism: write"),
    (lambda: private(epsilon=1, prior=biased)(biased), TypeError, "@private(...) is not above a mechanism: write"),
]


@pytest.mark.parametrize(("action", "error", "message"), WRONG_TYPES)
def test_wrong_declarations(action: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as raised:
        action()
    assert str(raised.value).startswith(message)


def untyped(x):
    return x


def plain(x: int):
    return x


def test_claims_are_recorded_in_order() -> None:
    @private(epsilon=log(8), neighbors=each(1), name="first")
    @private(epsilon=2 * Positive(1), prior=biased, expect="refuted", delta=0.1, pairs=((0, 1),))
    @private(epsilon=1, neighbors=where(lambda x, y: x < y))
    @mechanism
    def shown(x: Int[0, 1]):
        return x

    first, second, third = shown.__claims__
    assert first == {"epsilon": log(8), "neighbors": each(1), "delta": 0, "expect": "proved", "name": "first"}
    assert second == {"epsilon": 2, "prior": biased, "delta": 0.1, "pairs": ((0, 1),), "expect": "refuted"}
    assert third["neighbors"].name == "where"
    assert shown(1) == 1


@prior
def biased(p: Probability):
    """Shows what it is given."""
    secret(p)
    return p


@prior
def between(p: Real[0.6, 0.9]):
    secret(p)
    return p


def must_be_small(x):
    assume(x < 3)


@prior
def returns_small(top: Int[3, 100]):
    x = uniform(0, top)
    secret(x)
    must_be_small(x)
    return x, x


@prior
def yields_small(top: Int[3, 100]):
    x = uniform(0, top)
    secret(x)
    yield x
    must_be_small(x)
    yield x + 1


@prior
def yields_for_ever(p: Probability):
    while True:
        yield flip(p)


@prior
def assumes_for_ever(p: Probability):
    while True:
        yield flip(p)
        faier.assume(True)


@prior
def impossible(p: Probability):
    secret(1)
    assume(False)
    return p


def test_priors_get_exact_numbers() -> None:
    assert biased(0.1) == Fraction(1, 10)
    assert isinstance(biased(1 / 3), Fraction)
    assert biased(exp(-1)) == exp(-1)
    assert between(0.6) == Fraction(3, 5)
    assert biased.__name__ == "biased"
    assert biased.__doc__ == "Shows what it is given."


def test_what_a_prior_assumes_holds() -> None:
    for _ in range(100):
        first, second = returns_small(20)
        assert first == second < 3
        assert list(yields_small(20)) in ([0, 1], [1, 2], [2, 3])


def test_a_prior_without_assumptions_may_go_on_for_ever() -> None:
    stream = yields_for_ever(1 / 2)
    assert {next(stream) for _ in range(100)} == {False, True}


def test_a_prior_whose_assumptions_cannot_be_met_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "MOST_DROPPED_RUNS", 100)
    monkeypatch.setattr(runs, "MOST_RECORDS", 100)
    with pytest.raises(RuntimeError, match="impossible: 100 runs failed their assumptions one after another"):
        impossible(1 / 2)
    stream = assumes_for_ever(1 / 2)
    with pytest.raises(RuntimeError, match="assumes_for_ever: more than 100 records"):
        next(stream)


def test_arguments_of_a_yielding_prior_are_checked_at_the_call() -> None:
    with pytest.raises(ValueError, match="yields_small: top is 2, outside"):
        yields_small(2)


def test_secrets_and_assumptions_outside_of_a_prior() -> None:
    secret(1)
    assume(True)
    with pytest.raises(AssumptionError, match="outside of a call of a @prior"):
        assume(False)


def test_values_that_are_listed() -> None:
    maybe = Int[0, 2] | None
    assert [as_domain(maybe, "x").admit(value, "x") for value in (0, None, True)] == [0, None, 1]
    mixed = as_domain(Literal[2, "a", True] | Int[0, 1], "x")
    assert [repr(mixed.admit(value, "x")) for value in (1, 2, True, "a", False)] == ["1", "2", "True", "'a'", "0"]
    flags = Vector[bool, 2]
    assert flags.admit([True, False], "x") == [True, False]
    for domain, value in ((maybe, 3), (mixed, None), (flags, [1, 0]), (Literal["a"], "b"), (Literal[1], 1.0)):
        with pytest.raises((TypeError, ValueError)):
            as_domain(domain, "x").admit(value, "x")
    assert repr(maybe) == "Int[0, 2] | None"
    assert repr(as_domain(bool | None, "x")) == "Bool | None"
