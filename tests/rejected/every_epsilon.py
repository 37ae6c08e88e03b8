"""The unknown epsilon in wrong places."""
from faier import Int, Positive, categorical, each, exp, flip, mechanism, one, private

EPS = Positive(1)
OTHER = Positive(1)  # error: FA211 there is one unknown epsilon in a file
ZERO = Positive(0)  # error: FA211 `Positive` takes the positive number
NONE = Positive()  # error: FA211 `Positive` takes the positive number
LABEL = Positive("a")  # error: FA211 `Positive` takes the positive number
SQUARE = EPS * EPS  # error: FA409 EPS is an unknown positive number
NESTED = exp(exp(EPS))  # error: FA409 exp takes rational numbers


@private(epsilon=-EPS, neighbors=one())  # error: FA302 epsilon is negative for small values
@private(epsilon=EPS - 1, neighbors=one())  # error: FA302 epsilon is negative for small values
@private(epsilon=1 / EPS, neighbors=one())  # error: FA302 an unknown epsilon may be multiplied and divided by rational numbers only
@private(epsilon=1, neighbors=one(EPS))  # error: FA304 a distance must be an integer
@private(epsilon=1, neighbors=one(), delta=EPS)  # error: FA303 delta must be a rational number
@mechanism
def response(value: Int[0, 3], *, local=2):
    if EPS > 1:  # error: FA211 `EPS` is an unknown positive number
        return 0
    noise = EPS  # error: FA211 `EPS` is an unknown positive number
    flip(1 / EPS)  # error: FA211 `EPS` is an unknown positive number
    flip(exp(-EPS) * EPS)  # error: FA211 `EPS` is an unknown positive number
    x = Positive(1)  # error: FA211 `Positive(...)` stands only at the top level
    return (value + categorical(exp(EPS), 1, 1, 1)) % 4
