"""The body of a function -> a list of instructions with jumps, and which variables are still needed at each.

    ("assign", targets, value)   ("augment", target, operator, value)   ("jump", to)   ("test", condition, then, else)
    ("define", name, *defaults)    ("raise", exception, *parts of what it is given)
    ("caught", slot, exceptions, then, else)    ("again", slot)    ("named", variable, slot)
    ("keep", slot, value)        ("case", slot, pattern, guard, then, else)
    ("iterate", slot, iterable)  ("next", slot, target, done)
    ("declared", variable, type)  ("yield", value)  ("return", value or None)  ("assert"|"secret"|"assume"|"do", value)

Slots are variables that no program can name. The last instruction is a bare return.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .exceptions import caught, named, told, told_by
from .expressions import operator_of
from .file import File, Function
from .kinds import type_of
from .outcome import Hole

Instruction = tuple[object, ...]
Try = tuple[int, int, int, str]


@dataclass(frozen=True)
class Code:
    """`live[at]`: the variables that may be read from the instruction at `at` on. `tries`: the first instruction of
    each `try`, what comes behind its last one, where its handlers are, and the slot of what is caught; those inside of
    others first."""

    instructions: tuple[Instruction, ...]
    live: tuple[frozenset[str], ...]
    tries: tuple[Try, ...] = ()

    def handler(self, at: int) -> tuple[int, str] | None:
        """Where what is raised at an instruction is caught."""
        return next(((to, slot) for first, end, to, slot in self.tries if first <= at < end), None)


def compiled(file: File, function: Function) -> Code:
    body = function.node.body
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            body = rest
    maker = _Maker(file, function)
    maker.block(body)
    maker.add("return", None)
    shared = {name: file.functions[name].captured.keys() for name in function.inner}
    return Code(tuple(maker.made), _liveness(maker.made, maker.tries, shared), tuple(maker.tries))


@dataclass
class _Maker:
    file: File
    function: Function
    made: list[Instruction] = field(default_factory=list)
    slots: int = 0
    tries: list[Try] = field(default_factory=list)
    handling: list[str] = field(default_factory=list)  # what is caught where this is
    loops: list[tuple[int, list[int]]] = field(default_factory=list)  # where to continue, and what breaks

    def add(self, *instruction: object) -> int:
        self.made.append(instruction)
        return len(self.made) - 1

    def patch(self, at: int, *instruction: object) -> None:
        self.made[at] = instruction

    def slot(self) -> str:
        self.slots += 1
        return f"#{self.slots}"

    def block(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                self.add("assign", tuple(targets), value)
            case ast.AnnAssign(target=ast.Name() as target, annotation=declared, value=ast.expr() as value):
                self.add("assign", (target,), value)
                if (type_ := type_of(self.file, declared)) is not None:
                    self.add("declared", ast.Name(target.id, ast.Load()), type_)
            case ast.AugAssign(target=target, op=operator, value=value):
                self.add("augment", target, operator_of(operator), value)
            case ast.If(test=test, body=body, orelse=otherwise):
                self.branch(test, body, otherwise)
            case ast.Match():
                self.match(node)
            case ast.For():
                self.for_(node)
            case ast.While(test=test, body=body, orelse=otherwise):
                self.while_(test, body, otherwise)
            case ast.Break() if self.loops:
                self.loops[-1][1].append(self.add("jump", 0))
            case ast.Continue() if self.loops:
                self.add("jump", self.loops[-1][0])
            case ast.Pass():
                pass
            case ast.Return(value=value):
                self.add("return", value)
            case ast.Assert(test=test):
                self.add("assert", test)
            case ast.Expr(value=ast.Yield(value=ast.expr() as value)):
                self.add("yield", value)
            case ast.Expr(value=ast.YieldFrom(value=value)):
                one = self.slot()
                shown = ast.Expr(ast.Yield(ast.Name(one, ast.Load())))
                self.for_(ast.For(ast.Name(one, ast.Store()), value, [shown], []))
            case ast.FunctionDef(name=name):
                defaults = (*node.args.defaults, *filter(None, node.args.kw_defaults))
                self.add("define", name, *defaults)
            case ast.Nonlocal():
                pass
            case ast.Raise(exc=None) if self.handling:
                self.add("again", self.handling[-1])
            case ast.Raise(exc=ast.expr() as raised):
                self.raise_(raised)
            case ast.Try():
                self.try_(node)
            case ast.Expr(value=ast.Call(func=called, args=[argument], keywords=[])) if self.file.word(
                called, self.function.locals
            ) in ("secret", "assume"):
                self.add(self.file.word(called) or "", argument)
            case ast.Delete(targets=targets):
                for gone in targets:
                    self.add("delete", gone)
            case ast.Expr(value=value):
                self.add("do", value)
            case _:
                raise Hole(f"a statement of kind {type(node).__name__}")

    def branch(self, test: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        at = self.add("test")
        self.block(body)
        leave = self.add("jump", 0)
        self.patch(at, "test", test, at + 1, len(self.made))
        self.block(otherwise)
        self.patch(leave, "jump", len(self.made))

    def raise_(self, node: ast.expr) -> None:
        name = self.exception(node.func if isinstance(node, ast.Call) else node)
        given = node.args if isinstance(node, ast.Call) and self.file.catches else []
        holding = told_by(self.file, name, node)
        if holding is not None:
            self.add("raise", name, holding)
        elif self.file.told.looked:
            self.add("raise", name, *given)
        else:
            self.add("raise", name, *(part for item in given for part in told(item)))

    def exception(self, node: ast.expr) -> str:
        return named(self.file, node, self.function.locals)

    def at_last(self, node: ast.Try) -> None:
        """`finally`, once for each way out."""
        slot, first = self.slot(), len(self.made)
        self.block([ast.Try(node.body, node.handlers, node.orelse, [])] if node.handlers else node.body)
        self.tries.append((first, len(self.made), len(self.made) + 1, slot))
        well = self.add("jump", 0)
        self.block(node.finalbody)
        self.add("again", slot)
        self.patch(well, "jump", len(self.made))
        self.block(node.finalbody)

    def try_(self, node: ast.Try) -> None:
        if node.finalbody:
            self.at_last(node)
            return
        slot, first = self.slot(), len(self.made)
        self.block(node.body)
        self.tries.append((first, len(self.made), len(self.made) + 1, slot))
        well, leaves = self.add("jump", 0), []
        for handler in node.handlers:
            at = self.add("caught")
            self.handling.append(slot)
            if handler.name is not None:
                self.add("named", handler.name, slot)
            self.block(handler.body)
            self.handling.pop()
            leaves.append(self.add("jump", 0))
            self.patch(at, "caught", slot, caught(self.file, handler, self.function.locals), at + 1, len(self.made))
        self.add("again", slot)
        self.patch(well, "jump", len(self.made))
        self.block(node.orelse)
        for leave in leaves:
            self.patch(leave, "jump", len(self.made))

    def match(self, node: ast.Match) -> None:
        slot, leaves = self.slot(), []
        self.add("keep", slot, node.subject)
        for case in node.cases:
            at = self.add("case")
            self.block(case.body)
            leaves.append(self.add("jump", 0))
            self.patch(at, "case", slot, case.pattern, case.guard, at + 1, len(self.made))
        for leave in leaves:
            self.patch(leave, "jump", len(self.made))

    def for_(self, node: ast.For) -> None:
        slot = self.slot()
        self.add("iterate", slot, node.iter)
        at = self.add("next")
        breaks: list[int] = []
        self.loops.append((at, breaks))
        self.block(node.body)
        self.loops.pop()
        self.add("jump", at)
        self.patch(at, "next", slot, node.target, len(self.made))
        self.block(node.orelse)
        for leave in breaks:
            self.patch(leave, "jump", len(self.made))

    def while_(self, test: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        at = self.add("test")
        breaks: list[int] = []
        self.loops.append((at, breaks))
        self.block(body)
        self.loops.pop()
        self.add("jump", at)
        self.patch(at, "test", test, at + 1, len(self.made))
        self.block(otherwise)
        for leave in breaks:
            self.patch(leave, "jump", len(self.made))


def followers(at: int, instruction: Instruction) -> tuple[int, ...]:
    """Where the run may be next; of a loop's next turn, see `_liveness`."""
    match instruction:
        case ("jump", int() as to):
            return (to,)
        case ("test", _, int() as then, int() as otherwise) | (
            "case",
            _,
            _,
            _,
            int() as then,
            int() as otherwise,
        ):
            return (then, otherwise)
        case ("caught", _, _, int() as then, int() as otherwise):
            return (then, otherwise)
        case ("return", _) | ("raise", *_) | ("again", _):
            return ()
    return (at + 1,)


def _liveness(
    made: list[Instruction], tries: list[Try], shared: Mapping[str, Iterable[str]]
) -> tuple[frozenset[str], ...]:
    """Backward until nothing changes; what is assigned whole is not needed before, but where what is raised is
    caught."""
    code = Code(tuple(made), (), tuple(tries))
    handlers = [code.handler(at) for at in range(len(made))]
    parts = [_uses(instruction, shared) for instruction in made]
    live: list[frozenset[str]] = [frozenset()] * len(made)
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(made))):
            match made[at]:
                case ("next", _, target, int() as done):  # only a turn of the loop binds the target
                    after = (live[at + 1] - _bound((target,))) | live[done]
                case instruction:
                    after = frozenset().union(*(live[to] for to in followers(at, instruction)))
            used, given = parts[at]
            now = used | (after - given)
            if (handler := handlers[at]) is not None:
                now |= live[handler[0]] - {handler[1]}
            if now != live[at]:
                live[at], changed = now, True
    return tuple(live)


def _uses(instruction: Instruction, shared: Mapping[str, Iterable[str]]) -> tuple[frozenset[str], frozenset[str]]:
    """The variables that an instruction reads, with those that functions share which it may call, and those it surely
    gives a new value."""
    used = {
        inner.id
        for part in instruction
        for node in (part if isinstance(part, tuple) else (part,))
        if isinstance(node, ast.AST)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Store)
    }
    used.update(*(shared.get(name, ()) for name in used))
    match instruction:
        case ("define", str() as name, *_):
            return frozenset(used), frozenset({name})
        case ("assign", targets, _):
            return frozenset(used), frozenset(_bound(targets))
        case ("named", str() as name, str() as slot):
            return frozenset({slot}), frozenset({name})
        case ("keep" | "iterate", str() as slot, _):
            return frozenset(used), frozenset({slot})
        case ("augment", ast.Name(id=name), _, _) | ("next" | "case" | "caught" | "again", str() as name, *_):
            used.add(name)
    return frozenset(used), frozenset()  # what a loop binds it does not bind when it is done


def _bound(targets: object) -> set[str]:
    found: set[str] = set()
    waiting = list(targets) if isinstance(targets, tuple) else []
    while waiting:
        target = waiting.pop()
        if isinstance(target, ast.Name):
            found.add(target.id)
        elif isinstance(target, (ast.Tuple, ast.List)):
            waiting.extend(target.elts)
        elif isinstance(target, ast.Starred):
            waiting.append(target.value)
    return found
