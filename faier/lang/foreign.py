"""Draws of `random`, `secrets` and `numpy`, and arrays: what to write in the place of each, for the very line.

An expression is known by where its names come from ("numpy.random.laplace"). What is written has the same distribution;
where faier has no such draw, that is said.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeAlias

from faier.lang.names import File
from faier.lang.vocabulary import DRAWS

# Methods that generators of random numbers have, and nothing that a mechanism knows.
GENERATORS = frozenset(
    {"random", "integers", "randint", "randrange", "getrandbits", "randbytes", "choice", "choices", "shuffle", "sample"}
    | {"permutation", "permuted", "binomial", "geometric", "laplace", "normal", "standard_normal", "gauss", "gumbel"}
    | {"exponential", "logistic", "poisson", "multinomial", "rand", "randn", "random_sample", "normalvariate"}
)
_KNOWN = ("random", "secrets", "numpy")
_BARE = ("random.random", "numpy.random.random", "numpy.random.rand", "numpy.random.random_sample")
_CONTINUOUS = frozenset(["normal", "standard_normal", "randn", "gauss", "normalvariate", "exponential", "expovariate"])
_CONTINUOUS |= {"gumbel", "logistic", "laplace", "triangular", "betavariate", "gammavariate", "uniform", "lognormal"}
_SEEDS = frozenset(["seed", "default_rng", "RandomState", "Random", "SystemRandom", "Generator"])

Arguments: TypeAlias = list[ast.expr]
Named: TypeAlias = dict[str, ast.expr]


def origin_of(node: ast.expr, file: File, hidden: object) -> str | None:
    """Where what the expression names comes from, if it is of a module that faier does not know."""
    match node:
        case ast.Name(id=name) if name in file.foreign and name not in hidden:  # type: ignore[operator]
            origin = file.foreign[name]
            return origin if origin.split(".")[0] in _KNOWN else None
        case ast.Attribute(value=value, attr=attribute):
            inner = origin_of(value, file, hidden)
            return None if inner is None else f"{inner}.{attribute}"
    return None


def of_call(origin: str, node: ast.Call) -> str:
    """What to write instead of the call."""
    module, _, name = origin.rpartition(".")
    named = {item.arg or "": item.value for item in node.keywords}
    try:
        found = _WAYS[origin if origin in _WAYS else name](node.args, named)
    except (KeyError, IndexError, ValueError):
        found = None
    if found is not None:
        rest = "" if "random" in origin or module == "secrets" else "; arithmetic of arrays goes item by item"
        return _write(found) + rest
    if origin in _BARE or origin.endswith(".random"):
        return "compare it at once: `random() < p` is flip(p): from faier import flip"
    if origin == "numpy.random.uniform" and not node.args:
        return "compare it at once: `uniform() < p` is flip(p): from faier import flip"
    if name in _SEEDS:
        return "leave it out: draws of faier need no generator, they take the system's entropy"
    if name in _CONTINUOUS:
        return "of noise on the reals, laplace(b) and gaussian(s) of faier are decided, each draw by itself"
    if name == "geometric" and node.args:
        return f"the difference of two of these is geometric({_text(_less(ast.Constant(1), node.args[0]))}) of faier"
    if origin.startswith("numpy.") and "random" not in origin:
        return "write lists and comprehensions: a numpy array is not read"
    return "draw with flip, uniform, categorical, choice, shuffled, sample, geometric, laplace or gaussian of faier"


def of_generator(name: str, node: ast.Call) -> str:
    """What to write instead of a method of something that seems to draw."""
    if name == "randint" and len(node.args) == 2 and not node.keywords:
        start, end = node.args
        ways = f"uniform({_text(start)}, {_text(end)}) for random's, uniform({_text(start)}, {_below(end)}) for numpy's"
        return f"write {ways}, which leaves out the end: from faier import uniform"
    return "" if name == "randint" else of_call(f"numpy.random.{name}", node)


def of_compare(node: ast.Compare, origin: Callable[[ast.expr], str | None]) -> str | None:
    """`random() < p` is flip(p)."""
    if len(node.ops) != 1:
        return None
    left, right, operator = node.left, node.comparators[0], node.ops[0]
    for drawn, p, below in ((left, right, (ast.Lt, ast.LtE)), (right, left, (ast.Gt, ast.GtE))):
        if isinstance(drawn, ast.Call) and _is_bare(drawn, origin(drawn.func)):
            if isinstance(operator, below):
                return _write(f"flip({_text(p)})")
            return (
                _write(f"not flip({_text(p)})") if isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE) else None
            )
    return None


def of_difference(node: ast.BinOp, origin: Callable[[ast.expr], str | None]) -> str | None:
    """The difference of two geometric draws that count from 0 or 1 is the two-sided one."""
    match node:
        case ast.BinOp(left=ast.Call(args=[p]) as one, op=ast.Sub(), right=ast.Call() as other) if (
            ast.unparse(one) == ast.unparse(other) and origin(one.func) == "numpy.random.geometric"
        ):
            return _write(f"geometric({_text(_less(ast.Constant(1), p))})")
    return None


def _is_bare(call: ast.Call, origin: str | None) -> bool:
    """Whether the call draws from between 0 and 1, evenly."""
    if origin is None and isinstance(call.func, ast.Attribute) and call.func.attr in ("random", "random_sample"):
        return not call.args and not call.keywords
    if origin == "random.uniform":
        return [ast.unparse(argument) for argument in call.args] == ["0", "1"]
    return not call.args and not call.keywords and origin in (*_BARE, "numpy.random.uniform")


def _write(text: str) -> str:
    words = sorted(
        {node.id for node in ast.walk(ast.parse(text.partition(": from ")[0])) if isinstance(node, ast.Name)}
        & {*DRAWS, *_NUMBERS}
    )
    return f"write {text}" + (f": from faier import {', '.join(words)}" if words else "")


def _text(node: ast.expr | None) -> str:
    return "..." if node is None else ast.unparse(node)


def _less(left: ast.expr, right: ast.expr) -> ast.expr:
    match left, right:
        case ast.Constant(value=int() as a), ast.Constant(value=int() as b):
            return ast.Constant(a - b)
    return ast.BinOp(left, ast.Sub(), right)


def _below(end: ast.expr) -> str:
    return _text(_less(end, ast.Constant(1)))


def _between(arguments: Arguments, named: Named) -> str | None:
    """Integers of which the greatest is left out."""
    if "size" in named:
        return None
    arguments = [*arguments, *(named[name] for name in ("low", "high") if name in named)]
    start, end = (ast.Constant(0), arguments[0]) if len(arguments) == 1 else arguments[:2]
    closed = isinstance(named.get("endpoint"), ast.Constant)
    return f"uniform({_text(start)}, {_text(end) if closed else _below(end)})"


def _chosen(arguments: Arguments, named: Named) -> str | None:
    values = arguments[0]
    weights = named.get("p") or named.get("weights") or (arguments[1] if len(arguments) == 2 and not named else None)
    if "size" in named or len(arguments) > 2:
        return None
    number = isinstance(values, ast.Constant) and isinstance(values.value, int)
    if named.get("p") is not None:
        drawn = f"categorical(*{_text(weights)})"
        return drawn if number else f"{_text(values)}[{drawn}]"
    return f"choice({_several(values)})"


def _several(values: ast.expr) -> str:
    """The values that are meant; a number means all below it."""
    number = isinstance(values, ast.Constant) and isinstance(values.value, int)
    return f"range({_text(values)})" if number else _text(values)


def _choices(arguments: Arguments, named: Named) -> str:
    weights = named.get("weights") or (arguments[1] if len(arguments) > 1 else None)
    one = f"choice({_text(arguments[0])})"
    if weights is not None:
        one = f"{_text(arguments[0])}[categorical(*{_text(weights)})]"
    return f"[{one} for _ in range({_text(named['k'])})]" if "k" in named else f"[{one}]"


def _binomial(arguments: Arguments, named: Named) -> str | None:
    if "size" in named or len(arguments) > 2:
        return None
    n, p = arguments if len(arguments) == 2 else (named["n"], named["p"])
    once = isinstance(n, ast.Constant) and n.value == 1
    return f"int(flip({_text(p)}))" if once else f"sum(flip({_text(p)}) for _ in range({_text(n)}))"


def _around(word: str) -> Callable[[Arguments, Named], str | None]:
    """Noise on the reals with a middle and a scale."""

    def around(arguments: Arguments, named: Named) -> str | None:
        if not named.keys() <= {"loc", "scale", "mu", "sigma"} or len(arguments) > 2:
            return None
        middle = arguments[0] if arguments else named.get("loc", named.get("mu", ast.Constant(0)))
        scale = arguments[1] if len(arguments) > 1 else named.get("scale", named.get("sigma", ast.Constant(1)))
        drawn = f"{word}({_text(scale)})"
        around_0 = isinstance(middle, ast.Constant) and middle.value == 0
        return drawn if around_0 else f"({_text(ast.BinOp(middle, ast.Add(), ast.Name('_')))[:-1]}{drawn})"

    return around


def _filled(item: str) -> Callable[[Arguments, Named], str | None]:
    def fill(arguments: Arguments, named: Named) -> str | None:
        whole = _text(named.get("dtype")) in ("int", "np.int64", "numpy.int64")
        if isinstance(arguments[0], ast.Tuple):
            rows, columns = arguments[0].elts
            inside = f"[{item if whole else item + '.0'}] * {_text(columns)}"
            return f"[{inside} for _ in range({_text(rows)})]"
        return f"[{item if whole else item + '.0'}] * {_text(arguments[0])}"

    return fill


def _form(text: str) -> Callable[[Arguments, Named], str | None]:
    """A text with the arguments in the places of {0}, {1}, ..."""
    return lambda arguments, named: None if named else text.format(*map(_text, arguments))


_NUMBERS = frozenset(["exp", "log", "clamp"])
_WAYS: dict[str, Callable[[Arguments, Named], str | None]] = {
    "random.randint": _form("uniform({0}, {1})"),
    "random.randrange": _between,
    "numpy.random.randint": _between,
    "numpy.random.integers": _between,
    "numpy.random.random_integers": _form("uniform({0}, {1})"),
    "integers": _between,
    "randrange": _between,
    "randint": _form("uniform({0}, {1})"),
    "secrets.randbelow": lambda arguments, named: f"uniform(0, {_below(arguments[0])})",
    "randbits": _form("uniform(0, 2 ** {0} - 1)"),
    "getrandbits": _form("uniform(0, 2 ** {0} - 1)"),
    "choice": _chosen,
    "choices": _choices,
    "shuffle": _form("{0} = shuffled({0})"),
    "permutation": lambda arguments, named: f"shuffled({_several(arguments[0])})",
    "random.sample": _form("sample({0}, {1})"),
    "sample": _form("sample({0}, {1})"),
    "binomial": _binomial,
    "binomialvariate": _binomial,
    "laplace": _around("laplace"),
    "normal": _around("gaussian"),
    "gauss": _around("gaussian"),
    "normalvariate": _around("gaussian"),
    "standard_normal": lambda arguments, named: None if arguments or named else "gaussian(1)",
    "numpy.random.randn": lambda arguments, named: None if arguments or named else "gaussian(1)",
    "numpy.array": _form("{0}"),
    "numpy.asarray": _form("{0}"),
    "numpy.zeros": _filled("0"),
    "numpy.ones": _filled("1"),
    "numpy.arange": _form("list(range({0}))"),
    "numpy.exp": _form("exp({0})"),
    "numpy.log": _form("log({0})"),
    "numpy.abs": _form("abs({0})"),
    "numpy.sum": _form("sum({0})"),
    "numpy.max": _form("max({0})"),
    "numpy.min": _form("min({0})"),
    "numpy.sort": _form("sorted({0})"),
    "numpy.argmax": _form("{0}.index(max({0}))"),
    "numpy.argmin": _form("{0}.index(min({0}))"),
    "numpy.maximum": _form("max({0}, {1})"),
    "numpy.minimum": _form("min({0}, {1})"),
    "numpy.mean": _form("sum({0}) / len({0})"),
    "numpy.average": _form("sum({0}) / len({0})"),
    "numpy.median": _form("median({0}): from statistics import median"),
    "numpy.prod": _form("math.prod({0})"),
    "numpy.cumsum": _form("list(accumulate({0})): from itertools import accumulate"),
    "numpy.diff": _form("[b - a for a, b in pairwise({0})]: from itertools import pairwise"),
    "numpy.sign": _form("({0} > 0) - ({0} < 0)"),
    "numpy.unique": _form("sorted(set({0}))"),
    "numpy.floor": _form("math.floor({0})"),
    "numpy.ceil": _form("math.ceil({0})"),
    "numpy.sqrt": _form("math.sqrt({0})"),
    "numpy.round": _form("round({0})"),
    "numpy.any": _form("any({0})"),
    "numpy.all": _form("all({0})"),
    "numpy.count_nonzero": _form("sum(x != 0 for x in {0})"),
    "numpy.argsort": _form("sorted(range(len({0})), key=lambda i: {0}[i])"),
    "numpy.flip": _form("{0}[::-1]"),
    "numpy.concatenate": _form("[x for xs in {0} for x in xs]"),
    "numpy.where": lambda arguments, named: (
        f"{_text(arguments[1])} if {_text(arguments[0])} else {_text(arguments[2])}" if not named else None
    ),
    "numpy.bincount": lambda arguments, named: (
        f"[{_text(arguments[0])}.count(i) for i in range({_text(named['minlength'])})]"
    ),
    "numpy.linspace": lambda arguments, named: (
        f"[{_text(arguments[0])} + ({_text(arguments[1])} - {_text(arguments[0])}) * Fraction(i, "
        f"{_below(arguments[2])}) for i in range({_text(arguments[2])})]: from fractions import Fraction"
    ),
    "numpy.clip": _form("clamp({0}, {1}, {2})"),
    "numpy.dot": _form("sum(a * b for a, b in zip({0}, {1}))"),
}
