"""A mechanism is taken apart into its query and the noise, or it is said why not."""

import pytest
from flint import fmpq

from faier.calibration.known import Missing
from faier.calibration.separated import separated
from faier.calibration.widths import setting_for
from faier.lang.parse import parse
from faier.lang.show import show

HEAD = """from faier import Int, Vector, clamp, exp, flip, gaussian, geometric, laplace, mechanism
scale = 2
b = 1 / 2
n = 3


def noisy(x):
    return x + laplace(scale)


@mechanism
def m(x: Int[0, 3], xs: Vector[Int[0, 3], 3]):
"""


def taken(body):
    program = parse(HEAD + "".join(f"    {line}\n" for line in body.splitlines()), "m.py")
    return separated(program, "m")


@pytest.mark.parametrize(
    ("body", "query"),
    [
        ("return x + laplace(scale)", "return x + 0"),
        ("return 2 * x - geometric(b) + 1", "return 2 * x - 0 + 1"),
        ("return laplace(scale)", "return 0"),
        ("return [v + laplace(scale) for v in xs]", "return [v + 0 for v in xs]"),
        ("return x + laplace(scale), sum(xs) + laplace(scale)", "return (x + 0, sum(xs) + 0)"),
        ("y = x + laplace(scale)\nreturn y", "y = x + 0\nreturn y"),
        ("y = x + geometric(b)\nreturn clamp(y, 0, 3)", "y = x + 0\nreturn y"),
        ("return clamp(x + geometric(b), 0, 3)", "return x + 0"),
        ("for v in xs:\n    yield v + laplace(scale)", "for v in xs:\n    yield v + 0"),
        ("if x > 1:\n    return 1 + laplace(scale)\nreturn laplace(scale)", "if x > 1:\n    return 1 + 0\nreturn 0"),
    ],
)
def test_queries(body, query):
    found = taken(body)
    assert not isinstance(found, Missing), found
    text = show(found.program)
    assert [line.strip() for line in text[text.index("def m") :].splitlines()[1:] if line.strip()] == [
        line.strip() for line in query.splitlines()
    ]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return x", "no noise"),
        ("return x, x + laplace(scale)", "something is shown"),
        ("return x + laplace(scale) + laplace(scale)", "several draws"),
        ("return x + laplace(scale), x + laplace(n)", "several kinds or widths"),
        ("return x + laplace(scale), x + geometric(b)", "several kinds or widths"),
        ("return x * laplace(scale)", "something is shown"),
        ("return noisy(x)", "something is shown"),
        ("return (x if flip(b) else 0) + laplace(scale)", "draws in other ways"),
        ("return x + laplace(scale) if flip(b) else x", "something is shown"),
        ("y = laplace(scale)\nreturn x + y + y", "something is shown"),
        ("y = x + geometric(b)\nyield y\nyield y", "something is shown"),
        ("y = x + geometric(b)\nfor v in xs:\n    yield y", "something is shown"),
        ("return x + laplace(x + 1)", "depends on more than constants"),
    ],
)
def test_reasons(body, reason):
    found = taken(body)
    assert isinstance(found, Missing)
    assert reason in found.reason


@pytest.mark.parametrize(
    ("draw", "setting", "scale", "value"),
    [
        ("laplace(scale)", "scale", "7/2", "7/2"),
        ("laplace(n * scale / 2)", "scale", "3", "2"),
        ("laplace(1 / b)", "b", "4", "1/4"),
        ("geometric(exp(-1 / scale))", "scale", "7/2", "7/2"),
        ("geometric(exp(-b / n))", "b", "6", "1/2"),
    ],
)
def test_the_setting_that_makes_the_noise_so_wide(draw, setting, scale, value):
    found = taken(f"return x + {draw}")
    constants = {name: held for name, held in found.program.constants if name != setting}
    assert setting_for(fmpq(*map(int, (scale + "/1").split("/")[:2])), found.kind, found.width, setting, constants) == (
        fmpq(*map(int, (value + "/1").split("/")[:2]))
    )


def test_a_parameter_of_geometric_noise_is_rounded_to_more_noise():
    found = taken("return x + geometric(b)")
    value = setting_for(fmpq(2), found.kind, found.width, "b", {})
    assert 0 < float(value) - 0.6065306597126334 < 2e-9
    found = taken("return x + geometric(1 / b)")
    value = setting_for(fmpq(2), found.kind, found.width, "b", {})
    assert 0 < 1.6487212707001282 - float(value) < 2e-9


@pytest.mark.parametrize("draw", ["laplace(scale + 1)", "laplace(scale * scale)", "gaussian(scale)"])
def test_what_is_not_seen_is_told(draw):
    found = taken(f"return x + {draw}")
    assert isinstance(setting_for(fmpq(2), found.kind, found.width, "scale", {}), Missing)
