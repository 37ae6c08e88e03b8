"""Explanations of FA3xx and FA6xx: claims, and claims that say nothing."""

from __future__ import annotations

TABLE: dict[str, tuple[str, ...]] = {
    "FA301": (
        "the arguments of @private are wrong",
        "A claim has epsilon= and exactly one of neighbors= and prior=. It may have delta=, pairs= (with a prior), "
        "expect= and name=.",
        """
from faier import Int, log, mechanism, private

@private(epsilon=log(2))
@mechanism
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
    "FA302": (
        "the epsilon of a claim is wrong",
        "Epsilon is an exact expression of at least 0: numbers, logarithms of positive numbers, EPS, their sums, and "
        "their multiples by numbers.",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=-log(2), neighbors=each(1))
@mechanism
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
    "FA303": (
        "the delta of a claim is wrong",
        "Delta is a rational number from 0 to 1.",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1), delta=2)
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1), delta=1 / 100)
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
    ),
    "FA304": (
        "this is not a neighbor relation",
        "Relations are each(d), one(), one(d), total(d), edges((u, v), ...), pairs((x, y), ...), "
        "where(lambda x, y: ...), or a dictionary with one of these for each named input. Distances are "
        "integers of at least 1.",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each)
@mechanism
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
    "FA305": (
        "the relation does not fit the inputs",
        "The relation names an input that the mechanism does not have, lists values that no input can be, or there is "
        "no input that may differ. pairs and where compare whole inputs, so they are not for streams.",
        """
from faier import Int, log, mechanism, pairs, private

@private(epsilon=log(2), neighbors=pairs((0, 4)))
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
        """
from faier import Int, log, mechanism, pairs, private

@private(epsilon=log(2), neighbors=pairs((0, 3)))
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
    ),
    "FA306": (
        "the prior of a claim is wrong",
        "prior= names a function declared with @prior above the mechanism. A prior that yields records belongs to a "
        "mechanism that takes a Stream.",
        """
from faier import Int, log, mechanism, private

def uniform_data():
    return 0

@private(epsilon=log(2), prior=uniform_data)
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
        """
from faier import Int, log, mechanism, prior, private, secret, uniform

@prior
def uniform_data():
    x = uniform(0, 3)
    secret(x)
    return x

@private(epsilon=log(2), prior=uniform_data)
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
    ),
    "FA307": (
        "the pairs of secrets are wrong",
        "pairs=((s, t), ...) lists which secrets must be indistinguishable, for a claim with a prior. Without it all "
        "pairs of different secrets must be.",
        """
from faier import Int, log, mechanism, prior, private, secret, uniform

@prior
def uniform_data():
    x = uniform(0, 3)
    secret(x)
    return x

@private(epsilon=log(2), prior=uniform_data, pairs=(0, 1))
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
        """
from faier import Int, log, mechanism, prior, private, secret, uniform

@prior
def uniform_data():
    x = uniform(0, 3)
    secret(x)
    return x

@private(epsilon=log(2), prior=uniform_data, pairs=((0, 1), (1, 2)))
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
    ),
    "FA308": (
        "expect= or name= is wrong",
        'expect= is "proved" or "refuted"; name= is a string.',
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1), expect=False)
@mechanism
def show(x: Int[0, 3]):
    return x
""",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def show(x: Int[0, 3]):
    return x
""",
    ),
    "FA309": (
        "a claim is made twice",
        "Two claims of one mechanism must differ in what they say, or have different names.",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1))
@mechanism
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
    "FA310": (
        "the prior gives data that do not fit the mechanism",
        "What a prior returns is the mechanism's input, or a tuple of its inputs in order. Every value must be of its "
        "declared type.",
        """
from faier import Int, log, mechanism, prior, private, secret, uniform

@prior
def large_data():
    x = uniform(0, 4)
    secret(x)
    return x

@private(epsilon=log(2), prior=large_data)
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
        """
from faier import Int, log, mechanism, prior, private, secret, uniform

@prior
def large_data():
    x = uniform(0, 3)
    secret(x)
    return x

@private(epsilon=log(2), prior=large_data)
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
    ),
    "FA311": (
        "the secret is not named exactly once",
        "Every run of a prior says exactly once what must stay hidden: secret(value).",
        """
from faier import flip, prior

@prior
def coin():
    return 1 if flip(1 / 2) else 0
""",
        """
from faier import flip, prior, secret

@prior
def coin():
    side = flip(1 / 2)
    secret(side)
    return 1 if side else 0
""",
    ),
    "FA312": (
        "there is no such mechanism",
        "PATH::MECHANISM names a function declared with @mechanism in that file.",
        "$ faier bound noisy_max.py::noisymax",
        "$ faier bound noisy_max.py::noisy_max",
    ),
    "FA601": (
        "the claim compares nothing",
        "No two inputs are neighbors, so the claim says nothing, and proving it would mean nothing.",
        """
from faier import Int, log, mechanism, private, where

@private(epsilon=log(2), neighbors=where(lambda x, y: x == y + 4))
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
        """
from faier import Int, log, mechanism, private, where

@private(epsilon=log(2), neighbors=where(lambda x, y: x == y + 2))
@mechanism
def constant(x: Int[0, 3]):
    return 0
""",
    ),
    "FA602": (
        "the secret has one value",
        "The adversary knows the secret beforehand: there are no two secrets to tell apart, so the claim says nothing.",
        """
from faier import Int, log, mechanism, prior, private, secret

@prior
def known():
    secret(1)
    return 1

@private(epsilon=log(2), prior=known)
@mechanism
def show(x: Int[0, 3]):
    return x
""",
        """
from faier import Int, flip, log, mechanism, prior, private, secret

@prior
def known():
    x = 1 if flip(1 / 2) else 2
    secret(x)
    return x

@private(epsilon=log(2), prior=known, expect="refuted")
@mechanism
def show(x: Int[0, 3]):
    return x
""",
    ),
    "FA603": (
        "the prior is impossible",
        "No run of the prior satisfies its assumptions, so every claim about it would hold.",
        """
from faier import Int, assume, flip, log, mechanism, prior, private, secret

@prior
def impossible():
    x = 1 if flip(1 / 2) else 2
    secret(x)
    assume(x > 2)
    return x

@private(epsilon=log(2), prior=impossible)
@mechanism
def show(x: Int[0, 3]):
    return x
""",
        """
from faier import Int, assume, log, mechanism, prior, private, secret, uniform

@prior
def possible():
    x = uniform(0, 3)
    secret(x)
    assume(x > 1)
    return x

@private(epsilon=log(2), prior=possible, expect="refuted")
@mechanism
def show(x: Int[0, 3]):
    return x
""",
    ),
    "FA604": (
        "the mechanism shows nothing",
        "No run of the mechanism returns or yields a value, so that every claim about it would hold.",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1))
@mechanism
def silent(x: Int[0, 3]):
    y = x
""",
        """
from faier import Int, each, log, mechanism, private

@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def loud(x: Int[0, 3]):
    return x
""",
    ),
}
