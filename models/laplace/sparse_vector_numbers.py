"""Sparse vectors that show numbers, with Laplace noise: for every EPS and every number of answers.

The numeric one (Dwork and Roth, 2014, section 3.6) shows the answer above with fresh noise, which costs its own part.
With gap (Wang, Ding, Wang, Kifer and Zhang, 2019) it shows by how much the noisy answer is above the noisy threshold,
which is free. The adaptive one (Ding, Wang, Zhang and Kifer, 2019) looks coarsely first, and spends less on answers
that are far above. The broken gap is that to the threshold without noise.
"""

from faier import Int, Positive, Stream, Vector, each, laplace, mechanism, private

EPS = Positive(1)
LIMIT = 1
N = 3
MARGIN = 2
UNITS = 3


@private(epsilon=3 / 2 * EPS, neighbors=each(1))
@mechanism
def numeric(answers: Stream[Int[0, 2]]):
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        if answer + laplace(4 / EPS) >= threshold:
            yield answer + laplace(2 / EPS)
            return
        yield None


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def with_gap(answers: Stream[Int[0, 2]]):
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        noisy = answer + laplace(4 / EPS)
        if noisy >= threshold:
            yield noisy - threshold
            return
        yield None


@private(epsilon=N / 2 * EPS, neighbors=each(1))
@private(epsilon=0.999999 * N / 2 * EPS, neighbors=each(1), expect="refuted")
@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="the gap to the threshold without noise")
@mechanism
def gap_to_the_limit(answers: Vector[Int[0, 1], N]):
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        noisy = answer + laplace(2 / EPS)
        if noisy >= threshold:
            yield noisy - LIMIT
            return
        yield None


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def adaptive(answers: Stream[Int[0, 2]]):
    left = UNITS
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        if answer + laplace(4 * UNITS / EPS) >= threshold + MARGIN:
            yield "far above"
            left -= 1
        elif answer + laplace(2 * UNITS / EPS) >= threshold:
            yield "above"
            left -= 2
        else:
            yield "below"
        if left < 2:
            return


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="the coarse look is without noise")
@mechanism
def exact_coarse_look(answers: Stream[Int[0, 1]]):
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        if answer >= threshold + MARGIN:
            yield "far above"
            return
        if answer + laplace(4 / EPS) >= threshold:
            yield "above"
            return
        yield "below"
