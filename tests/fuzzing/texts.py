"""Changes of mechanism files: of their syntax trees, their tokens and their lines, with pieces of other files."""

from __future__ import annotations

import ast
import copy
import re
from collections.abc import Callable, Sequence
from random import Random

from faier.lang.vocabulary import FRACTION, FUNCTIONS, VOCABULARY

TOKEN = re.compile(
    r"\s*\n[ \t]*|[ \t]+|\"\"\"|[A-Za-z_]\w*|\d[\w.]*|'[^'\n]*'|\"[^\"\n]*\"|\*\*=?|//=?|[-+*/%<>=!:]=|->|.", re.S
)
NUMBERS = ("0", "1", "2", "3", "-1", "7", "10", "64", "65", "100", "1000", "4300", "10 ** 6", "2 ** 63", "2 ** 64")
FRACTIONS = (
    "1 / 2",
    "1 / 3",
    "3 / 4",
    "0.1",
    "1.0",
    "2.5",
    "1e-9",
    "1e9",
    "1e308",
    "Fraction(1, 3)",
    "1 / 0",
    "0 / 1",
    "1j",
)
EXPRESSIONS = (
    "flip(1 / 2)", "flip(0)", "flip(1)", "uniform(0, 1)", "uniform(2, 1)", "categorical(1, 2, 0)", "geometric(1 / 2)",
    "geometric(exp(-1 / 2))", "clamp(x + geometric(1 / 2), 0, 2)", "log(2)", "exp(1)", "exp(-1 / 4)", "log(0)",
    "exp(EPS)", "True", "False", "None", "'a'", "''", "(1, 2)", "()", "[]", "[0] * 4", "[0, 1, 2]",
    "[x for x in range(3)]", "[[0] * 2 for _ in range(2)]", "x[0]", "x[-1]", "x[1:]", "x[::-1]", "x[::2]", "x + 1",
    "not x", "x is None", "x == x", "x in (0, 1)", "0 < x < 2", "x if flip(1 / 2) else 0", "x ** -1", "x // 2",
    "x % 3", "x / 2", "sum(x)", "min(x)", "max(x, default=0)", "len(x)", "sorted(x)", "sorted(x, reverse=True)",
    "any(x)", "all(x)", "abs(x)", "list(x)", "tuple(x)", "int(x)", "bool(x)", "range(3)", "range(2, 0, -1)",
    "enumerate(x)", "zip(x, x)", "reversed(x)", "lambda x, y: x != y", "lambda: 0", "f'{x}'", "x.y", "...", "each(1)",
    "one()", "one(1)", "total(1)", "edges((0, 1))", "pairs((0, 1))", "where(lambda x, y: x != y)", "{'x': each(1)}",
    "Int[0, 2]", "Int[2, 0]", "Bool", "Vector[Int[0, 1], 2]", "Vector[Bool, 0]", "Stream[Bool]", "Public[Int[0, 1]]",
    "Probability", "Real[0, 1]", "Real[1 / 2, 1]", "Positive(1)", "(x := 1)", "*x", "{1: 2}", "{1, 2}", "await x",
    "yield x", "b'a'",
)  # fmt: skip
STATEMENTS = (
    "pass", "break", "continue", "return", "return x", "yield x", "yield", "assert x", "assume(x)", "secret(x)",
    "x = 0", "x += 1", "x[0] = 1", "x, y = y, x", "x = y = []", "first, *rest = x", "del x", "global x",
    "x: Int[0, 2] = 0", "import faier", "from faier import *", "while flip(1 / 2):\n    pass",
    "while True:\n    x += 1", "for x in x:\n    yield x", "for i in range(3):\n    x = i\nelse:\n    pass",
    "for i, x in enumerate(x):\n    pass", "if flip(1 / 2):\n    return x",
    "match x:\n    case 0 | 1:\n        x = 1\n    case _:\n        pass", "match x:\n    case (0, y):\n        pass",
    "try:\n    pass\nfinally:\n    pass", "with x:\n    pass", "def g(x):\n    return x", "class C:\n    pass",
    "x.append(1)", "N = 3", "raise x", "print(x)",
)  # fmt: skip
WORDS = (
    *sorted(VOCABULARY), *sorted(FUNCTIONS), *sorted(FRACTION), *NUMBERS, *FRACTIONS, *EXPRESSIONS, "x", "y", "N",
    "EPS", "def ", "return ", "yield ", "if ", "elif ", "else", "for ", "while ", "in ", "not ", "and ", "or ", "is ",
    "lambda ", "match ", "case ", "_", "epsilon=", "delta=", "neighbors=", "prior=", "expect=", "name=", "pairs=",
    "@mechanism\n", "@prior\n", "@private(epsilon=log(2), neighbors=each(1))\n", *"()[]{}:,.=+-*/%<>@;#\\", "**",
    "//", "==", "!=", "<=", ":=", "->", "\n", "\n    ", "\t", '"""', "\ufeff", "\0", "\x0c", "é", "\u202e", "\ud7ff",
    "𝓧",
)  # fmt: skip


def changed(text: str, donors: Sequence[str], rng: Random) -> str:
    """The text with one to four changes, of one kind or of several."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        change: Callable[[str, Sequence[str], Random], str]
        change = rng.choices((_trees, _tokens, _lines), (6, 3, 1))[0]
        text = change(text, donors, rng)
    return text


def _trees(text: str, donors: Sequence[str], rng: Random) -> str:
    try:
        tree, other = ast.parse(text), ast.parse(rng.choice(donors))
        return ast.unparse(ast.fix_missing_locations(_changed_tree(tree, other, rng))) + "\n"
    except (SyntaxError, ValueError, RecursionError, MemoryError, AttributeError, TypeError):
        return _tokens(text, donors, rng)


def _changed_tree(tree: ast.Module, other: ast.Module, rng: Random) -> ast.Module:
    places = [
        (node, name, index)
        for node in ast.walk(tree)
        for name, value in ast.iter_fields(node)
        for index in (range(len(value)) if isinstance(value, list) else (None,))
    ]
    wanted = rng.choice((ast.expr, ast.expr, ast.expr, ast.stmt, ast.Constant, ast.operator, ast.cmpop, ast.AST))
    fitting = [place for place in places if isinstance(_at(*place), wanted)]
    if not fitting:
        return tree
    node, name, index = rng.choice(fitting)
    old = _at(node, name, index)
    if isinstance(old, ast.stmt) and index is not None:
        _change_block(getattr(node, name), index, other, rng)
        return tree
    new = _replacement(old, tree, other, rng)
    if index is None:
        setattr(node, name, new)
    elif rng.random() < 0.15:
        getattr(node, name).insert(index, new)
    elif rng.random() < 0.15 and len(getattr(node, name)) > 1:
        del getattr(node, name)[index]
    else:
        getattr(node, name)[index] = new
    return tree


def _at(node: ast.AST, name: str, index: int | None) -> object:
    value = getattr(node, name)
    return value if index is None else value[index]


def _change_block(block: list[ast.stmt], index: int, other: ast.Module, rng: Random) -> None:
    match rng.randrange(6):
        case 0 if len(block) > 1:
            del block[index]
        case 1:
            block.insert(index, copy.deepcopy(rng.choice(block)))
        case 2:
            far = rng.randrange(len(block))
            block[index], block[far] = block[far], block[index]
        case 3:
            found = [node for node in ast.walk(other) if isinstance(node, ast.stmt)]
            block.insert(index, copy.deepcopy(rng.choice(found)) if found else ast.Pass())
        case 4:
            block[index : index + 1] = [ast.If(_expression("flip(1 / 2)"), [block[index]], [])]
        case _:
            block[index : index + rng.randrange(2)] = ast.parse(rng.choice(STATEMENTS)).body


def _replacement(old: object, tree: ast.Module, other: ast.Module, rng: Random) -> object:
    if isinstance(old, ast.operator):
        return rng.choice((ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.BitAnd))()
    if isinstance(old, ast.cmpop):
        return rng.choice((ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn))()
    if isinstance(old, ast.Constant) and rng.random() < 0.7:
        return _expression(rng.choice((*NUMBERS, *NUMBERS, *FRACTIONS)))
    if not isinstance(old, ast.expr):
        kind = type(old)
        found = [node for one in (tree, other) for node in ast.walk(one) if isinstance(node, kind)]
        return copy.deepcopy(rng.choice(found))
    match rng.randrange(5):
        case 0 | 1:
            donor = tree if rng.random() < 0.7 else other
            return copy.deepcopy(rng.choice([node for node in ast.walk(donor) if isinstance(node, ast.expr)] or [old]))
        case 2:
            wrap = rng.choice(
                (
                    "clamp(x, 0, 2)",
                    "x if flip(1 / 2) else x",
                    "-x",
                    "x[0]",
                    "[x]",
                    "(x, x)",
                    "not x",
                    "x + x",
                    "[x] * 2",
                )
            )
            return _Wrapped(old).visit(_expression(wrap))
        case 3:
            name = rng.choice(sorted({node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} or {"x"}))
            return _Wrapped(ast.Name(name)).visit(_expression(rng.choice(EXPRESSIONS)))
        case _:
            return _expression(rng.choice(EXPRESSIONS))


class _Wrapped(ast.NodeTransformer):
    """Puts an expression where `x` stands."""

    def __init__(self, inside: ast.expr) -> None:
        self.inside = inside

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.inside) if node.id == "x" else node


def _expression(text: str) -> ast.expr:
    body = ast.parse(f"[{text}]" if text.startswith("*") else f"({text})" if " " in text else text).body[0]
    assert isinstance(body, ast.Expr)
    return body.value


def _tokens(text: str, donors: Sequence[str], rng: Random) -> str:
    tokens = TOKEN.findall(text) or [""]
    at, far = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    match rng.randrange(7):
        case 0:
            del tokens[at : at + rng.randrange(1, 4)]
        case 1:
            tokens[at], tokens[far] = tokens[far], tokens[at]
        case 2:
            tokens.insert(at, tokens[far])
        case 3:
            others = TOKEN.findall(rng.choice(donors)) or [""]
            start = rng.randrange(len(others))
            tokens[at : at + rng.randrange(6)] = others[start : start + rng.randrange(1, 12)]
        case 4:
            tokens.insert(at, rng.choice(WORDS))
        case 5:
            tokens[at:at] = [tokens[at]] * rng.choice((2, 5, 50, 150))
        case _:
            tokens[at] = rng.choice(WORDS)
    return "".join(tokens)


def _lines(text: str, donors: Sequence[str], rng: Random) -> str:
    lines = text.split("\n")
    at, far = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[far])
        case 2:
            lines[at], lines[far] = lines[far], lines[at]
        case 3:
            lines[at:at] = rng.choice(donors).split("\n")[: rng.randrange(1, 40)]
        case _:
            lines[at] = rng.choice(("    ", "  ", "\t", "")) + lines[at].lstrip()
    return "\n".join(lines)
