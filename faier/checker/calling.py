"""Calls in expressions."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from . import continuous, methods, operations
from . import noise as noises
from .containers import at_most, is_a, keyed, made_dict, pairs_of
from .decorating import KEPT, KEY
from .drawing import Drawing
from .exceptions import Raised, Thrown
from .file import DRAWS, Class, Function, of_copy
from .forms import Form
from .function_values import by_value
from .lending import given_for, is_place
from .library import LIBRARY_CALLS, MAKING
from .method_names import CHANGING
from .operations import items_of, whole
from .outcome import Fails, Hole, spend
from .remembering import BOUND
from .values import Box, Callee, Continuous, List, Noise, Shape, parts, shown_key

_FUNCTIONS = frozenset(
    "abs min max sum len any all sorted list tuple int bool range enumerate zip reversed isinstance".split()  # noqa: SIM905
) | frozenset(MAKING)

_DATACLASSES = ("dataclass", "frozen dataclass")


class Calling(Drawing):
    """The calls of an expression."""

    def made(self, name: str) -> Callee:
        """The function inside of another one, where its definition stands."""
        parameters = self.file.functions[name].parameters
        given = ((item.name, self.value(item.default)) for item in parameters if item.default is not None)
        return Callee(name, tuple(given))

    def hidden(self) -> set[str]:
        """The names that are not those of the file here."""
        raise NotImplementedError

    def elements(self, element: ast.expr, clauses: list[ast.comprehension], depth: int) -> Iterator[object]:
        """What a comprehension goes through."""
        raise NotImplementedError

    def opened(self, element: ast.expr, clauses: list[ast.comprehension]) -> Box | Iterator[object]:
        """The same; in no order where that are the items of a set."""
        raise NotImplementedError

    def items(self, nodes: list[ast.expr]) -> Iterator[object]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from items_of(self.value(node.value))
            else:
                yield self.value(node)

    def call(self, node: ast.Call) -> object:
        inner = self._inner(node.func)
        if inner is not None:
            return self._invoked(self.file.functions[inner.name], node, inner.defaults)
        hidden = self.hidden()
        word = self.file.word(node.func, hidden)
        name = node.func.id if isinstance(node.func, ast.Name) and node.func.id not in hidden else None
        if word in DRAWS:
            return self.draw(word or "", [self.settled(item) for item in self.items(self.draw_arguments(node, word))])
        if (of := self.class_(node.func)) is not None:
            return self._constructed(of, node)
        if (base := of_copy(self.file, node, hidden)) is not None:
            return self._copied(self.plain(base, True), node)
        if name is not None and name in self.file.functions:
            return self._invoked(self.file.functions[name], node)
        if word == "functools.partial" or name == BOUND:
            return self._remembering(node, word is not None)
        if name in (KEY, KEPT):
            value = self.settled(self.value(node.args[0]))
            return _told_apart(value) if name == KEY else keyed(value)
        if word is None and name not in self.file.functions and by_value(self.file, node):
            found = self.plain(node.func, True)
            if not isinstance(found, Callee) or found.name not in self.file.valued:
                raise Hole("a call of something else than a function")
            return self._invoked(self.file.functions[found.name], node, found.defaults)
        if word is None and (name not in _FUNCTIONS or name in self.file.constants or name in self.file.words):
            if word is None and isinstance(node.func, ast.Attribute):
                return self._method(node.func, node)
            raise Hole(f"a call of {name or 'an expression'}")
        function = word or name or ""
        if any(item.arg == "key" for item in node.keywords):
            return self._keyed(function, node)
        if function == "collections.deque" and (len(node.args) == 2 or node.keywords):
            return self._bounded(node)
        if function == "isinstance" and len(node.args) == 2 and not node.keywords:
            return self.of_type(self.plain(node.args[0], True), node.args[1], hidden)
        if function == "collections.defaultdict" and 1 <= len(node.args) <= 2:
            return self.defaulting(node, hidden)
        if function not in _FUNCTIONS | {"clamp", "exp", "log", "Fraction"} | LIBRARY_CALLS.keys():
            raise Hole(f"a call of {function}")
        if function in ("any", "all") and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            found = self.opened(node.args[0].elt, node.args[0].generators)
            return operations.call(function, [found], {}) if isinstance(found, Box) else self._consumed(function, found)
        given = list(self.items(node.args)) if function != "clamp" else []
        keywords = {item.arg or "": self.plain(item.value) for item in node.keywords}
        if "" in keywords or len(keywords) < len(node.keywords):
            raise Hole(f"the keywords of {function}")
        if function in MAKING or function in LIBRARY_CALLS:
            return self.called(function, [self.settled(item, True) for item in given], keywords)
        bounded = [self.settled(item, True) for item in self.items(node.args)] if function == "clamp" else []
        if len(bounded) == 3 and not keywords:
            x, low, high = bounded
            if isinstance(x, (Noise, Continuous)):
                ends = whole(self.settled(low)), whole(self.settled(high))
                if isinstance(x, Continuous):
                    return continuous.clamp(self.draws, x, *ends)
                return noises.clamp(self.draws, x, *ends)
            return operations.call("clamp", [x, self.settled(low), self.settled(high)], {})
        if function not in ("len", "list", "tuple", "enumerate", "zip", "reversed"):
            if any(isinstance(item, (Noise, Continuous)) for item in _inside(given)):
                one, sequence = len(given) == 1, parts(given[0]) is not None
                if function == "sorted" and one and sequence and keywords.keys() <= {"reverse"}:
                    return self.sorted(_inside(given), bool(whole(keywords.get("reverse", False))))
                if function in ("any", "all") and one and sequence and not keywords:
                    return self._consumed(function, iter(_inside(given)))
                if function in ("int", "bool") and one and not sequence and not keywords:
                    return self._whole(given[0]) if function == "int" else self.truth(given[0])
                known = {"abs": one and not sequence, "sum": one and sequence}.get(function, sequence or not one)
                if keywords or not known:
                    raise Hole(f"{function} of a geometric draw")
                return self._noisy(function, _inside(given))
            given = [self.settled(item) for item in given]
        if function == "Fraction" and len(given) == 2 and isinstance(given[1], Form):
            self.divisors.append(given[1])
        return operations.call(function, given, keywords)

    def lost(self, raised: Raised | Fails) -> Exception:
        """What is raised where Python may have done other things before."""
        caught = isinstance(raised, Raised) or self.file.catches
        return Hole("something raises while something goes over it") if caught else raised

    def class_(self, node: ast.expr) -> Class | None:
        """The class of the file that the name stands for."""
        hidden = not isinstance(node, ast.Name) or node.id not in self.file.classes or node.id in self.hidden()
        return None if hidden or not isinstance(node, ast.Name) else self.file.classes[node.id]

    def named(self, of: Class, name: object) -> object:
        """The member of this name."""
        if not isinstance(name, str) or name not in of.names:
            raise Fails("a run looks for a member that is not there", "KeyError")
        return of.names[name]

    def _constructed(self, of: Class, node: ast.Call) -> object:
        """A new record of the class, or the member of an Enum that has this value."""
        given = list(self.items(node.args))
        named = {item.arg or "": self.value(item.value) for item in node.keywords}
        if of.members:
            if len(given) != 1 or named:
                raise Hole("the arguments of an Enum")
            value = self.settled(given[0])
            if any(member is value or shown_key(member) == shown_key(value) for member in of.members):
                return value
            keyed(value)
            found = next((item for item in of.members if operations.equal(item.items[1], value)), None)
            if found is None:
                raise Fails("a run looks for a member that is not there", "ValueError")
            return found
        names = [field.name for field in of.fields]
        if (of.by_name and given) or len(given) > len(names) or len(named) < len(node.keywords):
            raise Hole("the arguments of a class")
        values = dict(zip(names, given, strict=False))
        if not named.keys() <= set(names) - values.keys():
            raise Hole("the arguments of a class")
        values |= named
        for field in of.fields:
            if field.name not in values:
                if not field.optional:
                    raise Hole("a class gets too few arguments")
                values[field.name] = field.default
        return Box("record", tuple(values[name] for name in names), of.shape)

    def _copied(self, value: object, node: ast.Call) -> object:
        """A new record, some of whose fields are others."""
        named = {item.arg or "": self.value(item.value) for item in node.keywords}
        kinds = ("NamedTuple",) if isinstance(node.func, ast.Attribute) and not node.args else _DATACLASSES
        if not is_a(value, "record") or not isinstance(value.of, Shape) or value.of.kind not in kinds:
            raise Hole("a copy of something else than a record")
        operations.require_not_own(value, "__post_init__")
        fields = value.of.fields
        if not named.keys() <= set(fields) or len(named) < len(node.keywords):
            raise Hole("the fields of a copy")
        items = tuple(named.get(name, item) for name, item in zip(fields, value.items, strict=True))
        return Box("record", items, value.of)

    def _method(self, called: ast.Attribute, node: ast.Call) -> object:
        """A method of a value; one that changes it gives the place where it stands a new value."""
        if isinstance(called.value, ast.Name) and called.value.id == "dict" and called.attr == "fromkeys":
            return self._from_keys(node)
        place = self.place(called.value) if called.attr in CHANGING else None
        if place is not None:
            self.reached(place)
        value = self.plain(called.value, True) if place is None else None
        given = [self.settled(item, True) for item in self.items(node.args)]
        keywords = {item.arg or "": self.plain(item.value) for item in node.keywords if item.arg != "key"}
        if "" in keywords or len(keywords) < len(node.keywords) - (called.attr == "sort"):
            raise Hole(f"the keywords of {called.attr}")
        if place is not None and len(keywords) < len(node.keywords):
            (key,) = [item.value for item in node.keywords if item.arg == "key"]
            owner = self.settled(self.owners(place)[-1], True)
            if not isinstance(key, ast.Lambda) or not isinstance(owner, List) or given:
                raise Hole("the key of sort")
            order = self.order(self.keys(key, owner), bool(whole(keywords.get("reverse", False))))
            self.put(place, List(owner[at] for at in order))
            return None
        if place is None:
            return methods.method(self, value, called.attr, given, keywords)
        owner = self.settled(self.owners(place)[-1], True)
        result, changed = methods.change(self, owner, called.attr, given, keywords)
        self.put(place, changed)
        return result

    def _bounded(self, node: ast.Call) -> Box:
        """A deque that holds at most so many items, the last ones."""
        given = list(self.items(node.args))
        if len(given) + len(node.keywords) > 2 or len(given) != len(node.args):
            raise Hole("the arguments of deque")
        most = self.plain(node.keywords[0].value) if node.keywords else self.settled(given[1])
        made = Box("deque", items_of(self.settled(given[0], True)) if given else ())
        return at_most(made, None if most is None else str(whole(most)))

    def _from_keys(self, node: ast.Call) -> object:
        if "dict" in self.hidden() or self.file.defines("dict") or node.keywords:
            raise Hole("a method of something else")
        keys, *rest = [self.settled(item, True) for item in self.items(node.args)]
        if len(rest) > 1:
            raise Hole("the arguments of dict.fromkeys")
        return made_dict([(key, rest[0] if rest else None) for key in items_of(keys)], self.equal)

    def _noisy(self, function: str, values: list[object]) -> object:
        """sum, min, max and abs of numbers with noise: what must be known of them is asked."""
        if function not in ("sum", "min", "max", "abs"):
            raise Hole(f"{function} of a geometric draw")
        first, *rest = [self.settled(value, True) for value in values]
        result: object = 0
        if function == "abs":
            return self.signed(first, self.related("<", first, 0))
        if function == "sum":
            rest.insert(0, first)
        else:
            result = first
        for item in rest:
            if function == "sum":
                result = self.binary("+", result, item)
            elif self.related("<" if function == "min" else ">", item, result):
                result = item
        return result

    def _whole(self, value: object) -> object:
        now = self.draws.now(value)
        return continuous.whole(self.draws, now) if isinstance(now, Continuous) else value

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

    def _inner(self, node: ast.expr) -> Callee | None:
        """The function inside of another one that the name stands for."""
        if not isinstance(node, ast.Name) or self.function is None or node.id not in self.function.inner:
            return None
        found = self.variables.get(node.id)
        if not isinstance(found, Callee):
            raise Hole(f"the function {node.id} has no value here")
        return found

    def applied(self, function: ast.Lambda, *values: object) -> object:
        """What the lambda comes to, of these values."""
        names = [item.arg for item in (*function.args.posonlyargs, *function.args.args)]
        depth = len(self.inner)
        self.inner.append(dict(zip(names, values, strict=True)))
        try:
            return self.value(function.body)
        except (Raised, Fails) as raised:
            raise self.lost(raised) from None
        finally:
            del self.inner[depth:]

    def keys(self, function: ast.Lambda, items: Iterable[object]) -> list[object]:
        """What `key=` makes of each of the items, in their order."""
        found = []
        for item in items:
            spend(1)
            found.append(self.settled(self.applied(function, item), True))
        return found

    def _keyed(self, function: str, node: ast.Call) -> object:
        """sorted, min and max by what a lambda makes of the items."""
        named = {item.arg: item.value for item in node.keywords}
        key = named.pop("key")
        given = list(self.items(node.args))
        keywords = {name: self.plain(value) for name, value in named.items() if name is not None}
        items = list(items_of(given[0])) if len(given) == 1 else given
        if not isinstance(key, ast.Lambda) or (function == "sorted" and len(given) != 1):
            raise Hole(f"the key of {function}")
        items = [self.settled(item, True) for item in items]
        if not items and function != "sorted":
            if "default" in keywords and len(given) == 1:
                return keywords["default"]
            raise Fails(f"a run takes the {function} of nothing", "ValueError")
        keys = self.keys(key, items)
        if function == "sorted":
            order = self.order(keys, bool(whole(keywords.get("reverse", False))))
            return List(items[at] for at in order)
        best = 0
        for at in range(1, len(items)):
            if self.related("<" if function == "min" else ">", keys[at], keys[best]):
                best = at
        return items[best]

    def _remembering(self, node: ast.Call, partial: bool) -> Callee:
        """A function with what it remembers: a partial one its first arguments, and others by their names."""
        function, *before = self.items(node.args)
        if not isinstance(function, Callee) or function.name not in self.file.valued:
            raise Hole("something else than a function remembers")
        given = dict(function.defaults)
        for item in node.keywords:
            if item.arg is None:
                raise Hole("the keywords of a partial function")
            given[f"={item.arg}" if partial else item.arg] = self.value(item.value)
        first = (*items_of(given.get("*", ())), *before)
        return Callee(function.name, tuple((given | ({"*": first} if first else {})).items()))

    def _invoked(self, function: Function, node: ast.Call, known: tuple[tuple[str, object], ...] = ()) -> object:
        if self.invoke is None:
            raise Hole("a function is called where none may be")
        names = [item.name for item in function.parameters if item.name not in function.settings]
        plain = [item.name for item in function.parameters if not item.keyword_only]
        places = [(name, item) for name, item in given_for(function, node, function.lent).items() if is_place(item)]
        try:
            lent = {name: self.place(item) for name, item in places}
        except (Raised, Fails) as wrong:
            raise self.lost(wrong) from None
        defaults = dict(known)
        values = [*items_of(defaults.get("*", ())), *self.items(node.args)]
        rests = {item.rest: item.name for item in function.parameters if item.rest}
        if len(values) > len(plain) and "*" not in rests:
            raise Hole("a call with too many arguments")
        given: dict[str, object] = dict(zip(plain, values, strict=False))
        named = {name[1:]: value for name, value in defaults.items() if name[0] == "="}
        for name, value in self._named(node):
            named[name] = value
        by_name = {name for name in names if name[-1] != "#"} - {item.arg for item in function.node.args.posonlyargs}
        more = {name: value for name, value in named.items() if name not in by_name - {*rests.values()}}
        if given.keys() & named.keys() - more.keys() or (more and "**" not in rests):
            raise Hole("the keywords of a call")
        given |= {name: value for name, value in named.items() if name not in more}
        if len(values) > len(plain):
            given[rests["*"]] = tuple(values[len(plain) :])
        if more:
            given[rests["**"]] = made_dict(list(more.items()), self.equal)
        given |= {name: self.owners(place)[-1] for name, place in lent.items()}
        for parameter in function.parameters:
            if parameter.name in names and parameter.name not in given:
                if parameter.name in defaults:
                    given[parameter.name] = defaults[parameter.name]
                elif parameter.default is None:
                    raise Hole("a call with too few arguments")
                else:
                    given[parameter.name] = self.fresh(parameter.default)
        of = self.file.classes.get(function.name.rpartition(".")[0])
        if of is not None and "self" in given:
            given["self"] = self.settled(given["self"], True)
            if not is_a(given["self"], "record") or given["self"].of != of.shape:
                raise Hole("a method is called on something else than a record of its class")
        shared = {name: self.variables[name] for name in function.captured if name in self.variables}
        result, raised = self.invoke(function, given | shared), None
        if isinstance(result, Thrown):
            raised, result = Raised(result.name, result.told), result.value
        if not function.rebound and not function.lent:
            if raised is not None:
                raise raised
            return result
        value, *after = items_of(result)
        for name, new in zip(sorted(function.rebound), after, strict=False):
            self.variables.pop(name, None)
            self.variables.update((name, item) for item in items_of(new))
        for name, new in zip(sorted(function.lent), after[len(function.rebound) :], strict=True):
            if name in lent:
                self.put(lent[name], new)
        if raised is not None:
            raise raised
        return value

    def _named(self, node: ast.Call) -> list[tuple[str, object]]:
        """What a call gives by name."""
        found: list[tuple[str, object]] = []
        for item in node.keywords:
            if item.arg is not None:
                found.append((item.arg, self.value(item.value)))
                continue
            more = self.plain(item.value, True)
            if not is_a(more, "dict") or not all(isinstance(key, str) for key, _ in pairs_of(more)):
                raise Hole("the keywords of a call")
            found += [(str(key), value) for key, value in pairs_of(more)]
        if len({name for name, _ in found}) < len(found):
            raise Hole("the keywords of a call")
        return found


def _told_apart(value: object) -> object:
    """The value, of which no other value is equal to it, but those that are the same."""
    member = is_a(value, "record") and isinstance(value.of, Shape) and value.of.kind == "Enum"
    if not (value is None or member or (isinstance(value, (int, str)) and not isinstance(value, bool))):
        if type(value) is not tuple:
            raise Hole("what a function with a cache is given")
        for item in value:
            _told_apart(item)
    return value


def _inside(given: list[object]) -> list[object]:
    """The values that a function of one sequence, or of several values, goes over."""
    sequence = len(given) == 1 and (isinstance(given[0], tuple) or is_a(given[0], "deque"))
    return list(items_of(given[0])) if sequence else given
