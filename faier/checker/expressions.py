"""An expression on given variables -> its value; draws are handed to `pick`, unread entries to `read`.

Without `pick`, draws are not allowed (constants and claims).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from fractions import Fraction

from . import noise as noises
from . import operations
from .budgets import unknown
from .draws import NOTHING, Draws, Known, Pick
from .file import DRAWS, File, Function
from .forms import Form, Number, is_zero
from .noise import drawn
from .operations import items_of, number_of, truth, whole
from .outcome import Hole, Invalid, spend
from .series import sign
from .values import List, Mark, Noise, Stream, Used, noisy

_OPERATORS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**",
    "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=",
    "In": "in", "NotIn": "not in", "Is": "is", "IsNot": "is not",
}  # fmt: skip
_FUNCTIONS = frozenset(
    "abs min max sum len any all sorted list tuple int bool range enumerate zip reversed".split()  # noqa: SIM905
)


MOST_STEPS = 200_000


def operator_of(node: ast.AST) -> str:
    name = _OPERATORS.get(type(node).__name__)
    if name is None:
        raise Hole(f"the operator {type(node).__name__}")
    return name


class Evaluation:
    """`variables` are those of the function; a variable that has no value yet is not among them."""

    def __init__(
        self,
        file: File,
        function: Function | None,
        variables: dict[str, object],
        pick: Pick | None = None,
        read: Callable[[Mark], object] | None = None,
        invoke: Callable[[Function, dict[str, object]], object] | None = None,
        known: Known = NOTHING,
    ) -> None:
        self.file, self.function, self.variables = file, function, variables
        self.pick, self.read, self.invoke = pick, read, invoke
        self.draws = Draws(known, pick)
        self.inner: list[dict[str, object]] = []
        self.drawn: list[Number] = []
        self.divisors: list[Number] = []
        self.steps = 0

    def value(self, node: ast.expr) -> object:
        """The value, a `Noise` or a `Mark` possibly."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Hole("an expression takes too many steps")
        match node:
            case ast.Constant(value=value):
                if isinstance(value, (bool, int, str, Fraction)) or value is None:
                    return value
            case ast.Name(id=name):
                known = self._name(name)
                if isinstance(known, (Stream, Used)):
                    raise Hole("a stream is used outside of a loop over it")
                return known
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.test(operand)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign_, operand=operand):
                return self._signed(self.plain(operand, True), isinstance(sign_, ast.USub))
            case ast.BinOp(left=left, op=operator, right=right):
                return self.binary(operator_of(operator), self.plain(left, True), self.plain(right, True))
            case ast.BoolOp(op=operator, values=operands):
                return self._logic(isinstance(operator, ast.Or), operands)
            case ast.Compare():
                return self._compare(node)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self.value(then if self.test(test) else otherwise)
            case ast.Tuple(elts=items):
                return tuple(self.items(items))
            case ast.List(elts=items):
                return List(self.items(items))
            case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper, step=step)):
                ends = [None if end is None else self.plain(end) for end in (lower, upper, step)]
                return operations.sliced(self.value(base), ends)
            case ast.Subscript(value=base, slice=position):
                return operations.index(self.value(base), self.plain(position))
            case ast.ListComp(elt=element, generators=clauses):
                return List(self._elements(element, clauses, 0))
            case ast.GeneratorExp(elt=element, generators=clauses):
                return tuple(self._elements(element, clauses, 0))
            case ast.Call():
                return self._call(node)
        raise Hole(f"an expression of kind {type(node).__name__}")

    def plain(self, node: ast.expr, noise: bool = False) -> object:
        """The value with nothing unread in it; noise without bounds only where `noise` allows it."""
        return self.settled(self.value(node), noise)

    def settled(self, value: object, noise: bool = False) -> object:
        if isinstance(value, Mark):
            if self.read is None:
                raise Hole("an input is read here")
            return self.read(value)
        if isinstance(value, Noise):
            now = self.draws.followed(value)
            if isinstance(now, int) or noise:
                return now
            decided = noises.value(self.draws, now)
            if decided is None:
                raise Hole("a geometric draw is used where it is not bounded")
            return decided
        if isinstance(value, tuple) and any(isinstance(item, (Mark, tuple, Noise)) for item in value):
            made = [self.settled(item, noise) for item in value]
            return List(made) if isinstance(value, List) else tuple(made)
        return value

    def test(self, node: ast.expr) -> bool:
        return self.truth(self.plain(node, True))

    def truth(self, value: object) -> bool:
        """Noise is true where it is not 0."""
        return self._related("!=", value, 0) if isinstance(value, Noise) else truth(value)

    def equal(self, a: object, b: object) -> bool:
        """Equality as Python has it, also of what has noise in it."""
        a, b = (self.draws.followed(side) if isinstance(side, Noise) else side for side in (a, b))
        if isinstance(a, Noise) or isinstance(b, Noise):
            for side in (a, b):
                if side is None or isinstance(side, (str, tuple)):
                    return False
            return self._related("==", a, b)
        if isinstance(a, tuple) and isinstance(b, tuple) and (noisy(a) or noisy(b)):
            same = isinstance(a, List) == isinstance(b, List) and len(a) == len(b)
            return same and all(self.equal(x, y) for x, y in zip(a, b, strict=True))
        return operations.equal(a, b)

    def items(self, nodes: list[ast.expr]) -> Iterator[object]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from items_of(self.value(node.value))
            else:
                yield self.value(node)

    def binary(self, operator: str, a: object, b: object) -> object:
        a, b = (self.draws.followed(side) if isinstance(side, Noise) else side for side in (a, b))
        if not isinstance(a, Noise) and not isinstance(b, Noise):
            if operator == "/" and isinstance(b, Form):
                self.divisors.append(b)
            if operator == "**" and isinstance(a, Form) and isinstance(b, int) and b < 0:
                self.divisors.append(a)
            return operations.binary(operator, a, b)
        match operator, a, b:
            case "+", Noise(), int():
                return noises.plus(a, b)
            case "+", int(), Noise():
                return noises.plus(b, a)
            case "-", Noise(), int():
                return noises.plus(a, -b)
            case "-", int(), Noise():
                return self.binary("+", a, noises.times(b, -1))
            case "*", Noise(), int():
                return noises.times(a, b)
            case "*", int(), Noise():
                return noises.times(b, a)
            case "+", Noise(), Noise():
                return noises.summed(self.draws, a, b)
            case "-", Noise(), Noise():
                return self.binary("+", a, noises.times(b, -1))
            case "//", Noise(), int():
                return noises.halves(a, b)
            case "%", Noise(), int():
                return noises.modulo(self.draws, a, b)
        raise Hole(f"the operator {operator} on a geometric draw")

    def bind(self, target: ast.expr, value: object, into: dict[str, object]) -> None:
        match target:
            case ast.Name(id=name):
                into[name] = value
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                values = items_of(value)
                if len(values) != len(parts):
                    raise Invalid("a run unpacks the wrong number of values")
                for part, item in zip(parts, values, strict=True):
                    self.bind(part, item, into)
            case _:
                raise Hole("a target of this kind")

    def _name(self, name: str) -> object:
        for scope in reversed(self.inner):
            if name in scope:
                return scope[name]
        if self.function is not None:
            if name in self.variables:
                return self.variables[name]
            if name in self.function.locals:
                raise Hole(f"the variable {name} has no value here")
            if name in self.function.settings:
                return self.function.settings[name]
        elif name in self.variables:
            return self.variables[name]
        if name in self.file.constants:
            return self.file.constants[name]
        raise Hole(f"the name {name}")

    def _hidden(self) -> set[str]:
        hidden = set().union(*self.inner) if self.inner else set()
        if self.function is not None:
            hidden |= self.function.locals | set(self.function.settings)
        return hidden | (set(self.variables) if self.function is None else set())

    def _signed(self, value: object, minus: bool) -> object:
        if isinstance(value, Noise):
            return noises.times(value, -1) if minus else value
        return operations.negative(value) if minus else operations.positive(value)

    def _logic(self, is_or: bool, operands: list[ast.expr]) -> object:
        result: object = None
        for operand in operands:
            result = self.plain(operand, True)
            if self.truth(result) == is_or:
                return result
        return result

    def _compare(self, node: ast.Compare) -> bool:
        left = self.plain(node.left, True)
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            right = self.plain(operand, True)
            if not self._related(operator_of(operator), left, right):
                return False
            left = right
        return True

    def _related(self, operator: str, left: object, right: object) -> bool:
        left, right = (self.draws.followed(side) if isinstance(side, Noise) else side for side in (left, right))
        if operator in ("is", "is not") and isinstance(left, Noise):
            return self._noisily(operator, left, right)
        if isinstance(left, Noise) and isinstance(right, Noise):
            return noises.between(self.draws, operator, left, right)
        if isinstance(left, Noise) and isinstance(right, (int, Fraction)):
            return noises.compare(self.draws, left, operator, right)
        if isinstance(right, Noise) and isinstance(left, (int, Fraction)):
            turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(operator, operator)
            return noises.compare(self.draws, right, turned, left)
        if noisy(left) or noisy(right):
            return self._noisily(operator, left, right)
        return operations.compare(operator, left, right)

    def _noisily(self, operator: str, left: object, right: object) -> bool:
        match operator:
            case "is" | "is not" if isinstance(right, bool) or right is None:
                return operator == "is not"
            case "==" | "!=":
                return self.equal(left, right) == (operator == "==")
            case "in" | "not in":
                return any(self.equal(left, item) for item in items_of(right)) == (operator == "in")
        raise Hole("a geometric draw is compared with something else than an integer")

    def _elements(self, element: ast.expr, clauses: list[ast.comprehension], depth: int) -> Iterator[object]:
        if depth == len(clauses):
            yield self.value(element)
            return
        clause = clauses[depth]
        values = items_of(self.value(clause.iter))
        scope: dict[str, object] = {}
        for item in values:
            spend(1)
            self.bind(clause.target, item, scope)
            self.inner.append(scope)
            at = len(self.inner)
            if all(self.test(condition) for condition in clause.ifs):
                yield from self._elements(element, clauses, depth + 1)
            del self.inner[at - 1 :]

    def _call(self, node: ast.Call) -> object:
        hidden = self._hidden()
        word = self.file.word(node.func, hidden)
        name = node.func.id if isinstance(node.func, ast.Name) and node.func.id not in hidden else None
        if word in DRAWS:
            return self._draw(word or "", [self.settled(item) for item in self.items(self._draw_arguments(node, word))])
        if name is not None and name in self.file.functions:
            return self._invoked(self.file.functions[name], node)
        if word is None and (name not in _FUNCTIONS or name in self.file.constants or name in self.file.words):
            raise Hole(f"a call of {name or 'an expression'}")
        function = word or name or ""
        if function not in _FUNCTIONS | {"clamp", "exp", "log", "Fraction"}:
            raise Hole(f"a call of {function}")
        keywords = {item.arg or "": self.plain(item.value) for item in node.keywords}
        if function in ("any", "all") and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            inside = self._elements(node.args[0].elt, node.args[0].generators, 0)
            return self._consumed(function, inside)
        if function == "clamp" and len(node.args) == 3 and not keywords:
            x, low, high = (self.plain(item, True) for item in node.args)
            if isinstance(x, Noise):
                return noises.clamp(self.draws, x, whole(self.settled(low)), whole(self.settled(high)))
            return operations.call("clamp", [x, self.settled(low), self.settled(high)], {})
        given = list(self.items(node.args))
        if function not in ("len", "list", "tuple", "enumerate", "zip", "reversed"):
            if any(isinstance(item, Noise) for item in _inside(given)):
                one, sequence = len(given) == 1, isinstance(given[0], tuple)
                if function == "sorted" and one and sequence and keywords.keys() <= {"reverse"}:
                    return self._sorted(_inside(given), truth(keywords.get("reverse", False)))
                if function in ("any", "all") and one and sequence and not keywords:
                    return self._consumed(function, iter(_inside(given)))
                if function in ("int", "bool") and one and not sequence and not keywords:
                    return given[0] if function == "int" else self.truth(given[0])
                known = {"abs": one and not sequence, "sum": one and sequence}.get(function, sequence or not one)
                if keywords or not known:
                    raise Hole(f"{function} of a geometric draw")
                return self._noisy(function, _inside(given))
            given = [self.settled(item) for item in given]
        if function == "Fraction" and len(given) == 2 and isinstance(given[1], Form):
            self.divisors.append(given[1])
        return operations.call(function, given, keywords)

    def _sorted(self, items: list[object], backward: bool) -> List:
        """Each is put behind all that it is not less than."""
        found: list[object] = []
        for item in items:
            value, at = self.settled(item, True), len(found)
            while at and self._related(">" if backward else "<", value, found[at - 1]):
                at -= 1
            found.insert(at, value)
        return List(found)

    def _noisy(self, function: str, values: list[object]) -> object:
        """sum, min, max and abs of numbers with noise: what must be known of them is asked."""
        if function not in ("sum", "min", "max", "abs"):
            raise Hole(f"{function} of a geometric draw")
        first, *rest = [self.settled(value, True) for value in values]
        result: object = 0
        if function == "abs":
            return self._signed(first, self._related("<", first, 0))
        if function == "sum":
            rest.insert(0, first)
        else:
            result = first
        for item in rest:
            if function == "sum":
                result = self.binary("+", result, item)
            elif self._related("<" if function == "min" else ">", item, result):
                result = item
        return result

    def _consumed(self, function: str, inside: Iterator[object]) -> bool:
        """any and all stop early."""
        depth = len(self.inner)
        answer = function == "all"
        for item in inside:
            if self.truth(self.settled(item, True)) != answer:
                answer = not answer
                break
        del self.inner[depth:]
        return answer

    def _draw_arguments(self, node: ast.Call, word: str | None) -> list[ast.expr]:
        names = {"flip": ("p",), "uniform": ("lo", "hi"), "geometric": ("a",)}.get(word or "", ())
        given = {item.arg: item.value for item in node.keywords}
        rest = [given.pop(name) for name in names[len(node.args) :] if name in given]
        if given:
            raise Hole(f"the keywords of {word}")
        return [*node.args, *rest]

    def _draw(self, word: str, given: list[object]) -> object:
        pick = self.pick
        if pick is None:
            raise Hole("a draw where none may be")
        operations.require_settled(*given)
        match word, given:
            case "flip", [p]:
                chance = self._chance(number_of(p))
                return drawn([(False, 1 - chance), (True, chance)], pick)
            case "uniform", [low, high]:
                first, last = whole(low), whole(high)
                if last < first:
                    raise Invalid("a run draws from an empty range")
                if last - first > 100_000:
                    raise Hole("a uniform draw from too many values")
                share = Fraction(1, last - first + 1)
                return drawn([(value, share) for value in range(first, last + 1)], pick)
            case "categorical", [_, *_]:
                return drawn(self._weighed([number_of(item) for item in given]), pick)
            case "geometric", [a]:
                ratio = number_of(a)
                if unknown(ratio):
                    self.drawn += [ratio, 1 - ratio]
                    self.divisors += [ratio, 1 - ratio]
                return noises.fresh(self.draws, ratio)
        raise Hole(f"the call of {word}")

    def _chance(self, chance: Number) -> Number:
        if unknown(chance):
            self.drawn.append(chance)
            self.drawn.append(1 - chance)
        elif sign(chance) < 0 or sign(1 - chance) < 0:
            raise Invalid("a run draws with a probability that is none")
        return chance

    def _weighed(self, weights: list[Number]) -> list[tuple[object, Number]]:
        total: Number = Fraction(0)
        for weight in weights:
            total = total + weight
        for weight in weights:
            if unknown(weight):
                self.drawn.append(weight)
            elif sign(weight) < 0:
                raise Invalid("a run draws with a negative weight")
        if is_zero(total):
            raise Invalid("a run draws with weights that are all 0")
        self.divisors.append(total)
        return [(at, weight / total) for at, weight in enumerate(weights)]

    def _invoked(self, function: Function, node: ast.Call) -> object:
        if self.invoke is None:
            raise Hole("a function is called where none may be")
        names = [item.name for item in function.parameters if item.name not in function.settings]
        plain = [item.name for item in function.parameters if not item.keyword_only]
        values = list(self.items(node.args))
        if len(values) > len(plain):
            raise Hole("a call with too many arguments")
        given: dict[str, object] = dict(zip(plain, values, strict=False))
        for item in node.keywords:
            if item.arg is None or item.arg in given or item.arg not in names:
                raise Hole("the keywords of a call")
            given[item.arg] = self.value(item.value)
        for parameter in function.parameters:
            if parameter.name in names and parameter.name not in given:
                if parameter.default is None:
                    raise Hole("a call with too few arguments")
                given[parameter.name] = Evaluation(self.file, None, {}).value(parameter.default)
        return self.invoke(function, given)


class Counting(Evaluation):
    """Counts the items of all sequences that are made on the way."""

    items_made = 0

    def value(self, node: ast.expr) -> object:
        found = super().value(node)
        self.items_made += len(found) if isinstance(found, tuple) else 0
        return found


def _inside(given: list[object]) -> list[object]:
    """The values that a function of one sequence, or of several values, goes over."""
    return list(given[0]) if len(given) == 1 and isinstance(given[0], tuple) else given
