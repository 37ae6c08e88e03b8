"""A budget in a closure, spent by one function and looked at by another."""

from faier import Bool, Vector, flip, log, mechanism, one, private


def make_budget(total):
    left = total

    def spend(cost):
        nonlocal left
        if cost > left:
            return False
        left -= cost
        return True

    def remaining():
        return left

    return spend, remaining


def randomized_response(bit):
    return bit if flip(3 / 4) else not bit


@private(epsilon=2 * log(3), neighbors=one())
@mechanism
def ask_while_there_is_budget(bits: Vector[Bool, 3]):
    spend, remaining = make_budget(2)
    answers = []
    for bit in bits:
        if spend(1):
            answers.append(randomized_response(bit))
        else:
            answers.append(None)
    return answers, remaining()
