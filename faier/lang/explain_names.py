"""Explanations of FA2xx: names and types."""

from __future__ import annotations

TABLE: dict[str, tuple[str, ...]] = {
    "FA201": (
        "this name is not defined",
        "The name is no variable of the function, no constant or function of the file, and no word of faier. "
        "A variable belongs to the function that assigns it.",
        """
from faier import Int, mechanism

@mechanism
def show(count: Int[0, 3]):
    return cuont
""",
        """
from faier import Int, mechanism

@mechanism
def show(count: Int[0, 3]):
    return count
""",
    ),
    "FA202": (
        "a word of faier is not imported",
        "Python would not know the word when it runs the file. Add it to the import at the top.",
        """
from faier import Int, mechanism

@mechanism
def noisy(x: Int[0, 3]):
    return x if flip(1 / 2) else 0
""",
        """
from faier import Int, flip, mechanism

@mechanism
def noisy(x: Int[0, 3]):
    return x if flip(1 / 2) else 0
""",
    ),
    "FA203": (
        "a name is defined twice",
        "Constants, types, functions, imported words and the parameters of one function have different "
        "names. In Python the later definition would replace the earlier one.",
        "N = 3\nN = 4\n",
        "N = 3\nM = 4\n",
    ),
    "FA204": (
        "a name is used before it is defined",
        "Python runs the top level of a file from top to bottom, so what a constant, an annotation or a decorator uses "
        "must stand above it.",
        "M = N + 1\nN = 3\n",
        "N = 3\nM = N + 1\n",
    ),
    "FA205": (
        "this cannot be called, or is not a value",
        "Helpers and mechanisms that return can be called; variables, priors and mechanisms that yield cannot. "
        "Functions and types are not values. Of Python's own functions the language has abs min max sum len any all "
        "sorted list tuple int bool range enumerate zip reversed.",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    return round(x / 2)
""",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    return (x + 1) // 2
""",
    ),
    "FA206": (
        "a call has the wrong arguments",
        "The number or the names of the arguments are not what the function takes. Draws take their arguments by "
        "position: flip(p), uniform(lo, hi), categorical(w0, w1, ...), geometric(a).",
        """
from faier import mechanism, uniform

@mechanism
def die():
    return uniform(6)
""",
        """
from faier import mechanism, uniform

@mechanism
def die():
    return uniform(1, 6)
""",
    ),
    "FA207": (
        "functions call each other in a circle",
        "Helpers are inlined where they are called, so none may call itself, not even through another one. "
        "Write a loop.",
        """
def power(n):
    return 1 if n == 0 else 2 * power(n - 1)
""",
        """
def power(n):
    return 2 ** n
""",
    ),
    "FA208": (
        "a type is wrong",
        "Types are Int[lo, hi], Bool, Vector[T, n] and Stream[T], in mechanisms Public[T] around them; the parameters "
        "of priors are Int, Bool, Probability or Real[lo, hi]. Bounds and lengths are constants.",
        """
from faier import mechanism

@mechanism
def show(x: int):
    return x
""",
        """
from faier import Int, mechanism

@mechanism
def show(x: Int[0, 3]):
    return x
""",
    ),
    "FA209": (
        "this is not a constant",
        "At the top level, in types, settings, defaults and claims stand constants: numbers, labels, tuples and lists, "
        "and expressions of these. They cannot draw and cannot call the file's functions.",
        """
from faier import flip

COIN = flip(1 / 2)
""",
        """
from faier import flip

def coin():
    return flip(1 / 2)
""",
    ),
    "FA210": (
        "a list would change in two places",
        "In Python two names can mean one and the same list; faier treats lists as values. So a list that is "
        "changed in place (counts[i] = x, counts += [x]) must be new where its variable gets it, must not be "
        "given a second name, and must not be gone over by a loop meanwhile. Copy it: list(counts); "
        "[list(row) for row in rows]. Returning it, indexing it and passing it to functions is fine.",
        """
from faier import Int, Vector, mechanism

@mechanism
def cleared(counts: Vector[Int[0, 3], 2]):
    counts[0] = 0
    return counts[1]
""",
        """
from faier import Int, Vector, mechanism

@mechanism
def cleared(counts: Vector[Int[0, 3], 2]):
    counts = list(counts)
    counts[0] = 0
    return counts[1]
""",
    ),
    "FA211": (
        "the unknown epsilon is misused",
        "EPS = Positive(1) is an unknown positive number for which claims must hold whatever it is. It may "
        "be multiplied by exact numbers, inside exp(...) and in claims, and appear nowhere else. A file has one.",
        """
from faier import Positive, flip, mechanism

EPS = Positive(1)

@mechanism
def coin():
    return flip(1 / (1 + EPS))
""",
        """
from faier import Positive, exp, flip, mechanism

EPS = Positive(1)

@mechanism
def coin():
    return flip(1 / (1 + exp(EPS)))
""",
    ),
    "FA212": (
        "--set does not fit the file",
        "--set NAME=VALUE replaces a constant of the top level, or the default of a keyword-only parameter. "
        "The value is a constant expression.",
        "$ faier check noisy_max.py --set M=2   # the file has N = 3, and no M",
        "$ faier check noisy_max.py --set N=2",
    ),
}
