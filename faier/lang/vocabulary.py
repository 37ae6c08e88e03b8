"""The one table of the words that a mechanism file imports from faier, and the functions of Python it may call.

A row says what a word is called, what it takes, where it may stand and what it is for. What a word means is said
elsewhere, on purpose more than once: in `semantics` (twice), in `sampling` and in `checker`. Each tells the closed
types below apart and ends in `assert_never`: a word that it does not know stops the type checker, and a run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

DrawKind: TypeAlias = Literal[
    "flip", "uniform", "categorical", "geometric", "laplace", "gaussian", "choice", "shuffled", "sample"
]
RelationKind: TypeAlias = Literal["each", "one", "total", "edges", "pairs", "where", "added", "moves"]
MarkKind: TypeAlias = Literal["secret", "assume"]
Place: TypeAlias = Literal["type", "constant", "decorator", "mark", "draw", "function", "relation"]
Support: TypeAlias = Literal["finite", "endless", "real"]


@dataclass(frozen=True)
class Word:
    """A parameter `*weights` stands for one argument or more, `d=None` may be left out. `forms` are how the word is
    written, where that is not the name with its parameters. Of a draw, `support` is how many values it may have."""

    name: str
    parameters: tuple[str, ...]
    place: Place
    help: str
    forms: tuple[str, ...] = ()
    support: Support | None = None

    @property
    def form(self) -> str:
        """`geometric(a)`, `Int[lo, hi]`, `one(), one(d)`."""
        return ", ".join(self.forms) or f"{self.name}({', '.join(self.parameters)})"

    @property
    def arity(self) -> tuple[int, int | None]:
        """The least and the greatest number of arguments (None: any)."""
        least = sum("=" not in parameter for parameter in self.parameters)
        return least, None if any(parameter.startswith("*") for parameter in self.parameters) else len(self.parameters)


TABLE = (
    Word("Int", ("lo", "hi"), "type", "the integers from `lo` to `hi`, both included", ("Int[lo, hi]",)),
    Word("Bool", (), "type", "`False`, `True`", ("Bool",)),
    Word(
        "Vector",
        ("T", "n"),
        "type",
        "a list of n values of `T`",
        ("Vector[T, n]",),
    ),
    Word("Records", ("T", "n"), "type", "a list of 0 to n values of `T`", ("Records[T, n]",)),
    Word("Stream", ("T",), "type", "values of `T` that arrive one by one, without end", ("Stream[T]",)),
    Word("Public", ("T",), "type", "a value of `T` that the adversary knows", ("Public[T]",)),
    Word("Probability", (), "type", "an unknown real, strictly between 0 and 1", ("Probability",)),
    Word("Real", ("lo", "hi"), "type", "an unknown real, both ends included", ("Real[lo, hi]",)),
    Word("Positive", ("value",), "constant", "an unknown epsilon; run by Python, the file uses `value`"),
    Word("mechanism", (), "decorator", "the function below is a mechanism", ("@mechanism",)),
    Word("prior", (), "decorator", "the function below is what an adversary believes", ("@prior",)),
    Word("private", ("**claim",), "decorator", "a claim about the mechanism below", ("@private(epsilon=..., ...)",)),
    Word("secret", ("value",), "mark", "what the adversary must not learn"),
    Word("assume", ("condition",), "mark", "only runs on which the condition holds count"),
    Word("flip", ("p",), "draw", "`True` with probability p", support="finite"),
    Word("uniform", ("lo", "hi"), "draw", "an integer from `lo` to `hi`, each equally likely", support="finite"),
    Word(
        "categorical",
        ("*weights",),
        "draw",
        "i with probability w_i / (w_0 + w_1 + ...); of a dictionary, a key with the weight behind it",
        ("categorical(w0, w1, ...)", "categorical(weights)", "categorical({value: weight, ...})"),
        "finite",
    ),
    Word(
        "geometric",
        ("a",),
        "draw",
        "y in ..., -1, 0, 1, ... with probability (1 - a) / (1 + a) * a^abs(y), for 0 < a < 1",
        support="endless",
    ),
    Word("laplace", ("b",), "draw", "a real y with density exp(-abs(y) / b) / (2 * b), for b > 0", support="real"),
    Word("gaussian", ("s",), "draw", "a real, normal with mean 0 and standard deviation s > 0", support="real"),
    Word("choice", ("values",), "draw", "one of the values, each equally likely", support="finite"),
    Word("shuffled", ("values",), "draw", "a list of the values, each order equally likely", support="finite"),
    Word(
        "sample",
        ("values", "k"),
        "draw",
        "a list of k of the values, each choice and order equally likely",
        support="finite",
    ),
    Word("clamp", ("x", "lo", "hi"), "function", "the nearest integer between `lo` and `hi`"),
    Word("exp", ("x",), "function", "e to the power of x, exactly"),
    Word("log", ("x",), "function", "the natural logarithm of x, exactly, in an epsilon"),
    Word("each", ("d",), "relation", "every number in them differs by at most d"),
    Word(
        "one",
        ("d=None",),
        "relation",
        "exactly one entry differs, by anything; with d, each number in it by at most d",
        ("one()", "one(d)"),
    ),
    Word("total", ("d",), "relation", "the absolute differences of all numbers add up to at most d"),
    Word(
        "edges",
        ("*listed",),
        "relation",
        "exactly one entry differs, and it is u on one side and v on the other, for a listed pair",
        ("edges((u, v), ...)",),
    ),
    Word(
        "pairs",
        ("*listed",),
        "relation",
        "they are x and y, in this order, for a listed pair of whole inputs",
        ("pairs((x, y), ...)",),
    ),
    Word(
        "where",
        ("predicate",),
        "relation",
        "the condition holds of the whole inputs, in this order",
        ("where(lambda x, y: ...)",),
    ),
    Word("added", (), "relation", "one of them has one record more, at any place; else they are equal"),
    Word(
        "moves",
        ("*listed",),
        "relation",
        "one record moves between the cells u and v of a histogram, for a listed pair; with `None` it comes or goes",
        ("moves((u, v), ...)",),
    ),
)
VOCABULARY = {word.name: word for word in TABLE}
TYPES = frozenset(word.name for word in TABLE if word.place in ("type", "constant"))
DECORATORS = frozenset(word.name for word in TABLE if word.place == "decorator")
MARKS: dict[str, MarkKind] = {kind: kind for kind in get_args(MarkKind)}
DRAWS: dict[str, DrawKind] = {kind: kind for kind in get_args(DrawKind)}
RELATIONS: dict[str, RelationKind] = {kind: kind for kind in get_args(RelationKind)}

# Functions of the language with the least and the greatest number of arguments (None: any), and the
# keywords they take ("**": any). Those of Python need no import; Fraction(n, d) is fractions.Fraction.
Arity: TypeAlias = tuple[int, int | None, tuple[str, ...]]
PYTHON_FUNCTIONS: dict[str, Arity] = {
    "abs": (1, 1, ()),
    "min": (1, None, ("default", "key")),
    "max": (1, None, ("default", "key")),
    "sum": (1, 2, ("start",)),
    "len": (1, 1, ()),
    "any": (1, 1, ()),
    "all": (1, 1, ()),
    "sorted": (1, 1, ("key", "reverse")),
    "list": (0, 1, ()),
    "tuple": (0, 1, ()),
    "int": (0, 2, ("base",)),
    "str": (0, 1, ()),
    "repr": (1, 1, ()),
    "format": (1, 2, ()),
    "chr": (1, 1, ()),
    "ord": (1, 1, ()),
    "bin": (1, 1, ()),
    "hex": (1, 1, ()),
    "oct": (1, 1, ()),
    "bool": (0, 1, ()),
    "float": (0, 1, ()),
    "round": (1, 2, ("ndigits",)),
    "divmod": (2, 2, ()),
    "pow": (2, 3, ()),
    "isinstance": (2, None, ()),
    "range": (1, 3, ()),
    "bytes": (0, 2, ()),
    "int.from_bytes": (1, 2, ("byteorder", "signed")),
    "str.maketrans": (1, 3, ()),
    "enumerate": (1, 2, ("start",)),
    "zip": (0, None, ("strict",)),
    "reversed": (1, 1, ()),
    "dict": (0, 1, ("**",)),
    "dict.fromkeys": (1, 2, ()),
    "set": (0, 1, ()),
    "frozenset": (0, 1, ()),
}
FRACTION: dict[str, Arity] = {"Fraction": (1, 2, ())}
# Functions of Python's library, by where they come from.
LIBRARY_FUNCTIONS: dict[str, Arity] = {
    "math.floor": (1, 1, ()),
    "math.ceil": (1, 1, ()),
    "math.trunc": (1, 1, ()),
    "math.comb": (2, 2, ()),
    "math.perm": (1, 2, ()),
    "math.factorial": (1, 1, ()),
    "math.gcd": (0, None, ()),
    "math.lcm": (0, None, ()),
    "math.isqrt": (1, 1, ()),
    "math.prod": (1, 1, ("start",)),
    "math.sqrt": (1, 1, ()),
    "math.fabs": (1, 1, ()),
    "math.pow": (2, 2, ()),
    "math.log2": (1, 1, ()),
    "math.log10": (1, 1, ()),
    "math.exp": (1, 1, ()),
    "math.log": (1, 2, ()),
    "math.isfinite": (1, 1, ()),
    "math.isinf": (1, 1, ()),
    "itertools.product": (0, None, ("repeat",)),
    "itertools.combinations": (2, 2, ()),
    "itertools.combinations_with_replacement": (2, 2, ()),
    "itertools.permutations": (1, 2, ()),
    "itertools.accumulate": (1, 1, ("initial",)),
    "itertools.chain": (0, None, ()),
    "itertools.chain.from_iterable": (1, 1, ()),
    "itertools.repeat": (2, 2, ()),
    "itertools.islice": (2, 4, ()),
    "itertools.pairwise": (1, 1, ()),
    "itertools.zip_longest": (0, None, ("fillvalue",)),
    "itertools.compress": (2, 2, ()),
    "functools.cache": (0, None, ()),
    "zlib.crc32": (1, 2, ()),
    "zlib.adler32": (1, 2, ()),
    "functools.lru_cache": (1, 1, ()),
    "collections.Counter": (0, 1, ("**",)),
    "collections.defaultdict": (1, 2, ("**",)),
    "collections.deque": (0, 2, ("maxlen",)),
}
# What `hashlib.sha256(data).digest()` is read as.
HASHES = ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_256", "sha3_512", "blake2b", "blake2s")
DIGESTS = ("digest", "hexdigest")
_SETTINGS = ("digest_size", "key", "salt", "person", "usedforsecurity")
HASH_FUNCTIONS: dict[str, Arity] = {
    f"hashlib.{name}.{digest}": (0, 1, _SETTINGS) for name in HASHES for digest in DIGESTS
}
FUNCTIONS = {word.name: (*word.arity, ()) for word in TABLE if word.place == "function"} | PYTHON_FUNCTIONS | FRACTION
FUNCTIONS |= LIBRARY_FUNCTIONS | HASH_FUNCTIONS
