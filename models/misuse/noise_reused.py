"""The same noise for two answers.

One draw, "to save budget", added to both. The difference of the noisy answers is the difference of the true ones.
With two draws, two answers that may both move by one lose log(4); with one draw no epsilon is enough. Clamping
hides the difference at the ends of the range only.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private

TOP = 2


@private(epsilon=log(4), neighbors=each(1))
@private(epsilon=log(4) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def two_draws(answers: Vector[Int[0, TOP], 2]):
    return tuple([clamp(answer + geometric(1 / 2), 0, TOP) for answer in answers])


@private(epsilon=log(4), neighbors=each(1), expect="refuted", name="the noise cancels out in the difference")
@mechanism
def noise_reused(answers: Vector[Int[0, TOP], 2]):
    noise = clamp(geometric(1 / 2), -TOP, TOP)
    return tuple([clamp(answer + noise, 0, TOP) for answer in answers])


@private(
    epsilon=log(4), neighbors=each(1), expect="refuted", name="the noise of the first answer is shown by the second"
)
@mechanism
def noise_mirrored(answers: Vector[Int[0, TOP], 2]):
    noise = clamp(geometric(1 / 2), -TOP, TOP)
    return clamp(answers[0] + noise, 0, TOP), clamp(answers[1] - noise, 0, TOP)
