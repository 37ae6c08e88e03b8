"""A decorator that tries again until the result is valid."""

import functools

from faier import Int, each, geometric, log, mechanism, private


def retry_until(valid):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            while True:
                result = function(*args, **kwargs)
                if valid(result):
                    return result
        return wrapper
    return decorate


@retry_until(lambda n: n >= 0)
def noisy(count: int, *, alpha=1 / 2) -> int:
    return count + geometric(alpha)


@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def non_negative_count(count: Int[0, 3]):
    return noisy(count)
