"""What exceptions tell those who catch them: `except BudgetExceeded as error: return str(error), error.left`.

What is raised carries a record of what it tells, where a handler of the file asks for that: a class for each exception,
with the fields that its `__init__` gives it, `args`, and its text.
"""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Iterator
from dataclasses import dataclass, field

from faier.lang.errors import is_python
from faier.lang.inheritance import only_keeps
from faier.lang.names import fresh
from faier.lang.placing import moved, placed

CAUGHT = ".caught"
NOT_FOLLOWED = "`{}` is an exception: what it tells is not followed here"
WAY_ON = "ask in the handler for str(error), error.args or a field that the exception's `__init__` gives it"
_CARRIES = "told\u00b7"  # what begins the names of records that go with exceptions
_NAME = "told_name"
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_ASKING = frozenset(["type", "isinstance", "super", "vars", "getattr", "setattr", "hasattr", "repr", "id", "hash"])


def is_told(node: ast.Raise) -> bool:
    """Whether the cause is what the exception tells."""
    match node.cause:
        case ast.Call(func=ast.Name(id=name)):
            return name.startswith(_CARRIES)
    return node.exc is None and node.cause is not None


def with_told(tree: ast.Module, *, imported: bool) -> ast.Module:
    """The file, in which exceptions carry what handlers ask for."""
    named = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name is not None]
    asked = any(_mentioned(handler.body, handler.name or "") for handler in named)
    if not asked and not any(isinstance(node, ast.ClassDef) and _computes(node) for node in tree.body):
        return tree
    return _Telling(copy.deepcopy(tree), imported).told()


@dataclass
class _Handler:
    node: ast.ExceptHandler
    follows: bool  # whether all that its name is used for is followed
    asks: bool = False


@dataclass
class _Telling:
    tree: ast.Module
    imported: bool
    known: dict[str, ast.ClassDef] = field(default_factory=dict)  # the file's own exceptions
    handlers: list[_Handler] = field(default_factory=list)
    raises: list[tuple[ast.Raise, _Handler | None]] = field(default_factory=list)  # with the handler around
    records: dict[str, ast.ClassDef | None] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)

    def told(self) -> ast.Module:
        self.taken = _names(self.tree)
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef) and _base(node) is not None and self.root(_base(node) or "") is not None:
                self.known[node.name] = node
        for function in [node for node in ast.walk(self.tree) if isinstance(node, ast.FunctionDef)]:
            self.gather(function, function.body, None)
        self.ask()
        for raised, around in self.raises:
            self.carry(raised, around)
        for handler in self.handlers:
            self.receive(handler)
        self.leave_names()
        made = [record for record in self.records.values() if record is not None]
        last = max((at for at, node in enumerate(self.tree.body) if isinstance(node, ast.ClassDef)), default=-1)
        first = next((at for at, node in enumerate(self.tree.body) if isinstance(node, ast.FunctionDef)), 0)
        at = last + 1 if last >= 0 else first
        self.tree.body[at:at] = made
        return self.tree

    def root(self, name: str) -> str | None:
        """The exception of Python that it is made from, of which the text is known."""
        if name in self.known:
            return self.root(_base(self.known[name]) or "")
        return name if is_python(name) and _text(name) is not None else None

    def lineage(self, name: str) -> Iterator[ast.ClassDef]:
        """The exception and those that it is made from, as far as they are the file's."""
        while name in self.known:
            yield self.known[name]
            name = _base(self.known[name]) or ""

    def gather(self, function: ast.FunctionDef, body: list[ast.stmt], around: _Handler | None) -> None:
        for node in body:
            match node:
                case ast.FunctionDef() | ast.ClassDef():
                    continue
                case ast.Raise():
                    self.raises.append((node, around))
                case ast.Try():
                    for handler in node.handlers:
                        self.handlers.append(found := _Handler(handler, _follows(function, handler)))
                        self.gather(function, handler.body, found)
                    for block in (node.body, node.orelse, node.finalbody):
                        self.gather(function, block, around)
                    continue
            for name in ("body", "orelse"):
                self.gather(function, getattr(node, name, None) or [], around)
            for case in getattr(node, "cases", []):
                self.gather(function, case.body, around)

    def ask(self) -> None:
        """Which handlers ask, by themselves or for those who catch what they raise."""
        for handler in self.handlers:
            name = handler.node.name
            handler.asks = name is not None and handler.follows and _mentioned(handler.node.body, name, raises=False)
        changed = True
        while changed:
            changed = False
            for raised, around in self.raises:
                if around is None or around.asks or not around.follows or not self.is_asked(raised, around):
                    continue
                name = around.node.name
                if raised.exc is None or (name is not None and _mentioned([raised.exc], name)):
                    around.asks = changed = True

    def is_asked(self, raised: ast.Raise, around: _Handler | None) -> bool:
        """Whether a handler may ask what this tells."""
        if raised.exc is None:
            caught = [] if around is None else self.caught(around)
        else:
            called = raised.exc.func if isinstance(raised.exc, ast.Call) else raised.exc
            caught = [called.id] if isinstance(called, ast.Name) else []
        asking = [name for handler in self.handlers if handler.asks for name in self.caught(handler)]
        return any(self.meets(one, other) for one in caught for other in asking)

    def caught(self, handler: _Handler) -> list[str]:
        match handler.node.type:
            case ast.Name(id=name):
                return [name]
            case ast.Tuple(elts=several):
                return [one.id for one in several if isinstance(one, ast.Name)]
        return ["Exception"]

    def meets(self, one: str, other: str) -> bool:
        """Whether something may be both."""
        first, second = self.ancestors(one), self.ancestors(other)
        return one in second or other in first

    def ancestors(self, name: str) -> set[str]:
        own = {node.name for node in self.lineage(name)}
        last = name if name not in self.known else _base(list(self.lineage(name))[-1]) or ""
        python = getattr(builtins, last, None)
        return own | {name} | ({one.__name__ for one in python.__mro__} if isinstance(python, type) else set())

    def carry(self, raised: ast.Raise, around: _Handler | None) -> None:
        raised.cause = None
        if not self.is_asked(raised, around) and not self.computes(raised):
            _silence(raised, around)
            return
        if raised.exc is None:
            if around is not None and around.asks:
                around.node.name = around.node.name or fresh("error", self.taken)
                self.taken.add(around.node.name)
                raised.cause = placed(ast.Name(around.node.name, ast.Load()), raised)
            return
        match raised.exc:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                pass
            case ast.Name(id=name):
                args, keywords = [], []
            case _:
                return
        if (record := self.record(name)) is None:
            return
        given = copy.deepcopy(args)
        if _takes_whole(record):
            if self.starts(name) and any(isinstance(one, ast.Starred) for one in given):
                return
            whole = [self.held(one) for one in given] if self.starts(name) else given
            again = [one.target if isinstance(one, ast.NamedExpr) else one for one in whole]
            again = [ast.Name(one.id, ast.Load()) if isinstance(one, ast.Name) else copy.deepcopy(one) for one in again]
            given = [ast.Tuple(whole, ast.Load()), *(again if self.starts(name) else [])]
        raised.cause = placed(ast.Call(ast.Name(record.name, ast.Load()), given, copy.deepcopy(keywords)), raised)

    def held(self, value: ast.expr) -> ast.expr:
        """The value, which is asked for twice."""
        if isinstance(value, ast.Constant | ast.Name | ast.NamedExpr):
            return value
        name = fresh("given", self.taken)
        self.taken.add(name)
        return placed(ast.NamedExpr(ast.Name(name, ast.Store()), value), value)

    def computes(self, raised: ast.Raise) -> bool:
        """Whether something is computed where the exception is made."""
        return any(map(_computes, self.lineage(_raised(raised) or "")))

    def leave_names(self) -> None:
        """What carries what it tells has nothing but a name else, unless other files may raise it too."""
        bare = {_raised(raised) for raised, _ in self.raises if raised.exc is not None and raised.cause is None}
        kept = {node.name for name in bare for node in self.lineage(name or "")}
        for name, node in self.known.items():
            if name not in kept and not self.imported and self.record(name) is not None:
                node.body = [placed(ast.Pass(), node)]
        for name in [name for name in self.records if name not in {_raised(raised) for raised, _ in self.raises}]:
            del self.records[name]

    def receive(self, handler: _Handler) -> None:
        name = handler.node.name
        if name is None or not handler.asks:
            if handler.follows and not _mentioned(handler.node.body, name or ""):
                handler.node.name = None
            return
        handler.node.name = None
        handler.node.body = [_Named(name).visit(node) for node in handler.node.body]
        value = ast.Call(ast.Name(CAUGHT, ast.Load()), [], [])
        handler.node.body.insert(0, placed(ast.Assign([ast.Name(name, ast.Store())], value), handler.node))

    def record(self, name: str) -> ast.ClassDef | None:
        """The class of what the exception tells; None where that is not followed."""
        if name not in self.records:
            self.records[name] = None
            if any(isinstance(node, ast.ClassDef) and node.name == f"{_CARRIES}{name}" for node in self.tree.body):
                return None
            root = self.root(name)
            family = list(self.lineage(name))
            if root is not None and all(map(_is_plain, family)):
                self.records[name] = self.written(name, root, family)
        return self.records[name]

    def written(self, name: str, root: str, family: list[ast.ClassDef]) -> ast.ClassDef | None:
        parts: dict[str, ast.stmt] = {}
        starts = [part for node in family for part in node.body if _named(part) == "__init__"]
        for node in reversed(family):
            for part in node.body:
                if (called := _named(part)) is not None and called != "__init__":
                    parts[called] = _unannotated(copy.deepcopy(part))
        if any(_named(part) in ("__repr__", "args", _NAME) for part in parts.values()):
            return None
        place: ast.AST = family[0] if family else self.tree.body[0]
        first, text = ast.parse(_START).body[0], _text(root)
        assert isinstance(first, ast.FunctionDef) and text is not None
        moved(first, place)
        if starts:
            start = _telling(starts[0]) if len(starts) == 1 else None
            if start is None:
                return None
            first = start
        if "__str__" not in parts:
            parts["__str__"] = moved(ast.parse(text).body[0], place)
        constant = ast.Assign([ast.Name(_NAME, ast.Store())], ast.Constant(name))
        made = ast.ClassDef(f"{_CARRIES}{name}", [], [], [constant, first, *parts.values()], [])
        if hasattr(made, "type_params"):
            made.type_params = []
        return placed(made, place)

    def starts(self, name: str) -> bool:
        """Whether the exception says itself how it is made."""
        return any(_named(part) == "__init__" for node in self.lineage(name) for part in node.body)


_WHOLE = "args_of_it"
_START = f"def __init__(self, {_WHOLE}):\n    self.args = {_WHOLE}"
_TEXT = """def __str__(self):
    if len(self.args) == 1:
        return {one}(self.args[0])
    return str(self.args) if self.args else ''"""


def _text(name: str) -> str | None:
    """How an exception of Python tells what it was given."""
    own = getattr(builtins, name).__str__
    if name == "StopIteration" or own not in (BaseException.__str__, KeyError.__str__):
        return None
    return _TEXT.format(one="repr" if own is KeyError.__str__ else "str")


def _base(node: ast.ClassDef) -> str | None:
    match node:
        case ast.ClassDef(bases=[ast.Name(id=name)], keywords=[], decorator_list=[]):
            return name
    return None


def _named(part: ast.stmt) -> str | None:
    """What a class calls this part of it."""
    match part:
        case ast.FunctionDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
            return name
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return name
    return None


def _unannotated(part: ast.stmt) -> ast.stmt:
    match part:
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            return placed(ast.Assign([target], value), part)
    return part


def _raised(raised: ast.Raise) -> str | None:
    """The name of the exception."""
    match raised.exc:
        case ast.Call(func=ast.Name(id=name)) | ast.Name(id=name):
            return name
    return None


def _computes(node: ast.ClassDef) -> bool:
    """Whether something is computed where one is made, which may be an exception."""
    return any(
        isinstance(part, ast.FunctionDef) and _named(part) == "__init__" and not only_keeps(part) for part in node.body
    )


def _takes_whole(record: ast.ClassDef) -> bool:
    """Whether it is made of a tuple of all that the exception is given, first."""
    return any(isinstance(part, ast.arg) and part.arg == _WHOLE for part in ast.walk(record))


def _is_plain(node: ast.ClassDef) -> bool:
    """Whether what the exception holds is what its `__init__` gives it, and nothing asks what else it is."""
    for part in node.body:
        match part:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                continue
            case ast.Assign(targets=[ast.Name()], value=ast.Constant()):
                continue
            case ast.AnnAssign(target=ast.Name(), value=ast.Constant() | None):
                continue
            case ast.FunctionDef(args=ast.arguments(args=[ast.arg(arg=own), *_])):
                if not _is_plain_method(part, own):
                    return False
            case _:
                return False
    return True


def _is_plain_method(method: ast.FunctionDef, own: str) -> bool:
    starts = method.name == "__init__"
    if any(not (isinstance(item, ast.Name) and item.id == "property") for item in method.decorator_list):
        return False
    if method.name.startswith("__") and method.name not in ("__init__", "__str__"):
        return False
    held = {id(part.value) for part in ast.walk(method) if isinstance(part, ast.Attribute)}
    for part in ast.walk(method):
        match part:
            case ast.Name(id=name) if name == own and id(part) not in held:
                return False
            case ast.Name(id="super") if starts:
                continue
            case ast.Name(id=name) if name in _ASKING:
                return False
            case ast.Attribute(attr=name) if name.startswith("__") and not (starts and name == "__init__"):
                return False
            case ast.Attribute(attr=name, ctx=ast.Store()) if not starts or name == "args":
                return False
    return True


def _telling(part: ast.stmt) -> ast.FunctionDef | None:
    """The `__init__`, in which what Python's own is given becomes `args`."""
    start = copy.deepcopy(part)
    assert isinstance(start, ast.FunctionDef)
    own, found = start.args.args[0].arg, 0
    for at, node in enumerate(start.body):
        match node:
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr="__init__"),
                    args=given,
                    keywords=[],
                )
            ):
                target = ast.Attribute(ast.Name(own, ast.Load()), "args", ast.Store())
                start.body[at] = placed(ast.Assign([target], ast.Tuple(given, ast.Load())), node)
                found += 1
    if not found:  # then Python keeps what it is given
        start.args.args.insert(1, placed(ast.arg(_WHOLE), start))
        target = ast.Attribute(ast.Name(own, ast.Load()), "args", ast.Store())
        start.body.insert(0, placed(ast.Assign([target], ast.Name(_WHOLE, ast.Load())), start))
    left = any(isinstance(inner, ast.Name) and inner.id == "super" for inner in ast.walk(start))
    return start if found <= 1 and not left else None


def _mentioned(body: list[ast.stmt] | list[ast.expr], name: str, *, raises: bool = True) -> bool:
    """Whether something there reads the name; if not `raises`, what other exceptions tell does not count."""
    waiting: list[ast.AST] = [*body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Raise) and not raises:
            continue
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            return True
        waiting.extend(ast.iter_child_nodes(node))
    return False


def _follows(function: ast.FunctionDef, handler: ast.ExceptHandler) -> bool:
    """Whether the name means what was caught wherever it stands, and what it is used for is followed."""
    name = handler.name
    if name is None:
        return True
    binding = [node for node in ast.walk(function) if isinstance(node, ast.ExceptHandler) and node.name == name]
    inside = {id(part) for node in binding for part in ast.walk(node) if isinstance(part, ast.Name)}
    for node in ast.walk(function):
        match node:
            case ast.Name(id=found) if found == name and (id(node) not in inside or not isinstance(node.ctx, ast.Load)):
                return False
            case ast.arg(arg=found) if found == name:
                return False
            case ast.Nonlocal(names=several) | ast.Global(names=several) if name in several:
                return False
            case ast.FunctionDef() | ast.Lambda() | ast.ClassDef() if node is not function:
                if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node)):
                    return False
            case ast.MatchAs(name=found) | ast.MatchStar(name=found) if found == name:
                return False
    if any(other is not handler and any(other is part for part in ast.walk(handler)) for other in binding):
        return False
    used = _Uses(name)
    for statement in handler.body:
        used.visit(statement)
    return used.followed


class _Uses(ast.NodeVisitor):
    """Whether the name is used for nothing but what is followed."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.followed = True

    def is_it(self, node: ast.expr | None) -> bool:
        return isinstance(node, ast.Name) and node.id == self.name

    def visit_Name(self, node: ast.Name) -> None:
        self.followed = self.followed and not self.is_it(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if node.exc is not None:
            self.visit(node.exc)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if node.attr == "__name__" and _class_of(node.value, self.name):
            return
        if not self.is_it(node.value):
            self.generic_visit(node)
        elif not isinstance(node.ctx, ast.Load) or node.attr.startswith("__"):
            self.followed = False

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        if not self.is_it(node.value) or node.conversion not in (-1, ord("s")):
            self.visit(node.value)
        if node.format_spec is not None:
            self.visit(node.format_spec)

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(func=ast.Name(id="str"), args=[one], keywords=[]) if self.is_it(one):
                return
        self.generic_visit(node)


def _class_of(node: ast.expr, name: str) -> bool:
    """`type(name)`, or `name.__class__`."""
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[ast.Name(id=found)], keywords=[]):
            return found == name
        case ast.Attribute(value=ast.Name(id=found), attr="__class__"):
            return found == name
    return False


class _Named(ast.NodeTransformer):
    """`type(error).__name__` is a field."""

    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if node.attr == "__name__" and _class_of(node.value, self.name):
            return placed(ast.Attribute(ast.Name(self.name, ast.Load()), _NAME, ast.Load()), node)
        self.generic_visit(node)
        return node


def _silence(raised: ast.Raise, around: _Handler | None) -> None:
    """Nobody asks what this tells: the text of what was caught before is left out of it."""
    if around is None or around.node.name is None or not isinstance(raised.exc, ast.Call):
        return
    name = around.node.name
    given = raised.exc.args
    for at, value in enumerate(given):
        match value:
            case ast.Call(func=ast.Name(id="str"), args=[ast.Name(id=found)]) if found == name:
                given[at] = placed(ast.Constant(""), value)
            case ast.JoinedStr(values=parts):
                value.values = [
                    part
                    for part in parts
                    if not (
                        isinstance(part, ast.FormattedValue)
                        and isinstance(part.value, ast.Name)
                        and part.value.id == name
                    )
                ]


def _names(tree: ast.AST) -> set[str]:
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return names | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
