"""What is not an expression of the language."""
from faier import Int, Vector, categorical, choice, clamp, each, flip, geometric, mechanism, one, uniform


def helper(a, b=1, *, c=2):
    return a + b + c


@mechanism
def literals(x: Int[0, 3]):
    a = 1e100000000  # error: FA115 too large
    b = 1e-400  # error: FA115 too large, too small
    c = 2j  # error: FA115 complex numbers are not part
    d = 1j  # error: FA115 complex numbers are not part
    e = "\ud800"  # error: FA115 half a character
    f = f"{x!a}"  # error: FA102 `!a` is not part
    return (a, b, c, d, e, f)


@mechanism
def operators(x: Int[0, 3]):
    a = x @ 1  # error: FA102 `@` is not part
    a = x is 1  # error: FA102 `is` compares identity
    a = x is not [x]  # error: FA102 `is not` compares identity
    return a


@mechanism
def displays(x: Int[0, 3], xs: Vector[Int[0, 1], 2]):
    a = [lambda y: y + z for z in xs]  # error: FA102 a lambda is no value
    return a


@mechanism
def attributes(x: Int[0, 3], xs: Vector[Int[0, 1], 2]):
    ys = [1]
    a = list(ys).append(1)  # error: FA107 only what a variable holds can be changed
    a = [y.append(1) for y in ys]  # error: FA210 this changes `y`
    a = ys.sort(key=len)  # error: FA206 `.sort(...)` has no argument `key` here
    a = {}.keys()  # error: FA113 `.keys()` may stand only
    ys[flip(1 / 2)].setdefault(0, []).append(1)  # error: FA102 this key stands for two here
    a = x.real  # error: FA102 `.real` is not part
    return a


@mechanism
def calls(x: Int[0, 3], xs: Vector[Int[0, 1], 2]):
    a = input(x)  # error: FA205 `input` is not a function of the language
    a = print(x)  # error: FA205 `print` is not a function of the language
    a = map(helper, xs)  # error: FA113 `map(...)` may stand only where it is iterated
    a = hash(x)  # error: FA205 `hash` is not a function of the language
    a = x(1, 2, 3)  # error: FA205 no function that is a value takes these
    a = (1)(2)  # error: FA205 this cannot be called
    a = clmap(x, 0, 2)  # error: FA201 `clmap` is not defined
    a = log(2)  # error: FA202 `log` is not imported
    a = xs + Int  # error: FA205 `Int` is a function, not a value
    a = Int[0, 2]  # error: FA205 a type is not a value
    a = each(1)  # error: FA205 `each(...)` stands only after `neighbors=`
    a = mechanism(x)  # error: FA205 `mechanism` cannot be called here
    a = range  # error: FA205 `range` is a function, not a value
    a = helper
    a = Fraction(1, 3)  # error: FA202 `Fraction` is not imported
    return a


@mechanism
def arguments(x: Int[0, 3], xs: Vector[Int[0, 1], 2]):
    a = flip()  # error: FA206 `flip` takes 1 argument, not 0
    a = flip(1, 2)  # error: FA206 `flip` takes 1 argument, not 2
    a = flip(q=1)  # error: FA206 `flip` takes its arguments by position
    a = choice(xs, weights=xs)  # error: FA206 `choice` takes its arguments by position
    a = uniform(1)  # error: FA206 `uniform` takes 2 arguments, not 1
    a = categorical()  # error: FA206 `categorical` takes at least 1 argument
    a = clamp(x, 1)  # error: FA206 `clamp` takes 3 arguments, not 2
    a = clamp(x, high=1, lo=0)  # error: FA206 `clamp` takes its arguments by position
    a = sorted(xs, key=1)  # error: FA205 this is no function that can be handed over
    a = sorted(xs, reversed=1)  # error: FA206 `sorted` has no argument `reversed`
    a = sum(xs, 1, start=2)  # error: FA206 `sum` does not take these arguments together
    a = sum(xs, start=1, start=2)  # error: FA206 `sum` gets `start` twice
    a = len()  # error: FA206 `len` takes 1 argument, not 0
    a = min(1, **xs)  # error: FA206 `**` is not part
    a = helper()  # error: FA206 `helper` needs an argument for `a`
    a = helper(1, 2, 3)  # error: FA206 `helper` takes 2 positional arguments, not 3
    a = helper(1, a=2)  # error: FA206 `helper` gets `a` twice
    a = helper(1, d=2)  # error: FA206 `helper` has no parameter `d`
    a = helper(*xs, d=1)  # error: FA206 `helper` has no parameter `d`
    a = helper(**[xs][0])  # error: FA206 `**` stands here
    return a


@mechanism
def iterators(x: Int[0, 3], xs: Vector[Int[0, 1], 2]):
    a = enumerate(xs)  # error: FA113 `enumerate(...)` may stand only
    a = [zip(xs)]  # error: FA113 `zip(...)` may stand only
    a = reversed(xs)[0]  # error: FA113 `reversed(...)` may stand only
    a = (y for y in xs)  # error: FA113 a generator may stand only
    a = [y for y in (y for x in [xs] for y in x)]  # error: FA113 a generator may stand only
    a = list(reversed(enumerate(xs)))  # error: FA113 Python cannot reverse `enumerate(...)`
    a = min((y for y in xs), 1)  # error: FA113 a generator may stand only
    return a
