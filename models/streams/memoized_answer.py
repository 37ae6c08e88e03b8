"""Memoized noise: the same question, the same noisy answer, day after day.

Permanent responses in RAPPOR (2014), memoization in Microsoft's telemetry (Ding, Kulkarni and Yekhanin,
"Collecting telemetry data privately", 2017). A person whose answer does not change loses log(3) once, for all
days; fresh noise for every day loses log(3) per day. Noise that is kept for each possible answer protects the
answers, but not that the answer has changed: two different reports of one person are impossible if the answer was
always the same.
"""

from faier import Bool, Vector, flip, log, mechanism, one, private

DAYS = 3
TRUTH = 3 / 4


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def memoized_answer(answer: Bool):
    kept = answer == flip(TRUTH)
    for _ in range(DAYS):
        yield kept


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="fresh noise every day")
@private(epsilon=log(27), neighbors=one())
@private(epsilon=log(27) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def fresh_every_day(answer: Bool):
    for _ in range(DAYS):
        yield answer == flip(TRUTH)


@private(
    epsilon=2 * log(3), neighbors=one(), expect="refuted", name="each answer has its noise, so a change can be seen"
)
@mechanism
def memoized_per_answer(answers: Vector[Bool, DAYS]):
    kept = [flip(1 - TRUTH), flip(TRUTH)]
    for answer in answers:
        yield kept[answer]
