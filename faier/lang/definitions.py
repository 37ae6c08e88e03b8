"""What the top level of a file gives names to: constants, types, the unknown epsilon, classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flint import fmpq

from faier.lang import constants, instead, operations, typed
from faier.lang.annotations import check_names, check_remark, is_remark, names_remark
from faier.lang.budgets import rational_of
from faier.lang.classes import made_by_call, read_class
from faier.lang.constants import Constant
from faier.lang.failures import Failure
from faier.lang.instances import BUILT_IN
from faier.lang.names import File, assigned_names
from faier.lang.settings import Settings
from faier.lang.syntax import ProbabilityType, StreamType
from faier.lang.values import MEMBERS, OBJECT, Budget, Sequence, Value, sole


class Definitions:
    """The definitions of one file, in its order."""

    def __init__(self, file: File, settings: Settings) -> None:
        self.file = file
        self.settings = settings

    def define(self, name: str, node: ast.AST) -> bool:
        """Claim the name; False when it is taken, which is reported."""
        file = self.file
        file.later.discard(name)
        if name in file.places:
            line = file.places[name].line
            file.error("FA203", node, f"`{name}` is defined twice: first on line {line}", "choose another name")
            return False
        file.places[name] = file.source.span(node)
        return True

    def read(self, node: ast.stmt) -> bool:
        """Whether the statement is a definition."""
        match node:
            case ast.Assign(targets=targets, value=value):
                self.assigned(targets, value)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value, annotation=annotation) if (
                self.file.library_name(annotation) == "typing.TypeAlias"
            ):
                self.assigned([target], value, alias=True)
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value, annotation=annotation):
                self.annotated(target, annotation, value)
            case ast.ClassDef():
                self.class_definition(node)
            case _ if type(node).__name__ == "TypeAlias":  # of Python 3.12
                self.type_statement(node)
            case _:
                return False
        return True

    # Constants.

    def assigned(self, targets: list[ast.expr], value: ast.expr, alias: bool = False) -> None:
        file = self.file
        match targets:
            case [ast.Name(id=name) as target] if names_remark(value, file) or (
                alias and not typed.names_input(file, value)
            ):
                check_remark(value, file)
                if self.define(name, target):
                    file.remarks.add(name)
            case [ast.Name(id=name) as target] if typed.names_input(file, value) and not isinstance(value, ast.Call):
                self.type_name(name, target, value)
            case [ast.Name(id=name) as target] if self.is_positive(value) and isinstance(value, ast.Call):
                self.positive(name, target, value)
            case [ast.Name(id=name) as target] if self.makes_class(value) and isinstance(value, ast.Call):
                made = made_by_call(self.file, name, value)
                if made is not None:
                    self.class_definition(made)
                elif self.define(name, target):
                    self.file.broken.add(name)
            case [ast.Name(id=name) as target] if self.is_sole(value):
                if self.define(name, target):
                    found = sole(OBJECT, name, file.named(name))
                    self.constant(name, found)
                    file.constants[f"{OBJECT}{file.named(name)}.{name}"] = found
            case _:
                self.constants(targets, value)

    def is_sole(self, value: ast.expr) -> bool:
        """Whether it is `object()`, which nothing else is equal to."""
        match value:
            case ast.Call(func=ast.Name(id="object"), args=[], keywords=[]):
                return "object" not in self.file.places and "object" not in self.file.later
        return False

    def makes_class(self, value: ast.expr) -> bool:
        called = self.file.library_name(value.func) if isinstance(value, ast.Call) else None
        return called in ("collections.namedtuple", "typing.NamedTuple")

    def constants(self, targets: list[ast.expr], value: ast.expr) -> None:
        file = self.file
        found = [part for target in targets for part in self.names_in(target)]
        where = f"the constant `{found[0].id}`" if found else "a constant"
        constant = constants.evaluate(file, value, where)
        replaced = {name.id for name in found if name.id in self.settings.texts}
        if constant is not None and not (found and replaced.issuperset(name.id for name in found)):
            constant = constant if constants.settled(file, value, constant) else None
        for target in targets:
            self.bind(target, constant, value)

    def bind(self, target: ast.expr, constant: Constant | None, node: ast.expr) -> None:
        """`target = constant`; of what is broken, every name is."""
        file = self.file
        match target:
            case ast.Name(id=name):
                if not self.define(name, target):
                    return
                replaced = self.settings.value(file, name)
                if constant is None:
                    file.broken.add(name)
                else:
                    self.constant(name, (replaced or constant).value)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part, item in zip(parts, self.unpacked(parts, constant, node), strict=True):
                    self.bind(part.value if isinstance(part, ast.Starred) else part, item, node)
            case _:
                self.file.error("FA103", target, "a constant is a name with a value", "give it a name: N = 3")
                self.file.broken |= assigned_names([ast.Expr(target)]).keys()

    def constant(self, name: str, value: Value) -> None:
        """The constant under its name, and under what the tree calls it."""
        file = self.file
        file.constants[name] = file.constants[file.named(name)] = value
        if file.title:
            file.aliases[name] = file.named(name)

    def unpacked(self, parts: list[ast.expr], constant: Constant | None, node: ast.expr) -> list[Constant | None]:
        rests = [at for at, part in enumerate(parts) if isinstance(part, ast.Starred)]
        if constant is None:
            return [None] * len(parts)
        if len(rests) > 1:
            self.file.error("FA107", parts[rests[1]], "`*` stands once among several names")
            return [None] * len(parts)
        try:
            items = operations.unpacked(constant.value, len(parts), rests[0] if rests else None)
        except Failure as failure:
            self.file.error(failure.code, node, failure.message, failure.hint)
            return [None] * len(parts)
        return [Constant(item) for item in items]

    def names_in(self, target: ast.expr) -> Iterator[ast.Name]:
        for part in ast.walk(target):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part

    def annotated(self, target: ast.Name, annotation: ast.expr, value: ast.expr) -> None:
        """`N: Final = 3`, `N: Int[0, 3] = 2`, `Answer: TypeAlias = Int[0, 2]`."""
        file = self.file
        if is_remark(annotation, file):
            check_names(annotation, file)
            self.assigned([target], value)
            return
        declared = typed.read_type(file, annotation)
        self.assigned([target], value)
        if declared is None or target.id not in file.constants:
            return
        if isinstance(declared, (StreamType, ProbabilityType)):
            file.error("FA208", annotation, "this is a constant: this type is for unknown values")
        elif not typed.fits(file.constants[target.id], declared):
            file.error("FA404", target, f"the value of `{target.id}` is not of its declared type")

    # Types.

    def type_name(self, name: str, target: ast.AST, value: ast.expr) -> None:
        declared = typed.read_type(self.file, value)
        if self.define(name, target):
            if declared is None:
                self.file.broken.add(name)
            else:
                self.file.types[name] = declared

    def type_statement(self, node: ast.stmt) -> None:
        """`type Answer = Int[0, 2]`."""
        name, value = getattr(node, "name", None), getattr(node, "value", None)
        if getattr(node, "type_params", None) or not isinstance(name, ast.Name) or not isinstance(value, ast.expr):
            message, hint = instead.TOP_LEVEL["TypeAlias"]
            self.file.error("FA103", node, message, hint)
            self.file.broken |= assigned_names([node]).keys()
        else:
            self.type_name(name.id, name, value)

    # The unknown epsilon.

    def is_positive(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Call) and self.file.word(value.func) == "Positive"

    def positive(self, name: str, target: ast.AST, call: ast.Call) -> None:
        """`EPS = Positive(1)`; a value from the command line makes it an ordinary constant."""
        file = self.file
        if not self.define(name, target):
            return
        default = None
        if len(call.args) == 1 and not call.keywords:
            constant = constants.evaluate(file, call.args[0], "the value of Positive")
            default = None if constant is None else rational_of(constant.value)
            if constant is None:
                file.broken.add(name)
                return
        if default is None or default <= 0:
            message = "`Positive` takes the positive number that Python runs with"
            file.error("FA211", call, message, f"write {name} = Positive(1)")
            file.broken.add(name)
            return
        if file.epsilon_name is not None:
            message = f"there is one unknown epsilon in a file, and `{file.epsilon_name}` is it already"
            file.error("FA211", call, message, f"write {name} = 2 * {file.epsilon_name}, or a number")
            file.broken.add(name)
            return
        replaced = self.settings.value(file, name)
        if replaced is None:
            file.epsilon_name, file.epsilon_default = name, default
            file.unknown.add(name)
            self.constant(name, Budget(fmpq(1), name))
            return
        number = rational_of(replaced.value)
        if number is not None and number > 0:
            self.constant(name, replaced.value)
        else:
            self.settings.report(file, name, "it must be a positive number")
            file.broken.add(name)

    # Classes.

    def class_definition(self, node: ast.ClassDef) -> None:
        file = self.file
        if node.name in BUILT_IN and not file.title:
            message = f"a class cannot be called `{node.name}` here: Python's own types are asked for by their names"
            file.error("FA203", node, message, "choose another name")
        read = read_class(file, node)
        if not self.define(node.name, node):
            return
        if read is None:
            file.broken.add(node.name)
            return
        file.constants |= {f"{read.shape.name}.{name}": value for name, value in read.constants}
        file.classes[node.name] = file.shapes[read.shape.name] = read
        if read.names:
            name = read.shape.name
            file.constants |= {f"{name}.{member}": value for member, value in read.names}
            file.constants[name] = Sequence("tuple", read.members)
            file.constants |= _tables(name, read.members, read.names)


def _tables(name: str, members: tuple[Sequence, ...], names: tuple[tuple[str, Sequence], ...]) -> dict[str, Value]:
    """What `Color[...]`, `Color(...)` and `c in Color` look in: members by name, by value or as themselves, and all."""
    by_name = [Sequence("tuple", pair) for pair in names]
    by_value = [Sequence("tuple", (member.items[1], member)) for member in members]
    itself = [Sequence("tuple", (member, member)) for member in members if members and _is_distinct(member)]
    return {
        f"{name}.__members__": Sequence("dict", tuple(by_name)),
        f"{name}.__contains__": Sequence("tuple", members, MEMBERS),
        f"{name}()": Sequence("dict", (*by_value, *itself)),
    }


def _is_distinct(member: Sequence) -> bool:
    """Whether the member is no key that its value is already."""
    return not operations.compare("==", member, member.items[1])
