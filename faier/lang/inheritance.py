"""Classes made from others: `class Truncated(Geometric)` is written out with all that it has of its base.

The methods of the base are copied; those that `super()` means get names of their own. `isinstance(x, Base)` asks for
the classes made from it too. Bases that say something to type checkers alone (`ABC`, `Protocol`, `Generic`) are left
out, and so are exceptions of the file's own, which have nothing but a name, and what a class of the file is asked for
in brackets: `class Count(Combiner[int])`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import dataclass, field

from faier.lang.abstract_bases import NEEDED, is_plain_here
from faier.lang.base_order import bases_in, has_several, order_of
from faier.lang.class_forms import pass_on
from faier.lang.errors import is_python
from faier.lang.names import captures
from faier.lang.placing import placed
from faier.lang.syntax import Error

_MARKERS = frozenset(["ABC", "Protocol", "Generic", "object"])


def with_bases(tree: ast.Module, errors: dict[str, Error], named: Callable[[str], str]) -> ast.Module:
    """The file, in which every class stands for itself; its exceptions are added to those that are known, `named` as
    the tree calls them."""
    if not any(isinstance(node, ast.ClassDef) and node.bases for node in tree.body):
        return tree
    tree = copy.deepcopy(tree)
    several = has_several(tree)
    written = _Written({}, {}, errors, _imported(tree), _type_variables(tree), tree, {} if several else None)
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and written.is_exception(node):
            written.exceptions[node.name] = Error(named(node.name), tuple(map(written.error, node.bases)))
            continue
        if isinstance(node, ast.ClassDef):
            written.note(node)
            written.classes[node.name] = written.whole(node)
        body.append(node)
    tree.body = body
    if several:
        _leave_out_unmade(tree)
    return ast.Module(_Mentions(written).visit(tree).body, tree.type_ignores)


@dataclass
class _Written:
    """The classes so far, those made from each, and the names of exceptions."""

    classes: dict[str, ast.ClassDef]
    made_from: dict[str, list[str]]
    exceptions: dict[str, Error]
    imported: set[str]
    variables: set[str]
    tree: ast.Module
    alone: dict[str, _Alone] | None  # as they are written, where one is made from several

    def note(self, node: ast.ClassDef) -> None:
        if self.alone is not None:
            bases = bases_in(node, self.alone.keys())
            known = {base: self.alone[base].order for base in bases}
            order = order_of(node.name, bases, known) if all(known.values()) and not node.keywords else None
            self.alone[node.name] = _Alone(copy.deepcopy(node), order or [])

    def is_exception(self, node: ast.ClassDef) -> bool:
        """Whether it is an exception without anything of its own."""
        for base in node.bases:
            if not isinstance(base, ast.Name) or not (base.id in self.exceptions or is_python(base.id)):
                return False
        plain = all(_is_unasked(part) or self.tells(node, part) for part in node.body)
        return bool(node.bases) and plain and not node.keywords and not node.decorator_list

    def tells(self, node: ast.ClassDef, part: ast.stmt) -> bool:
        """Whether it is an `__init__` that only says what the exception tells, and fits wherever one is made."""
        if not isinstance(part, ast.FunctionDef) or part.name != "__init__" or part.decorator_list:
            return False
        family = {node.name}
        for other in self.tree.body:
            if isinstance(other, ast.ClassDef):
                family |= (
                    {other.name} if any(isinstance(b, ast.Name) and b.id in family for b in other.bases) else set()
                )
        for part_of in ast.walk(self.tree):
            match part_of:
                case ast.Call(func=ast.Name(id=name)) if name in family:
                    if not _fits_start(part, part_of):
                        return False
                case ast.Raise(exc=ast.Name(id=name)) if name in family and not _fits_start(part, None):
                    return False
        return only_keeps(part)

    def error(self, base: ast.expr) -> Error:
        assert isinstance(base, ast.Name)
        return self.exceptions.get(base.id, Error(base.id))

    def is_marker(self, node: ast.expr) -> bool:
        match node:
            case ast.Name(id=name):
                return name == "object" or (name in _MARKERS & self.imported and name not in self.classes)
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                return name in _MARKERS and module in self.imported
            case ast.Subscript(value=value):
                return self.is_marker(value)
        return False

    def needed(self, node: ast.expr) -> frozenset[str] | None:
        """What a class made from this one of `collections.abc` must have; None where it is none, or more than that."""
        match node:
            case ast.Subscript(value=value):
                return self.needed(value)
            case ast.Name(id=name) if name in self.imported and name not in self.classes:
                pass
            case ast.Attribute(value=module, attr=name) if ast.unparse(module) in ("typing", "collections.abc"):
                pass
            case _:
                return None
        return NEEDED[name] if name in NEEDED and is_plain_here(name, self.tree) else None

    def bare(self, base: ast.expr) -> ast.expr:
        """`Combiner` for `Combiner[int]`, where Python lets that be asked for so many types."""
        match base:
            case ast.Subscript(value=ast.Name(id=name) as value, slice=inside) if name in self.classes:
                count = len(inside.elts) if isinstance(inside, ast.Tuple) else 1
                return value if getattr(self.classes[name], "asked_for", 0) == count else base
        return base

    def parameters(self, node: ast.ClassDef) -> int:
        """How many types the class can be asked for: those that stand in the brackets of its bases."""
        asked = [base.slice for base in node.bases if isinstance(base, ast.Subscript)]
        return len(
            {part.id for item in asked for part in ast.walk(item) if isinstance(part, ast.Name)} & self.variables
        )

    def whole(self, node: ast.ClassDef) -> ast.ClassDef:
        """The class, changed so that it has no base."""
        node.asked_for = self.parameters(node)  # type: ignore[attr-defined]
        plain = [self.bare(base) for base in node.bases if not self.is_marker(base)]
        needed: frozenset[str] = frozenset()
        while plain and (wanted := self.needed(plain[-1])) is not None:
            needed |= wanted
            plain.pop()
        if not plain and node.bases:
            node.bases = []
            _without_abstract(node, _abstract_in(node) | (needed - _given(node)))
            return node
        if len(plain) > 1 and not needed and self.alone is not None:
            return self.of_several(node, plain)
        base = self.classes.get(plain[0].id) if len(plain) == 1 and isinstance(plain[0], ast.Name) else None
        if base is None or base.bases or node.keywords or not _fits(node, base) or _is_mangled(node, base):
            return node
        left = (getattr(base, "left_out", frozenset()) | (needed - _given(base))) - _given(node) | _abstract_in(node)
        start = _start_of(base)
        made = _Child(node, base, {} if start is None else {base.name: start}).body()
        if made is None:
            return node
        node.bases, node.body = [], made
        _without_abstract(node, left)
        node.derived = base.derived = True  # type: ignore[attr-defined]
        for known, heirs in self.made_from.items():
            if base.name == known or base.name in heirs:
                heirs.append(node.name)
        self.made_from.setdefault(base.name, [node.name])
        return node

    def of_several(self, node: ast.ClassDef, plain: list[ast.expr]) -> ast.ClassDef:
        """The class, made from those that Python asks one after the other, each from the next."""
        assert self.alone is not None
        order = self.alone[node.name].order
        if not order or any(not isinstance(base, ast.Name) or base.id not in self.alone for base in plain):
            return node
        starts = {name: start for name in order if (start := _start_of(self.alone[name].node)) is not None}
        above = ast.copy_location(ast.ClassDef("object", [], [], [ast.copy_location(ast.Pass(), node)], []), node)
        for name in reversed(order):
            one = copy.deepcopy(self.alone[name].node)
            if one.name != node.name and any(map(self.is_left, one.bases)):
                return node
            one.bases = []
            if not _fits(one, above) or _is_mangled(one, above) or _skips(one, above, order):
                return node
            start, over = _start_of(one), _start_of(above)
            if start is not None and over is not None:
                pass_on(start, over)
            left = getattr(above, "left_out", frozenset()) - _given(one) | _abstract_in(one)
            made = _Child(one, above, starts).body()
            if made is None:
                return node
            one.body = made
            _without_abstract(one, left)
            above = one
        node.bases, node.body, node.decorator_list = [], above.body, above.decorator_list
        if hasattr(above, "left_out"):
            node.abstract, node.left_out = True, above.left_out  # type: ignore[attr-defined]
        for name in order:
            (node if name == node.name else self.classes[name]).derived = True  # type: ignore[attr-defined]
        for name in order[1:]:
            self.made_from.setdefault(name, []).append(node.name)
        return node

    def is_left(self, base: ast.expr) -> bool:
        """Whether a base is neither for type checkers alone nor one of the file's."""
        plain = self.bare(base)
        return not self.is_marker(base) and not (isinstance(plain, ast.Name) and plain.id in self.classes)


@dataclass
class _Alone:
    """A class as it is written, and in which order Python asks it and what it is made from; empty where not known."""

    node: ast.ClassDef
    order: list[str]


def _leave_out_unmade(tree: ast.Module) -> None:
    """What methods ask `super()` for in classes that nobody makes, but others from them, is said in those."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    asked = {id(part) for call in ast.walk(tree) if _is_test(call) for part in ast.walk(call)}
    named = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and id(part) not in asked}
    for node in classes:
        for part in node.body if node.name not in named and not node.bases else []:
            if isinstance(part, ast.FunctionDef) and any(
                isinstance(inner, ast.Name) and inner.id == "super" for inner in ast.walk(part)
            ):
                raised = ast.copy_location(ast.Name("AttributeError", ast.Load()), part)
                part.body = [ast.copy_location(ast.Raise(raised, None), part)]


def _is_test(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"


def _start_of(node: ast.ClassDef) -> ast.FunctionDef | None:
    """The `__init__` of the class, also where the class is never made."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return next(iter(part.abstract), None) if hasattr(part, "abstract") else part
    return None


def _skips(node: ast.ClassDef, above: ast.ClassDef, order: list[str]) -> bool:
    """Whether a method calls that of a base by name, which is not what `super()` means there."""
    for part in ast.walk(node):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method), args=[ast.Name(id="self"), *_]):
                if name in order and name != above.name and method != "__init__":
                    return True
    return False


def _is_unasked(part: ast.stmt) -> bool:
    """Whether it makes no difference where nothing asks what the exception tells."""
    match part:
        case ast.Pass() | ast.Expr():
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant()):
            return not name.startswith("__")
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant() | None):
            return not name.startswith("__")
        case ast.FunctionDef(name=name, decorator_list=marks):
            plain = not name.startswith("__") or name in ("__str__", "__repr__")
            return plain and all(isinstance(mark, ast.Name) and mark.id == "property" for mark in marks)
    return False


def _fits_start(function: ast.FunctionDef, call: ast.Call | None) -> bool:
    """Whether the exception can be made like this."""
    args = function.args
    if args.vararg or args.kwarg or not args.args or args.posonlyargs:
        return False
    given = [] if call is None else [item.arg for item in call.keywords]
    count = 0 if call is None else len(call.args)
    if call is not None and (None in given or any(isinstance(item, ast.Starred) for item in call.args)):
        return False
    plain = [item.arg for item in args.args[1:]]
    needed = plain[: len(plain) - len(args.defaults)]
    needed += [item.arg for item, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value is None]
    known = {*plain[count:], *(item.arg for item in args.kwonlyargs)}
    return count <= len(plain) and set(given) <= known and set(needed) <= {*plain[:count], *given}


def only_keeps(function: ast.FunctionDef) -> bool:
    """Whether it gives its fields what it is given, and tells the exception of Python something."""
    for statement in function.body:
        match statement:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                continue
            case ast.Assign(targets=[ast.Attribute(value=ast.Name())], value=ast.Name() | ast.Constant()):
                continue
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr="__init__"))
            ):
                assert isinstance(statement.value, ast.Call)
                inside = [part for item in statement.value.args for part in ast.walk(item)]
                risky = (ast.Call, ast.BinOp, ast.Subscript, ast.Compare, ast.NamedExpr)
                if not statement.value.keywords and not any(
                    isinstance(part, risky) and not _is_text_of(part) for part in inside
                ):
                    continue
        return False
    return True


def _is_text_of(node: ast.AST) -> bool:
    """`str(name)`, or `"{} left".format(name)` without anything that says how."""
    match node:
        case ast.Call(func=ast.Name(id="str"), args=[ast.Name()], keywords=[]):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format"), args=given, keywords=[]):
            return text.count("{}") == text.count("{") == text.count("}") == len(given)
    return False


def _imported(tree: ast.Module) -> set[str]:
    """The names that come from where classes are found that say something to type checkers alone."""
    return {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if isinstance(node, ast.Import) or node.module in ("abc", "typing", "collections.abc")
    }


def _type_variables(tree: ast.Module) -> set[str]:
    """`T`, where `T = TypeVar("T")`."""
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and _marker(node.value.func) == "TypeVar"
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _fits(node: ast.ClassDef, base: ast.ClassDef) -> bool:
    """Whether both are made in the same way; a base that has methods alone fits all."""
    own, known = (list(map(ast.dump, item.decorator_list)) for item in (node, base))
    if own == known:
        return True
    bare = all(isinstance(part, ast.FunctionDef | ast.Pass) or _is_text(part) for part in base.body)
    starts = any(
        isinstance(part, ast.FunctionDef) and part.name == "__init__" and not hasattr(part, "abstract")
        for part in base.body
    )
    if not known and bare and not starts:
        return True
    more = any(
        isinstance(part, ast.AnnAssign) or (isinstance(part, ast.FunctionDef) and part.name == "__init__")
        for part in node.body
    )
    if own or more:
        return False
    node.decorator_list = copy.deepcopy(base.decorator_list)
    return True


def _is_mangled(*nodes: ast.ClassDef) -> bool:
    """Whether a name begins with `__`: in each class that is another field."""
    names = [part.attr for node in nodes for part in ast.walk(node) if isinstance(part, ast.Attribute)]
    names += [part.name for node in nodes for part in node.body if isinstance(part, ast.FunctionDef)]
    return any(name.startswith("__") and not name.endswith("__") for name in names)


def _marker(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value):
            return _marker(value)
    return ""


def _abstract_in(node: ast.ClassDef) -> frozenset[str]:
    return frozenset(part.name for part in node.body if isinstance(part, ast.FunctionDef) and _is_abstract(part))


def _given(node: ast.ClassDef) -> frozenset[str]:
    """The names that have something in the class itself."""
    found = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    for part in node.body:
        match part:
            case ast.Assign(targets=targets):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                found.add(name)
    return frozenset(found)


def _without_abstract(node: ast.ClassDef, names: frozenset[str]) -> None:
    """Abstract methods are left out; what has some, or does not say what they do, is never made."""
    left = [part for part in node.body if not (isinstance(part, ast.FunctionDef) and _is_abstract(part))]
    if names:
        reason = f"{node.name} does not say what {', '.join(sorted(names))} does"
        start = "__post_init__" if _makes_itself(node) else "__init__"
        never = ast.parse(f"def {start}(self):\n    raise TypeError({reason!r})").body[0]
        assert isinstance(never, ast.FunctionDef)
        for part in ast.walk(never):
            ast.copy_location(part, node)
        starts = [part for part in left if isinstance(part, ast.FunctionDef) and part.name == "__init__"]
        never.args = copy.deepcopy(starts[0].args) if starts else never.args
        never.abstract = starts[:1]  # type: ignore[attr-defined]
        left = [part for part in left if part not in starts]
        left.append(never)
        node.abstract, node.left_out = True, names  # type: ignore[attr-defined]
    node.body = left or [ast.copy_location(ast.Pass(), node)]


def _makes_itself(node: ast.ClassDef) -> bool:
    """Whether it is a dataclass that does nothing of its own when it is made."""
    said = [item.func if isinstance(item, ast.Call) else item for item in node.decorator_list]
    starts = {part.name for part in node.body if isinstance(part, ast.FunctionDef)} & {"__init__", "__post_init__"}
    return "dataclass" in map(_marker, said) and not starts


def _is_abstract(node: ast.FunctionDef) -> bool:
    return any(_marker(item) == "abstractmethod" for item in node.decorator_list)


@dataclass
class _Child:
    node: ast.ClassDef
    base: ast.ClassDef
    starts: dict[str, ast.FunctionDef] = field(default_factory=dict)  # that may be called by the names of their classes

    def body(self) -> list[ast.stmt] | None:
        """What the class has, what is its own in place of what the base has; None where that cannot be said."""
        own = {part.name for part in self.node.body if isinstance(part, ast.FunctionDef)}
        names = {name for part in self.node.body for name in _assigned(part)}
        found: list[ast.stmt] = []
        placed: list[ast.stmt] = []
        for part in self.base.body:
            if isinstance(part, ast.FunctionDef):
                if hasattr(part, "abstract"):
                    found += [] if "__init__" in own else copy.deepcopy(part.abstract)
                    continue
                if part.name in own and part.name != "__init__":
                    kept = copy.deepcopy(part)
                    kept.name = self.private(part.name)
                    found.append(kept)
                elif part.name not in own:
                    found.append(copy.deepcopy(part))
            elif names.intersection(_assigned(part)):
                anew = [other for other in self.node.body if _assigned(other) == _assigned(part)]
                found += anew[-1:]
                placed += anew
            elif not _is_text(part):
                found.append(copy.deepcopy(part))
        for part in self.node.body:
            if isinstance(part, ast.FunctionDef):
                part = _Super(self).visit(part)
                if part.name == "__init__" and not self.start(part):
                    return None
                if any(isinstance(inner, ast.Name) and inner.id == "super" for inner in ast.walk(part)):
                    return None
            if part not in placed and not _is_text(part):
                found.append(part)
        fields = [part for part in found if isinstance(part, ast.AnnAssign)]
        return [*fields, *(part for part in found if not isinstance(part, ast.AnnAssign))]

    def private(self, name: str) -> str:
        return f"{self.base.name}\u00b7{name.strip('_')}"

    def start(self, function: ast.FunctionDef) -> bool:
        """`super().__init__(x)` as what the base's `__init__` does."""
        first = _start_of(self.base)
        own = [*function.args.posonlyargs, *function.args.args][0].arg
        body: list[ast.stmt] = []
        for statement in function.body:
            match statement:
                case ast.Expr(
                    value=ast.Call(
                        func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr="__init__")
                    )
                ):
                    call = statement.value
                    assert isinstance(call, ast.Call)
                    if first is None:
                        if call.args or (call.keywords and not _hands_nothing_on(function, call)):
                            return False
                        continue
                    made = self.inlined(first, call, function)
                    if made is None:
                        return False
                    body += made
                case ast.Expr(
                    value=ast.Call(
                        func=ast.Attribute(value=ast.Name(id=owner), attr="__init__"), args=[ast.Name(id=given), *rest]
                    )
                ) if given == own and owner in self.starts:
                    assert isinstance(statement.value, ast.Call)
                    start = self.starts[owner]
                    if any(isinstance(part, ast.Name) and part.id == "super" for part in ast.walk(start)):
                        return False
                    call = ast.copy_location(ast.Call(statement.value.func, rest, statement.value.keywords), statement)
                    made = self.inlined(start, call, function)
                    if made is None:
                        return False
                    body += made
                case _:
                    body.append(statement)
        function.body = body or [ast.copy_location(ast.Pass(), function)]
        return True

    def inlined(self, start: ast.FunctionDef, call: ast.Call, around: ast.FunctionDef) -> list[ast.stmt] | None:
        args = start.args
        plain = [*args.posonlyargs, *args.args]
        starred = any(isinstance(item, ast.Starred) for item in call.args) or any(
            not item.arg for item in call.keywords
        )
        if args.vararg or args.kwarg or starred or not plain or len(call.args) > len(plain) - 1:
            return None
        defaults: dict[str, ast.expr] = {}
        for argument, default in zip(reversed(plain), reversed(args.defaults), strict=False):
            defaults[argument.arg] = default
        for argument, named in zip(args.kwonlyargs, args.kw_defaults, strict=True):
            if named is not None:
                defaults[argument.arg] = named
        given: dict[str, ast.expr] = {
            argument.arg: value for argument, value in zip(plain[1:], call.args, strict=False)
        }
        for keyword in call.keywords:
            if keyword.arg is None or keyword.arg in given:
                return None
            given[keyword.arg] = keyword.value
        wanted = [argument.arg for argument in (*plain[1:], *args.kwonlyargs)]
        if set(given) - set(wanted) or any(name not in given and name not in defaults for name in wanted):
            return None
        own = around.args.posonlyargs[0].arg if around.args.posonlyargs else around.args.args[0].arg
        inside = [part for statement in start.body for part in ast.walk(statement)]
        stored = {part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        unfit = (ast.Return, ast.FunctionDef, ast.Lambda, ast.comprehension)
        if captures(inside) or any(isinstance(part, unfit) for part in inside):
            return None
        read = {part.id for part in inside if isinstance(part, ast.Name)} - {*wanted, *stored, plain[0].arg}
        if read & bound_in(around):
            return None
        renamed = {name: self.private(name) for name in {*wanted, *stored}}
        made: list[ast.stmt] = []
        for name in [*given, *(name for name in wanted if name not in given)]:
            value = given[name] if name in given else copy.deepcopy(defaults[name])
            made.append(ast.Assign([ast.Name(renamed[name], ast.Store())], value))
        rename = _Renamed({**renamed, plain[0].arg: own})
        made += [rename.visit(copy.deepcopy(part)) for part in start.body if not _is_text(part)]
        for statement in made:
            for part in ast.walk(statement):
                if "lineno" in part._attributes and not hasattr(part, "lineno"):
                    ast.copy_location(part, call)
        return made


def _hands_nothing_on(function: ast.FunctionDef, call: ast.Call) -> bool:
    """Whether all that is handed on are options that nobody takes: then there are none."""
    option = function.args.kwarg
    mentions = [part for part in ast.walk(function) if isinstance(part, ast.Name) and option and part.id == option.arg]
    if len(call.keywords) != 1 or call.keywords[0].arg is not None or mentions != [call.keywords[0].value]:
        return False
    function.args.kwarg = None
    return True


def bound_in(function: ast.FunctionDef) -> set[str]:
    """The names that mean something else in the function than outside of it, perhaps."""
    found = {part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)}
    inside = [part for statement in function.body for part in ast.walk(statement)]
    found |= captures(inside)
    return found | {part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


class _Super(ast.NodeTransformer):
    """`super().m(x)` and `Base.m(self, x)` as the method under its own name."""

    def __init__(self, child: _Child) -> None:
        self.child = child
        self.own = ""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        arguments = [*node.args.posonlyargs, *node.args.args]
        self.own = self.own or (arguments[0].arg if arguments else "")
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """`super().scale`, where that is a property of the base."""
        self.generic_visit(node)
        named = [part.name for part in self.child.base.body if isinstance(part, ast.FunctionDef)]
        properties = {name for name in map(_property, self.child.base.body) if named.count(name) == 1}
        own = {part.name for part in self.child.node.body if isinstance(part, ast.FunctionDef)}
        match node:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name) if name in properties:
                called = self.child.private(name) if name in own else name
                return placed(ast.Attribute(ast.Name(self.own, ast.Load()), called, node.ctx), node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        base = {part.name for part in self.child.base.body if isinstance(part, ast.FunctionDef)}
        own = {part.name for part in self.child.node.body if isinstance(part, ast.FunctionDef)}
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr=name)):
                given = node.args
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=owner), attr=name), args=[ast.Name(id=first), *given]
            ) if owner == self.child.base.name and first == self.own:
                pass
            case _:
                return node
        if name not in base or name == "__init__":
            return node
        called = self.child.private(name) if name in own else name
        function = ast.Attribute(ast.Name(self.own, ast.Load()), called, ast.Load())
        made = ast.Call(function, given, node.keywords)
        for part in ast.walk(made):
            if "lineno" in part._attributes and not hasattr(part, "lineno"):
                ast.copy_location(part, node)
        return made


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)


class _Mentions(ast.NodeTransformer):
    """`isinstance(x, Base)`."""

    def __init__(self, written: _Written) -> None:
        self.written = written

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, kinds]):
                listed = kinds.elts if isinstance(kinds, ast.Tuple) else [kinds]
                heirs = [
                    heir
                    for kind in listed
                    if isinstance(kind, ast.Name)
                    for heir in self.written.made_from.get(kind.id, ())
                ]
                if heirs:
                    every = [*listed, *(ast.copy_location(ast.Name(heir, ast.Load()), kinds) for heir in heirs)]
                    node.args = [value, ast.copy_location(ast.Tuple(every, ast.Load()), kinds)]
        return node


def _assigned(node: ast.stmt) -> list[str]:
    match node:
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
            return [name]
    return []


def _property(node: ast.stmt) -> str:
    """What the property is called that the statement says."""
    match node:
        case ast.FunctionDef(name=name, decorator_list=[ast.Name("property")]):
            return name
    return ""


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
