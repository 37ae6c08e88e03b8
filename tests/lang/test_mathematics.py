"""`math`: exact logarithms in claims, no floats in draws, and infinity as what every number is better than."""

from __future__ import annotations

import asked
import pytest
from referee import brute

from faier.engines.verdict import Proved
from faier.lang import Rejected, parse, show

LARGEST = """
import math
from math import log
from faier import Int, Vector, geometric, log as exact, mechanism, private, one, flip

EPSILON = math.log(3)


@private(epsilon=2 * math.log(2), neighbors=one(1))
@mechanism
def largest(xs: Vector[Int[0, 1], 2]):
    best, winner = -math.inf, None
    for index, x in enumerate(xs):
        noisy = x + geometric(1 / 2)
        if noisy > best:
            best, winner = noisy, index
    return winner


@private(epsilon=EPSILON, neighbors=one())
@private(epsilon=log(3), neighbors=one(), name="again")
@mechanism
def response(x: Int[0, 1]):
    return x if flip(3 / 4) else 1 - x
"""


def test_logarithms_of_math_are_exact_in_claims_and_infinity_begins_a_search() -> None:
    program = parse(LARGEST, "m.py")
    assert parse(show(program), "m.py") == program
    answers = {claim.label: asked.check(program, claim) for claim in program.claims}
    assert all(isinstance(found, Proved) for found in answers.values()), answers
    assert "log(3)" in [claim.budget.epsilon_text for claim in program.claims]
    truth = brute.tight(LARGEST, "response", neighbors="one()")
    assert isinstance(truth, brute.Tight)
    assert truth.ratio == 3


def refused(body: str, head: str = "") -> tuple[str, str]:
    text = f"import math\nfrom faier import Int, each, flip, log, mechanism, private\n{head}\n\n"
    text += f"@private(epsilon=log(2), neighbors=each(1))\n@mechanism\ndef m(x: Int[0, 3]):\n    {body}\n"
    with pytest.raises(Rejected) as caught:
        program = parse(text, "m.py")
        asked.check(program, program.claims[0])
    (found,) = caught.value.diagnostics
    return found.code, found.hint


@pytest.mark.parametrize(
    ("body", "code", "way"),
    [
        ("return flip(math.exp(-1))", "FA407", "from faier import exp"),
        ("return flip(1 / (1 + math.exp(x)))", "FA407", "from faier import exp"),
        ("return flip(math.log(2))", "FA407", "from faier import exp"),
        ("return flip(math.sqrt(1 / 2))", "FA407", "isqrt"),
        ("return flip(HALF_LIFE)", "FA407", "from faier import exp"),
        ("return HALF_LIFE", "FA407", "from faier import exp"),
        ("return math.e", "FA205", "exp(x) for math.e ** x"),
        ("return math.inf", "FA409", "None"),
        ("return math.inf + x", "FA409", ""),
        ("return math.sqrt(x + 2)", "FA407", "isqrt"),
        ("return math.floor", "FA205", "math.floor(...)"),
        ("return math.hypot(x, x)", "FA205", ""),
        ("return isinstance(x, 3)", "FA205", "a class of the file"),
    ],
)
def test_what_is_no_exact_number_is_refused_with_the_way_on(body: str, code: str, way: str) -> None:
    found, hint = refused(body, "HALF_LIFE = math.log(2)")
    assert found == code
    assert way in hint


RESPONSE = """\
{head}
from faier import Bool, flip, mechanism, one, private

EPS = 1.0


def kept(eps):
    return exp(eps) / (1 + exp(eps))


@private(epsilon=EPS, neighbors=one())
@mechanism
def m(x: Bool):
    p = exp(EPS) / (1 + exp(EPS))
    return x if flip(p) else not x


@private(epsilon=EPS, neighbors=one())
@mechanism
def helped(x: Bool):
    return x if flip(kept(EPS)) else not x
"""


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("from math import exp", "from faier import exp"),
        ("from math import exp, log", "from faier import exp\nfrom math import log"),
        ("from math import log as ln, exp, sqrt", "from faier import exp\nfrom math import log as ln, sqrt"),
    ],
)
def test_the_import_of_exp_is_told_once_with_what_to_write(line: str, instead: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(RESPONSE.format(head=line), "m.py")
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.line) == ("FA407", 1)
    assert all(f"`{written}`" in found.hint for written in instead.splitlines())
    program = parse(RESPONSE.format(head=instead), "m.py")
    assert all(isinstance(asked.check(program, claim), Proved) for claim in program.claims)


def test_uses_of_a_module_are_told_one_by_one_as_they_are_to_be_written() -> None:
    text = RESPONSE.replace("exp(", "ma.exp(").format(head="import math as ma")
    with pytest.raises(Rejected) as caught:
        parse(text, "m.py")
    hints = [found.hint for found in caught.value.diagnostics]
    assert len(hints) == 4 and {hint.split(" of ")[0] for hint in hints} == {"write exp(eps)", "write exp(EPS)"}


def test_helpers_of_claims_alone_may_take_exp_of_math() -> None:
    head = (
        "import math\n\n\ndef less(eps):\n    return math.log(1 + (math.exp(eps) - 1) / 2)\n\n\nfrom faier import exp"
    )
    text = RESPONSE.format(head=head).replace("epsilon=EPS", "epsilon=EPS + less(EPS)")
    program = parse(text, "m.py")
    assert all(isinstance(asked.check(program, claim), Proved) for claim in program.claims)


def test_a_decimal_that_python_rounds_is_told_by_its_name() -> None:
    text = "from faier import Int, each, exp, geometric, mechanism, private\nEPS = 0.1\n\n\n"
    text += "@private(epsilon=1, neighbors=each(1))\n@mechanism\ndef m(x: Int[0, 3]):\n"
    text += "    return x + geometric(exp(-EPS * 3))\n"
    program = parse(text, "m.py")
    with pytest.raises(Rejected) as caught:
        asked.check(program, program.claims[0])
    (found,) = caught.value.diagnostics
    assert found.hint == "write EPS = Fraction(1, 10): from fractions import Fraction"
    mended = text.replace("EPS = 0.1", "from fractions import Fraction\nEPS = Fraction(1, 10)")
    program = parse(mended, "m.py")
    assert isinstance(asked.check(program, program.claims[0]), Proved)
