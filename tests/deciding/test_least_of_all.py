"""The least error of a claim in a file, and its certificate."""

import json

import pytest
from flint import fmpq

from faier.calibration.optimum.silent import NoQueryError
from faier.certificate.optima import optimum
from faier.certificate.write import heading
from faier.checker import check
from faier.deciding.least_of_all import first_points, least, multipliers
from faier.deciding.query_laws import mean_law, query_laws
from faier.deciding.question import question_of
from faier.lang import parse
from faier.limits import seconds

FILE = """
from faier import (
    Bool, Int, Public, Real, Stream, Vector, categorical, each, flip, geometric, laplace, log, mechanism, one, prior,
    private, secret,
)


@prior
def classmates():
    ill = flip(1 / 2)
    secret(ill)
    if ill:
        return 1 + categorical(1, 1, 1, 1)
    return categorical(3, 1, 1, 1)


@private(epsilon=1, prior=classmates)
@mechanism
def cases(count: Int[0, 4]) -> float:
    return count + laplace(2)


@private(epsilon=1, neighbors=each(1))
@mechanism
def counted(count: Int[0, 4]):
    noisy = count + geometric(1 / 2)
    return noisy


@private(epsilon=log(3), neighbors=one())
@mechanism
def votes(xs: Vector[Bool, 3]):
    return sum(xs) / 2 + laplace(1)


@prior
def days(day: Int[0, 2], stay: Real[3 / 5, 4 / 5]):
    state = flip(1 / 2)
    for at in range(3):
        if at == day:
            secret(state)
        yield state
        state = state if flip(stay) else not state


@private(epsilon=1, prior=days)
@mechanism
def active(xs: Stream[Bool]):
    total = 0
    for x in xs:
        total += x
    return total + laplace(2)
"""


def asked(name, more=""):
    program = parse(FILE + more, "file.py")
    (claim,) = (claim for claim in program.claims if claim.subject.mechanism == name)
    return program, claim, question_of(program, claim)


@pytest.mark.parametrize(
    ("name", "error", "mean"),
    [
        ("cases", "0.438526627", "0.332145574"),
        ("counted", "0.637582263", None),
        ("votes", "0.25", None),
        ("active", "0.", None),
    ],
)
def test_errors_and_their_certificates(name, error, mean):
    program, claim, question = asked(name)
    limits = seconds(60)
    laws, points = query_laws(question, limits), first_points(question)
    under = mean_law(laws, {}, limits) if not question.unknown_reals else None
    assert (under is None) == (mean is None)
    for about, wanted in ((None, error), *(((under, mean),) if under else ())):
        found = least(laws, points, None, about, limits)
        assert found.optimum.upper - found.optimum.lower < fmpq(1, 10**9)
        assert str(float(found.optimum.upper.p) / float(found.optimum.upper.q)).startswith(wanted)
        head = heading(program, claim, 0, {}, {}, None)
        made = optimum(program, head, multipliers(found), question.prior is not None, limits)
        assert made.missing is None
        answer = check(made.text.encode(), FILE.encode())
        assert (answer.answer, answer.verdict) == ("valid", "least error")
        document = json.loads(made.text)
        top, _, bottom = document["evidence"]["error"].partition("/")
        document["evidence"]["error"] = f"{int(top) * 10**6 + int(bottom)}/{int(bottom) * 10**6}"
        assert check(json.dumps(document).encode(), FILE.encode()).answer == "invalid"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return x", "no noise"),
        ("return x + geometric(1 / 2), 1", "not one number"),
        ("return x + geometric(1 / 2) + flip(1 / 2)", "other ways"),
        ("return noise() + x", "helper"),
        ("return x * 0 + geometric(1 / 2)", "tells nothing"),
    ],
)
def test_what_has_no_query(body, why):
    claim = "@private(epsilon=1, neighbors=each(1))\n@mechanism\n"
    text = f"def noise():\n    return geometric(1 / 2)\n\n\n{claim}def m(x: Int[0, 2]):\n    {body}\n"
    _, _, question = asked("m", "\n\n" + text)
    with pytest.raises(NoQueryError, match=why):
        limits = seconds(10)
        least(query_laws(question, limits), [{}], None, None, limits)
