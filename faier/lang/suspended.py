"""Generators that have names and are asked for one value after the other, or are sent some: what is left of them.

    it = svt.answers(xs)            def it_run(it_sent):     # whether there is another value, which it_value is then
    first = next(it)                    nonlocal it_at, it_value, ...
    second = it.send(3)                 while True:
                                            if it_at == 0: ...

The function that makes the generator gets its statements, parted where they yield: `it_at` says where it goes on, and
its variables are variables of that function. So what it changes of others it changes when Python does. Where a list
that it goes over could change meanwhile, or the generator is used in another way, it stays, and is refused.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from faier.lang import changes, names
from faier.lang.library import LIBRARY
from faier.lang.occurring import SCOPES, blocks_of, occurring
from faier.lang.placing import moved, placed
from faier.lang.preluded import origins
from faier.lang.yielding_loops import LIBRARY as LAZY
from faier.lang.yielding_loops import library_loops, loops_of

_YIELDS = (ast.Yield, ast.YieldFrom)
_LEAVING = (ast.Return, ast.Break, ast.Continue)
_TAKING = frozenset(["list", "tuple", "sum", "sorted", "min", "max", "set"])
_READING = frozenset(["len", "enumerate", "zip", "reversed", "range", "sum", "min", "max", "sorted", "list", "tuple"])
_BESIDE = frozenset(["enumerate", "reversed", "zip"])
_MOST = 200  # parts of one generator
_ENDED = -1
_SAID = (ast.Constant, ast.Lambda)
_PURE = frozenset(["abs", "len", "max", "min", "int", "bool", "range", "sum"])
_RUNNING, _VALUE = "# running", "# value"  # no text has such names


class _Unfit(Exception):
    """What is not followed."""


def with_suspended(tree: ast.Module) -> ast.Module:
    """The file, in which such generators are parted."""
    if not (_is_asked(tree) or any(map(_gives_back, occurring(tree, ast.FunctionDef)))):
        return tree
    if (_TAKING | _READING | {"next", "enumerate", "StopIteration"}) & set(names.given_names(tree)):
        return tree
    tree = copy.deepcopy(tree)
    for phase in (_Parted.asked, _Parted.paired, _Parted.given_back):
        generators = _Generators(tree)
        gone: list[ast.FunctionDef] = []
        for function in [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]:
            for block in list(blocks_of(function)):
                for statement in list(block):
                    parted = _Parted(tree, function, generators)
                    if phase(parted, statement, block):
                        gone += parted.used
        _Left(gone).visit(tree)
    sent = any(isinstance(part, ast.Attribute) and part.attr == "send" for part in ast.walk(tree))
    for function in [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef) and _yields(part)]:
        if not function.decorator_list:
            for part in _inside_of(function):
                if isinstance(part, ast.Return) and part.value is not None and _is_plain(part.value):
                    part.value = None  # which nobody asks for
        for block in () if sent else blocks_of(function):
            block[:] = [made for part in block for made in _unsent(part)]
    return tree


def _unsent(statement: ast.stmt) -> list[ast.stmt]:
    """`x = yield y` of a generator that is sent nothing."""
    match statement:
        case ast.Assign(targets=[ast.Name()] as targets, value=ast.Yield() as shown):
            nothing = ast.Assign(targets, ast.Constant(None))
            return [placed(ast.Expr(shown), statement), placed(nothing, statement)]
    return [statement]


def _is_asked(tree: ast.Module) -> bool:
    """Whether there are generators, and something that may ask for one value of them, or share variables with them."""
    generators = _Generators(tree)
    for part in occurring(tree, ast.Assign):
        if isinstance(part.value, ast.GeneratorExp) or generators.word(part.value) in LAZY:
            return True
    if not any(map(_yields, occurring(tree, ast.FunctionDef))):
        return False
    called = {part.func.id for part in occurring(tree, ast.Call) if isinstance(part.func, ast.Name)}
    yielding = {part.name for part in occurring(tree, ast.FunctionDef) if _yields(part)}
    values = [part.value for part in occurring(tree, ast.Assign)]
    if any(_is_call_of(value, yielding) for value in values):
        return True
    unpacked = any(isinstance(part.targets[0], (ast.Tuple, ast.List)) for part in occurring(tree, ast.Assign))
    sends = any(part.attr == "send" for part in occurring(tree, ast.Attribute))
    return bool({"next", "zip", "enumerate"} & called) or sends or unpacked or any(map(_has_yield, values))


def _is_call_of(value: ast.expr, functions: Collection[str]) -> bool:
    match value:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in functions
    return False


def _gives_back(function: ast.FunctionDef) -> bool:
    """Whether it is a generator that returns a value."""
    returns = [part for part in _inside_of(function) if isinstance(part, ast.Return) and part.value is not None]
    return bool(returns) and _yields(function)


def _inside_of(function: ast.FunctionDef) -> list[ast.AST]:
    return [part for statement in function.body for part in _inside(statement)]


class _Left(ast.NodeTransformer):
    """Without the generators that nothing mentions any more."""

    def __init__(self, gone: list[ast.FunctionDef]) -> None:
        self.gone = {id(node) for node in gone}
        self.mentioned: Counter[str] = Counter()

    def visit_Module(self, node: ast.Module) -> ast.AST:
        while True:
            parts = list(ast.walk(node))
            self.mentioned = Counter(part.id for part in parts if isinstance(part, ast.Name))
            self.mentioned += Counter(part.attr for part in parts if isinstance(part, ast.Attribute))
            self.generic_visit(node)
            if len(list(ast.walk(node))) == len(parts):
                return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        if id(node) in self.gone and not self.mentioned[node.name]:
            return None
        self.generic_visit(node)
        return node


class _Generators:
    """The generators of the file, by their names."""

    def __init__(self, tree: ast.Module) -> None:
        self.bound = bound = Counter(names.given_names(tree))
        self.origins, self.modules = origins(tree)
        self.functions = {
            node.name: node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and bound[node.name] == 1 and _yields(node) and not node.decorator_list
        }
        self.classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef) and bound[node.name] == 1}
        self.alone = not any(map(is_of_project, tree.body))
        every = [(node, part) for node in tree.body if isinstance(node, ast.ClassDef) for part in node.body]
        methods = [part for _, part in every if isinstance(part, ast.FunctionDef)]
        parts = list(ast.walk(tree))
        defined = Counter(part.name for part in parts if isinstance(part, (ast.FunctionDef, ast.ClassDef)))
        stored = {part.attr for part in parts if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)}
        stored |= {
            name for _, part in every if not isinstance(part, ast.FunctionDef) for name, _ in names.bindings([part])
        }
        self.methods = {
            part.name: part
            for part in methods
            if _yields(part) and not part.decorator_list and not part.name.startswith("__")
            if defined[part.name] == 1 and part.name not in stored
            if not any(hasattr(kind, part.name) for kind in (list, dict, set, str, int, deque, Counter))
        }

    def word(self, call: ast.AST) -> str:
        """The function of Python's library that is called: "map", "itertools.chain"."""
        match call:
            case ast.Call(func=ast.Name(id=name)) if not self.bound[name]:
                return name
            case ast.Call(func=ast.Name(id=name)) if self.bound[name] == 1:
                return self.origins.get(name, "")
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)) if self.bound[name] == 1:
                return f"{self.modules[name]}.{attr}" if name in self.modules else ""
        return ""

    def method(self, call: ast.Call, function: ast.FunctionDef) -> ast.FunctionDef | None:
        """The generator that is called on what a variable holds, where no class of another file may have made that."""
        match call.func:
            case ast.Attribute(value=ast.Name(id=holder), attr=attr):
                made = [
                    part.value
                    for part in ast.walk(function)
                    if isinstance(part, ast.Assign) and any(map(_is_name(holder), part.targets))
                ]
                own = [part.func.id for part in made if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)]
                return self.methods.get(attr) if self.alone or self.classes & set(own) else None
        return None


def _is_name(name: str) -> Callable[[ast.expr], bool]:
    return lambda node: isinstance(node, ast.Name) and node.id == name


def is_of_project(node: ast.stmt) -> bool:
    """Whether it may import a file of the project."""
    match node:
        case ast.ImportFrom(module=module, level=level):
            return bool(level) or (module != "faier" and (module or "") not in LIBRARY)
        case ast.Import(names=aliases):
            return any(alias.name != "faier" and alias.name not in LIBRARY for alias in aliases)
    return False


def _yields(function: ast.FunctionDef) -> bool:
    return any(isinstance(part, _YIELDS) for part in _inside_of(function))


def _inside(node: ast.AST) -> list[ast.AST]:
    """The parts of the statement that are not of another function."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = [node]
    while waiting:
        part = waiting.pop()
        found.append(part)
        if not isinstance(part, SCOPES):
            waiting += list(ast.iter_child_nodes(part))
    return found


@dataclass
class _Frame:
    """Where statements of a generator go on when they leave: the value that it gives back is that of a variable."""

    ended: int
    result: str = ""
    breaking: int | None = None
    continuing: int | None = None
    calls: tuple[str, ...] = ()
    taking: tuple[ast.expr, int, str] | None = (
        None  # where a loop takes what is yielded, and what says where it goes on
    )


@dataclass
class _Machine:
    """The parts of the generator; each begins where it may go on."""

    parts: list[list[ast.stmt]] = field(default_factory=list)
    variables: set[str] = field(default_factory=set)
    outer: set[str] = field(default_factory=set)  # variables of functions around that it changes

    def part(self) -> int:
        if len(self.parts) > _MOST:
            raise _Unfit
        self.parts.append([])
        return len(self.parts) - 1


class _Parted:
    def __init__(self, tree: ast.Module, function: ast.FunctionDef, generators: _Generators) -> None:
        self.tree = tree
        self.function = function
        self.generators = generators
        self.taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | set(names.given_names(tree))
        self.bound = Counter(names.given_names(function)) - Counter([function.name])
        self.machine = _Machine()
        self.at = 0
        self.used: list[ast.FunctionDef] = []
        self.result = ""
        self.written_here: list[ast.stmt] = []
        self.value: ast.expr | None = None  # which makes the iterator
        self.handed: dict[str, ast.Call] = {}  # generators that generators are given
        self.made: dict[str, ast.FunctionDef] = {}  # functions that yield what iterators give

    # What is written in another way. Each says whether it did.

    def asked(self, made: ast.stmt, block: list[ast.stmt]) -> bool:
        """`it = gen(xs)` of a generator that is asked for values; `a, b = record.gen()`, which takes all of them."""
        match made:
            case ast.Assign(targets=[ast.Tuple() | ast.List()], value=ast.Call(func=ast.Attribute()) as call):
                if self.generator(call) is not None:
                    made.value = placed(ast.Call(ast.Name("list", ast.Load()), [call], []), call)
                return False
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                return False
        if self.bound[name] != 1:
            return False
        own = isinstance(value, ast.Call) and self.generator(value) is not None
        made_of = value if own and isinstance(value, ast.Call) else self.yielding(value)
        found = self.generator(made_of) if made_of is not None else None
        if found is None or made_of is None:
            return False
        if not self.is_stepped(name, found, made_of):
            return False
        self.value, call = (value if made_of is not value else None), made_of
        return self.tried(name, call, found, made, block, [])

    def paired(self, made: ast.stmt, block: list[ast.stmt]) -> bool:
        """`for x, y in zip(xs, gen())`, `for i, y in enumerate(gen())` where the generator changes what others see."""
        match made:
            case ast.For(
                target=ast.Tuple(elts=[left, right]),
                iter=ast.Call(func=ast.Name(word), args=[first, *rest], keywords=[]),
                orelse=[],
            ):
                pass
            case _:
                return False
        call = rest[0] if word == "zip" and len(rest) == 1 else first
        found = self.generator(call) if isinstance(call, ast.Call) else None
        if found is None or not isinstance(call, ast.Call) or not _changes_others(found):
            return False
        name = self.fresh("left")
        running = ast.Call(ast.Attribute(ast.Name(name, ast.Load()), _RUNNING, ast.Load()), [], [])
        value = ast.Attribute(ast.Name(name, ast.Load()), _VALUE, ast.Load())
        if word == "zip" and len(rest) == 1 and not any(isinstance(part, ast.Call) for part in ast.walk(first)):
            ended = ast.If(ast.UnaryOp(ast.Not(), running), [ast.Break()], [])
            loop: ast.stmt = ast.For(left, first, [ended, ast.Assign([right], value), *made.body], [])
            begun: list[ast.stmt] = []
        elif word == "enumerate" and all(isinstance(item, ast.Constant) for item in rest):
            index = self.fresh("index")
            begun = [ast.Assign([ast.Name(index, ast.Store())], rest[0] if rest else ast.Constant(0))]
            given: list[ast.stmt] = [ast.Assign([left], ast.Name(index, ast.Load())), ast.Assign([right], value)]
            loop = ast.While(running, [*given, *_made(f"{index} += 1"), *made.body], [])
        else:
            return False
        return self.tried(name, call, found, made, block, [*begun, loop])

    def given_back(self, made: ast.stmt, block: list[ast.stmt]) -> bool:
        """`x = yield from gen(xs)`."""
        match made:
            case ast.Assign(targets=[ast.Name()], value=ast.YieldFrom(value=ast.Call() as call)):
                pass
            case _:
                return False
        found = self.generator(call)
        if found is None:
            return False
        name = self.fresh("left")
        running = ast.Call(ast.Attribute(ast.Name(name, ast.Load()), _RUNNING, ast.Load()), [], [])
        value = ast.Attribute(ast.Name(name, ast.Load()), _VALUE, ast.Load())
        self.result = self.fresh("result")
        last = ast.Assign(made.targets, ast.Name(self.result, ast.Load()))
        return self.tried(name, call, found, made, block, [ast.While(running, [ast.Expr(ast.Yield(value))], []), last])

    def tried(
        self,
        name: str,
        call: ast.Call,
        found: ast.FunctionDef,
        made: ast.stmt,
        block: list[ast.stmt],
        instead: list[ast.stmt],
    ) -> bool:
        self.name = name
        try:
            self.written(made, block, call, found, instead)
        except _Unfit:
            return False
        return True

    def yielding(self, value: ast.expr) -> ast.Call | None:
        """The call of a function that yields what the iterator gives."""
        value = copy.deepcopy(value)
        if isinstance(value, ast.GeneratorExp):
            if any(isinstance(part, (ast.NamedExpr, ast.arg)) for part in ast.walk(value)):
                return None
            first = value.generators[0]
            given, own = [first.iter], [self.fresh("over")]
            first.iter = ast.Name(own[0], ast.Load())
            word = self.generators.word(given[0])
            if word in _BESIDE and isinstance(call := given[0], ast.Call) and not call.keywords:
                given, own = call.args, [*own, *(self.fresh("over") for _ in call.args[1:])]
                first.iter = ast.Call(call.func, [ast.Name(name, ast.Load()) for name in own], [])
            body = loops_of(value, self.taken)
        else:
            word = self.generators.word(value)
            found = library_loops(word, value, self.taken) if isinstance(value, ast.Call) and word in LAZY else None
            if found is None:
                return None
            body, own, given = found
        if any(isinstance(item, ast.Starred) for item in given):
            return None
        arguments = ast.arguments([], [ast.arg(name) for name in own], None, [], [], None, [])
        made = ast.FunctionDef(self.fresh("made"), arguments, body, [], None, None)
        self.made[made.name] = placed(ast.copy_location(made, value), value)
        args = [self.yielding(item) or item if self.is_lazy(item) else item for item in given]
        return placed(ast.Call(ast.Name(made.name, ast.Load()), args, []), value)

    def is_lazy(self, value: ast.expr) -> bool:
        return isinstance(value, ast.GeneratorExp) or self.generators.word(value) in LAZY

    def generator(self, call: ast.Call) -> ast.FunctionDef | None:
        match call.func:
            case ast.Name(id=name) if name in self.made:
                return self.made[name]
            case ast.Name(id=name) if not self.bound[name]:
                return self.generators.functions.get(name)
            case ast.Name(id=name) if self.bound[name] == 1:
                inner = [part for part in self.function.body if isinstance(part, ast.FunctionDef) and part.name == name]
                return inner[0] if inner and _yields(inner[0]) and inner[0].lineno < call.lineno else None
            case ast.Attribute(value=ast.Name(id=holder)) if self.bound[holder] == 1:
                return self.generators.method(call, self.function)
        return None

    def fresh(self, name: str) -> str:
        made = names.fresh(name, self.taken)
        self.taken.add(made)
        return made

    # What is done with it.

    def is_apart(self, found: ast.FunctionDef, inside: ast.AST, own: set[str]) -> bool:
        """Whether it makes no difference that the generator gives all of its values before this is computed: this reads
        its `own` variables alone, or the generator changes nothing."""
        if not _is_quiet(inside):
            return False
        read = {part.id for part in ast.walk(inside) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
        return read <= own | _PURE or all(map(self.is_still, [found, *self.made.values()]))

    def is_still(self, found: ast.FunctionDef) -> bool:
        for part in _inside_of(found):
            match part:
                case ast.Call(func=ast.Name(id=name)) if name in _PURE | _READING and not self.bound[name]:
                    pass
                case ast.Call() | ast.Nonlocal() | ast.Attribute() | ast.NamedExpr() | ast.YieldFrom() | ast.Delete():
                    return False
                case ast.Subscript(ctx=ast.Store()) | ast.AugAssign(target=ast.Attribute() | ast.Subscript()):
                    return False
        return True

    def is_stepped(self, name: str, found_there: ast.FunctionDef, call: ast.Call) -> bool:
        """Whether it is asked for values, gone over and taken whole alone."""
        function = self.function
        yielding = _yields(function)
        if yielding and any(isinstance(part, ast.Try) for part in ast.walk(function)):
            return False  # what ends inside of a generator raises something else there
        allowed: set[int] = set()
        lazy = {
            id(part) for node in ast.walk(function) if isinstance(node, ast.GeneratorExp) for part in ast.walk(node)
        }
        for part in ast.walk(function):
            match part:
                case ast.Call(func=ast.Name("next"), args=[ast.Name(id=found) as item, *rest], keywords=[]):
                    if found == name and len(rest) < 2 and all(map(_is_plain, rest)) and (rest or id(part) not in lazy):
                        allowed.add(id(item))
                case ast.Call(func=ast.Attribute(value=ast.Name(id=found) as item, attr="send"), args=[_], keywords=[]):
                    if found == name and id(part) not in lazy:
                        allowed.add(id(item))
                case ast.Expr(
                    ast.Call(func=ast.Attribute(value=ast.Name() as item, attr="close"), args=[], keywords=[])
                ):
                    allowed.add(id(item))
                case ast.For(iter=ast.Name() as item) | ast.Expr(value=ast.YieldFrom(value=ast.Name() as item)):
                    allowed.add(id(item))
                case ast.For(
                    iter=ast.Call(func=ast.Name("enumerate"), args=[ast.Name() as item, *rest], keywords=[])
                ) if all(isinstance(start, ast.Constant) for start in rest):
                    allowed.add(id(item))
                case ast.AugAssign(target=ast.Name(id=grown), op=ast.Add(), value=ast.Name() as item):
                    every = [call, found_there, *self.made.values()]
                    seen = {inner.id for node in every for inner in ast.walk(node) if isinstance(inner, ast.Name)}
                    if grown not in seen and all(map(self.is_still, [found_there, *self.made.values()])):
                        allowed.add(id(item))
                case ast.ListComp(generators=[ast.comprehension(iter=ast.Name() as item), *_]):
                    if self.is_apart(found_there, part, _stored_in(part) | {item.id}):
                        allowed.add(id(item))
                case ast.Call(func=ast.Name("any" | "all"), args=[ast.Name() as item], keywords=[]):
                    allowed.add(id(item))
                case ast.Call(func=ast.Name(id=taking), args=[ast.Name() as item], keywords=words) if taking in _TAKING:
                    said = [word.value for word in words if isinstance(word.value, _SAID)]
                    if len(said) == len(words) and all(
                        self.is_apart(found_there, value, _stored_in(value)) for value in said
                    ):
                        allowed.add(id(item))
        read = [part for part in ast.walk(function) if isinstance(part, ast.Name) and part.id == name]
        return bool(allowed) and all(id(part) in allowed for part in read if isinstance(part.ctx, ast.Load))

    def written(
        self, made: ast.stmt, block: list[ast.stmt], call: ast.Call, found: ast.FunctionDef, instead: list[ast.stmt]
    ) -> None:
        name, machine, function = self.name, self.machine, self.function
        every = ("at", "value", "sent", "run", "next", "send", "rest", "any", "all")
        words = {word: self.fresh(f"{name}_{word}") for word in every}
        self.words = words
        machine.variables |= {words["at"], words["value"], *([self.result] if self.result else [])}
        self.at = machine.part()
        setup: list[ast.stmt] = []
        if self.result:
            setup += _made(f"{self.result} = None")
        self.inlined(found, call, _Frame(_ENDED, self.result), setup, first=True)
        self.goto(_ENDED)
        unset = sorted(machine.variables | _stored(setup))
        before = [_made(f"for {variable} in ():\n    pass")[0] for variable in unset]
        before += [self.running(), *self.asking()]
        setup += _made(f"{words['at']} = 0\n{words['value']} = None")
        where = next(at for at, node in enumerate(block) if node is made)
        block[where : where + 1] = [placed(part, made) for part in (*setup, *instead)]
        at = int(ast.get_docstring(function) is not None)
        if found in function.body:
            at = function.body.index(found) + 1
        function.body[at:at] = [placed(part, made) for part in before]
        asked = _Asked(name, words, self.fresh)
        function.body[:] = [node for part in function.body for node in _several(asked.visit(part))]

    def running(self) -> ast.stmt:
        words, parts = self.words, self.machine.parts
        at = words["at"]
        chain: list[ast.stmt] = [ast.Return(ast.Constant(False))]
        for number in reversed(range(len(parts))):
            test = _expression(f"{at} == {number}")
            begin = _made(f"{at} = {_ENDED}")
            chain = [ast.If(test, [*begin, *parts[number]], chain)]
        shared = ", ".join(sorted(self.machine.variables | self.machine.outer))
        text = f"def {words['run']}({words['sent']}):\n    nonlocal {shared}\n    while True:\n        pass"
        (run,) = _made(text)
        assert isinstance(run, ast.FunctionDef)
        assert isinstance(run.body[1], ast.While)
        run.body[1].body = chain
        return run

    def asking(self) -> list[ast.stmt]:
        words = self.words
        raised = "RuntimeError" if _yields(self.function) else "StopIteration"
        text = (
            "def {next}():\n    if {run}(None):\n        return {value}\n    raise {raised}\n"
            "def {send}(value):\n    if {at} == 0 and value is not None:\n        raise TypeError\n"
            "    if {run}(value):\n        return {value}\n    raise {raised}\n"
            "def {rest}():\n    left = []\n    while {run}(None):\n        left.append({value})\n    return left\n"
        )
        for part in ast.walk(self.function):
            match part:
                case ast.Call(func=ast.Name("any" | "all" as word), args=[ast.Name(id=name)]) if name == self.name:
                    found = "" if word == "any" else "not "
                    told = "True" if word == "any" else "False"
                    other = "False" if word == "any" else "True"
                    if f"def {words[word]}()" not in text.format(raised=raised, **words):
                        text += (
                            f"def {words[word]}():\n    while {{run}}(None):\n        if {found}{{value}}:\n"
                            f"            return {told}\n    return {other}\n"
                        )
        return _made(text.format(raised=raised, **words))

    # The statements.

    def goto(self, label: int) -> None:
        self.machine.parts[self.at] += _made(f"{self.words['at']} = {label}")

    def branch(self, test: ast.expr, yes: int, no: int) -> None:
        made = _made(f"{self.words['at']} = {yes} if x else {no}")[0]
        assert isinstance(made, ast.Assign)
        assert isinstance(made.value, ast.IfExp)
        made.value.test = test
        self.machine.parts[self.at].append(made)

    def inlined(
        self, found: ast.FunctionDef, call: ast.Call, frame: _Frame, setup: list[ast.stmt], first: bool = False
    ) -> None:
        """Adds the statements of the generator; `setup` gets what its call computes."""
        if found.name in frame.calls or len(frame.calls) > 4:
            raise _Unfit
        self.used.append(found)
        body = found.body[1:] if ast.get_docstring(found) is not None else found.body
        inside = [part for statement in body for part in ast.walk(statement)]
        nested = (
            ast.FunctionDef,
            ast.AsyncFunctionDef,
            ast.ClassDef,
            ast.Await,
            ast.Import,
            ast.ImportFrom,
            ast.Global,
        )
        if any(isinstance(part, nested) for part in inside) or names.captures(inside):
            raise _Unfit
        mentioned = {part.id for part in inside if isinstance(part, ast.Name)}
        attributes = [part.attr for part in inside if isinstance(part, ast.Attribute)]
        if {"super", "__class__", "StopIteration"} & mentioned or any(map(_is_mangled, [*attributes, *mentioned])):
            raise _Unfit
        outer = {name for part in inside if isinstance(part, ast.Nonlocal) for name in part.names}
        local = {name for name, _ in names.bindings(body)} - outer
        given = self.arguments(found, call)
        inner = {part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        inner -= local | outer  # of comprehensions
        lazy = [value for value in given.values() if not (isinstance(value, ast.Call) and self.generator(value))]
        if inner & given.keys() or any(map(_is_lazy, lazy)):
            raise _Unfit
        free = mentioned - local - inner - given.keys() - outer
        own = found in self.function.body or found in self.made.values()
        if not own and (outer or any(self.bound[name] for name in free)):
            raise _Unfit
        lambdas = {
            item.arg
            for part in inside
            if isinstance(part, ast.Lambda)
            for item in ast.walk(part.args)
            if isinstance(item, ast.arg)
        }
        instead: dict[str, ast.expr] = {}
        for name, value in given.items():
            handed = self.generator(value) if isinstance(value, ast.Call) else None
            if handed is not None and isinstance(value, ast.Call):
                if name in local or not _is_gone_over_once(body, name):
                    raise _Unfit
                variable = self.fresh(f"{self.name}_{name}")
                instead[name] = ast.Name(variable, ast.Load())
                self.handed[variable] = self.begun(handed, value, setup)
            elif name in local or not self.is_fixed(value):
                variable = self.fresh(f"{self.name}_{name}")
                instead[name] = ast.Name(variable, ast.Load())
                setup.append(placed(ast.Assign([ast.Name(variable, ast.Store())], value), call))
                if name in local or not first:
                    self.machine.variables.add(variable)
            else:
                instead[name] = value
        for name in sorted((local | inner) - given.keys()):
            variable = self.fresh(f"{self.name}_{name}")
            instead[name] = ast.Name(variable, ast.Load())
            self.machine.variables |= {variable} & {variable for _ in local & {name}}
        if lambdas & instead.keys():
            raise _Unfit
        self.machine.outer |= outer
        rename = _Instead(instead)
        statements = [rename.visit(copy.deepcopy(part)) for part in body if not isinstance(part, ast.Nonlocal)]
        self.written_here += statements
        calls = (*frame.calls, found.name)
        self.block(statements, _Frame(frame.ended, frame.result, calls=calls, taking=frame.taking))

    def begun(self, found: ast.FunctionDef, call: ast.Call, setup: list[ast.stmt]) -> ast.Call:
        """The call of a generator that is handed to another one: what it is given is computed now."""
        made = copy.deepcopy(call)
        for value in self.arguments(found, call).values():
            handed = self.generator(value) if isinstance(value, ast.Call) else None
            if handed is None and _is_lazy(value):
                raise _Unfit

        def kept(value: ast.expr) -> ast.expr:
            handed = self.generator(value) if isinstance(value, ast.Call) else None
            if handed is not None and isinstance(value, ast.Call):
                return self.begun(handed, value, setup)
            if self.is_fixed(value):
                return value
            variable = self.fresh(f"{self.name}_given")
            self.machine.variables.add(variable)
            setup.append(placed(ast.Assign([ast.Name(variable, ast.Store())], value), call))
            return ast.Name(variable, ast.Load())

        made.args = [kept(value) for value in made.args]
        made.keywords = [ast.keyword(item.arg, kept(item.value)) for item in made.keywords]
        return made

    def arguments(self, found: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr]:
        args = found.args
        if args.vararg or args.kwarg or args.posonlyargs:
            raise _Unfit
        takes = [item.arg for item in args.args]
        values = list(call.args)
        if isinstance(call.func, ast.Attribute):
            values.insert(0, call.func.value)
        if len(values) > len(takes) or any(isinstance(item, ast.Starred) for item in values):
            raise _Unfit
        given = dict(zip(takes, values, strict=False))
        for item in call.keywords:
            if (
                item.arg is None
                or item.arg in given
                or item.arg not in [*takes, *(part.arg for part in args.kwonlyargs)]
            ):
                raise _Unfit
            given[item.arg] = item.value
        defaults = dict(zip(reversed(takes), reversed(args.defaults), strict=False))
        late = zip(args.kwonlyargs, args.kw_defaults, strict=True)
        defaults |= {item.arg: value for item, value in late if value is not None}
        for name, value in defaults.items():
            if name not in given:
                if not isinstance(value, ast.Constant):
                    raise _Unfit
                given[name] = value
        if given.keys() != {*takes, *(part.arg for part in args.kwonlyargs)}:
            raise _Unfit
        return given

    def is_fixed(self, value: ast.expr) -> bool:
        """Whether it is the same wherever it is read: a number, or a name that gets one value, outside of loops."""
        if not isinstance(value, ast.Name):
            return isinstance(value, ast.Constant)
        given = {item.arg for item in ast.walk(self.function.args) if isinstance(item, ast.arg)}
        made = {target.id for part in self.function.body for target in _targets(part)}
        return not self.bound[value.id] or (self.bound[value.id] == 1 and value.id in given | made)

    def block(self, statements: list[ast.stmt], frame: _Frame) -> None:
        for statement in statements:
            self.statement(statement, frame)

    def statement(self, node: ast.stmt, frame: _Frame) -> None:
        inside = _inside(node)
        if not any(isinstance(part, (*_YIELDS, ast.Return)) for part in inside) and not _leaves(node):
            self.machine.parts[self.at].append(node)
            return
        match node:
            case ast.Expr(value=ast.Yield(value=value)):
                self.yielded(value, "", frame)
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=ast.Yield(value=value))
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.Yield(value=value))
            ):
                self.yielded(value, name, frame)
            case ast.Expr(value=ast.YieldFrom(value=value)):
                self.delegated(value, "", frame)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.YieldFrom(value=value)):
                self.delegated(value, name, frame)
            case ast.Return(value=value):
                if value is not None and frame.result:
                    self.machine.parts[self.at] += [ast.Assign([ast.Name(frame.result, ast.Store())], value)]
                elif value is not None and not _is_plain(value):
                    raise _Unfit
                elif frame.result:
                    self.machine.parts[self.at] += _made(f"{frame.result} = None")
                self.leave(frame.ended)
            case ast.Break() if frame.breaking is not None:
                self.leave(frame.breaking)
            case ast.Continue() if frame.continuing is not None:
                self.leave(frame.continuing)
            case ast.If(test=test, body=body, orelse=orelse) if not _has_yield(test):
                yes, no, after = self.machine.part(), self.machine.part(), self.machine.part()
                self.branch(test, yes, no)
                for label, inner in ((yes, body), (no, orelse)):
                    self.at = label
                    self.block(inner, frame)
                    self.goto(after)
                self.at = after
            case ast.While(test=test, body=body, orelse=orelse) if not _has_yield(test):
                self.looped(test, [], body, orelse, frame)
            case ast.For(iter=iterable) if not _has_yield(iterable):
                self.gone_over(node, frame)
            case _:
                raise _Unfit

    def leave(self, label: int) -> None:
        self.goto(label)
        self.at = self.machine.part()  # which nothing comes to

    def yielded(self, value: ast.expr | None, name: str, frame: _Frame) -> None:
        if value is not None and _has_yield(value):
            raise _Unfit
        after = self.machine.part()
        if frame.taking is not None:
            target, label, place = frame.taking
            taken = ast.Assign([copy.deepcopy(target)], value or ast.Constant(None))
            self.machine.parts[self.at] += [taken, *_made(f"{place} = {after}")]
            self.goto(label)
            self.at = after
            if name:  # which a loop sends nothing
                self.machine.parts[self.at] += _made(f"{name} = None")
            return
        shown = ast.Assign([ast.Name(self.words["value"], ast.Store())], value or ast.Constant(None))
        self.machine.parts[self.at].append(shown)
        self.goto(after)
        self.machine.parts[self.at].append(ast.Return(ast.Constant(True)))
        self.at = after
        if name:
            self.machine.parts[self.at] += _made(f"{name} = {self.words['sent']}")

    def delegated(self, value: ast.expr, name: str, frame: _Frame) -> None:
        """`x = yield from inner(xs)`."""
        found = self.generator(value) if isinstance(value, ast.Call) else None
        if found is None or not isinstance(value, ast.Call):
            if name or isinstance(value, ast.Name) or not isinstance(value, (ast.List, ast.Tuple)):
                raise _Unfit
            variable = self.fresh(f"{self.name}_item")
            self.machine.variables.add(variable)
            shown = ast.Expr(ast.Yield(ast.Name(variable, ast.Load())))
            self.gone_over(ast.For(ast.Name(variable, ast.Store()), value, [shown], []), frame)
            return
        after = self.machine.part()
        setup: list[ast.stmt] = []
        begin = self.at
        self.at = self.machine.part()
        start = self.at
        self.inlined(found, value, _Frame(after, name, calls=frame.calls, taking=frame.taking), setup)
        if name:
            self.machine.parts[self.at] += _made(f"{name} = None")
        self.goto(after)
        self.at = begin
        self.machine.parts[self.at] += setup
        self.goto(start)
        self.at = after

    def looped(
        self, test: ast.expr, first: list[ast.stmt], body: list[ast.stmt], orelse: list[ast.stmt], frame: _Frame
    ) -> None:
        head, inner, otherwise, after = (self.machine.part() for _ in range(4))
        self.goto(head)
        self.at = head
        self.branch(test, inner, otherwise)
        self.at = inner
        self.machine.parts[self.at] += first
        self.block(body, _Frame(frame.ended, frame.result, after, head, frame.calls, frame.taking))
        self.goto(head)
        self.at = otherwise
        self.block(orelse, frame)
        self.goto(after)
        self.at = after

    def gone_over(self, node: ast.For, frame: _Frame) -> None:
        """A loop whose turns yield: over a tuple of what Python goes over, or beside another generator."""
        match node.iter:
            case ast.Name(id=name) if name in self.handed:
                return self.beside(node.target, [], self.handed[name], node, frame)
            case ast.Call() as call if self.generator(call) is not None:
                return self.beside(node.target, [], call, node, frame)
            case ast.Call(func=ast.Name("enumerate"), args=[ast.Name(id=name)], keywords=[]) if name in self.handed:
                match node.target:
                    case ast.Tuple(elts=[ast.Name() as left, right]):
                        index = self.fresh(f"{self.name}_index")
                        self.machine.variables.add(index)
                        self.machine.parts[self.at] += _made(f"{index} = 0")
                        first: list[ast.stmt] = [ast.Assign([left], ast.Name(index, ast.Load()))]
                        first += _made(f"{index} += 1")
                        return self.beside(right, first, self.handed[name], node, frame)
                raise _Unfit
        still = _Still(self.tree, self.function, self.written_here, self.value)
        if not still.holds(node.iter):
            if isinstance(node.iter, ast.Name) and self.is_fixed(node.iter) and still.is_list(node.iter.id):
                return self.by_places(node, frame)
            raise _Unfit
        items, index = self.fresh(f"{self.name}_items"), self.fresh(f"{self.name}_index")
        self.machine.variables |= {items, index}
        begin = _made(f"{items} = tuple(x)\n{index} = 0")
        assert isinstance(begin[0], ast.Assign)
        assert isinstance(begin[0].value, ast.Call)
        begin[0].value.args = [node.iter]
        self.machine.parts[self.at] += begin
        taken = _made(f"x = {items}[{index}]\n{index} += 1")
        assert isinstance(taken[0], ast.Assign)
        taken[0].targets = [node.target]
        test = _expression(f"{index} < len({items})")
        self.looped(test, taken, node.body, node.orelse, frame)

    def by_places(self, node: ast.For, frame: _Frame) -> None:
        """A loop over a list, which may change meanwhile: Python takes what is at the next place then."""
        assert isinstance(node.iter, ast.Name)
        index = self.fresh(f"{self.name}_index")
        self.machine.variables.add(index)
        self.machine.parts[self.at] += _made(f"{index} = 0")
        taken = _made(f"x = {node.iter.id}[{index}]\n{index} += 1")
        assert isinstance(taken[0], ast.Assign)
        taken[0].targets = [node.target]
        test = _expression(f"{index} < len({node.iter.id})")
        self.looped(test, taken, node.body, node.orelse, frame)

    def beside(self, target: ast.expr, first: list[ast.stmt], call: ast.Call, node: ast.For, frame: _Frame) -> None:
        """A loop over another generator, which goes on where it was after each turn."""
        found = self.generator(call)
        if found is None or node.orelse:
            raise _Unfit
        place = self.fresh(f"{self.name}_place")
        self.machine.variables.add(place)
        body, again, after = (self.machine.part() for _ in range(3))
        self.machine.parts[again] += _made(f"{self.words['at']} = {place}")
        begin = self.at
        self.at = start = self.machine.part()
        setup: list[ast.stmt] = []
        self.inlined(found, call, _Frame(after, calls=frame.calls, taking=(target, body, place)), setup)
        self.goto(after)
        self.at = begin
        self.machine.parts[self.at] += setup
        self.goto(start)
        self.at = body
        self.machine.parts[self.at] += first
        self.block(node.body, _Frame(frame.ended, frame.result, after, again, frame.calls, frame.taking))
        self.goto(again)
        self.at = after


def _is_gone_over_once(body: list[ast.stmt], name: str) -> bool:
    """Whether a loop of the body, and nothing else, goes over it."""
    mentions = sum(isinstance(part, ast.Name) and part.id == name for node in body for part in ast.walk(node))
    loops = [node.iter for node in body if isinstance(node, ast.For)]
    whole = [node.args[0] if isinstance(node, ast.Call) and len(node.args) == 1 else node for node in loops]
    return mentions == 1 and sum(isinstance(item, ast.Name) and item.id == name for item in whole) == 1


class _Still:
    """Whether nothing changes what a loop goes over."""

    def __init__(
        self, tree: ast.Module, function: ast.FunctionDef, more: list[ast.stmt], but: ast.expr | None = None
    ) -> None:
        self.tree = tree
        self.function = function
        left = set(map(id, ast.walk(but))) if but is not None else set()
        self.parts = [part for node in (function, *more) for part in ast.walk(node) if id(part) not in left]
        every = [part for node in (tree, *more) for part in ast.walk(node)]
        self.parents = {id(child): part for part in every for child in ast.iter_child_nodes(part)}

    def holds(self, node: ast.expr) -> bool:
        match node:
            case ast.Constant():
                return True
            case ast.Name(id=name):
                return self.is_read(name)
            case ast.Attribute(value=ast.Name(), attr=attr):
                return self.is_read_of_records(attr)
            case ast.Call(func=ast.Name("range" | "sorted" | "list" | "tuple"), keywords=[]):
                return not any(isinstance(part, (*_YIELDS, ast.GeneratorExp)) for part in ast.walk(node))
            case ast.Call(func=ast.Name("enumerate" | "zip" | "reversed"), args=args, keywords=[]):
                return all(map(self.holds, args))
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return not any(isinstance(part, ast.Starred) for part in parts)
        return False

    def is_list(self, name: str) -> bool:
        """Whether the variable holds a list that is made there."""
        stored = [part for part in ast.walk(self.function) if isinstance(part, ast.Name) and part.id == name]
        stored = [part for part in stored if not isinstance(part.ctx, ast.Load)]
        return len(stored) == 1 and self.is_made(stored[0], ("list", "sorted"))

    def is_read(self, name: str) -> bool:
        """Whether the variable is only read, also by a generator that is given it."""
        parts = [part for part in self.parts if isinstance(part, ast.Name) and part.id == name]
        return all(isinstance(part.ctx, ast.Load) or self.is_made(part) for part in parts) and all(
            self.is_reading(part) for part in parts if isinstance(part.ctx, ast.Load)
        )

    def is_made(self, part: ast.Name, by: Collection[str] = ("list", "sorted", "tuple", "range")) -> bool:
        """Whether it gets a value that nobody else has."""
        match self.parents.get(id(part)):
            case ast.Assign(targets=[ast.Name()], value=value):
                pass
            case ast.Tuple(elts=targets) as around:
                match self.parents.get(id(around)):
                    case ast.Assign(targets=[ast.Tuple()], value=ast.Tuple(elts=values)) if len(values) == len(targets):
                        value = values[targets.index(part)]
                    case _:
                        return False
            case _:
                return False
        match value:
            case ast.List() | ast.ListComp():
                return True
            case ast.Tuple():
                return "tuple" in by
            case ast.Call(func=ast.Name(id=made)):
                return made in by
        return False

    def is_reading(self, part: ast.expr) -> bool:
        around = self.parents.get(id(part))
        match around:
            case ast.Call(func=ast.Name(id=name)) if name in _READING:
                return True
            case ast.Call(func=called) if part is not called and self.only_gone_over(around, part):
                return True
            case ast.Subscript(ctx=ast.Load(), value=value) if value is part:
                return True
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable) if iterable is part:
                return True
            case ast.Compare() | ast.Starred():
                return True
            case ast.Attribute(attr=attr):
                return attr in ("index", "count") and attr not in changes.NAMES
        return False

    def only_gone_over(self, call: ast.Call, part: ast.expr, deeper: int = 3) -> bool:
        """Whether what is called only goes over it: a generator of the file, or a class that keeps it so."""
        generators = _Generators(self.tree)
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        found = generators.functions.get(name) or generators.methods.get(name) or self.nested(call)
        shift = isinstance(call.func, ast.Attribute)
        if found is None:
            made = [node for node in self.tree.body if isinstance(node, ast.ClassDef) and node.name == name]
            inits = [item for node in made for item in node.body if isinstance(item, ast.FunctionDef)]
            found = next((item for item in inits if item.name == "__init__"), None)
            shift = True
        if found is None or part not in call.args:
            return False
        at = call.args.index(part) + shift
        if at >= len(found.args.args) or any(isinstance(item, ast.Starred) for item in call.args):
            return False
        own = found.args.args[at].arg
        for item in ast.walk(found):
            if isinstance(item, ast.Name) and item.id == own:
                match self.parents.get(id(item)):
                    case ast.For(iter=iterable) | ast.comprehension(iter=iterable) if iterable is item:
                        pass
                    case ast.Call(func=ast.Name(id=read)) if read in _READING:
                        pass
                    case ast.Call() as inner if deeper and self.only_gone_over(inner, item, deeper - 1):
                        pass
                    case ast.Assign(targets=[ast.Attribute(value=ast.Name("self"), attr=attr)]):
                        if not self.is_read_of_records(attr):
                            return False
                    case _:
                        return False
        return True

    def nested(self, call: ast.Call) -> ast.FunctionDef | None:
        """The function inside of this one that is called."""
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        found = [part for part in self.function.body if isinstance(part, ast.FunctionDef) and part.name == name]
        return found[0] if len(found) == 1 and given_once(self.function, name) else None

    def is_read_of_records(self, attr: str) -> bool:
        """Whether fields of that name get their values in `__init__`, and are only read."""
        inits = {
            id(part)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef) and node.name == "__init__"
            for part in node.body
        }
        for part in ast.walk(self.tree):
            if isinstance(part, ast.Attribute) and part.attr == attr:
                if isinstance(part.ctx, ast.Load):
                    if not self.is_reading(part):
                        return False
                elif id(self.parents.get(id(part))) not in inits:
                    return False
        return True


def given_once(function: ast.FunctionDef, name: str) -> bool:
    return names.given_names(function).count(name) == 1


def _made(text: str) -> list[ast.stmt]:
    """The statements, which stand nowhere yet."""
    made = ast.parse(text)
    for part in ast.walk(made):
        for word in part._attributes:
            if hasattr(part, word):
                delattr(part, word)
    return made.body


def _expression(text: str) -> ast.expr:
    (made,) = _made(text)
    assert isinstance(made, ast.Expr)
    return made.value


def _stored(statements: list[ast.stmt]) -> set[str]:
    return {name for name, _ in names.bindings(statements)}


def _has_yield(node: ast.AST) -> bool:
    return any(isinstance(part, _YIELDS) for part in ast.walk(node))


def _leaves(node: ast.stmt) -> bool:
    """Whether a `break` or `continue` in it is about a loop around it."""
    match node:
        case ast.Break() | ast.Continue():
            return True
        case ast.For() | ast.While():
            return any(map(_leaves, node.orelse))
        case ast.If():
            return any(map(_leaves, [*node.body, *node.orelse]))
        case ast.With():
            return any(map(_leaves, node.body))
        case ast.Try():
            blocks = [
                *node.body,
                *node.orelse,
                *node.finalbody,
                *(part for item in node.handlers for part in item.body),
            ]
            return any(map(_leaves, blocks))
        case ast.Match():
            return any(_leaves(part) for case in node.cases for part in case.body)
    return False


def _is_plain(node: ast.expr) -> bool:
    """Whether nothing happens where it is computed."""
    return isinstance(node, (ast.Constant, ast.Name)) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    )


def _stored_in(node: ast.AST) -> set[str]:
    """The variables that are its own."""
    return set(names.given_names(node))


def _is_quiet(node: ast.AST) -> bool:
    """Whether it makes no difference to others that it is computed, or when."""
    for part in ast.walk(node):
        match part:
            case ast.Call(func=called) if not (isinstance(called, ast.Name) and called.id in _PURE):
                return False
            case ast.NamedExpr() | ast.Yield() | ast.YieldFrom() | ast.Attribute():
                return False
    return True


def _is_lazy(node: ast.expr) -> bool:
    """Whether it may compute one value after the other."""
    match node:
        case ast.Constant() | ast.Name() | ast.Attribute() | ast.BinOp() | ast.List() | ast.Tuple() | ast.ListComp():
            return False
        case ast.Call(func=ast.Name(id=name)):
            return name not in ("list", "tuple", "sorted", "range", "len", "sum", "min", "max", "uniform", "flip")
    return not isinstance(node, (ast.UnaryOp, ast.Compare, ast.BoolOp, ast.Subscript, ast.Lambda, ast.IfExp))


def _is_mangled(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def _targets(statement: ast.stmt) -> list[ast.Name]:
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return [part for part in ast.walk(statement) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    return []


def _several(made: ast.stmt | list[ast.stmt]) -> list[ast.stmt]:
    return made if isinstance(made, list) else [made]


def _changes_others(function: ast.FunctionDef) -> bool:
    """Whether it may change something that others see."""
    for part in _inside_of(function):
        match part:
            case (
                ast.Nonlocal() | ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del())
            ):
                return True
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in changes.NAMES:
                return True
    return False


class _Asked(ast.NodeTransformer):
    """What is done with the generator, in the function that has it."""

    def __init__(self, name: str, words: dict[str, str], fresh: Callable[[str], str]) -> None:
        self.name = name
        self.words = words
        self.fresh = fresh

    def is_it(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self.name

    def called(self, word: str, args: list[ast.expr], at: ast.AST) -> ast.expr:
        return placed(ast.Call(ast.Name(self.words[word], ast.Load()), args, []), at)

    def step(self, at: ast.AST) -> ast.expr:
        return self.called("run", [placed(ast.Constant(None), at)], at)

    def value(self, at: ast.AST) -> ast.expr:
        return placed(ast.Name(self.words["value"], ast.Load()), at)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name("next"), args=[item]) if self.is_it(item):
                return self.called("next", [], node)
            case ast.Call(func=ast.Name("next"), args=[item, default]) if self.is_it(item):
                return placed(ast.IfExp(self.step(node), self.value(node), default), node)
            case ast.Call(func=ast.Attribute(value=item, attr="# running")) if self.is_it(item):
                return self.step(node)
            case ast.Call(func=ast.Attribute(value=item, attr="send"), args=[value]) if self.is_it(item):
                return self.called("send", [value], node)
            case ast.Call(func=ast.Name("any" | "all" as word), args=[item]) if self.is_it(item):
                return self.called(word, [], node)
            case ast.Call(func=ast.Name(), args=[item]) if self.is_it(item):
                node.args = [self.called("rest", [], node)]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        if self.is_it(node.value):
            node.value = self.called("rest", [], node.value)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        if self.is_it(node.iter):
            node.iter = self.called("rest", [], node.iter)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if node.attr == _VALUE and self.is_it(node.value):
            return self.value(node)
        self.generic_visit(node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        match node.value:
            case ast.Call(func=ast.Attribute(value=item, attr="close")) if self.is_it(item):
                ended = _made(f"{self.words['at']} = {_ENDED}")[0]
                return moved(ended, node)
            case ast.YieldFrom(value=item) if self.is_it(item):
                shown = placed(ast.Expr(ast.Yield(self.value(node))), node)
                return placed(ast.While(self.step(node), [shown], []), node)
        self.generic_visit(node)
        return node

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        match node.iter:
            case ast.Call(func=ast.Name("enumerate"), args=[item, *rest]) if self.is_it(item):
                place = self.fresh("place")
                begun = ast.Assign([ast.Name(place, ast.Store())], rest[0] if rest else ast.Constant(0))
                pair = ast.Tuple([ast.Name(place, ast.Load()), self.value(node.iter)], ast.Load())
                begin: list[ast.stmt] = [ast.Assign([node.target], pair), *_made(f"{place} += 1")]
                found = ast.For(node.target, item, node.body, node.orelse)
                loop = self.visit_For(ast.copy_location(found, node))
                assert isinstance(loop, ast.While)
                loop.body[:1] = [placed(part, node.iter) for part in begin]
                return [placed(begun, node.iter), loop]
        over = self.is_it(node.iter)
        self.generic_visit(node)
        if not over:
            return node
        first = placed(ast.Assign([node.target], self.value(node.iter)), node.iter)
        return placed(ast.While(self.step(node.iter), [first, *node.body], node.orelse), node)


class _Instead(ast.NodeTransformer):
    def __init__(self, instead: dict[str, ast.expr]) -> None:
        self.instead = instead

    def visit_Name(self, node: ast.Name) -> ast.AST:
        made = self.instead.get(node.id)
        if made is None:
            return node
        if not isinstance(node.ctx, ast.Load):
            if not isinstance(made, ast.Name):
                raise _Unfit
            return ast.copy_location(ast.Name(made.id, node.ctx), node)
        return moved(copy.deepcopy(made), node)
