"""AboveThreshold: the first day on which about two or more people were sick."""

from faier import Int, Vector, each, geometric, log, mechanism, private

THRESHOLD = 2


@private(epsilon=log(32), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def first_alarm(visits: Vector[Int[0, 2], 3]) -> str:
    threshold = THRESHOLD + geometric(1 / 2)
    for day, count in enumerate(visits, start=1):
        if count + geometric(1 / 4) >= threshold:
            return f"alarm on day {day}"
    return "no alarm"


if __name__ == "__main__":
    print(first_alarm([0, 1, 2]))
