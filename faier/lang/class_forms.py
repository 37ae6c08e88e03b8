"""What classes say in other words: `__radd__ = __add__`, `return NotImplemented`, `super().__init__(**options)`."""

from __future__ import annotations

import ast
import copy

from faier.lang.base_order import has_several

_REFLECTED = {
    f"__{name}__": f"__r{name}__"
    for name in (
        ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift", "matmul"]
    )
}
_REFLECTED |= {reflected: name for name, reflected in _REFLECTED.items()}
_SWAPPED = {"__lt__": "__gt__", "__gt__": "__lt__", "__le__": "__ge__", "__ge__": "__le__"}


def with_class_forms(tree: ast.Module) -> ast.Module:
    """The file, in which classes say it plainly."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    if not any(map(_has_form, classes)):
        return tree
    tree = copy.deepcopy(tree)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in classes:
        node.body = [made for part in node.body for made in (_of_alias(part, node) or [part])]
    called = {part.attr for part in ast.walk(tree) if isinstance(part, ast.Attribute)}
    for node in classes:
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and part.name in called:
                _Leaving().visit(part)
            elif isinstance(part, ast.FunctionDef) and _is_settled(part.name, node, classes):
                part.body = [made for line in part.body for made in _Raising().statements(line)]
    known = {} if has_several(tree) else {node.name: node for node in classes}
    for node in classes:
        for part in node.body if known else []:
            if isinstance(part, ast.FunctionDef) and part.name == "__init__" and len(node.bases) > 0:
                base = next((known[b.id] for b in node.bases if isinstance(b, ast.Name) and b.id in known), None)
                pass_on(part, None if base is None else _start(base, known))
    return tree


def _has_form(node: ast.ClassDef) -> bool:
    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    for part in node.body:
        match part:
            case ast.Assign(targets=[ast.Name()], value=ast.Name(id=name)) if name in methods:
                return True
            case ast.FunctionDef(name="__init__", args=args) if args.kwarg is not None:
                return True
    return any(isinstance(part, ast.Name) and part.id == "NotImplemented" for part in ast.walk(node))


def _of_alias(part: ast.stmt, node: ast.ClassDef) -> list[ast.stmt]:
    """`__radd__ = __add__` as a method of that name with the same body."""
    match part:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Name(id=other)):
            above = node.body[: node.body.index(part)]
            found = [item for item in above if isinstance(item, ast.FunctionDef) and item.name == other]
            taken = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == name]
            if len(found) == 1 and not taken and not found[0].decorator_list:
                made = copy.deepcopy(found[0])
                made.name = name
                return [made]
    return []


def _is_settled(name: str, node: ast.ClassDef, classes: list[ast.ClassDef]) -> bool:
    """Whether Python tries nothing else where the method returns NotImplemented."""
    having = [
        other
        for other in classes
        for part in other.body
        if isinstance(part, ast.FunctionDef) and part.name in (_REFLECTED.get(name), _SWAPPED.get(name))
    ]
    if name in _SWAPPED:
        return not having
    return name in _REFLECTED and (
        name.startswith("__r") or all(other is node and not _heirs(node, classes) for other in having)
    )


def _heirs(node: ast.ClassDef, classes: list[ast.ClassDef]) -> bool:
    return any(isinstance(base, ast.Name) and base.id == node.name for other in classes for base in other.bases)


class _Leaving(ast.NodeTransformer):
    """`return NotImplemented` of what is called by its name, `a.__add__(b)`, which gets that value: it is refused."""

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "NotImplemented":
            node.value = ast.copy_location(ast.UnaryOp(ast.UAdd(), node.value), node.value)
        return node


class _Raising(ast.NodeTransformer):
    """`return NotImplemented` as the TypeError that comes of it."""

    def statements(self, node: ast.stmt) -> list[ast.stmt]:
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def visit_Return(self, node: ast.Return) -> ast.stmt | list[ast.stmt]:
        match node.value:
            case ast.Name(id="NotImplemented"):
                return self.wrong(node)
            case ast.IfExp(test=test, body=body, orelse=ast.Name(id="NotImplemented")):
                return self.chosen(test, body, node)
            case ast.IfExp(test=test, body=ast.Name(id="NotImplemented"), orelse=body):
                return self.chosen(ast.copy_location(ast.UnaryOp(ast.Not(), test), test), body, node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def chosen(self, test: ast.expr, body: ast.expr, node: ast.Return) -> list[ast.stmt]:
        given = ast.copy_location(ast.Return(body), node)
        return [ast.copy_location(ast.If(test, [given], []), node), self.wrong(node)]

    def wrong(self, node: ast.Return) -> ast.stmt:
        raised = ast.Call(ast.Name("TypeError", ast.Load()), [ast.Constant("unsupported operand")], [])
        made = ast.copy_location(ast.Raise(raised), node)
        for part in ast.walk(raised):
            if "lineno" in part._attributes:
                ast.copy_location(part, node)
        return made


def pass_on(start: ast.FunctionDef, above: ast.FunctionDef | None) -> None:
    """`def __init__(self, x, **options): super().__init__(**options)` where the options that it takes stand: those of
    the `__init__` above."""
    args = start.args
    if above is not None and _passes_all(start):
        _write_all(start, above)
        return
    if above is None or args.kwarg is None or above.args.kwarg or above.args.vararg or above.args.posonlyargs:
        return
    name = args.kwarg.arg
    mentions = [part for part in ast.walk(start) if isinstance(part, ast.Name) and part.id == name]
    calls = [
        part for part in ast.walk(start) if isinstance(part, ast.Call) and ast.unparse(part.func) == "super().__init__"
    ]
    if len(mentions) != 1 or len(calls) != 1 or not any(item.value is mentions[0] for item in calls[0].keywords):
        return
    call = calls[0]
    if any(isinstance(item, ast.Starred) for item in call.args):
        return
    own = {item.arg for item in (*args.posonlyargs, *args.args, *args.kwonlyargs)}
    given = {item.arg for item in call.keywords if item.arg is not None}
    plain = above.args.args[1:]
    defaults = dict(zip([item.arg for item in reversed(plain)], reversed(above.args.defaults), strict=False))
    defaults |= {
        item.arg: value
        for item, value in zip(above.args.kwonlyargs, above.args.kw_defaults, strict=True)
        if value is not None
    }
    wanted = [item.arg for item in (*plain[len(call.args) :], *above.args.kwonlyargs) if item.arg not in given]
    if own & set(wanted) or not all(map(_is_plain, defaults.values())):
        return
    for item in wanted:
        args.kwonlyargs.append(ast.copy_location(ast.arg(item), args.kwarg))
        args.kw_defaults.append(copy.deepcopy(defaults.get(item)))
    passed = [_named(item, call) for item in wanted]
    call.keywords = [item for item in call.keywords if item.value is not mentions[0]] + passed
    args.kwarg = None


def _passes_all(start: ast.FunctionDef) -> bool:
    """Whether it is `def __init__(self, *args, **kwargs): super().__init__(*args, **kwargs)`, and what comes then."""
    args = start.args
    if args.vararg is None or args.kwarg is None or len(args.args) != 1 or args.kwonlyargs or args.posonlyargs:
        return False
    mentions = [part.id for part in ast.walk(start) if isinstance(part, ast.Name)]
    if mentions.count(args.vararg.arg) != 1 or mentions.count(args.kwarg.arg) != 1:
        return False
    whole = f"super().__init__(*{args.vararg.arg}, **{args.kwarg.arg})"
    return any(isinstance(part, ast.Expr) and ast.unparse(part) == whole for part in start.body)


def _write_all(start: ast.FunctionDef, above: ast.FunctionDef) -> None:
    taken = {part.id for part in ast.walk(start) if isinstance(part, ast.Name)}
    plain, given = above.args.args[1:], above.args
    defaults = [*given.defaults, *filter(None, given.kw_defaults)]
    names = {item.arg for item in (*plain, *given.kwonlyargs)}
    if given.vararg or given.kwarg or given.posonlyargs or names & taken or len(given.defaults) > len(plain):
        return
    if not all(map(_is_plain, defaults)):
        return
    call = next(
        part
        for part in ast.walk(start)
        if isinstance(part, ast.Call)
        and part.keywords[-1:]
        and any(isinstance(item, ast.Starred) for item in part.args)
    )
    call.args = [ast.copy_location(ast.Name(item.arg, ast.Load()), call) for item in plain]
    call.keywords = [_named(item.arg, call) for item in given.kwonlyargs]
    own = start.args.args
    start.args = copy.deepcopy(given)
    start.args.args[:1] = own


def _is_plain(value: ast.expr) -> bool:
    """Whether a default means the same wherever it stands."""
    known = (
        ast.Constant,
        ast.BinOp,
        ast.UnaryOp,
        ast.operator,
        ast.unaryop,
        ast.Tuple,
        ast.Name,
        ast.Attribute,
        ast.Load,
    )
    return all(isinstance(part, known) for part in ast.walk(value))


def _named(name: str, at: ast.AST) -> ast.keyword:
    value = ast.copy_location(ast.Name(name, ast.Load()), at)
    return ast.copy_location(ast.keyword(name, value), at)


def _start(node: ast.ClassDef, known: dict[str, ast.ClassDef]) -> ast.FunctionDef | None:
    """The `__init__` that the class has, perhaps from its base."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return part
    base = next((known[item.id] for item in node.bases if isinstance(item, ast.Name) and item.id in known), None)
    return None if base is None else _start(base, known)
