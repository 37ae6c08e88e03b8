"""Explanations of FA4xx and FA5xx: runs that could fail, and limits."""

from __future__ import annotations

TABLE: dict[str, tuple[str, ...]] = {
    "FA401": (
        "an index is out of range",
        "Some run reads an item that is not there. The message names the inputs and draws that lead to it.",
        """
from faier import Int, mechanism

@mechanism
def chosen(x: Int[0, 3]):
    return (1, 2, 3)[x]
""",
        """
from faier import Int, mechanism

@mechanism
def chosen(x: Int[0, 2]):
    return (1, 2, 3)[x]
""",
    ),
    "FA402": (
        "a division by zero",
        "Some run divides by zero. Test for it, or declare a range without zero.",
        """
from faier import Int, mechanism

@mechanism
def share(x: Int[0, 3]):
    return 6 // x
""",
        """
from faier import Int, mechanism

@mechanism
def share(x: Int[1, 3]):
    return 6 // x
""",
    ),
    "FA403": (
        "an assertion can fail",
        "Some run comes to `assert` with a condition that does not hold. What the adversary may assume about the data "
        "is said in a prior, with assume.",
        """
from faier import Int, mechanism

@mechanism
def even(x: Int[0, 3]):
    assert x % 2 == 0
    return x
""",
        """
from faier import Int, mechanism

@mechanism
def even(x: Int[0, 3]):
    x = x - x % 2
    assert x % 2 == 0
    return x
""",
    ),
    "FA404": (
        "a value is outside its declared range",
        "A variable, a setting or an argument was declared with a type, and some run gives it another value.",
        """
from faier import Int, mechanism

@mechanism
def successor(x: Int[0, 3]):
    y: Int[0, 3] = x + 1
    return y
""",
        """
from faier import Int, mechanism

@mechanism
def successor(x: Int[0, 3]):
    y: Int[1, 4] = x + 1
    return y
""",
    ),
    "FA405": (
        "geometric noise is not clamped",
        "geometric(a) can be any integer. Before such a number is stored, returned or yielded it must be "
        "made finite: by clamp(x, lo, hi), by a comparison, or by a remainder. Before that it may be added up, "
        "multiplied, divided by //, folded by abs, and cut off on one side by min or max.",
        """
from faier import Int, geometric, mechanism

@mechanism
def noisy(x: Int[0, 3]):
    return x + geometric(1 / 2)
""",
        """
from faier import Int, clamp, geometric, mechanism

@mechanism
def noisy(x: Int[0, 3]):
    return clamp(x + geometric(1 / 2), 0, 3)
""",
    ),
    "FA406": (
        "a loop may go on silently forever",
        "With positive probability a loop runs on without showing anything and without ending. Such a run "
        "has no output at all.",
        """
from faier import Int, mechanism

@mechanism
def stuck(x: Int[0, 3]):
    while x > 2:
        pass
    return x
""",
        """
from faier import Int, flip, mechanism

@mechanism
def stuck(x: Int[0, 3]):
    while x > 2 and flip(1 / 2):
        pass
    return x
""",
    ),
    "FA407": (
        "Python would compute another number",
        "The verified number is exact; Python computes with floats here and comes to something else, because "
        "it rounds. Use fractions: from fractions import Fraction, and Fraction(1, 3).",
        "SUM = 0.1 + 0.2\n",
        "from fractions import Fraction\n\nSUM = Fraction(1, 10) + Fraction(2, 10)\n",
    ),
    "FA408": (
        "a value grows without end",
        "A variable takes infinitely many values, so the mechanism has infinitely many states. Bound it: with clamp, a "
        "remainder, or a loop over a range.",
        """
from faier import flip, mechanism

@mechanism
def waiting():
    rounds = 0
    while flip(1 / 2):
        rounds = rounds + 1
    return rounds
""",
        """
from faier import flip, mechanism

@mechanism
def waiting():
    rounds = 0
    while flip(1 / 2):
        rounds = min(rounds + 1, 9)
    return rounds
""",
    ),
    "FA409": (
        "a value is of the wrong kind",
        "Python would raise a TypeError: labels have no order and no sum, integers have no items, an index "
        "is an integer.",
        """
from faier import Int, mechanism

@mechanism
def scaled(x: Int[0, 3]):
    return (1, 2, 3, 4)[x / 2]
""",
        """
from faier import Int, mechanism

@mechanism
def scaled(x: Int[0, 3]):
    return (1, 2, 3, 4)[x // 2]
""",
    ),
    "FA410": (
        "this is not a probability",
        "flip takes a number from 0 to 1, geometric one between 0 and 1, categorical weights of at least 0.",
        """
from faier import Int, flip, mechanism

@mechanism
def coin(x: Int[0, 3]):
    return flip(x)
""",
        """
from faier import Int, flip, mechanism

@mechanism
def coin(x: Int[0, 3]):
    return flip(x / 3)
""",
    ),
    "FA411": (
        "a function cannot take these values",
        "Python would raise a ValueError or a TypeError: min of nothing, clamp or uniform to an empty range, "
        "a step of 0, weights that are all 0, more names than values.",
        """
from faier import Int, mechanism, uniform

@mechanism
def below(x: Int[0, 3]):
    return uniform(0, x - 1)
""",
        """
from faier import Int, mechanism, uniform

@mechanism
def below(x: Int[0, 3]):
    return uniform(0, x)
""",
    ),
    "FA412": (
        "an unknown decides what happens next",
        "The parameters of a prior that are Probability or Real, and EPS, are unknown: a program may compute with them "
        "and use them as probabilities, but a comparison of them would have both answers.",
        """
from faier import Int, Probability, flip, log, mechanism, prior, private, secret

@prior
def biased(p: Probability):
    side = flip(p) if p > 1 / 2 else flip(1 / 2)
    secret(side)
    return 1 if side else 0

@private(epsilon=log(2), prior=biased)
@mechanism
def constant(x: Int[0, 1]):
    return 0
""",
        """
from faier import Int, Real, flip, log, mechanism, prior, private, secret

@prior
def biased(p: Real[1 / 2, 1]):
    side = flip(p)
    secret(side)
    return 1 if side else 0

@private(epsilon=log(2), prior=biased)
@mechanism
def constant(x: Int[0, 1]):
    return 0
""",
    ),
    "FA413": (
        "a variable is read before it has a value",
        "Some run reads a variable that it has not assigned yet. A name that a function assigns anywhere is a variable "
        "of that function everywhere in it.",
        """
from faier import Int, mechanism

@mechanism
def half(x: Int[0, 3]):
    if x > 1:
        y = x
    return y
""",
        """
from faier import Int, mechanism

@mechanism
def half(x: Int[0, 3]):
    y = 0
    if x > 1:
        y = x
    return y
""",
    ),
    "FA501": (
        "a number or a sequence is too large",
        "An integer may have some 4,000 digits and a sequence a million items; a number written out in the file may "
        "have a thousand digits.",
        "TOWER = 10 ** 10 ** 10\n",
        "TOWER = 10 ** 10\n",
    ),
    "FA502": (
        "too many states",
        "The mechanism has more than two million states. Declare smaller ranges, and forget what is not needed any "
        "more: a running total has few values, the list of all answers has many.",
        """
from faier import Int, Vector, log, mechanism, one, private

@private(epsilon=log(2), neighbors=one())
@mechanism
def total(answers: Vector[Int[0, 9], 9]):
    return sum(sorted(answers))
""",
        """
from faier import Int, Vector, log, mechanism, one, private

@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def total(answers: Vector[Int[0, 9], 9]):
    result = 0
    for answer in answers:
        result = result + answer
    return result
""",
    ),
    "FA503": (
        "the time is up",
        "Reading a file, or making its model, took more than --timeout seconds. (A claim that takes longer is "
        "undecided, FA703.) Give it more time, or declare smaller ranges.",
        "$ faier compile noisy_max.py --timeout 0.001",
        "$ faier compile noisy_max.py --timeout 60",
    ),
    "FA504": (
        "the memory is used up",
        "Reading a file took more than the share of --memory MiB that each worker has. (A claim that takes more is "
        "undecided, FA703.) Raise it, declare smaller ranges, or let fewer workers share it (--jobs).",
        "$ faier check table.py --memory 20   # with a constant of 40,000 numbers",
        "$ faier check table.py --memory 2000",
    ),
}
