"""The sparse vector technique as it is printed in the book, and a famous mistake."""

from collections.abc import Iterator

from faier import Int, Public, Stream, each, laplace, mechanism, private

EPSILON = 1


@private(epsilon=EPSILON, neighbors=each(1))
@mechanism
def above_threshold(threshold: Public[Int[0, 1]], queries: Stream[Int[0, 2]]) -> Iterator[str]:
    noisy_threshold = threshold + laplace(2 / EPSILON)
    for query in queries:
        noise = laplace(4 / EPSILON)
        if query + noise >= noisy_threshold:
            yield "above"
            return
        yield "below"


@private(epsilon=EPSILON, neighbors=each(1), expect="refuted", name="the noisy answer is shown too")
@mechanism
def shows_the_answer(threshold: Public[Int[0, 1]], queries: Stream[Int[0, 2]]) -> Iterator[float | None]:
    noisy_threshold = threshold + laplace(2 / EPSILON)
    for query in queries:
        answer = query + laplace(4 / EPSILON)
        if answer >= noisy_threshold:
            yield answer
            return
        yield None


@private(epsilon=EPSILON, neighbors=each(1), expect="refuted", name="queries are not noisy")
@mechanism
def no_noise_on_queries(threshold: Public[Int[0, 1]], queries: Stream[Int[0, 2]]) -> Iterator[bool]:
    noisy_threshold = threshold + laplace(2 / EPSILON)
    for query in queries:
        yield query >= noisy_threshold
