"""Claims that are wrong."""
from faier import Bool, Int, Positive, Probability, Public, Stream, Vector, each, edges, exp, flip, log, mechanism, pairs
from faier import prior, private, secret, total, where

LIMIT = 2
LAMBDA = log(2) * log(3)


@prior
def belief(p: Probability):
    value = flip(p)
    secret(value)
    return 1 if value else 0


@prior
def records():
    secret(1)
    yield True


def helper():
    return 1


@private(epsilon=1)  # error: FA301 the claim has neither neighbors= nor prior=
@private(neighbors=each(1))  # error: FA301 the claim has no epsilon
@private(epsilon=1, neighbors=each(1), prior=belief)  # error: FA301 the claim has both
@private(1, neighbors=each(1))  # error: FA301 `@private` takes its arguments by name
@private(epsilon=1, neighbours=each(1))  # error: FA301 has no argument `neighbours`
@private(epsilon=1, **LIMIT)  # error: FA301 `**` is not part
@private(epsilon=-1, neighbors=each(1))  # error: FA302 epsilon is negative
@private(epsilon=log(1 / 2), neighbors=each(1))  # error: FA302 epsilon is negative
@private(epsilon=log(0), neighbors=each(1))  # error: FA302 log takes a positive number
@private(epsilon="1", neighbors=each(1))  # error: FA302 epsilon must be made of numbers and logarithms
@private(epsilon=1 / 0, neighbors=each(1))  # error: FA402 division by zero
@private(epsilon=flip(1), neighbors=each(1))  # error: FA209 epsilon cannot be random
@private(epsilon=epsilon, neighbors=each(1))  # error: FA201 `epsilon` is not defined
@private(epsilon=1, neighbors=each(1), delta=2)  # error: FA303 delta must be a rational number
@private(epsilon=1, neighbors=each(1), delta=-0.1)  # error: FA303 delta must be a rational number
@private(epsilon=1, neighbors=each(1), delta=log(2))  # error: FA303 delta must be a rational number
@private(epsilon=1, neighbors=each)  # error: FA304 `each` is called
@private(epsilon=1, neighbors=1)  # error: FA304 this is not a neighbor relation
@private(epsilon=1, neighbors=one())  # error: FA202 `one` is not imported
@private(epsilon=1, neighbors=eech(1))  # error: FA304 this is not a neighbor relation
@private(epsilon=1, neighbors=each())  # error: FA304 `each` takes one distance
@private(epsilon=1, neighbors=each(0))  # error: FA304 a distance must be an integer of at least 1
@private(epsilon=1, neighbors=each(1 / 2))  # error: FA304 a distance must be an integer
@private(epsilon=1, neighbors=total(d=1))  # error: FA304 `total` takes its arguments by position
@private(epsilon=1, neighbors=edges())  # error: FA304 `edges` lists pairs
@private(epsilon=1, neighbors=edges(0, 1))  # error: FA304 `edges` lists pairs
@private(epsilon=1, neighbors=edges((1, 1)))  # error: FA304 1 is compared with itself
@private(epsilon=1, neighbors=edges((0, 9)))  # error: FA305 no entry of the inputs can be both ends
@private(epsilon=1, neighbors=pairs((0, 3)))  # error: FA305 3 is not an input of the mechanism
@private(epsilon=1, neighbors=pairs((0, True)))  # error: FA305 True is not an input of the mechanism
@private(epsilon=1, neighbors=where(True))  # error: FA304 `where` takes a lambda
@private(epsilon=1, neighbors=where(lambda x: x))  # error: FA304 `where` takes a lambda
@private(epsilon=1, neighbors=where(lambda x, y=1: x))  # error: FA304 the lambda takes two plain parameters
@private(epsilon=1, neighbors=where(lambda x, y: x < z))  # error: FA201 `z` is not defined
@private(epsilon=1, neighbors=where(lambda x, y: flip(1)))  # error: FA209 a relation cannot be random
@private(epsilon=1, neighbors={})  # error: FA304 this relation names no input
@private(epsilon=1, neighbors={"coutn": each(1)})  # error: FA305 the mechanism has no input `coutn`
@private(epsilon=1, neighbors={"limit": each(1)})  # error: FA305 the mechanism has no input `limit`
@private(epsilon=1, neighbors={"count": each(1), "count": each(2)})  # error: FA304 `count` is there twice
@private(epsilon=1, neighbors={count: each(1)})  # error: FA304 inputs are named by strings
@private(epsilon=1, neighbors={"count": {"count": each(1)}})  # error: FA304 this is not a neighbor relation
@private(epsilon=1, prior=beleif)  # error: FA306 there is no prior `beleif`
@private(epsilon=1, prior="belief")  # error: FA306 `prior=` names a function
@private(epsilon=1, prior=helper)  # error: FA306 `helper` is not a prior
@private(epsilon=1, prior=records)  # error: FA306 `records` yields records
@private(epsilon=1, prior=later)  # error: FA204 the prior `later` is used before it is defined
@private(epsilon=1, prior=belief, pairs=(0, 1))  # error: FA307 `pairs=` lists pairs of secrets
@private(epsilon=1, prior=belief, pairs=((1, 1),))  # error: FA307 the secret 1 is compared with itself
@private(epsilon=1, neighbors=each(1), pairs=((0, 1),))  # error: FA307 `pairs=` restricts the secrets
@private(epsilon=1, neighbors=each(1), expect="refused")  # error: FA308 `expect=` is a verdict
@private(epsilon=1, neighbors=each(1), name="")  # error: FA308 `name=` is a string
@private(epsilon=1, neighbors=each(1), name=LIMIT)  # error: FA308 `name=` is a string
@private(renyi=(1, 2), neighbors=each(1))  # error: FA313 the order must be a rational number above 1, not 1
@private(renyi=(2, -1), neighbors=each(1))  # error: FA313 rho is negative
@private(renyi=2, neighbors=each(1))  # error: FA313 `renyi=` is an order and what the divergence
@private(zcdp=-log(2), neighbors=each(1))  # error: FA313 rho is negative
@private(zcdp=1, delta=1 / 2, neighbors=each(1))  # error: FA313 a delta goes with epsilon=, not with zcdp=
@private(zcdp=1, epsilon=1, neighbors=each(1))  # error: FA313 the claim has both epsilon= and zcdp=
@private(zcdp=1, renyi=(2, 1), neighbors=each(1))  # error: FA313 the claim has both renyi= and zcdp=
@private(epsilon=2, neighbors=each(1))
@private(epsilon=2, neighbors=each( 1 ))  # error: FA309 has this claim already
@mechanism
def counted(count: Int[0, 2], limit: Public[Int[0, 2]]):
    return 0


@prior
def later():
    secret(1)
    return 1


@private(epsilon=1, neighbors=each(1))  # error: FA305 the mechanism has no input that is not public
@private(epsilon=1, prior=belief)  # error: FA305 the mechanism has no input that is not public
@mechanism
def public(limit: Public[Int[0, 2]]):
    return limit


@private(epsilon=1, neighbors=pairs(((0,), (1,))))  # error: FA305 `values` is a stream without end
@private(epsilon=1, neighbors=where(lambda x, y: x == y))  # error: FA305 `values` is a stream without end
@mechanism
def streamed(values: Stream[Int[0, 2]]):
    for value in values:
        yield 0


@private(epsilon=1, neighbors=pairs((0, 1)))  # error: FA305 0 is not an input of the mechanism
@private(epsilon=1, neighbors=pairs(((0, (0, 0)), (1, (0,)))))  # error: FA305 (0, (0, 0)) is not an input
@mechanism
def several(a: Int[0, 2], b: Vector[Bool, 1]):
    return 0
