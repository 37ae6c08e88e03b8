"""What is shown without a setting decides all its values, or is not seen: held against the claim at many of them."""

import pytest

import faier
from faier.calibration.apart import apart
from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted
from faier.lang import parse
from faier.limits import Limits

TEXT = """
from faier import Int, each, flip, laplace, mechanism, private
from fractions import Fraction

PLACE = Fraction(1, 3)

@private(epsilon=1, neighbors=each(1))
@mechanism
def shown(x: Int[0, 2], *, k=2):
    {body}
"""
NONE, EVERY = "none", "every"
CASES = {
    "return x": NONE,
    "return x + k": NONE,
    "return k - 1 + x - PLACE": NONE,
    "return x, x + laplace(k)": NONE,
    "noisy = x + laplace(k); return x + k, noisy": NONE,
    "y = min(x, 1) if flip(2 / 3) else 1 - min(x, 1); return y, k": EVERY,
    "y = x + laplace(2); z = y * k; return z, z + laplace(k)": EVERY,
    "y = x + laplace(2); return max(y, k)": EVERY,
    "y = x + laplace(4); return y + k, k": EVERY,
}
OPEN = {
    "y = x + laplace(2); z = y + k; y = x; return z, y * 0 + k",  # y is another one where it is shown
    "y = [x for i in range(k)]; return x + laplace(2)",
    "n = 0\n    for i in range(k):\n        n += 1\n    return n + x + laplace(2)",
    "y = [x]; y.append(k); return x + laplace(9)",
    "if k > 5:\n        return x\n    return x + laplace(2)",
}


def program(body, value="2"):
    text = TEXT.replace("k=2", f"k={value}").format(body=body.replace("; ", "\n    "))
    return parse(text, "shown.py", {})


def kind_of(program):
    verdict = plan.decide(question_of(program, program.claims[0]), Store(), Limits())
    assert verdict.coverage.all or isinstance(verdict, Refuted)
    return {Proved: EVERY, Refuted: NONE}[type(verdict)]


@pytest.mark.parametrize(("body", "kind"), CASES.items())
def test_it_is_so_at_values_that_are_far_away(body, kind):
    found = apart(program(body), "shown", None, "k")
    assert kind_of(found.below if kind == EVERY else found.beside) == kind
    for value in ("1", "Fraction(1, 7)", "1000"):
        assert kind_of(program(body, value)) == kind


@pytest.mark.parametrize("body", sorted(OPEN))
def test_what_depends_on_it_in_other_ways_is_left_open(body):
    assert apart(program(body), "shown", None, "k") is None


@pytest.mark.parametrize("body", ["return x * k + laplace(2)", "return 0.1 + x + k", "return x / 3 + k"])
def test_nothing_is_beside_what_may_tell_less(body):
    assert apart(program(body), "shown", None, "k").beside is None


def test_calibrate_says_it_of_all_values(tmp_path):
    path = tmp_path / "shown.py"
    path.write_text(TEXT.format(body="return x + k"))
    (found,) = faier.calibrate(path, vary="k")
    assert (found.throughout, found.proved) == ("apart", None)
