"""A survey with two kinds of devices: some answer with high accuracy, some with low.

From the collection of dpCTL* (Liu, Wang and Zhang, "Model checking differentially private properties", 2018).
Randomized response with accuracy 3/4 or 4/5, and everybody may see which device was used. The claim must hold for
the worse of the two: log(4), not log(3). Choosing the device by the answer tells the answer.
"""

from faier import Bool, Public, flip, log, mechanism, one, private

LOW = 3 / 4
HIGH = 4 / 5


@private(epsilon=log(3), neighbors={"answer": one()}, expect="refuted", name="the accurate device loses more")
@private(epsilon=log(4), neighbors={"answer": one()})
@private(epsilon=log(4) - 1 / 1000000, neighbors={"answer": one()}, expect="refuted")
@mechanism
def survey(accurate: Public[Bool], answer: Bool):
    return answer == (flip(HIGH) if accurate else flip(LOW))


@private(epsilon=log(4), neighbors=one(), expect="refuted", name="the device is chosen by the answer, and shown")
@mechanism
def device_by_answer(answer: Bool):
    return "accurate" if answer else "plain", answer == (flip(HIGH) if answer else flip(LOW))


@private(epsilon=log(31 / 9), neighbors=one())
@private(epsilon=log(31 / 9) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def device_by_chance(answer: Bool):
    return answer == (flip(HIGH) if flip(1 / 2) else flip(LOW))
