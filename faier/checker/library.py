"""Calls of Python's library, and of functions of Python that make containers and texts."""

from __future__ import annotations

import ast
from fractions import Fraction

from . import continuous, mathematics
from .cases import SEQUENCE
from .containers import MAKERS, Maker, is_a, made_set
from .held import Float
from .methods import dictionary, tallied_up
from .operations import items_of, unordered_items
from .outcome import Hole
from .places import Places
from .strings import written
from .values import Box, Continuous, Infinite, List, Noise, Shape, parts

# Functions of Python by this module: the least and the greatest number of arguments (None: any), and their keywords.
MAKING: dict[str, tuple[int, int | None, tuple[str, ...]]] = {
    "set": (0, 1, ()), "frozenset": (0, 1, ()), "dict": (0, 1, ()), "str": (1, 1, ()), "repr": (1, 1, ()),
    "round": (1, 2, ()), "divmod": (2, 2, ()), "pow": (2, 3, ()), "float": (1, 1, ()), "ord": (1, 1, ()),
    "chr": (1, 1, ()), "bin": (1, 1, ()), "hex": (1, 1, ()), "oct": (1, 1, ()),
}  # fmt: skip
LIBRARY_CALLS: dict[str, tuple[int, int | None, tuple[str, ...]]] = {
    "math.floor": (1, 1, ()), "math.ceil": (1, 1, ()), "math.trunc": (1, 1, ()), "math.gcd": (0, None, ()),
    "math.lcm": (0, None, ()), "math.isqrt": (1, 1, ()), "math.factorial": (1, 1, ()), "math.comb": (2, 2, ()),
    "math.perm": (1, 2, ()), "math.prod": (1, 1, ("start",)), "itertools.product": (0, None, ("repeat",)),
    "itertools.combinations": (2, 2, ()), "itertools.combinations_with_replacement": (2, 2, ()),
    "itertools.permutations": (1, 2, ()),
    "itertools.accumulate": (1, 1, ("initial",)), "itertools.chain": (0, None, ()),
    "itertools.repeat": (1, 2, ()), "itertools.count": (0, 2, ()), "itertools.cycle": (1, 1, ()),
    "itertools.pairwise": (1, 1, ()), "collections.Counter": (0, 1, ()),
    "collections.deque": (0, 1, ()), "copy.copy": (1, 1, ()), "copy.deepcopy": (1, 1, ()),
}  # fmt: skip
TYPES = frozenset({"int", "bool", "str", "float", "list", "tuple", "range", "dict", "set", "frozenset"})
LIBRARY_TYPES = {"Fraction": "Fraction", "collections.Counter": "Counter", "collections.deque": "deque"}
LIBRARY_TYPES |= {"collections.defaultdict": "defaultdict"}
NEW = frozenset({"collections.Counter", "collections.deque"})  # what a defaultdict may make besides


class Library(Places):
    """The calls of Python's library."""

    def fresh(self, default: ast.expr) -> object:
        """What is worked out with the names of the file alone."""
        raise NotImplementedError

    def of_type(self, value: object, node: ast.expr, hidden: set[str]) -> bool:
        """What `isinstance` says."""
        match node:
            case ast.Tuple(elts=[_, *_] as options):
                return True in [self.of_type(value, option, hidden) for option in options]
            case ast.Call():  # type(None)
                return value is None
            case ast.Name(id=name) if name == SEQUENCE:
                if is_a(value, "record"):
                    return isinstance(value.of, Shape) and value.of.kind == "NamedTuple"
                return not _types(value).isdisjoint(("list", "tuple", "range", "deque"))
            case ast.Name(id=name) if name in self.file.classes and name not in hidden:
                return is_a(value, "record") and value.of == self.file.classes[name].shape
            case ast.Name(id=name) if name in TYPES and name not in hidden and not self.file.defines(name):
                asked = name
            case _:
                asked = LIBRARY_TYPES.get(self.file.word(node, hidden) or "", "")
        if not asked:
            raise Hole("a type that a value is asked about")
        if is_a(value, "record"):
            kind = value.of.kind if isinstance(value.of, Shape) else ""
            return asked == {"NamedTuple": "tuple", "IntEnum": "int"}.get(kind)
        if isinstance(value, Fraction) and not isinstance(value, Float):
            self._require_fractions()
        return asked in _types(value)

    def _require_fractions(self) -> None:
        """Numbers of `exp` may be rational, and are no fractions to Python."""
        if "faier" in self.file.modules.values() or {"exp", "log"} & set(self.file.words.values()):
            raise Hole("how Python holds a number")

    def called(self, function: str, given: list[object], keywords: dict[str, object]) -> object:
        """A function of Python or of its library; what is given may hold noise."""
        home, _, name = function.partition(".")
        if home == "copy" and len(given) == 1 and not keywords:
            return given[0]
        if any(is_a(item, "record") for item in given):
            raise Hole(f"a record is given to {function}")
        match function, given:
            case (("set" | "frozenset"), ([] | [_])) if not keywords:
                items = unordered_items(given[0]) if given else ()
                return made_set(items, self.equal, function)
            case "dict", _:
                return dictionary(self, given, keywords)
            case "collections.Counter", ([] | [_]) if not keywords:
                empty = Box("dict", (), "Counter")
                return tallied_up(self, empty, given[0]) if given else empty
            case "collections.Counter", [] if all(type(item) is int for item in keywords.values()):
                return Box("dict", tuple(keywords.items()), "Counter")
            case "collections.deque", ([] | [_]) if not keywords:
                return Box("deque", items_of(given[0]) if given else ())
            case (("str" | "repr"), [value]) if not keywords:
                return self.text(value, function == "repr")
            case "round", [value, *digits] if len(digits) <= 1 and not keywords:
                if isinstance(value, Noise) and digits in ([], [None]):
                    return value
                if isinstance(value, Continuous) and digits in ([], [None]):
                    return continuous.rounded(self.draws, value)
                return mathematics.rounded(self.settled(value), digits[0] if digits else None)
            case "divmod", [a, b] if not keywords:
                return self.binary("//", a, b), self.binary("%", a, b)
            case "pow", [a, b] | [a, b, None] if not keywords:
                return self.binary("**", self.settled(a), self.settled(b))
            case "pow", [a, b, modulus] if not keywords:
                return mathematics.power(self.settled(a), self.settled(b), modulus)
            case "float", [str() as text] if not keywords and text.lower() in ("inf", "-inf", "infinity", "-infinity"):
                return Infinite(not text.startswith("-"))
            case "ord", [str() as text] if len(text) == 1 and not keywords:
                return ord(text)
            case (("bin" | "hex" | "oct"), [int() as number]) if not keywords:
                return {"bin": bin, "hex": hex, "oct": oct}[function](number)
            case "chr", [int() as number] if 0 <= number < 0xD800 and not keywords:
                return chr(number)
        return self._of_library(home, name, given, keywords)

    def _of_library(self, home: str, name: str, given: list[object], keywords: dict[str, object]) -> object:
        match home, name, given:
            case "math", "prod", [items] if keywords.keys() <= {"start"}:
                result = keywords.get("start", 1)
                for item in items_of(items):
                    result = self.binary("*", result, item)
                return result
            case "math", "floor", [Continuous() as real] if not keywords:
                return continuous.floor(self.draws, real)
            case "math", "ceil", [Continuous() as real] if not keywords:
                return continuous.ceiling(self.draws, real)
            case "math", "trunc", [Continuous() as real] if not keywords:
                return continuous.whole(self.draws, real)
            case "math", _, _ if not keywords:
                return mathematics.number(name, [self.settled(item) for item in given])
            case "itertools", "accumulate", [items] if keywords.keys() <= {"initial"}:
                return self._sums(items_of(items), keywords.get("initial"))
            case "itertools", _, _:
                return mathematics.listed(name, given, keywords)
        raise Hole(f"the call of {home}.{name}")

    def _sums(self, items: tuple[object, ...], initial: object) -> tuple[object, ...]:
        found = [] if initial is None else [initial]
        for item in items:
            found.append(self.binary("+", found[-1], item) if found else item)
        return tuple(found)

    def defaulting(self, node: ast.Call, hidden: set[str]) -> Box:
        """`defaultdict(int)`, with what is there at first."""
        made = self._default_of(node.args[0], hidden)
        begun = [self.settled(self.value(item), True) for item in node.args[1:]]
        named = {item.arg or "": self.value(item.value) for item in node.keywords}
        return dictionary(self, begun, named, made.of)

    def _default_of(self, node: ast.expr, hidden: set[str]) -> Box:
        match node:
            case ast.Name() | ast.Attribute() if self.file.word(node, hidden) in NEW:
                made = self.settled(self.fresh(ast.Call(node, [], [])), True)
                return Box("dict", (), Maker.of(f"{self.file.word(node, hidden)}()", made))
            case ast.Lambda(body=body):
                made = self.settled(self.fresh(body), True)
                if made is None:
                    raise Hole("a defaultdict makes None")
                return Box("dict", (), Maker.of(ast.unparse(body), made))
            case ast.Name(id=name) if name in MAKERS and name not in hidden and not self.file.defines(name):
                return Box("dict", (), name)
        raise Hole("what a defaultdict makes")

    def text(self, value: object, inside: bool = False) -> str:
        """How Python writes the value."""
        value = self.settled(value)
        if _has_fraction(value):
            self._require_fractions()
        return written(value, inside)


def _has_fraction(value: object) -> bool:
    return isinstance(value, Fraction) or any(map(_has_fraction, parts(value) or ()))


def _types(value: object) -> set[str]:
    match value:
        case bool():
            return {"bool", "int"}
        case int() | Noise():
            return {"int"}
        case str():
            return {"str"}
        case None:
            return set()
        case Float() | Infinite():
            return {"float"}
        case Fraction():
            return {"Fraction"}
        case List():
            return {"list"}
        case tuple():
            return {"tuple"}
        case Box(kind="dict", of=of):
            return {"dict"} if of is None else {"dict", "Counter"} if of == "Counter" else {"dict", "defaultdict"}
        case Box(kind="deque" | "range" | "set" | "frozenset" as kind):
            return {kind}
    raise Hole("the type of a value of this kind")
