"""Sparse vector with gap: by how much is the first answer above the threshold?

Wang, Ding, Wang, Kifer and Zhang ("Proving differential privacy with shadow execution", 2019) show that the noisy
gap comes for free with continuous noise. The threshold is clamped here and so is the gap; the same promise of 3 *
log(2) as without a gap is kept. The known broken twin shows the noisy answer itself, which together with what is
below bounds the threshold.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

N = 2
TOP = 1
LIMIT = 1
WIDE = 2


@private(epsilon=log(53 / 15), neighbors=each(1))
@private(epsilon=log(53 / 15) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=3 * log(2), neighbors=each(1))
@mechanism
def svt_with_gap(answers: Vector[Int[0, TOP], N]):
    threshold = clamp(LIMIT + geometric(1 / 2), LIMIT - WIDE, LIMIT + WIDE)
    for answer in answers:
        gap = clamp(answer - threshold + geometric(1 / 2), -1, 2)
        if gap >= 0:
            yield gap
            return
        yield "below"


@private(
    epsilon=log(53 / 15), neighbors=each(1), expect="refuted", name="the compared noisy answer is shown, not the gap"
)
@private(epsilon=log(4), neighbors=each(1))
@private(epsilon=log(4) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def noisy_answer(answers: Vector[Int[0, TOP], N]):
    threshold = clamp(LIMIT + geometric(1 / 2), LIMIT - WIDE, LIMIT + WIDE)
    for answer in answers:
        noisy = clamp(answer + geometric(1 / 2), -2, 4)
        if noisy >= threshold:
            yield noisy
            return
        yield "below"
