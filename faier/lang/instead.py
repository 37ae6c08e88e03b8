"""What is not part of the language, why, and what to write instead: the texts of many diagnostics.

The tables of nodes are keyed by the names of classes in `ast`, some of which only later Pythons have.
"""

from __future__ import annotations

import ast

# Functions.
FUNCTIONS = {
    "print": "remove it: what the adversary sees is shown with `yield` or `return`",
    "next": "write next((x for x in xs if c), default); read a stream with `for`",
    "iter": "write `for x in xs`, or batched(xs, n) of itertools for several at once; it = iter(xs) is followed at the "
    "top of a function, of a list that stays",
    "input": "declare a parameter of the mechanism",
    "random": "write flip(p) for random() < p",
    "randint": "write uniform(lo, hi)",
    "Decimal": "write the number itself: numbers are exact",
    "type": "ask with isinstance(x, T)",
    "getattr": "write x.field, or keep the values in a dictionary",
    "setattr": "write x.field = value, or keep the values in a dictionary",
    "hasattr": "ask with isinstance(x, T)",
    "issubclass": "ask with isinstance(x, T)",
    "callable": "give the two cases functions of their own",
    "hash": "write int(hashlib.sha256(word.encode()).hexdigest(), 16): it is the same in every run of Python",
    "id": "compare values by ==",
    "slice": "write the ends where they are used: xs[1:3]",
    "eval": "write the expression itself",
    "exec": "write the statements themselves",
    "globals": "keep the values in a dictionary",
    "locals": "keep the values in a dictionary",
    "open": "declare what is read as an input of the mechanism",
    "vars": "write the fields one by one",
    "bytearray": "use a list of integers",
    "complex": "use two numbers",
    "NotImplemented": "write `if not isinstance(other, V): return NotImplemented` as the first statement of the method",
}

# Methods and attributes.
METHODS = {
    "random": "write flip(p) for random() < p",
    "exp": "write `from faier import exp`: it stays exact",
    "log": "write `from faier import log`: it stays exact",
    "tolist": "leave it out: lists are Python's own",
    "astype": "write [int(x) for x in xs]",
    "mean": "write mean(xs): from statistics import mean",
    "shape": "write len(xs)",
    "__dict__": "write the fields one by one, or asdict(x) of a dataclass",
    "__class__": "write type(x).__name__, or isinstance(x, T)",
    "__name__": "write the name as a text",
    "__doc__": "write the text itself",
    "__members__": "write {member.name: member for member in Color}",
    "cache_clear": "remove it: a cache changes no value",
    "cache_info": "remove it: a cache changes no value",
    "numerator": "fractions are numbers: compare them",
    "move_to_end": "write d[key] = d.pop(key) of a dictionary; to its beginning: d = {key: d.pop(key), **d}",
}

# Operators.
OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.MatMult: ("@", "write the sum: sum(a * b for a, b in zip(u, v))"),
}

# Expressions.
EXPRESSIONS: dict[str, tuple[str, str]] = {
    "Lambda": ("a lambda is no value: it stands in key=, map, filter and where", "define a function: def f(x): ..."),
    "TemplateStr": ("a t-string is not part of the language", "labels are plain string constants; show the values"),
    "Await": ("`await` is not part of the language", "mechanisms are plain functions"),
    "Yield": ("`yield` is a statement here: its value cannot be used", "write `yield value` on a line of its own"),
    "YieldFrom": ("`yield from` is a statement here: it has no value", "write it on a line of its own"),
}

# Statements in a function.
STATEMENTS: dict[str, tuple[str, str]] = {
    "AsyncFunctionDef": ("`async` is not part of the language", "mechanisms are plain functions"),
    "ClassDef": ("a class inside a function is not part of the language", "define it at the top level"),
    "Delete": ("`del` of a variable is not part of the language", "leave the variable alone"),
    "Global": (
        "`global` is not part of the language: constants never change",
        "keep it in a record that the mechanism makes and hands on, state.calls += 1, or return the new value",
    ),
    "Import": ("an import stands at the top of the file", "move it there"),
    "ImportFrom": ("an import stands at the top of the file", "move it there"),
    "TryStar": ("`except*` is not part of the language", "write `except`"),
    "With": (
        "`with` is not part of the language here: it is followed of `suppress`, `nullcontext`, functions with "
        "`@contextmanager` that yield once, at their top level or in a `try`, and classes of the "
        "file "
        "where `__enter__` returns self, `__exit__` looks at nothing that it is given, and where something is caught "
        "nothing leaves the body",
        "call what `__enter__` and `__exit__` do before and after the body, and return after that",
    ),
    "AsyncWith": ("`async with` is not part of the language", "write its body alone"),
    "AsyncFor": ("`async for` is not part of the language", "write `for`"),
    "TypeAlias": ("a type gets its name at the top level", "write Answer = Int[0, 2] there"),
}

# Statements at the top level.
TOP_LEVEL: dict[str, tuple[str, str]] = {
    "AsyncFunctionDef": ("`async` is not part of the language", "mechanisms are plain functions: def"),
    "If": (
        "nothing runs at the top level of a mechanism file",
        "where it chooses constants, give each branch, `else` too, the same names; move other code to another file",
    ),
    "For": ("nothing runs at the top level of a mechanism file", "write a comprehension"),
    "Expr": ("nothing runs at the top level of a mechanism file", "remove it, or move it to another file"),
    "AugAssign": ("a constant is assigned once", "write its whole value at once"),
    "TypeAlias": ("a type gets its name by an assignment", "write Answer = Int[0, 2]"),
    "Return": ("`return` stands outside a function", "indent it"),
}

# Modules that people import.
MODULES = {
    "random": "draw with flip, uniform, choice, shuffled, sample: from faier import flip",
    "numpy": "draw with flip, uniform, categorical; use lists and comprehensions",
    "secrets": "draw with flip, uniform, choice: from faier import uniform",
    "fractions": "write from fractions import Fraction",
    "decimal": "write fractions: Fraction(1, 10), from fractions import Fraction",
    "sys": "write the value; `if sys.version_info >= (3, 11):` may choose where words of typing come from",
    "warnings": "remove it: what the adversary sees is shown with `yield` or `return`",
    "time": "remove it: how long a run takes is no part of a claim",
    "datetime": "count days or hours in integers",
    "json": "show the values themselves",
    "re": "write methods of texts: word.split(','), word.startswith('a'), word.isdigit()",
    "uuid": "draw with uniform(lo, hi): from faier import uniform",
    "array": "use a list",
    "threading": "remove it: a mechanism is one run",
    "contextlib": "write what stands before and after its body in statements of their own",
    "logging": "remove it: what the adversary sees is shown with `yield` or `return`",
}

# Names of modules of which others may be imported.
LIBRARY = {
    "operator.itemgetter": "write a lambda: lambda row: row[key]",
    "operator.attrgetter": "write a lambda: lambda row: row.age",
    "operator.methodcaller": "write a lambda: lambda text: text.strip()",
    "functools.partial": "write a lambda: lambda x: f(x, 2)",
    "functools.partialmethod": "write a method that calls the other one",
    "types.SimpleNamespace": "write a class with @dataclass above it",
    "dataclasses.make_dataclass": "write a class with @dataclass above it",
    "collections.UserDict": "write a class with a field that is a dictionary",
    "contextlib.ExitStack": "write `with` statements inside of each other",
    "string.Template": 'write an f-string: f"{x}"',
    "typing.NewType": "call the new type with one value, UserId(x); where it stands as a value, write lambda x: x",
    "functools.wraps": "a decorator gives back one function that calls the other, and passes on *args, **kwargs whole",
    "math.e": "write exp(x) for math.e ** x: from faier import exp",
    "math.log1p": "write log(1 + x): from faier import log",
    "math.expm1": "write exp(x) - 1: from faier import exp",
    "math.nan": "write None",
    "math.fsum": "write sum(...) of Fractions",
    "math.isclose": "compare exact numbers: abs(a - b) <= Fraction(1, 1000)",
    "itertools.groupby": "go over it, each group once: for key, group in groupby(xs): members = list(group)",
    "itertools.takewhile": "make a list of it first: list(takewhile(...)), with variables that are assigned once",
    "itertools.dropwhile": "make a list of it first: list(dropwhile(...)), with variables that are assigned once",
    "itertools.filterfalse": "write [x for x in xs if not f(x)]",
    "itertools.count": "write range(...), zip(count(), xs), or `for i in count():` with a `break`",
    "itertools.cycle": "write xs[i % len(xs)], or zip(xs, cycle(ys))",
    "itertools.repeat": "write repeat(x, n), or zip(xs, repeat(y))",
    "itertools.tee": "make a list of it: list(...)",
    "collections.OrderedDict": "write a dictionary, {}: it has the order in which its keys come; compare list(d)",
    "collections.ChainMap": "write {**defaults, **given}",
    "functools.cmp_to_key": "write key=... with what is compared",
    "functools.singledispatch": "write @f.register above functions of the same parameters, or isinstance(x, T)",
    "heapq.merge": "write sorted([*xs, *ys]), where both are sorted",
    "statistics.stdev": "compare squares: variance(xs) <= 4, from statistics import variance",
    "statistics.pstdev": "compare squares: pvariance(xs) <= 4, from statistics import pvariance",
    "statistics.quantiles": "take items of sorted(xs)",
    "math.hypot": "compare squares: x * x + y * y <= r * r",
    "math.dist": "compare squares: sum((a - b) ** 2 for a, b in zip(u, v))",
    "math.copysign": "write abs(x) if y >= 0 else -abs(x)",
    "math.fmod": "write x % y",
    "math.modf": "write x % 1 and x // 1",
    "math.pi": "write a fraction: Fraction(355, 113)",
    "math.tau": "write a fraction: Fraction(710, 113)",
    "math.sumprod": "write sum(a * b for a, b in zip(u, v))",
    "math.cbrt": "compare cubes",
    "enum.Flag": "write a constant for each, READ, WRITE = 1, 2, and granted & READ for READ in granted",
    "enum.IntFlag": "write a constant for each, READ, WRITE = 1, 2: they are the same numbers",
}
