"""Explanations of FA0xx and FA1xx: the file, and what is not in the language."""

from __future__ import annotations

TABLE: dict[str, tuple[str, ...]] = {
    "FA001": (
        "the file cannot be read",
        "There is no such file, it is a folder, or you may not read it. Name a mechanism file, or a folder for "
        "`faier check`, which then reads every mechanism file in it.",
        "$ faier check respones.py",
        "$ faier check response.py",
    ),
    "FA002": (
        "the file is not UTF-8",
        "Mechanism files are Python source files in UTF-8. Save the file as UTF-8. A comment that declares another "
        "encoding would make Python read other labels than the ones that are verified.",
        "# -*- coding: latin-1 -*-\nN = 3\n",
        "N = 3\n",
    ),
    "FA003": (
        "the file is too large",
        "A mechanism file has at most a million bytes. Split it into several files.",
        "$ faier check everything.py   # 1.2 MB",
        "$ faier check one_half.py other_half.py",
    ),
    "FA004": (
        "the file is not Python",
        "Python itself cannot read the file. The message is Python's; the place is where it gave up, which is often "
        "just behind the mistake.",
        "N = = 3\n",
        "N = 3\n",
    ),
    "FA005": (
        "the file is nested too deeply",
        "Expressions and statements may be nested a hundred levels deep. Give parts of a large expression a name, or "
        "write a long sum as sum([...]).",
        "N = " + "(" * 150 + "1" + ",)" * 150 + "\n",
        "N = 1\n",
    ),
    "FA101": (
        "this statement is not part of the language",
        "Inside functions there are assignments, if, match, for, while, break, continue, pass, return, yield, assert, "
        "and in priors secret and assume. A mechanism has no exceptions, no classes and no functions inside functions: "
        "faier follows every run it can have.",
        """
from faier import Int, mechanism

@mechanism
def half(x: Int[0, 3]):
    try:
        return 6 // x
    except ZeroDivisionError:
        return 0
""",
        """
from faier import Int, mechanism

@mechanism
def half(x: Int[0, 3]):
    return 0 if x == 0 else 6 // x
""",
    ),
    "FA102": (
        "this expression is not part of the language",
        "There are no dictionaries, sets, f-strings, attributes, methods, bit operators and no `:=`. The message says "
        "what to write instead.",
        """
from faier import Int, mechanism

@mechanism
def parity(x: Int[0, 3]):
    return x & 1
""",
        """
from faier import Int, mechanism

@mechanism
def parity(x: Int[0, 3]):
    return x % 2
""",
    ),
    "FA103": (
        "this does not stand at the top level",
        "At the top level stand a docstring, imports of faier and of Fraction, constants, names of types and "
        "functions. Nothing is run there, so that a file can be verified without running it.",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    return x

print(show(2))
""",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    return x
""",
    ),
    "FA104": (
        "this cannot be imported",
        "A mechanism file imports words of faier by name, and Fraction from fractions. Anything else is code that "
        "faier cannot see. exp and log of faier stay exact; flip, uniform, categorical and geometric draw.",
        """
from math import exp
from faier import flip, mechanism

@mechanism
def coin():
    return flip(exp(-1))
""",
        """
from faier import exp, flip, mechanism

@mechanism
def coin():
    return flip(exp(-1))
""",
    ),
    "FA105": (
        "the decorators are wrong",
        "A function is a mechanism (@mechanism), a prior (@prior), or undecorated: a helper. Claims, @private(...), "
        "stand above @mechanism, any number of them.",
        """
from faier import Int, each, log, mechanism, private

@mechanism
@private(epsilon=log(2), neighbors=each(1))
def constant(x: Int[0, 3]):
    return 0
""",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1))
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
    ),
    "FA106": (
        "this parameter is not part of the language",
        "Parameters of mechanisms and priors have types and no defaults; what has a default stands after a "
        "`*` and is a setting, a constant that --set may replace. Parameters of helpers are plain names, "
        "with or without defaults.",
        """
from faier import Int, mechanism

@mechanism
def scaled(x: Int[0, 3], factor=2):
    return factor * x
""",
        """
from faier import Int, mechanism

@mechanism
def scaled(x: Int[0, 3], *, factor=2):
    return factor * x
""",
    ),
    "FA107": (
        "this cannot be assigned to",
        "A variable, an item of a list (counts[i] = 3), or several of these (a, b = b, a) can be assigned. Settings, "
        "slices and attributes cannot, and there is no `*` on the left of `=`.",
        """
from faier import Int, Vector, mechanism

@mechanism
def rest(xs: Vector[Int[0, 1], 3]):
    first, *others = xs
    return first
""",
        """
from faier import Int, Vector, mechanism

@mechanism
def rest(xs: Vector[Int[0, 1], 3]):
    first, others = xs[0], xs[1:]
    return first
""",
    ),
    "FA108": (
        "this case is not part of the language",
        "A case is an integer, True, False, None, a label, several of these with |, or _ for everything else. A bare "
        "name would match anything and bind it, which is rarely what was meant.",
        """
from faier import Int, mechanism

LIMIT = 2

@mechanism
def reached(x: Int[0, 3]):
    match x:
        case LIMIT:
            return True
        case _:
            return False
""",
        """
from faier import Int, mechanism

LIMIT = 2

@mechanism
def reached(x: Int[0, 3]):
    return x == LIMIT
""",
    ),
    "FA109": (
        "yield is used wrongly",
        "`yield value` is a statement of a mechanism or a prior. It shows a value and goes on. A function that yields "
        "ends with a bare `return` or by running off its end; it does not also return a value. Helpers return.",
        """
from faier import Int, mechanism

@mechanism
def twice(x: Int[0, 3]):
    yield x
    return x
""",
        """
from faier import Int, mechanism

@mechanism
def twice(x: Int[0, 3]):
    yield x
    yield x
""",
    ),
    "FA110": (
        "secret or assume stands in the wrong place",
        "secret(value) and assume(condition) are statements of a prior: they say what the adversary must not learn and "
        "what the adversary knows. A mechanism knows nothing of them.",
        """
from faier import Int, mechanism, secret

@mechanism
def show(x: Int[0, 3]):
    secret(x)
    return 0
""",
        """
from faier import mechanism, Int, flip, prior, secret

@prior
def coin():
    side = flip(1 / 2)
    secret(side)
    return 3 if side else 0

@mechanism
def show(x: Int[0, 3]):
    return 0
""",
    ),
    "FA111": (
        "break or continue stands outside a loop",
        "There is no loop around it to leave or to go on with. `return` ends the run.",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    if x > 2:
        break
    return x
""",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    if x > 2:
        return 2
    return x
""",
    ),
    "FA112": (
        "this does nothing",
        "An expression whose value is not used, or an assertion that always holds, is most often a slip: == instead of "
        "=, or a call that is missing.",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    y = 0
    y == x
    return y
""",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    y = 0
    y = x
    return y
""",
    ),
    "FA113": (
        "range, enumerate, zip, reversed or a generator is kept",
        "These are used up by going over them, so they stand only where something goes over them: in a for, in a "
        "comprehension, as the argument of sum, min, max, any, all, sorted, list or tuple. Keep a list instead. A "
        "generator stands only directly inside such a call.",
        """
from faier import Int, Vector, mechanism

@mechanism
def largest(xs: Vector[Int[0, 1], 3]):
    pairs = zip(xs, range(3))
    return max(pairs)
""",
        """
from faier import Int, Vector, mechanism

@mechanism
def largest(xs: Vector[Int[0, 1], 3]):
    pairs = list(zip(xs, range(3)))
    return max(pairs)
""",
    ),
    "FA114": (
        "a stream is used as a value",
        "A Stream arrives value by value and has no end: it can be read by exactly one `for` (also inside enumerate or "
        "zip), which is not inside another loop. It has no length and no items, and cannot be passed on.",
        """
from faier import Int, Stream, mechanism

@mechanism
def first(xs: Stream[Int[0, 1]]):
    yield xs[0]
""",
        """
from faier import Int, Stream, mechanism

@mechanism
def first(xs: Stream[Int[0, 1]]):
    for x in xs:
        yield x
        return
""",
    ),
    "FA115": (
        "this constant is not part of the language",
        "Constants are integers, decimals that a float can hold, True, False, None and strings (labels). There are no "
        "bytes and no complex numbers; numbers of more than four hundred digits, or out of a float's range, are "
        "refused.",
        "BIG = 1e100000000\n",
        "BIG = 10 ** 100\n",
    ),
}
