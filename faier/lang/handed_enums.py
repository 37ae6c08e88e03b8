"""What carries an Enum of the file, or lists, tuples and dictionaries of Enums: parameters, variables, fields.

A place carries if all that it gets is such a value, and of one form: "" is an Enum, "l" a list or a tuple of Enums,
"d" a dictionary whose values are Enums, "dl" one of lists of them. `Carriers` follows what each place gets through the
calls of functions, methods and classes that the file names, until nothing is new. What it cannot follow is no such
value; where a place gets both nothing is told of the file at all.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import TypeAlias

# A variable of a function ("function", name), of the file ("", name), or all fields of a name (".", name).
Place: TypeAlias = tuple[str, str]
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_KINDS = frozenset(["Enum", "IntEnum", "StrEnum"])
_OWN = frozenset(["__iter__", "__len__", "__eq__", "__hash__", "__new__", "__init__", "_missing_", "name", "value"])
_TAKING = frozenset(["enumerate", "frozenset", "len", "list", "reversed", "set", "sorted", "tuple", "zip", "product"])
_REMARKS = frozenset(["staticmethod", "classmethod", "property", "abstractmethod", "override", "mechanism", "private"])
# What takes records apart, or makes them of parts, by no name that is written.
_APART = frozenset(
    ["asdict", "astuple", "fields", "getattr", "setattr", "vars", "type", "hasattr", "globals", "locals"]
)


def enums_in(tree: ast.Module) -> set[str]:
    """The Enums of the file of which the members are all that there is to them."""
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef) and _is_enum(node)}


def _is_enum(node: ast.ClassDef) -> bool:
    bases = [base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases]
    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    mixed = len(bases) == 2 and bases[0] in ("int", "str") and bases[1] == "Enum"
    return not node.keywords and (mixed or (len(bases) == 1 and bases[0] in _KINDS)) and not methods & _OWN


def _one_each(node: ast.ClassDef) -> bool:
    """Whether no member has two names, as far as that is written."""
    values = [part.value for part in node.body if isinstance(part, ast.Assign)]
    if all(isinstance(value, ast.Call) and ast.unparse(value.func) in ("auto", "enum.auto") for value in values):
        return True
    try:
        found = [ast.literal_eval(value) for value in values]
        return len({*found}) == len(found)
    except (ValueError, TypeError, SyntaxError):
        return False


class Carriers:
    """`named` and `valued` are where a member is asked for, `sought` where one is looked for;
    `stored` is what the file gives values to."""

    def __init__(self, tree: ast.Module, enums: set[str]) -> None:
        self.tree = tree
        self.parents: dict[ast.AST, ast.AST] = {}
        self.scopes: dict[ast.AST, str] = {}
        self.functions: dict[str, _Function] = {}
        self.classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        self.methods: dict[str, list[str]] = defaultdict(list)
        self.bound: dict[Place, list[ast.expr | None]] = defaultdict(list)  # None: something that is not followed
        self.levels: dict[Place, str] = {}
        self.remarks: set[ast.AST] = set()
        self.named: set[ast.expr] = set()
        self.valued: set[ast.expr] = set()
        self.sought: set[ast.expr] = set()
        self._read()
        self.stored = {name for owner, name in self.bound if owner != "."}
        stored = self.stored | {part.arg for part in ast.walk(tree) if isinstance(part, ast.arg)}
        self.enums = {name for name in enums - stored if self.defined[name] == 1}
        self.builtin = not (_TAKING - {"product"}) & (stored | {*self.defined})

    @property
    def shared(self) -> bool:
        """Whether other files can see it: in a field, or a constant."""
        return any(owner in ("", ".") for owner, _ in self.levels)

    def handed(self) -> set[ast.expr]:
        """The names of Enums that stand where something carries them, if all that carries is used as it may be."""
        if not self.builtin or not self.enums:
            return set()
        self._bind()
        while True:
            found = {place: level for place in self.bound if (level := self._highest(place)) is not None}
            if found == self.levels:
                break
            self.levels = found
        for place, level in self.levels.items():
            if any(self._level_of(given) not in (level, _ANY) for given in self.bound[place]):
                return set()
        nodes = [node for node in ast.walk(self.tree) if isinstance(node, ast.expr) and self._level(node) is not None]
        handed = {node for node in nodes if self._is_handed(node)}
        mine = [node for node in nodes if not self._is_enum_name(node)]
        if not all(self._fits(node) for node in mine) or not self._closed():
            return set()
        return handed if not (self.named or self.valued) or self._may_ask() else set()

    # What is written where.

    def _read(self) -> None:
        self.defined: dict[str, int] = defaultdict(int)
        waiting: list[tuple[ast.AST, str, str]] = [(self.tree, "", "")]
        while waiting:
            node, scope, owner = waiting.pop()
            self.scopes[node] = scope
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                self.defined[node.name] += 1
            if isinstance(node, ast.Import | ast.ImportFrom):
                for alias in node.names:
                    self.defined[alias.asname or alias.name] += 1
            for name, value in ast.iter_fields(node):
                for child in value if isinstance(value, list) else [value]:
                    if not isinstance(child, ast.AST):
                        continue
                    self.parents[child] = node
                    inner, own = scope, owner
                    if not scope and isinstance(child, ast.ClassDef) and not owner:
                        own = child.name
                    elif not scope and isinstance(child, ast.FunctionDef) and name == "body":
                        inner = f"{owner}.{child.name}" if owner else child.name
                        self.functions[inner] = child
                        if owner:
                            self.methods[child.name].append(inner)
                    if name in ("annotation", "returns"):
                        self.remarks |= {*ast.walk(child)}
                    waiting.append((child, inner, own))
        known = {argument for function in self.functions.values() for argument in _arguments(function)}
        for node, scope in self.scopes.items():
            match node:
                case ast.Name(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                    self.bound[self._place(node)].append(self._given(node))
                case ast.arg(arg=name) if node not in known:
                    self.bound[scope, name].append(None)
                case (
                    ast.MatchAs(name=str(name))
                    | ast.MatchStar(name=str(name))
                    | ast.MatchMapping(rest=str(name))
                    | ast.ExceptHandler(name=str(name))
                    | ast.FunctionDef(name=name)
                    | ast.ClassDef(name=name)
                ) if scope:
                    self.bound[scope, name].append(None)

    def _place(self, node: ast.Name | ast.Attribute) -> Place:
        if isinstance(node, ast.Attribute):
            return ".", node.attr
        if isinstance(self.parents.get(node), ast.Assign | ast.AnnAssign):
            around = self.parents[self.parents[node]]
            if isinstance(around, ast.ClassDef):
                return ".", node.id  # what the class says of all records
        return self.scopes[node], node.id

    def _given(self, node: ast.expr) -> ast.expr | None:
        """What the target gets; loops are told by what they go over."""
        parent = self.parents[node]
        match parent:
            case ast.Assign(targets=[_], value=value):
                return value
            case ast.AnnAssign(value=value):
                return value if value is not None else _FIELD
            case ast.For() | ast.comprehension():
                return _Item(parent.iter, False)
            case ast.Tuple(elts=[_, last]) if last is node:
                outer = self.parents[parent]
                if isinstance(outer, ast.For | ast.comprehension):
                    return _Item(outer.iter, True)
        return None

    # What parameters get.

    def _bind(self) -> None:
        for name, function in self.functions.items():
            arguments = function.args
            every = [*arguments.posonlyargs, *arguments.args]
            for argument, default in zip(reversed(every), reversed(arguments.defaults), strict=False):
                self.bound[name, argument.arg].append(default)
            for argument, given in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
                if given is not None:
                    self.bound[name, argument.arg].append(given)
            if arguments.kwarg:
                self.bound[name, arguments.kwarg.arg].append(None)
            words = {ast.unparse(one.func if isinstance(one, ast.Call) else one) for one in function.decorator_list}
            if not words <= _REMARKS:
                for argument in _arguments(function):
                    self.bound[name, argument.arg].append(None)
        for node in [part for part in self.scopes if isinstance(part, ast.Call)]:
            for target in self._called(node):
                self._give(node, target)

    def _called(self, node: ast.Call) -> Iterator[str]:
        """The functions of the file that it may run; "class Name" for the fields of a dataclass."""
        match node.func:
            case ast.Name(id=name) if name in self.classes and self.defined[name] == 1:
                yield from self._made(name)
            case ast.Name(id=name) if name in self.functions and self.defined[name] == 1:
                yield name
            case ast.Name(id="cls"):
                yield from self._made(self.scopes[node].partition(".")[0])
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"):
                for base in self._bases(self.scopes[node].partition(".")[0]):
                    yield from self._made(base)
            case ast.Attribute(attr=name):
                yield from self.methods.get(name, ())

    def _bases(self, name: str) -> list[str]:
        bases = self.classes[name].bases if name in self.classes else []
        return [base.id for base in bases if isinstance(base, ast.Name) and base.id in self.classes]

    def _made(self, name: str) -> Iterator[str]:
        if f"{name}.__init__" in self.functions:
            yield f"{name}.__init__"
        elif name in self.classes:
            if self.classes[name].decorator_list:
                yield f"class {name}"
            for base in self._bases(name):
                yield from self._made(base)

    def _give(self, node: ast.Call, target: str) -> None:
        if target.startswith("class "):
            names = self._fields(target.removeprefix("class "))
            places = [(".", name) for name in names]
            by_name = dict(zip(names, places, strict=True))
            rest = None
        else:
            function = self.functions[target]
            every = [item.arg for item in (*function.args.posonlyargs, *function.args.args)]
            static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in function.decorator_list)
            every = every[1:] if "." in target and not static else every
            places = [(target, name) for name in every]
            by_name = {name: (target, name) for name in (*every, *(item.arg for item in function.args.kwonlyargs))}
            rest = (target, function.args.vararg.arg) if function.args.vararg else None
        starred = any(isinstance(value, ast.Starred) for value in node.args)
        if starred or any(item.arg is None for item in node.keywords) or self._is_through_class(node, target):
            for place in chain(by_name.values(), [rest] if rest else []):
                self.bound[place].append(None)
            return
        for place, value in zip(places, node.args, strict=False):
            self.bound[place].append(value)
        for item in node.keywords:
            if item.arg in by_name:
                self.bound[by_name[item.arg]].append(item.value)
        if rest:
            more = node.args[len(places) :]
            self.bound[rest].append(_Packed(more) if more else _FIELD)

    def _is_through_class(self, node: ast.Call, target: str) -> bool:
        """`Histogram.cells(histogram, xs)`, where the record is an argument."""
        match node.func:
            case ast.Attribute(value=ast.Name(id=name)) if name in self.classes and target in self.functions:
                words = {ast.unparse(one) for one in self.functions[target].decorator_list}
                return not words & {"staticmethod", "classmethod"}
        return False

    def _fields(self, name: str) -> list[str]:
        """Of a dataclass, those of its base first."""
        own = [
            part.target.id
            for part in self.classes[name].body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        ]
        inherited = [field for base in self._bases(name) for field in self._fields(base)]
        return [*dict.fromkeys((*inherited, *own))]

    # What form values have.

    def _highest(self, place: Place) -> str | None:
        found = {self._level_of(given) for given in self.bound[place]} - {None, _ANY}
        level = max((level for level in found if level is not None), default=None)
        return level if level or place[0] else None  # a constant that is an Enum is another name of it

    def _level_of(self, given: ast.expr | None) -> str | None:
        match given:
            case None:
                return None
            case _Item(over=over, second=second):
                return self._level_of_item(over, second)
            case _Packed(values=values):
                return self._of_all("l", values)
        return self._level(given) if given is not _FIELD else _ANY

    def _level_of_item(self, over: ast.expr, second: bool) -> str | None:
        form = "l"
        match over:
            case ast.Call(func=ast.Attribute(value=base, attr=("items" | "values") as way), args=[]):
                level, form = (self._level(base) if (way == "items") == second else None), "d"
            case ast.Call(func=ast.Name(id="enumerate"), args=[base, *_]) if second:
                level = self._level(base)
            case ast.Call(func=ast.Name(id="zip"), args=[_, base]) if second:
                level = self._level(base)
            case _:
                level = None if second else self._level(over)
        return level[1:] if level and level[0] == form else None

    def _of_all(self, form: str, values: list[ast.expr]) -> str | None:
        levels = {self._level(value) for value in values}
        level = levels.pop() if len(levels) == 1 else None
        return None if level is None else form + level

    def _level(self, node: ast.expr) -> str | None:
        if node in self.remarks:
            return None
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                if name in self.enums:
                    return ""
                own = (self.scopes[node], name)
                return self.levels.get(own if own in self.bound or self._is_parameter(*own) else ("", name))
            case ast.Attribute(attr=name, ctx=ast.Load()):
                return self.levels.get((".", name))
            case ast.Subscript(value=base, slice=at, ctx=ast.Load()) if not isinstance(at, ast.Slice):
                level = self._level(base)
                return level[1:] if level else None
            case ast.Tuple(elts=values, ctx=ast.Load()) | ast.List(elts=values, ctx=ast.Load()):
                return self._of_all("l", values) if values else None
            case ast.Dict(keys=keys, values=values):
                return self._of_all("d", values) if values and None not in keys else None
        return None

    def _is_parameter(self, scope: str, name: str) -> bool:
        function = self.functions.get(scope)
        inside = ast.walk(function) if function is not None else ()
        return any(isinstance(part, ast.arg) and part.arg == name for part in inside)

    # What is done with them.

    def _is_enum_name(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.enums

    def _is_handed(self, node: ast.expr) -> bool:
        """Whether it is the name of an Enum that something gets which carries."""
        if not self._is_enum_name(node):
            return False
        at, parent = node, self.parents[node]
        while isinstance(parent, ast.Tuple | ast.List | ast.Dict) and self._level(at) is not None:
            at, parent = parent, self.parents[parent]
        return self._is_given(at)

    def _is_given(self, node: ast.AST) -> bool:
        return any(
            given is node or (isinstance(given, _Packed) and node in given.values)
            for place in self.levels
            for given in self.bound[place]
        )

    def _fits(self, node: ast.expr) -> bool:
        """Whether what carries, or holds Enums, is used as a tuple of the members may be."""
        level, parent = self._level(node), self.parents[node]
        if self._is_given(node):
            return True
        match parent:
            case ast.For(target=target, iter=over) | ast.comprehension(target=target, iter=over) if over is node:
                return level == "" or isinstance(target, ast.Name)
            case ast.Call(func=ast.Name(id=name), args=args) if node in args and name in _TAKING:
                paired = name == "enumerate" or (name == "zip" and len(args) == 2 and args[1] is node)
                return level == "" or name == "len" or (paired and self._in_pairs(parent))
            case ast.Starred() if isinstance(self.parents[parent], ast.Call):
                call = self.parents[parent]
                words = ("product", "itertools.product")
                return level == "l" and isinstance(call, ast.Call) and ast.unparse(call.func) in words
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()]) if left is not node:
                self.sought |= set() if level else {parent}
                return level in ("", "d")
            case ast.Attribute(attr="items" | "values" | "keys" as way) if level and level[0] == "d":
                call = self.parents[parent]
                around = self.parents[call]
                if not isinstance(around, ast.For | ast.comprehension) or around.iter is not call:
                    return False
                return self._in_pairs(call) if way == "items" else isinstance(around.target, ast.Name)
            case ast.Subscript(value=base, slice=at, ctx=ast.Load()) if base is node and not isinstance(at, ast.Slice):
                self.named |= set() if level else {parent}
                return True
            case ast.Call(func=function, args=[value], keywords=[]) if function is node and level == "":
                self.valued.add(parent)
                return not isinstance(value, ast.Starred)
            case ast.Tuple() | ast.List() | ast.Dict():
                return isinstance(parent, ast.expr) and self._level(parent) is not None
        return False

    def _in_pairs(self, node: ast.AST) -> bool:
        """Whether a loop takes two values at a time of it."""
        match self.parents[node]:
            case ast.For(target=target, iter=over) | ast.comprehension(target=target, iter=over) if over is node:
                pair = target.elts if isinstance(target, ast.Tuple) else []
                return len(pair) == 2 and isinstance(pair[1], ast.Name)
        return False

    def _closed(self) -> bool:
        """Whether nothing else gives these places values, or takes them."""
        fields = {name for owner, name in self.levels if owner == "."}
        taking = {owner for owner, name in self.levels if owner in self.functions and self._is_parameter(owner, name)}
        used = {name.rpartition(".")[2] for name in taking} - {"__init__"}
        named = used | {*self.classes} - self.enums
        parameters = fields | {name for owner, name in self.levels if owner in taking}
        if fields & {*self.methods} or any(self._is_kept(name, fields) for name in self.classes):
            return False
        return all(self._leaves(node, fields, used, named, parameters) for node in self.scopes)

    def _leaves(self, node: ast.AST, fields: set[str], used: set[str], named: set[str], parameters: set[str]) -> bool:
        """Whether this of the file leaves the places alone."""
        match node:
            case ast.Name(id="getattr") if fields:
                call = self.parents[node]
                word = call.args[1] if isinstance(call, ast.Call) and len(call.args) > 1 else None
                return isinstance(word, ast.Constant) and word.value not in fields
            case ast.Name(id=name) if name in _APART and fields:
                return node in self.remarks
            case ast.Attribute(attr="__init__" | "__dict__"):
                return ast.unparse(node.value) == "super()"
            case ast.Attribute(attr=name, ctx=ast.Load()) if name in used:
                return self._is_called(node)
            case ast.Name(id=name, ctx=ast.Load()) if name in named and node not in self.remarks:
                return self._may_be_named(node)
            case ast.MatchClass(cls=ast.Name(id=name), kwd_attrs=words):
                return not fields & {*words} and (name not in self.classes or not fields & {*self._fields(name)})
            case ast.Call(func=ast.Call(func=ast.Name(id="type"))):
                return False
            case ast.Call(keywords=keywords) if not [*self._called(node)]:
                return all(item.arg is not None and item.arg not in parameters for item in keywords)
        return True

    def _is_kept(self, name: str, fields: set[str]) -> bool:
        """Whether it is a NamedTuple with such a field, which is taken apart by its place too."""
        node = self.classes[name]
        bases = {ast.unparse(base) for base in node.bases}
        return "NamedTuple" in " ".join(bases) and bool({*self._fields(name)} & fields)

    def _is_called(self, node: ast.expr) -> bool:
        call = self.parents[node]
        return isinstance(call, ast.Call) and call.func is node

    def _may_be_named(self, node: ast.Name) -> bool:
        """A class that is called, asked for by `isinstance`, a base, or has something behind a dot."""
        parent = self.parents[node]
        if self._is_called(node) or isinstance(parent, ast.ClassDef | ast.Attribute):
            return True
        while isinstance(parent, ast.Tuple | ast.BinOp):
            parent = self.parents[parent]
        return isinstance(parent, ast.Call) and ast.unparse(parent.func) == "isinstance"

    def _may_ask(self) -> bool:
        """Whether a member that is looked for is found by one name, and nobody asks what is wrong if there is none."""
        named = any(isinstance(node, ast.ExceptHandler) and node.name for node in self.scopes)
        return not named and all(_one_each(self.classes[name]) for name in self.enums)


class _Item(ast.expr):
    """An item of what is gone over; `second`: the second one of it."""

    def __init__(self, over: ast.expr, second: bool) -> None:
        self.over = over
        self.second = second


class _Packed(ast.expr):
    """What a parameter with a star gets."""

    def __init__(self, values: list[ast.expr]) -> None:
        self.values = values


def _arguments(function: _Function) -> list[ast.arg]:
    given = function.args
    every = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    return [item for item in every if item is not None]


_FIELD = ast.expr()  # says that there is a field, or that it has no items: nothing is known of it
_ANY = "?"
