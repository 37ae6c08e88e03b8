"""Wrong headers, decorators, parameters and calls of functions."""
import pandas  # error: FA104 `pandas` cannot be imported
from faier import Bool, Int, Probability, Public, Real, Stream, Vector, each, flip, mechanism, prior, private, secret

FLAG = True


@mechanism()  # error: FA105 `@mechanism` takes no arguments
def called(x: Int[0, 1]):
    return x


@mechanism
@mechanism  # error: FA105 `called_twice` is declared twice
def called_twice(x: Int[0, 1]):
    return x


@mechanism
@private(epsilon=1, neighbors=each(1))  # error: FA105 `@private` stands above `@mechanism`
def swapped(x: Int[0, 1]):
    return x


@private(epsilon=1, neighbors=each(1))  # error: FA105 `@private` makes a claim about a mechanism
def no_mechanism(x):
    return x


@private  # error: FA301 `@private` needs a claim in parentheses
@mechanism
def bare(x: Int[0, 1]):
    return x


@functools.cache  # error: FA105 this is not a decorator
@mechansim  # error: FA105 `mechansim` is not a decorator
def foreign(x):  # error: FA106 the parameter `x` has no type
    return x


@mechanism
def parameters(
    x,  # error: FA106 the parameter `x` has no type
    y: Int[0, 1] = 0,  # error: FA106 an input has no default value
    *rest,  # error: FA106 `*rest` is not part
    z,  # error: FA106 `z` stands after `*`
    w=flip(1 / 2),  # error: FA209 a setting cannot be random
    v: Int[0, 1] = 2,  # error: FA404 the value of `v` is not of its declared type
    u: Probability = 1,  # error: FA208 a setting is a constant
    **more,  # error: FA106 `**more` is not part
):
    return 1


@mechanism
def twice(x: Int[0, 1], x: Int[0, 1]):  # error: FA203 the parameter `x` is there twice
    return 1


@mechanism
def types(
    a: int,  # error: FA208 `int` is not a type of the language
    b: Int,  # error: FA208 `Int` needs its brackets
    c: Int[1],  # error: FA208 `Int` is written Int[lo, hi]
    d: Int[2, 1],  # error: FA208 this Int is empty
    e: Int[0, FLAG],  # error: FA208 a bound of Int must be an integer
    f: Int[0, x],  # error: FA201 `x` is not defined
    g: Vector[Int[0, 1]],  # error: FA208 `Vector` is written Vector[T, n]
    h: Vector[Int[0, 1], -1],  # error: FA208 the length of a Vector must be
    i: Vector[Stream[Bool], 2],  # error: FA208 a Vector holds values that an input can have
    j: Vector[Public[Bool], 2],  # error: FA208 `Public` stands only around the whole type
    k: Probability,  # error: FA208 an unknown real is what a prior's parameter can be
    l: "Int[0, 1]",  # error: FA208 a type is written without quotes
    m: Boool,  # error: FA208 `Boool` is not a type
    n: Vector[1, Int[0, 1]],  # error: FA208 this is not a type of the language  # error: FA205 a type is not a value
    o: Answer,  # error: FA204 `Answer` is used before it is defined
    p: Positive,  # error: FA202 `Positive` is not imported
    q: Real[1, 0],  # error: FA208 this Real is empty
    v: Stream["rest", "active"],  # error: FA208 `Stream` is written Stream[T]
    r: FLAG,  # error: FA208 `FLAG` is not a type
) -> Imt[0, 1]:  # error: FA208 `Imt` is not a type
    return 0


Answer = Int[0, 2]


@prior
def beliefs(p: Public[Probability], q: Vector[Bool, 2], r: Bool = True):  # error: FA208 a prior's parameter is not public  # error: FA208 a prior's parameter is an Int  # error: FA106 what an adversary may believe has no default
    secret(p)
    return p


def helper(x: list[Int[0, 1]], y=flip(1 / 2)):  # error: FA208 a type of faier inside  # error: FA209 a default cannot be random
    return x + y


@mechanism
def streams(xs: Stream[Bool]):
    for x in xs:
        yield x


@mechanism
def reads(xs: Stream[Bool], *, setting=1):
    return 0


@mechanism
def calls(x: Int[0, 1], *, rounds=1):
    a = streams(x)  # error: FA113 `streams` yields values
    a = reads(x)  # error: FA205 `reads` reads a stream
    a = beliefs(x)  # error: FA205 `beliefs` is a prior
    a = ok(x, rounds=2)  # error: FA206 `rounds` is a setting of `ok`
    a = Answer(1)  # error: FA205 `Answer` is not a function
    a = FLAG(1)  # error: FA205 `FLAG` is not a function
    a = Answer  # error: FA205 `Answer` is a type, not a value
    return a


@mechanism
def ok(x: Int[0, 1], *, rounds=1):
    return x


def placed(a, b=1, /):
    return a + b


@mechanism
def places(x: Int[0, 3]):
    first = placed(a=x)  # error: FA206 `placed` takes `a` by position: it stands before the `/`
    second = placed(x, b=2)  # error: FA206 `placed` takes `b` by position: it stands before the `/`
    third = placed(*[x], b=2)  # error: FA206 `placed` takes `b` by position: it stands before the `/`
    return first, second, third
