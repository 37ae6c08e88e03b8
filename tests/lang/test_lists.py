"""Accepted programs do with lists what they would do with values: Python's own run is compared with one in which
every variable holds a copy of its own."""

from __future__ import annotations

import copy
import random
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from faier.lang import Rejected, parse
from faier.lang import syntax as tree

HEAD = "from faier import mechanism\n\n"


class Writer:
    """Writes random functions over rows (lists of integers) and grids (lists of rows)."""

    def __init__(self, source: random.Random) -> None:
        self.source = source

    def program(self) -> str:
        """A few helpers, and a mechanism that shows its variables at the end; what it shows on the way is what
        a reader of its values would hold on to."""
        text = HEAD
        for helper, kind in (("h", "r"), ("m", "g")):
            names = ["r0", "g0"]
            own = self.pick("", "", "    r0 = list(r0)\n", "    r2 = [1, 2, 3]\n", "    g0 = [list(r) for r in g0]\n")
            names += ["r2"] if "r2" in own else []
            body = self.block(names, 1, self.pick(0, 0, 1, 2), False)
            result = self.row(names) if kind == "r" else self.grid(names)
            text += f"def {helper}(r0, g0):\n{own}{body}    return {result}\n\n\n"
            self.helpers += (helper,)
        names = ["r0", "r1", "g0", "g1"]
        start = "    r0 = [1, 2, 3]\n    r1 = [4, 5, 6]\n"
        start += "    g0 = [[7, 8, 9], [10, 11, 12], [1, 1, 1]]\n    g1 = [[1, 2, 3], [4, 5, 6]]\n"
        yields = self.source.random() < 0.4
        body = self.block(names, 1, self.source.randrange(2, 6), yields)
        last = "yield [list(r) for r in [r0, r1, *g0, *g1]]" if yields else "return (r0, r1, g0, g1)"
        return text + f"@mechanism\ndef main():\n{start}{body}    {last}\n"

    helpers: tuple[str, ...] = ()

    def pick(self, *choices: Any) -> Any:
        return self.source.choice(choices)

    def names(self, names: list[str], kind: str) -> list[str]:
        return [name for name in names if name[0] == kind]

    def block(self, names: list[str], depth: int, length: int, yields: bool) -> str:
        return "".join(self.statement(names, depth, yields) for _ in range(length))

    def statement(self, names: list[str], depth: int, yields: bool) -> str:
        indent = "    " * depth
        row, grid = self.pick(*self.names(names, "r")), self.pick(*self.names(names, "g"))
        choice = self.pick(0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 13, *((12, 12) if yields else ()))
        if choice == 0:
            new = self.pick("r0", "r1", "r2")
            line = f"{new} = {self.row(names)}"
            names.append(new)
        elif choice == 1:
            new = self.pick("g0", "g1", "g2")
            line = f"{new} = {self.grid(names)}"
            names.append(new)
        elif choice in (2, 3):
            line = f"{row}[{self.pick(0, 1, -1)}] {self.pick('=', '+=', '*=')} {self.number(names)}"
        elif choice in (4, 5):
            line = f"{grid}[{self.pick(0, 1)}][{self.pick(0, 1)}] {self.pick('=', '-=')} {self.number(names)}"
        elif choice == 6:
            line = f"{grid}[{self.pick(0, 1)}] {self.pick('=', '+=')} {self.row(names)}"
        elif choice == 7:
            line = f"{row} += {self.row(names)}"
        elif choice == 8:
            line = f"{grid} {self.pick('+=')} {self.grid(names)}"
        elif choice == 9:
            line = f"{row}, {grid} = {self.row(names)}, {self.grid(names)}"
        elif choice == 10 and depth < 3:
            row, grid = self.row(names), self.grid(names)
            each = self.pick("r2", "r7", "r7")
            bound = self.pick((each, grid), ("i", row), (f"j, {each}", f"enumerate({grid})"))
            inner = [*names, each, each] if each in bound[0] else list(names)
            body = self.block(inner, depth + 1, self.source.randrange(1, 3), yields)
            return f"{indent}for {bound[0]} in {bound[1]}:\n{body}"
        elif choice == 11 and depth < 3:
            body = self.block(list(names), depth + 1, self.source.randrange(1, 3), yields)
            return f"{indent}if {self.number(names)} > 3:\n{body}"
        elif choice == 13:
            added = (row, self.number(names)), (grid, self.row(names)), (f"{grid}[0]", self.number(names))
            line = "{}.append({})".format(*self.pick(*added))
        elif choice == 12:
            line = f"yield {self.pick(self.row(names), self.grid(names))}"
        else:
            line = "pass"
        return f"{indent}{line}\n"

    def number(self, names: list[str], depth: int = 2) -> str:
        if depth == 0 or self.source.random() < 0.4:
            return str(self.source.randrange(6))
        return self.pick(
            f"{self.row(names, depth - 1)}[{self.pick(0, -1)}]",
            f"sum({self.row(names, depth - 1)})",
            f"len({self.grid(names, depth - 1)})",
        )

    def row(self, names: list[str], depth: int = 2) -> str:
        if depth == 0 or self.source.random() < 0.3:
            name = self.pick(*self.names(names, "r"))
            return self.pick(name, f"list({name})", f"[{name}[0], 1, 2]")
        row, grid = self.row(names, depth - 1), self.grid(names, depth - 1)
        options = [
            f"[{self.number(names, depth - 1)}, {self.number(names, depth - 1)}, 3]",
            f"({row} + {self.row(names, depth - 1)})",
            f"{row}[0:]",
            f"list({row})",
            f"sorted({row})",
            f"[i + 1 for i in {row}]",
            "([0] * 3)",
            f"{grid}[{self.pick(0, 1)}]",
            f"max({grid})",
            f"({row} if {self.number(names, depth - 1)} > 2 else {self.row(names, depth - 1)})",
            f"({row}, {grid})[0]",
            f"[*{row}, 1]",
        ]
        options += [f"{helper}({row}, {grid})" for helper in self.helpers if helper != "m"] * 2
        return self.pick(*options)

    def grid(self, names: list[str], depth: int = 2) -> str:
        if depth == 0 or self.source.random() < 0.3:
            name = self.pick(*self.names(names, "g"))
            return self.pick(name, f"list({name})", f"[list(r) for r in {name}]")
        row, grid = self.row(names, depth - 1), self.grid(names, depth - 1)
        options = [
            f"[{row}, {self.row(names, depth - 1)}]",
            f"({grid} + {self.grid(names, depth - 1)})",
            f"{grid}[0:]",
            f"list({grid})",
            f"[list(r) for r in {grid}]",
            f"[r for r in {grid}]",
            f"[[i, i, i] for i in {row}]",
            f"([{row}] * 2)",
            f"[r for r, i in zip({grid}, {row})]",
            f"[{row} for _ in range(2)]",
            f"list(reversed({grid}))",
            f"[*{grid}]",
            f"[r for s in [{grid}, {grid}] for r in s]",
        ]
        options += [f"{helper}({row}, {grid})" for helper in self.helpers if helper == "m"] * 2
        return self.pick(*options)


class ByValue:
    """Runs a program in which reading a variable gives a copy of what it holds."""

    def __init__(self, program: tree.Program) -> None:
        self.program = program

    def call(
        self, name: str, arguments: list[Any], captured: tuple[tuple[str, str], ...] = ()
    ) -> tuple[Any, list[Any]]:
        function = self.program.function(name)
        inner = ByValue(self.program)
        inner.names = dict(zip([item.name for item in function.parameters], copy.deepcopy(arguments), strict=True))
        inner.names |= {inside: copy.deepcopy(self.names[outside]) for inside, outside in captured}
        inner.shown = []
        result = None
        try:
            inner.block(function.body)
        except Returned as returned:
            result = returned.value
        for inside, outside in captured:
            self.names[outside] = inner.names[inside]
        return result, inner.shown

    names: dict[str, Any]
    shown: list[Any]

    def block(self, block: tree.Block) -> None:
        for statement in block:
            self.statement(statement)

    def statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Assign(targets=targets, value=value):
                result = self.value(value)
                for target in targets:
                    self.assign(target, copy.deepcopy(result))
            case tree.Augment(target=target, operator=operator, value=value):
                old = self.value(tree.Name(target.name))
                for index in target.indices if isinstance(target, tree.Item) else ():
                    old = old[self.value(index)]
                self.assign(target, operate(operator, old, self.value(value)))
            case tree.Evaluate(tree.Change(target, "append", (item,))):
                old = self.value(tree.Name(target.name))
                for index in target.indices if isinstance(target, tree.Item) else ():
                    old = old[self.value(index)]
                self.assign(target, [*old, self.value(item)])
            case tree.Evaluate(value=value):
                self.value(value)
            case tree.If(test=test, then=then, otherwise=otherwise):
                self.block(then if self.value(test) else otherwise)
            case tree.For(target=target, iterable=iterable, body=body):
                for item in list(self.value(iterable)):
                    self.assign(target, copy.deepcopy(item))
                    self.block(body)
            case tree.Yield(value=value):
                self.shown.append(self.value(value))
            case tree.Return(value=value):
                raise Returned(None if value is None else self.value(value))
            case tree.Pass():
                pass
            case _:
                raise NotImplementedError(statement)

    def assign(self, target: tree.Target, value: Any) -> None:
        match target:
            case tree.Name(name=name):
                self.names[name] = value
            case tree.Item(name=name, indices=indices):
                inside = self.names[name]
                for index in indices[:-1]:
                    inside = inside[self.value(index)]
                inside[self.value(indices[-1])] = value
            case tree.Unpack(targets=targets):
                for inner, item in zip(targets, value, strict=True):
                    self.assign(inner, item)

    def value(self, expression: tree.Expression) -> Any:
        value = self.value
        match expression:
            case tree.Literal(value=constant):
                return constant
            case tree.Name(name=name):
                return copy.deepcopy(self.names[name])
            case tree.Unary(operator="-", operand=operand):
                return -value(operand)
            case tree.Binary(operator=operator, left=left, right=right):
                return operate(operator, value(left), value(right))
            case tree.Compare(operands=(left, right), operators=(">",)):
                return value(left) > value(right)
            case tree.Choice(test=test, then=then, otherwise=otherwise):
                return value(then) if value(test) else value(otherwise)
            case tree.Display(kind=kind, items=items):
                found = list(self.items(items))
                return found if kind == "list" else tuple(found)
            case tree.Index(base=base, index=index):
                return value(base)[value(index)]
            case tree.Slice(base=base, lower=lower):
                return value(base)[value(lower) :] if lower is not None else value(base)[:]
            case tree.Call(function=function, arguments=arguments):
                return PURE[function](*self.items(arguments))
            case tree.Invoke(function=function, arguments=arguments, captured=captured):
                return self.call(function, [value(argument) for argument in arguments], captured)[0]
            case tree.Comprehension(element=element, clauses=clauses):
                return list(self.elements(element, clauses))
        raise NotImplementedError(expression)

    def items(self, items: tuple[tree.Expression, ...]) -> Iterator[Any]:
        for item in items:
            if isinstance(item, tree.Star):
                yield from self.value(item.value)
            else:
                yield self.value(item)

    def elements(self, element: tree.Expression, clauses: tuple[tree.Clause, ...]) -> Iterator[Any]:
        if not clauses:
            yield self.value(element)
            return
        for item in list(self.value(clauses[0].iterable)):
            self.assign(clauses[0].target, copy.deepcopy(item))
            yield from self.elements(element, clauses[1:])


class Returned(Exception):
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


def operate(operator: str, left: Any, right: Any) -> Any:
    return {"+": lambda: left + right, "-": lambda: left - right, "*": lambda: left * right}[operator]()


PURE: dict[str, Any] = {
    "list": list, "tuple": tuple, "sorted": sorted, "len": len, "sum": sum, "max": max, "min": min, "range": range,
    "zip": zip, "enumerate": enumerate, "reversed": lambda values: reversed(list(values)),
}  # fmt: skip


class TooLong(Exception):
    """A list that grows while a loop goes over it never ends."""


def run_by_python(source: str) -> list[Any]:
    """What the file shows when Python runs it."""
    names: dict[str, Any] = {"mechanism": lambda function: function}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(source.removeprefix(HEAD), "generated", "exec"), names)
    lines = 0

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += 1
        if lines > 400 or any(len(value) > 400 for value in frame.f_locals.values() if isinstance(value, list)):
            raise TooLong
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        result = names["main"]()
        return list(result) if isinstance(result, Iterator) else [result]
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("part", range(2))
def test_python_agrees_with_values(part: int) -> None:
    agreed = 0
    for seed in range(part, 600, 2):
        source = Writer(random.Random(seed)).program()
        try:
            shown = run_by_python(source)
        except (TypeError, IndexError, ValueError, UnboundLocalError, TooLong):
            continue
        try:
            program = parse(source, "generated.py")
        except Rejected as error:
            assert {item.code for item in error.diagnostics} <= {"FA210"}, source
            continue
        result, by_value = ByValue(program).call("main", [])
        assert shown == (by_value or [result]), source
        agreed += "] =" in source or "+=" in source or "append" in source
    assert agreed > 60


def test_the_comparison_can_fail() -> None:
    """A program that is rejected because Python would share a list does differ."""
    source = HEAD + "@mechanism\ndef main():\n    r0 = [1]\n    r1 = [r0]\n    r0[0] = 2\n    return (r0, r1[0])\n"
    with pytest.raises(Rejected):
        parse(source, "generated.py")
    assert run_by_python(source) == [([2], [2])]


UNCALLED = (
    "def grow(items):\n    items += [1]\n    return len(items)\n\n\n"
    "@mechanism\ndef main(x: Int[0, 1]):\n    return {}\n"
)


def test_what_nothing_calls_changes_no_list() -> None:
    """A helper that would change a list of its caller is wrong only where something runs it."""
    head = "from faier import Int, mechanism\n\n\n"
    assert len(parse(head + UNCALLED.format("x"), "file.py").functions) == 2
    with pytest.raises(Rejected) as caught:
        parse(head + UNCALLED.format("grow([x])"), "file.py")
    assert [item.code for item in caught.value.diagnostics] == ["FA210"]
    number = UNCALLED.format("grow(x)").replace("+= [1]", "+= 1").replace("len(items)", "items")
    assert len(parse(head + number, "file.py").functions) == 2
