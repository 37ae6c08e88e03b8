"""`@private(...)` and the claims of the command line -> `Claim`."""

from __future__ import annotations

import ast
import copy
from typing import Literal, cast

from flint import fmpq

from faier.claim import Claim, Relation
from faier.exact import Epsilon, Logarithm, Symbolic, TooLarge, Undecidable
from faier.lang import constants, names, relations
from faier.lang.diagnostics import Problems
from faier.lang.names import File, Signature, suggestion
from faier.lang.source import expression_of
from faier.lang.syntax import Parameter, Program, StreamType
from faier.lang.values import Budget, Real, Value, show_value

_KEYWORDS = ("epsilon", "delta", "neighbors", "prior", "pairs", "expect", "name")


def read_claim(file: File, call: ast.Call, mechanism: str, parameters: tuple[Parameter, ...]) -> Claim | None:
    """The claim that one decorator makes; None when it is wrong, which is reported."""
    found = len(file.problems.found)
    given = _keywords(file, call)
    neighbors, prior = given.get("neighbors"), given.get("prior")
    if "epsilon" not in given:
        file.error("FA301", call, "the claim has no epsilon", "write @private(epsilon=log(2), ...)")
    if (neighbors is None) == (prior is None):
        both = "both neighbors= and prior=" if neighbors is not None else "neither neighbors= nor prior="
        file.error("FA301", call, f"the claim has {both}", "give exactly one: neighbors=each(1), or prior=NAME")
    epsilon = read_epsilon(file, given["epsilon"]) if "epsilon" in given else None
    delta = read_delta(file, given["delta"]) if "delta" in given else fmpq(0)
    relation = None if neighbors is None else relations.read_relation(file, neighbors, parameters)
    prior_name = None if prior is None else _prior(file, prior, parameters)
    if "pairs" in given and prior is None:
        message = "`pairs=` restricts the secrets of a prior"
        file.error("FA307", given["pairs"], message, "for inputs write neighbors=pairs((x, y), ...)")
    secrets = _secret_pairs(file, given["pairs"]) if "pairs" in given else None
    expect = _expected(file, given["expect"]) if "expect" in given else "proved"
    name = _name(file, given["name"]) if "name" in given else None
    if len(file.problems.found) > found or epsilon is None or delta is None:
        return None
    return Claim(
        mechanism=mechanism,
        epsilon=epsilon,
        epsilon_text=written(file, given["epsilon"]),
        relation=relation,
        relation_text=None if neighbors is None else written(file, neighbors),
        prior=prior_name,
        secret_pairs=secrets,
        delta=delta,
        delta_text=written(file, given["delta"]) if "delta" in given else "0",
        expect=expect,
        name=name,
        span=file.source.span(call),
    )


def read_epsilon(file: File, node: ast.expr) -> Epsilon | None:
    """A budget of at least 0; None when it is wrong, which is reported."""
    try:
        epsilon = _epsilon(file, node)
    except (TooLarge, Undecidable, OverflowError) as error:
        file.error("FA302", node, f"this epsilon is too large to be written exactly: {error}")
        return None
    if epsilon is not None and _negative(epsilon):
        file.error("FA302", node, "epsilon is negative" + (" for small values" if epsilon.unknowns else ""))
        return None
    return epsilon


def read_delta(file: File, node: ast.expr) -> fmpq | None:
    constant = constants.evaluate(file, node, "delta")
    if constant is None:
        return None
    delta = rational_of(constant.value)
    if delta is None or not 0 <= delta <= 1:
        shown = show_value(constant.value)
        file.error("FA303", node, f"delta must be a rational number between 0 and 1, not {shown}")
        return None
    return delta


def parse_epsilon(text: str, program: Program) -> tuple[Epsilon, str]:
    """What `--epsilon` says, and how it reads in a claim."""
    file, node = _option(text, "--epsilon", program)
    epsilon = read_epsilon(file, node)
    file.problems.reject_if_any()
    return cast(Epsilon, epsilon), written(file, node)


def parse_delta(text: str, program: Program) -> tuple[fmpq, str]:
    """What `--delta` says, and how it reads in a claim."""
    file, node = _option(text, "--delta", program)
    delta = read_delta(file, node)
    file.problems.reject_if_any()
    return cast(fmpq, delta), written(file, node)


def parse_relation(text: str, program: Program, mechanism: str) -> tuple[Relation, str]:
    """What `--neighbors` says about the mechanism's inputs, and how it reads in a claim."""
    file, node = _option(text, "--neighbors", program)
    relation = relations.read_relation(file, node, program.function(mechanism).parameters)
    file.problems.reject_if_any()
    return cast(Relation, relation), written(file, node)


def written(file: File, node: ast.expr) -> str:
    """The expression as the user wrote it, on one line with ordinary spacing; words by their own names."""
    return ast.unparse(_Rewriting(file).visit(copy.deepcopy(node)))


def rational_of(value: Value) -> fmpq | None:
    """The number, if it is rational."""
    if isinstance(value, int) and not isinstance(value, bool):
        return fmpq(value)
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return value.exact
    return None


def _keywords(file: File, call: ast.Call) -> dict[str, ast.expr]:
    for argument in call.args:
        hint = "write @private(epsilon=..., neighbors=...)"
        file.error("FA301", argument, "`@private` takes its arguments by name", hint)
    given: dict[str, ast.expr] = {}
    for keyword in call.keywords:
        if keyword.arg is None:
            file.error("FA301", keyword, "`**` is not part of the language", "write the arguments out")
        elif keyword.arg not in _KEYWORDS:
            hint = suggestion(keyword.arg, _KEYWORDS) or f"it takes {', '.join(_KEYWORDS)}"
            file.error("FA301", keyword, f"`@private` has no argument `{keyword.arg}`", hint)
        elif keyword.arg in given:
            file.error("FA301", keyword, f"`{keyword.arg}` is given twice")
        else:
            given[keyword.arg] = keyword.value
    return given


# Epsilon.


def _epsilon(file: File, node: ast.expr) -> Epsilon | None:
    """Sums and multiples are followed down to numbers, logarithms and EPS."""
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            first, second = _epsilon(file, left), _epsilon(file, right)
            if first is None or second is None:
                return None
            return first + second if isinstance(operator, ast.Add) else first - second
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div(), right=right):
            return _scaled(file, node, left, right)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            inner = _epsilon(file, operand)
            return inner if inner is None or isinstance(sign, ast.UAdd) else -inner
        case ast.Call(func=function, args=[argument], keywords=[]) if file.word(function) == "log":
            return _logarithm(file, argument)
    constant = constants.evaluate(file, node, "epsilon")
    if constant is None:
        return None
    epsilon = _from_value(constant.value)
    if epsilon is None:
        message = f"epsilon must be made of numbers and logarithms, not {show_value(constant.value)}"
        file.error("FA302", node, message, "write log(2), 3 * log(2) / 2, or 1.5")
    return epsilon


def _scaled(file: File, node: ast.BinOp, left: ast.expr, right: ast.expr) -> Epsilon | None:
    first, second = _epsilon(file, left), _epsilon(file, right)
    if first is None or second is None:
        return None
    if isinstance(node.op, ast.Div):
        if second == Epsilon():
            file.error("FA402", node, "division by zero")
            return None
        if _is_rational(second):
            return _times(first, 1 / second.constant)
    elif _is_rational(second):
        return _times(first, second.constant)
    elif _is_rational(first):
        return _times(second, first.constant)
    file.error("FA302", node, "a logarithm may be multiplied and divided by rational numbers only")
    return None


def _times(epsilon: Epsilon, factor: fmpq) -> Epsilon:
    product: Epsilon = epsilon * factor
    return product


def _logarithm(file: File, argument: ast.expr) -> Epsilon | None:
    constant = constants.evaluate(file, argument, "epsilon")
    if constant is None:
        return None
    number = rational_of(constant.value)
    if number is None or number <= 0:
        message = f"log takes a positive rational number, not {show_value(constant.value)}"
        file.error("FA302", argument, message)
        return None
    return Epsilon.log(number)


def _from_value(value: Value) -> Epsilon | None:
    number = rational_of(value)
    if number is not None:
        return Epsilon.rational(number)
    if isinstance(value, Budget):
        return Epsilon.positive(value.name, value.coefficient)
    if isinstance(value, Real) and isinstance(value.exact, Symbolic):
        return _from_logarithms(value.exact)
    return None


def _from_logarithms(number: Symbolic) -> Epsilon | None:
    """A constant such as `BUDGET = 2 * log(3)`."""
    if number.denominator is not None:
        return None
    total = Epsilon()
    for exponents, coefficient in number.numerator.terms():
        powers = [
            (generator, int(power))
            for (generator, _), power in zip(number.ring.members, exponents, strict=True)
            if int(power)
        ]
        match powers:
            case []:
                total += Epsilon.rational(coefficient)
            case [(Logarithm(base=argument), 1)]:
                total += Epsilon.log(argument) * coefficient
            case _:
                return None
    return total


def _is_rational(epsilon: Epsilon) -> bool:
    return not epsilon.factor and not epsilon.multiples


def _negative(epsilon: Epsilon) -> bool:
    """Whether it is negative, for some value of EPS at least."""
    if any(coefficient < 0 for _, coefficient in epsilon.multiples):
        return True
    fixed = Epsilon(epsilon.constant, epsilon.factor, epsilon.base)
    return fixed != Epsilon() and fixed.bounds()[1] < 0


# Priors and what else a claim says.


def _prior(file: File, node: ast.expr, parameters: tuple[Parameter, ...]) -> str | None:
    if not isinstance(node, ast.Name):
        file.error("FA306", node, "`prior=` names a function declared with @prior", "write prior=NAME")
        return None
    signature = file.signatures.get(node.id)
    if signature is None:
        if node.id not in file.broken:
            _unknown_prior(file, node)
        return None
    if signature.kind != "prior":
        hint = f"put @prior above `def {node.id}`"
        file.error("FA306", node, f"`{node.id}` is not a prior, but a {signature.kind}", hint)
        return None
    _check_shape(file, node, signature, parameters)
    return node.id


def _unknown_prior(file: File, node: ast.Name) -> None:
    if node.id in file.later:
        message = f"the prior `{node.id}` is used before it is defined"
        file.error("FA204", node, message, "move the prior above the mechanism")
        return
    priors = [name for name, signature in file.signatures.items() if signature.kind == "prior"]
    hint = suggestion(node.id, priors) or (
        f"the priors are {', '.join(priors)}" if priors else "declare one with @prior"
    )
    file.error("FA306", node, f"there is no prior `{node.id}`", hint)


def _check_shape(file: File, node: ast.Name, prior: Signature, parameters: tuple[Parameter, ...]) -> None:
    hidden = [parameter for parameter in parameters if not parameter.public]
    if not hidden:
        file.error("FA305", node, "the mechanism has no input that is not public: there is nothing to protect")
    elif prior.yields and not any(isinstance(item.type, StreamType) for item in parameters):
        message = f"`{prior.name}` yields records, but the mechanism reads no Stream"
        file.error("FA306", node, message, "return the data, or take a Stream")


def _secret_pairs(file: File, node: ast.expr) -> tuple[tuple[Value, Value], ...] | None:
    constant = constants.evaluate(file, node, "`pairs=`")
    if constant is None:
        return None
    pairs = relations.pairs_of(constant.value)
    if not pairs:
        file.error("FA307", node, "`pairs=` lists pairs of secrets", "write pairs=((0, 1), (1, 2))")
        return None
    for left, right in pairs:
        if left == right:
            file.error("FA307", node, f"the secret {show_value(left)} is compared with itself")
            return None
    return pairs


def _expected(file: File, node: ast.expr) -> Literal["proved", "refuted"]:
    match node:
        case ast.Constant(value="proved"):
            return "proved"
        case ast.Constant(value="refuted"):
            return "refuted"
    file.error("FA308", node, "`expect=` is a verdict", 'write expect="proved" or expect="refuted"')
    return "proved"


def _name(file: File, node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(name)) if name.strip():
            if not any(0xD800 <= ord(character) < 0xE000 for character in name):
                return name
    file.error("FA308", node, "`name=` is a string that is not empty", 'write name="first claim"')
    return None


# The command line.


def _option(text: str, option: str, program: Program) -> tuple[File, ast.expr]:
    """On the command line every word of the vocabulary is known, and every constant of the file."""
    node, source = expression_of(text, option)
    file = File(source, Problems(option))
    file.constants = dict(program.constants)
    file.epsilon_name = program.epsilon_name
    file.words = {word: word for word in names.VOCABULARY | {"Fraction"} if word not in file.constants}
    return file, node


class _Rewriting(ast.NodeTransformer):
    """Names words by their own names and keeps constants as they were written (1.10 stays 1.10)."""

    def __init__(self, file: File) -> None:
        self.file = file

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        piece = self.file.source.piece(node)
        return ast.Name(piece, ast.Load()) if piece else node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A generator that is the only argument needs no parentheses of its own."""
        self.generic_visit(node)
        match node:
            case ast.Call(args=[ast.GeneratorExp() as generator], keywords=[]):
                node.args = [ast.Name(ast.unparse(generator)[1:-1], ast.Load())]
        return node

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._word(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return self._word(node)

    def _word(self, node: ast.Name | ast.Attribute) -> ast.expr:
        word = self.file.word(node)
        if word is None:
            return node
        taken = word in self.file.places and self.file.words.get(word) != word
        return ast.Name(f"faier.{word}" if taken else word, ast.Load())
