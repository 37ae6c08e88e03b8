"""Where a claim turns, solved for at once: as many claims are decided as the answer is, and the answer is the same."""

import time

import pytest

from faier.deciding import calibrating, plan
from faier.deciding.calibrating import Asked, Calibration, calibrate
from faier.deciding.question import question_of
from faier.lang import parse
from faier.limits import Limits

FILE = """
from faier import Int, Vector, clamp, each, exp, flip, geometric, log, mechanism, prior, private, secret, uniform
a = 1 / 2
scale = 2


@prior
def flu():
    ill = flip(1 / 2)
    secret(ill)
    if ill:
        return uniform(1, 4)
    return uniform(1, 3) if flip(1 / 2) else 0


@private(epsilon=1, prior=flu)
@mechanism
def cases(n: Int[0, 4]):
    return n + geometric(exp(-1 / scale))


@private(epsilon=1, prior=flu)
@mechanism
def clamped(n: Int[0, 4]):
    return clamp(n + geometric(exp(-1 / scale)), 0, 4)


@private(epsilon=1, prior=flu)
@mechanism
def narrow(n: Int[0, 4]):
    return clamp(n + geometric(exp(-1 / scale)), 1, 3)


@private(epsilon=log(3), neighbors=each(1))
@mechanism
def total(xs: Vector[Int[0, 1], 2]):
    return geometric(a) + 2 * xs[0] - xs[1]
"""


def _calibrated(number: int, setting: str) -> Calibration:
    program = parse(FILE, "file.py")
    return calibrate(
        Asked(setting),
        program,
        lambda text: parse(FILE, "file.py", {setting: text}),
        lambda made: (question_of(made, made.claims[number]), made.claims[number]),
        Limits(time.monotonic() + 60),
    )


@pytest.mark.parametrize(
    ("number", "name", "setting"),
    [(0, "cases", "scale"), (1, "clamped", "scale"), (2, "narrow", "scale"), (3, "total", "a")],
)
def test_the_same_is_found_by_few_decided_claims(
    number: int, name: str, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided: list[object] = []
    decide = plan.decide

    def counted(*given, **others):  # type: ignore[no-untyped-def]
        decided.append(given)
        return decide(*given, **others)

    monkeypatch.setattr(plan, "decide", counted)
    solved = _calibrated(number, setting)
    assert len(decided) <= 4 or name == "narrow"
    monkeypatch.setattr(calibrating, "guide", lambda *_: None)
    probed = _calibrated(number, setting)
    assert (solved.turn, solved.exact, solved.direction, solved.beyond, solved.whole) == (
        probed.turn,
        probed.exact,
        probed.direction,
        probed.beyond,
        probed.whole,
    )
