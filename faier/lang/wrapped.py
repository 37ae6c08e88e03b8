"""Decorators of the file that give back a function around another one: that function, written out for each.

    def clipped(lo, hi):                        def count_2(rows, least=1):
        def decorate(function):                     return sum(row >= least for row in rows)
            @wraps(function)
            def inner(*args, **kwargs):         def count(rows, least=1):
                x = function(*args, **kwargs)       x = count_2(rows, least)
                return clamp(x, lo, hi)             return clamp(x, 0, 2)
            return inner
        return decorate

    @clipped(0, 2)
    def count(rows, least=1): ...

The same is written for methods, for functions inside of others, and for `count = clipped(0, 2)(total)`. What a
decorator computes or checks before it makes the function stands before it. What is not of this form stays, and is
refused where it is read.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from dataclasses import dataclass

from faier.lang import names
from faier.lang.occurring import SCOPES, blocks_of
from faier.lang.placing import placed


@dataclass(frozen=True)
class _Wrapper:
    given: ast.arguments | None  # what the decorator itself takes; nothing where it is no call
    before: list[ast.stmt]  # what it checks and computes of that
    kept: list[ast.stmt]  # what it computes for each function
    function: str  # what is decorated
    inner: ast.FunctionDef
    named: bool  # whether it has the name of what is decorated


@dataclass
class _Around:
    """A function that is written around another one, which `own` calls."""

    node: ast.FunctionDef  # what is decorated
    own: str
    title: str  # its `__name__`
    call: ast.Call | None
    method: bool = False


def with_wrapped(tree: ast.Module) -> ast.Module:
    """The file without such decorators. The tree is changed."""
    _Written(tree).write()
    return tree


def decorator(node: ast.expr) -> tuple[str, ast.Call | None]:
    """Its name, and the call that gives it something."""
    match node:
        case ast.Name(id=name):
            return name, None
        case ast.Call(func=ast.Name(id=name)):
            return name, node
    return "", None


def plain(function: ast.FunctionDef) -> list[ast.stmt]:
    """The statements without the text that says what it does."""
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def only(args: ast.arguments) -> str:
    """The one parameter, where there is nothing else."""
    extra = args.posonlyargs or args.vararg or args.kwonlyargs or args.kwarg or args.defaults
    return args.args[0].arg if len(args.args) == 1 and not extra else ""


class _Written:
    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.bound = Counter(names.given_names(tree))
        self.wraps = _wraps(tree, self.bound)
        parts = list(ast.walk(tree))
        self.taken = {part.id for part in parts if isinstance(part, ast.Name)} | set(self.bound)
        self.taken |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
        others = [part for part in parts if isinstance(part, ast.Attribute) and not _is_of(part, "self")]
        self.attributes = Counter(part.attr for part in others)
        self.counting = Counter(map(_counter, parts))
        self.lines = {
            name: node.lineno
            for node in tree.body
            if not isinstance(node, ast.If)
            for name in names.given_names(_top(node))
            if sum(name in names.given_names(_top(other)) for other in tree.body) == 1
        }
        self.known: dict[str, _Wrapper] = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and self.bound[node.name] == 1:
                found = self.wrapper(node)
                if found is not None:
                    self.known[node.name] = found
        self.top = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.lifted: list[ast.stmt] = []  # what stands before the class at hand

    def write(self) -> None:
        if not self.known:
            return
        body: list[ast.stmt] = []
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                node.body = [made for part in node.body for made in self.around(part, owner=node.name)]
                body += [*self.lifted, node]
                self.lifted = []
            elif isinstance(node, ast.FunctionDef) and node.name in self.known:
                body.append(node)
            else:
                body += self.around(node)
        self.tree.body = body
        for node in [part for part in ast.walk(self.tree) if isinstance(part, ast.FunctionDef)]:
            if node.name not in self.known:
                self.inside(node)
        read = [part.id for part in ast.walk(self.tree) if isinstance(part, ast.Name)]
        gone = [name for name in self.known if name not in read]
        self.tree.body = [
            node for node in self.tree.body if not (isinstance(node, ast.FunctionDef) and node.name in gone)
        ]

    def inside(self, function: ast.FunctionDef) -> None:
        """Functions inside of this one, outside of loops' bodies too."""
        given = {item.arg for item in ast.walk(function.args) if isinstance(item, ast.arg)}
        bound = Counter([*given, *(name for name, _ in names.bindings(function.body))])
        for block in blocks_of(function):
            made = [made for node in block for made in self.around(node, scope=(function, bound))]
            block[:] = made

    # One definition.

    def around(
        self, node: ast.stmt, owner: str = "", scope: tuple[ast.FunctionDef, Counter[str]] | None = None
    ) -> list[ast.stmt]:
        """The function, and before it the one that it is put around."""
        match node:
            case ast.FunctionDef(decorator_list=[*_, last]):
                return self.decorated(node, decorator(last), node.name, owner, scope is not None)
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=made, args=[ast.Name(id=given)], keywords=[])
            ) if not owner and decorator(made)[0] in self.known:
                return self.by_hand(node, name, made, given, scope)
        return [node]

    def by_hand(
        self,
        node: ast.Assign,
        name: str,
        made: ast.expr,
        given: str,
        scope: tuple[ast.FunctionDef, Counter[str]] | None,
    ) -> list[ast.stmt]:
        """`safe = clipped(0, 2)(total)`."""
        found = self.top.get(given) if self.lines.get(given, node.lineno) < node.lineno else None
        fixed = self.bound[name] == 1
        if scope is not None:
            function, bound = scope
            own = [part for part in function.body if isinstance(part, ast.FunctionDef) and part.name == given]
            found = own[0] if own and own[0].lineno < node.lineno else None if bound[given] else found
            fixed = bound[name] == 1
        if found is None or found.decorator_list or self.bound[given] != 1 or not fixed or given in self.known:
            return [node]
        written = self.written(*decorator(made), _Around(found, given, given, None), node, scope is not None)
        if written is None:
            return [node]
        *before, around = written
        assert isinstance(around, ast.FunctionDef)
        around.name = name
        return [*before, around]

    def decorated(
        self, node: ast.FunctionDef, last: tuple[str, ast.Call | None], title: str, owner: str, local: bool
    ) -> list[ast.stmt]:
        name, call = last
        if name not in self.known:
            return [node]
        own = names.fresh(node.name, self.taken)
        written = self.written(name, call, _Around(node, own, title, call, bool(owner)), node.decorator_list[-1], local)
        if written is None:
            return [node]
        *before, made = written
        assert isinstance(made, ast.FunctionDef)
        marks = [ast.unparse(mark) for mark in node.decorator_list[:-1] if owner]
        kind = next((mark for mark in marks if mark in ("staticmethod", "classmethod")), "")
        if owner and not _on_record(made, own, owner if kind == "staticmethod" else "", self.bound[owner]):
            return [node]
        self.taken.add(own)
        inner = copy.copy(node)
        inner.name, inner.decorator_list = own, []
        if kind:
            inner.decorator_list = [placed(ast.Name(kind, ast.Load()), node)]
        made.decorator_list = node.decorator_list[:-1]
        if owner:
            self.lifted += before
            before = []
        above = title if self.known[name].named else self.known[name].inner.name
        rest = [made]
        if made.decorator_list:
            rest = self.decorated(made, decorator(made.decorator_list[-1]), above, owner, local)  # type: ignore[assignment]
        return [inner, *before, *rest]

    def written(
        self, name: str, call: ast.Call | None, around: _Around, at: ast.AST, local: bool
    ) -> list[ast.stmt] | None:
        """What stands before the function around, and then itself."""
        wrapper = self.known[name]
        if wrapper.inner.lineno > getattr(at, "lineno", 0):
            return None
        before: list[ast.stmt] = []
        settings = self.settings(wrapper, call, before, "local" if local else "method" if around.method else "")
        if settings is None or (local and not self.is_seen_alike(wrapper)):
            return None
        settings |= {f"{wrapper.function}.__name__": ast.Constant(around.title)}
        inner = copy.deepcopy(wrapper.inner)
        if not self.computed([*wrapper.before, *wrapper.kept], settings, before, inner, local):
            return None
        inside = [part for statement in inner.body for part in ast.walk(statement)]
        own = {item.arg for item in ast.walk(inner.args) if isinstance(item, ast.arg)} | names.captures(inside)
        own |= {part.id for part in inside if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
        read = {part.id for value in settings.values() for part in ast.walk(value) if isinstance(part, ast.Name)}
        if own & {*read, around.own}:
            return None
        rename = _Instead({wrapper.function: ast.Name(around.own, ast.Load()), **settings})
        inner.body = [rename.visit(part) for part in inner.body]
        if any(isinstance(part, ast.Attribute) and _is_of(part, around.own) for part in ast.walk(inner)):
            return None
        if not _is_spelled_out(inner, around.own, around.node, self.given_by_position(around)):
            return None
        _annotated(inner, around.node)
        inner.name, inner.returns, inner.decorator_list = around.node.name, around.node.returns, []
        return [*(placed(part, at) for part in before), placed(inner, at)]

    def given_by_position(self, around: _Around) -> int | None:
        """How many arguments all calls give, where all stand at their places; of a method the record is one."""
        name, counts = around.node.name, set[int]()
        if name == around.own:
            return None  # it gets another one
        calls = [part for part in ast.walk(self.tree) if _calls(part, name)]
        mentions = [part for part in ast.walk(self.tree) if getattr(part, "id", getattr(part, "attr", "")) == name]
        for call in calls:
            assert isinstance(call, ast.Call)
            stars = any(isinstance(item, ast.Starred) for item in call.args)
            if call.keywords or stars or isinstance(call.func, ast.Attribute) != around.method:
                return None
            counts.add(len(call.args) + around.method)
        if not mentions:
            return len(around.node.args.args)
        return counts.pop() if len(counts) == 1 and len(calls) == len(mentions) else None

    def settings(
        self, wrapper: _Wrapper, call: ast.Call | None, before: list[ast.stmt], where: str
    ) -> dict[str, ast.expr] | None:
        """What the decorator is given, by its parameters: numbers, and names that mean the same everywhere."""
        if (call is None) != (wrapper.given is None):
            return None
        if call is None or wrapper.given is None:
            return {}
        by_place = [item.arg for item in wrapper.given.posonlyargs]
        takes = [*by_place, *(item.arg for item in wrapper.given.args)]
        every = [*takes, *(item.arg for item in wrapper.given.kwonlyargs)]
        if len(call.args) > len(takes) or any(isinstance(item, ast.Starred) for item in call.args):
            return None
        found = dict(zip(takes, call.args, strict=False))
        for item in call.keywords:
            if item.arg is None or item.arg not in every or item.arg in {*found, *by_place}:
                return None
            found[item.arg] = item.value
        defaults = dict(zip(reversed(takes), reversed(wrapper.given.defaults), strict=False))
        late = zip(wrapper.given.kwonlyargs, wrapper.given.kw_defaults, strict=True)
        defaults |= {item.arg: value for item, value in late if value is not None}
        found = {**{name: value for name, value in defaults.items() if name not in found}, **found}
        if found.keys() != set(every):
            return None
        told = {*takes[: len(call.args)], *(item.arg for item in call.keywords)}
        made = {
            name: self.named(value, call.lineno, before, where) if name in told else self.default(value, wrapper, where)
            for name, value in found.items()
        }
        if not all(value is not None for value in made.values()):
            return None
        return {name: value for name, value in made.items() if value is not None}

    def default(self, value: ast.expr, wrapper: _Wrapper, where: str) -> ast.expr | None:
        """A default of the decorator, which Python computes where it is defined."""
        takes = [*wrapper.given.posonlyargs, *wrapper.given.args] if wrapper.given else []
        line = takes[0].lineno if takes else 0
        return value if self.is_fixed(value, line, unique=where == "local") else None

    def is_fixed(self, value: ast.expr, line: int, unique: bool) -> bool:
        """Whether it is made of numbers and of names that stand above, and are the same wherever they are read."""
        known = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context, ast.Name, ast.Tuple)
        parts = list(ast.walk(value))
        read = [part.id for part in parts if isinstance(part, ast.Name)]
        fixed = all(self.lines.get(name, line) < line and (not unique or self.bound[name] == 1) for name in read)
        return fixed and all(isinstance(part, known) for part in parts)

    def named(self, value: ast.expr, line: int, before: list[ast.stmt], where: str) -> ast.expr | None:
        """A number or a name; lambdas get a name in `before`, and so does what is computed inside of a function."""
        own = names.fresh("given", self.taken)
        if any(isinstance(part, (ast.NamedExpr, ast.Yield, ast.YieldFrom)) for part in ast.walk(value)):
            return None
        if isinstance(value, ast.Lambda):
            if value.args.defaults or any(value.args.kw_defaults):
                read = [*value.args.defaults, *(item for item in value.args.kw_defaults if item is not None)]
                if where != "local" and not all(self.is_fixed(item, line, where == "method") for item in read):
                    return None
            made = ast.FunctionDef(own, value.args, [placed(ast.Return(value.body), value)], [])
            made.type_params = []  # type: ignore[attr-defined,unused-ignore]
            before.append(placed(made, value))
        elif where == "local" and not isinstance(value, ast.Constant):
            before.append(placed(ast.Assign([ast.Name(own, ast.Store())], value), value))
        else:
            return value if self.is_fixed(value, line, where == "method") else None
        self.taken.add(own)
        return ast.Name(own, ast.Load())

    def is_seen_alike(self, wrapper: _Wrapper) -> bool:
        """Whether what it mentions means the same inside of a function."""
        parts = [part for node in (wrapper.inner, *wrapper.before, *wrapper.kept) for part in ast.walk(node)]
        own = {name for node in (wrapper.inner, *wrapper.before, *wrapper.kept) for name in names.given_names(node)}
        own |= {wrapper.function, *_parameters(wrapper.given)}
        read = {part.id for part in parts if isinstance(part, ast.Name)} - own
        return all(self.bound[name] == 0 or (self.bound[name] == 1 and name in self.lines) for name in read)

    def computed(
        self,
        statements: list[ast.stmt],
        settings: dict[str, ast.expr],
        before: list[ast.stmt],
        inner: ast.FunctionDef,
        local: bool,
    ) -> bool:
        """Writes what the decorator checks and computes; its variables get names of their own."""
        for statement in statements:
            statement = copy.deepcopy(statement)
            shared = {name for part in ast.walk(inner) if isinstance(part, ast.Nonlocal) for name in part.names}
            for name in {name for name, _ in names.bindings([statement])}:
                if not local and name in shared:
                    return False  # Python keeps it from one run to the next
                own = names.fresh(name, self.taken)
                self.taken.add(own)
                settings[name] = ast.Name(own, ast.Load())
                for part in ast.walk(inner):
                    if isinstance(part, ast.Nonlocal):
                        part.names = [own if item == name else item for item in part.names]
            statement = _Instead(settings).visit(statement)
            match statement:
                case ast.If(test=test) if not local:
                    before.append(ast.Assert(ast.UnaryOp(ast.Not(), test), None))
                case _:
                    before.append(statement)
        return True

    # What decorators are.

    def wrapper(self, function: ast.FunctionDef) -> _Wrapper | None:
        """What the decorator puts around, if that is all that it does."""
        parted = _parted(function)
        if parted is None or function.decorator_list:
            return None
        before, within, after = parted
        given, kept = function.args, before
        deeper = _parted(within)
        if deeper is not None and not within.decorator_list:
            if given.vararg or given.kwarg or after:
                return None
            kept, inner, after = deeper
            decorated = only(within.args)
            own: ast.arguments | None = given
        else:
            own, before, inner, decorated = None, [], within, only(function.args)
        if not decorated or not self.is_wrapping(inner, decorated) or not self.is_before(before, kept, decorated):
            return None
        takes = _parameters(own)
        made = [name for name, _ in names.bindings([*before, *kept])]
        every = [*takes, decorated, *made]
        found = self.uncounted(inner, after)
        if found is None or len(set(every)) < len(every):
            return None
        whole, inner = within is inner, found
        inside = [part for statement in inner.body for part in ast.walk(statement)]
        mentioned = {part.id for part in inside if isinstance(part, ast.Name)} | names.captures(inside)
        nonlocals = {name for part in inside if isinstance(part, ast.Nonlocal) for name in part.names}
        stored = {part.id for part in inside if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
        stored |= {item.arg for item in ast.walk(inner.args) if isinstance(item, ast.arg)} | names.captures(inside)
        simple = {name for part in kept if isinstance(part, ast.Assign) for name, _ in names.bindings([part])}
        if not nonlocals <= simple or (stored - nonlocals) & set(every) or inner.name in {*mentioned, *every}:
            return None
        if within.name in mentioned and not whole:
            return None
        return _Wrapper(own, before, kept, decorated, inner, bool(inner.decorator_list))

    def is_wrapping(self, inner: ast.FunctionDef, decorated: str) -> bool:
        for mark in inner.decorator_list:
            match mark:
                case ast.Call(func=func, args=[ast.Name(id=name)], keywords=[]) if name == decorated:
                    if ast.unparse(func) not in self.wraps:
                        return False
                case _:
                    return False
        unfit = (ast.Global, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
        inside = [part for statement in inner.body for part in ast.walk(statement)]
        defaults = [*inner.args.defaults, *inner.args.kw_defaults]
        if not all(value is None or isinstance(value, ast.Constant) for value in defaults):
            return False
        lambdas = [part for part in inside if isinstance(part, ast.Lambda)]
        own = {item.arg for part in lambdas for item in ast.walk(part.args) if isinstance(item, ast.arg)}
        return not any(isinstance(part, unfit) for part in inside) and decorated not in own and not lambdas

    def is_before(self, before: list[ast.stmt], kept: list[ast.stmt], decorated: str) -> bool:
        """Whether it is known what comes of it: checks, and variables that get one value."""
        for statement in (*before, *kept):
            parts = list(ast.walk(statement))
            if any(isinstance(part, (*SCOPES, ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)) for part in parts):
                return False
            match statement:
                case ast.If(body=[ast.Raise()], orelse=[]) | ast.Assert():
                    pass
                case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name(), value=ast.expr()):
                    pass
                case ast.Assign(targets=[ast.Tuple(elts=parts_of)]) if all(isinstance(x, ast.Name) for x in parts_of):
                    pass
                case _:
                    return False
        return True

    def uncounted(self, inner: ast.FunctionDef, after: list[ast.stmt]) -> ast.FunctionDef | None:
        """The function without what counts its calls in an attribute that nothing else reads."""
        if not after:
            return inner
        counters: set[str] = set()
        for statement in after:
            found, _, attr = _counter(statement).partition(".")
            if found != inner.name or self.attributes[attr] != self.written_alone(attr):
                return None
            counters.add(attr)
        inner = copy.deepcopy(inner)
        for block in blocks_of(inner):
            kept = [part for part in block if not _counts(part, inner.name, counters)]
            block[:] = kept or [placed(ast.Pass(), inner)]
        return inner

    def written_alone(self, attr: str) -> int:
        """How often an attribute of that name is written, and nothing comes of it."""
        ending = f".{attr}"
        return sum(
            times for found, times in self.counting.items() if found.endswith(ending) and found != f"self{ending}"
        )


def _wraps(tree: ast.Module, bound: Counter[str]) -> set[str]:
    """What `functools.wraps` is called in the file."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="functools", level=0, names=aliases):
                made = [item.asname or item.name for item in aliases if item.name == "wraps"]
                found |= {name for name in made if bound[name] == 1}
            case ast.Import(names=aliases):
                made = [item.asname or item.name for item in aliases if item.name == "functools"]
                found |= {f"{name}.wraps" for name in made if bound[name] == 1}
    return found


def _parted(function: ast.FunctionDef) -> tuple[list[ast.stmt], ast.FunctionDef, list[ast.stmt]] | None:
    """What comes before the function that it returns, that, and what comes after."""
    *body, last = plain(function) or [ast.Pass()]
    made = [part for part in body if isinstance(part, ast.FunctionDef)]
    match last:
        case ast.Return(value=ast.Name(id=name)) if len(made) == 1 and made[0].name == name:
            at = body.index(made[0])
            return body[:at], made[0], body[at + 1 :]
    return None


def _calls(part: ast.AST, name: str) -> bool:
    match part:
        case ast.Call(func=ast.Name(id=found) | ast.Attribute(attr=found)):
            return found == name
    return False


def _counter(statement: ast.AST) -> str:
    """`inner.calls` of `inner.calls = 0` and of `inner.calls += 1`."""
    match statement:
        case (
            ast.Assign(targets=[ast.Attribute(value=ast.Name()) as target], value=ast.Constant(value=int()))
            | ast.AugAssign(target=ast.Attribute(value=ast.Name()) as target, op=ast.Add(), value=ast.Constant(int()))
        ):
            return ast.unparse(target)
    return ""


def _counts(statement: ast.stmt, name: str, counters: set[str]) -> bool:
    found, _, attr = _counter(statement).partition(".")
    return found == name and attr in counters


def _top(node: ast.stmt) -> ast.stmt:
    """The statement as far as it gives names of the file a meaning."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return ast.ClassDef(node.name, [], [], [], [])
    return node


def _parameters(args: ast.arguments | None) -> list[str]:
    return [item.arg for item in ast.walk(args) if isinstance(item, ast.arg)] if args is not None else []


def _is_of(part: ast.Attribute, own: str) -> bool:
    return isinstance(part.value, ast.Name) and part.value.id == own


def _on_record(made: ast.FunctionDef, own: str, owner: str, times: int) -> bool:
    """`function(self, x)` as `self.own(x)`, of a static method as `C.own(x)`, where nothing else is done with it."""
    takes = [*made.args.posonlyargs, *made.args.args]
    bound = [name for name, _ in names.bindings(made.body)]
    if owner and (times != 1 or owner in {*bound, *(item.arg for item in takes)}):
        return False
    if not owner and (not takes or takes[0].arg in bound):
        return False
    for part in [part for part in ast.walk(made) if isinstance(part, ast.Call)]:
        match part:
            case ast.Call(func=ast.Name(id=called)) if called == own and owner:
                part.func = placed(ast.Attribute(ast.Name(owner, ast.Load()), own, ast.Load()), part)
            case ast.Call(func=ast.Name(id=called), args=[ast.Name(id=first) as record, *rest]) if called == own:
                if first != takes[0].arg:
                    return False
                part.func = placed(ast.Attribute(record, own, ast.Load()), part)
                part.args = rest
    return not any(isinstance(part, ast.Name) and part.id == own for part in ast.walk(made))


def _is_spelled_out(inner: ast.FunctionDef, function: str, node: ast.FunctionDef, most: int | None) -> bool:
    """Writes the parameters of the other one for `*args, **kwargs`; `most`: all calls give so many, by position."""
    args = inner.args
    if args.vararg is None and args.kwarg is None:
        return True
    given = _without(node.args, _added(inner, function))
    if given is None:
        return False
    vararg, kwarg = args.vararg.arg if args.vararg else "", args.kwarg.arg if args.kwarg else ""
    first, last = [item.arg for item in args.args], [item.arg for item in args.kwonlyargs]
    if given.vararg or given.kwarg or given.posonlyargs or args.posonlyargs or args.defaults or not vararg:
        return False
    if len(first) > len(given.args) or (given.kwonlyargs and not kwarg):
        return False
    theirs = {item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg)}
    _set_apart(inner, theirs, {*first, *last, vararg, kwarg})
    inside = [part for statement in inner.body for part in ast.walk(statement)]
    mentioned = {part.id for part in inside if isinstance(part, ast.Name)} | names.captures(inside)
    calls = [part for part in inside if isinstance(part, ast.Call) and ast.unparse(part.func) == function]
    passing = [part for part in calls if _is_passing(part, len(first), vararg, kwarg)]
    uses = [part.id for part in inside if isinstance(part, ast.Name)]
    if {vararg, kwarg} & {part.id for part in inside if isinstance(part, ast.Name) and _is_given(part)}:
        return False
    rest, kwonly = given.args[len(first) :], given.kwonlyargs
    defaults = given.defaults[max(0, len(given.defaults) - len(rest)) :]
    looked = uses.count(vararg) != len(passing)
    if looked or uses.count(kwarg) != (len(passing) if kwarg else 0):
        most = None if most is None else min(most, len(given.args))
        if most is not None and len(first) <= most and kwarg and not last:
            rest, kwonly, defaults = given.args[len(first) : most], [], []
        elif kwarg or defaults:
            return False  # what is in them depends on the call
    if {item.arg for item in (*rest, *kwonly)} & {*mentioned, *first, *last}:
        return False
    for part in passing:
        part.args = [*part.args[:-1], *(placed(ast.Name(item.arg, ast.Load()), part) for item in rest)]
        part.keywords = [item for item in part.keywords if item.arg is not None]
        part.keywords += [placed(ast.keyword(item.arg, ast.Name(item.arg, ast.Load())), part) for item in kwonly]
    values = ast.Tuple([ast.Name(item.arg, ast.Load()) for item in rest], ast.Load())
    instead: dict[str, ast.expr] = {vararg: values, **({kwarg: ast.Dict([], [])} if kwarg else {})}
    inner.body = [_Instead(instead).visit(part) for part in inner.body]
    known = [copy.copy(item) for item in given.args[: len(first)]]
    for item, name in zip(known, first, strict=True):
        item.arg = name
    wanted = [] if kwonly is not given.kwonlyargs else given.kw_defaults
    made = ast.arguments(
        [], [*known, *rest], None, [*args.kwonlyargs, *kwonly], [*args.kw_defaults, *wanted], None, defaults
    )
    if rest and (not kwarg or kwonly is not given.kwonlyargs):  # Python takes none of these by name
        made.posonlyargs, made.args = made.args, []
    inner.args = copy.deepcopy(made)
    return True


def _added(inner: ast.FunctionDef, function: str) -> list[list[str]]:
    """The keywords that each call of the other function gives of its own: `fn(*args, alpha=alpha, **kwargs)`."""
    calls = [part for part in ast.walk(inner) if isinstance(part, ast.Call) and ast.unparse(part.func) == function]
    return [[item.arg for item in call.keywords if item.arg is not None] for call in calls]


def _without(given: ast.arguments, added: list[list[str]]) -> ast.arguments | None:
    """The parameters but for those that all calls give by name: such that nobody can give them by position."""
    names_of = added[0] if added else []
    if not names_of:
        return None if any(added) else given
    places, by_name = [item.arg for item in given.args], [item.arg for item in given.kwonlyargs]
    last = [name for name in places if name in names_of]
    known = len(set(names_of)) == len(names_of) and set(names_of) <= {*places, *by_name}
    if (
        any(sorted(others) != sorted(names_of) for others in added)
        or not known
        or places[len(places) - len(last) :] != last
    ):
        return None
    kept = copy.deepcopy(given)
    kept.args = kept.args[: len(places) - len(last)]
    first = len(places) - len(given.defaults)  # the first that has a default
    kept.defaults = kept.defaults[: max(0, len(kept.args) - first)]
    rest = [at for at, name in enumerate(by_name) if name not in names_of]
    kept.kwonlyargs = [kept.kwonlyargs[at] for at in rest]
    kept.kw_defaults = [kept.kw_defaults[at] for at in rest]
    return kept


def _is_given(part: ast.Name) -> bool:
    return not isinstance(part.ctx, ast.Load)


def _set_apart(inner: ast.FunctionDef, theirs: set[str], own: set[str]) -> None:
    """Variables of the function around that the other has parameters for get other names."""
    inside = [part for statement in inner.body for part in ast.walk(statement)]
    nonlocals = {name for part in inside if isinstance(part, ast.Nonlocal) for name in part.names}
    mentioned = {part.id for part in inside if isinstance(part, ast.Name)} | names.captures(inside)
    stored = {part.id for part in inside if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
    for name in sorted((stored - own - names.captures(inside) - nonlocals) & theirs):
        other = names.fresh(name, mentioned, theirs)
        for part in inside:
            if isinstance(part, ast.Name) and part.id == name:
                part.id = other
        mentioned = mentioned - {name} | {other}


def _is_passing(call: ast.Call, first: int, vararg: str, kwarg: str) -> bool:
    """Whether it passes on all that it was given beside its own parameters."""
    *own, last = call.args or [call]
    if len(own) != first or any(isinstance(item, ast.Starred) for item in own):
        return False
    keywords = [ast.unparse(item) for item in call.keywords if item.arg is None]
    return ast.unparse(last) == f"*{vararg}" and keywords == ([f"**{kwarg}"] if kwarg else [])


def _annotated(inner: ast.FunctionDef, node: ast.FunctionDef) -> None:
    """Inputs keep their types."""
    every = [*inner.args.posonlyargs, *inner.args.args]
    for item, known in zip(every, node.args.args, strict=False):
        item.annotation = item.annotation or copy.deepcopy(known.annotation)


class _Instead(ast.NodeTransformer):
    def __init__(self, instead: dict[str, ast.expr]) -> None:
        self.instead = instead

    def visit_Name(self, node: ast.Name) -> ast.AST:
        made = self.instead.get(node.id)
        if made is None:
            return node
        if isinstance(node.ctx, ast.Store):
            return ast.copy_location(ast.Name(made.id, ast.Store()), node) if isinstance(made, ast.Name) else node
        return placed(copy.deepcopy(made), node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        made = self.instead.get(ast.unparse(node)) if isinstance(node.value, ast.Name) else None
        if made is not None and isinstance(node.ctx, ast.Load):
            return placed(copy.deepcopy(made), node)
        self.generic_visit(node)
        return node
