"""The sparse vector technique with Laplace noise, as it was published: for every EPS and every number of answers.

Lyu, Su and Li ("Understanding the sparse vector technique for differential privacy", 2017) number six variants. Their
own, the first, and the second (Dwork and Roth, 2014), which draws the threshold anew after each answer above, are
right: the noise grows with the number C of answers above. The fourth (Lee and Clifton, 2014) promises EPS and loses
(1 + 6 * C) / 4 of it. The third (Roth, 2011), the fifth (Stoddard, Chen and Machanavajjhala, 2014) and the sixth (Chen,
Xiao, Zhang and Xu, 2015) lose without end. One answer needs no noise on the threshold.
"""

from faier import Int, Positive, Stream, Vector, each, laplace, mechanism, private

EPS = Positive(1)
C = 2
N = 3
LIMIT = 1


@private(epsilon=EPS, neighbors=each(1))
@private(epsilon=0.999999 * EPS, neighbors=each(1), expect="refuted")
@mechanism
def one_answer(answer: Int[0, LIMIT]):
    return answer + laplace(1 / EPS) >= LIMIT


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def svt_1(answers: Stream[Int[0, 2]]):
    left = C
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        above = answer + laplace(4 * C / EPS) >= threshold
        yield above
        left -= above
        if left == 0:
            return


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def svt_1_of_n(answers: Vector[Int[-1, 1], N]):
    threshold = laplace(2 / EPS)
    for answer in answers:
        if answer + laplace(4 / EPS) >= threshold:
            yield True
            return
        yield False


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def svt_2(answers: Stream[Int[0, 2]]):
    left = C
    threshold = LIMIT + laplace(2 * C / EPS)
    for answer in answers:
        above = answer + laplace(4 * C / EPS) >= threshold
        yield above
        if above:
            threshold = LIMIT + laplace(2 * C / EPS)
            left -= 1
            if left == 0:
                return


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="the noise that was compared is shown")
@mechanism
def svt_3(answers: Stream[Int[0, 1]]):
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        noisy = answer + laplace(2 / EPS)
        if noisy >= threshold:
            yield noisy
            return
        yield None


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="the noise is not for C answers above")
@private(epsilon=(1 + 6 * C) / 4 * EPS, neighbors=each(1))
@mechanism
def svt_4(answers: Stream[Int[0, 1]]):
    left = C
    threshold = LIMIT + laplace(4 / EPS)
    for answer in answers:
        above = answer + laplace(4 / 3 / EPS) >= threshold
        yield above
        left -= above
        if left == 0:
            return


@private(epsilon=100 * EPS, neighbors=each(1), expect="refuted", name="answers are compared without noise")
@mechanism
def svt_5(answers: Stream[Int[0, 1]]):
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        yield answer >= threshold


@private(epsilon=EPS, neighbors=each(1), expect="refuted", name="answers above are not counted")
@mechanism
def svt_6(answers: Stream[Int[0, 1]]):
    threshold = LIMIT + laplace(2 / EPS)
    for answer in answers:
        yield answer + laplace(2 / EPS) >= threshold
