"""What is not a statement of the language."""
from faier import Bool, Int, Vector, assume, flip, mechanism, prior, secret

LIMIT = [1, 2]


@mechanism
def unsupported(x: Int[0, 3], xs: Vector[Int[0, 1], 2], *, rounds=2, names=[1]):
    def inner():
        return 1

    async def also():  # error: FA101 `async` is not part of the language
        return 1

    class Inner:  # error: FA101 a class inside a function
        pass

    y = 1
    z = inner() + Inner(y) + exp(x)
    then = lambda: x
    z += then()
    del y  # error: FA101 `del` of a variable
    global LIMIT  # error: FA101 `global` is not part of the language
    import math  # error: FA101 an import stands at the top of the file
    from math import exp  # error: FA101 an import stands at the top of the file
    raise x  # error: FA101 `raise` takes one of Python's exceptions, or of the file
    raise Wrong("no")  # error: FA205 `Wrong` is no exception of Python
    raise ValueError((yield))  # error: FA102 what an error tells
    try:
        y = 6 // x
    except (ZeroDivisionError, LIMIT):  # error: FA101 this names no exception
        y = unknown  # error: FA201 `unknown` is not defined
    except Strange:  # error: FA205 `Strange` is no exception of Python
        y = 1
    except KeyError as error:  # error: FA101 `error` is an exception
        y = error
    else:
        y = 2
    finally:
        y = 3
    try:
        y = 1
    finally:
        return y  # error: FA101 this leaves a `try`
    with x as y:  # error: FA101 `with` is not part of the language
        y = {}
    return y


@mechanism
def assignments(x: Int[0, 3], xs: Vector[Int[0, 1], 2], *, rounds=2, names=[1]):
    *first, *rest = xs  # error: FA107 `*` stands once  # error: FA107 `*` stands once
    a, *xs[0] = xs  # error: FA107 `*` stands once
    if (rounds := 2):  # error: FA107 `rounds` never gets another value here
        pass
    a = [y for y in (z := xs)]  # error: FA102 Python takes no `:=` in what a comprehension goes over
    a = [(y := 1) for y in xs]  # error: FA102 a comprehension around it binds `y`
    xs[0:1] += [1]  # error: FA107 only a single item can be changed
    x.value = 1  # error: FA107 only a class or a dataclass that is not frozen
    rounds = 3  # error: FA107 `rounds` is a setting
    rounds += 3  # error: FA107 `rounds` is a setting
    for rounds in range(2):  # error: FA107 `rounds` is a setting
        pass
    LIMIT[0] = 2  # error: FA210 `LIMIT` is a constant
    names[0] = 2  # error: FA210 `names` is a constant
    [1, 2][0] = 3  # error: FA107 only what a variable holds
    for xs[0] in range(2):  # error: FA107 a loop binds plain names
        pass
    y: Int[0, 3]  # error: FA107 `y` is declared without a value
    y: Int[0, 3.5] = 1  # error: FA208 a bound of Int must be an integer
    x: Stream = 1  # error: FA202 `Stream` is not imported
    xs[0]: Int[0, 1] = 1  # error: FA107 only a variable can be declared
    y @= 2  # error: FA102 is not part of the language
    LIMITS[0] = 3  # error: FA201 `LIMITS` is not defined
    return y


@mechanism
def flow(x: Int[0, 3]):
    break  # error: FA111 `break` stands outside a loop
    continue  # error: FA111 `continue` stands outside a loop
    for i in range(3):
        pass
    else:
        break  # error: FA111 `break` stands outside a loop
    x == 1  # error: FA112 this expression does nothing
    x + 1  # error: FA112 this expression does nothing
    [x]  # error: FA112 this expression does nothing
    "text"  # error: FA112 a string here does nothing
    assert (x, "always true")  # error: FA112 this assertion is always true
    assert x, (y := 1)  # error: FA102 what an error tells
    y = yield x
    return ...  # error: FA115 `...` is not a value  # error: FA109 this function yields


@mechanism
def both(x: Int[0, 3]):
    if x:
        return x  # error: FA109 this function yields: it cannot return a value too
    yield 0
    yield  # error: FA109 `yield` shows nothing here
    a = yield from [1]  # error: FA102 `yield from` is a statement here
    return


def helper(x):
    yield x
    secret(x)  # error: FA110 `secret(...)` may stand only in a prior


@mechanism
def hidden(x: Int[0, 3]):
    secret(x)  # error: FA110 `secret(...)` may stand only in a prior
    assume(x > 1)  # error: FA110 `assume(...)` may stand only in a prior
    return 0


@prior
def silent(x: Bool):  # error: FA311 never says what must stay hidden
    y = secret(x)  # error: FA110 `secret(...)` is a statement of a prior
    return x


@prior
def wrong(x: Bool):
    secret()  # error: FA206 `secret` takes 1 argument
    assume(x, 1)  # error: FA206 `assume` takes 1 argument
    secret(x)
    return x


@mechanism
def matches(x: Int[0, 3]):
    match x:
        case limit:  # error: FA108 `case limit` catches everything
            pass
        case (y, y):  # error: FA108 this pattern gives a name to two values
            pass
        case _:  # error: FA108 `case _` catches everything
            pass
        case 3:
            pass
    return x
